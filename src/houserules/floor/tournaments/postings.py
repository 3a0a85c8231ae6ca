"""The ledger of a tournament as it was written: every entry with its event, from the journal."""

from collections.abc import Iterator
from dataclasses import dataclass

from houserules.core.money import Cents
from houserules.core.refusal import Clause
from houserules.floor.store import Store
from houserules.floor.tournaments.stream import STREAMS, bookings, read_record
from houserules.journal.records import JournalRecord
from houserules.tournament.ledger import POOL
from houserules.tournament.state import TournamentState


@dataclass(frozen=True, slots=True)
class Posting:
    """One entry of the ledger: what was moved, by which event, and the prize pool after it."""

    position: int  # in the tournament's stream
    at: int  # milliseconds
    by: str
    event: str  # its stored name
    player: str | None
    source: str
    to: str
    amount: Cents
    clause: Clause
    pool: Cents


async def read_postings(store: Store, tournament: str) -> tuple[Posting, ...]:
    """Return the ledger of a tournament, entry by entry."""
    return tuple(_postings(await store.read(f"{STREAMS}{tournament}")))


def _postings(records: list[JournalRecord]) -> Iterator[Posting]:
    after_setting = records[1:]
    booked = bookings(TournamentState(), map(read_record, after_setting))
    for record, (event, state, entry) in zip(after_setting, booked, strict=True):
        if entry is not None:
            yield Posting(
                record.position,
                record.time,
                record.actor,
                event.name,
                getattr(event, "player", None),
                entry.source,
                entry.to,
                entry.amount,
                event.clause,
                state.ledger.balance(POOL),
            )
