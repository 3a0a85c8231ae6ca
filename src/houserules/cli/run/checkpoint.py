"""Signing where a journal stands, into a new file."""

import time
from pathlib import Path
from typing import Final

from rich.text import Text

from houserules.cli.options import fail
from houserules.cli.render.console import console, print_indented, printable
from houserules.cli.render.tables import print_json
from houserules.cli.run.verify_journal import read_checkpoint
from houserules.floor.signing_key import make_signing_key, signing_key
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.checkpoints import checkpoint as take_checkpoint
from houserules.journal.errors import DamagedError, ReadOnlyError
from houserules.journal.protocol import Journal

keyless: Final = -1
"""The journal is open for reading and has no key yet."""


def write_checkpoint(journal: Journal, out: str, *, after: str | None, as_json: bool) -> int:
    """Sign where a journal stands, and give the exit code."""
    file, now = Path(out), time.time_ns() // 1_000_000
    if file.exists():
        fail(
            "checkpoint",
            f"{out}: is there already; a checkpoint is never replaced",
            as_json=as_json,
        )
    previous = read_checkpoint("checkpoint", after, as_json=as_json) if after else None
    try:
        key = signing_key(journal) or make_signing_key(journal, at=now)
        made = take_checkpoint(journal, key, time=now, previous=previous)
    except ReadOnlyError:
        return keyless
    except DamagedError as damage:
        _refuse(damage, as_json=as_json)
        return 1
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(made.text() + "\n")
    except OSError as error:
        fail("checkpoint", f"{out}: cannot be written: {error.strerror}", as_json=as_json)
    _tell(made, out, as_json=as_json)
    return 0


def _refuse(damage: DamagedError, *, as_json: bool) -> None:
    if as_json:
        findings = [
            {"kind": f.kind, "stream": f.stream, "position": f.position, "detail": f.detail}
            for f in damage.findings
        ]
        print_json({"signed": False, "findings": findings})
        return
    screen = console()
    screen.print(Text("Nothing was signed: the journal is not as it was written.", "bold red"))
    for finding in damage.findings:
        print_indented(screen, Text(printable(str(finding))), 2)


def _tell(made: Checkpoint, out: str, *, as_json: bool) -> None:
    if as_json:
        said = {"signed": True, "file": out, "journal": made.journal, "records": made.records}
        print_json({**said, "batch": made.batch, "public_key": made.public_key})
        return
    screen = console()
    screen.print(Text(f"Signed: {made.records:,} records in {made.batch:,} batches.", "bold green"))
    print_indented(screen, Text(f"The checkpoint is in {printable(out)}; keep it elsewhere."), 0)
    screen.print(Text(f"Public key: {made.public_key}"), soft_wrap=True)
