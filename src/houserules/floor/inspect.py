"""The check before anything is served: what was written since the last one is whole, and adds up."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from houserules.floor.money.reconcile import (
    MoneyFinding,
    Reconciliation,
    account_streams,
    count_differences,
    read_reconciliation,
)
from houserules.floor.signing_key import make_signing_key
from houserules.floor.store import Store
from houserules.journal.checkpoints import Checkpoint, checkpoint, public_key
from houserules.journal.errors import CheckpointError, JournalError, Report
from houserules.journal.protocol import Journal
from houserules.journal.records import Batch, Put
from houserules.journal.verify import verify

KIND: Final = "checkpoint"
LAST: Final = "last"
RECKONING: Final = "reckoning"
_ACTOR: Final = "house"


class MoneyMismatchError(JournalError):
    """The money in the journal does not add up; nothing is served."""

    def __init__(self, wrong: tuple[MoneyFinding, ...]) -> None:
        shown = "; ".join(map(str, wrong[:3]))
        super().__init__(f"the money does not add up, {len(wrong)} findings: {shown}")
        self.findings = wrong


async def self_check(store: Store, now: int) -> Checkpoint:
    """Check what came since the last checkpoint, and keep a new one.

    Raises DamagedError or MoneyError with the findings, CheckpointError for a kept one that is none.
    """
    return await store.call(lambda: check_journal(store.journal, now))


def check_journal(journal: Journal, now: int) -> Checkpoint:
    """Do the same, blocking."""
    key, last = make_signing_key(journal, at=now), last_checkpoint(journal)
    if last is not None and last.public_key != public_key(key):
        raise CheckpointError("the last checkpoint in the vault was signed with another key")
    made = checkpoint(journal, key, time=now, previous=last)
    reckoning = _reconcile(journal, last, upto=made.records)
    if wrong := reckoning.close():
        raise MoneyMismatchError(wrong)
    data = json.dumps({"checkpoint": made.digest(), **reckoning.to_data()})
    puts = (Put(KIND, LAST, made.text().encode()), Put(KIND, RECKONING, data.encode()))
    journal.append(Batch((), actor=_ACTOR, time=now, puts=puts))
    return made


def last_checkpoint(journal: Journal) -> Checkpoint | None:
    """Return the checkpoint that the vault keeps; None: there was none yet."""
    text = journal.vault.get(KIND, LAST)
    return None if text is None else Checkpoint.read(text.decode())


def _reconcile(journal: Journal, last: Checkpoint | None, *, upto: int) -> Reconciliation:
    """Compute on from the last checkpoint; from the beginning where nothing was kept with it."""
    reckoning, data = Reconciliation(), journal.vault.get(KIND, RECKONING)
    if last is not None and data is not None:
        found = json.loads(data)
        if found["checkpoint"] == last.digest():
            reckoning = read_reconciliation(found)
    with journal.snapshot() as snapshot:
        rows = snapshot.rows(reckoning.serial)
        reckoning.follow(takewhile(lambda row: row.serial <= upto, rows))
    return reckoning


# Everything that an inspector asks of a journal: that nothing was altered, and that money adds up.


Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was checked, and everything that is wrong."""

    report: Report
    accounts: int
    tables: int
    wrong: tuple[MoneyFinding, ...]  # about money

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.report.ok and not self.wrong


def inspect(
    journal: Journal,
    checkpoints: Iterable[Checkpoint] = (),
    *,
    public_key: str | None = None,
    progress: Progress | None = None,
) -> Inspection:
    """Check every record and chain, the checkpoints, every transfer and every table's chips."""
    report = verify(journal, checkpoints, public_key=public_key, progress=progress)
    reckoning = Reconciliation()
    with journal.snapshot() as snapshot:
        reckoning.follow(snapshot.rows())
        wrong = reckoning.close()
        if report.ok:  # what was altered is named already; what follows from it helps nobody
            wrong += tuple(count_differences(snapshot, reckoning))
    accounts = sum(1 for _ in account_streams(reckoning))  # a table without money has none
    return Inspection(report, accounts, len(reckoning.tables), wrong)
