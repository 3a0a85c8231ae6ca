"""`houserules settle`: what every wager of a written round wins or loses, clause by clause."""

import json
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.ending import ends_quietly, exit_code
from houserules.cli.files import load, opened, shown
from houserules.cli.many import settle_lines
from houserules.cli.round_tables import show_round
from houserules.cli.screen import (
    cited,
    console,
    indented,
    printable,
    says,
    show_malformed,
    title_of,
)
from houserules.table.records.printing import write_decision
from houserules.table.records.record import MalformedRecord, Record
from houserules.table.records.report import Output, malformed
from houserules.table.records.report import settle as settle_record


def settle(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Round records (.toml, .json); - is standard input."),
    ],
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, one object a line if several FILEs.")
    ] = False,
    lines: Annotated[
        bool, typer.Option("--lines", help="FILE holds one JSON record a line; prints as many.")
    ] = False,
) -> None:
    """Settle rounds: what every wager wins or loses, each with its clause.

    Exit code: 0 settled, 1 a record breaks a rule, 2 a record is malformed; of several the highest.
    """
    with ends_quietly():
        if lines:
            code = max(_settle_lines(name) for name in files)
        else:
            code = max(_settle_file(name, files, as_json=as_json) for name in files)
    raise typer.Exit(code)


def _settle_lines(name: str) -> int:
    """Settle one record a line; nothing here looks at a terminal."""
    code, out = 0, sys.stdout.buffer
    try:
        with opened(name) as stream:
            for text, worst in settle_lines(stream):
                out.write(text)
                out.flush()
                code = max(code, worst)
    except MalformedRecord as error:
        out.write(json.dumps(malformed(error)).encode() + b"\n")
        return 2
    return code


def _settle_file(name: str, files: list[str], *, as_json: bool) -> int:
    record: Record | None = None
    try:
        record = load(name)
        output = settle_record(record)
    except MalformedRecord as error:
        output = malformed(error)
    if as_json:
        print(json.dumps(output, indent=2 if len(files) == 1 else None), flush=len(files) > 1)
    else:
        screen = console()
        if len(files) > 1:
            screen.rule(Text(printable(shown(name))), align="left")
        _show(screen, output, record, name)
    return exit_code(output)


def _show(screen: Console, output: Output, record: Record | None, name: str) -> None:
    """Print one outcome for a person."""
    if "malformed" in output or record is None:
        show_malformed(screen, output["malformed"], name)
    elif "violation" in output:
        _show_violation(screen, output["violation"], record)
    else:
        screen.print(title_of(record.rules))
        show_round(screen, output)


def _show_violation(screen: Console, problem: dict[str, Any], record: Record) -> None:
    """Say which decision breaks a rule, and what the clause says."""
    at = problem["decision"]
    what = "a wager"
    if at is not None:
        what = f'decisions[{at}], "{write_decision(record.decisions[at])}"'
    screen.print(Text(f"Breaks a rule: {printable(what)}", style="bold red"))
    indented(screen, Text(printable(problem["message"])), 2)
    clause = problem["clause"]
    indented(screen, cited(clause, says(record.rules, clause)), 2)
