"""What a kind of settlement does with the wagers on a hand, and what that comes to in money."""

from fractions import Fraction
from typing import Final, NamedTuple

from houserules.simulator.kinds import SUPER_BONUSES, Kind
from houserules.simulator.packing import At, Packed, odds_at


class Terms(NamedTuple):
    """What becomes of the wager on the hand and of the double: odds of a win, or one of these."""

    wager: At | str
    double: At | str | None = None


LOST: Final = "lose"
BACK: Final = "stand-off"
KEPT: Final = "surrendered"

TERMS: Final[dict[Kind, Terms]] = {
    Kind.PONTOON: Terms(At.PONTOON_PAYS),
    Kind.TWENTY_ONE: Terms(At.TWENTY_ONE_PAYS),
    Kind.FIVE_CARD_21: Terms(At.FIVE_CARD_21_PAYS),
    Kind.SIX_CARD_21: Terms(At.SIX_CARD_21_PAYS),
    Kind.SEVEN_CARD_21: Terms(At.SEVEN_CARD_21_PAYS),
    Kind.MIXED_678: Terms(At.MIXED_678_PAYS),
    Kind.SUITED_678: Terms(At.SUITED_678_PAYS),
    Kind.SPADES_678: Terms(At.SPADES_678_PAYS),
    Kind.MIXED_777: Terms(At.MIXED_777_PAYS),
    Kind.SUITED_777: Terms(At.SUITED_777_PAYS),
    Kind.SPADES_777: Terms(At.SPADES_777_PAYS),
    Kind.SUPER_BONUS: Terms(At.SUITED_777_PAYS),
    Kind.SUPER_BONUS_SPADES: Terms(At.SPADES_777_PAYS),
    Kind.DOUBLED_21: Terms(At.DOUBLED_21_PAYS, At.DOUBLED_21_PAYS),
    Kind.BUST: Terms(LOST),
    Kind.DOUBLED_BUST: Terms(LOST, LOST),
    Kind.FORFEIT: Terms(LOST, BACK),
    Kind.SURRENDER: Terms(KEPT),
    Kind.SURRENDER_VOID: Terms(LOST),
    Kind.DEALER_BUST: Terms(At.DEALER_BUST_PAYS),
    Kind.HIGHER: Terms(At.HIGHER_TOTAL_PAYS),
    Kind.LOWER: Terms(LOST),
    Kind.STAND_OFF: Terms(BACK),
    Kind.TIE_LOST: Terms(LOST),
    Kind.DEALER_NATURAL: Terms(LOST),
    Kind.NATURAL_STAND_OFF: Terms(BACK),
    Kind.DEALER_PINKJACK: Terms(LOST),
    Kind.DOUBLED_DEALER_BUST: Terms(At.DEALER_BUST_PAYS, At.DEALER_BUST_PAYS),
    Kind.DOUBLED_HIGHER: Terms(At.HIGHER_TOTAL_PAYS, At.HIGHER_TOTAL_PAYS),
    Kind.DOUBLED_LOWER: Terms(LOST, LOST),
    Kind.DOUBLED_STAND_OFF: Terms(BACK, BACK),
    Kind.DOUBLED_TIE_LOST: Terms(LOST, LOST),
    Kind.DOUBLED_DEALER_NATURAL: Terms(LOST, BACK),
    Kind.DOUBLED_NATURAL_STAND_OFF: Terms(BACK, BACK),
    Kind.DOUBLED_DEALER_PINKJACK: Terms(LOST, LOST),
    Kind.PINKJACK: Terms(At.PINKJACK_PAYS),
    Kind.SUITED_BLACKJACK: Terms(At.SUITED_BLACKJACK_PAYS),
    Kind.UNSUITED_BLACKJACK: Terms(At.UNSUITED_BLACKJACK_PAYS),
    Kind.FIVE_CARD_TRICK: Terms(At.FIVE_CARD_TRICK_PAYS),
    Kind.DOUBLED_FIVE_CARD_TRICK: Terms(At.FIVE_CARD_TRICK_PAYS, At.FIVE_CARD_TRICK_PAYS),
    Kind.HELD_PINKJACK: Terms(At.HELD_PINKJACK_PAYS),
    Kind.ULTIMATE_PINKJACK: Terms(At.ULTIMATE_PINKJACK_PAYS),
}


class Payments(NamedTuple):
    """How payments are reckoned: exactly, or in chips (reading 20)."""

    packed: Packed
    in_chips: bool

    def won(self, stake: Fraction, at: At) -> Fraction:
        """Give the winnings on a stake, in chips up to the next one (S24 6.10)."""
        pays, on = odds_at(self.packed, at)
        return self.up(stake * Fraction(pays, on))

    def up(self, amount: Fraction) -> Fraction:
        """Round an amount up to the next chip, where chips are what is paid with."""
        chip = self.packed[At.SMALLEST_CHIP]
        return -(-amount // chip) * Fraction(chip) if self.in_chips else amount

    def share(self, wager: int, at: At) -> Fraction:
        """Give the most that may be laid beside a wager; with chips, whole cents of it."""
        pays, on = odds_at(self.packed, at)
        amount = Fraction(wager * pays, on or 1)
        return Fraction(amount // 1) if self.in_chips else amount

    def has(self, kind: Kind) -> bool:
        """Whether the game has such a settlement: what it lacks has no odds."""
        terms = TERMS[kind]
        return all(not isinstance(term, At) or self.packed[term + 1] > 0 for term in terms)

    def net(self, kind: Kind, wager: int) -> Fraction:
        """Give what a settlement of that kind brings the bettor, in cents."""
        terms = TERMS[kind]
        net = self._of(terms.wager, Fraction(wager)) + self.prize(kind, wager)
        if terms.double is not None:
            net += self._of(terms.double, self.share(wager, At.DOUBLE_MOST))
        return net

    def _of(self, term: At | str, stake: Fraction) -> Fraction:
        if isinstance(term, At):
            return self.won(stake, term)
        if term == KEPT:
            pays, on = odds_at(self.packed, At.SURRENDER_KEEPS)
            on = on or 1
            return min(stake, self.up(stake * Fraction(pays, on))) - stake
        return -stake if term == LOST else Fraction(0)

    def prize(self, kind: Kind, wager: int) -> Fraction:
        """Give the fixed prize of a kind: Super Bonus by the wager, or Ultimate Pinkjack's."""
        if kind is Kind.ULTIMATE_PINKJACK:
            return self.up(Fraction(self.packed[At.ULTIMATE_PINKJACK_BONUS]))
        if kind not in SUPER_BONUSES or wager < self.packed[At.SUPER_BONUS_LOWEST_WAGER]:
            return Fraction(0)
        small = wager < self.packed[At.SUPER_BONUS_LARGE_FROM]
        at = At.SUPER_BONUS_SMALL if small else At.SUPER_BONUS_LARGE
        return self.up(Fraction(self.packed[at]))

    def insurance(self, wager: int) -> Fraction:
        """Give the insurance that is laid: all that may be and can be paid (NZ 10.4)."""
        most = self.share(wager, At.INSURANCE_MOST)
        if not (self.in_chips and self.packed[At.INSURANCE_PAYABLE]):
            return most
        pays, on = odds_at(self.packed, At.INSURANCE_PAYS)
        chip = self.packed[At.SMALLEST_CHIP]
        payable = (cents for cents in range(int(most), 0, -1) if cents * pays % (on * chip) == 0)
        return Fraction(next(payable, 0))
