"""What each change of a rule is worth, as horizontal bars: SVG, PNG or PDF."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from houserules.sheets.files import DRAWINGS, STYLE, SheetError, check_path, library, save_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Effect = tuple[str, float]
"""A change in words, and by how many percentage points it moves the house edge."""

AXIS: Final = "change of the house edge in percentage points"
_BAR: Final = 0.34
"""Inches for one bar."""
_FOR_HOUSE: Final[dict[str, Any]] = {"facecolor": "#1f3a5f", "edgecolor": "black", "linewidth": 0.6}
_FOR_PLAYER: Final[dict[str, Any]] = {
    "facecolor": "white",
    "edgecolor": "black",
    "hatch": "////",
    "linewidth": 0.6,
}


def draw_effects(
    rows: Sequence[Effect], path: Path, *, title: str = "What each change of a rule is worth"
) -> None:
    """Draw a bar an effect, from the top in the order given: full for the house, hatched against."""
    check_path(path, DRAWINGS)
    if not rows:
        raise SheetError("there are no effects to draw")
    with library("matplotlib").rc_context(STYLE):
        figure = _figure(rows, title)
    save_figure(figure, path)


def _figure(rows: Sequence[Effect], title: str) -> "Figure":
    size = (7.5, 1.5 + _BAR * len(rows))
    figure: Figure = library("matplotlib.figure").Figure(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    for place, (_, effect) in enumerate(rows):
        axes.barh(place, effect, height=0.62, **(_FOR_HOUSE if effect > 0 else _FOR_PLAYER))
    axes.set_yticks(range(len(rows)), [fill(label, 44) for label, _ in rows], size=7.5)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_title(title, size=10, weight="bold", loc="left")
    axes.set_xlabel(f"{AXIS}\n(full: for the house; hatched: for the player)", size=7.5)
    _scale(axes, rows)
    _numbers(axes, rows)
    return figure


def _scale(axes: "Axes", rows: Sequence[Effect]) -> None:
    """Leave room beside the longest bars for their numbers."""
    least, most = min(0.0, *(effect for _, effect in rows)), max(0.0, *(e for _, e in rows))
    room = 0.17 * (most - least or 1.0)
    axes.set_xlim(least - (room if least < 0 else 0), most + (room if most > 0 or not least else 0))
    axes.axvline(0, color="black", linewidth=0.8)
    axes.grid(axis="x", linewidth=0.3, color="#b5b5b5")
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", labelsize=7)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _numbers(axes: "Axes", rows: Sequence[Effect]) -> None:
    for place, (_, effect) in enumerate(rows):
        axes.annotate(
            f"{effect:+.4f}".replace("-", "−"),
            (effect, place),
            xytext=(4 if effect >= 0 else -4, 0),
            textcoords="offset points",
            ha="left" if effect >= 0 else "right",
            va="center",
            size=7,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )
