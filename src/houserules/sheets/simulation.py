"""A simulation on one page: how the edge settles down, how sessions end, how their money goes."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from houserules.sheets.convergence import Convergence, put_edge, put_errors
from houserules.sheets.saving import (
    DRAWINGS,
    STYLE,
    SheetError,
    check_path,
    library,
    save_figure,
)
from houserules.sheets.sessions import Sessions, put_fan, put_results
from houserules.sheets.true_counts import AtCount, put_advantage

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Panel = Callable[["Axes"], None]


def draw_simulation(
    path: Path,
    *,
    title: str,
    convergence: Convergence,
    counts: Sequence[AtCount] = (),
    sessions: Sessions | None = None,
) -> None:
    """Draw a simulation; the ending of the path says as what."""
    check_path(path, DRAWINGS)
    if not convergence.points:
        raise SheetError("there are no rounds to draw")
    with library("matplotlib").rc_context(STYLE):
        figure = _figure(title, _panels(convergence, counts, sessions))
    save_figure(figure, path)


def _panels(
    convergence: Convergence, counts: Sequence[AtCount], sessions: Sessions | None
) -> list[tuple[str, Panel]]:
    panels: list[tuple[str, Panel]] = [
        ("The edge settles down", partial(put_edge, told=convergence))
    ]
    if convergence.exact is not None:
        name = "How far it is from the exact edge"
        panels.append((name, partial(put_errors, told=convergence)))
    if counts:
        panels.append(("What a true count is worth", partial(put_advantage, told=counts)))
    if sessions is not None:
        panels.append(("How sessions end", partial(put_results, told=sessions)))
        panels.append(("How their money goes", partial(put_fan, told=sessions)))
    return panels


def _figure(title: str, panels: list[tuple[str, Panel]]) -> "Figure":
    size = (7.5, 0.7 + 2.9 * len(panels))
    figure: Figure = library("matplotlib.figure").Figure(figsize=size, layout="constrained")
    figure.suptitle(fill(title, 76), size=10, weight="bold", x=0.01, ha="left")
    for place, (name, put) in enumerate(panels, start=1):
        axes = figure.add_subplot(len(panels), 1, place)
        put(axes)
        below = axes.get_title(loc="left")
        axes.set_title(f"{name}: {below}" if below else name, size=8.5, weight="bold", loc="left")
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    return figure
