"""Backups of the house: made on a schedule or on request, and restored for a drill."""

import asyncio
import logging
import secrets
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from houserules.floor.checkpoint_keeper import read_elsewhere
from houserules.floor.inspection import Inspection, inspect
from houserules.floor.safekeeping import Safekeeping
from houserules.floor.signing import named_keys
from houserules.floor.snapshots import KIND as SNAPSHOT
from houserules.floor.store import Store
from houserules.floor.tables.decision import SECOND
from houserules.journal.backup import BackupPlan, back_up
from houserules.journal.backup_files import Manifest, Series, find_series, list_backups
from houserules.journal.chain_scan import Progress
from houserules.journal.checkpoint_stores import CheckpointStore
from houserules.journal.ending import KeptCheckpoint, date_text, holds
from houserules.journal.errors import BackupDamagedError, BackupError, JournalError
from houserules.journal.key_files import read_key
from houserules.journal.protocol import Journal
from houserules.journal.restore import restore
from houserules.journal.signers import Signer
from houserules.journal.url import open_journal

CACHES: Final = (SNAPSHOT,)
"""Kinds of the vault that are not backed up: they can be made again."""
LEASE: Final = "backups"
_TTL: Final = 300 * SECOND
_DAY: Final = 24 * 3600 * SECOND
_AGAIN: Final = 60.0  # seconds after which a backup that failed is tried again
_LOOK: Final = 5.0  # seconds between two looks at the clock
_SHARE: Final = 2  # pause after a part, as a multiple of the time that it took
_LATE: Final = 3  # intervals without a backup after which the pit is told
_log: Final = logging.getLogger(__name__)


def backup_key(file: str) -> bytes | None:
    """Return the key in a file, made on first use; None: backups are not encrypted."""
    return read_key(Path(file), secrets.token_bytes) if file else None


# Restore, for good or for a drill.


@dataclass(frozen=True, slots=True)
class Restored:
    """A series that was restored, and what its journal proves to be."""

    series: Series
    inspection: Inspection

    @property
    def ok(self) -> bool:
        """Whether the restored journal verifies and its money adds up."""
        return self.inspection.ok


def restore_house(
    series: Series, url: str, *, key: bytes | None = None, progress: Progress | None = None
) -> Restored:
    """Restore a series into a new database and verify it; raises BackupError."""
    restore(series, url, key=key, progress=progress)
    with open_journal(url, read_only=True) as journal:
        named = named_keys(journal)
        for each in series.backups:
            if named and each.public_key not in named:
                raise BackupDamagedError(
                    f"{each.name}: is signed with a key that the journal does not name; do not use "
                    "what was restored"
                )
        end = KeptCheckpoint(series.last.checkpoint, series.last.name)
        return Restored(series, inspect(journal, (end,), progress=progress))


@dataclass(frozen=True, slots=True)
class Drill:
    """What a restore would bring back, and what would be lost."""

    restored: Restored
    newest: KeptCheckpoint | None  # the newest checkpoint elsewhere
    live: tuple[int, int] | None  # records and batches of the journal in use
    contradiction: str | None  # why the backups are not of the same history
    problems: tuple[str, ...]  # places that could not be read

    @property
    def ok(self) -> bool:
        """Whether the house could go on with these backups."""
        return self.restored.ok and self.contradiction is None

    @property
    def lost(self) -> tuple[int, int] | None:
        """How many records and batches would be lost; None: there is nothing to compare with."""
        ends = [self.live] if self.live else []
        if self.newest is not None:
            ends.append((self.newest.checkpoint.records, self.newest.checkpoint.batch))
        if not ends:
            return None
        last = self.restored.series.last.checkpoint
        records, batches = max(ends)
        return max(0, records - last.records), max(0, batches - last.batch)


def drill(
    series: Series,
    *,
    scratch: Path | None = None,
    key: bytes | None = None,
    stores: Sequence[CheckpointStore] = (),
    live: Journal | None = None,
    progress: Progress | None = None,
) -> Drill:
    """Restore a series into a scratch folder, verify it, compare it, and delete it again."""
    end = series.last.checkpoint
    contradiction = None
    try:
        with tempfile.TemporaryDirectory(prefix="houserules-drill-", dir=scratch) as folder:
            url = f"sqlite:///{folder}/drill.db"
            restored = restore_house(series, url, key=key, progress=progress)
            with open_journal(url, read_only=True) as journal, journal.snapshot() as snapshot:
                elsewhere = read_elsewhere(journal, stores, key=end.public_key)
                older = [each for each in elsewhere.kept if each.checkpoint.batch <= end.batch]
                wrong = next((each for each in older if not holds(snapshot, each.checkpoint)), None)
                if wrong is not None:
                    contradiction = f"the backups do not have what {wrong} signed"
    except OSError as error:
        raise BackupError(f"the scratch folder cannot be used: {error.strerror}") from error
    tip = None
    if live is not None and live.id == end.journal:
        with live.snapshot() as snapshot:
            tip = (snapshot.end.serial, snapshot.end.batch)
            if not holds(snapshot, end):
                contradiction = "the journal in use does not have what was backed up"
    newest = max(elsewhere.kept, key=lambda each: each.checkpoint.time, default=None)
    return Drill(restored, newest, tip, contradiction, elsewhere.problems)


# The schedule of a server.


@dataclass(slots=True)
class BackupSchedule:
    """Backs the journal up at every interval, and knows the last good backup."""

    store: Store
    signer: Signer
    settings: Safekeeping
    key: bytes | None
    now: Callable[[], int]
    holder: str
    state: Literal["none", "under way", "done", "failed"] = "none"
    last: Manifest | None = None  # the newest that is complete
    current_at: int | None = None  # when it was known to have everything
    problem: str | None = None
    done: int = 0
    total: int = 0
    _failed: float = field(default=float("-inf"))  # when, by the monotonic clock

    @property
    def folder(self) -> Path:
        """Where the backups are."""
        return Path(self.settings.backups)

    async def run(self) -> None:
        """Make backups until cancelled."""
        while True:
            try:
                await self.store.call(self._look)
                if self._is_due():
                    await self.back_up()
            except Exception as error:  # the store may be away for a while
                self._fail(error)
            await asyncio.sleep(_LOOK)

    def _is_due(self) -> bool:
        if self.state == "under way" or time.monotonic() - self._failed < _AGAIN:
            return False
        at, now = self.current_at, self.now()
        return at is None or not at <= now < at + self.settings.backup_interval * SECOND

    def _look(self) -> None:
        """Find the newest backup, whoever made it."""
        try:
            names = list_backups(self.folder, self.store.journal.id)
        except BackupError:  # there is no folder yet
            return
        if names and (self.last is None or self.last.number != names[-1].number):
            try:
                self.last = find_series(self.folder, self.store.journal.id).last
            except BackupError as error:
                self._fail(error)
                return
            self.current_at = max(self.current_at or 0, self.last.time)
            self.state = "done" if self.state == "none" else self.state

    async def back_up(self) -> None:
        """Make a backup now, unless this or another process is making one."""
        journal = self.store.journal
        if self.state == "under way" or not await self.store.call(self._acquire):
            return
        self.state, self.done, self.total, at = "under way", 0, 0, self.now()
        try:
            full = await self.store.call(self._wants_full)
            plan = BackupPlan(
                self.folder,
                self.signer,
                key=self.key,
                full=full,
                without=CACHES,
                progress=self._note_progress,
                pause=_Pauses(self._acquire).pause,
            )
            made = await self.store.call(lambda: back_up(journal, plan, time=at))
        except JournalError as error:
            self._fail(error)
            return
        finally:
            self.state = "failed" if self.state == "under way" else self.state
        self.last, self.current_at = made or self.last, at
        self.state, self.problem = "done", None
        if made is not None:
            _log.info("%s has %d records", made.name, made.records)

    def _acquire(self) -> bool:
        leases = self.store.journal.leases
        return leases.acquire(LEASE, self.holder, ttl_ms=_TTL) is not None

    def _wants_full(self) -> bool:
        """Whether the last full backup is older than the operator wants."""
        try:
            first = find_series(self.folder, self.store.journal.id).backups[0]
        except BackupError:
            return False  # there is none, and it will be a full one
        return self.now() - first.time >= self.settings.backup_full_days * _DAY

    def _note_progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    def _fail(self, error: Exception) -> None:
        if self.problem != str(error):
            _log.error("no backup was made: %s", error)
        self.state, self.problem, self._failed = "failed", str(error), time.monotonic()

    @property
    def age(self) -> float | None:
        """Seconds since the last good backup had everything; None: there is none."""
        return None if self.current_at is None else max(0, self.now() - self.current_at) / SECOND

    def alerts(self) -> list[str]:
        """Return what the pit has to know."""
        last = f"The last good one is of {date_text(self.last.time)}." if self.last else ""
        if self.problem is not None:
            return [f"No backup was made: {self.problem}. {last}".strip()]
        late = _LATE * self.settings.backup_interval
        return [f"Backups are late. {last}"] if self.age is not None and self.age > late else []

    def as_data(self) -> dict[str, Any]:
        """Return where things stand, for the page."""
        last = self.last
        about = (
            None
            if last is None
            else {
                **{"number": last.number, "kind": last.kind, "time": last.time, "size": last.size},
                **{"records": last.checkpoint.records, "encrypted": last.key is not None},
            }
        )
        return {
            **{"folder": str(self.folder), "state": self.state, "problem": self.problem},
            **{"done": self.done, "total": self.total, "last": about},
            "current_at": self.current_at,
            "age": None if self.age is None else int(self.age),
            "interval": int(self.settings.backup_interval),
        }


class _Pauses:
    """Leaves most of the processor to the players while a backup is made, and keeps the lease."""

    def __init__(self, keep_lease: Callable[[], bool]) -> None:
        self._keep_lease, self._since, self._kept = keep_lease, time.monotonic(), time.monotonic()

    def pause(self) -> None:
        """Pause after a part."""
        now = time.monotonic()
        time.sleep(_SHARE * (now - self._since))
        if now - self._kept > _TTL / SECOND / 3:
            self._keep_lease()
            self._kept = now
        self._since = time.monotonic()
