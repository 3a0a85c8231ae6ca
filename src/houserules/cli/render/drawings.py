"""Sheets and drawings: asked for before anything is solved, so that nobody waits for a refusal."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

import typer

from houserules.analysis.options import RequestError
from houserules.analysis.request import OddsRequest
from houserules.odds.chart import Chart, ChartPlay, find_chart
from houserules.odds.effects import Effect
from houserules.odds.solved_game import solve
from houserules.sheets.drawings import draw_chart, draw_effects
from houserules.sheets.files import DRAWINGS, SheetError, check_path, library
from houserules.sheets.par import write_par
from houserules.version import __version__

_SHEETS: Final = (".pdf",)


class ParWriter(Protocol):
    """Solves a game again, as a PAR sheet needs more than its figures, and writes the sheet."""

    def __call__(self, request: OddsRequest, *, by_chart: bool) -> None: ...


def par_writer(name: str) -> ParWriter:
    """Return what writes the PAR sheet of one game."""
    path = writable_path("par", name, kinds=_SHEETS, needs="typst")

    def write(request: OddsRequest, *, by_chart: bool) -> None:
        solved = solve(request.game, shoe=request.shoe)
        chart = find_chart(solved)
        if by_chart:
            solved = solve(request.game, shoe=request.shoe, policy=ChartPlay(chart))
        with sheet_problems("par"):
            write_par(
                solved,
                request.rules,
                path,
                version=__version__,
                wager=request.wager,
                chart=chart,
            )
        say_written(path)

    return write


def effects_drawer(name: str) -> Callable[[Sequence[Effect], str], None]:
    """Return what draws the bars of single rule changes, in the order of their size."""
    path = writable_path("chart", name, kinds=DRAWINGS, needs="matplotlib")

    def draw(effects: Sequence[Effect], title: str) -> None:
        ordered = sorted(effects, key=lambda each: -each.effect)
        with sheet_problems("chart"):
            draw_effects([(e.change.says, 100 * e.effect) for e in ordered], path, title=title)
        say_written(path)

    return draw


def chart_drawer(name: str) -> Callable[[OddsRequest, Chart], None]:
    """Return what draws the strategy chart."""
    path = writable_path("chart", name, kinds=DRAWINGS, needs="matplotlib")

    def draw(request: OddsRequest, chart: Chart) -> None:
        with sheet_problems("chart"):
            draw_chart(chart, heading_of(request), path)
        say_written(path)

    return draw


def say_written(path: Path) -> None:
    """Say on standard error that a file was written; standard output has the answer alone."""
    typer.echo(f"Wrote {path}", err=True)


def heading_of(request: OddsRequest) -> str:
    """Name what a drawing is of."""
    rules, decks = request.rules, request.game.decks
    named = f"{rules.title}. {rules.edition} ({rules.id}), {decks} deck{'s' if decks > 1 else ''}"
    varied = ", ".join(name for name in request.chosen if name != "decks")
    return f"{named}, with {varied} set" if varied else named


def writable_path(option: str, name: str, *, kinds: Sequence[str], needs: str) -> Path:
    """Return the path if a file of this kind can be written there."""
    path = Path(name)
    with sheet_problems(option):
        library(needs)
        check_path(path, kinds)
    return path


@contextmanager
def sheet_problems(option: str) -> Iterator[None]:
    """Turn a sheet that cannot be made into a RequestError."""
    try:
        yield
    except SheetError as error:
        raise RequestError(option, str(error)) from None
