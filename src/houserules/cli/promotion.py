"""`houserules promotion check`: what the rules on promotional prizes find in a promotion."""

import json
from typing import Annotated

import typer

from houserules.cli.common.options import AsJsonPerFile, Lines, clean_exit, exit_code


def check(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Promotion files (.toml, .json); - is standard input."),
    ],
    *,
    as_json: AsJsonPerFile = False,
    lines: Lines = False,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Judge deadlines at this time, such as 2026-09-01T10:00:00+10:00 "
            "[default: the time of the last log entry]",
        ),
    ] = None,
) -> None:
    """Check a promotion against the rules on promotional prizes.

    Checks its terms, its prizes and its log; each finding names its clause.

    Exit codes: 0 nothing found, 1 findings, 2 a file is malformed; of several, the highest.

    Examples:

        houserules promotion check raffle.toml
        houserules promotion check raffle.toml --at 2026-09-01T10:00:00+10:00
    """
    # The rulebook takes a moment to load: `--help` does without it.
    from houserules.cli.common.files import print_lines  # noqa: PLC0415
    from houserules.promotion.findings import check_line  # noqa: PLC0415

    with clean_exit():
        if lines:
            code = max(print_lines(name, check_line) for name in files)
        else:
            alone = len(files) == 1
            code = max(_check_file(name, at, as_json=as_json, alone=alone) for name in files)
    raise typer.Exit(code)


def _check_file(name: str, at: str | None, *, as_json: bool, alone: bool) -> int:
    from rich.text import Text  # noqa: PLC0415

    from houserules.cli.common.files import display_name, load_data  # noqa: PLC0415
    from houserules.cli.render.console import console, print_indented, printable  # noqa: PLC0415
    from houserules.cli.render.round import show_malformed  # noqa: PLC0415
    from houserules.core.record_keys import MalformedRecord  # noqa: PLC0415
    from houserules.promotion.findings import check_promotion  # noqa: PLC0415
    from houserules.table.records.report import malformed_output  # noqa: PLC0415

    problem: MalformedRecord | None = None
    try:
        output = check_promotion(load_data(name), at)
    except MalformedRecord as error:
        output, problem = malformed_output(error), error
    if as_json:
        print(json.dumps(output, indent=2 if alone else None), flush=not alone)
        return exit_code(output)
    screen = console()
    if not alone:
        screen.rule(Text(printable(display_name(name))), align="left")
    if problem is not None:
        show_malformed(screen, problem, name)
    elif not output["findings"]:
        screen.print("Nothing found: the promotion keeps to the rules so far.")
    else:
        for finding in output["findings"]:
            screen.print(Text(f"{finding['clause']}  {finding['where']}", style="bold"))
            print_indented(screen, Text(printable(finding["message"])), 2)
    return exit_code(output)
