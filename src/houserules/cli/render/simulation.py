"""The tables of `houserules simulate`, for a person: kinds, results, cells, side wagers, sessions."""

from collections.abc import Iterator
from math import ceil, floor, isfinite, log10
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from houserules.analysis.simulation_data import nets, session_data, side_data
from houserules.analysis.simulation_report import (
    LEVEL,
    RARE,
    SimulationReport,
    cells_of,
    chi_square,
    count_words,
    each_once,
    equipment_words,
    notes,
    wagers_words,
)
from houserules.analysis.simulation_request import MOST
from houserules.cli.render.console import rulebook_title
from houserules.cli.render.odds import UPCARDS, percent, rules_table
from houserules.cli.render.progress import per_second
from houserules.cli.render.tables import InBlocks, InRows, grid, headed_table, heading
from houserules.core.money import format_money, signed_money
from houserules.odds.card_counting import units_at
from houserules.simulator import Cell, Result
from houserules.simulator.sessions import FAN
from houserules.version import __version__

_MOST_ROWS: Final = 24
"""Rows of a distribution before results are put together."""
_STEPS: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)


def kinds_table(report: SimulationReport) -> Table:
    """Every kind of settlement: how often it came, once per hand, beside the exact number."""
    if report.comparison is not None:
        table = headed_table("Kind", "Observed", "Expected", "z", whole=(0,), right=(1, 2, 3))
        for kind, check in report.comparison.items():
            z = "" if check.z_score is None else f"{check.z_score:+.2f}"
            table.add_row(kind, f"{check.observed:,}", f"{check.expected:,.1f}", z)
        return table
    result = report.result
    table = headed_table("Kind", "Number", "Per round", "1 in", whole=(0,), right=(1, 2, 3))
    for kind, number in result.results.items():
        share = number / result.rounds
        table.add_row(kind, f"{number:,}", f"{share:.6f}", f"{result.rounds / number:,.2f}")
    return table


def chi_square_line(report: SimulationReport) -> Iterator[RenderableType]:
    """All kinds together, where they are compared with exact numbers."""
    compared = report.comparison
    if compared is not None and (squares := chi_square(report.result, compared)) is not None:
        yield (
            f"Chi-square {squares.statistic:.2f} with {squares.freedom} degrees of freedom, "
            f"p = {squares.p_value:.4f}; kinds expected fewer than {RARE:g} times are pooled."
        )


def distribution_table(report: SimulationReport) -> Table:
    """Rounds by their net result; many different ones are put together unless all are asked for."""
    rows, step = nets(report.result), 0.0
    if len(rows) > _MOST_ROWS and not report.plan.full:
        step = next((s for s in _STEPS if len(_group_by_step(rows, s)) <= _MOST_ROWS), _STEPS[-1])
    named = [(_signed_units(net), times) for net, times in rows]
    if step:
        named = _name_steps(rows, step)
    table = headed_table("Net", "Rounds", "Share", right=(0, 1, 2))
    for name, times in named:
        table.add_row(name, f"{times:,}", percent(times / report.result.rounds, 4))
    if report.result.outside:
        share = percent(report.result.outside / report.result.rounds, 4)
        table.add_row("beyond", f"{report.result.outside:,}", share)
    return table


def _signed_units(net: float) -> str:
    return f"{net:+g}" if net else "0"


def _group_by_step(rows: list[tuple[float, int]], step: float) -> dict[int, int]:
    """Put results together: -1 to below 0, nothing by itself, above 0 to 1."""
    stepped: dict[int, int] = {}
    for net, times in rows:
        place = ceil(net / step - 1e-9) if net > 0 else floor(net / step + 1e-9)
        stepped[place] = stepped.get(place, 0) + times
    return stepped


def _name_steps(rows: list[tuple[float, int]], step: float) -> list[tuple[str, int]]:
    named = []
    for place, times in _group_by_step(rows, step).items():
        inner = place - 1 if place > 0 else place + 1
        low, high = sorted((inner * step, place * step))
        named.append((f"{_signed_units(low)} to {_signed_units(high)}" if place else "0", times))
    return named


def side_table(report: SimulationReport) -> Table:
    """Insurance and side wagers."""
    result = report.result
    sides = dict(result.side_wagers)
    if result.insurance is not None:
        sides = {"insurance": result.insurance, **sides}
    columns = ("Wager", "Made", "House edge", "Deviation", "Ends")
    table = headed_table(*columns, whole=(0,), right=(1, 2, 3))
    for name, side in sides.items():
        data = side_data(side)
        ends = ", ".join(f"{end} {times:,}" for end, times in data["ends"].items())
        deviation = f"{data['standard_deviation']:.4f}"
        table.add_row(name, f"{data['wagers']:,}", percent(data["house_edge"], 4), deviation, ends)
    return table


def session_tables(report: SimulationReport) -> Iterator[RenderableType]:
    """How sessions end, how low they come, how deep they fall."""
    if report.paths is None:
        return
    data = session_data(report.paths, report.plan.bankroll)
    yield heading(f"{data['number']:,} sessions of {data['rounds']:,} rounds, in dollars")
    shares = tuple(
        "median" if share == 0.5 else f"{round(100 * share)}th percentile" for share in FAN
    )
    table = headed_table("", *shares, whole=(0,), right=range(1, 6))
    for name, key in (
        ("Result", "final"),
        ("Lowest point", "lowest"),
        ("Maximum drawdown", "drawdown"),
    ):
        table.add_row(name, *(format_money(100 * round(amount)) for amount in data[key]))
    yield InBlocks(table)
    mean, deviation = round(100 * data["mean"]), round(100 * data["standard_deviation"])
    won = f"{percent(data['won'], 1)} of sessions won"
    yield f"Mean {signed_money(mean)}, deviation {format_money(deviation)}; {won}."
    if report.plan.bankroll is not None:
        lost = f"A bankroll of {format_money(report.plan.bankroll)} was lost in"
        yield Text(f"{lost} {percent(data['ruined'], 2)} of sessions.", style="bold")


# The cells of `houserules simulate`, for a person: upcards, first two cards, depths, true counts.


_TOP: Final = 12
"""Pairs of first cards that are printed without --full."""
_HEADINGS: Final = {
    "upcard": "By upcard",
    "first-two": "By starting hand, largest effect first",
    "depth": "By depth of the shoe at the start of the round",
    "true-count": "By true count at the start of the round",
}


def cell_tables(report: SimulationReport) -> Iterator[RenderableType]:
    """What came of upcards, first two cards, depths of the shoe."""
    for by, run in report.runs.items():
        if by in _HEADINGS and run.result is not None:
            yield heading(_HEADINGS[by])
            yield InBlocks(_counts(report) if by == "true-count" else _cells(report, by))


def _cells(report: SimulationReport, by: str) -> Table:
    result = report.runs[by].result
    assert result is not None
    titles = {"upcard": "Upcard", "first-two": "Cards", "depth": "Dealt before"}
    columns = (titles[by], "Boxes", "Value", "±", "Share of the edge")
    table = headed_table(*columns, whole=(0,), right=(1, 2, 3, 4))
    laid = float(sum(cell.wagered for cell in cells_of(result).values()))
    for name, cell in _chosen(result, by, full=report.plan.full):
        share = percent(-float(cell.won) / laid, 4)
        value = f"{cell.advantage:+.5f}"
        error = f"{cell.standard_error:.5f}"
        title = name
        if by == "depth":
            part, parts = map(int, name.split("/"))
            title = f"{100 * part / parts:.0f} to {100 * (part + 1) / parts:.0f} %"
        table.add_row(title, f"{cell.rounds:,}", value, error, share)
    return table


def _counts(report: SimulationReport) -> Table:
    """What came of every true count, and what was wagered there."""
    cells, count = cells_of(report.result), report.plan.count
    assert count is not None
    columns = ("True count", "Rounds", "Share", "Wagers", "Advantage", "±")
    table = headed_table(*columns, right=range(6))
    for name, cell in cells.items():
        units = "sat out" if cell.watched else f"{units_at(count.ramp, int(name))}"
        share = percent(cell.rounds / report.result.rounds, 3)
        value = percent(cell.advantage, 3)
        error = percent(cell.standard_error, 3)
        beyond = f" and {'more' if int(name) > 0 else 'less'}" if abs(int(name)) >= MOST else ""
        table.add_row(name + beyond, f"{cell.rounds:,}", share, units, value, error)
    return table


def hour_table(report: SimulationReport) -> Table:
    """What an hour brings, and how long it takes until that shows."""
    earned, bankroll = report.earnings, report.plan.bankroll
    assert earned is not None
    table = grid(18, None)
    table.add_row("Expected win", Text(signed_money(round(earned.win)), style="bold"))
    table.add_row("Deviation", format_money(round(earned.standard_deviation)))
    table.add_row("Average wager", f"{format_money(round(earned.average_wager))} per round")
    if earned.win > 0 and isfinite(earned.n0):
        hours = earned.n0 / earned.rounds_per_hour
        n0 = f"{earned.n0:,.0f} rounds, {hours:,.0f} hours until the expected win equals its deviation"
        table.add_row("N0", n0)
    if bankroll is not None:
        ruin = percent(earned.risk_of_ruin(bankroll), 2)
        table.add_row("Risk of ruin", f"{ruin} with {format_money(bankroll)}, playing forever")
    return table


def _chosen(result: Result, by: str, *, full: bool) -> list[tuple[str, Cell]]:
    cells = cells_of(result)
    if by == "upcard":
        return [(name, cells[name]) for name in UPCARDS if name in cells]
    if by == "depth":
        return list(cells.items())
    ordered = sorted(cells.items(), key=lambda each: -abs(each[1].won))
    return ordered if full else ordered[:_TOP]


# The page of `houserules simulate`: edge and error, rules, kinds of settlement, cells, sessions, rate.


def page(report: SimulationReport) -> Iterator[RenderableType]:
    """Yield the page, part by part."""
    yield rulebook_title(report.plan.rules)
    if report.is_interrupted:
        yield Text("Stopped early: results so far", style="bold yellow")
    yield _figures(report)
    yield from (Text(note, style="yellow") for note in notes(report.plan))
    yield heading("Rules that move money")
    yield from rules_table(report.plan.first)
    yield heading("Outcomes")
    yield InRows(kinds_table(report))
    yield from chi_square_line(report)
    yield heading("Net result per round, in wagers")
    yield InRows(distribution_table(report))
    yield from cell_tables(report)
    if report.result.insurance or report.result.side_wagers:
        yield heading("Insurance and side wagers")
        yield InRows(side_table(report))
    if report.earnings is not None:
        yield heading(f"Per hour, at {report.earnings.rounds_per_hour:g} rounds")
        yield hour_table(report)
    yield from session_tables(report)
    yield ""
    rate = f"{report.result.rounds:,} rounds in {report.run.seconds:.2f} s"
    speed = per_second(report.rounds_per_second)
    yield Text(f"houserules {__version__}, {rate}: {speed}", style="dim")


def _figures(report: SimulationReport) -> RenderableType:
    plan, result = report.plan, report.result
    table = grid(18, None)
    digits = _digits(result.standard_error)
    edge = f"{percent(result.house_edge, digits)} ± {percent(result.standard_error, digits)}"
    table.add_row("House edge", Text(f"{edge}  (standard error)", style="bold"))
    low, high = (percent(each, digits) for each in report.interval)
    table.add_row(f"{100 * LEVEL:.0f} % interval", f"{low} to {high}")
    if report.exact is not None and report.z_score is not None:
        exact = f"{percent(report.exact)}: the simulated edge differs by {report.z_score:+.2f} standard errors"
        table.add_row("Exact edge", exact)
    table.add_row("Standard deviation", f"{result.standard_deviation:.6f} wagers per round")
    table.add_row("Rounds", f"{result.rounds:,}, seed {result.seed}")
    table.add_row("Boxes", f"{len(plan.requests)}")
    table.add_row("Wager", wagers_words(plan))
    table.add_row("Strategy", each_once([play.words for play in report.plays]))
    table.add_row("Cards", equipment_words(plan))
    if plan.count is not None:
        table.add_row("Count", count_words(plan.count))
    return table


def _digits(error: float) -> int:
    """Return the decimal places of a percentage that show two digits of its error."""
    return max(2, 1 - floor(log10(100 * error))) if error > 0 else 6
