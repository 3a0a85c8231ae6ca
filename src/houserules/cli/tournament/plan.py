"""`houserules tournament plan`: tables, sessions and a timetable for a number of entries."""

import json
import re
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houserules.cli.common.files import load_data
from houserules.cli.common.options import (
    AsJson,
    Break,
    Conditions,
    RoundsPerHour,
    check_range,
    check_timetable,
    clean_exit,
    whole_number,
)
from houserules.cli.render.console import console, printable
from houserules.cli.render.round import show_malformed
from houserules.cli.tournament.check import show_findings
from houserules.core.record_keys import MalformedRecord
from houserules.table.records.report import Output, malformed_output
from houserules.tournament.conditions.report import plan_tournament
from houserules.tournament.conditions.structure import MOST_ENTRIES

_DAY = 24 * 60


def plan(
    file: Conditions,
    *,
    entries: Annotated[
        int,
        typer.Option(
            metavar="N", parser=whole_number, help=f"Number of entries, 2 to {MOST_ENTRIES}."
        ),
    ],
    rounds_per_hour: RoundsPerHour = 60,
    pause: Break = 15,
    start: Annotated[
        str, typer.Option(metavar="HH:MM", help="When the first session starts.")
    ] = "00:00",
    as_json: AsJson = False,
) -> None:
    """Plan a tournament: tables, sessions, byes and a timetable.

    Exit codes: 0 planned, 1 the structure does not work with so many entries, 2 the file is
    malformed.

    Examples:

        houserules tournament plan conditions.toml --entries 84 --start 18:30
    """
    check_range("--entries", entries, least=2, most=MOST_ENTRIES)
    check_timetable(rounds_per_hour, pause)
    begins = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d)", start, re.ASCII)
    if begins is None:
        raise typer.BadParameter(f"{start!r} is not a time; write it as in 18:30.")
    with clean_exit():
        screen = console()
        try:
            output = plan_tournament(
                load_data(file), entries, rounds_per_hour=rounds_per_hour, pause=pause
            )
        except MalformedRecord as error:
            output = malformed_output(error)
            if not as_json:
                show_malformed(screen, error, file)
        if as_json:
            print(json.dumps(output, indent=2))
        elif "malformed" not in output:
            _show_plan(screen, output, start=int(begins[1]) * 60 + int(begins[2]))
    raise typer.Exit(2 if "malformed" in output else 0 if output["works"] else 1)


def _show_plan(screen: Console, output: Output, *, start: int) -> None:
    title = f"{printable(output['name'])} ({output['rulebook']}): {output['entries']} entries"
    screen.print(Text(title, style="bold"))
    screen.print()
    if not output["works"]:
        show_findings(screen, output["findings"])
        return
    screen.print(_stages(output["stages"]))
    screen.print()
    screen.print(_timetable(output["timetable"], start))
    hours, minutes = divmod(output["minutes"], 60)
    screen.print()
    screen.print(f"The tournament takes {hours} h {minutes:02} min.")


def _stages(stages: list[Output]) -> Table:
    table = Table("Stage", title="Stages", title_justify="left", box=None, pad_edge=False)
    for column in ("Players", "Byes", "Sessions", "Tables", "Sittings"):
        table.add_column(column, justify="right")
    table.add_column("Seated")
    table.add_column("Advance")
    for stage in stages:
        table.add_row(
            printable(stage["name"]),
            str(stage["entrants"]),
            str(stage["byes"]),
            str(len(stage["sessions"])),
            str(stage["tables"]),
            str(stage["sittings"]),
            _table_sizes(stage["sessions"]),
            _advance(stage),
        )
    return table


def _table_sizes(sessions: list[int]) -> str:
    """Say how many tables have how many players: 4 × 7, 2 × 6."""
    sizes = sorted(set(sessions), reverse=True)
    return ", ".join(f"{sessions.count(size)} × {size}" for size in sizes)


def _advance(stage: Output) -> str:
    if stage["kind"] == "final":
        return f"{stage['advance']} with a prize"
    byes = f", {stage['byes']} by bye" if stage["byes"] else ""
    return f"{stage['advance']} ({stage['advance_per_table']} per table{byes})"


def _timetable(rows: list[Output], start: int) -> Table:
    table = Table(title="Timetable", title_justify="left", box=None, pad_edge=False)
    for column in ("Begins", "Ends", "Stage"):
        table.add_column(column)
    for column in ("Sitting", "Tables", "Players"):
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(
            _clock(start + row["begins"]),
            _clock(start + row["ends"]),
            printable(row["stage"]),
            *[str(row[key]) for key in ("sitting", "tables", "players")],
        )
    return table


def _clock(minutes: int) -> str:
    """Write a time of day; a later day is counted from the first."""
    day, rest = divmod(minutes, _DAY)
    text = f"{rest // 60:02}:{rest % 60:02}"
    return f"{text} +{day} d" if day else text
