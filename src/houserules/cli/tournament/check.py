"""`houserules tournament check`: what the conditions of a tournament still lack, clause by clause."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houserules.cli.common.files import load_data
from houserules.cli.common.options import AsJson, Conditions, clean_exit
from houserules.cli.render.console import console, print_indented, printable
from houserules.cli.render.round import show_malformed
from houserules.core.record_keys import MalformedRecord
from houserules.sheets.conditions import ConditionsSheet, conditions_pdf
from houserules.sheets.files import SheetError, check_path, save
from houserules.table.records.report import Output, malformed_output
from houserules.tournament.conditions.reader import read_conditions
from houserules.tournament.conditions.report import check_conditions
from houserules.tournament.conditions.statement import printed_items
from houserules.version import __version__

_STYLES = {"given": "green", "missing": "yellow", "wrong": "bold red"}


def check(
    file: Conditions,
    *,
    as_json: AsJson = False,
    pdf: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.pdf", help="Also write the conditions as players read them, as a PDF."
        ),
    ] = None,
) -> None:
    """Check tournament conditions clause by clause.

    Lists what is given, what is missing and what is wrong. With --pdf it also writes the copy that
    players receive; where something is missing the copy says so.

    Exit codes: 0 complete, 1 something is missing or wrong, 2 the file is malformed.

    Examples:

        houserules tournament check conditions.toml

        houserules tournament check conditions.toml --pdf conditions.pdf
    """
    with clean_exit():
        code = _check_file(file, as_json=as_json, pdf=pdf)
    raise typer.Exit(code)


def _check_file(name: str, *, as_json: bool, pdf: str | None) -> int:
    screen = console()
    try:
        data = load_data(name)
        output = check_conditions(data)
        if pdf is not None:
            _write_pdf(data, output, Path(pdf))
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


def _write_pdf(data: object, output: Output, path: Path) -> None:
    """Write the copy for players; nothing in it depends on when or where it is made."""
    conditions = read_conditions(data)
    rules = conditions.rules
    open_items = [item["item"] for item in output["items"] if item["state"] != "given"]
    state = "Complete, not published"
    if open_items:
        state = f"Draft. Missing or wrong: {', '.join(open_items)}"
    sheet = ConditionsSheet(
        name=conditions.name,
        game=f"{rules.title}, {rules.edition}",
        rulebook=rules.id,
        version=__version__,
        state=state,
        facts=(),
        items=printed_items(conditions),
    )
    try:
        check_path(path, (".pdf",))
        save(conditions_pdf(sheet), path)
    except SheetError as error:
        raise typer.BadParameter(str(error), param_hint="--pdf") from None


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
