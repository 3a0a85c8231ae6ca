"""Values that no game can be solved with: what is possible, and a word that says so."""

from fractions import Fraction
from typing import Final

from houserules.core.money import Odds
from houserules.odds.game import Game
from houserules.rulebook.options import values
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import describe_type

RANGES: Final[dict[str, tuple[int, int]]] = {
    "decks": (1, 1000),
    "dealer_stands_on_hard": (12, 20),
    "dealer_stands_on_soft": (12, 21),
    "must_draw_below": (0, 21),
    "hands_most": (2, 4),
}
"""The whole numbers that make sense, by value; the solver values boxes of two to four hands."""


class ImpossibleError(ValueError):
    """A value that makes no game."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name, self.problem = name, problem


class UnknownNameError(ImpossibleError):
    """A name that there is not, or that moves no money."""


def may_be(name: str) -> str:
    """Say in words what a money-relevant value may be."""
    if name in RANGES:
        least, most = RANGES[name]
        return f"a whole number from {least} to {most}"
    return "a share, at most '1 to 1'" if name == "surrender_keeps" else describe_type(name)


def why_impossible(name: str, value: object) -> str | None:
    """Say why a value makes no game, or None."""
    whole = RANGES.get(name)
    if whole and isinstance(value, int) and not whole[0] <= value <= whole[1]:
        return f"{value} is not possible; it takes {may_be(name)}"
    if name == "surrender_keeps" and _share(value) > 1:
        return f"{value} is more than the wager; it takes {may_be(name)}"
    return None


def _share(value: object) -> Fraction:
    if isinstance(value, Odds):
        return Fraction(value.pays, value.on)
    return value if isinstance(value, Fraction) else Fraction(0)


def check_rules(rules: Rulebook) -> None:
    """Refuse a rulebook with a value that makes no game."""
    for name, entry in values(rules):
        _refuse(name, entry.value)


def check_game(game: Game) -> None:
    """Refuse a game with a value that makes none."""
    for name in (*RANGES, "surrender_keeps"):
        _refuse(name, getattr(game, name))


def _refuse(name: str, value: object) -> None:
    if problem := why_impossible(name, value):
        raise ImpossibleError(name, problem)
