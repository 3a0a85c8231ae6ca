"""`houserules tournament check`: what the conditions of a tournament still lack, clause by clause."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houserules.cli.exit import clean_exit
from houserules.cli.files import load_data
from houserules.cli.render.console import console, print_indented, printable
from houserules.cli.render.round import show_malformed
from houserules.table.records.record import MalformedRecord
from houserules.table.records.report import Output, malformed_output
from houserules.tournament.conditions_report import check_conditions

_STYLES = {"given": "green", "missing": "yellow", "wrong": "bold red"}


def check(
    file: Annotated[
        str,
        typer.Argument(
            metavar="CONDITIONS", help="Tournament conditions (.toml, .json); - is standard input."
        ),
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check tournament conditions: what is given, missing or wrong, each with its clause.

    Exit code: 0 complete, 1 something is missing or wrong, 2 malformed.
    """
    with clean_exit():
        code = _check_file(file, as_json=as_json)
    raise typer.Exit(code)


def _check_file(name: str, *, as_json: bool) -> int:
    screen = console()
    try:
        output = check_conditions(load_data(name))
    except MalformedRecord as error:
        if as_json:
            print(json.dumps(malformed_output(error), indent=2))
        else:
            show_malformed(screen, error, name)
        return 2
    if as_json:
        print(json.dumps(output, indent=2))
    else:
        _show_items(screen, output)
    return 0 if output["complete"] else 1


def _show_items(screen: Console, output: Output) -> None:
    screen.print(Text(f"{printable(output['name'])} ({output['rulebook']})", style="bold"))
    screen.print()
    table = Table("Clause", "Item", "State", "Stated", box=None, pad_edge=False)
    for item in output["items"]:
        state = Text(item["state"], style=_STYLES[item["state"]])
        table.add_row(item["clause"], item["item"], state, Text(printable(item["given"])))
    screen.print(table)
    findings = [finding for item in output["items"] for finding in item["findings"]]
    screen.print()
    if not findings:
        screen.print("Complete: the conditions can be published.")
        return
    show_findings(screen, findings)
    things = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
    screen.print()
    screen.print(f"{things}: the conditions cannot be published yet.")


def show_findings(screen: Console, findings: list[Output]) -> None:
    """Print what is missing or wrong: where, why, and the clause."""
    for finding in findings:
        screen.print(Text(f"{finding['key']}: {finding['state']}", style="bold"))
        print_indented(screen, Text(f"{printable(finding['message'])} ({finding['clause']})"), 2)
