"""Wagers are made of chips and tokens: nothing that the smallest of them cannot make (reading 44)."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.records.read import read_record
from houserules.table.records.replay import Replayed, Violation, replay
from houserules.table.sign.commands import AllowMore, ChangeLimits, RaiseWager
from houserules.table.tokens import ExchangeVoucher
from rules.sign.sign_table import SignTable, after, place, stated
from seated_table import SUPERVISOR

CHIPS = {S24: "6.2", S65: "5.1", NZ: "5.2", PJ: "5.1"}
each_rulebook = pytest.mark.parametrize("name", CHIPS)
in_chips = (
    pytest.mark.clause(S24, "6.2"),
    pytest.mark.clause(S65, "5.1"),
    pytest.mark.clause(NZ, "5.2"),
    pytest.mark.clause(PJ, "5.1"),
)
pytestmark = list(in_chips)
ODD = "chips.odd-amount"


def against_an_ace(name: str) -> GameTable:
    game = GameTable(name)
    game.bet((1, "ann", "10"))
    game.deal("5s Ah 6d")
    return game


@each_rulebook
def test_an_initial_wager_is_made_of_whole_chips(name: str) -> None:
    game = GameTable(name)
    assert_refused(game.say(c.PlaceWager("ann", 1, 10_01)), ODD, CHIPS[name])
    assert_refused(game.say(c.PlaceWager("ann", 1, 10_25)), ODD, CHIPS[name])
    game.do(c.PlaceWager("ann", 1, 10_50))


@each_rulebook
def test_more_on_a_wager_is_made_of_whole_chips(name: str) -> None:
    desk = SignTable(name, stated("5", "1000"))
    desk.do(place("ann", 1, "10"))
    assert_refused(desk.say(RaiseWager("ann", 1, 33)), ODD, CHIPS[name])
    desk.do(RaiseWager("ann", 1, 50))


@pytest.mark.clause(S24, "9.1")
@pytest.mark.clause(S65, "8.1")
@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_insurance_is_made_of_whole_chips(name: str) -> None:
    game = against_an_ace(name)
    assert_refused(game.say(c.Insure("ann", 1, 25)), ODD, CHIPS[name])
    if name != NZ:  # there, the dealer could not pay it (10.4(b))
        assert_refused(game.say(c.Insure("ann", 1, 1)), ODD, CHIPS[name])
    game.do(c.Insure("ann", 1, 50))


@pytest.mark.clause(NZ, "10.4(b)")
def test_in_new_zealand_insurance_must_be_payable_too() -> None:
    assert_refused(
        against_an_ace(NZ).say(c.Insure("ann", 1, 1)), "insurance.not-payable", "10.4(b)"
    )


@each_rulebook
def test_a_double_is_made_of_whole_chips(name: str) -> None:
    game = GameTable(name)
    game.bet((1, "ann", "10"), (1, "bob", "10"))
    game.deal("5s 6h 6d")
    assert_refused(game.say(c.Double("ann", 1, 1, 5_01)), ODD, CHIPS[name])
    game.do(c.Double("ann", 1, 1, 5_50))
    assert_refused(game.say(c.Double("bob", 1, 1, 9_99)), ODD, CHIPS[name])
    game.do(c.Double("bob", 1, 1, 10_00))


@pytest.mark.parametrize("name", [S24, S65, PJ])
def test_chips_and_tokens_are_whole_each_by_themselves(name: str) -> None:
    game = GameTable(name)
    game.do(ExchangeVoucher(Person("dora", "dealer"), after(0), "V1", "ann", 50_33))
    assert_refused(game.say(c.PlaceWager("ann", 1, 10_00, tokens=33)), ODD, CHIPS[name])
    game.do(c.PlaceWager("ann", 1, 10_00, tokens=50))


@pytest.mark.clause(S24, "16.3")
@pytest.mark.clause(S65, "15.3")
@pytest.mark.clause(NZ, "15A.4")
@pytest.mark.clause(PJ, "13.3")
@pytest.mark.parametrize(
    ("name", "side", "clause"),
    [(S24, "pairs", "16.3"), (S65, "pairs", "15.3"), (NZ, "pairs", "15A.4"), (PJ, "suits", "13.3")],
)
def test_the_sign_gives_side_wagers_that_chips_can_make(name: str, side: str, clause: str) -> None:
    desk = SignTable(name, stated("5", "1000"))
    for amount in ("0.33", "0.75"):
        other = ChangeLimits(SUPERVISOR, after(1), stated("5", "1000", **{side: amount}))
        assert_refused(desk.say(other), "sign.side-amount", clause)
    desk.do(ChangeLimits(SUPERVISOR, after(1), stated("5", "1000", **{side: "0.50"})))


def test_a_range_of_side_wagers_goes_in_chips() -> None:
    desk = SignTable(S24, stated("5", "1000", pairs="5 100"))
    desk.do(place("ann", 1, "5"))
    assert_refused(desk.say(c.PlaceSideWager("ann", 1, "perfect-pairs", 5_01)), ODD, "6.2")
    desk.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 5_50))


@pytest.mark.clause(S24, "7.1", "7.6")
def test_maxima_on_a_sign_are_made_of_chips() -> None:
    desk = SignTable(S24, stated("5", "1000"))
    odd = ChangeLimits(SUPERVISOR, after(1), stated("5", "1000.33"))
    assert_refused(desk.say(odd), "sign.amounts", "7.1")
    own = AllowMore(SUPERVISOR, after(1), "ann", 5_00, 2000_33)
    assert_refused(desk.say(own), "limits.own", "7.6")


def record(name: str, *decisions: str, wager: str = "10", side: str | None = None) -> object:
    option, kind = ("suits_you", "suits-you") if name == PJ else ("perfect_pairs", "perfect-pairs")
    data: dict[str, object] = {
        "format": "houserules/round-1",
        "rulebook": name,
        "cards": "5s Ah 6d 9c 9d 9h",
        "decisions": list(decisions),
        "wagers": [{"box": 1, "player": "ann", "amount": wager}],
    }
    if side:
        suit = {"suit": "s"} if name == PJ else {}
        wagered = {"kind": kind, "box": 1, "player": "ann", "amount": side, **suit}
        data |= {"side_wagers": [wagered], "table": {option: side}}
    return replay(read_record(data))


@each_rulebook
def test_a_record_with_an_odd_wager_breaks_the_rule(name: str) -> None:
    for found in (record(name, wager="10.01"), record(name, side="0.33")):
        assert isinstance(found, Violation)
        assert (found.decision, found.refusal.clause) == (None, CHIPS[name])


@each_rulebook
def test_a_record_with_an_odd_double_or_insurance_breaks_the_rule(name: str) -> None:
    found = record(name, "1 double 5.25")
    assert isinstance(found, Violation)
    assert (found.decision, found.refusal.clause) == (0, CHIPS[name])
    assert isinstance(record(name, "1 double 5.50"), Replayed)
    if name != PJ:
        found = record(name, "1 insure 0.25", "1 double 5")
        assert isinstance(found, Violation)
        assert (found.decision, found.refusal.clause) == (0, CHIPS[name])
