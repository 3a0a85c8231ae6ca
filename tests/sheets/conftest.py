"""A chart with every kind of cell, made by hand."""

import pytest

from houserules.odds.chart import Chart, ChartCell, SuitedRow

UPCARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
STAND, HIT = ChartCell(((2, "stand"),)), ChartCell(((2, "hit"),))
DOUBLE = ChartCell(((2, "double"), (4, "stand"), (5, "hit")))
UNTIL = ChartCell(((2, "stand"), (6, "hit")))
GIVE_UP = ChartCell(((2, "surrender"), (3, "hit")), "hit")


def _total(total: int, upcard: str) -> ChartCell:
    if total == 11:
        return DOUBLE
    if total == 16 and upcard in "TA":
        return GIVE_UP
    if total == 15 and upcard == "6":
        return UNTIL
    return STAND if total >= 17 else HIT


@pytest.fixture(scope="session")
def chart() -> Chart:
    """Return a chart that nobody should play by."""
    values = ("A", *UPCARDS[:-1])
    return Chart(
        upcards=UPCARDS,
        hard={total: {up: _total(total, up) for up in UPCARDS} for total in range(4, 21)},
        soft={
            total: dict.fromkeys(UPCARDS, STAND if total > 18 else HIT) for total in range(12, 21)
        },
        pairs={value: dict.fromkeys(UPCARDS, value == "8") for value in values},
        suited=(
            SuitedRow("7 8", "same", "2", "hit"),
            SuitedRow("7 8", "spades", "2", "hit"),
            SuitedRow("6 8", "same", "4", "double"),
            SuitedRow("6 8", "spades", "5", "stand"),
        ),
        forfeit={
            total: {up: total < 17 and up == "T" for up in UPCARDS} for total in range(12, 21)
        },
        house_edge=0.0125,
        cost=0.0005,
    )
