"""The tables of `houserules simulate`, for a person: kinds, results, cells, side wagers, sessions."""

from collections.abc import Iterator
from math import ceil, floor
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from houserules.cli.narrow import InBlocks
from houserules.cli.odds_page import percent
from houserules.cli.simulate_data import SHARES, nets, session_data, side_data
from houserules.cli.simulate_found import Found
from houserules.cli.tables import heading, lined
from houserules.core.money import dollars

_MOST_ROWS: Final = 24
"""Rows of a distribution before results are put together."""
_STEPS: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)


def right(table: Table, *places: int) -> Table:
    """Set columns to the right: numbers."""
    for place in places:
        table.columns[place].justify = "right"
    return table


def kinds_table(found: Found) -> Table:
    """Every kind of settlement: how often it came, once a hand."""
    result = found.result
    table = right(lined("Kind", "Number", "A round", "1 in", whole=(0, 1, 2, 3)), 1, 2, 3)
    for kind, number in result.results.items():
        share = number / result.rounds
        table.add_row(kind, f"{number:,}", f"{share:.6f}", f"{result.rounds / number:,.2f}")
    return table


def distribution_table(found: Found) -> Table:
    """Rounds by their net result; many different ones are put together unless all are asked for."""
    rows, step = nets(found.result), 0.0
    if len(rows) > _MOST_ROWS and not found.plan.full:
        step = next((s for s in _STEPS if len(_stepped(rows, s)) <= _MOST_ROWS), _STEPS[-1])
    told = [(_signed(net), times) for net, times in rows] if not step else _named(rows, step)
    table = right(lined("Net", "Rounds", "Share", whole=(0, 1, 2)), 0, 1, 2)
    for name, times in told:
        table.add_row(name, f"{times:,}", percent(times / found.result.rounds, 4))
    if found.result.outside:
        share = percent(found.result.outside / found.result.rounds, 4)
        table.add_row("beyond", f"{found.result.outside:,}", share)
    return table


def _signed(net: float) -> str:
    return f"{net:+g}" if net else "0"


def _stepped(rows: list[tuple[float, int]], step: float) -> dict[int, int]:
    """Put results together: -1 to below 0, nothing by itself, above 0 to 1."""
    found: dict[int, int] = {}
    for net, times in rows:
        place = ceil(net / step - 1e-9) if net > 0 else floor(net / step + 1e-9)
        found[place] = found.get(place, 0) + times
    return found


def _named(rows: list[tuple[float, int]], step: float) -> list[tuple[str, int]]:
    named = []
    for place, times in _stepped(rows, step).items():
        inner = place - 1 if place > 0 else place + 1
        low, high = sorted((inner * step, place * step))
        named.append((f"{_signed(low)} to {_signed(high)}" if place else "0", times))
    return named


def side_table(found: Found) -> Table:
    """Insurance and side wagers."""
    result = found.result
    sides = dict(result.side_wagers)
    if result.insurance is not None:
        sides = {"insurance": result.insurance, **sides}
    table = right(
        lined("Wager", "Made", "House edge", "Deviation", "Ends", whole=(0, 1, 2, 3)), 1, 2, 3
    )
    for name, side in sides.items():
        data = side_data(side)
        ends = ", ".join(f"{end} {times:,}" for end, times in data["ends"].items())
        deviation = f"{data['standard_deviation']:.4f}"
        table.add_row(name, f"{data['wagers']:,}", percent(data["house_edge"], 4), deviation, ends)
    return table


def session_tables(found: Found) -> Iterator[RenderableType]:
    """How sessions end, how low they come, how deep they fall."""
    if found.paths is None:
        return
    data = session_data(found.paths, found.plan.bankroll)
    yield heading(f"{data['number']:,} sessions of {data['rounds']:,} rounds, in dollars")
    shares = tuple(
        f"{100 * share:.0f} % below" if share != 0.5 else "half below" for share in SHARES
    )
    table = right(lined("", *shares, whole=tuple(range(6))), *range(1, 6))
    for name, key in (
        ("Result", "final"),
        ("Lowest point", "lowest"),
        ("Deepest fall", "drawdown"),
    ):
        table.add_row(name, *(f"{amount:,.0f}" for amount in data[key]))
    yield InBlocks(table)
    yield f"Mean {data['mean']:+,.2f}, deviation {data['standard_deviation']:,.2f}; {percent(data['won'], 1)} of them won."
    if found.plan.bankroll is not None:
        lost = f"A bankroll of ${dollars(found.plan.bankroll)} was lost in"
        yield Text(f"{lost} {percent(data['ruined'], 2)} of them.", style="bold")
