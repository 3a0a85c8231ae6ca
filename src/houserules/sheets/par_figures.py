"""The figures of a PAR sheet as rows of text, ready to be set."""

from collections.abc import Iterator
from math import ceil, log10
from typing import Any, Final

from houserules.sheets.par_results import KindTable, kind_table, wagered
from houserules.sheets.par_sheet import ParSheet
from houserules.sheets.volatility import moments
from houserules.sheets.words import (
    money,
    one_in,
    percent,
    probability,
    signed,
    units,
)

Row = list[str]

MOST_DECADES: Final = 16
"""Bars are drawn down to this power of ten."""


def key_figures(sheet: ParSheet) -> Iterator[Row]:
    """Give the figures that people ask for first."""
    edge, deviation = float(sheet.solved.house_edge), float(sheet.solved.standard_deviation)
    hands, amount = wagered(sheet.solved)
    yield ["House edge (expected hold)", percent(edge, 6), "of the initial wager"]
    yield ["Return to player", percent(1 - edge, 6), "of the initial wager"]
    yield ["Standard deviation", f"{deviation:.6f}", "units of the initial wager, one round"]
    yield ["Variance", f"{deviation**2:.6f}", "squared units"]
    yield ["House win a round", money(edge * sheet.wager, places=4), "expected at this wager"]
    yield ["Hands a round", f"{hands:.4f}", "expected, with splits"]
    yield ["Wagered a round", f"{amount:.3f}", "units, with doubles and splits"]
    yield ["House edge on all that is wagered", percent(edge / amount, 4), "hold over total wagers"]
    yield from _shape(sheet, edge, deviation)
    yield ["House edge by the chart", percent(sheet.chart.house_edge, 6), _cost(sheet)]


def _cost(sheet: ParSheet) -> str:
    return f"simplicity costs {percent(sheet.chart.cost, 4)}"


def _shape(sheet: ParSheet, edge: float, deviation: float) -> Iterator[Row]:
    results = sheet.solved.distribution
    won = sum(chance for result, chance in results.items() if result > 0)
    level = results.get(0.0, 0.0)
    yield [
        "Rounds won / even / lost",
        " / ".join(percent(p, 2) for p in (won, level, 1 - won - level)),
        "",
    ]
    yield ["Best and worst round", f"{units(max(results))} and {units(min(results))}", "units"]
    shape = moments(results)
    skew, tails = signed(shape.skewness, 3), signed(shape.kurtosis, 3)
    yield ["Skewness, excess kurtosis", f"{skew}, {tails}", "of one round"]
    if edge > 0:
        rounds = f"{(deviation / edge) ** 2:,.0f}"
        yield ["Rounds to one standard deviation", rounds, "expected hold equals its deviation"]


def kind_rows(sheet: ParSheet) -> dict[str, Any]:
    """Give the table of kinds with its sums."""
    table = kind_table(sheet.solved)
    rows = [
        [
            line.words,
            probability(line.count),
            one_in(line.count),
            " or ".join(map(units, line.pays)),
            signed(100 * line.returned, 5),
            percent(line.squared / table.variance, 3),
        ]
        for line in table.lines
    ]
    return {"rows": rows, "sums": _kind_sums(table)}


def _kind_sums(table: KindTable) -> list[Row]:
    counts = sum(line.count for line in table.lines)
    part = table.variance
    return [
        ["Hands of one box together", "", "", "", "", percent(table.together / part, 3)],
        ["Less the square of the mean", "", "", "", "", percent(-(table.mean**2) / part, 3)],
        ["All", probability(counts), "", "", signed(100 * table.mean, 5), percent(1.0, 3)],
    ]


def distribution(sheet: ParSheet) -> dict[str, Any]:
    """Give the distribution of a round's result: bars on a logarithmic scale, and rows."""
    results = sheet.solved.distribution
    shape = moments(results)
    variance, below, rows = shape.deviation**2, 0.0, []
    for result, chance in results.items():
        below += chance
        rows.append(
            [
                units(result),
                money(result * sheet.wager, places=2),
                probability(chance),
                one_in(chance),
                probability(min(below, 1.0)),
                signed(100 * result * chance, 5),
                percent((result - shape.mean) ** 2 * chance / variance, 3),
            ]
        )
    return {"rows": rows, **_bars(results)}


def _bars(results: dict[float, float]) -> dict[str, Any]:
    decades = min(MOST_DECADES, max(1, ceil(-log10(min(results.values())))))
    step = 1 if decades <= 8 else 2
    lines = [{"at": 1 - power / decades, "power": -power} for power in range(0, decades + 1, step)]
    bars = [
        {"label": units(result), "height": max(0.0, 1 + log10(chance) / decades)}
        for result, chance in results.items()
    ]
    return {"bars": bars, "lines": lines}


def upcard_rows(sheet: ParSheet) -> list[Row]:
    """Give what the round is worth with each upcard, and with all of them."""
    tens = "10, J, Q, K" if sheet.solved.game.tens_in_deck else "J, Q, K"
    rows = [
        [
            tens if name == "T" else name,
            probability(float(row.probability)),
            signed(100 * float(row.value), 4),
            signed(100 * float(row.probability) * float(row.value), 5),
        ]
        for name, row in sheet.solved.by_upcard.items()
    ]
    whole = -100 * float(sheet.solved.house_edge)
    return [*rows, ["All", probability(1.0), signed(whole, 4), signed(whole, 5)]]
