"""The cells of `houserules simulate`, for a person: upcards, first two cards, depths, true counts."""

from collections.abc import Iterator
from math import isfinite
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from houserules.cli.narrow import InBlocks
from houserules.cli.odds_page import UPCARDS, percent
from houserules.cli.simulate_count import MOST, units_at
from houserules.cli.simulate_found import Found, cells_of
from houserules.cli.simulate_tables import right
from houserules.cli.tables import grid, heading, lined
from houserules.core.money import dollars
from houserules.simulator import Cell, Result

_TOP: Final = 12
"""Pairs of first cards that are printed without --full."""
_HEADINGS: Final = {
    "upcard": "By upcard",
    "first-two": "By the first two cards, most for either side first",
    "depth": "By depth of the shoe, as the round begins",
    "true-count": "By true count, as the round begins",
}


def cell_tables(found: Found) -> Iterator[RenderableType]:
    """What came of upcards, first two cards, depths of the shoe."""
    for by, course in found.courses.items():
        if by in _HEADINGS and course.result is not None:
            yield heading(_HEADINGS[by])
            yield InBlocks(_counts(found) if by == "true-count" else _cells(found, by))


def _cells(found: Found, by: str) -> Table:
    result = found.courses[by].result
    assert result is not None
    titles = {"upcard": "Upcard", "first-two": "Cards", "depth": "Dealt before"}
    columns = (titles[by], "Boxes", "Value", "±", "Share of the edge")
    table = right(lined(*columns, whole=(0, 1, 2, 3, 4)), 1, 2, 3, 4)
    laid = float(sum(cell.wagered for cell in cells_of(result).values()))
    for name, cell in _chosen(result, by, full=found.plan.full):
        share = percent(-float(cell.won) / laid, 4)
        value = f"{cell.advantage:+.5f}"
        error = f"{cell.standard_error:.5f}"
        table.add_row(_shown(name, by), f"{cell.rounds:,}", value, error, share)
    return table


def _counts(found: Found) -> Table:
    """What came of every true count, and what was wagered there."""
    cells, count = cells_of(found.result), found.plan.count
    assert count is not None
    columns = ("True count", "Rounds", "Share", "Wagers", "Advantage", "±")
    table = right(lined(*columns, whole=tuple(range(6))), *range(6))
    for name, cell in cells.items():
        units = "watched" if cell.watched else f"{units_at(count.ramp, int(name))}"
        share = percent(cell.rounds / found.result.rounds, 3)
        value = percent(cell.advantage, 3)
        error = percent(cell.standard_error, 3)
        table.add_row(_beyond(name), f"{cell.rounds:,}", share, units, value, error)
    return table


def _beyond(name: str) -> str:
    """Name a true count; the first and the last stand for all beyond them."""
    if abs(int(name)) < MOST:
        return name
    return f"{name} and {'more' if int(name) > 0 else 'less'}"


def hour_table(found: Found) -> Table:
    """What an hour brings, and how long it takes until that shows."""
    earned, bankroll = found.earnings, found.plan.bankroll
    assert earned is not None
    table = grid(18, None)
    table.add_row("Expected win", Text(f"{earned.win / 100:+,.2f} dollars", style="bold"))
    table.add_row("Deviation", f"{earned.standard_deviation / 100:,.2f} dollars")
    table.add_row("Average wager", f"{earned.average_wager / 100:,.2f} dollars a round")
    if earned.win > 0 and isfinite(earned.n0):
        hours = earned.n0 / earned.rounds_per_hour
        n0 = f"{earned.n0:,.0f} rounds, {hours:,.0f} hours: then the win is as large as its deviation"
        table.add_row("N0", n0)
    if bankroll is not None:
        ruin = percent(earned.risk_of_ruin(bankroll), 2)
        table.add_row("Risk of ruin", f"{ruin} with ${dollars(bankroll)}, playing on for good")
    return table


def _chosen(result: Result, by: str, *, full: bool) -> list[tuple[str, Cell]]:
    cells = cells_of(result)
    if by == "upcard":
        return [(name, cells[name]) for name in UPCARDS if name in cells]
    if by == "depth":
        return list(cells.items())
    ordered = sorted(cells.items(), key=lambda each: -abs(each[1].won))
    return ordered if full else ordered[:_TOP]


def _shown(name: str, by: str) -> str:
    if by != "depth":
        return name
    part, parts = map(int, name.split("/"))
    return f"{100 * part / parts:.0f} to {100 * (part + 1) / parts:.0f} %"
