"""A simulation drawn: how the edge settles down, what counts are worth, how sessions end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import NormalDist
from textwrap import fill as fill_text
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from houserules.core.money import format_money
from houserules.odds.solver.hand_index import Floats
from houserules.sheets.files import DRAWINGS, STYLE, SheetError, check_path, library, save_figure
from houserules.sheets.number_text import minus, percent, whole_dollars
from houserules.simulator.sessions import FAN

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Sessions: how they end, and how the money goes on the way.


_GREYS: Final = ("#dddddd", "#b5b5b5")
_MOST_BARS: Final = 60
_FARTHEST: Final = 2
"""How many times as deep as the fan a bankroll may be to have its line."""


@dataclass(frozen=True, slots=True)
class Sessions:
    """Sessions of so many rounds; money in cents."""

    rounds: int
    marks: Sequence[int]  # after how many rounds the money was looked at
    final: Floats
    fan: Floats  # by share of FAN and mark
    mean: float  # of a round, in cents: what is to be expected
    bankroll: int | None
    ruined: float | None  # the share of sessions that lost the bankroll


def put_results(axes: "Axes", told: Sessions) -> None:
    """Draw how many sessions end with which result."""
    dollars = told.final / 100
    axes.hist(
        dollars,
        bins=_bars(dollars).tolist(),
        weights=np.full(len(dollars), 100 / len(dollars)),
        facecolor="#b5b5b5",
        edgecolor="black",
        linewidth=0.4,
    )
    axes.axvline(0, color="black", linewidth=0.8)
    low, half, high = np.quantile(dollars, (0.05, 0.5, 0.95)).tolist()
    for amount, style, name in (
        (low, ":", "5 % below"),
        (half, "--", "half below"),
        (high, ":", "95 % below"),
    ):
        label = f"{name} {whole_dollars(100 * amount)}"
        axes.axvline(amount, color="black", linewidth=1.2, linestyle=style, label=label)
    won = 100 * float((dollars > 0).mean())
    axes.set_title(f"{won:.1f} % of sessions end ahead", size=8, loc="left")
    axes.set_xlabel(f"result of a session of {told.rounds:,} rounds, in dollars", size=8)
    axes.set_ylabel("% of sessions", size=8)
    _plain(axes)


def _bars(dollars: Floats) -> Floats:
    """Return edges of bars: whole steps, and few enough to be seen."""
    low, high = np.quantile(dollars, (0.0005, 0.9995)).tolist()
    values = np.unique(dollars)
    least = float(np.diff(values).min()) if len(values) > 1 else 1.0
    step = least * max(1, -(-(high - low) // (least * _MOST_BARS)))
    places = np.arange(np.floor((low - step / 2) / step), np.ceil((high + step) / step) + 1)
    return np.asarray((places - 0.5) * step)


def put_fan(axes: "Axes", told: Sessions) -> None:
    """Draw between which amounts the sessions stand after how many rounds."""
    marks = [0, *told.marks]
    fan = np.column_stack([np.zeros(len(FAN)), told.fan / 100])
    for place, grey in enumerate(_GREYS):
        name = f"{FAN[place]:.0%} to {FAN[-1 - place]:.0%} of sessions".replace("%", " %")
        axes.fill_between(marks, fan[place], fan[-1 - place], color=grey, linewidth=0, label=name)
    axes.plot(marks, fan[len(FAN) // 2], color="black", linewidth=1.4, label="half of them below")
    ends = [0.0, told.mean * told.rounds / 100]
    axes.plot([0, told.rounds], ends, color="black", linestyle="--", linewidth=1, label="expected")
    axes.axhline(0, color="black", linewidth=0.8)
    if told.bankroll is not None and told.ruined is not None:
        name = (
            f"bankroll of {format_money(told.bankroll)} gone: {100 * told.ruined:.2f} % of sessions"
        )
        gone = -told.bankroll / 100
        line: dict[str, Any] = {"color": "black", "linestyle": ":", "linewidth": 1.4}
        if gone >= _FARTHEST * float(told.fan.min()) / 100:
            axes.axhline(gone, label=name, **line)
        else:  # far below the fan a line would flatten all the rest
            axes.plot([], [], label=f"{name}, far below", **line)
    axes.set_xlim(0, told.rounds)
    axes.set_xlabel("rounds", size=8)
    axes.set_ylabel("money won or lost, in dollars", size=8)
    _plain(axes)


def _plain(axes: "Axes") -> None:
    axes.tick_params(labelsize=7)
    axes.grid(linewidth=0.3, color="#909090")
    axes.set_axisbelow(True)
    axes.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=3, frameon=False)


# How a simulated edge settles down onto the exact one, with the band in which it should lie.


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
        name = f"{100 * level:.0f} % {'interval' if told.exact is None else 'of simulations'}"
        axes.fill_between(rounds, low, high, color=grey, linewidth=0, label=name)
    axes.plot(rounds, edges, color="black", linewidth=1.2, marker=".", ms=3, label="simulated")
    if told.exact is not None:
        name = f"exact: {percent(told.exact, 6)}"
        axes.axhline(100 * told.exact, color="black", linewidth=1, linestyle="--", label=name)
    # The first rounds are left out, which would flatten all that comes after.
    shown = [place for place, number in enumerate(rounds) if number * _FROM >= rounds[-1]]
    reach = max(max(3 * errors[place], abs(edges[place] - middle[-1])) for place in shown)
    axes.set_ylim(middle[-1] - 1.1 * reach, middle[-1] + 1.1 * reach)
    logarithmic(axes, rounds)
    axes.set_ylabel("house edge in %", size=8)
    axes.legend(fontsize=7, loc="upper right", framealpha=1)


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


# What every true count is worth to a counter, and how often it comes.


_LEVEL: Final = 0.95
_ROOM: Final = 16
"""Counts whose error is more than so many times the least have no say in the scale."""


@dataclass(frozen=True, slots=True)
class CountPoint:
    """One true count; shares of one."""

    count: int
    share: float  # of the rounds
    units: int  # wagered; 0 where the round is watched
    advantage: float
    error: float  # its standard error


def put_advantage(axes: "Axes", told: Sequence[CountPoint]) -> None:
    """Draw the advantage with its 95 % interval: filled where something is wagered, else hollow."""
    reach = NormalDist().inv_cdf((1 + _LEVEL) / 2)
    beside = axes.twinx()
    counts = [each.count for each in told]
    beside.bar(counts, [100 * each.share for each in told], color="#dddddd", width=0.8)
    beside.set_ylabel("% of rounds (bars)", size=8)
    beside.tick_params(labelsize=7)
    beside.spines["top"].set_visible(False)
    axes.set_zorder(beside.get_zorder() + 1)
    axes.patch.set_visible(False)
    for is_wagered, fill, name in ((True, "black", "wagered"), (False, "white", "watched")):
        some = [each for each in told if (each.units > 0) == is_wagered]
        if some:
            axes.errorbar(
                [each.count for each in some],
                [100 * each.advantage for each in some],
                yerr=[100 * reach * each.error for each in some],
                fmt="o",
                ms=4,
                color="black",
                markerfacecolor=fill,
                linewidth=1,
                capsize=2,
                label=name,
            )
    _count_scale(axes, told, reach)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xticks(counts)
    axes.set_xlabel("true count as the round begins", size=8)
    axes.set_ylabel("advantage in %", size=8)
    axes.tick_params(labelsize=7)
    axes.legend(fontsize=7, loc="upper left", framealpha=1)


def _count_scale(axes: "Axes", told: Sequence[CountPoint], reach: float) -> None:
    """Leave room for what is known well; rare counts may reach beyond."""
    known = [each for each in told if 0 < each.error < float("inf")]
    least = min((each.error for each in known), default=0.0)
    shown = [each for each in known if each.error <= least * _ROOM]
    points = [100 * each.advantage for each in known]
    highs = points + [100 * (each.advantage + reach * each.error) for each in shown]
    lows = points + [100 * (each.advantage - reach * each.error) for each in shown]
    if known:
        room = 0.1 * (max(highs) - min(lows))
        axes.set_ylim(min(0.0, *lows) - room, max(0.0, *highs) + room)


# A simulation on one page: how the edge settles down, how sessions end, how their money goes.


Panel = Callable[["Axes"], None]


def draw_simulation(
    path: Path,
    *,
    title: str,
    convergence: Convergence,
    counts: Sequence[CountPoint] = (),
    sessions: Sessions | None = None,
) -> None:
    """Draw a simulation; the ending of the path says as what."""
    check_path(path, DRAWINGS)
    if not convergence.points:
        raise SheetError("there are no rounds to draw")
    panels: list[tuple[str, Panel]] = [
        ("Convergence of the edge", partial(put_edge, told=convergence))
    ]
    if convergence.exact is not None:
        name = "Difference from the exact edge"
        panels.append((name, partial(put_errors, told=convergence)))
    if counts:
        panels.append(("What a true count is worth", partial(put_advantage, told=counts)))
    if sessions is not None:
        panels.append(("How sessions end", partial(put_results, told=sessions)))
        panels.append(("Money over the session", partial(put_fan, told=sessions)))
    with library("matplotlib").rc_context(STYLE):
        figure = _figure(title, panels)
    save_figure(figure, path)


def _figure(title: str, panels: list[tuple[str, Panel]]) -> "Figure":
    size = (7.5, 0.7 + 2.9 * len(panels))
    figure: Figure = library("matplotlib.figure").Figure(figsize=size, layout="constrained")
    figure.suptitle(fill_text(title, 76), size=10, weight="bold", x=0.01, ha="left")
    for place, (name, put) in enumerate(panels, start=1):
        axes = figure.add_subplot(len(panels), 1, place)
        put(axes)
        below = axes.get_title(loc="left")
        axes.set_title(f"{name}: {below}" if below else name, size=8.5, weight="bold", loc="left")
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    return figure
