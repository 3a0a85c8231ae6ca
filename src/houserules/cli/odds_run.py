"""What `houserules odds` does once it is known what is asked: solve, list effects, compare."""

from dataclasses import replace
from time import perf_counter

from houserules.cli import drawing
from houserules.cli.asking import question
from houserules.cli.effects_page import (
    compared_as_data,
    compared_page,
    effects_as_data,
    effects_page,
)
from houserules.cli.odds_data import as_data, find
from houserules.cli.odds_page import page
from houserules.cli.progress import told, working
from houserules.cli.tables import put, put_json
from houserules.cli.varying import Asked
from houserules.odds import effects as worth


def solve(asked: Asked, *, by_chart: bool, full: bool, par: str | None) -> None:
    """Print the figures of one game."""
    asking = question(asked)
    write = drawing.par_writer(asked, par) if par else None
    more = (lambda solved: solved.distribution) if full and not asked.as_json else None
    found = find(asking, by_chart=by_chart, more=more)
    if write:
        write(found)
    if asked.as_json:
        put_json(as_data(found))
    else:
        put(*page(found, full=full))


def effects(asked: Asked, *, chart: str | None) -> None:
    """Print what each single change of a rule is worth."""
    asking, begun = question(asked), perf_counter()
    draw = drawing.effects_drawer(asked, chart) if chart else None
    with working("Solving one change after another") as work:
        found = worth.effects(
            asking.rules, wager=asking.wager, removed=asking.removed, progress=told(work)
        )
    seconds = perf_counter() - begun
    if draw:
        draw(found.effects, f"What each change of a rule is worth: {drawing.heading_of(asking)}")
    if asked.as_json:
        put_json(effects_as_data(asking, found, seconds))
    else:
        put(*effects_page(asking, found, seconds))


def compare(asked: Asked, other: str, *, chart: str | None) -> None:
    """Print what each difference between two rulebooks is worth."""
    left, right = question(asked), question(replace(asked, rulebook=other))
    draw = drawing.effects_drawer(asked, chart) if chart else None
    begun = perf_counter()
    with working("Solving one difference after another") as work:
        found = worth.compare(
            left.rules,
            right.rules,
            wager=left.wager,
            removed=left.removed,
            progress=told(work),
        )
    seconds = perf_counter() - begun
    if draw:
        draw(found.effects, f"{left.rules.id}, with one rule of {right.rules.id} at a time")
    if asked.as_json:
        put_json(compared_as_data(left, right, found, seconds))
    else:
        put(*compared_page(left, right, found, seconds))
