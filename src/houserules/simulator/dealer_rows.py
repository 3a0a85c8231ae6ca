"""The dealer's hand as rows, and what is left to decide at each of them (reading 19).

Open hands that are decided at the same places share a bit. While any bit of what is open is among
those of the dealer's row, the dealer draws.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.simulator.dealing import (
    BUST,
    ENDS,
    NATURAL,
    PINKJACK,
    Dealer,
    alike,
    ends,
    finished,
    first_card,
    settled,
    standing,
    with_card,
)
from houserules.simulator.kinds import ENDINGS, HELD, OPEN, OPEN_DOUBLED, SURRENDERED
from houserules.simulator.layout import DEALER_ROWS
from houserules.simulator.packing import Packed
from houserules.simulator.rows import ROW_SHIFT, RowBank, ended


class DealerRows(NamedTuple):
    """The dealer's part of the tables."""

    roots: NDArray[np.uint32]  # the entry for each upcard
    undecided: NDArray[np.int64]  # by row: the bits of what a further card can change
    first_end: NDArray[np.uint8]  # by row: how a hand counts that is stopped there
    needs: NDArray[np.int64]  # by ending and whether a natural collects it: its bit
    insurance: int  # the bit of an insurance wager
    settled: NDArray[np.uint8]  # by whether collected, ending and dealer's end: the kind


OPEN_ENDINGS = (
    *range(OPEN + 2, OPEN + 21),
    *range(OPEN_DOUBLED + 2, OPEN_DOUBLED + 21),
    SURRENDERED,
    HELD,
)
_Pattern = tuple[bool, ...]


class _Builder:
    """Builds the rows and remembers which hand of the dealer each stands for."""

    def __init__(self, packed: Packed, bank: RowBank) -> None:
        self.packed, self.bank = packed, bank
        self.stands = standing(packed)
        self.entries: dict[Dealer, int] = {}

    def entry(self, dealer: Dealer) -> int:
        """Give the entry for a dealer's hand."""
        end = finished(dealer, self.stands)
        if end is not None:
            return ended(end)
        if dealer not in self.entries:
            by = self.bank.by_card if dealer.first >= 0 else self.bank.by_value
            self.entries[dealer] = by(lambda code: self._after(dealer, code))
        return self.entries[dealer]

    def _after(self, dealer: Dealer, code: int) -> int:
        after = with_card(dealer, code)
        return self.entry(after) if isinstance(after, Dealer) else ended(after)

    def undecided(self, ending: int, *, collected: bool) -> _Pattern:
        """Tell at which of the dealer's hands an open hand is undecided."""
        return tuple(
            not alike(
                self.packed,
                {settled(self.packed, ending, end, collected=collected) for end in self._ends(at)},
            )
            for at in self.entries
        )

    def uninsured(self) -> _Pattern:
        """Tell at which of the dealer's hands insurance is undecided."""
        return tuple(len({end >= NATURAL for end in self._ends(at)}) > 1 for at in self.entries)

    def _ends(self, dealer: Dealer) -> tuple[int, ...]:
        return ends(dealer, self.stands)

    def rows(self) -> list[int]:
        """Give the numbers of the rows, in the order of the patterns."""
        return [entry >> ROW_SHIFT for entry in self.entries.values()]


def dealer_rows(packed: Packed, bank: RowBank) -> DealerRows:
    """Build the dealer's rows; no other rows may be added to the bank before these."""
    builder = _Builder(packed, bank)
    roots = np.zeros(64, dtype=np.uint32)
    for code in bank.codes:
        roots[code] = builder.entry(first_card(code))
    bits: dict[_Pattern, int] = {}
    needs = np.zeros((ENDINGS, 2), dtype=np.int64)
    for ending in OPEN_ENDINGS:
        for collected in (False, True):
            pattern = builder.undecided(ending, collected=collected)
            needs[ending, int(collected)] = bits.setdefault(pattern, 1 << len(bits))
    insurance = bits.setdefault(builder.uninsured(), 1 << len(bits))
    assert len(bits) < 31, "more ways to be undecided than a word has bits"
    assert len(bank) <= DEALER_ROWS
    undecided = np.zeros(len(bank), dtype=np.int64)
    first_end = np.zeros(len(bank), dtype=np.uint8)
    for place, (row, dealer) in enumerate(zip(builder.rows(), builder.entries, strict=True)):
        undecided[row] |= sum(bit for pattern, bit in bits.items() if pattern[place])
        first_end[row] = ends(dealer, builder.stands)[0]
    return DealerRows(roots, undecided, first_end, needs.ravel(), insurance, _settled(packed))


def _settled(packed: Packed) -> NDArray[np.uint8]:
    table = np.zeros((2, ENDINGS, ENDS), dtype=np.uint8)
    table[:, :OPEN, :] = np.arange(OPEN, dtype=np.uint8)[None, :, None]
    for ending in OPEN_ENDINGS:
        for end in (*range(2, BUST + 1), NATURAL, PINKJACK):
            for collected in (False, True):
                table[int(collected), ending, end] = settled(
                    packed, ending, end, collected=collected
                )
    return table.ravel()
