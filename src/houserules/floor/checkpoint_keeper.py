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
from houserules.journal.checkpoint_stores import CheckpointStore, open_checkpoint_store
from houserules.journal.checkpoints import Checkpoint
from houserules.journal.ending import (
    KeptCheckpoint,
    Shortfall,
    date_text,
    find_shortfall,
    in_force,
)
from houserules.journal.errors import CheckpointStoreError, JournalError
from houserules.journal.protocol import Journal
from houserules.journal.signers import Signer, public_key

LEASE: Final = "checkpoints"
_READ: Final = 100  # checkpoints of one store at most
_SHARE: Final = 20  # pause after a checkpoint, as a multiple of the time that it took
_LEASE_MOST: Final = 60_000
_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The checkpoints of a journal that are kept elsewhere, and the stores that could not be read."""

    kept: tuple[KeptCheckpoint, ...]  # newest first
    problems: tuple[str, ...]


def read_elsewhere(
    journal: Journal, stores: Sequence[CheckpointStore], *, key: str | None = None
) -> Elsewhere:
    """Read what stores have about a journal, signed with `key` or, if there is none, with an earlier key."""
    found: list[KeptCheckpoint] = []
    problems: list[str] = []
    for store in stores:
        try:
            there = list(islice(store.kept(journal.id), _READ))
        except CheckpointStoreError as error:
            problems.append(str(error))
            continue
        genuine = [each for each in there if each.journal == journal.id and each.is_genuine()]
        found += [KeptCheckpoint(each, store.name) for each in genuine]
        if len(genuine) < len(there):
            problems.append(f"{store.name}: a checkpoint in it is not genuine")
    own = [each for each in found if each.checkpoint.public_key == key]
    if not own:
        keys = named_keys(journal)
        own = [each for each in found if each.checkpoint.public_key in keys]
        if len(own) < len(found):
            problems.append("checkpoints signed with a key that the journal does not name")
    return Elsewhere(tuple(in_force(own)), tuple(problems))


def check_end(
    journal: Journal, stores: Sequence[CheckpointStore], *, key: str | None = None
) -> Elsewhere:
    """Compare a journal with the newest checkpoint elsewhere; raises ShortJournalError."""
    elsewhere = read_elsewhere(journal, stores, key=key)
    own = own_checkpoint(journal)
    if own is not None and stores and not elsewhere.kept and not elsewhere.problems:
        return Elsewhere((), ("no checkpoint of this journal is kept elsewhere yet",))
    if elsewhere.kept:
        with journal.snapshot() as snapshot:
            newest, *older = elsewhere.kept
            found = find_shortfall(snapshot, (newest,))
            if found is not None:
                also = (*older, *((own,) if own else ()))
                earlier = (each for each in also if each.checkpoint.time < newest.checkpoint.time)
                found = find_shortfall(snapshot, (newest, *earlier)) or found
        if found is not None:
            raise found.error()
    return elsewhere


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
    last: Checkpoint | None = None  # the newest that this process has made
    newest: int = 0  # time of the newest anywhere
    key_in_database: bool = False
    problems: dict[str, str] = field(default_factory=dict)  # by store
    _kept: dict[str, int] = field(default_factory=dict)  # by store: the newest batch

    async def begin(self) -> None:
        """Check everything since the last checkpoint, as every process does when it starts."""
        await self._sign()
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
        if not leads:
            return  # another process does it
        tip = await self.store.call(journal.tip)
        last = self.last
        if last is None or tip.batch != last.batch:
            last = await self._sign()
        for each in self.stores:
            if self._kept.get(each.name) != last.batch:
                await self.store.call(partial(self._keep_in, each, last))

    async def _sign(self) -> Checkpoint:
        journal = self.store.journal
        made = await self.store.call(
            lambda: check_journal(journal, self.now(), self.signer, after=self.newest)
        )
        self.last, self.newest = made, made.time
        return made

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
        newest = max((each.checkpoint.time for each in elsewhere.kept), default=0)
        return CheckpointKeeper(
            store,
            signer,
            stores,
            now,
            holder,
            settings.checkpoint_interval,
            newest=newest,
            key_in_database=inside,
        )

    return await store.call(open_)
