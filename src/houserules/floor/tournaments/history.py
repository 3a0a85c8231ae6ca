"""What has happened in a tournament, in sentences, as far as a person may know.

What is announced is for everybody; what is only recorded is for staff and for the player it is about.
"""

from dataclasses import dataclass

from houserules.core.codec import Data
from houserules.core.people import Person
from houserules.floor.registers import event_data
from houserules.floor.store import Store
from houserules.floor.tournaments.stream import STREAMS, read_record
from houserules.journal.records import JournalRecord
from houserules.table.narrator.sentence import Scene
from houserules.tournament.view import STAFF


@dataclass(frozen=True, slots=True)
class Happening:
    """One event of a tournament as it is told to somebody."""

    position: int
    at: int  # milliseconds
    by: str | None  # whose command caused it; staff only
    event: Data


async def history(
    store: Store, tournament: str, person: Person | None, *, below: int | None = None
) -> list[Happening]:
    """Return what a person may know, newest first; `below`: before this position."""
    records = await store.read(f"{STREAMS}{tournament}", 0)
    happenings = (
        _happening(record, person)
        for record in reversed(records)
        if below is None or record.position < below
    )
    return [each for each in happenings if each is not None]


def _happening(record: JournalRecord, person: Person | None) -> Happening | None:
    for_staff = person is not None and person.role in STAFF
    event = read_record(record)
    told = event_data(event, Scene(for_staff=for_staff))
    player = getattr(event, "player", None)
    is_own = person is not None and person.role == "player" and player == person.name
    if not (told["sentence"]["called"] or for_staff or is_own):
        return None
    return Happening(record.position, record.time, record.actor if for_staff else None, told)
