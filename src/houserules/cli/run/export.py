"""Writing an export, and checking one."""

import time
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rich.text import Text

from houserules.cli.options import fail
from houserules.cli.render.console import console, print_indented, printable, progress_bar
from houserules.cli.render.tables import headed_table, print_json, print_page
from houserules.floor.rounds.export import Kind, NothingError, What
from houserules.floor.rounds.export import export as export_rounds
from houserules.floor.rounds.export_check import ExportError, read_manifest, wrong_with
from houserules.floor.rounds.export_files import FORMS, Form, FormError
from houserules.journal.protocol import Journal


def write_export(
    journal: Journal, asked: tuple[str, str, str], out: str, *, form: str, as_json: bool
) -> None:
    """Write an export, and tell what was written."""
    if form not in FORMS:
        fail("export", f"{form!r} is no form; there are {', '.join(FORMS)}", as_json=as_json)
    what, total = _what(asked, as_json=as_json), journal.tip().serial
    now = time.time_ns() // 1_000_000
    try:
        with progress_bar("exporting") as work:

            def told(serial: int) -> None:
                if work is not None:
                    work.update(serial, total)

            kind = cast(Form, form)
            made = export_rounds(journal, what, Path(out), form=kind, now=now, progress=told)
    except (NothingError, FormError) as error:
        fail("export", str(error), as_json=as_json)
    except OSError as error:
        fail("export", f"{out}: cannot be written: {error.strerror}", as_json=as_json)
    if as_json:
        print_json(made.manifest)
    else:
        _tell(made.manifest, out)


def _what(asked: tuple[str, str, str], *, as_json: bool) -> What:
    kind, name, zone = asked
    try:
        return What(cast(Kind, kind), name, ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError):
        fail("export", f"{zone!r} is no time zone; write it as Australia/Sydney", as_json=as_json)


def _tell(manifest: dict[str, Any], out: str) -> None:
    table = headed_table("File", "Rows", "SHA-256", whole=(0, 1))
    for each in manifest["files"]:
        table.add_row(each["name"], f"{each['rows']:,}", each["sha256"])
    print_page(table)
    words = f"Written to {printable(out)} with manifest.json; houserules verify export checks it."
    print_indented(console(), Text(words), 0)


def verify_export(folder: str, *, as_json: bool) -> int:
    """Check an export against its manifest, tell what is wrong, and give the exit code."""
    try:
        manifest = read_manifest(Path(folder))
        wrong = list(wrong_with(Path(folder), manifest))
    except (ExportError, FormError) as error:
        fail("verify export", str(error), as_json=as_json)
    if as_json:
        print_json({"journal": manifest["journal"], "verified": not wrong, "findings": wrong})
        return 1 if wrong else 0
    screen, files = console(), len(manifest["files"])
    if not wrong:
        words = f"Verified: {files} files are what was exported, and every record has its hash."
        screen.print(Text(words, style="bold green"))
        return 0
    screen.print(Text(f"Not verified: {len(wrong)} findings.", style="bold red"))
    for each in wrong:
        print_indented(screen, Text(printable(each)), 2)
    return 1
