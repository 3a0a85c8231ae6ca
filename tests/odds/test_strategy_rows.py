"""Rows of a strategy: one for every hand and upcard, and exceptions for cards the rules tell apart."""

from collections import Counter

from houserules.core.cards import deck
from houserules.odds.solved_game import solve
from houserules.odds.solver.shoe import shoe_of
from houserules.odds.strategy import strategy_rows
from houserules.rulebook.loader import rulebook


def test_a_ten_that_surrender_is_not_open_against_is_told_apart() -> None:
    """Surrender goes by rank: against a J it may be best where a ten refuses it (S24 10.1)."""
    cards = [card for card in deck(tens=True) if card.rank in "A6789TJQK"]
    solved = solve(rulebook("nsw-pontoon-2024"), shoe=shoe_of(4 * cards))
    rows = strategy_rows(solved)
    named = ("upcard", "cards", "suits", "split_from", "initial_aces")
    every = Counter(str([row[name] for name in named]) for row in rows["hands"])
    assert max(every.values()) == 1
    given_up = Counter(
        str([row[name] for name in row if name != "forfeit"]) for row in rows["forfeit"]
    )
    assert max(given_up.values()) == 1
    surrendered = {
        (row["cards"], row["suits"])
        for row in rows["hands"]
        if row["upcard"] == "T" and row["best"] == "surrender"
    }
    told = Counter((row["upcard"], row["cards"], row["suits"]) for row in rows["exceptions"])
    assert surrendered
    assert told == Counter((f"T{suit}", *hand) for hand in surrendered for suit in "shdc")
    assert all(row["values"]["surrender"] is None for row in rows["exceptions"])
