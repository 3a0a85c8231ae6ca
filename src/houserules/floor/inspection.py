"""Check the journal and the money: at the start, in the background, and for an inspector."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Final, Literal

from houserules.core.codec import DataError
from houserules.floor.losses import LossAccepted, accepted_losses
from houserules.floor.money.reconcile import (
    MoneyFinding,
    Reconciliation,
    account_streams,
    count_differences,
    read_reconciliation,
)
from houserules.floor.signing import house_signer, named_keys
from houserules.floor.snapshots import find_snapshot
from houserules.floor.store import Store
from houserules.floor.tables.snapshot import TABLE_STATES
from houserules.floor.tables.table import FloorTable
from houserules.journal.checkpoints import Checkpoint, checkpoint
from houserules.journal.ending import KeptCheckpoint, Shortfall, find_shortfall
from houserules.journal.errors import CheckpointError, DamagedError, JournalError, Report
from houserules.journal.protocol import Journal
from houserules.journal.records import Batch, Put
from houserules.journal.signers import Signer
from houserules.journal.verify import Scrub, is_trusted, verify

KIND: Final = "checkpoint"
LAST: Final = "last"
OWN: Final = "the database itself"
RECONCILIATION: Final = "reckoning"  # stored in vaults under this name
_ACTOR: Final = "house"


class MoneyMismatchError(JournalError):
    """The money in the journal does not add up, so the server does not start."""

    def __init__(self, wrong: tuple[MoneyFinding, ...]) -> None:
        shown = "; ".join(map(str, wrong[:3]))
        super().__init__(f"the money does not add up, {len(wrong)} findings: {shown}")
        self.findings = wrong


async def self_check(store: Store, now: int) -> Checkpoint:
    """Check everything since the last checkpoint, and keep a new one.

    Raises DamagedError or MoneyError with the findings, CheckpointError if the kept checkpoint cannot be read.
    """
    return await store.call(lambda: check_journal(store.journal, now))


def check_journal(
    journal: Journal,
    now: int,
    signer: Signer | None = None,
    *,
    newest: Checkpoint | None = None,
    after: int = 0,
) -> Checkpoint:
    """Do the work of `self_check`, blocking.

    The check goes on from the checkpoint in the vault; if an earlier key signed that one, everything is
    checked again. `newest`: the newest one kept elsewhere, which the new one names, so that those kept
    elsewhere are one chain. The new one is later than `after`.
    """
    signer = signer or house_signer(journal, at=now)
    last = last_checkpoint(journal)
    if last is not None and last.public_key not in named_keys(journal):
        raise CheckpointError("the last checkpoint in the vault was signed with another key")
    trusted = last if last is not None and last.public_key == signer.public_key else None
    before = [after, *(each.time for each in (newest, last) if each)]
    made = checkpoint(
        journal,
        signer,
        time=max(now, max(before) + 1),
        previous=newest or last,
        since=trusted,
        whole=trusted is None,
    )
    reconciliation = _reconcile(journal, trusted, upto=made.records)
    if wrong := reconciliation.close():
        raise MoneyMismatchError(wrong)
    data = json.dumps({"checkpoint": made.digest(), **reconciliation.to_data()})
    puts = (Put(KIND, LAST, made.text().encode()), Put(KIND, RECONCILIATION, data.encode()))
    journal.append(Batch((), actor=_ACTOR, time=now, puts=puts))
    return made


def last_checkpoint(journal: Journal) -> Checkpoint | None:
    """Return the checkpoint in the vault; None: there is none yet."""
    text = journal.vault.get(KIND, LAST)
    return None if text is None else Checkpoint.read(text.decode())


def own_checkpoint(journal: Journal) -> KeptCheckpoint | None:
    """Return the checkpoint in the vault if it is whole: it proves nothing about a cut-off end."""
    try:
        last = last_checkpoint(journal)
    except (CheckpointError, DamagedError, UnicodeDecodeError):
        return None
    return None if last is None or not last.is_genuine() else KeptCheckpoint(last, OWN)


def _reconcile(journal: Journal, last: Checkpoint | None, *, upto: int) -> Reconciliation:
    """Reconcile from the last checkpoint; from the beginning if no balances were kept with it."""
    reconciliation, data = Reconciliation(), journal.vault.get(KIND, RECONCILIATION)
    if last is not None and data is not None:
        kept = json.loads(data)
        if kept["checkpoint"] == last.digest():
            reconciliation = read_reconciliation(kept)
    with journal.snapshot() as snapshot:
        rows = snapshot.rows(reconciliation.serial)
        reconciliation.follow(takewhile(lambda row: row.serial <= upto, rows))
    return reconciliation


# What an inspector wants to know of a journal: is anything altered, and does the money add up?


Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Inspection:
    """How much was checked, and everything that is wrong."""

    report: Report
    accounts: int
    tables: int
    wrong: tuple[MoneyFinding, ...]  # about money
    proved: KeptCheckpoint | None  # the newest one kept elsewhere that the journal matches
    own: KeptCheckpoint | None  # the one in the database itself
    shortfall: Shortfall | None  # what is missing by the newest one kept elsewhere
    losses: tuple[LossAccepted, ...]

    @property
    def unproved(self) -> int:
        """How many records come after everything that is proved."""
        return self.report.records - (self.proved.checkpoint.records if self.proved else 0)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.report.ok and not self.wrong


def inspect(
    journal: Journal,
    kept: Sequence[KeptCheckpoint] = (),
    *,
    public_key: str | None = None,
    progress: Progress | None = None,
) -> Inspection:
    """Check every record and chain, the checkpoints, every transfer and every table's chips."""
    checkpoints = [each.checkpoint for each in kept]
    report = verify(journal, checkpoints, public_key=public_key, progress=progress)
    genuine = [each for each in kept if is_trusted(each.checkpoint, journal, public_key)]
    proved = next((each for each in genuine if each.checkpoint.batch == report.proved_batch), None)
    reconciliation = Reconciliation()
    with journal.snapshot() as snapshot:
        shortfall = find_shortfall(snapshot, genuine)
        reconciliation.follow(snapshot.rows())
        wrong = reconciliation.close()
        if report.ok:  # the altered records are named already; what follows from them is noise
            find_table = partial(_find_table, journal)
            wrong += tuple(count_differences(snapshot, reconciliation, find_table))
    accounts = sum(
        1 for _ in account_streams(reconciliation)
    )  # a table without money has no account
    return Inspection(
        report,
        accounts,
        len(reconciliation.tables),
        wrong,
        proved=proved,
        own=own_checkpoint(journal),
        shortfall=shortfall,
        losses=_losses(journal),
    )


def _find_table(journal: Journal, stream: str) -> FloorTable | None:
    found = find_snapshot(journal, stream, TABLE_STATES)
    return None if found is None else found[1].state


def _losses(journal: Journal) -> tuple[LossAccepted, ...]:
    try:
        return tuple(accepted_losses(journal))
    except (DamagedError, DataError):
        return ()  # the records are among the findings


# The background check also covers the old part of the journal, which nobody has read since the start.


_SCRUB: Final = "scrub"
_SCRUB_LAST: Final = "last"
_BATCHES: Final = 200  # checked in one step
_SHARE: Final = 4  # pause after a step, as a multiple of the time it took
_SAVE_EVERY: Final = 60.0  # seconds between two stored progress marks
_AGAIN: Final = 24 * 3600.0  # seconds between the end of one pass and the next
_log: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Scrubber:
    """Checks the whole journal over and over in small steps, and locks what is damaged."""

    store: Store
    now: Callable[[], int]
    state: Literal["none", "under way", "done", "failed"] = "none"
    began: int | None = None  # milliseconds
    ended: int | None = None
    done: int = 0
    total: int = 0

    async def run(self) -> None:
        """Check until cancelled; a restart continues the pass that it interrupted."""
        while True:
            try:
                await self.one_pass()
                wait = _AGAIN
            except JournalError as error:
                self.state, wait = "failed", _SAVE_EVERY
                _log.warning("the check of the journal in the background stopped: %s", error)
            await asyncio.sleep(wait)

    async def one_pass(self) -> None:
        """Check everything up to where the journal ends now."""
        scrub = await self._begin()
        more, kept = True, time.monotonic()
        while more:
            began = time.monotonic()
            more, findings = await self.store.call(
                lambda: scrub.step(self.store.journal, batches=_BATCHES)
            )
            self.store.damage.note(findings)
            self.done = scrub.checked_records
            if time.monotonic() - kept > _SAVE_EVERY:
                await self._keep(scrub)
                kept = time.monotonic()
            await asyncio.sleep(_SHARE * (time.monotonic() - began))
        vault = self.store.journal.vault
        self.store.damage.note(await self.store.call(lambda: list(vault.find_damage())))
        await self._keep(None)
        self.state, self.ended = "done", self.now()

    async def _begin(self) -> Scrub:
        journal = self.store.journal
        try:
            kept = json.loads(await self.store.secret(_SCRUB, _SCRUB_LAST) or b"null")
        except DamagedError:
            kept = None
        if kept is None:
            tip = await self.store.call(journal.tip)
            scrub, self.began = Scrub.of(journal, tip.serial), self.now()
        else:
            scrub, self.began = Scrub.read(journal, kept), kept["began"]
        self.state, self.ended = "under way", None
        self.done, self.total = scrub.checked_records, scrub.upto
        return scrub

    async def _keep(self, scrub: Scrub | None) -> None:
        """Store how far the pass is; a finished pass, or one with findings, starts over."""
        data = None
        if scrub is not None and not self.store.damage.all():
            data = {**scrub.to_data(), "began": self.began}
        put = Put(_SCRUB, _SCRUB_LAST, json.dumps(data).encode())
        await self.store.append(Batch((), actor="house", time=self.now(), puts=(put,)))
