"""Wagers before the first card: limits, bettors, side wagers, who controls, what is cut back."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused, report_found
from houserules.core.money import cents
from houserules.table import commands as c
from houserules.table.events import WagerCutBack

ALL = (S24, S65, NZ, PJ)


def each(*clauses: str) -> list[tuple[str, str]]:
    """Pair the four rulebooks with their clauses."""
    return list(zip(ALL, clauses, strict=True))


def place(player: str, box: int, amount: str, *, seated: bool = False) -> c.PlaceWager:
    return c.PlaceWager(player, box, cents(amount), seated)


@pytest.mark.clause(S24, "6.5")
@pytest.mark.clause(S65, "5.4")
@pytest.mark.clause(NZ, "15.1")
@pytest.mark.clause(PJ, "5.4")
@pytest.mark.parametrize(("name", "clause"), each("6.5", "5.4", "15.1", "5.4"))
def test_the_house_may_have_fewer_bettors_to_a_box(name: str, clause: str) -> None:
    game = GameTable(name, bettors_per_box=1)
    game.bet((1, "ann", "5"))
    assert_refused(game.say(place("bob", 1, "5")), "box.full", clause)


@pytest.mark.clause(S24, "6.5")
@pytest.mark.clause(S65, "5.4")
@pytest.mark.clause(NZ, "15.1")
@pytest.mark.clause(PJ, "5.4")
@pytest.mark.parametrize(("name", "clause"), each("6.5", "5.4", "15.1", "5.4"))
def test_three_bettors_share_a_box_and_a_fourth_does_not(name: str, clause: str) -> None:
    game = GameTable(name)
    game.bet((1, "ann", "5"), (1, "bob", "5"), (1, "cat", "5"))
    assert_refused(game.say(place("dan", 1, "5")), "box.full", clause)
    game.do(place("dan", 2, "5"))


@pytest.mark.clause(S24, "3.2.1")
@pytest.mark.clause(S65, "2.2.1")
@pytest.mark.clause(NZ, "3.1")
@pytest.mark.clause(PJ, "2.2.1")
@pytest.mark.parametrize(
    ("name", "last", "clause"),
    [(S24, 7, "3.2.1"), (S65, 7, "2.2.1"), (NZ, 7, "3.1"), (PJ, 9, "2.2.1")],
)
def test_the_layout_has_so_many_boxes(name: str, last: int, clause: str) -> None:
    game = GameTable(name)
    assert_refused(game.say(place("ann", 0, "5")), "box.none", clause)
    assert_refused(game.say(place("ann", last + 1, "5")), "box.none", clause)
    game.do(place("ann", last, "5"))


@pytest.mark.clause(S24, "7.1")
@pytest.mark.clause(S65, "6.1")
@pytest.mark.clause(NZ, "15.2", "15.6")
@pytest.mark.clause(PJ, "6.1")
@pytest.mark.parametrize(
    ("name", "least", "most"),
    [(S24, "7.1", "7.1"), (S65, "6.1", "6.1"), (NZ, "15.6", "15.2"), (PJ, "6.1", "6.1")],
)
def test_wagers_stand_between_the_minimum_and_the_maximum(name: str, least: str, most: str) -> None:
    game = GameTable(name, minimum="10", maximum="100")
    assert_refused(game.say(place("ann", 1, "9.50")), "wager.below-minimum", least)
    assert_refused(game.say(place("ann", 1, "100.50")), "wager.above-maximum", most)
    game.do(place("ann", 1, "10"))
    game.do(place("ann", 2, "100"))


@pytest.mark.clause(S24, "7.1.1", "7.1.2", "7.1.3")
@pytest.mark.clause(S65, "6.1.1", "6.1.2", "6.1.3")
@pytest.mark.clause(NZ, "15.2")
@pytest.mark.clause(PJ, "6.1.1", "6.1.2", "6.1.3")
@pytest.mark.parametrize(("name", "clause"), each("7.1.1", "6.1.1", "15.2", "6.1.1"))
def test_a_second_and_third_bettor_have_what_the_maximum_leaves(name: str, clause: str) -> None:
    game = GameTable(name, maximum="100")
    game.bet((1, "ann", "60"))
    assert_refused(game.say(place("bob", 1, "40.50")), "wager.above-maximum", clause)
    game.do(place("bob", 1, "30"))
    assert_refused(game.say(place("cat", 1, "10.50")), "wager.above-maximum", clause)
    game.do(place("cat", 1, "10"))


@pytest.mark.clause(S24, "7.1")
@pytest.mark.clause(S65, "6.1")
@pytest.mark.clause(NZ, "12.3(b)")
@pytest.mark.clause(PJ, "6.1")
@pytest.mark.parametrize(("name", "clause"), each("7.1", "6.1", "12.3(b)", "6.1"))
def test_above_the_minimum_wagers_go_in_units(name: str, clause: str) -> None:
    game = GameTable(name, minimum="10", unit="4")
    assert_refused(game.say(place("ann", 1, "12")), "wager.unit", clause)
    game.do(place("ann", 1, "14"))


@pytest.mark.clause(S24, "6.3", "6.4")
@pytest.mark.clause(S65, "5.1", "5.2", "5.3")
@pytest.mark.clause(NZ, "5.1", "5.2", "5.5", "5.5(a)", "5.5(b)")
@pytest.mark.clause(PJ, "5.1", "5.2", "5.3")
@pytest.mark.parametrize(
    ("name", "late", "chips"),
    [(S24, "6.4", "6.2"), (S65, "5.3", "5.1"), (NZ, "5.5(a)", "5.2"), (PJ, "5.3", "5.1")],
)
def test_wagers_are_chips_placed_or_taken_back_before_the_first_card(
    name: str, late: str, chips: str
) -> None:
    game = GameTable(name)
    assert_refused(game.say(place("eve", 1, "5")), "chips.short", chips)
    game.bet((1, "ann", "5"), (2, "bob", "20"))
    game.do(c.WithdrawWager("ann", 1))
    assert game.table.racks["ann"] == 1_000_000
    assert game.table.box(1) is None
    assert_refused(
        game.say(c.WithdrawWager("ann", 1)), "wager.none", game.rules.wagers.placed_wagers_stay
    )
    game.deal("7s")
    assert_refused(game.say(place("ann", 1, "5")), "wager.too-late", late)
    handled = "5.5(b)" if name == NZ else late
    assert_refused(game.say(c.WithdrawWager("bob", 2)), "wager.too-late", handled)


@pytest.mark.parametrize("name", ALL)
def test_a_round_needs_a_wager_and_a_box_takes_one_from_each(name: str) -> None:
    game = GameTable(name)
    none = game.rules.irregularities.round_without_wagers.clause
    assert_refused(game.say(c.CloseBets()), "bets.none", none)
    game.bet((1, "ann", "5"))
    assert_refused(
        game.say(place("ann", 1, "5")), "wager.twice", game.rules.wagers.placed_wagers_stay
    )
    controls = game.rules.wagers.decisions_by_controller
    assert_refused(game.say(place("bob", 1, "5", seated=True)), "box.seat-taken", controls)
    game.deal("7s")
    order = game.rules.initial_deal.deal_order
    assert_refused(game.say(c.CloseBets()), "bets.closed", order)
    assert_refused(game.say(c.ClearTable()), "round.not-over", order)


@pytest.mark.clause(S24, "6.6", "6.6.1", "6.6.2", "6.6.3", "6/6.7", "2.1:controlling-player")
@pytest.mark.clause(S65, "5.5", "5.5.1", "5.5.2", "5.5.3", "5.6", "1.1:controlling-player")
@pytest.mark.clause(PJ, "5.5", "5.5.1", "5.5.2", "5.5.3", "5.6", "1.1:controlling-player")
@pytest.mark.clause(NZ, "15.3", "15.3(a)")
@pytest.mark.parametrize("name", ALL)
def test_the_seated_player_controls_else_the_highest_or_in_new_zealand_the_nearest(
    name: str,
) -> None:
    game = GameTable(name)
    for player, amount in (("ann", "5"), ("bob", "20"), ("cat", "20")):
        game.do(place(player, 1, amount))
    for player, amount, seated in (("ann", "5", False), ("bob", "50", False), ("cat", "5", True)):
        game.do(place(player, 2, amount, seated=seated))
    for player in ("dan", "bob"):
        game.do(place(player, 3, "5"))
    game.do(c.CloseBets())
    unseated = "ann" if name == NZ else "bob"
    assert [box.controller for box in game.table.boxes] == [unseated, "cat", "dan"]


@pytest.mark.clause(S24, "6.9")
@pytest.mark.clause(S65, "5.8")
@pytest.mark.clause(NZ, "15.4")
@pytest.mark.clause(PJ, "5.8")
@pytest.mark.parametrize("name", ALL)
def test_a_player_may_wager_on_several_boxes(name: str) -> None:
    game = GameTable(name)
    game.bet((1, "ann", "5"), (3, "ann", "10"), (7, "ann", "15"))
    assert [box.number for box in game.table.boxes] == [1, 3, 7]


@pytest.mark.clause(S24, "7.2", "7.3", "7.3.1")
@pytest.mark.clause(S65, "6.2", "6.3", "6.3.1")
@pytest.mark.clause(NZ, "15.2")
@pytest.mark.clause(PJ, "6.2", "6.3", "6.3.1")
@pytest.mark.parametrize(("name", "clause"), each("7.3.1", "6.3.1", "15.2", "6.3.1"))
def test_found_wagers_stand_below_the_minimum_and_are_cut_above_the_maximum(
    name: str, clause: str
) -> None:
    game = GameTable(name, maximum="100")
    wagers = [("ann", 3000, False), ("bob", 4000, False), ("cat", 5000, True), ("dan", 100, False)]
    for player, amount, seated in wagers[:3]:
        game.do(report_found(c.PlaceWager(player, 1, amount, seated)))
    game.do(report_found(c.PlaceWager("dan", 2, 100)))
    game.do(c.CloseBets())
    cut = [event for event in game.events if isinstance(event, WagerCutBack)]
    # cat controls and has 50, ann is nearest and has 30, which leaves 20 for bob
    assert [(e.player, e.plays, e.handed_back, e.clause) for e in cut] == [
        ("bob", 2000, 2000, clause)
    ]
    assert [stake.amount for stake in game.table.boxes[1].hands[0].stakes] == [100]


@pytest.mark.clause(S24, "16.1", "16.2", "16.3", "16.5", "16.6")
@pytest.mark.clause(S65, "15.1", "15.2", "15.3", "15.5", "15.6")
@pytest.mark.parametrize(("name", "section"), [(S24, 16), (S65, 15)])
def test_perfect_pairs_in_new_south_wales(name: str, section: int) -> None:
    def pair(player: str, box: int, amount: int = 500) -> c.PlaceSideWager:
        return c.PlaceSideWager(player, box, "perfect-pairs", amount)

    assert_refused(GameTable(name).say(pair("ann", 1)), "side-wager.not-offered", f"{section}.1")
    game = GameTable(name, perfect_pairs="5")
    assert_refused(game.say(pair("ann", 1)), "side-wager.alone", f"{section}.5")
    game.bet((1, "ann", "25"))
    assert_refused(game.say(pair("ann", 1, 450)), "side-wager.amount", f"{section}.3")
    assert_refused(game.say(pair("ann", 1, 550)), "side-wager.amount", f"{section}.3")
    for player in ("bob", "cat", "ann"):  # bettors without a wager on the box may
        game.do(pair(player, 1))
    assert_refused(game.say(pair("dan", 1)), "side-wager.full", f"{section}.6")
    stays = game.rules.wagers.placed_wagers_stay
    game.do(c.WithdrawSideWager("cat", 1, "perfect-pairs"))
    assert_refused(game.say(c.WithdrawSideWager("cat", 1, "perfect-pairs")), "wager.none", stays)
    assert_refused(game.say(pair("bob", 1)), "side-wager.full", f"{section}.6")
    game.deal("7s")
    late = game.rules.wagers.no_wager_after_first_card
    assert_refused(game.say(pair("cat", 1)), "wager.too-late", late)
    assert_refused(game.say(c.WithdrawSideWager("bob", 1, "perfect-pairs")), "wager.too-late", late)


@pytest.mark.clause(NZ, "15A.1", "15A.2", "15A.3", "15A.4", "5.6")
def test_perfect_pairs_in_new_zealand_only_beside_ones_own_wager() -> None:
    pair = c.PlaceSideWager("bob", 1, "perfect-pairs", 500)
    assert_refused(GameTable(NZ).say(pair), "side-wager.not-offered", "15A.1")
    game = GameTable(NZ, perfect_pairs="5")
    game.bet((1, "ann", "25"))
    assert_refused(game.say(pair), "side-wager.own-wager", "15A.2")
    game.bet((1, "bob", "25"))
    game.do(pair)
    game.do(c.WithdrawWager("bob", 1))
    assert game.table.racks["bob"] == 1_000_000  # the Perfect Pairs wager came back with it
    game.bet((1, "bob", "25"))
    game.do(pair)
    game.do(c.WithdrawWager("ann", 1))
    assert_refused(
        game.say(c.PlaceSideWager("bob", 1, "suits-you", 500, "s")), "side-wager.none", "15A.1"
    )


@pytest.mark.clause(PJ, "13.1", "13.2", "13.3", "13.5", "13.6")
def test_suits_you_one_a_box_with_one_suit() -> None:
    def suit(player: str, box: int, amount: int = 500, suit: str | None = "h") -> c.PlaceSideWager:
        return c.PlaceSideWager(player, box, "suits-you", amount, suit)

    assert_refused(GameTable(PJ).say(suit("ann", 1)), "side-wager.not-offered", "13.1")
    game = GameTable(PJ, suits_you="5")
    assert_refused(game.say(suit("ann", 1)), "side-wager.alone", "13.5")
    game.bet((1, "ann", "25"))
    assert_refused(game.say(suit("ann", 1, 550)), "side-wager.amount", "13.3")
    assert_refused(game.say(suit("ann", 1, suit="x")), "side-wager.suit", "13.7.3")
    game.do(suit("bob", 1))
    assert_refused(game.say(suit("ann", 1)), "side-wager.full", "13.6")
    pairs = c.PlaceSideWager("ann", 1, "perfect-pairs", 500)
    assert_refused(game.say(pairs), "side-wager.none", "13.1")


def test_chips_come_and_go_by_more_than_nothing() -> None:
    game = GameTable(S24)
    assert_refused(game.say(c.BringChips("ann", 0)), "chips.none", "6.2")
    assert_refused(game.say(c.TakeChips("ann", 0)), "chips.none", "6.2")
    assert_refused(game.say(c.TakeChips("ann", 1_000_001)), "chips.short", "6.2")
    game.do(c.BringChips("ann", 1))
    game.do(c.TakeChips("ann", 1))
    game.do(c.TakeChips("ann", 1_000_000))
    assert game.table.racks["ann"] == 0
