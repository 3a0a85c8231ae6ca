"""The dealer's hand: how it grows, how it can end, and what an end makes of an open hand.

An end is a total, or BUST, NATURAL or PINKJACK (S24 15 and 17, NZ 5.1 and 14.3, PJ 12 and 14).
"""

from functools import lru_cache
from typing import Final, NamedTuple

from houserules.simulator.cards import NAMES, value_of
from houserules.simulator.decisions import PINK
from houserules.simulator.packed_rules import ALWAYS, Packed, Rule
from houserules.simulator.payout_terms import TERMS
from houserules.simulator.settlement_kinds import (
    HELD,
    OPEN_DOUBLED,
    SURRENDERED,
    Kind,
    total_of_open,
)

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
        """Whether an ace counts 11."""
        return self.has_ace and self.hard <= 11

    @property
    def total(self) -> int:
        """The point total."""
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
    found: set[int] = set()
    for code in NAMES if dealer.first >= 0 else range(10):
        after = with_card(dealer, code)
        found.update((after,) if isinstance(after, int) else ends(after, stands))
    return tuple(sorted(found, key=lambda end: (end != BUST, end)))


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
        pink = end == PINKJACK
        return Kind.ULTIMATE_PINKJACK if pink else Kind.HELD_PINKJACK
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
    return len({tuple(_sign(packed, term) for term in TERMS[kind]) for kind in kinds}) == 1


def _sign(packed: Packed, term: Rule | str | None) -> tuple[int, int] | str | None:
    if isinstance(term, Rule):
        return int(packed[term]), int(packed[term + 1])
    return term
