"""What stands on a sign is what is played: below, at and above every limit on it."""

import pytest

from game_table import (
    ALL,
    NZ,
    PJ,
    S24,
    S65,
    GameTable,
    assert_refused,
    by_nsw_rulebook,
    by_rulebook,
)
from houserules.core.money import cents
from houserules.table import commands as c
from houserules.table.events import WagerCutBack
from houserules.table.sign.commands import ChangeLimits, LimitToOneBox, PutUpSign
from houserules.table.sign.limits import limits_for
from houserules.table.sign.state import TO_ONE_BOX
from rules.sign.sign_table import START, SignTable, found_wager, place, stated
from seated_table import MANAGER, SUPERVISOR

CENT = {"smallest_chip": "0.01"}


def cuts(desk: GameTable) -> list[tuple[str, int, str]]:
    found = [event for event in desk.events if isinstance(event, WagerCutBack)]
    return [(event.player, event.plays, event.clause) for event in found]


@pytest.mark.clause(S24, "7.1")
@pytest.mark.clause(S65, "6.1")
@pytest.mark.clause(NZ, "15.2", "15.6")
@pytest.mark.clause(PJ, "6.1")
@pytest.mark.parametrize(
    ("name", "least", "most"),
    [(S24, "7.1", "7.1"), (S65, "6.1", "6.1"), (NZ, "15.6", "15.2"), (PJ, "6.1", "6.1")],
)
def test_the_sign_and_not_the_rulebook_limits_a_wager_to_the_cent(
    name: str, least: str, most: str
) -> None:
    desk = SignTable(name, stated("10", "100"), minimum="20", maximum="50", **CENT)
    assert_refused(desk.say(place("ann", 1, "9.99")), "wager.below-minimum", least)
    assert_refused(desk.say(place("ann", 1, "100.01")), "wager.above-maximum", most)
    desk.do(place("ann", 1, "10"))
    desk.do(place("bob", 2, "100"))
    desk.do(place("ann", 3, "10.01"))
    desk.do(place("bob", 4, "99.99"))


@pytest.mark.clause(NZ, "15.6")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("7.1", "6.1", "15.6", "6.1"))
def test_the_minimum_holds_on_every_box_that_a_player_has(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10"))
    desk.do(place("ann", 1, "10"))
    assert_refused(desk.say(place("ann", 3, "9.50")), "wager.below-minimum", clause)
    desk.do(place("ann", 3, "10"))


@pytest.mark.clause(S24, "7.1")
@pytest.mark.clause(S65, "6.1")
@pytest.mark.clause(NZ, "12.3(b)")
@pytest.mark.clause(PJ, "6.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("7.1", "6.1", "12.3(b)", "6.1"))
def test_the_unit_on_the_sign_holds_above_the_minimum(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", unit="5"), **CENT)
    assert_refused(desk.say(place("ann", 1, "14.99")), "wager.unit", clause)
    assert_refused(desk.say(place("ann", 1, "15.01")), "wager.unit", clause)
    desk.do(place("ann", 1, "15"))


@pytest.mark.clause(NZ, "12.3(b)")
def test_the_unit_on_the_sign_is_the_least_double_in_new_zealand() -> None:
    desk = SignTable(NZ, stated("10", unit="5"))
    desk.do(place("ann", 1, "10"))
    desk.deal("5s 7h 6d")
    assert_refused(desk.say(c.Double("ann", 1, 1, 450)), "double.too-little", "12.3(b)")
    desk.do(c.Double("ann", 1, 1, 500))


@pytest.mark.clause(S24, "7.1")
@pytest.mark.clause(NZ, "15.2")
@pytest.mark.parametrize(("name", "clause"), [(S24, "7.1"), (NZ, "15.2")])
def test_a_player_maximum_on_the_sign_to_the_cent(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", "100", player_maximum="40"), **CENT)
    assert_refused(desk.say(place("ann", 1, "40.01")), "wager.above-player-maximum", clause)
    desk.do(place("ann", 1, "40"))
    desk.do(place("bob", 1, "40"))
    assert_refused(
        desk.say(place("cat", 1, "20.01")),
        "wager.above-maximum",
        desk.rules.limits.maximum_shared,
    )
    desk.do(place("cat", 1, "20"))


@pytest.mark.clause(NZ, "15.2")
@pytest.mark.parametrize("name", [S24, NZ])
def test_a_sign_may_limit_the_player_alone(name: str) -> None:
    desk = SignTable(name, stated("10", None, player_maximum="40"))
    for player in ("ann", "bob", "cat"):
        desk.do(place(player, 1, "40"))
    desk.do(c.CloseBets())
    assert cuts(desk) == []


@pytest.mark.clause(S65, "6.1")
@pytest.mark.clause(PJ, "6.1")
@pytest.mark.parametrize("name", [S65, PJ])
def test_a_sign_limits_no_player_where_the_document_does_not(name: str) -> None:
    desk = GameTable(name)
    sign = PutUpSign(SUPERVISOR, START, stated("10", player_maximum="40"))
    assert_refused(desk.say(sign), "sign.player-maximum", "6.1")


@pytest.mark.clause(S24, "7.1", "16.3")
def test_a_kind_of_wager_may_have_a_minimum_and_a_maximum() -> None:
    desk = SignTable(S24, stated("10", pairs="5 25"))
    desk.do(place("ann", 1, "10"))
    for amount in (499, 450, 2501, 2550):
        wager = c.PlaceSideWager("ann", 1, "perfect-pairs", amount)
        assert_refused(desk.say(wager), "side-wager.amount", "16.3")
    desk.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    desk.do(c.PlaceSideWager("bob", 1, "perfect-pairs", 2500))


@pytest.mark.parametrize(("name", "clause"), [(S65, "6.1"), (NZ, "15A.4"), (PJ, "6.1")])
def test_a_side_wager_has_one_amount_elsewhere(name: str, clause: str) -> None:
    kind = "suits" if name == PJ else "pairs"
    sign = stated("10", **{kind: "5 25"})
    assert_refused(
        GameTable(name).say(PutUpSign(SUPERVISOR, START, sign)), "sign.side-range", clause
    )


@pytest.mark.clause(S24, "16.3")
@pytest.mark.clause(S65, "15.3")
@pytest.mark.clause(NZ, "15A.4")
@pytest.mark.clause(PJ, "13.3")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("16.3", "15.3", "15A.4", "13.3"))
def test_the_amount_of_a_side_wager_is_that_on_the_sign(name: str, clause: str) -> None:
    kind, key = ("suits-you", "suits") if name == PJ else ("perfect-pairs", "pairs")
    suit = "s" if name == PJ else None
    desk = SignTable(name, stated("10", **{key: "10"}), **{kind.replace("-", "_"): "5"})
    desk.do(place("ann", 1, "10"))
    for amount in (500, 999, 1001):
        assert_refused(
            desk.say(c.PlaceSideWager("ann", 1, kind, amount, suit)), "side-wager.amount", clause
        )
    desk.do(c.PlaceSideWager("ann", 1, kind, 1000, suit))
    without = SignTable(name, stated("10"), **{kind.replace("-", "_"): "5"})
    without.do(place("ann", 1, "10"))
    refusal = without.say(c.PlaceSideWager("ann", 1, kind, 500, suit))
    assert refusal is not None
    assert refusal.code == "side-wager.not-offered"


@pytest.mark.parametrize("name", ALL)
def test_a_sign_makes_sense_or_does_not_go_up(name: str) -> None:
    game = GameTable(name)
    least = game.rules.limits.minimum.clause
    wrong = [
        ("sign.amounts", least, stated("0")),
        ("sign.amounts", least, stated("10.25")),
        ("sign.amounts", least, stated("10", "9.50")),
        ("sign.unit", game.rules.limits.unit.clause, stated("10", unit="0")),
        ("sign.unit", game.rules.limits.unit.clause, stated("10", unit="0.75")),
        ("sign.no-maximum", game.rules.limits.maximum.clause, stated("10", None)),
    ]
    for code, clause, limits in wrong:
        assert_refused(game.say(PutUpSign(SUPERVISOR, START, limits)), code, clause)
    game.do(PutUpSign(SUPERVISOR, START, stated("10", "10")))
    assert_refused(game.say(PutUpSign(SUPERVISOR, START, stated("10"))), "sign.up", least)


@pytest.mark.parametrize("name", ALL)
def test_a_sign_has_only_side_wagers_of_the_game(name: str) -> None:
    game = GameTable(name)
    other = {"pairs": "5"} if name == PJ else {"suits": "5"}
    part = game.rules.perfect_pairs if name == PJ else game.rules.suits_you
    own = {"suits": "0"} if name == PJ else {"pairs": "0"}
    amount = {S24: "16.3", S65: "15.3", NZ: "15A.4", PJ: "13.3"}[name]
    assert_refused(
        game.say(PutUpSign(SUPERVISOR, START, stated("10", **other))),
        "side-wager.none",
        part.clause,  # type: ignore[union-attr]
    )
    sign = PutUpSign(SUPERVISOR, START, stated("10", **own))
    assert_refused(game.say(sign), "sign.side-amount", amount)


@pytest.mark.clause(S24, "7.2", "7.3", "7.3.1")
@pytest.mark.clause(S65, "6.2", "6.3", "6.3.1")
@pytest.mark.clause(NZ, "15.2")
@pytest.mark.clause(PJ, "6.2", "6.3", "6.3.1")
@pytest.mark.parametrize(
    ("name", "alone", "several"),
    [(S24, "7.3", "7.3.1"), (S65, "6.3", "6.3.1"), (NZ, "15.2", "15.2"), (PJ, "6.3", "6.3.1")],
)
def test_wagers_found_outside_the_sign_stand_below_it_and_are_cut_above(
    name: str, alone: str, several: str
) -> None:
    desk = SignTable(name, stated("10", "100"))
    desk.do(found_wager("ann", 1, "100.50"))
    desk.do(found_wager("ann", 2, "60"))
    desk.do(found_wager("bob", 2, "60"))
    desk.do(found_wager("cat", 3, "1"))
    desk.do(c.CloseBets())
    # bob sits at box 2 and controls it: ann has what is left of the maximum
    assert cuts(desk) == [("ann", 10_000, alone), ("ann", 4_000, several)]
    assert [s.amount for box in desk.table.boxes for s in box.hands[0].stakes] == [
        *(10_000, 4_000, 6_000, 100)
    ]


@pytest.mark.clause(S24, "7.1", "7.3")
@pytest.mark.clause(NZ, "15.2")
@pytest.mark.parametrize(("name", "clause"), [(S24, "7.3"), (NZ, "15.2")])
def test_a_wager_found_above_the_players_maximum_is_cut_to_it(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", "100", player_maximum="40"))
    desk.do(found_wager("ann", 1, "40.50"))
    desk.do(found_wager("bob", 2, "40"))
    desk.do(c.CloseBets())
    assert cuts(desk) == [("ann", 4_000, clause)]


@pytest.mark.clause(S24, "6.13")
@pytest.mark.clause(S65, "5.12")
@pytest.mark.clause(PJ, "5.12")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("6.13", "5.12", "5.12"))
def test_a_wager_found_above_the_minimum_of_a_restricted_player_is_cut_to_it(
    name: str, clause: str
) -> None:
    desk = SignTable(name, stated("10", "100"))
    desk.told("inspector", TO_ONE_BOX, "ann")
    desk.do(LimitToOneBox(MANAGER, START, "ann"))
    desk.do(found_wager("ann", 1, "10.50"))
    desk.do(c.CloseBets())
    assert cuts(desk) == [("ann", 1_000, clause)]


@pytest.mark.clause(S24, "7.3")
@pytest.mark.clause(S65, "6.3")
@pytest.mark.clause(PJ, "6.3")
@pytest.mark.parametrize("name", ALL)
def test_rounds_played_before_stand(name: str) -> None:
    desk = SignTable(name, stated("10", "100"))
    desk.round("ann")
    before = desk.table.racks["ann"]
    desk.do(ChangeLimits(SUPERVISOR, START, stated("5", "5")))
    desk.round("bob")
    assert desk.table.racks["ann"] == before


@pytest.mark.parametrize("name", ALL)
def test_without_a_sign_the_rulebook_limits(name: str) -> None:
    game = GameTable(name, minimum="10", maximum="100")
    force = limits_for(game.rules, game.table, "ann")
    assert (force.minimum, force.maximum, force.player_maximum) == (1_000, 10_000, None)
    assert force.unit == cents("0.50")
