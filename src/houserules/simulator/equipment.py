"""What the cards are dealt from: a full shoe every round, a card shoe, a shuffling device."""

from dataclasses import dataclass
from fractions import Fraction


class EquipmentError(ValueError):
    """Equipment that cannot be played with."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """Every round from a full shoe, as the exact figures assume."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """A card shoe: burned, dealt down to the cutting card, shuffled after that round (S24 5)."""

    penetration: Fraction | float = Fraction(3, 4)  # the share of the cards before the cutting card

    def cards_before_cut(self, size: int) -> int:
        """Return how many cards lie in front of the cutting card."""
        cards = int(Fraction(self.penetration).limit_denominator(10_000) * size)
        if not 0 < cards <= size:
            raise EquipmentError(
                f"a penetration of {self.penetration}; it is above 0 and at most 1"
            )
        return cards


@dataclass(frozen=True, slots=True)
class Device:
    """A shuffling device: the discards go back after the next initial deal (S24 8.2, NZ 7.8)."""


Equipment = Fresh | Shoe | Device
