"""Numbers as a sheet prints them: real minus signs, powers of ten, thousands apart."""

from fractions import Fraction
from typing import Final

from houserules.core.money import format_money

_RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SMALL: Final = 1e-4
"""Probabilities below it are printed with a power of ten."""


def minus(text: str) -> str:
    """Print a hyphen before digits as the minus that it is."""
    return text.replace("-", "−")


def with_sign(value: float, places: int) -> str:
    """Return a number with its sign, zero without one."""
    text = f"{value:+.{places}f}"
    return minus(text.lstrip("+-") if float(text) == 0 else text)


def units(value: float) -> str:
    """Return an amount in units of the wager, as short as it is exact: +1.5, −1, 0."""
    near = Fraction(value).limit_denominator(1000)
    if abs(float(near) - value) < 5e-9 and (near * 10000).denominator == 1:
        return minus(f"{float(near):+.12g}") if near else "0"
    return with_sign(value, 4)


def percent(value: float, places: int = 4) -> str:
    """Return a share as a percentage."""
    return minus(f"{100 * value:.{places}f} %")


def probability(value: float) -> str:
    """Return a probability with eight places, a small one with a power of ten."""
    if value >= _SMALL or value == 0:
        return f"{value:.8f}"
    digits, _, power = f"{value:.4e}".partition("e")
    return f"{digits} × 10{str(int(power)).translate(_RAISED)}"


def one_in(value: float) -> str:
    """Say once in how many rounds something is expected."""
    if value <= 0:
        return "never"
    rounds = 1 / value
    if rounds >= 1e9:
        digits, _, power = f"{rounds:.2e}".partition("e")
        return f"{digits} × 10{str(int(power)).translate(_RAISED)}"
    return f"{rounds:,.2f}" if rounds < 100 else f"{rounds:,.0f}"


def whole_dollars(cents: float) -> str:
    """Return an estimated amount to the nearest dollar."""
    return format_money(100 * round(cents / 100))


def fraction(value: Fraction) -> str:
    return minus(f"{value.numerator}/{value.denominator}" if value.denominator > 1 else str(value))
