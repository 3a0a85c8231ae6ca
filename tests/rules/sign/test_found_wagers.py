"""Wagers outside the limits are reported by staff, and by staff only (S24 7.2, 7.3, 2.1)."""

from dataclasses import fields

import pytest

from game_table import ALL, NZ, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.cards import cards
from houserules.core.people import Person
from houserules.floor.tables.authority import COMMANDS
from houserules.shoe.state import Source
from houserules.table import commands as c
from houserules.table.irregularities.commands import ConfirmReconstruction, ReportMisdeal
from houserules.table.judge import carry_out_by
from houserules.table.people.commands import FindWagerInvalid
from houserules.table.sign.commands import ChangeLimits, ReportFoundWager
from houserules.table.sign.events import WagerFound, WagerFoundInPlay
from houserules.table.state import changed
from rules.sign.sign_table import START, SignTable, found_wager, place, stated
from seated_table import SUPERVISOR


@pytest.mark.clause(S24, "7.2", "7.3")
@pytest.mark.clause(S65, "6.2", "6.3")
@pytest.mark.clause(NZ, "5.5(b)")
@pytest.mark.clause(PJ, "6.2", "6.3")
@pytest.mark.parametrize(
    ("name", "below", "above"),
    [(S24, "7.2", "7.3"), (S65, "6.2", "6.3"), (NZ, "5.5(b)", "15.2"), (PJ, "6.2", "6.3")],
)
def test_staff_report_wagers_found_outside_the_limits(name: str, below: str, above: str) -> None:
    desk = SignTable(name, stated("5", "100"))
    desk.do(found_wager("ann", 1, "2"))
    desk.do(found_wager("bob", 2, "150"))
    events = [e for e in desk.events if isinstance(e, WagerFound)]
    assert [(e.player, e.amount, e.by, e.clause) for e in events] == [
        ("ann", 200, "sue", below),
        ("bob", 15_000, "sue", above),
    ]
    desk.do(c.CloseBets())
    assert [box.bettors[0].plays for box in desk.table.boxes] == [200, 10_000]


@pytest.mark.clause(S24, "7.2")
@pytest.mark.clause(S65, "6.2")
@pytest.mark.clause(NZ, "5.5(b)")
@pytest.mark.clause(PJ, "6.2")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("7.2", "6.2", "5.5(b)", "6.2"))
def test_no_player_reports_a_wager_as_found(name: str, clause: str) -> None:
    desk = SignTable(name, stated("5", "100"))
    ann = Person("ann", "player")
    report = ReportFoundWager(ann, START, "ann", 1, 200)
    assert_refused(desk.say(report), "role.may-not", clause)
    outcome = carry_out_by(desk.rules, desk.table, place("ann", 1, "2"), ann)
    assert not isinstance(outcome, tuple)
    assert outcome.code == "wager.below-minimum"
    assert "found" not in {field.name for field in fields(c.PlaceWager)}
    assert COMMANDS["report-found-wager"] is ReportFoundWager


@pytest.mark.parametrize("name", ALL)
def test_where_the_software_takes_wagers_none_is_found(name: str) -> None:
    desk = SignTable(name, stated("5", "100"))
    virtual = Source("card shoe", 384, 384, virtual=True)
    desk.table = changed(desk.table, source=virtual)
    clause = desk.rules.powers.may_report_found_wager.clause
    assert_refused(desk.say(found_wager("ann", 1, "2")), "found-wager.virtual", clause)


@pytest.mark.clause(S24, "2.1:invalid-wager", "17.21.2")
def test_any_wager_against_the_rules_is_invalid_and_the_card_stays_valid() -> None:
    desk = SignTable(S24, stated("5", "100"))
    desk.do(place("ann", 1, "10"))
    desk.do(place("bob", 2, "10"))
    desk.deal("9s 9c")
    against = FindWagerInvalid(SUPERVISOR, START, "ann", "against the rules of the game")
    desk.do(against)
    assert desk.table.racks["ann"] == 1_000_000
    patron = desk.table.patron("ann")
    assert patron is not None and patron.card is not None


def in_play(
    name: str, *wagers: tuple[str, int, str], dealt: str = "9s", **limits: str
) -> SignTable:
    """Bets are closed and cards are out; limits of $5 to $100 a box unless told."""
    seats = (("ann", 1), ("bob", 2), ("cat", None), ("dan", None))
    desk = SignTable(name, stated("5", "100", **limits), seats=seats)
    for wager in wagers:
        desk.do(place(*wager))
    desk.deal(dealt)
    return desk


def chips(desk: SignTable) -> int:
    return sum(desk.table.racks.values()) + desk.table.layout() + desk.table.float_tray


def last(desk: SignTable) -> WagerFoundInPlay:
    event = desk.events[-1]
    assert isinstance(event, WagerFoundInPlay)
    return event


def playing(desk: SignTable, box: int = 1) -> list[tuple[str, int, int]]:
    """Each bettor of a box: as placed, and what plays; the stakes say the same."""
    there = desk.table.box(box)
    assert there is not None
    stakes = {stake.player: stake.amount for hand in there.hands for stake in hand.open_stakes}
    assert stakes == {each.player: each.plays for each in there.bettors if each.plays}
    return [(each.player, each.placed, each.plays) for each in there.bettors]


BELOW = by_rulebook("7.2", "6.2", "5.5(b)", "6.2")
ABOVE = by_rulebook("7.3", "6.3", "15.2", "6.3")
SEVERAL = by_rulebook("7.3.1", "6.3.1", "15.2", "6.3.1")


@pytest.mark.clause(S24, "7.2")
@pytest.mark.clause(S65, "6.2")
@pytest.mark.clause(NZ, "5.5(b)")
@pytest.mark.clause(PJ, "6.2")
@pytest.mark.parametrize(("name", "clause"), BELOW)
def test_a_wager_found_below_the_minimum_in_play_is_valid_as_it_lies(
    name: str, clause: str
) -> None:
    desk = in_play(name, ("ann", 1, "10"))
    whole = chips(desk)
    assert_refused(desk.say(found_wager("ann", 1, "5")), "found-wager.within", above_clause(name))
    desk.do(found_wager("ann", 1, "4.50"))
    assert (last(desk).clause, last(desk).by) == (clause, "sue")
    assert playing(desk) == [("ann", 450, 450)]
    assert desk.table.racks["ann"] == 1_000_000 - 450 and chips(desk) == whole


def above_clause(name: str) -> str:
    return dict(ABOVE)[name]


@pytest.mark.clause(S24, "7.3")
@pytest.mark.clause(S65, "6.3")
@pytest.mark.clause(NZ, "15.2")
@pytest.mark.clause(PJ, "6.3")
@pytest.mark.parametrize(("name", "clause"), ABOVE)
def test_a_wager_found_above_the_maximum_in_play_is_cut_back_to_it(name: str, clause: str) -> None:
    desk = in_play(name, ("ann", 1, "90"))
    whole = chips(desk)
    assert_refused(desk.say(found_wager("ann", 1, "100")), "found-wager.within", clause)
    desk.do(found_wager("ann", 1, "100.50"))
    assert last(desk).clause == clause
    assert playing(desk) == [("ann", 10_050, 10_000)]
    assert desk.table.racks["ann"] == 1_000_000 - 10_000 and chips(desk) == whole
    assert_refused(desk.say(found_wager("ann", 1, "100.50")), "found-wager.same", clause)


@pytest.mark.clause(S24, "7.3.1", "7.1.1", "6.6.2")
@pytest.mark.clause(S65, "6.3.1", "6.1.1", "5.5.2")
@pytest.mark.clause(NZ, "15.2", "15.3(a)")
@pytest.mark.clause(PJ, "6.3.1", "6.1.1", "5.5.2")
@pytest.mark.parametrize(("name", "clause"), SEVERAL)
def test_the_amount_found_decides_control_and_who_is_cut_back(name: str, clause: str) -> None:
    """Nobody sits at box 3: in NSW the highest wager decides, in NZ the one nearest the dealer."""
    desk = in_play(name, ("cat", 3, "50"), ("dan", 3, "30"))
    whole = chips(desk)
    desk.do(found_wager("dan", 3, "70"))
    box = desk.table.box(3)
    assert box is not None and last(desk).clause == clause
    if name == NZ:
        assert (box.controller, last(desk).controller) == ("cat", None)
        assert playing(desk, 3) == [("cat", 5_000, 5_000), ("dan", 7_000, 5_000)]
    else:
        assert (box.controller, last(desk).controller) == ("dan", "dan")
        assert playing(desk, 3) == [("cat", 5_000, 3_000), ("dan", 7_000, 7_000)]
    assert chips(desk) == whole


@pytest.mark.clause(S24, "7.3.1", "6.5")
@pytest.mark.clause(S65, "6.3.1", "5.4")
@pytest.mark.clause(NZ, "15.2", "15.1")
@pytest.mark.clause(PJ, "6.3.1", "5.4")
@pytest.mark.parametrize("name", ALL)
def test_a_wager_that_nobody_entered_lies_behind_the_others(name: str) -> None:
    desk = in_play(name, ("ann", 1, "80"))
    assert_refused(
        desk.say(found_wager("cat", 3, "2")),
        "found-wager.no-cards",
        desk.rules.wagers.no_wager_after_first_card,
    )
    desk.do(found_wager("cat", 1, "50"))
    assert playing(desk) == [("ann", 8_000, 8_000), ("cat", 5_000, 2_000)]
    desk.do(found_wager("dan", 1, "2"))  # nothing is left of the maximum
    assert playing(desk)[2] == ("dan", 200, 0)
    assert desk.table.racks["dan"] == 1_000_000
    full = desk.say(found_wager("bob", 1, "2"))
    assert_refused(full, "box.full", desk.rules.wagers.bettors_per_box.clause)


@pytest.mark.clause(S24, "7.3", "9.2", "13.1")
@pytest.mark.clause(S65, "6.3", "8.2", "12.1")
@pytest.mark.clause(NZ, "15.2", "10.4(a)", "12.3(a)")
@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_insurance_and_doubles_follow_what_plays(name: str) -> None:
    desk = in_play(name, ("cat", 3, "50"), ("dan", 3, "40"), dealt="5s As 6d")
    for player, amount in (("cat", 2_500), ("dan", 2_000)):
        desk.do(c.Insure(player, 3, amount))
    desk.do(c.CloseOffers())
    desk.do(c.Double("cat", 3, 1, 5_000))
    desk.do(c.Double("dan", 3, 1, 4_000))
    whole = chips(desk)
    desk.do(
        found_wager("cat", 3, "4")
    )  # below the minimum: valid, and the additional wagers follow
    box = desk.table.box(3)
    assert box is not None and chips(desk) == whole
    assert [(each.player, each.amount) for each in box.insurance] == [("cat", 200), ("dan", 2_000)]
    assert [(s.player, s.amount, s.double) for s in box.hands[0].stakes] == [
        ("cat", 400, 400),
        ("dan", 4_000, 4_000),
    ]
    assert box.controller == ("cat" if name == NZ else "dan")
    assert desk.table.racks["cat"] == 1_000_000 - 400 - 400 - 200


@pytest.mark.clause(S24, "14.1", "7.3")
@pytest.mark.clause(S65, "13.1", "6.3")
@pytest.mark.clause(NZ, "13.1", "15.2")
@pytest.mark.clause(PJ, "11.1", "6.3")
@pytest.mark.parametrize("name", ALL)
def test_a_split_wager_follows_down_and_never_up(name: str) -> None:
    desk = in_play(name, ("ann", 1, "20"), dealt="8s 6h 8d")
    desk.do(c.Split("ann", 1, 1))
    up = desk.rules.splitting.split_equal_values
    assert_refused(desk.say(found_wager("ann", 1, "150")), "found-wager.split", up)
    whole = chips(desk)
    desk.do(found_wager("ann", 1, "3"))
    box = desk.table.box(1)
    assert box is not None and chips(desk) == whole
    assert [hand.stakes[0].amount for hand in box.hands] == [300, 300]
    assert desk.table.racks["ann"] == 1_000_000 - 600


@pytest.mark.clause(S24, "7.3", "11.5")
@pytest.mark.clause(S65, "6.3", "10.5")
@pytest.mark.clause(NZ, "15.2", "11.2")
@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_what_plays_decides_the_super_bonus(name: str) -> None:
    desk = in_play(name, ("cat", 3, "10"), ("dan", 3, "10"), dealt="7s 7h 7s")
    desk.do(found_wager("cat", 3, "200"))  # plays $100, and dan has nothing left of the box
    desk.do(c.Hit("cat", 3, 1))
    desk.do(c.DealCard(cards("7s")[0]))
    bonus = [(e.player, e.returned) for e in desk.settled if e.wager == "super-bonus"]
    assert bonus == [("cat", 500_000)]


@pytest.mark.clause(S24, "7.3")
@pytest.mark.clause(S65, "6.3")
@pytest.mark.clause(NZ, "5.5(b)")
@pytest.mark.clause(PJ, "6.3")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("7.3", "6.3", "5.5(b)", "6.3"))
def test_in_play_a_supervisor_reports_and_only_before_the_box_is_decided(
    name: str, clause: str
) -> None:
    desk = in_play(name, ("ann", 1, "10"), ("bob", 2, "10"), dealt="Ks 9c 6h As 8d")
    dealer = ReportFoundWager(Person("dora", "dealer"), START, "bob", 2, 15_000)
    assert_refused(desk.say(dealer), "role.may-not", clause)
    assert_refused(
        desk.say(found_wager("ann", 1, "150")), "found-wager.decided", clause
    )  # a natural, paid
    desk.do(found_wager("bob", 2, "150"))
    desk.do(c.Stand("bob", 2, 1))
    while desk.table.phase == "dealer":
        desk.do(c.DealCard(cards("Kh")[0]))
    assert_refused(desk.say(found_wager("bob", 2, "160")), "found-wager.decided", clause)
    virtual = in_play(name, ("ann", 1, "10"))
    source = virtual.table.source
    assert source is not None
    virtual.table = changed(virtual.table, source=changed(source, virtual=True))
    power = desk.rules.powers.may_report_found_wager.clause
    assert_refused(virtual.say(found_wager("ann", 1, "150")), "found-wager.virtual", power)


@pytest.mark.clause(S24, "7.3", "7.5")
def test_the_limits_of_the_round_count_not_those_of_the_next() -> None:
    desk = in_play(S24, ("ann", 1, "10"))
    desk.do(ChangeLimits(SUPERVISOR, START, stated("5", "50")))
    desk.do(found_wager("ann", 1, "120"))
    assert playing(desk) == [("ann", 12_000, 10_000)]


@pytest.mark.clause(NZ, "15A.2", "15.2")
def test_a_bettor_left_with_nothing_gets_the_side_wager_back() -> None:
    desk = SignTable(NZ, stated("5", "100", pairs="5"), seats=(("ann", 1), ("cat", None)))
    desk.do(place("ann", 1, "20"))
    desk.do(place("cat", 1, "20"))
    desk.do(c.PlaceSideWager("cat", 1, "perfect-pairs", 500))
    desk.deal("9s")
    desk.do(found_wager("ann", 1, "150"))
    assert desk.table.racks["cat"] == 1_000_000
    box = desk.table.box(1)
    assert box is not None and box.sides == ()


@pytest.mark.clause(S24, "7.3", "18.8")
@pytest.mark.clause(S65, "6.3", "17.8")
@pytest.mark.clause(NZ, "15.2", "16.5")
@pytest.mark.clause(PJ, "6.3", "15.8")
@pytest.mark.parametrize("name", ALL)
def test_a_wager_found_in_play_counts_in_a_round_dealt_again(name: str) -> None:
    desk = in_play(name, ("ann", 1, "10"), ("bob", 2, "10"), dealt="Ks 9c 6h 8s 8d")
    whole = chips(desk)
    desk.do(found_wager("bob", 2, "150"))
    desk.do(ReportMisdeal(Person("dora", "dealer"), START, cards("9c Ks 6h 8s 8d")))
    desk.do(found_wager("ann", 1, "2"))  # also while the misdeal is open
    desk.do(ConfirmReconstruction(SUPERVISOR, START))
    assert playing(desk, 1) == [("ann", 200, 200)]
    assert playing(desk, 2) == [("bob", 15_000, 10_000)]
    assert desk.table.hand(2, 1).cards == cards("Ks 8d")  # type: ignore[union-attr]
    assert chips(desk) == whole
