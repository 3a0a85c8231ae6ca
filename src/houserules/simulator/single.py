"""One box alone: its play and the dealer's hand as one automaton from card to outcome."""

from typing import NamedTuple

from houserules.simulator.dealing import (
    NATURAL,
    Dealer,
    alike,
    ends,
    first_card,
    settled,
    standing,
    with_card,
)
from houserules.simulator.kinds import HELD, Kind, is_open
from houserules.simulator.packing import At, Packed
from houserules.simulator.rows import RowBank, ended

NATURALS = (
    Kind.PONTOON,
    Kind.PINKJACK,
    Kind.SUITED_BLACKJACK,
    Kind.UNSUITED_BLACKJACK,
    HELD,
)
SPLIT_ROUND = 255
"""The outcome under which rounds with a split are counted; their settlements are counted apart."""


class Outcome(NamedTuple):
    """How a round of one unsplit hand ends."""

    kind: Kind
    insurance: bool | None  # won, lost, or there was none


class Single:
    """Finishes a box's play against the dealer; numbers the outcomes from 1."""

    def __init__(self, packed: Packed, bank: RowBank, *, insures: bool) -> None:
        self.packed, self.bank, self.insures = packed, bank, insures
        self.outcomes: dict[Outcome, int] = {}
        self._finished: dict[tuple[int, int], int] = {}
        self._entries: dict[tuple[Dealer, int, bool], int] = {}

    def finish(self, up: int, ending: int) -> int:
        """Give the entry for an ending against an upcard."""
        if (up, ending) not in self._finished:
            self._finished[up, ending] = self._finish(up, ending)
        return self._finished[up, ending]

    def _finish(self, up: int, ending: int) -> int:
        offered = self.packed[At.INSURANCE_AGAINST] >> (up & 15) & 1
        insured = self.insures and bool(offered) and ending not in NATURALS
        return self._entry(first_card(up), ending, insured=insured)

    def _entry(self, dealer: Dealer, ending: int, *, insured: bool) -> int:
        key = (dealer, ending, insured)
        if key not in self._entries:
            self._entries[key] = self._made(dealer, ending, insured=insured)
        return self._entries[key]

    def _made(self, dealer: Dealer, ending: int, *, insured: bool) -> int:
        """Give an outcome if nothing can change it any more, else a row of the dealer's cards."""
        possible = ends(dealer, standing(self.packed))
        found = [self._outcome(ending, end, insured=insured) for end in possible]
        if alike(self.packed, {each.kind for each in found}) and (
            len({each.insurance for each in found}) == 1
        ):
            return self._ended(found[0])
        by = self.bank.by_card if dealer.first >= 0 else self.bank.by_value
        return by(lambda code: self._after(dealer, code, ending, insured=insured))

    def _after(self, dealer: Dealer, code: int, ending: int, *, insured: bool) -> int:
        after = with_card(dealer, code)
        if isinstance(after, Dealer):
            return self._entry(after, ending, insured=insured)
        return self._ended(self._outcome(ending, after, insured=insured))

    def _outcome(self, ending: int, end: int, *, insured: bool) -> Outcome:
        kind = settled(self.packed, ending, end) if is_open(ending) else Kind(ending)
        return Outcome(kind, end >= NATURAL if insured else None)

    def _ended(self, outcome: Outcome) -> int:
        number = self.outcomes.setdefault(outcome, len(self.outcomes) + 1)
        assert number < SPLIT_ROUND
        return ended(number)
