"""A simulation as one long table, for CSV and Parquet: table, key, times, share, value.

| table | key | times | share | value |
|---|---|---|---|---|
| `figures` | the name of a figure | | | the figure |
| `results` | a kind of settlement | how often | a round | |
| `distribution` | net result in wagers | rounds | of the rounds | net result in wagers |
| `upcard`, `first-two`, `depth` | the cell | boxes | of the boxes | value of a round |
| `insurance`, `perfect-pairs`, `suits-you` | how it ended | how often | of the wagers | |
| `session-final`, `session-lowest`, `session-drawdown` | number of the session | | | dollars |
| `fan-05` and so on | rounds | | | dollars that this share of sessions is below |
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from houserules.analysis.simulation_report import SimulationReport, as_data, cells_of, nets
from houserules.simulator.sessions import FAN


class TableRow(NamedTuple):
    """One line of the table."""

    table: str
    key: str
    times: int | None = None
    share: float | None = None
    value: float | None = None


_FIGURES: Final = (
    *("rounds", "seed", "boxes", "house_edge", "standard_error", "standard_deviation"),
    *("seconds", "rounds_per_second"),
)


def rows(report: SimulationReport) -> Iterator[TableRow]:
    """Yield every line."""
    result, data = report.result, as_data(report)
    for name in _FIGURES:
        yield TableRow("figures", name, value=float(data[name]))
    if report.exact is not None:
        yield TableRow("figures", "exact_house_edge", value=report.exact)
    for kind, times in result.results.items():
        yield TableRow("results", kind, times, times / result.rounds)
    for net, times in nets(result):
        yield TableRow("distribution", f"{net:g}", times, times / result.rounds, net)
    yield from _cells(report)
    yield from _sides(report)
    yield from _sessions(report)


def _cells(report: SimulationReport) -> Iterator[TableRow]:
    for by, run in report.runs.items():
        if by != "nothing" and run.result is not None:
            cells = cells_of(run.result)
            boxes = sum(cell.rounds for cell in cells.values())
            for name, cell in cells.items():
                yield TableRow(by, name, cell.rounds, cell.rounds / boxes, cell.advantage)


def _sides(report: SimulationReport) -> Iterator[TableRow]:
    sides = dict(report.result.side_wagers)
    if report.result.insurance is not None:
        sides["insurance"] = report.result.insurance
    for name, side in sides.items():
        made = sum(side.ends.values())
        for end, times in side.ends.items():
            yield TableRow(name, end, times, times / made if made else 0.0)


def _sessions(report: SimulationReport) -> Iterator[TableRow]:
    paths = report.paths
    if paths is None:
        return
    unit = float(paths.unit) / 100
    for name in ("final", "lowest", "drawdown"):
        for place, money in enumerate(getattr(paths, name).tolist(), start=1):
            yield TableRow(f"session-{name}", str(place), value=money * unit)
    for share, line in zip(FAN, paths.fan(FAN).tolist(), strict=True):
        for mark, cents in zip(paths.marks, line, strict=True):
            yield TableRow(f"fan-{100 * share:02.0f}", str(mark), value=cents / 100)


def write_csv(report: SimulationReport, path: Path) -> None:
    """Write the table as CSV."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        out = csv.writer(stream, lineterminator="\n")
        out.writerow(TableRow._fields)
        out.writerows(rows(report))


def write_parquet(report: SimulationReport, path: Path) -> None:
    """Write the table as Parquet; needs Polars."""
    import polars  # noqa: PLC0415  # the extra may be missing

    text, number = polars.String(), polars.Float64()
    schema = {"table": text, "key": text, "times": polars.Int64(), "share": number, "value": number}
    polars.DataFrame(list(rows(report)), schema=schema, orient="row").write_parquet(path)
