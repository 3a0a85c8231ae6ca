"""When the $50s of a Super Bonus are paid, and when its cards leave the layout."""

import pytest

from game_table import NZ, S24, S65, GameTable
from houserules.core.cards import cards
from houserules.table import commands as c
from houserules.table.events import HandCleared, WagerSettled
from houserules.table.irregularities import commands as m
from houserules.table.irregularities.commands import ReportMalfunction
from rules.irregularities.irregular_table import IrregularTable
from seated_table import DEALER, NOW, SUPERVISOR

ROUNDS = [(1, "ann", "25"), (2, "bob", "10"), (3, "cat", "10")]


def super_bonus(game: GameTable, others: str) -> GameTable:
    """Ann makes 7-7-7 of spades on box 1; the first two cards of boxes 2 and 3 are given."""
    game.bet(*ROUNDS)
    second, third, fourth, fifth = others.split()
    game.deal(f"7s {second} {fourth} 7h 7s {third} {fifth}")
    game.do(c.Hit("ann", 1, 1))
    game.deal("7s")
    return game


def order(game: GameTable) -> list[str]:
    """Return the bonus payments and the clearing of box 1, in order."""
    found = []
    for event in game.events:
        if isinstance(event, WagerSettled) and event.result == "bonus":
            found.append(f"{event.wager} {event.player}")
        elif isinstance(event, HandCleared) and event.box == 1:
            found.append("cards")
    return found


@pytest.mark.clause(S24, "11.2.2", "11.2.3")
@pytest.mark.clause(S65, "10.2.2", "10.2.3")
@pytest.mark.parametrize("name", [S24, S65])
def test_the_cards_leave_after_the_fifties_are_paid(name: str) -> None:
    game = super_bonus(GameTable(name), "9c 8d 9c 8d")
    assert order(game) == ["super-bonus ann", "bonus bob", "bonus cat", "cards"]
    assert game.table.turn() is not None  # before anybody else is asked
    assert game.table.discards == cards("7s 7s 7s")


@pytest.mark.clause(S24, "11.2.3")
@pytest.mark.clause(S65, "10.2.3")
@pytest.mark.parametrize("name", [S24, S65])
def test_the_cards_wait_for_a_player_who_may_still_win(name: str) -> None:
    game = super_bonus(GameTable(name), "7d 7d 9c 8d")  # bob has two sevens of one suit
    assert order(game) == ["super-bonus ann", "bonus cat"]
    hand = game.table.hand(1, 1)
    assert hand is not None and hand.done and not hand.cleared
    game.do(c.Hit("bob", 2, 1))
    game.deal("2c")
    assert order(game) == ["super-bonus ann", "bonus cat", "bonus bob", "cards"]


@pytest.mark.clause(S24, "11.2.3", "11.5")
@pytest.mark.clause(S65, "10.2.3", "10.5")
@pytest.mark.parametrize("name", [S24, S65])
def test_a_second_winner_has_no_fifty(name: str) -> None:
    game = super_bonus(GameTable(name), "7d 7d 9c 8d")
    game.do(c.Hit("bob", 2, 1))
    game.deal("7d")
    assert order(game) == ["super-bonus ann", "bonus cat", "super-bonus bob", "cards"]
    assert all(game.table.hand(box, 1).cleared for box in (1, 2))  # type: ignore[union-attr]


@pytest.mark.clause(S24, "11.2.3", "18.16.2")
@pytest.mark.clause(S65, "10.2.3", "17.16.2")
@pytest.mark.parametrize("name", [S24, S65])
def test_who_may_still_win_is_paid_when_the_round_is_void(name: str) -> None:
    game = IrregularTable(name)
    super_bonus(game, "7d 7d 9c 8d")
    game.do(m.ReportWrongCards(DEALER, NOW, "missing"))
    assert order(game)[:3] == ["super-bonus ann", "bonus cat", "bonus bob"]
    assert game.up("bob") == game.up("cat") == 5000


@pytest.mark.clause(S65, "10.2.3", "18.4")
def test_who_may_still_win_is_paid_when_the_device_ends_the_round() -> None:
    game = IrregularTable(S65, kind="shuffling device")
    super_bonus(game, "7d 7d 9c 8d")
    game.do(ReportMalfunction(DEALER, NOW, harms=True, other_device=True, practicable=True))
    assert game.up("bob") == game.up("cat") == 5000


@pytest.mark.clause(NZ, "8.6", "9.2", "11.3")
def test_in_new_zealand_the_cards_stay_to_the_end_of_the_round() -> None:
    game = super_bonus(GameTable(NZ), "9c 8d 9c 8d")
    game.do(c.Stand("bob", 2, 1))
    game.do(c.Stand("cat", 3, 1))
    game.deal("Kc")
    assert order(game) == ["super-bonus ann", "bonus bob", "bonus cat"]
    hand = game.table.hand(1, 1)
    assert game.table.phase == "over" and hand is not None and not hand.cleared
    game.do(c.ClearTable())
    assert sorted(map(str, game.table.discards)).count("7s") == 3


@pytest.mark.clause(NZ, "11.3", "16.5")
def test_in_new_zealand_fifties_stand_when_the_winning_hand_is_void() -> None:
    game = IrregularTable(NZ)
    super_bonus(game, "9c 8d 9c 8d")
    assert game.report() is None
    game.do(m.VoidMisdeal(SUPERVISOR, NOW, ((1, 1),), None))
    assert (game.up("ann"), game.up("bob"), game.up("cat")) == (0, 5000 - 1000, 5000 - 1000)
    hand = game.table.hand(1, 1)
    assert hand is not None and hand.cleared
