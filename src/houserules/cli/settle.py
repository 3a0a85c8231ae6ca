"""`houserules settle`: what every wager of a written round wins or loses, clause by clause."""

from typing import Annotated

import typer

from houserules.cli.common.options import AsJsonPerFile, Lines, clean_exit


def settle(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Round records (.toml, .json); - is standard input."),
    ],
    *,
    as_json: AsJsonPerFile = False,
    lines: Lines = False,
) -> None:
    """Settle written rounds: who wins what, and why.

    Prints what every wager wins or loses, each with its clause.

    Exit codes: 0 settled, 1 a record breaks a rule, 2 a record is malformed; of several, the
    highest.

    Examples:

        houserules settle round.toml
        houserules settle --lines --json night.jsonl
    """
    # The table takes longer to import than everything else: `--help` does without it.
    from houserules.cli.render.round import settle_file, settle_lines  # noqa: PLC0415

    with clean_exit():
        if lines:
            code = max(settle_lines(name) for name in files)
        else:
            alone = len(files) == 1
            code = max(settle_file(name, as_json=as_json, alone=alone) for name in files)
    raise typer.Exit(code)
