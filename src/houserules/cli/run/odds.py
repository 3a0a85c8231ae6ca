"""What `houserules odds` does once it is known what is asked: solve, list effects, compare."""

from dataclasses import replace
from time import perf_counter

from houserules.cli import drawings
from houserules.cli.analysis.odds_report import as_data, find
from houserules.cli.analysis.request import question
from houserules.cli.options import Asked
from houserules.cli.render.console import progress_bar, progress_of
from houserules.cli.render.odds import (
    compared_as_data,
    compared_page,
    effects_as_data,
    effects_page,
    page,
)
from houserules.cli.render.tables import print_json, print_page
from houserules.odds import effects as worth


def print_odds(asked: Asked, *, by_chart: bool, full: bool, par: str | None) -> None:
    """Print the figures of one game."""
    asking = question(asked)
    write = drawings.par_writer(asked, par) if par else None
    more = (lambda solved: solved.distribution) if full else None
    found = find(asking, by_chart=by_chart, more=more)
    if write:
        write(found)
    if asked.as_json:
        print_json(as_data(found, full=full))
    else:
        print_page(*page(found, full=full))


def print_effects(asked: Asked, *, chart: str | None) -> None:
    """Print what each single change of a rule is worth."""
    asking, begun = question(asked), perf_counter()
    draw = drawings.effects_drawer(asked, chart) if chart else None
    with progress_bar("Solving one change after another") as work:
        found = worth.effects(
            asking.rules, wager=asking.wager, removed=asking.removed, progress=progress_of(work)
        )
    seconds = perf_counter() - begun
    if draw:
        draw(found.effects, f"What each change of a rule is worth: {drawings.heading_of(asking)}")
    if asked.as_json:
        print_json(effects_as_data(asking, found, seconds))
    else:
        print_page(*effects_page(asking, found, seconds))


def print_comparison(asked: Asked, other: str, *, chart: str | None) -> None:
    """Print what each difference between two rulebooks is worth."""
    left, right = question(asked), question(replace(asked, rulebook=other))
    draw = drawings.effects_drawer(asked, chart) if chart else None
    begun = perf_counter()
    with progress_bar("Solving one difference after another") as work:
        found = worth.compare(
            left.rules,
            right.rules,
            wager=left.wager,
            removed=left.removed,
            progress=progress_of(work),
        )
    seconds = perf_counter() - begun
    if draw:
        draw(found.effects, f"{left.rules.id}, with one rule of {right.rules.id} at a time")
    if asked.as_json:
        print_json(compared_as_data(left, right, found, seconds))
    else:
        print_page(*compared_page(left, right, found, seconds))
