"""`houserules verify export`: an export is exactly what was written."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from houserules.cli.common.options import AsJson, clean_exit, fail
from houserules.cli.render.console import console, print_indented, printable
from houserules.cli.render.tables import print_json
from houserules.floor.rounds.export_check import ExportError, read_manifest, wrong_with
from houserules.floor.rounds.export_files import FormError


def export(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of an export.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Verify the files of an export.

    Compares the files with the export's manifest, and every record with its own hash.

    Exit codes: 0 verified, 1 something is wrong, 2 the folder is not an export.
    """
    with clean_exit():
        try:
            manifest = read_manifest(Path(folder))
            findings = list(wrong_with(Path(folder), manifest))
        except (ExportError, FormError) as error:
            fail("verify export", str(error), as_json=as_json)
        if as_json:
            verdict = {"verified": not findings, "findings": findings}
            print_json({"journal": manifest["journal"], **verdict})
        else:
            _show(len(manifest["files"]), findings)
    raise typer.Exit(1 if findings else 0)


def _show(files: int, findings: list[str]) -> None:
    screen = console()
    if not findings:
        words = f"Verified: {files} files are as exported, and every record matches its hash."
        screen.print(Text(words, style="bold green"))
        return
    count = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
    screen.print(Text(f"Not verified: {count}.", style="bold red"))
    for finding in findings:
        print_indented(screen, Text(printable(finding)), 2)
