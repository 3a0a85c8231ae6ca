"""What has happened in a promotion, in sentences, as far as a person may know.

What is announced is for everybody and names no player. What is only recorded is for Gaming Managers,
Assistant Gaming Managers and inspectors, and for the player it is about: so a refused claim, with the name
and address that are kept of it, is read by them and the claimant alone.
"""

from dataclasses import dataclass
from typing import Any, Final

from houserules.core.codec import Data
from houserules.core.people import Person, handle_key
from houserules.floor.promotions.stream import STREAMS, FloorPromotion, read_record
from houserules.floor.registers import event_data
from houserules.floor.store import Store
from houserules.journal.records import JournalRecord
from houserules.promotion.events import EntryVoided, PromotionDisputeDecided, RefusalTold
from houserules.promotion.narrator import CALLS
from houserules.promotion.state import PromotionState
from houserules.promotion.view import STAFF
from houserules.table.narrator.sentence import Scene

_AT_A_TIME: Final = 500
"""Records that are read together."""
_ANNOUNCED: Final = frozenset(kind.name for kind in CALLS)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class PromotionHappening:
    """One event of a promotion as it is told to somebody."""

    position: int
    at: int  # milliseconds
    by: str | None  # whose command caused it; staff only
    event: Data


async def promotion_history(
    store: Store,
    known: FloorPromotion,
    person: Person | None,
    *,
    below: int | None = None,
    limit: int,
) -> list[PromotionHappening]:
    """Return what a person may know, newest first, up to a limit; `below`: before this position.

    A stream may have many thousand entries, so it is read from its end, a piece at a time.
    """
    told, end = list[PromotionHappening](), known.position + 1
    end = end if below is None else min(below, end)
    while end > 1 and len(told) < limit:
        after = max(0, end - 1 - _AT_A_TIME)
        records = await store.read(f"{STREAMS}{known.setting.promotion}", after, end - 1 - after)
        happenings = (_happening(record, known.state, person) for record in reversed(records))
        told += [each for each in happenings if each is not None]
        end = after + 1
    return told[:limit]


def _happening(
    record: JournalRecord, state: PromotionState, person: Person | None
) -> PromotionHappening | None:
    for_staff = person is not None and person.role in STAFF
    if record.name not in _ANNOUNCED and (person is None or not (for_staff or _plays(person))):
        return None
    event = read_record(record)
    is_own = (
        person is not None
        and _plays(person)
        and handle_key(_player_of(event, state)) == handle_key(person.name)
    )
    told = event_data(event, Scene(for_staff=for_staff or is_own))
    if not (told["sentence"]["called"] or for_staff or is_own):
        return None
    by = record.actor if for_staff else None
    return PromotionHappening(record.position, record.time, by, told)


def _plays(person: Person) -> bool:
    return person.role == "player"


def _player_of(event: Any, state: PromotionState) -> str:
    """Return the player whom an event is about; nobody: an empty name."""
    match event:
        case EntryVoided(entry=entry):
            return state.entries[entry - 1].player
        case RefusalTold(number=number):
            return state.claims[number - 1].player
        case PromotionDisputeDecided(number=number):
            return state.disputes[number - 1].player
    return str(getattr(event, "player", ""))
