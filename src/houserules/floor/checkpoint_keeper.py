"""Keep checkpoints away from the database: a new one at every interval, compared with at every start."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Final

from houserules.floor.inspection import check_journal, own_checkpoint
from houserules.floor.losses import record_loss
from houserules.floor.safekeeping import Safekeeping
from houserules.floor.signing import find_signer, name_key, named_keys, signing_key
from houserules.floor.store import Store
from houserules.floor.tables.decision import SECOND
from houserules.journal.chain_scan import ChainScan, findings_of
from houserules.journal.checkpoint_stores import CheckpointStore, open_checkpoint_store
from houserules.journal.checkpoints import Checkpoint, sign_end
from houserules.journal.ending import (
    KeptCheckpoint,
    Shortfall,
    date_text,
    find_shortfall,
    holds,
    in_force,
)
from houserules.journal.errors import CheckpointStoreError, DamagedError, Finding, JournalError
from houserules.journal.protocol import Journal
from houserules.journal.signers import Signer, public_key

LEASE: Final = "checkpoints"
_READ: Final = 100  # checkpoints of one store at most
_SHARE: Final = 20  # pause after a checkpoint, as a multiple of the time that it took
_LEASE_MOST: Final = 60_000
_STORE_EVERY: Final = 600.0  # seconds between two checkpoints that are also stored in the database
_STORE_SHARE: Final = 100  # the same, as a multiple of the time that it took
_BATCHES: Final = 500  # checked at a time
_HEADS: Final = 2_000  # streams whose ends are in every checkpoint
_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The checkpoints of a journal that are kept elsewhere, and the stores that could not be read."""

    kept: tuple[KeptCheckpoint, ...]  # newest first
    problems: tuple[str, ...]


def read_elsewhere(
    journal: Journal,
    stores: Sequence[CheckpointStore],
    *,
    key: str | None = None,
    limit: int = _READ,
) -> Elsewhere:
    """Read what stores have about a journal, signed with `key` or, if there is none, with an earlier key.

    `limit`: how many of them at most from each store; they may be large.
    """
    own: list[KeptCheckpoint] = []
    earlier: list[KeptCheckpoint] = []
    problems: list[str] = []
    keys = named_keys(journal)
    for store in stores:
        found: list[KeptCheckpoint] = []
        try:
            for each in islice(store.kept(journal.id), _READ):
                kept = KeptCheckpoint(each, store.name)
                if each.journal != journal.id or not each.is_genuine():
                    problems.append(f"{store.name}: a checkpoint in it is not genuine")
                elif each.public_key == key:
                    found.append(kept)
                elif each.public_key in keys or not keys:  # a journal cut that short names none
                    earlier.append(kept)
                else:
                    why = "is signed with a key that the journal does not name"
                    problems.append(f"{store.name}: a checkpoint in it {why}")
                if len(found) >= limit:
                    break
        except CheckpointStoreError as error:
            problems.append(str(error))
        own += found
    return Elsewhere(tuple(in_force(own or earlier)), tuple(dict.fromkeys(problems)))


def check_end(
    journal: Journal, stores: Sequence[CheckpointStore], *, key: str | None = None
) -> Elsewhere:
    """Compare a journal with the newest checkpoint elsewhere; raises ShortJournalError."""
    elsewhere = read_elsewhere(journal, stores, key=key, limit=1)
    own = own_checkpoint(journal)
    if not elsewhere.kept:
        if own is not None and stores and not elsewhere.problems:
            return Elsewhere((), ("no checkpoint of this journal is kept elsewhere yet",))
        return elsewhere
    newest = elsewhere.kept[0]
    with journal.snapshot() as snapshot:
        if find_shortfall(snapshot, (newest,)) is None:
            return elsewhere
        every = [*read_elsewhere(journal, stores, key=key).kept, *((own,) if own else ())]
        earlier = [each for each in every if each.checkpoint.time < newest.checkpoint.time]
        found = find_shortfall(snapshot, (newest, *earlier))
    assert found is not None
    raise found.error()


def accept_loss(
    journal: Journal,
    signer: Signer,
    stores: Sequence[CheckpointStore],
    *,
    why: str,
    at: int,
) -> Shortfall | None:
    """Record what is missing and sign the journal as it is; None: nothing is missing.

    The new checkpoint names the one that it contradicts, is later, and so replaces it in every store.
    Raises CheckpointStoreError if it cannot be kept there.
    """
    elsewhere = read_elsewhere(journal, stores, key=signer.public_key)
    with journal.snapshot() as snapshot:
        found = find_shortfall(snapshot, elsewhere.kept)
    if found is None:
        return None
    name_key(journal, signer, at=at)
    record_loss(journal, found, why=why, at=at)
    made = check_journal(journal, at, signer, after=found.newest.checkpoint.time)
    for store in stores:
        store.keep(made)
    return found


@dataclass(slots=True)
class CheckpointKeeper:
    """Signs where the journal ends, again and again, and keeps that in every store."""

    store: Store
    signer: Signer
    stores: tuple[CheckpointStore, ...]
    now: Callable[[], int]
    holder: str
    interval: float  # seconds
    last: Checkpoint | None = None  # the newest that this process knows
    key_in_database: bool = False
    _leads: bool = True
    _scan: ChainScan | None = None  # how far the journal was checked
    _store_at: float = 0.0  # when the next one is stored in the database, by the monotonic clock
    problems: dict[str, str] = field(default_factory=dict)  # by store
    _kept: dict[str, int] = field(default_factory=dict)  # by store: the newest batch

    async def begin(self) -> None:
        """Check everything since the last checkpoint, as every process does when it starts."""
        await self._sign(store=True)
        await self.keep()

    async def run(self) -> None:
        """Keep checkpoints until cancelled."""
        while True:
            began = time.monotonic()
            try:
                await self.keep()
                self.problems.pop("", None)
            except Exception as error:  # the store may be away for a while
                self._note("", f"No checkpoint can be signed: {error}")
            took = time.monotonic() - began
            await asyncio.sleep(max(self.interval, _SHARE * took))

    async def keep(self) -> None:
        """Sign a checkpoint if anything was written, and bring it to every store that lacks it."""
        journal = self.store.journal
        ttl = min(max(_LEASE_MOST, round(3 * self.interval * SECOND)), 10 * _LEASE_MOST)
        leads = await self.store.call(
            lambda: journal.leases.acquire(LEASE, self.holder, ttl_ms=ttl) is not None
        )
        if leads and not self._leads:
            await self.store.call(self._catch_up)
        self._leads = leads
        if not leads:
            return  # another process does it
        tip = await self.store.call(journal.tip)
        last = self.last
        if last is None or tip.batch != last.batch:
            last = await self._sign()
        for each in self.stores:
            if self._kept.get(each.name) != last.batch:
                await self.store.call(partial(self._keep_in, each, last))

    async def _sign(self, *, store: bool = False) -> Checkpoint:
        """Check what is new and sign; now and then store it in the database, for the next start."""
        return await self.store.call(partial(self._signed, store=store))

    def _signed(self, *, store: bool) -> Checkpoint:
        began = time.monotonic()
        if store or self._scan is None or began > self._store_at:
            journal = self.store.journal
            made = check_journal(journal, self.now(), self.signer, newest=self.last)
            self._scan = ChainScan(journal.id, made.end(), made.places())
            ended = time.monotonic()
            self._store_at = ended + max(_STORE_EVERY, _STORE_SHARE * (ended - began))
        else:
            made = self._sign_new(self._scan)
        self.last = made
        return made

    def _sign_new(self, scan: ChainScan) -> Checkpoint:
        """Sign after a look at the new records only; raises DamagedError.

        With many streams, their ends are left out: listing them would take much longer than the check.
        """
        with self.store.journal.snapshot() as snapshot:
            end = snapshot.end
            while scan.run_part(snapshot, batches=_BATCHES, upto=end.serial + 1):
                pass
            findings = findings_of(scan, snapshot)
        if not findings and scan.end != end:
            findings = [Finding("head", None, None, "the journal does not end as its batches say")]
        if findings:
            self._scan = None
            raise DamagedError(tuple(findings))
        at = max(self.now(), self.last.time + 1 if self.last else 0)
        few = len(scan.heads) <= _HEADS
        return sign_end(scan, self.signer, time=at, previous=self.last, with_heads=few)

    def _catch_up(self) -> None:
        """Go on from the newest checkpoint of the process that kept them before."""
        journal, key = self.store.journal, self.signer.public_key
        kept = read_elsewhere(journal, self.stores, key=key, limit=1).kept
        with journal.snapshot() as snapshot:
            if kept and holds(snapshot, kept[0].checkpoint):
                self.last = kept[0].checkpoint

    def _keep_in(self, store: CheckpointStore, checkpoint: Checkpoint) -> None:
        try:
            store.keep(checkpoint)
        except CheckpointStoreError as error:
            self._note(store.name, f"No checkpoint can be kept in {error}")
            return
        self._kept[store.name] = checkpoint.batch
        self.problems.pop(store.name, None)

    def _note(self, store: str, problem: str) -> None:
        if self.problems.get(store) != problem:
            _log.error("%s", problem)
        self.problems[store] = problem

    def alerts(self) -> list[str]:
        """Return what the pit has to know."""
        at = f"The last checkpoint is of {date_text(self.last.time)}." if self.last else ""
        return [f"{problem}. {at}".strip() for problem in self.problems.values()]

    @property
    def age(self) -> float | None:
        """Seconds since the last checkpoint; None: there is none yet."""
        return None if self.last is None else max(0, self.now() - self.last.time) / SECOND

    def as_data(self) -> dict[str, Any]:
        """Return where things stand, for the page."""
        last = self.last
        return {
            "time": last.time if last else None,
            "records": last.records if last else None,
            "problem": self.problems.get(""),
            "places": [
                {"name": each.name, "problem": self.problems.get(each.name)} for each in self.stores
            ],
            "key_in_database": self.key_in_database,
        }

    def read_elsewhere(self) -> Elsewhere:
        """Read what the stores have; blocks."""
        return read_elsewhere(self.store.journal, self.stores, key=self.signer.public_key)

    async def close(self) -> None:
        """Keep a last checkpoint, and leave the duty to another process."""
        with suppress(JournalError):
            await self._sign(store=True)
            await self.keep()
            leases = self.store.journal.leases
            await self.store.call(lambda: leases.release(LEASE, self.holder))


async def open_keeper(
    store: Store, settings: Safekeeping, *, now: Callable[[], int], holder: str
) -> CheckpointKeeper:
    """Compare the journal with the checkpoints elsewhere; return who keeps further ones.

    Raises ShortJournalError, SignerError, and CheckpointStoreError for a place that makes no sense.
    """
    stores = tuple(map(open_checkpoint_store, settings.checkpoints))

    def open_() -> CheckpointKeeper:
        journal = store.journal
        signer = find_signer(
            journal, settings.signing_key, at=now(), new_file=settings.new_key_file
        )
        own = signing_key(journal)
        inside = own is not None and public_key(own) == signer.public_key
        if inside:
            _log.warning(
                "the signing key is in the database that it signs; keep it elsewhere: "
                "--signing-key FILE"
            )
        elsewhere = check_end(journal, stores, key=signer.public_key)
        for problem in elsewhere.problems:
            _log.warning("the end of the journal was not compared: %s", problem)
        name_key(journal, signer, at=now())
        newest = elsewhere.kept[0].checkpoint if elsewhere.kept else None
        return CheckpointKeeper(
            store,
            signer,
            stores,
            now,
            holder,
            settings.checkpoint_interval,
            last=newest,
            key_in_database=inside,
        )

    return await store.call(open_)
