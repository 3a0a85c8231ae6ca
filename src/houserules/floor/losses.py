"""Losses that the house has accepted: records that a checkpoint proves and the journal no longer has."""

from dataclasses import dataclass
from typing import ClassVar, Final

from houserules.core.codec import from_data, to_data
from houserules.core.people import Moment
from houserules.floor.tables.decision import SECOND
from houserules.journal.ending import Shortfall
from houserules.journal.protocol import Journal
from houserules.journal.records import Append, Batch, NewRecord

STREAM: Final = "house/losses"
_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class LossAccepted:
    """The house goes on with a journal that lacks records it once had."""

    name: ClassVar[str] = "loss.accepted"
    records: int  # by the checkpoint
    batch: int
    signed: int  # milliseconds
    digest: str  # of the checkpoint
    left_records: int  # when the loss was accepted
    left_batch: int
    why: str
    at: Moment


def record_loss(journal: Journal, found: Shortfall, *, why: str, at: int) -> None:
    """Record what is missing, and why the house goes on without it."""
    lost = found.newest.checkpoint
    event = LossAccepted(
        records=lost.records,
        batch=lost.batch,
        signed=lost.time,
        digest=lost.digest(),
        left_records=found.end.serial,
        left_batch=found.end.batch,
        why=why,
        at=Moment(at // SECOND),
    )
    entry = NewRecord(event.name, _VERSION, to_data(event))
    journal.append(Batch((Append(STREAM, None, (entry,)),), actor="house", time=at))


def accepted_losses(journal: Journal) -> list[LossAccepted]:
    """Return the losses that the journal itself reports."""
    return [from_data(LossAccepted, record.payload) for record in journal.read(STREAM)]
