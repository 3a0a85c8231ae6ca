"""Bars in a terminal, to the left for what is less and to the right for what is more."""

from collections.abc import Sequence
from typing import Final

from rich.console import Console

HALF: Final = 10
"""Characters on either side of the middle."""


def full_bar(amounts: Sequence[float]) -> float:
    """Give the amount of a full bar: the largest, unless a few would make all others invisible."""
    sizes = sorted(map(abs, amounts))
    if not sizes or sizes[-1] == 0:
        return 1.0
    most = sizes[int(0.8 * (len(sizes) - 1))]
    return sizes[-1] if most == 0 or sizes[-1] <= 2 * most else most


def bar(amount: float, full: float) -> str:
    """Draw an amount; a bar that would be longer than the space ends in a point."""
    plain = Console().options.ascii_only
    halves = round(min(abs(amount) / full, 1.0) * 2 * HALF)
    whole, half = divmod(halves, 2)
    block, middle = ("=", "|") if plain else ("█", "│")
    right = amount > 0
    rest = ("-" if plain else ("▌" if right else "▐")) if half else ""
    if not halves and amount:
        rest = "-" if plain else ("▏" if right else "▕")
    drawn = block * whole + rest if right else rest + block * whole
    if abs(amount) > full * (1 + 1e-9):
        drawn = drawn[:-1] + ">" if right else "<" + drawn[1:]
    left, other = ("", drawn) if right else (drawn, "")
    return f"{left:>{HALF}}{middle}{other:<{HALF}}"
