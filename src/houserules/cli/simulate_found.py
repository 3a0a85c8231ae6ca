"""What a simulation came to, together with what it was asked: for the page, for programs, for files."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from houserules.cli.simulate_course import Course
from houserules.cli.simulate_plan import Plan
from houserules.cli.simulate_strategy import Play
from houserules.simulator import Cell, Earnings, Paths, Result, earnings

LEVEL: Final = 0.95
_REACH: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)
_FACES: Final = "TJQK"


@dataclass(frozen=True, slots=True)
class Found:
    """A plan, and what was played of it."""

    plan: Plan
    plays: tuple[Play, ...]
    courses: Mapping[str, Course]  # at least one, with a result
    paths: Paths | None = None
    is_broken_off: bool = False

    @property
    def course(self) -> Course:
        """The course that the figures are taken from."""
        return next(iter(self.courses.values()))

    @property
    def result(self) -> Result:
        """The result that the figures are taken from."""
        result = self.course.result
        assert result is not None, "nothing is printed before something was played"
        return result

    @property
    def interval(self) -> tuple[float, float]:
        """Where the edge lies with a probability of 95 %."""
        edge, reach = self.result.house_edge, _REACH * self.result.standard_error
        return edge - reach, edge + reach

    @property
    def exact(self) -> float | None:
        """The exact edge, where it is of the same thing: rounds from a full shoe, nothing beside."""
        plan = self.plan
        if not plan.is_fresh or plan.insures or plan.in_chips:
            return None
        edges = [play.house_edge for play in self.plays]
        known = [edge for edge in edges if edge is not None]
        if len(known) < len(edges):
            return None
        laid = zip(known, plan.wagers, strict=True)
        return sum(edge * wager for edge, wager in laid) / sum(plan.wagers)

    @property
    def z_score(self) -> float | None:
        """How many standard errors the simulated edge is above the exact one."""
        exact, error = self.exact, self.result.standard_error
        return None if exact is None or not error else (self.result.house_edge - exact) / error

    @property
    def earnings(self) -> Earnings | None:
        """What an hour brings, where that is asked for."""
        per_hour = self.plan.rounds_per_hour
        return None if per_hour is None else earnings(self.result, rounds_per_hour=per_hour)

    @property
    def rounds_per_second(self) -> float:
        """The rate of playing."""
        return self.result.rounds / self.course.seconds if self.course.seconds > 0 else 0.0


def cells_of(result: Result) -> dict[str, Cell]:
    """Give the cells of a result; ten-value upcards are one, as in `odds`."""
    found: dict[str, Cell] = {}
    for name, cell in (result.cells or {}).items():
        told = "T" if result.by == "upcard" and name in _FACES else name
        found[told] = found[told].plus(cell) if told in found else cell
    return found
