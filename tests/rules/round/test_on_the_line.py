"""Limits on the line: just below, exactly at and just above the number that the document gives."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused
from houserules.core.money import cents
from houserules.table import commands as c
from rules.sign.sign_table import SignTable, place, stated


@pytest.mark.clause(S24, "7.1")
@pytest.mark.clause(S65, "6.1")
@pytest.mark.clause(NZ, "15.6", "15.2")
@pytest.mark.clause(PJ, "6.1")
@pytest.mark.parametrize(
    ("name", "least", "most"),
    [(S24, "7.1", "7.1"), (S65, "6.1", "6.1"), (NZ, "15.6", "15.2"), (PJ, "6.1", "6.1")],
)
def test_a_table_opens_with_wagers_from_5_to_5000_dollars(name: str, least: str, most: str) -> None:
    desk = SignTable(name)
    desk.do(c.BringChips("ann", cents("20000")))
    assert_refused(desk.say(place("ann", 1, "4.50")), "wager.below-minimum", least)
    desk.do(place("ann", 1, "5"))
    desk.do(c.WithdrawWager("ann", 1))
    desk.do(place("ann", 1, "5.50"))
    desk.do(c.WithdrawWager("ann", 1))
    desk.do(place("ann", 1, "4999.50"))
    desk.do(c.WithdrawWager("ann", 1))
    assert_refused(desk.say(place("ann", 1, "5000.50")), "wager.above-maximum", most)
    desk.do(place("ann", 1, "5000"))


@pytest.mark.clause(S24, "11.5")
@pytest.mark.clause(S65, "10.5")
@pytest.mark.clause(NZ, "11.2")
@pytest.mark.parametrize(("name", "lowest"), [(S24, "5"), (S65, "5"), (NZ, "2")])
def test_the_bands_of_the_super_bonus(name: str, lowest: str) -> None:
    prizes = {
        cents(lowest) - 50: 0,
        cents(lowest): 1000_00,
        cents(lowest) + 50: 1000_00,
        24_50: 1000_00,
        25_00: 5000_00,
        25_50: 5000_00,
    }
    assert {wager: super_bonus(name, wager) for wager in prizes} == prizes


def super_bonus(name: str, wager: int) -> int:
    """Return what three sevens of hearts against a seven win beside their odds."""
    game = GameTable(name, minimum="1")
    game.do(c.PlaceWager("ann", 1, wager))
    game.do(c.CloseBets())
    game.deal("7h 7c 7h")
    game.do(c.Hit("ann", 1, 1))
    game.deal("7h")
    return sum(row.returned for row in game.settled if row.wager == "super-bonus")


@pytest.mark.clause(S24, "15.4")
@pytest.mark.clause(S65, "14.4")
@pytest.mark.clause(NZ, "14.3")
@pytest.mark.clause(PJ, "12.2")
@pytest.mark.parametrize(("name", "soft"), [(S24, 18), (S65, 18), (NZ, 18), (PJ, 17)])
def test_where_the_dealer_stops_drawing(name: str, soft: int) -> None:
    for first, second, total in (
        ("5", "Kd", 15),
        ("6", "Kd", 16),
        ("7", "Kd", 17),
        ("8", "Kd", 18),
    ):
        assert dealer_draws(name, first, second) == (total < 17), total
    for first, total in (("5", 16), ("6", 17), ("7", 18), ("8", 19)):
        assert dealer_draws(name, first, "As") == (total < soft), total


def dealer_draws(name: str, first: str, second: str) -> bool:
    """Say whether the dealer draws a third card against a 20."""
    game = GameTable(name)
    game.bet((1, "ann", "10"))
    game.deal(f"Ks {first}c Qs")
    game.do(c.Stand("ann", 1, 1))
    game.deal(second)
    return game.table.phase == "dealer"


@pytest.mark.clause(NZ, "15A.2")
def test_in_new_zealand_every_bettor_of_a_full_box_may_have_perfect_pairs() -> None:
    """A fourth has no initial wager there, so the number of bettors is the limit."""
    desk = SignTable(NZ, stated("5", pairs="5"))
    for player in ("ann", "bob", "cat"):
        desk.do(place(player, 1, "10"))
        desk.do(c.PlaceSideWager(player, 1, "perfect-pairs", 5_00))
    desk.come("dan")
    assert_refused(desk.say(place("dan", 1, "10")), "box.full", "15.1")
    side = c.PlaceSideWager("dan", 1, "perfect-pairs", 5_00)
    assert_refused(desk.say(side), "side-wager.own-wager", "15A.2")
