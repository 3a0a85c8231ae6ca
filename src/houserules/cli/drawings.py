"""Sheets and drawings: asked for before anything is solved, so that nobody waits for a refusal."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import typer

from houserules.cli.analysis.odds_report import Found
from houserules.cli.analysis.request import Question
from houserules.cli.options import Asked
from houserules.odds.chart import Chart, find_chart
from houserules.odds.effects import Effect
from houserules.sheets import (
    DRAWINGS,
    SheetError,
    check_path,
    draw_chart,
    draw_effects,
    write_par,
)
from houserules.sheets.files import library
from houserules.version import __version__

_SHEETS: Final = (".pdf",)


def par_writer(asked: Asked, name: str) -> Callable[[Found], None]:
    """Return what writes the PAR sheet of one game."""
    path = checked(asked, "--par", name, kinds=_SHEETS, needs="typst")

    def write(found: Found) -> None:
        asking = found.question
        with refused(asked, "--par"):
            write_par(
                found.solved,
                asking.rules,
                path,
                version=__version__,
                wager=asking.wager,
                chart=found.chart or find_chart(found.solved),
            )
        say_written(path)

    return write


def effects_drawer(asked: Asked, name: str) -> Callable[[Sequence[Effect], str], None]:
    """Return what draws the bars of single rule changes, in the order of their size."""
    path = checked(asked, "--chart", name, kinds=DRAWINGS, needs="matplotlib")

    def draw(effects: Sequence[Effect], title: str) -> None:
        ordered = sorted(effects, key=lambda each: -each.effect)
        with refused(asked, "--chart"):
            draw_effects([(e.change.says, 100 * e.effect) for e in ordered], path, title=title)
        say_written(path)

    return draw


def chart_drawer(asked: Asked, name: str) -> Callable[[Question, Chart], None]:
    """Return what draws the strategy chart."""
    path = checked(asked, "--chart", name, kinds=DRAWINGS, needs="matplotlib")

    def draw(asking: Question, chart: Chart) -> None:
        with refused(asked, "--chart"):
            draw_chart(chart, heading_of(asking), path)
        say_written(path)

    return draw


def say_written(path: Path) -> None:
    """Say on standard error that a file was written; standard output has the answer alone."""
    typer.echo(f"Wrote {path}", err=True)


def heading_of(asking: Question) -> str:
    """Name what a drawing is of."""
    rules, decks = asking.rules, asking.game.decks
    named = f"{rules.title}. {rules.edition} ({rules.id}), {decks} deck{'s' if decks > 1 else ''}"
    varied = ", ".join(name for name in asking.chosen if name != "decks")
    return f"{named}, with {varied} set" if varied else named


def checked(asked: Asked, option: str, name: str, *, kinds: Sequence[str], needs: str) -> Path:
    """Return the path if a file of this kind can be written there."""
    path = Path(name)
    with refused(asked, option):
        library(needs)
        check_path(path, kinds)
    return path


@contextmanager
def refused(asked: Asked, option: str) -> Iterator[None]:
    """End with exit code 2 where a sheet cannot be made."""
    try:
        yield
    except SheetError as error:
        asked.refuse(f"{option}: {error}")
