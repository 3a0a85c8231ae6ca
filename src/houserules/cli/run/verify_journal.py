"""The check of a journal, and what it found, for a person or a program."""

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from houserules.cli.journals import RESTORE
from houserules.cli.options import fail
from houserules.cli.render.console import (
    console,
    print_indented,
    printable,
    progress_bar,
    progress_of,
)
from houserules.cli.render.tables import headed_table, print_json
from houserules.floor.inspect import Inspection, inspect
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.errors import CheckpointError
from houserules.journal.protocol import Journal


def verify_journal(
    journal: Journal, files: list[str], *, public_key: str | None, as_json: bool
) -> int:
    """Check a journal, print what was found, and give the exit code."""
    kept = [read_checkpoint("verify journal", each, as_json=as_json) for each in files]
    with progress_bar("checking the journal") as work:
        found = inspect(journal, kept, public_key=public_key, progress=progress_of(work))
    if as_json:
        print_json(_output(found))
    else:
        _show(console(), found)
        _show_alone(console(), kept, public_key)
    return 0 if found.ok else 1


def read_checkpoint(command: str, file: str, *, as_json: bool) -> Checkpoint:
    """Read a checkpoint that somebody kept; end with exit code 2 if it is none."""
    try:
        return Checkpoint.read(Path(file).read_text("utf-8"))
    except OSError as error:
        fail(command, f"{file}: cannot be read: {error.strerror}", as_json=as_json)
    except (CheckpointError, UnicodeDecodeError):
        fail(command, f"{file}: is no checkpoint of a journal", as_json=as_json)


def _findings(found: Inspection) -> list[dict[str, Any]]:
    altered = [
        {"kind": each.kind, "stream": each.stream, "position": each.position, "detail": each.detail}
        for each in found.report.findings
    ]
    return altered + [
        {"kind": "money", "stream": each.stream, "position": each.position, "detail": each.detail}
        for each in found.wrong
    ]


def _checked(found: Inspection) -> dict[str, int]:
    report = found.report
    return {
        "records": report.records,
        "streams": report.streams,
        "batches": report.batches,
        "checkpoints": report.checkpoints,
        "accounts": found.accounts,
        "tables": found.tables,
    }


def _output(found: Inspection) -> dict[str, Any]:
    return {
        "journal": found.report.journal,
        "verified": found.ok,
        "checked": _checked(found),
        "findings": _findings(found),
        "left_off": found.report.left_off,
    }


def _show(screen: Console, found: Inspection) -> None:
    """Print what was checked and everything that is wrong."""
    screen.print(Text(f"Journal {found.report.journal}", style="bold"))
    checked = ", ".join(_counted(count, what) for what, count in _checked(found).items())
    print_indented(screen, Text(f"Checked: {checked}."), 0)
    findings = _findings(found)
    if not findings:
        screen.print(Text("\nVerified: nothing was altered, and all money adds up.", "bold green"))
        return
    count = len(findings) + found.report.left_off
    words = f"\nNot verified: {count} finding{'s' if count > 1 else ''}."
    screen.print(Text(words, style="bold red"))
    table = headed_table("Where", "What", "Found", whole=(0, 1))
    for each in findings:
        place = "" if each["position"] is None else f" {each['position']}"
        where = f"{each['stream'] or 'the journal'}{place}"
        table.add_row(printable(where), Text(each["kind"], "red"), printable(each["detail"]))
    screen.print(table)
    if found.report.left_off:
        screen.print(f"{found.report.left_off:,} more are left out here.")
    print_indented(screen, Text(f"What to do: {RESTORE}."), 0)


def _counted(count: int, what: str) -> str:
    one = "batch" if what == "batches" else what.removesuffix("s")
    return f"{count:,} {one if count == 1 else what}"


def _show_alone(screen: Console, kept: list[Checkpoint], public_key: str | None) -> None:
    """Say what rests on the journal's own word."""
    if not kept:
        words = "No checkpoint kept elsewhere was compared, so a cut-off end would go unseen;"
        print_indented(screen, Text(f"{words} --checkpoint does that.", style="dim"), 0)
    elif public_key is None:
        words = "Nobody compared the key of the checkpoints with the one that the house gave out;"
        print_indented(screen, Text(f"{words} --public-key does that.", style="dim"), 0)
