"""What staff still owe: assessments in person, and decisions about another person's card.

All of it is one stream, so that nothing is forgotten when a player leaves or a server starts again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from houserules.carded.events import CaseClosed, CaseOpened, PlayerAssessed
from houserules.core.codec import from_data, to_data
from houserules.core.people import Moment, handle_key
from houserules.journal.records import Append, JournalRecord, NewRecord

STREAM: Final = "house/carded-duties"
_VERSION: Final = 1

Kind = Literal["assessment", "case"]


@dataclass(frozen=True, slots=True)
class DutyArose:
    """Staff have to do something about a player."""

    name: ClassVar[str] = "carded.duty-arose"
    kind: Kind
    player: str
    number: int  # of the case; 0: an assessment
    at: Moment


@dataclass(frozen=True, slots=True)
class DutyDone:
    """Staff have done what they owed."""

    name: ClassVar[str] = "carded.duty-done"
    kind: Kind
    player: str
    number: int
    at: Moment


_EVENTS: Final[dict[str, Any]] = {kind.name: kind for kind in (DutyArose, DutyDone)}

Key = tuple[Kind, str, int]


def follow(open_: dict[Key, DutyArose], records: Iterable[JournalRecord]) -> dict[Key, DutyArose]:
    """Return what is owed after further records."""
    open_ = dict(open_)
    for record in records:
        event = from_data(_EVENTS[record.name], record.payload, record.name)
        key = (event.kind, handle_key(event.player), event.number)
        if isinstance(event, DutyArose):
            open_.setdefault(key, event)
        else:
            open_.pop(key, None)
    return open_


def duty_records(what: Iterable[tuple[str, Any]]) -> tuple[NewRecord, ...]:
    """Return what players' events begin and end of staff's duties."""
    duties: list[DutyArose | DutyDone] = []
    for player, event in what:
        match event:
            case CaseOpened(number=number, at=at):
                duties.append(DutyArose("case", player, number, at))
            case CaseClosed(number=number, at=at):
                duties.append(DutyDone("case", player, number, at))
            case PlayerAssessed(at=at):
                duties.append(DutyDone("assessment", player, 0, at))
    return tuple(map(new_record, duties))


def duty_append(records: tuple[NewRecord, ...]) -> tuple[Append, ...]:
    """Return the append of duties, if there are any."""
    return (Append(STREAM, None, records),) if records else ()


def new_record(event: DutyArose | DutyDone) -> NewRecord:
    """Return an event of the duties as it is stored."""
    return NewRecord(event.name, _VERSION, to_data(event))
