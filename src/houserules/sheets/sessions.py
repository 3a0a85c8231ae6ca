"""Sessions drawn: how they end, and how the money goes on the way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from houserules.odds.arena import Floats
from houserules.sheets.words import money

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FAN: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The shares of sessions that the lines of a fan have below them."""
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
        label = f"{name} {money(100 * amount)}"
        axes.axvline(amount, color="black", linewidth=1.2, linestyle=style, label=label)
    won = 100 * float((dollars > 0).mean())
    axes.set_title(f"{won:.1f} % of sessions end ahead", size=8, loc="left")
    axes.set_xlabel(f"result of a session of {told.rounds:,} rounds, in dollars", size=8)
    axes.set_ylabel("% of sessions", size=8)
    _plain(axes)


def _bars(dollars: Floats) -> Floats:
    """Give edges of bars: whole steps, and few enough to be seen."""
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
    _put_bankroll(axes, told)
    axes.set_xlim(0, told.rounds)
    axes.set_xlabel("rounds", size=8)
    axes.set_ylabel("money won or lost, in dollars", size=8)
    _plain(axes)


def _put_bankroll(axes: "Axes", told: Sessions) -> None:
    """Draw where the bankroll is gone; far below the fan a line would flatten all the rest."""
    if told.bankroll is None or told.ruined is None:
        return
    gone = -told.bankroll / 100
    name = f"bankroll of {money(told.bankroll)} gone: {100 * told.ruined:.2f} % of sessions"
    if gone >= _FARTHEST * float(told.fan.min()) / 100:
        axes.axhline(gone, color="black", linestyle=":", linewidth=1.4, label=name)
    else:
        axes.plot([], [], color="black", linestyle=":", linewidth=1.4, label=f"{name}, far below")


def _plain(axes: "Axes") -> None:
    axes.tick_params(labelsize=7)
    axes.grid(linewidth=0.3, color="#909090")
    axes.set_axisbelow(True)
    axes.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=3, frameon=False)
