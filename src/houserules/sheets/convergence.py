"""How a simulated edge settles down onto the exact one, with the band in which it should lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from houserules.sheets.words import minus, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BANDS: Final = ((0.95, "#dddddd"), (0.6827, "#b5b5b5"))
"""Probabilities with which a simulation lies in a band, and its grey."""
_FROM: Final = 100
"""The scale of the edge has room for the band from this part of the rounds on."""

Points = Sequence[tuple[int, float, float]]
"""Rounds, the edge after them, and its standard error."""


@dataclass(frozen=True, slots=True)
class Convergence:
    """A simulation on its way, and the exact edge where that is known."""

    points: Points
    exact: float | None


def put_edge(axes: "Axes", told: Convergence) -> None:
    """Draw the edge by the number of rounds, and the band around the exact one or around itself."""
    rounds = [point[0] for point in told.points]
    edges = [100 * point[1] for point in told.points]
    errors = [100 * point[2] for point in told.points]
    middle = edges if told.exact is None else [100 * told.exact] * len(rounds)
    for level, grey in BANDS:
        reach = NormalDist().inv_cdf((1 + level) / 2)
        low = [at - reach * error for at, error in zip(middle, errors, strict=True)]
        high = [at + reach * error for at, error in zip(middle, errors, strict=True)]
        name = f"{100 * level:.0f} % of simulations" if told.exact is not None else _interval(level)
        axes.fill_between(rounds, low, high, color=grey, linewidth=0, label=name)
    axes.plot(rounds, edges, color="black", linewidth=1.2, marker=".", ms=3, label="simulated")
    if told.exact is not None:
        name = f"exact: {percent(told.exact, 6)}"
        axes.axhline(100 * told.exact, color="black", linewidth=1, linestyle="--", label=name)
    _scale(axes, rounds, edges=edges, errors=errors, middle=middle[-1])
    axes.set_ylabel("house edge in %", size=8)
    axes.legend(fontsize=7, loc="upper right", framealpha=1)


def _interval(level: float) -> str:
    return f"{100 * level:.0f} % interval"


def _scale(
    axes: "Axes",
    rounds: Sequence[int],
    *,
    edges: Sequence[float],
    errors: Sequence[float],
    middle: float,
) -> None:
    """Leave out the first rounds, which would flatten all that comes after."""
    shown = [place for place, number in enumerate(rounds) if number * _FROM >= rounds[-1]]
    reach = max(max(3 * errors[place], abs(edges[place] - middle)) for place in shown)
    axes.set_ylim(middle - 1.1 * reach, middle + 1.1 * reach)
    logarithmic(axes, rounds)


def put_errors(axes: "Axes", told: Convergence) -> None:
    """Draw how many standard errors the edge is away from the exact one."""
    assert told.exact is not None
    rounds = [point[0] for point in told.points]
    away = [(edge - told.exact) / error if error else 0.0 for _, edge, error in told.points]
    for level, grey in BANDS:
        reach = NormalDist().inv_cdf((1 + level) / 2)
        axes.axhspan(-reach, reach, color=grey, linewidth=0)
    axes.axhline(0, color="black", linewidth=1, linestyle="--")
    axes.plot(rounds, away, color="black", linewidth=1.2, marker=".", ms=3)
    axes.set_ylim(-max(3.5, *map(abs, away)) * 1.05, max(3.5, *map(abs, away)) * 1.05)
    logarithmic(axes, rounds)
    axes.set_ylabel("standard errors away", size=8)
    last = minus(f"{away[-1]:+.2f}")
    axes.annotate(last, (rounds[-1], away[-1]), xytext=(4, 0), textcoords="offset points", size=7)


def logarithmic(axes: "Axes", rounds: Sequence[int]) -> None:
    """Count rounds by powers of ten."""
    axes.set_xscale("log")
    axes.set_xlim(rounds[0] / 1.05, rounds[-1] * (1.15 if len(rounds) > 1 else 10))
    axes.set_xlabel("rounds", size=8)
    axes.tick_params(which="both", labelsize=7)
    axes.grid(linewidth=0.3, color="#909090")
    axes.set_axisbelow(True)
