"""Settling the round records of files, and what is printed of them."""

import json
from typing import Any

from rich.console import Console
from rich.text import Text

from houserules.cli.exit import exit_code
from houserules.cli.files import display_name, load_record
from houserules.cli.record_lines import print_lines
from houserules.cli.render.console import (
    citation,
    clause_text,
    console,
    print_indented,
    printable,
    rulebook_title,
)
from houserules.cli.render.round import show_malformed, show_round
from houserules.table.records.read import read_record
from houserules.table.records.record import MalformedRecord, Record
from houserules.table.records.report import Output, malformed_output
from houserules.table.records.report import settle as settle_record
from houserules.table.records.write import write_decision


def settle_lines(name: str) -> int:
    """Settle a file with one record per line, print one result per line, return the exit code."""
    return print_lines(name, settle_data)


def settle_data(data: object) -> Output:
    """Settle a record as JSON gave it; raises MalformedRecord."""
    return settle_record(read_record(data))


def settle_file(name: str, *, as_json: bool, alone: bool) -> int:
    """Settle the record of a file, print the result, and return the exit code."""
    record: Record | None = None
    problem: MalformedRecord | None = None
    try:
        record = load_record(name)
        output = settle_record(record)
    except MalformedRecord as error:
        output, problem = malformed_output(error), error
    if as_json:
        print(json.dumps(output, indent=2 if alone else None), flush=not alone)
    else:
        screen = console()
        if not alone:
            screen.rule(Text(printable(display_name(name))), align="left")
        if problem is not None or record is None:
            show_malformed(screen, problem or MalformedRecord(name, "is empty"), name)
        else:
            _show(screen, output, record)
    return exit_code(output)


def _show(screen: Console, output: Output, record: Record) -> None:
    """Print one outcome for a person."""
    if "violation" in output:
        _show_violation(screen, output["violation"], record)
    else:
        screen.print(rulebook_title(record.rules))
        show_round(screen, output)


def _show_violation(screen: Console, problem: dict[str, Any], record: Record) -> None:
    """Say which decision breaks a rule, and what the clause says."""
    at = problem["decision"]
    what = "a wager"
    if at is not None:
        what = f'decisions[{at}], "{write_decision(record.decisions[at])}"'
    screen.print(Text(f"Breaks a rule: {printable(what)}", style="bold red"))
    print_indented(screen, Text(printable(problem["message"])), 2)
    clause = problem["clause"]
    print_indented(screen, citation(clause, clause_text(record.rules, clause)), 2)
