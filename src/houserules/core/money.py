"""Money in whole cents, odds as two integers, and the one rounding that the rules use."""

import re
from dataclasses import dataclass
from typing import Final

Cents = int

_DOLLARS: Final = re.compile(r"(\d{1,30})(?:\.(\d{1,2}))?", re.ASCII)
_ODDS: Final = re.compile(r"(\d{1,4}) ?(?:to|:) ?(\d{1,4})", re.ASCII)


class MoneyError(ValueError):
    """The text is neither an amount nor odds."""


def cents(text: str) -> Cents:
    """Read dollars with at most two decimal places: "25", "0.5", "12.50"."""
    match = _DOLLARS.fullmatch(text)
    if match is None:
        raise MoneyError(
            f"{text!r} is not an amount; write dollars with at most two places, as in 12.50"
        )
    return int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0"))


def dollars(amount: Cents) -> str:
    """Write cents as dollars with two places; the inverse of `cents` for amounts of zero or more."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def format_money(amount: Cents, *, divisor: int = 1) -> str:
    """Write an amount the way people read it: $25, −$1,250.50; with a divisor perhaps $0.125."""
    in_cents, rest = divmod(abs(amount), divisor)
    whole, part = divmod(in_cents, 100)
    text = f"{whole:,}.{part:02d}" if part or rest else f"{whole:,}"
    parts_of_a_cent = f"{rest * 10**6 // divisor:06d}".rstrip("0")
    return f"{'−' if amount < 0 else ''}${text}{parts_of_a_cent}"


def signed_money(amount: Cents) -> str:
    """Write a gain or a loss: +$25, −$37.50, $0."""
    return f"{'+' if amount > 0 else ''}{format_money(amount)}"


def round_up(numerator: int, denominator: int, *, chip: Cents) -> Cents:
    """Round an exact amount up to a multiple of `chip` (S24 6.10 and its peers)."""
    return -(-numerator // (denominator * chip)) * chip


@dataclass(frozen=True, slots=True, repr=False)
class Odds:
    """What a winning wager pays, such as "3 to 2"."""

    pays: int
    on: int

    def __str__(self) -> str:
        return f"{self.pays} to {self.on}"

    __repr__ = __str__

    def winnings(self, stake: Cents, *, chip: Cents) -> Cents:
        """Return the winnings on a stake, rounded up to the next chip."""
        return round_up(stake * self.pays, self.on, chip=chip)


def odds(text: str) -> Odds:
    """Read odds: "3 to 2" or "3:2"."""
    match = _ODDS.fullmatch(text)
    if match is None or int(match[2]) == 0:
        raise MoneyError(f"{text!r} is not odds; write them as in 3 to 2")
    return Odds(int(match[1]), int(match[2]))


EVEN: Final = Odds(1, 1)
