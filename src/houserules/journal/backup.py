"""Back up a journal while it is written to: what the chain has beyond the last backup, and the whole vault.

One short snapshot says where the journal ends and has the vault as it was then. The records up to that
end never change, so they are copied in small parts afterwards: no writer waits, and no long transaction keeps
the database from tidying up. Every record, chain and batch is checked on the way; a damaged journal is
not backed up over a sound one.
"""

import errno
import os
import secrets
from base64 import b64encode
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import BinaryIO, Final

from houserules.journal.backup_files import (
    FORMAT,
    HashedFile,
    Manifest,
    check_size,
    file_names,
    find_series,
    key_id,
    list_backups,
    write_lines,
)
from houserules.journal.canonical import canonical, quote
from houserules.journal.chain import BatchRow, JournalEnd, RecordRow, StreamEnd
from houserules.journal.chain_scan import MANGLED, ChainScan, Progress, findings_of, unreadable
from houserules.journal.checkpoints import sign_end
from houserules.journal.durable_files import PART, make_durably, write_durably
from houserules.journal.ending import holds
from houserules.journal.errors import BackupError, DamagedError, SignerError
from houserules.journal.protocol import Journal, Snapshot, VaultRow
from houserules.journal.signers import Signer
from houserules.version import __version__

try:
    import fcntl
except ImportError:  # Windows: two backups at a time are left to the operator
    fcntl = None  # type: ignore[assignment]

_BATCHES: Final = 500  # copied in one step
_LOCK: Final = ".backup-lock"


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """Where a backup goes and how it is made."""

    folder: Path
    signer: Signer
    key: bytes | None = None  # to encrypt with
    full: bool = False  # even if an incremental one would do
    without: Collection[str] = ()  # kinds of the vault that can be made again
    progress: Progress | None = None
    pause: Callable[[], None] | None = None  # after every part


def back_up(journal: Journal, plan: BackupPlan, *, time: int) -> Manifest | None:
    """Back a journal up; None: it has nothing that the last backup has not.

    Raises DamagedError if the journal is damaged, BackupError if it cannot be done; either way the
    earlier backups are as they were.
    """
    try:
        plan.folder.mkdir(exist_ok=True)
        with _only_one(plan.folder):
            for part in plan.folder.glob(f"{journal.id[:12]}-*{PART}"):
                part.unlink()
            return _back_up(journal, plan, time)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        why = "there is no room left" if full else error.strerror
        raise BackupError(
            f"{plan.folder}: {why}; nothing was kept, and earlier backups are as they were"
        ) from error


def _back_up(journal: Journal, plan: BackupPlan, time: int) -> Manifest | None:
    before = list_backups(plan.folder, journal.id)
    last = None if plan.full else find_base(plan.folder, journal.id)
    with journal.snapshot() as snapshot:
        end, vault = snapshot.end, _vault(snapshot, plan.without)
        tokens = list(snapshot.tokens())
        if last is not None and not holds(snapshot, last.checkpoint):
            raise BackupError(
                f"the journal is not the one of {last.name}: it lacks records that were backed up, or "
                "has others. Run houserules verify journal; begin again with a full backup (--full)"
            )
    if last is not None and last.checkpoint.batch == end.batch:
        return None
    base = last.checkpoint if last else None
    scan = ChainScan(journal.id, base.end() if base else None, base.places() if base else {})
    number = before[-1].number + 1 if before else 1
    kind = "incremental" if last else "full"
    data, name = file_names(journal.id, number, kind, sealed=plan.key is not None)
    copied = _Copied(end, since=scan.end.serial)
    written: list[HashedFile] = []

    def fill(stream: BinaryIO) -> None:
        written.append(HashedFile(stream))
        with write_lines(written[0], plan.key, secrets.token_bytes(16)) as lines:
            lines.write(_line(["backup", FORMAT, journal.id, number]))
            for value in vault:
                seal = None if value.seal is None else value.seal.hex()
                lines.write(_line(["vault", value.kind, value.key, _text(value.value), seal]))
            for token in tokens:
                lines.write(_line(["lease", *token]))
            _copy(journal, scan, copied, lines, plan)

    make_durably(plan.folder / data, fill)
    checkpoint = sign_end(scan, plan.signer, time=time, previous=base)
    manifest = Manifest(
        journal=journal.id,
        number=number,
        kind="incremental" if last else "full",
        time=time,
        records=copied.records,
        batches=copied.batches_copied,
        values=len(vault),
        previous=last.digest() if last else None,
        checkpoint=checkpoint,
        file=data,
        size=written[0].size,
        sha256=written[0].sha256,
        key=None if plan.key is None else key_id(plan.key),
        software=__version__,
        public_key=plan.signer.public_key,
        signature="",
    ).sign(plan.signer)
    if (why := manifest.why_not_genuine(None)) is not None:
        raise SignerError(f"signing key: the manifest {why}")
    write_durably(plan.folder / name, f"{manifest.text()}\n".encode())
    return manifest


def find_base(folder: Path, journal: str) -> Manifest | None:
    """Return the backup that the next one can build on; None: a full one is needed."""
    try:
        series = find_series(folder, journal)
        check_size(folder, series.last)
    except BackupError:  # there is none yet, or it is damaged
        return None
    return series.last


def _vault(snapshot: Snapshot, without: Collection[str]) -> list[VaultRow]:
    return [row for row in snapshot.vault_rows() if row.kind not in without]


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Lock the folder against another backup at the same time; the lock ends with the process."""
    opened = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if fcntl is not None:
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise BackupError(f"{folder}: another backup is being made there") from error
        yield
    finally:
        os.close(opened)


@dataclass(slots=True)
class _Copied:
    """What a scan reads of a snapshot, up to where the backup ends."""

    end: JournalEnd
    since: int  # serial of the last record that is not copied
    records: int = 0
    batches_copied: int = 0
    snapshot: Snapshot | None = None
    part: list[BatchRow] = field(default_factory=list)
    rows_read: list[RecordRow] = field(default_factory=list)

    def batches(self, after: int = 0, limit: int | None = None) -> Iterator[BatchRow]:
        """Return batches up to the end, and note them."""
        assert self.snapshot is not None
        found = self.snapshot.batches(after, limit)
        self.part = list(takewhile(lambda batch: batch.number <= self.end.batch, found))
        return iter(self.part)

    def rows(self, after: int = 0, limit: int | None = None) -> Iterator[RecordRow]:
        """Return records, and note them."""
        assert self.snapshot is not None
        for row in self.snapshot.rows(after, limit):
            self.rows_read.append(row)
            yield row

    def stream(self, stream: str) -> Iterator[RecordRow]:
        """Return the records of a stream."""
        assert self.snapshot is not None
        return self.snapshot.stream(stream)

    def heads(self) -> Iterator[tuple[str, StreamEnd]]:
        """Return where the streams end."""
        assert self.snapshot is not None
        return self.snapshot.heads()

    def vault_rows(self) -> Iterator[VaultRow]:
        """Return nothing: the vault is copied by itself."""
        return iter(())

    def tokens(self) -> Iterator[tuple[str, int]]:
        """Return nothing."""
        return iter(())


def _copy(
    journal: Journal, scan: ChainScan, copied: _Copied, lines: BinaryIO, plan: BackupPlan
) -> None:
    """Check and write one part after the other, up to the end; raises DamagedError."""
    total = copied.end.serial - copied.since
    while scan.end.batch < copied.end.batch:
        with journal.snapshot() as snapshot:
            copied.snapshot, copied.rows_read = snapshot, []
            try:
                more = scan.run_part(copied, batches=_BATCHES, upto=copied.end.serial + 1)
                findings = findings_of(scan, snapshot)
            except (DamagedError, *MANGLED) as error:
                more, findings = False, [*scan.findings, *unreadable(scan, error)]
        if findings:
            raise DamagedError(tuple(findings))
        if not more:
            break
        _write_part(copied, lines)
        if plan.progress:
            plan.progress(copied.records, total)
        if plan.pause:
            plan.pause()
    if scan.end != copied.end:
        raise BackupError(
            "the journal changed while it was backed up: what was its end is no longer there; run "
            "houserules verify journal"
        )


def _write_part(copied: _Copied, lines: BinaryIO) -> None:
    rows = iter(copied.rows_read)
    for batch in copied.part:
        request = None if batch.request is None else batch.request.hex()
        about = [batch.number, batch.actor, batch.command_id, batch.time, batch.records, request]
        lines.write(_line(["batch", *about]))
        for _ in range(batch.records):
            row = next(rows)
            head = f'["record",{quote(row.stream)},{quote(row.name)},{row.version},'
            lines.write(f"{head}{row.payload}]\n".encode())
        copied.records += batch.records
    copied.batches_copied += len(copied.part)


def _line(values: list[object]) -> bytes:
    return f"{canonical(values)}\n".encode()


def _text(value: bytes) -> str:
    return b64encode(value).decode()
