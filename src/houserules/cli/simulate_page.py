"""The page of `houserules simulate`: edge and error, rules, kinds of settlement, cells, sessions, rate."""

from collections.abc import Iterator
from math import floor, log10

from rich.console import RenderableType
from rich.text import Text

from houserules import __version__
from houserules.cli.narrow import InRows
from houserules.cli.odds_page import percent, rules_table
from houserules.cli.screen import title_of
from houserules.cli.simulate_cells import cell_tables, hour_table
from houserules.cli.simulate_found import LEVEL, Found
from houserules.cli.simulate_progress import per_second
from houserules.cli.simulate_tables import (
    distribution_table,
    kinds_table,
    session_tables,
    side_table,
)
from houserules.cli.simulate_words import (
    count_words,
    each_once,
    equipment_words,
    notes,
    wagers_words,
)
from houserules.cli.tables import grid, heading


def page(found: Found) -> Iterator[RenderableType]:
    """Give the page, part by part."""
    yield title_of(found.plan.rules)
    if found.is_broken_off:
        yield Text("Stopped: this is what was simulated by then", style="bold yellow")
    yield _figures(found)
    yield from _notes(found)
    yield heading("Rules that move money")
    yield from rules_table(found.plan.first)
    yield heading("How wagers end")
    yield InRows(kinds_table(found))
    yield heading("Net result of a round, in wagers")
    yield InRows(distribution_table(found))
    yield from cell_tables(found)
    if found.result.insurance or found.result.side_wagers:
        yield heading("Insurance and side wagers")
        yield InRows(side_table(found))
    if found.earnings is not None:
        yield heading(f"An hour of {found.earnings.rounds_per_hour:g} rounds")
        yield hour_table(found)
    yield from session_tables(found)
    yield ""
    yield Text(_foot(found), style="dim")


def _figures(found: Found) -> RenderableType:
    plan, result = found.plan, found.result
    table = grid(18, None)
    digits = _digits(result.standard_error)
    edge = f"{percent(result.house_edge, digits)} ± {percent(result.standard_error, digits)}"
    table.add_row("House edge", Text(f"{edge}  (standard error)", style="bold"))
    low, high = (percent(each, digits) for each in found.interval)
    table.add_row(f"{100 * LEVEL:.0f} % interval", f"{low} to {high}")
    if found.exact is not None and found.z_score is not None:
        exact = f"{percent(found.exact)}: the simulated edge is {found.z_score:+.2f} standard errors from it"
        table.add_row("Exact edge", exact)
    table.add_row("Standard deviation", f"{result.standard_deviation:.6f} wagers a round")
    table.add_row("Rounds", f"{result.rounds:,}, seed {result.seed}")
    table.add_row("Boxes", f"{len(plan.questions)}")
    table.add_row("Wager", wagers_words(plan))
    table.add_row("Strategy", each_once([play.words for play in found.plays]))
    table.add_row("Cards", equipment_words(plan))
    if plan.count is not None:
        table.add_row("Count", count_words(plan.count))
    return table


def _digits(error: float) -> int:
    """Give the decimal places of a percentage that show two digits of its error."""
    return max(2, 1 - floor(log10(100 * error))) if error > 0 else 6


def _notes(found: Found) -> Iterator[RenderableType]:
    for note in notes(found.plan):
        yield Text(note, style="yellow")


def _foot(found: Found) -> str:
    rate = f"{found.result.rounds:,} rounds in {found.course.seconds:.2f} s"
    return f"houserules {__version__}, {rate}: {per_second(found.rounds_per_second)}"
