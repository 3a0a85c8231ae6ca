"""`houserules verify journal`: nothing was altered, and all money adds up."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.common.journals import (
    RESTORE,
    Database,
    open_for_command,
    public_key_option,
    read_checkpoints,
)
from houserules.cli.common.options import AsJson
from houserules.cli.render.console import (
    console,
    print_indented,
    printable,
    progress_bar,
    progress_of,
)
from houserules.cli.render.tables import headed_table, print_json
from houserules.core.codec import to_data
from houserules.floor.inspection import Inspection, inspect
from houserules.journal.archive_journal import ArchiveJournal
from houserules.journal.archives import read_folder
from houserules.journal.ending import KeptCheckpoint, date_text


def journal(
    *,
    database: Database = None,
    checkpoints: Annotated[
        list[str] | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            envvar="HOUSERULES_CHECKPOINTS",
            help="A checkpoint kept elsewhere, or the folder, database or address where they are "
            "kept; repeatable. Default: the folder beside a SQLite database. Without one, a "
            "truncated journal cannot be detected.",
            show_envvar=False,
        ),
    ] = None,
    public_key: Annotated[
        str | None,
        typer.Option(
            "--public-key", metavar="HEX", help="The key that must have signed the checkpoints."
        ),
    ] = None,
    archives: Annotated[
        Path | None,
        typer.Option(
            "--archives",
            metavar="FOLDER",
            help="A folder of archives: the journal must still have what was archived.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Verify that a journal is unaltered and its money adds up.

    Checks every record, hash chain, checkpoint, transfer and table. A server may be running.

    Exit codes: 0 verified, 1 something is wrong, 2 it cannot be checked.

    Examples:

        houserules verify journal
        houserules verify journal --checkpoint monday.json --public-key HEX
        houserules verify journal --database postgresql://floor@db/floor --json
        houserules verify journal --database archive:archives
    """
    key = public_key_option(public_key)
    with open_for_command("verify journal", database, as_json=as_json) as opened:
        kept = read_checkpoints(
            "verify journal", opened, database, checkpoints or [], key=key, as_json=as_json
        )
        if archives is not None:
            kept += [
                KeptCheckpoint(each.checkpoint, str(each.file)) for each in read_folder(archives)
            ]
        if isinstance(opened, ArchiveJournal):
            kept += [KeptCheckpoint(each.checkpoint, str(each.file)) for each in opened.archives]
        with progress_bar("Checking the journal") as progress:
            inspection = inspect(opened, kept, public_key=key, progress=progress_of(progress))
        if as_json:
            print_json(_as_data(inspection))
        else:
            _show(console(), inspection)
            _show_proof(console(), inspection)
            _show_missing_evidence(console(), has_checkpoint=bool(kept), has_key=bool(key))
    raise typer.Exit(0 if inspection.ok else 1)


def _findings(inspection: Inspection) -> list[dict[str, Any]]:
    money = [{"kind": "money", **to_data(each)} for each in inspection.wrong]
    return [each.as_data() for each in inspection.report.findings] + money


def _counts(inspection: Inspection) -> dict[str, int]:
    report = inspection.report
    return {
        "records": report.records,
        "streams": report.streams,
        "batches": report.batches,
        "checkpoints": report.checkpoints,
        "accounts": inspection.accounts,
        "tables": inspection.tables,
    }


def _as_data(inspection: Inspection) -> dict[str, Any]:
    return {
        "journal": inspection.report.journal,
        "verified": inspection.ok,
        "checked": _counts(inspection),
        "findings": _findings(inspection),
        "left_off": inspection.report.left_off,
        "proved": inspection.proved.as_data() if inspection.proved else None,
        "unproved_records": inspection.unproved,
        "own_checkpoint": inspection.own.as_data() if inspection.own else None,
        "missing": _missing(inspection),
        "accepted_losses": [to_data(each) for each in inspection.losses],
    }


def _missing(inspection: Inspection) -> dict[str, Any] | None:
    """Return what a checkpoint says that the journal no longer has."""
    found = inspection.shortfall
    if found is None:
        return None
    first, last = found.missing or (None, None)
    return {
        **{"first": first, "last": last, "says": str(found)},
        "streams": [
            {"stream": stream, "first": first, "last": last}
            for stream, first, last in found.streams
        ],
    }


def _show(screen: Console, inspection: Inspection) -> None:
    """Print what was checked and everything that is wrong."""
    report = inspection.report
    screen.print(Text(f"Journal {report.journal}", style="bold"))
    singular = {name: name.removesuffix("s") for name in _counts(inspection)} | {"batches": "batch"}
    checked = ", ".join(
        f"{count:,} {singular[name] if count == 1 else name}"
        for name, count in _counts(inspection).items()
    )
    print_indented(screen, Text(f"Checked: {checked}."), 0)
    findings = _findings(inspection)
    if not findings:
        screen.print(Text("\nVerified: nothing was altered, and all money adds up.", "bold green"))
        return
    count = len(findings) + report.left_off
    words = f"\nNot verified: {count} finding{'s' if count > 1 else ''}."
    screen.print(Text(words, style="bold red"))
    table = headed_table("Where", "What", "Found", whole=(0, 1))
    for each in findings:
        position = "" if each["position"] is None else f" {each['position']}"
        where = f"{each['stream'] or 'the journal'}{position}"
        table.add_row(printable(where), Text(each["kind"], "red"), printable(each["detail"]))
    screen.print(table)
    if report.left_off:
        screen.print(f"{report.left_off:,} more are not shown.")
    print_indented(screen, Text(f"What to do: {RESTORE}."), 0)


def _show_proof(screen: Console, inspection: Inspection) -> None:
    """Say from where on nothing is proved, and which losses were accepted."""
    for loss in inspection.losses:
        lost = f"records {loss.left_records + 1} to {loss.records}, signed {date_text(loss.signed)}"
        at = date_text(loss.at * 1000)
        words = f"A loss was accepted on {at}: {lost}. Reason: {printable(loss.why)}"
        print_indented(screen, Text(words, "yellow"), 0)
    if inspection.shortfall is not None:
        print_indented(screen, Text(f"{inspection.shortfall}", "bold red"), 0)
        return
    total, proved = inspection.report.records, inspection.proved or inspection.own
    if proved is None:
        words = "No checkpoint was compared: nothing proves that no record is missing at the end."
    elif inspection.proved is None:
        words = (
            f"The newest checkpoint is in {proved.kept_in}, of {date_text(proved.checkpoint.time)} "
            f"and record {proved.checkpoint.records} of {total}. Nothing after it is proved, and if "
            "the end was cut off, it was cut off with it."
        )
    else:
        rest = f"Nothing proves the {inspection.unproved} after it." if inspection.unproved else ""
        at = date_text(proved.checkpoint.time)
        words = (
            f"Proved up to record {proved.checkpoint.records} of {total}, by the checkpoint of {at} in "
            f"{proved.kept_in}. {rest}".rstrip()
        )
    print_indented(screen, Text(words), 0)


def _show_missing_evidence(screen: Console, *, has_checkpoint: bool, has_key: bool) -> None:
    """Say what the journal alone cannot prove."""
    if not has_checkpoint:
        words = "A truncated journal cannot be detected without --checkpoint FILE, kept elsewhere."
    elif not has_key:
        words = "Use --public-key to check who signed the checkpoints."
    else:
        return
    print_indented(screen, Text(words, style="dim"), 0)
