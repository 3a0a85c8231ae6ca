"""The rows of the automaton: where each card leads to, one row a state, equal rows kept once.

An entry is one 32-bit word. Its lowest six bits are the part of a card's code that the next row
looks at: the rank alone, or rank and suit. Above them stand two marks, the number of the next row,
and what is counted: 0, or how the hand or the round has ended. Since rows are built from the end
backwards, states that play on alike become one row, and the tables stay small.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houserules.simulator.cards import NAMES

RANK_ONLY: Final = 0x0F
RANK_AND_SUIT: Final = 0x3F
ENDED: Final = 0x40
SPLIT: Final = 0x80
ROW_SHIFT: Final = 8
ENDING_SHIFT: Final = 24
WIDTH: Final = 16
MOST_ROWS: Final = 1 << (ENDING_SHIFT - ROW_SHIFT)


def ended(ending: int) -> int:
    """Give the entry of a card that ends the hand or the round."""
    return ENDED | ending << ENDING_SHIFT


class RowError(ValueError):
    """A strategy with more different situations than an entry can number."""


class RowBank:
    """Rows as they are built; a row that is there already is used again."""

    def __init__(self, *, tens: bool) -> None:
        self.codes = [code for code, name in NAMES.items() if tens or name[0] != "T"]
        self._tens = tens
        self._entries: list[int] = []
        self._places: dict[tuple[int, ...], int] = {}

    def by_value(self, entry: Callable[[int], int]) -> int:
        """Give the entry that leads to a row by rank where all ten-value cards are the same."""
        values = [entry(value) for value in range(10)]
        tens = values[9]
        row = (*values[:9], tens if self._tens else 0, tens, tens, tens, 0, 0, 0)
        return self._place(row) << ROW_SHIFT | RANK_ONLY

    def by_card(self, entry: Callable[[int], int]) -> int:
        """Give the entry that leads to a row by card, or by rank where no suit matters."""
        cards = [0] * (4 * WIDTH)
        for code in self.codes:
            cards[code] = entry(code)
        suits = [tuple(cards[suit * WIDTH : (suit + 1) * WIDTH]) for suit in range(4)]
        if len(set(suits)) == 1:
            return self._place(suits[0]) << ROW_SHIFT | RANK_ONLY
        return self._place(tuple(cards)) << ROW_SHIFT | RANK_AND_SUIT

    def _place(self, row: tuple[int, ...]) -> int:
        if row not in self._places:
            self._places[row] = len(self._entries) // WIDTH
            self._entries.extend(row)
            if len(self) > MOST_ROWS:
                raise RowError(f"a strategy that takes more than {MOST_ROWS} different hands apart")
        return self._places[row]

    def finished(self, start: int) -> NDArray[np.uint32]:
        """Give all rows; after an end the next round begins at `start`."""
        rows = np.array(self._entries, dtype=np.uint32)
        rows[(rows & ENDED) != 0] |= np.uint32(start)
        return rows

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._entries) // WIDTH
