"""The registers of the house over all tables: what was recorded, when, and by whose command.

Entries are events of the tables' streams, so nothing can drop out of a register. What still has to be
done comes from the tables as they are now.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import Any, Final

from houserules.core.codec import Data, to_data
from houserules.floor.narrator import narrate, sentence_data
from houserules.floor.stored_events import read_event
from houserules.floor.tables.table import FloorTable
from houserules.journal.records import Record
from houserules.table.narrator.sentence import Scene, complete
from houserules.table.staff.state import Staff
from houserules.table.state import Table


@dataclass(frozen=True, slots=True)
class Register:
    """A register: its subject, the events that are its entries, and what is still to do."""

    name: str
    says: str
    events: frozenset[str]
    to_do: Callable[[Table], Iterable[Any]]
    to_do_says: Callable[[Any], str]  # with the gaps of a sentence


@dataclass(frozen=True, slots=True)
class RegisterEntry:
    table: str
    position: int
    at: int  # milliseconds
    by: str
    event: Any


_STAFF: Final = Scene(for_staff=True)


def _nothing(table: Table) -> Iterable[Any]:
    return ()


def _of_staff(part: Callable[[Staff], Iterable[Any]]) -> Callable[[Table], Iterable[Any]]:
    return lambda table: part(table.staff)


def _register(
    name: str,
    says: str,
    events: str,
    to_do: Callable[[Table], Iterable[Any]] = _nothing,
    to_do_says: Callable[[Any], str] = repr,
) -> Register:
    return Register(name, says, frozenset(events.split()), to_do, to_do_says)


def _owed(notice: Any) -> str:
    return "Owed to {to}: {about}, {player}." if notice.player else "Owed to {to}: {about}."


def _wrong_payment(payment: Any) -> str:
    player = "{player}" if payment.player else "the player is not known"
    return f"Payment {{number}}, round {{round}}: {{paid}} paid, {{due}} due, {player}."


REGISTERS: Final = (
    _register(
        "notices",
        "Notices that were given, and those that are owed.",
        "notice.given notice.due",
        _of_staff(lambda staff: staff.owed),
        _owed,
    ),
    _register(
        "disputes",
        "Disputes and complaints, and those that are open.",
        "dispute.raised dispute.decided review.asked decision.accepted complaint.advised "
        "dispute.closed",
        _of_staff(lambda staff: staff.disputes),
        lambda dispute: "Dispute {number}, {player}: “{about}”, round {round}.",
    ),
    _register(
        "payments",
        "Wrong payments, and those that are not put right.",
        "wrong-payment.entered enquiries.made patron.identified attempt.recorded "
        "payment.rectified payment.annulled late-payment.approved",
        _of_staff(lambda staff: [payment for payment in staff.payments if payment.is_open]),
        _wrong_payment,
    ),
    _register(
        "debts",
        "Money that went back from players to the house, debts written off, and what is still owed.",
        "winnings.taken-back payment.taken-back wager.forfeited debt.collected debt.written-off",
        lambda table: table.people.debts,
        lambda debt: "{player} owes the house {amount}.",
    ),
    _register(
        "restrictions",
        "Orders about single players' wagers, and those in force.",
        "player.restricted player.restriction-lifted limits.own-set player.maximum-set "
        "boxes.reserved",
        lambda table: table.sign.orders.restrictions if table.sign else (),
        lambda restriction: "{player} is held to the minimum: {length}.",
    ),
    _register(
        "exclusions",
        "People who were excluded or detained, and those who are detained.",
        "person.excluded person.detained officer.attended device-use.found",
        lambda table: table.people.detained,
        lambda detention: "{player} is detained by {by} until an officer has taken over.",
    ),
    _register(
        "players",
        "Players who had to give up a seat or were declared absent, and Player Cards that ended.",
        "seat.vacated player.absent absence.taken-back player.returned box.uncontrolled player-card.ended",
    ),
    _register(
        "wagers",
        "Wagers that were found outside the limits, refused, found invalid, declared void or returned.",
        "wager.found wager.found-in-play side-wager.confirmed wager.refused wagers.found-invalid wagers.declared-void wager.returned "
        "wagers.return-offered return.answered returns.decided",
    ),
    _register(
        "vouchers",
        "Promotional vouchers that were exchanged for tokens.",
        "voucher.exchanged",
    ),
    _register(
        "limits",
        "Signs and limits, and orders about the whole table.",
        "sign.put-up limits.changed limits.announced side-wagers.limited resplit.permitted bettors.limited "
        "players.limited boxes.limited patronage.reported closing-sign.shown "
        "closing-sign.taken-down",
    ),
    _register(
        "irregularities",
        "Irregularities of cards and deal, and what was decided.",
        "irregularity.reported misdeal.reported misdeal.dismissed round.taken-back hands.voided "
        "round.voided game.invalidated wrong-cards.found shoe.declared-void "
        "device.malfunctioned step.missed card.damaged cards.dropped card.exposed "
        "late-offer.opened late-offer.closed",
    ),
    _register(
        "cards",
        "Cards that were checked, verified, prepared or replaced, and cards dealt face down.",
        "cards.checked cards.secured cards.prepared cards.verified decks.verified cards.taken-out "
        "cards.replaced damaged-card.replaced device.damaged-replaced device.cards-transferred "
        "device.emptied discards.left source.changed face-down.approved face-down.taken-back "
        "facing.chosen",
    ),
    _register(
        "shuffles",
        "Shuffles that were called for or made, riffles, cuts and the cutting card.",
        "shuffle.called shuffle.due cards.shuffled riffle.asked riffle.approved cut.declined "
        "cut.passed-on cards.cut cutting-card.placed",
    ),
    _register(
        "staff",
        "Who dealt when, the float tray, the locking of tables, and alerts acknowledged.",
        "dealer.seated dealer.relieved float.moved payment.held payment.released table.set-up table.opened table.closed "
        "table.reopened table.locked table.unlocked alert.acknowledged",
    ),
)
REGISTERED_EVENTS: Final = {
    name: register.name for register in REGISTERS for name in register.events
}
"""The events that are entered in a register, and in which."""


def register_entry(table: str, record: Record) -> RegisterEntry:
    event = read_event(record.name, record.version, record.payload)
    return RegisterEntry(table, record.position, record.time, record.actor, event)


def entry_data(entry: RegisterEntry) -> Data:
    """Return an entry as it is shown, with its sentence."""
    sentence = sentence_data(narrate(entry.event, _STAFF))
    event = {"name": entry.event.name, **to_data(entry.event), "sentence": sentence}
    return {
        "table": entry.table,
        "position": entry.position,
        "at": entry.at,
        "by": entry.by,
        "event": event,
    }


Place = tuple[int, str, int]
"""Where an entry stands among those of all tables: time, table, position."""


def place_of(entry: RegisterEntry) -> Place:
    """Return the unique place of an entry."""
    return entry.at, entry.table, entry.position


def newest_before(
    lists: Iterable[Sequence[RegisterEntry]], before: Place | None, limit: int
) -> list[RegisterEntry]:
    """Return the newest entries before a place, newest first; each list is in order of time.

    Only the entries of one page are read, however long the lists are.
    """
    ends = (
        (entries, len(entries) if before is None else bisect_left(entries, before, key=place_of))
        for entries in lists
    )
    backwards = [map(entries.__getitem__, range(end - 1, -1, -1)) for entries, end in ends]
    return list(islice(merge(*backwards, key=place_of, reverse=True), limit))


def to_do(register: Register, states: Iterable[FloorTable]) -> list[Data]:
    """Return what is still to do at these tables."""
    return [
        {
            "table": state.setting.table,
            **to_data(entry),
            "sentence": sentence_data(complete(entry, register.to_do_says(entry), called=False)),
        }
        for state in states
        for entry in register.to_do(state.table)
    ]
