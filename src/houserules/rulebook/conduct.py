"""Conduct that software cannot see: who is told about it, on which occasion, under which clauses."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from houserules.rulebook.clauses import ClauseEntry, register_of
from houserules.rulebook.schema import Rulebook


@dataclass(frozen=True, slots=True)
class Moment:
    """An occasion on which clauses are shown, and to whom."""

    id: str
    title: str
    who: str
    told: tuple[ClauseEntry, ...]


def conduct(rules: Rulebook) -> tuple[Moment, ...]:
    """Return every occasion for which this rulebook has clauses, in the order of a day."""
    return tuple(
        Moment(raw["id"], raw["title"], raw["who"], _entries(rules, raw["clauses"][rules.id]))
        for raw in _moments()
        if rules.id in raw["clauses"]
    )


def conduct_at(rules: Rulebook, moment: str) -> tuple[ClauseEntry, ...]:
    """Return the clauses shown on one occasion; none if the rulebook has none."""
    return next((each.told for each in conduct(rules) if each.id == moment), ())


MOMENTS: Final = (
    "opening",
    "layout",
    "cut",
    "dealing",
    "sitting-down",
    "face-down",
    "two-minima",
    "side-wagers-limited",
    "session",
)


def _entries(rules: Rulebook, numbers: list[str]) -> tuple[ClauseEntry, ...]:
    register = register_of(rules.registers)
    return tuple(entry for number in numbers for entry in register.find(number))


@cache
def _moments() -> list[dict[str, Any]]:
    text = files(__package__).joinpath("conduct.toml").read_text("utf-8")
    moments: list[dict[str, Any]] = tomllib.loads(text)["moment"]
    assert [each["id"] for each in moments] == list(MOMENTS)
    return moments
