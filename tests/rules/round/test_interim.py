"""What is settled while the round runs: side wagers at the deal, a 21 and a bust at once."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable
from houserules.core.cards import cards
from houserules.table import commands as c

PAIRS = (S24, S65, NZ)


def paired(name: str, first: str, second: str) -> GameTable:
    """Ann has $5 on Perfect Pairs beside $10; the initial deal is complete, the dealer shows a 6."""
    game = GameTable(name, perfect_pairs="5")
    game.bet((1, "ann", "10"))
    game.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    game.deal(f"{first} 6d {second}")
    return game


@pytest.mark.clause(S24, "16.9")
@pytest.mark.clause(S65, "15.9")
@pytest.mark.clause(NZ, "15A.6")
@pytest.mark.parametrize(("second", "chips"), [("9s", 1_000_000 - 1_000 + 12_500), ("8s", 998_500)])
@pytest.mark.parametrize("name", PAIRS)
def test_pairs_are_paid_or_collected_before_anybody_is_asked(
    name: str, second: str, chips: int
) -> None:
    game = paired(name, "9s", second)
    assert [each.wager for each in game.settled] == ["perfect-pairs"]
    assert game.table.racks["ann"] == chips
    assert game.table.turn() is not None and len(game.table.dealer) == 1


@pytest.mark.clause(S24, "16.7.1")
@pytest.mark.clause(S65, "15.7.1")
@pytest.mark.clause(NZ, "1.0:pair")
@pytest.mark.parametrize("rank", "A23456789")
@pytest.mark.parametrize("name", PAIRS)
def test_two_cards_of_any_one_number_are_a_pair(name: str, rank: str) -> None:
    (pair,) = paired(name, f"{rank}h", f"{rank}c").settled
    assert (pair.result, str(pair.odds)) == ("win", "5 to 1")


@pytest.mark.clause(S24, "16.8.1", "16.8.2")
@pytest.mark.clause(S65, "15.8.1", "15.8.2")
@pytest.mark.clause(NZ, "1.0:coloured-pair", "1.0:mixed-pair")
@pytest.mark.parametrize("two", ["hd", "dh", "sc", "cs", "hs", "sd", "dc", "ch"])
@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_is_coloured_in_red_and_in_black(name: str, two: str) -> None:
    (pair,) = paired(name, f"5{two[0]}", f"5{two[1]}").settled
    coloured = set(two) in ({"h", "d"}, {"s", "c"})
    assert str(pair.odds) == ("10 to 1" if coloured else "5 to 1")


def drawn(name: str, third: str) -> GameTable:
    """Ann and Bob on box 1 have 14 and a third card; Cat on box 2 has not played yet."""
    game = GameTable(name)
    game.bet((1, "ann", "10"), (1, "bob", "5"), (2, "cat", "10"))
    game.deal("9s 8s 6h 5d 9d")
    game.do(c.Hit("ann", 1, 1))
    game.deal(third)
    return game


@pytest.mark.clause(S24, "11.2.1")
@pytest.mark.clause(S65, "10.2.1")
@pytest.mark.clause(NZ, "9.2")
@pytest.mark.clause(PJ, "9.6")
@pytest.mark.parametrize("name", [S24, S65, NZ, PJ])
def test_a_21_is_paid_and_its_cards_leave_before_the_next_box(name: str) -> None:
    game = drawn(name, "7c")
    assert [(each.player, each.net) for each in game.settled] == [("ann", 1_000), ("bob", 500)]
    assert game.table.discards == cards("9s 5d 7c")
    assert game.table.turn() is not None


@pytest.mark.clause(S24, "12.5")
@pytest.mark.clause(S65, "11.5")
@pytest.mark.clause(NZ, "14.2")
@pytest.mark.clause(PJ, "9.5")
@pytest.mark.parametrize("name", [S24, S65, NZ, PJ])
def test_a_bust_loses_every_wager_and_its_cards_leave_before_the_next_box(name: str) -> None:
    game = drawn(name, "8c")
    assert [(each.player, each.net) for each in game.settled] == [("ann", -1_000), ("bob", -500)]
    assert game.table.discards == cards("9s 5d 8c")
    assert game.table.turn() is not None
