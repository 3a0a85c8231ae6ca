"""What Matplotlib draws: the strategy chart as a pocket card, and the worth of rule changes as bars."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any, Final

from houserules.odds.chart import Chart
from houserules.sheets.chart_card import HOW_TO_READ, ChartCard, Look, Section, Square, card_of
from houserules.sheets.files import DRAWINGS, STYLE, SheetError, check_path, library, save_figure
from houserules.sheets.number_text import minus

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Ink:
    """How a cell is filled, so that it can be told apart without colour."""

    fill: str
    text: str = "black"
    weight: str = "normal"
    hatch: str | None = None


INKS: Final[dict[Look, Ink]] = {
    "hit": Ink("#ffffff"),
    "stand": Ink("#e4dfd0"),
    "double": Ink("#1f3a5f", text="white", weight="bold"),
    "split": Ink("#9dbf9d", weight="bold"),
    "surrender": Ink("#ffffff", weight="bold", hatch="////"),
    "forfeit": Ink("#8a5a5a", text="white", weight="bold"),
    "nothing": Ink("#ffffff", text="#666666"),
}
_HATCH_GREY: Final = "#b5b5b5"
_LABELS: Final = 2.2
"""Width of the row labels, in cells."""
_CELL: Final = (0.42, 0.215)
"""A cell in inches: wide, high."""
_LEGEND_COLUMNS: Final = 2


def draw_chart(chart: Chart, rules_title: str, path: Path) -> None:
    """Draw a chart; the ending of the path says as what."""
    check_path(path, DRAWINGS)
    with library("matplotlib").rc_context(STYLE):
        figure = _Drawing(card_of(chart), rules_title).figure()
    save_figure(figure, path)


class _Drawing:
    """One card being drawn from the top down; a step down is the height of a cell."""

    def __init__(self, card: ChartCard, title: str) -> None:
        self.card = card
        self._title = wrap(title, 60)
        self.wide = _LABELS + len(card.upcards)
        self.row = 0.0
        self._axes: Axes | None = None

    @property
    def high(self) -> float:
        """How many steps the whole card takes."""
        lines = sum(len(section.lines) + 1.4 for section in self.card.sections)
        notes = 0.9 * len(self.card.notes)
        return self._head_rows + lines + 1.4 + self._legend_rows + notes + 1.6

    @property
    def _head_rows(self) -> float:
        return 1.1 * len(self._title) + 1.2

    @property
    def _legend_rows(self) -> int:
        return -(-len(self.card.legend) // _LEGEND_COLUMNS)

    @property
    def axes(self) -> "Axes":
        assert self._axes is not None
        return self._axes

    def figure(self) -> "Figure":
        size = ((self.wide + 1) * _CELL[0], self.high * _CELL[1])
        figure: Figure = library("matplotlib.figure").Figure(figsize=size)
        self._axes = figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._axes.set_xlim(-0.5, self.wide + 0.5)
        self._axes.set_ylim(self.high, 0)
        self._head()
        for section in self.card.sections:
            self._section(section)
        self._legend()
        for place, note in enumerate(reversed(self.card.notes)):
            self._text(0, self.high - 1.7 - 0.9 * place, note, size=6.5)
        self._text(0, self.high - 0.8, self.card.footer, size=6.5)
        return figure

    def _text(self, x: float, y: float, text: str, **style: Any) -> None:
        usual: dict[str, Any] = {"ha": "left", "va": "center", "size": 7}
        self.axes.text(x, y, text, **(usual | style))

    def _head(self) -> None:
        for line in self._title:
            self.row += 1.1
            self._text(0, self.row - 0.25, line, size=9, weight="bold")
        told = "Your hand down, the dealer's card across; T is any card of value ten."
        self._text(0, self.row + 0.6, told, size=6.5)
        self.row = self._head_rows

    def _section(self, section: Section) -> None:
        self._text(0, self.row + 0.75, section.title, weight="bold", size=6.5)
        for place, upcard in enumerate(self.card.upcards):
            middle = _LABELS + place + 0.5
            self._text(middle, self.row + 0.75, upcard, ha="center", weight="bold")
        self.row += 1.2
        for line in section.lines:
            self._text(_LABELS - 0.2, self.row + 0.53, line.label, ha="right")
            for place, square in enumerate(line.squares):
                self._square(_LABELS + place, self.row, square)
            self.row += 1
        self.row += 0.2

    def _square(self, x: float, y: float, square: Square) -> None:
        ink = INKS[square.look]
        patches = library("matplotlib.patches")
        fill = {"facecolor": ink.fill, "edgecolor": _HATCH_GREY, "linewidth": 0}
        self.axes.add_patch(patches.Rectangle((x, y), 1, 1, hatch=ink.hatch, **fill))
        line = {"facecolor": "none", "edgecolor": "black", "linewidth": 0.5}
        self.axes.add_patch(patches.Rectangle((x, y), 1, 1, **line))
        size = 7 if len(square.code) <= 4 else 28 / len(square.code)
        style = {"color": ink.text, "weight": ink.weight, "size": size}
        self._text(x + 0.5, y + 0.53, square.code, ha="center", **style)

    def _legend(self) -> None:
        self._text(0, self.row + 0.7, HOW_TO_READ, size=6)
        self.row += 1.4
        wide = self.wide / _LEGEND_COLUMNS
        for place, (square, words) in enumerate(self.card.legend):
            column, row = divmod(place, self._legend_rows)
            self._square(column * wide, self.row + row, square)
            lines = wrap(words, 54)
            style = {"size": 5.5 if len(lines) == 1 else 4.8, "linespacing": 0.95}
            self._text(column * wide + 1.15, self.row + row + 0.53, "\n".join(lines), **style)


# What each change of a rule is worth, as horizontal bars.


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
    """Draw one bar per effect, from the top in the order given: full for the house, hatched against."""
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
    for place, (_, effect) in enumerate(rows):
        axes.annotate(
            minus(f"{effect:+.4f}"),
            (effect, place),
            xytext=(4 if effect >= 0 else -4, 0),
            textcoords="offset points",
            ha="left" if effect >= 0 else "right",
            va="center",
            size=7,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )
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
