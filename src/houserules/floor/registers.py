"""The registers of the house over all tables: what was noted, when, and by whose command.

The entries are events of the tables' streams, so that nothing falls out of a register; what is still
to be done is read from the tables as they are.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from houserules.floor.encoding import Data, to_data
from houserules.floor.standing import Standing
from houserules.floor.stored import read
from houserules.journal.records import Record
from houserules.table.office.state import Office
from houserules.table.state import Table


@dataclass(frozen=True, slots=True)
class Register:
    """A register: what it is about, which events stand in it, what of it is still to be done."""

    name: str
    says: str
    events: frozenset[str]
    to_do: Callable[[Table], Iterable[Any]]


@dataclass(frozen=True, slots=True)
class Entered:
    """One entry: where and when, by whose command, and what."""

    table: str
    position: int
    at: int  # milliseconds
    by: str
    event: Data


def _nothing(table: Table) -> Iterable[Any]:
    return ()


def _of_office(part: Callable[[Office], Iterable[Any]]) -> Callable[[Table], Iterable[Any]]:
    return lambda table: part(table.office)


def _register(
    name: str, says: str, events: str, to_do: Callable[[Table], Iterable[Any]] = _nothing
) -> Register:
    return Register(name, says, frozenset(events.split()), to_do)


REGISTERS: Final = (
    _register(
        "notices",
        "Notices that were given, and those that are owed.",
        "notice.given notice.due",
        _of_office(lambda office: office.owed),
    ),
    _register(
        "disputes",
        "Disputes and complaints, and those that are open.",
        "dispute.raised dispute.decided review.asked decision.accepted complaint.advised "
        "dispute.closed",
        _of_office(lambda office: [each for each in office.disputes if not each.closed]),
    ),
    _register(
        "payments",
        "Wrong payments, and those that are not put right.",
        "wrong-payment.entered enquiries.made patron.identified attempt.recorded "
        "payment.rectified payment.taken-back late-payment.approved",
        _of_office(lambda office: [each for each in office.payments if each.rectified is None]),
    ),
    _register(
        "restrictions",
        "Orders about single players' wagers, and those in force.",
        "player.restricted player.restriction-lifted limits.own-set boxes.reserved",
        lambda table: table.sign.orders.restrictions if table.sign else (),
    ),
    _register(
        "exclusions",
        "People who were excluded or detained, and those who are detained.",
        "person.excluded person.detained officer.attended device-use.found",
        lambda table: table.people.detained,
    ),
    _register(
        "wagers",
        "Wagers that were refused, found invalid or declared void.",
        "wager.refused wagers.found-invalid wagers.declared-void winnings.taken-back",
    ),
    _register(
        "limits",
        "Signs and limits, and orders about the whole table.",
        "sign.put-up limits.changed limits.announced side-wagers.limited bettors.limited "
        "players.limited boxes.limited patronage.reported closing-sign.shown "
        "closing-sign.taken-down",
    ),
    _register(
        "irregularities",
        "Irregularities of cards and deal, and what was decided.",
        "irregularity.reported misdeal.reported misdeal.dismissed round.taken-back hands.voided "
        "round.voided game.invalidated wrong-cards.found shoe.declared-void "
        "device.malfunctioned step.missed card.damaged cards.dropped",
    ),
    _register(
        "staff",
        "Who dealt when, the float tray, the locking of tables, and alerts acknowledged.",
        "dealer.seated dealer.relieved float.moved table.set-up table.opened table.closed "
        "table.reopened table.locked table.unlocked alert.acknowledged",
    ),
)
ENTERED: Final = frozenset(name for register in REGISTERS for name in register.events)
"""The events that stand in any register."""


def entered(table: str, record: Record) -> Entered:
    """Give a record of a table's stream as an entry."""
    event = read(record.name, record.version, record.payload)
    data = {"name": record.name, **to_data(event)}
    return Entered(table, record.position, record.time, record.actor, data)


def to_do(register: Register, standings: Iterable[Standing]) -> list[Data]:
    """Give what is still to be done at some tables."""
    return [
        {"table": standing.setting.table, **to_data(entry)}
        for standing in standings
        for entry in register.to_do(standing.table)
    ]
