"""Restore a journal from backups: every hash is computed again and compared with the signed checkpoints."""

from base64 import b64decode
from binascii import Error as Base64Error
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from houserules.journal.backup_files import FORMAT, Manifest, Series, read_lines
from houserules.journal.canonical import canonical
from houserules.journal.chain import (
    BATCH_COLUMNS,
    ROW_COLUMNS,
    BatchRow,
    JournalEnd,
    RecordRow,
    StreamEnd,
    batch_hash,
    journal_start,
    record_hash,
    stream_start,
)
from houserules.journal.chain_scan import Progress
from houserules.journal.database import Database, Loading
from houserules.journal.durable_files import sync_folder
from houserules.journal.errors import BackupDamagedError, BackupError, UnavailableError
from houserules.journal.protocol import VaultRow
from houserules.journal.sqlite import SqliteDatabase
from houserules.journal.url import open_postgres, sqlite_file

_PART: Final = 5_000  # records inserted at a time
_ENDS: Final = ("", "-wal", "-shm", "-lock", "-new")


def restore(
    series: Series, url: str, *, key: bytes | None = None, progress: Progress | None = None
) -> None:
    """Restore a series into a new database; raises BackupError, and leaves nothing behind then.

    A SQLite file gets its name when it is complete. PostgreSQL gets everything in one transaction.
    """
    series.check_data()
    try:
        if (file := sqlite_file(url)) is not None:
            _restore_file(series, file, key, progress)
            return
        with closing(open_postgres(url)) as database:
            _restore(series, database, key, progress)
    except UnavailableError as error:
        raise BackupError(f"the database cannot be written: {error}; nothing was kept") from error


def _restore_file(series: Series, file: Path, key: bytes | None, progress: Progress | None) -> None:
    if not file.parent.is_dir():
        raise BackupError(f"{file}: there is no folder {file.parent}")
    for end in ("", "-wal"):
        if (there := Path(f"{file}{end}")).exists():
            raise BackupError(f"{there} exists; restore into a new file, or move it away")
    made = file.with_name(f"{file.name}-restoring")
    try:
        _remove(made)
        with closing(SqliteDatabase(made, read_only=False)) as database:
            _restore(series, database, key, progress)
        made.rename(file)
        sync_folder(file.parent)
    except OSError as error:
        raise BackupError(f"{file}: cannot be written: {error.strerror}") from error
    finally:
        with suppress(OSError):
            _remove(made)


def _remove(file: Path) -> None:
    for end in _ENDS:
        Path(f"{file}{end}").unlink(missing_ok=True)


def _restore(
    series: Series, database: Database, key: bytes | None, progress: Progress | None
) -> None:
    rows = database.rows("SELECT serial, (SELECT count(*) FROM vault) FROM journal", {})
    if rows != [(0, 0)]:
        raise BackupError("there is a journal in this database already; restore into an empty one")
    total = series.records
    with database.loading() as loading:
        restored = _Restored(series.last.journal, journal_start(series.last.journal))
        for manifest in series.backups:
            restored.vault, restored.tokens = [], []
            for line in read_lines(series.folder, manifest, key):
                _take(restored, manifest, line)
                if len(restored.rows) >= _PART:
                    restored.insert(loading)
                    if progress:
                        progress(restored.end.serial, total)
            restored.insert(loading)
            _compare(restored, manifest)
        restored.finish(loading)


@dataclass(slots=True)
class _Restored:
    """How far a journal is restored, and the rows that are not inserted yet."""

    journal: str
    end: JournalEnd
    heads: dict[str, StreamEnd] = field(default_factory=dict)
    vault: list[VaultRow] = field(default_factory=list)
    tokens: list[tuple[str, int]] = field(default_factory=list)
    rows: list[RecordRow] = field(default_factory=list)
    batches: list[BatchRow] = field(default_factory=list)
    open: BatchRow | None = None  # the batch whose records follow
    hashes: list[bytes] = field(default_factory=list)  # of its records so far
    is_begun: Manifest | None = None  # whose first line was read

    def begin(self, batch: BatchRow) -> None:
        """Begin a batch; its records follow."""
        if batch.number != self.end.batch + 1 or batch.records < 0:
            raise ValueError(f"batch {batch.number} does not follow batch {self.end.batch}")
        self.open, self.hashes = batch._replace(first=self.end.serial + 1), []
        self._close_if_complete()

    def add(self, stream: str, name: str, version: int, payload: object) -> None:
        """Add the next record of the open batch."""
        batch = self.open
        if batch is None:
            raise ValueError("a record is in no batch")
        place = self.heads.get(stream) or stream_start(self.journal, stream)
        row = RecordRow(
            serial=batch.first + len(self.hashes),
            stream=stream,
            position=place.position + 1,
            name=name,
            version=version,
            payload=canonical(payload),
            actor=batch.actor,
            time=batch.time,
            command_id=batch.command_id,
            batch=batch.number,
            previous=place.hash,
            hash=b"",
        )
        row = row._replace(hash=record_hash(row))
        self.heads[stream] = StreamEnd(row.position, row.hash)
        self.rows.append(row)
        self.hashes.append(row.hash)
        self._close_if_complete()

    def _close_if_complete(self) -> None:
        batch = self.open
        if batch is not None and len(self.hashes) == batch.records:
            digest = batch_hash(batch, self.end.hash, self.hashes)
            self.batches.append(batch._replace(hash=digest))
            self.end = JournalEnd(self.end.serial + batch.records, batch.number, digest)
            self.open = None

    def insert(self, loading: Loading) -> None:
        """Insert the rows so far."""
        loading.insert("records", ROW_COLUMNS, self.rows)
        loading.insert("batches", BATCH_COLUMNS, self.batches)
        self.rows, self.batches = [], []

    def finish(self, loading: Loading) -> None:
        """Insert what there is one of, and name the journal."""
        heads = [(stream, *place) for stream, place in self.heads.items()]
        loading.insert("heads", "stream, position, hash", heads)
        loading.insert("vault", "kind, key, value, seal", self.vault)
        leases = [(name, "", token, 0) for name, token in self.tokens]
        loading.insert("leases", "name, holder, token, until", leases)
        sealed = int(bool(self.vault) and all(row.seal is not None for row in self.vault))
        loading.execute(
            "UPDATE journal SET id = :id, serial = :serial, batch = :batch, hash = :hash, "
            "sealed = :sealed",
            {"id": self.journal, **self.end._asdict(), "sealed": sealed},
        )


def _take(restored: _Restored, manifest: Manifest, line: list[Any]) -> None:
    """Take in a line of a backup; raises BackupDamagedError."""
    try:
        if restored.is_begun is not manifest:
            if line != ["backup", FORMAT, manifest.journal, manifest.number]:
                raise ValueError("its data are those of another backup")
            restored.is_begun = manifest
            return
        match line:
            case ["record", str(stream), str(name), int(version), payload]:
                restored.add(stream, name, version, payload)
            case ["batch", int(number), str(actor), str() | None as id_, int(time), int(of), asked]:
                request = None if asked is None else bytes.fromhex(asked)
                restored.begin(BatchRow(number, actor, id_, time, 0, of, b"", request))
            case ["vault", str(kind), str(name), str(value), str() | None as seal]:
                sealed = None if seal is None else bytes.fromhex(seal)
                restored.vault.append(VaultRow(kind, name, b64decode(value, validate=True), sealed))
            case ["lease", str(name), int(token)]:
                restored.tokens.append((name, token))
            case _:
                raise ValueError(f"a line begins with {line[0]!r:.40}")
    except (ValueError, TypeError, Base64Error) as error:
        raise BackupDamagedError(f"{manifest.name}: {error}") from None


def _compare(restored: _Restored, manifest: Manifest) -> None:
    """Compare what was computed with what was signed."""
    signed = manifest.checkpoint
    same = restored.open is None and restored.end == signed.end()
    if not same or restored.heads != signed.places():
        raise BackupDamagedError(
            f"{manifest.name}: its records are not those of its signed checkpoint "
            f"(record {restored.end.serial} of {signed.records})"
        )
    if len(restored.vault) != manifest.values:
        raise BackupDamagedError(f"{manifest.name}: values of the vault are missing")
