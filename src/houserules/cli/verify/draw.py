"""`houserules verify draw`: check the record of a seat draw or a prize draw by itself."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.common.files import load_data
from houserules.cli.common.options import AsJson, clean_exit
from houserules.cli.render.console import console, printable
from houserules.cli.render.round import show_malformed
from houserules.cli.render.tables import headed_table
from houserules.core.record_keys import MalformedRecord
from houserules.promotion import draw_record
from houserules.table.records.draw_check import DrawCheck
from houserules.table.records.report import malformed_output
from houserules.tournament.play.seat_draw import verify_draw


def draw(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="The record of a draw (JSON); - is standard input."),
    ],
    *,
    published: Annotated[
        str | None,
        typer.Option("--published", metavar="HASH", help="The commitment you noted beforehand."),
    ] = None,
    published_list: Annotated[
        str | None,
        typer.Option(
            "--list", metavar="HASH", help="The hash of the entries you noted (prize draws)."
        ),
    ] = None,
    value: Annotated[
        str | None,
        typer.Option(
            "--value",
            metavar="TEXT",
            help="The result of the public event as you know it (prize draws).",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Verify that seats or a prize were drawn as committed beforehand.

    For seats: every entrant is in the order once, the order is the one committed to, and the seats
    follow from the order and the cut. For a prize: the list of entries, the house's secret and the
    value from outside are those that were published, in the right order, and the winner follows
    from them. The file's format says which it is.

    Exit codes: 0 verified, 1 a check failed, 2 the file is malformed.

    Examples:

        houserules verify draw heats.json
        houserules verify draw heats.json --published HASH
        houserules verify draw spring.json --list HASH --value "3 14 15 27 31 40"
    """
    noted = {
        "published": published and published.lower(),
        "published_list": published_list and published_list.lower(),
        "value": value and " ".join(value.split()),
    }
    with clean_exit():
        code = _verify_file(file, noted, as_json=as_json)
    raise typer.Exit(code)


def _check(record: Any, noted: dict[str, str | None]) -> tuple[DrawCheck, ...]:
    """Check a record by its format; what was noted of a prize draw means nothing for seats."""
    if isinstance(record, dict) and record.get("format") == draw_record.FORMAT:
        return draw_record.verify_prize_draw(record, **noted)
    for key, option in (("published_list", "--list"), ("value", "--value")):
        if noted[key] is not None:
            raise MalformedRecord("format", f"{option} is for {draw_record.FORMAT!r} only")
    return verify_draw(record, noted["published"])


def _verify_file(name: str, noted: dict[str, str | None], *, as_json: bool) -> int:
    screen = console()
    try:
        checks = _check(load_data(name), noted)
    except MalformedRecord as error:
        if as_json:
            print(json.dumps(malformed_output(error), indent=2))
        else:
            show_malformed(screen, error, name)
        return 2
    verified = all(check.passed for check in checks)
    if as_json:
        rows = [
            {"check": check.name, "passed": check.passed, "detail": check.detail}
            for check in checks
        ]
        print(json.dumps({"verified": verified, "checks": rows}, indent=2))
    else:
        _show(screen, checks, verified=verified)
    return 0 if verified else 1


def _show(screen: Console, checks: tuple[DrawCheck, ...], *, verified: bool) -> None:
    table = headed_table("", "Check", "Found", whole=(0, 1))
    for check in checks:
        verdict = Text("pass", style="green") if check.passed else Text("FAIL", style="bold red")
        table.add_row(verdict, check.name, printable(check.detail))
    screen.print(table)
    failed = sum(not check.passed for check in checks)
    screen.print(
        Text(f"\nVerified: all {len(checks)} checks passed.", style="bold green")
        if verified
        else Text(f"\nNot verified: {failed} of {len(checks)} checks failed.", style="bold red")
    )
