"""The chart of `houserules strategy` as rows: what it asks for with every hand that can still act."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from houserules.odds.arena import NAMES, hand_of
from houserules.odds.chart import Chart

Row = dict[str, Any]
Rows = Mapping[str, Sequence[Row]]


def chart_rows(chart: Chart, rows: Rows) -> dict[str, list[Row]]:
    """Give the rows of a game with what the chart asks for instead of the best."""
    suited = {(row.cards, row.suits, row.upcard): row.action for row in chart.suited}
    return {
        "hands": [row | {"best": _asks(chart, suited, row)} for row in rows["hands"]],
        "forfeit": [row | {"forfeit": _gives_up(chart, row)} for row in rows["forfeit"]],
    }


def _asks(chart: Chart, suited: Mapping[tuple[str, str, str], str], row: Row) -> str:
    """Look up an exception for suits, a pair to split, else the total; a split comes first after one."""
    excepted = suited.get((row["cards"], row["suits"], row["upcard"]))
    splits = _splits(chart, row)
    if row["split_from"] is None:
        return excepted or ("split" if splits else _by_total(chart, row))
    if splits:
        return "split"
    return excepted if excepted in ("stand", "hit", "double") else _by_total(chart, row)


def _splits(chart: Chart, row: Row) -> bool:
    if row["values"]["split"] is None:
        return False
    return chart.pairs[row["cards"][0]].get(row["upcard"], False)


def _by_total(chart: Chart, row: Row) -> str:
    hand, cards = _hand(row["cards"])
    cell = chart.cell(hand, row["upcard"])
    assert cell is not None, "the chart has every total that can act"
    least, first = cell.steps[0]
    if cards == least == 2 and row["values"][first] is not None:
        return first
    return cell.action(cards)


def _gives_up(chart: Chart, row: Row) -> bool:
    return chart.forfeit.get(row["total"], {}).get(row["upcard"], False)


@cache
def _hand(cards: str) -> tuple[int, int]:
    """Give the number of a hand as it is written, and how many cards it has."""
    values = [NAMES.index(name) for name in cards.split()]
    return hand_of(*values), len(values)
