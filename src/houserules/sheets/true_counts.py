"""What every true count is worth to who counts, and how often it comes."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LEVEL: Final = 0.95
_ROOM: Final = 16
"""Counts whose error is more than so many times the least have no say in the scale."""


@dataclass(frozen=True, slots=True)
class AtCount:
    """One true count; shares of one."""

    count: int
    share: float  # of the rounds
    units: int  # wagered; 0 where the round is watched
    advantage: float
    error: float  # its standard error


def put_advantage(axes: "Axes", told: Sequence[AtCount]) -> None:
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
    _scale(axes, told, reach)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xticks(counts)
    axes.set_xlabel("true count as the round begins", size=8)
    axes.set_ylabel("advantage in %", size=8)
    axes.tick_params(labelsize=7)
    axes.legend(fontsize=7, loc="upper left", framealpha=1)


def _scale(axes: "Axes", told: Sequence[AtCount], reach: float) -> None:
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
