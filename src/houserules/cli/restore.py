"""`houserules restore`: a new database from backups, or a drill that shows whether they would do."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.common.journals import (
    BackupKey,
    Checkpoints,
    Database,
    open_stores,
    public_key_option,
)
from houserules.cli.common.options import AsJson, clean_exit, fail, whole_number
from houserules.cli.render.console import (
    console,
    print_indented,
    printable,
    progress_bar,
    progress_of,
)
from houserules.cli.render.tables import print_json
from houserules.cli.server.settings import default_database, shown_database
from houserules.floor.backups import Drill, Restored, backup_key, restore_house
from houserules.floor.backups import drill as run_drill
from houserules.journal.backup_files import find_series
from houserules.journal.ending import date_text
from houserules.journal.errors import BackupDamagedError, JournalError
from houserules.journal.protocol import Journal
from houserules.journal.url import open_journal


def restore(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder with the backups.")],
    *,
    database: Database = None,
    upto: Annotated[
        int | None,
        typer.Option(
            "--upto",
            metavar="N",
            parser=whole_number,
            help="The last backup to use. Default: the newest.",
        ),
    ] = None,
    journal: Annotated[
        str | None,
        typer.Option(
            "--journal", metavar="ID", help="The journal, if FOLDER has backups of several."
        ),
    ] = None,
    key_file: BackupKey = "",
    public_key: Annotated[
        str | None,
        typer.Option(
            "--public-key", metavar="HEX", help="The key that must have signed the backups."
        ),
    ] = None,
    drill: Annotated[
        bool,
        typer.Option(
            "--drill",
            help="Restore into a scratch folder, verify, report what would be lost, and delete it. "
            "--database is the one in use, and stays as it is.",
        ),
    ] = False,
    scratch: Annotated[
        str | None,
        typer.Option(
            "--scratch", metavar="DIR", help="Where the drill works. Default: the temporary folder."
        ),
    ] = None,
    checkpoints: Checkpoints = None,
    as_json: AsJson = False,
) -> None:
    """Restore the journal from backups into a new database, and verify it.

    Every file is compared with its signed manifest, and every hash is computed again. Nothing is
    ever written over: --database must name a new file, or a PostgreSQL database without a journal.

    Exit codes: 0 restored and verified, 1 a backup is damaged, missing or out of order, or what
    was restored does not verify, 2 it cannot be done.

    Examples:

        houserules restore /mnt/backups --database sqlite:///new.db
        houserules restore /mnt/backups --drill
    """
    key = public_key_option(public_key)
    with clean_exit():
        try:
            opened = backup_key(key_file) if Path(key_file).is_file() else None
            if key_file and opened is None:
                fail("restore", f"{key_file}: there is no such file", as_json=as_json)
            series = find_series(Path(folder), journal, upto=upto, public_key=key)
            with progress_bar("Restoring") as progress:
                report = progress_of(progress)
                if drill:
                    stores = open_stores("restore", database, checkpoints, as_json=as_json)
                    place = None if scratch is None else Path(scratch)
                    with _live(database) as live:
                        done: Drill | Restored = run_drill(
                            series,
                            scratch=place,
                            key=opened,
                            stores=stores,
                            live=live,
                            progress=report,
                        )
                else:
                    url = database or default_database()
                    done = restore_house(series, url, key=opened, progress=report)
        except BackupDamagedError as error:
            fail("restore", str(error), as_json=as_json, code=1)
        except JournalError as error:
            fail("restore", str(error), as_json=as_json)
    if as_json:
        print_json(_as_data(done))
    else:
        _show(console(), done, database or default_database())
    raise typer.Exit(0 if done.ok else 1)


@contextmanager
def _live(database: str | None) -> Iterator[Journal | None]:
    """Open the journal in use, if there is one that can be read."""
    try:
        journal = open_journal(database or default_database(), read_only=True)
    except JournalError:
        yield None
        return
    with journal:
        yield journal


def _as_data(done: Drill | Restored) -> dict[str, Any]:
    restored = done.restored if isinstance(done, Drill) else done
    last, report = restored.series.last, restored.inspection.report
    about: dict[str, Any] = {
        **{"journal": last.journal, "verified": restored.ok, "records": report.records},
        **{"batches": report.batches, "backups": len(restored.series.backups), "time": last.time},
        "findings": [each.as_data() for each in report.findings],
    }
    if not isinstance(done, Drill):
        return about
    lost = done.lost
    return {
        **about,
        "ok": done.ok,
        "lost": None if lost is None else {"records": lost[0], "batches": lost[1]},
        "newest_checkpoint": done.newest.as_data() if done.newest else None,
        "in_use": None if done.live is None else {"records": done.live[0], "batches": done.live[1]},
        "contradiction": done.contradiction,
        "problems": list(done.problems),
    }


def _show(screen: Console, done: Drill | Restored, database: str) -> None:
    restored = done.restored if isinstance(done, Drill) else done
    last, report = restored.series.last, restored.inspection.report
    what = f"{report.records:,} records in {report.batches:,} batches"
    count = len(restored.series.backups)
    from_ = f"{count} backup{'s' if count > 1 else ''}, the last of {date_text(last.time)}"
    if not restored.ok:
        screen.print(Text(f"Restored {what} from {from_}: it does not verify.", "bold red"))
        for finding in (*report.findings, *restored.inspection.wrong)[:10]:
            print_indented(screen, Text(printable(str(finding))), 2)
        return
    verb = "Drill passed" if isinstance(done, Drill) and done.ok else "Restored"
    screen.print(Text(f"{verb}: {what} from {from_}.", "bold green"))
    words = "Verified: nothing was altered, and all money adds up."
    print_indented(screen, Text(words), 0)
    if isinstance(done, Drill):
        _show_drill(screen, done)
        return
    words = (
        f"It is in {printable(shown_database(database))}. The signing key is not in the backup: start the "
        "server with the key it had, or with another one (--signing-key FILE). If the journal is now "
        "shorter than its newest checkpoint, the server says so: houserules accept-loss."
    )
    print_indented(screen, Text(words), 0)


def _show_drill(screen: Console, done: Drill) -> None:
    for problem in done.problems:
        print_indented(screen, Text(f"Not compared: {printable(problem)}", "yellow"), 0)
    if done.contradiction is not None:
        screen.print(Text(f"Not usable: {printable(done.contradiction)}.", "bold red"))
        return
    lost = done.lost
    if lost is None:
        words = (
            "How much would be lost is not known: there is no checkpoint, and no journal in use."
        )
    elif not any(lost):
        words = "Nothing would be lost."
    else:
        records, batches = lost
        words = (
            f"If the database were lost now, {records:,} record{'s' if records > 1 else ''} in {batches:,} "
            f"batch{'es' if batches > 1 else ''} would be lost."
        )
    print_indented(screen, Text(words, "bold" if lost and any(lost) else ""), 0)
    if done.newest is not None:
        print_indented(screen, Text(f"Compared with {printable(str(done.newest))}.", "dim"), 0)
