"""The dealer's hand: how it grows, how it can end, and what an end makes of an open hand.

An end is a total, or BUST, NATURAL or PINKJACK (S24 15 and 17, NZ 5.1 and 14.3, PJ 12 and 14).
"""

from functools import lru_cache, partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.simulator.automaton import ROW_SHIFT, RowBank, end_entry
from houserules.simulator.cards import NAMES, value_of
from houserules.simulator.decisions import (
    ENDINGS,
    HELD,
    OPEN,
    OPEN_DOUBLED,
    PINK,
    SURRENDERED,
    Kind,
    is_open,
    total_of_open,
)
from houserules.simulator.layout import DEALER_ROWS
from houserules.simulator.packed_rules import ALWAYS, Packed, Rule, odds_at
from houserules.simulator.payouts import TERMS

BUST: Final = 22
NATURAL: Final = 23
PINKJACK: Final = 24
ENDS: Final = 32


class StandingTotals(NamedTuple):
    """The totals from which the dealer stands."""

    hard: int
    soft: int


class DealerHand(NamedTuple):
    """The dealer's cards: the first alone, or a total of two or more."""

    first: int  # the code of the only card, or -1
    hard: int  # aces counted 1
    has_ace: bool

    @property
    def is_soft(self) -> bool:
        return self.has_ace and self.hard <= 11

    @property
    def total(self) -> int:
        return self.hard + 10 if self.is_soft else self.hard


def standing(packed: Packed) -> StandingTotals:
    """Return the totals from which the dealer stands (S24 15.4, NZ 14.3, PJ 12.2)."""
    return StandingTotals(packed[Rule.DEALER_STANDS_ON_HARD], packed[Rule.DEALER_STANDS_ON_SOFT])


def first_card(code: int) -> DealerHand:
    """Return the dealer's hand after the initial deal."""
    return DealerHand(code, value_of(code) + 1, value_of(code) == 0)


def with_card(dealer: DealerHand, code: int) -> DealerHand | int:
    """Return the dealer's hand after a card; NATURAL or PINKJACK if that is what two cards make."""
    if dealer.first >= 0 and {value_of(dealer.first), value_of(code)} == {0, 9}:
        return PINKJACK if {dealer.first, code} == set(PINK) else NATURAL
    value = value_of(code)
    return DealerHand(-1, dealer.hard + value + 1, dealer.has_ace or value == 0)


def end_of_hand(dealer: DealerHand, stands: StandingTotals) -> int | None:
    """Return the end of a hand that takes no further card, else None."""
    if dealer.total >= (stands.soft if dealer.is_soft else stands.hard):
        return min(dealer.total, BUST)
    return None


@lru_cache(maxsize=10_000)
def ends(dealer: DealerHand, stands: StandingTotals) -> tuple[int, ...]:
    """Return every end that the hand can come to: bust first, then by total, then the naturals."""
    end = end_of_hand(dealer, stands)
    if end is not None:
        return (end,)
    reached: set[int] = set()
    for code in NAMES if dealer.first >= 0 else range(10):
        after = with_card(dealer, code)
        reached.update((after,) if isinstance(after, int) else ends(after, stands))
    return tuple(sorted(reached, key=lambda end: (end != BUST, end)))


def must_draw(packed: Packed, dealer: DealerHand) -> bool:
    """Whether a card is dealt even if nothing is left to decide: NZ's second (8.5, reading 52)."""
    return dealer.first >= 0 and packed[Rule.DEALER_SECOND_CARD] == ALWAYS


def spares(packed: Packed, end: int) -> bool:
    """Whether doubles and splits are spared; by a dealer's Pinkjack only by choice (reading 9)."""
    if end == PINKJACK and packed[Rule.HAS_BLACKJACK]:
        return bool(packed[Rule.DEALER_PINKJACK_COUNTS_AS_BLACKJACK])
    return end in (NATURAL, PINKJACK)


def settle_hand(packed: Packed, ending: int, end: int, *, collected: bool = True) -> Kind:
    """Return the settlement of an open hand; `collected`: a natural takes this hand's wager."""
    doubled = OPEN_DOUBLED <= ending < SURRENDERED
    if ending == HELD:
        return Kind.ULTIMATE_PINKJACK if end == PINKJACK else Kind.HELD_PINKJACK
    if spares(packed, end):
        return _against_natural(ending, doubled=doubled, collected=collected)
    if ending == SURRENDERED:
        return Kind.SURRENDER
    if end == PINKJACK:
        return Kind.DOUBLED_DEALER_PINKJACK if doubled else Kind.DEALER_PINKJACK
    plain = _compare_totals(packed, total_of_open(ending), end)
    return _DOUBLED[plain] if doubled else plain


def _against_natural(ending: int, *, doubled: bool, collected: bool) -> Kind:
    if ending == SURRENDERED:
        return Kind.SURRENDER_VOID
    if doubled:
        return Kind.DOUBLED_DEALER_NATURAL if collected else Kind.DOUBLED_NATURAL_STAND_OFF
    return Kind.DEALER_NATURAL if collected else Kind.NATURAL_STAND_OFF


_DOUBLED: Final = {
    Kind.DEALER_BUST: Kind.DOUBLED_DEALER_BUST,
    Kind.HIGHER: Kind.DOUBLED_HIGHER,
    Kind.LOWER: Kind.DOUBLED_LOWER,
    Kind.STAND_OFF: Kind.DOUBLED_STAND_OFF,
    Kind.TIE_LOST: Kind.DOUBLED_TIE_LOST,
}


def _compare_totals(packed: Packed, total: int, dealer: int) -> Kind:
    """Compare a total of 20 or less with the dealer's."""
    if dealer == BUST:
        return Kind.DEALER_BUST
    if total == dealer:
        return Kind.TIE_LOST if packed[Rule.EQUAL_TOTALS] else Kind.STAND_OFF
    return Kind.HIGHER if total > dealer else Kind.LOWER


def alike(packed: Packed, kinds: set[Kind]) -> bool:
    """Whether all these settlements do the same with every wager (reading 19)."""
    if len(kinds) == 1:
        return True
    if Kind.ULTIMATE_PINKJACK in kinds:  # a prize comes with it
        return False
    terms = {
        tuple(odds_at(packed, term) if isinstance(term, Rule) else term for term in TERMS[kind])
        for kind in kinds
    }
    return len(terms) == 1


# The dealer's hand as rows, and what is left to decide at each of them (reading 19).
#
# The dealer draws only while a further card can change a result. Whether it can depends on the dealer's
# hand and on every hand still open, so asking for each pair of them in the kernel would be slow. Instead
# each ending (such as "open with 18") gets its pattern: at which of the dealer's hands it is undecided.
# There are fewer than 31 different patterns, so each is one bit of a word. A row of the dealer has the
# bits of all patterns that are undecided there. The kernel joins the bits of all open hands once per
# round, and the dealer goes on drawing while `needs & undecided[row]` is not zero.
#
# Insurance is one more pattern. Where the second card is always dealt (reading 52), so is "a card is due
# whatever is decided": every ending has that bit, and so have the rows of a single card. That is why
# those rows are kept apart from equal rows of two or more cards.


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
        self.entries: dict[DealerHand, int] = {}

    def entry(self, dealer: DealerHand) -> int:
        end = end_of_hand(dealer, self.stands)
        if end is not None:
            return end_entry(end)
        if dealer not in self.entries:
            after = partial(self._after, dealer)
            if dealer.first >= 0:
                entry = self.bank.by_card(after, apart=must_draw(self.packed, dealer))
            else:
                entry = self.bank.by_value(after)
            self.entries[dealer] = entry
        return self.entries[dealer]

    def _after(self, dealer: DealerHand, code: int) -> int:
        after = with_card(dealer, code)
        return self.entry(after) if isinstance(after, DealerHand) else end_entry(after)

    def undecided_at(self, ending: int, *, collected: bool) -> _Pattern:
        """Return at which of the dealer's hands an open hand is undecided."""
        return tuple(
            not alike(
                self.packed,
                {
                    settle_hand(self.packed, ending, end, collected=collected)
                    for end in ends(at, self.stands)
                },
            )
            for at in self.entries
        )

    def insurance_undecided_at(self) -> _Pattern:
        """Return at which of the dealer's hands insurance is undecided."""
        return tuple(
            len({end >= NATURAL for end in ends(at, self.stands)}) > 1 for at in self.entries
        )

    def card_due_at(self) -> _Pattern:
        """Return at which of the dealer's hands a card is dealt whatever is decided."""
        return tuple(must_draw(self.packed, at) for at in self.entries)


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
            pattern = builder.undecided_at(ending, collected=collected)
            needs[ending, int(collected)] = bits.setdefault(pattern, 1 << len(bits))
    insurance = bits.setdefault(builder.insurance_undecided_at(), 1 << len(bits))
    if any(builder.card_due_at()):
        needs |= bits.setdefault(builder.card_due_at(), 1 << len(bits))
    assert len(bits) < 31, "more ways to be undecided than a word has bits"
    assert len(bank) <= DEALER_ROWS
    undecided = np.zeros(len(bank), dtype=np.int64)
    first_end = np.zeros(len(bank), dtype=np.uint8)
    for place, (dealer, entry) in enumerate(builder.entries.items()):
        row = entry >> ROW_SHIFT
        undecided[row] |= sum(bit for pattern, bit in bits.items() if pattern[place])
        first_end[row] = ends(dealer, builder.stands)[0]
    return DealerRows(roots, undecided, first_end, needs.ravel(), insurance, _settle(packed))


def _settle(packed: Packed) -> NDArray[np.uint8]:
    table = np.zeros((2, ENDINGS, ENDS), dtype=np.uint8)
    table[:, :OPEN, :] = np.arange(OPEN, dtype=np.uint8)[None, :, None]
    for ending in OPEN_ENDINGS:
        for end in (*range(2, BUST + 1), NATURAL, PINKJACK):
            for collected in (False, True):
                table[int(collected), ending, end] = settle_hand(
                    packed, ending, end, collected=collected
                )
    return table.ravel()


# One box alone: its play and the dealer's hand as one automaton from card to outcome.


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
        self._entries: dict[tuple[DealerHand, int, bool], int] = {}

    def finish(self, up: int, ending: int) -> int:
        if (up, ending) not in self._finished:
            offered = self.packed[Rule.INSURANCE_AGAINST] >> (up & 15) & 1
            insured = self.insures and bool(offered) and ending not in NATURALS
            self._finished[up, ending] = self._entry(first_card(up), ending, insured=insured)
        return self._finished[up, ending]

    def _entry(self, dealer: DealerHand, ending: int, *, insured: bool) -> int:
        key = (dealer, ending, insured)
        if key not in self._entries:
            self._entries[key] = self._outcome_or_row(dealer, ending, insured=insured)
        return self._entries[key]

    def _outcome_or_row(self, dealer: DealerHand, ending: int, *, insured: bool) -> int:
        """Return an outcome if no card has to be dealt any more, else a row of the dealer's cards."""
        possible = ends(dealer, standing(self.packed))
        outcomes = [self._outcome(ending, end, insured=insured) for end in possible]
        is_decided = alike(self.packed, {each.kind for each in outcomes}) and (
            len({each.insurance for each in outcomes}) == 1
        )
        if is_decided and not must_draw(self.packed, dealer):
            return self._end(outcomes[0])
        by = self.bank.by_card if dealer.first >= 0 else self.bank.by_value
        return by(lambda code: self._after(dealer, code, ending, insured=insured))

    def _after(self, dealer: DealerHand, code: int, ending: int, *, insured: bool) -> int:
        after = with_card(dealer, code)
        if isinstance(after, DealerHand):
            return self._entry(after, ending, insured=insured)
        return self._end(self._outcome(ending, after, insured=insured))

    def _outcome(self, ending: int, end: int, *, insured: bool) -> Outcome:
        kind = settle_hand(self.packed, ending, end) if is_open(ending) else Kind(ending)
        return Outcome(kind, end >= NATURAL if insured else None)

    def _end(self, outcome: Outcome) -> int:
        number = self.outcomes.setdefault(outcome, len(self.outcomes) + 1)
        assert number < SPLIT_ROUND
        return end_entry(number)
