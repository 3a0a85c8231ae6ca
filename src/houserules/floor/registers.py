"""The registers of the house over all tables, tournaments and promotions: what was recorded, when, and by whom.

Entries are events of their streams, so nothing can drop out of a register. What still has to be done
comes from the tables, tournaments and promotions as they are now.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from houserules.core.codec import Data, to_data
from houserules.core.money import format_money
from houserules.floor.narrator import narrate, sentence_data
from houserules.floor.promotions import stream as promotions
from houserules.floor.stored_events import event_of
from houserules.floor.tables.settings import table_stream
from houserules.floor.tables.table import FloorTable
from houserules.floor.tournaments.stream import KINDS as TOURNAMENT_EVENTS
from houserules.floor.tournaments.stream import STREAMS, FloorTournament, read_record
from houserules.journal.records import JournalRecord
from houserules.table.narrator.sentence import Scene, complete
from houserules.table.session.events import FormHandedIn
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
    table: str  # or `tournament/spring`, or `promotion/spring`
    position: int
    at: int  # milliseconds
    by: str
    event: Any


_STAFF: Final = Scene(for_staff=True)
EXCEPTIONS: Final = "exceptions"
"""The register of what is out of order in tournaments."""


def _no_entries(table: Table) -> Iterable[Any]:
    return ()


def _of_staff(part: Callable[[Staff], Iterable[Any]]) -> Callable[[Table], Iterable[Any]]:
    return lambda table: part(table.staff)


def _register(
    name: str,
    says: str,
    events: str,
    to_do: Callable[[Table], Iterable[Any]] = _no_entries,
    to_do_says: Callable[[Any], str] = repr,
) -> Register:
    return Register(name, says, frozenset(events.split()), to_do, to_do_says)


def _owed_text(notice: Any) -> str:
    return "Owed to {to}: {about}, {player}." if notice.player else "Owed to {to}: {about}."


def _with_form_to_examine(table: Table) -> Iterable[Any]:
    """Return the players, not their forms: those are sealed."""
    session = table.session
    if session is None:
        return ()
    sealed = {entry.player for entry in session.entries if entry.form and not entry.examined}
    return [player for player in session.players_in if player.name in sealed]


def _not_returned(table: Table) -> Iterable[Any]:
    """Return the counts that differ, until the tournament chips are back in the tray."""
    session = table.session
    if session is None or session.returned:
        return ()
    return [
        CountDiffers(each.player, format_money(each.counted), format_money(each.expected))
        for each in session.counts
        if each.counted != each.expected
    ]


@dataclass(frozen=True, slots=True)
class CountDiffers:
    """A count of somebody's tournament chips that differs from what the software has."""

    player: str
    counted: str
    expected: str


def _wrong_payment(payment: Any) -> str:
    player = "{player}" if payment.player else "the player is not known"
    return f"Payment {{number}}, round {{round}}: {{paid}} paid, {{due}} due, {player}."


REGISTERS: Final = (
    _register(
        "notices",
        "Notices that were given, and those that are owed.",
        "notice.given notice.due",
        _of_staff(lambda staff: staff.owed),
        _owed_text,
    ),
    _register(
        "disputes",
        "Disputes and complaints, and those that are open.",
        "dispute.raised dispute.decided review.asked decision.accepted complaint.advised "
        "dispute.closed promotion.dispute-raised promotion.dispute-decided",
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
        "vouchers", "Promotional vouchers that were exchanged for tokens.", "voucher.exchanged"
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
        "tournaments",
        "The course of tournaments, and their sessions at tables: draws, forms, absences, counts and results.",
        "session.begun session-round.began session-round.counted session-round.taken-back "
        "wager-clock.announced wagering-time.called pass-card.played form.handed-in form.examined "
        "entry.taken-back absence.entered form.opened undisclosed-wager.settled minimum.deducted forms.taken-back "
        "player.eliminated player.disqualified session.concluded session.over "
        "count.ordered chips.counted session.result chips.returned session.ended wager.adjusted form.plays "
        "tournament.set-up tournament.drafted tournament.published tournament.amended tournament.start-moved "
        "tournament.cancelled tournament.finished tournament.tables-designated tournament.draw-committed "
        "tournament.draw-cut tournament.draw-revealed tournament.stage-drawn tournament.session-rescheduled "
        "tournament.session-started tournament.result-recorded tournament.play-off-called "
        "tournament.places-decided tournament.session-decided tournament.stage-completed "
        "tournament.placings-announced",
        _with_form_to_examine,
        lambda player: "{name} has handed in a form that nobody has examined.",
    ),
    _register(
        "entries",
        "Entries to tournaments: applications, fees, buy-ins, withdrawals, refunds and prizes.",
        "tournament.entry-applied tournament.conditions-given tournament.conditions-agreed "
        "tournament.entry-accepted tournament.entry-withdrawn tournament.entry-lapsed "
        "tournament.entries-closed tournament.player-eliminated tournament.fee-paid "
        "tournament.fee-refunded tournament.value-added tournament.value-returned "
        "tournament.buy-in-paid tournament.buy-in-refunded tournament.chips-redeemed "
        "tournament.chips-settled tournament.bought-back tournament.buy-back-refunded "
        "tournament.prize-awarded tournament.prize-paid",
    ),
    _register(
        EXCEPTIONS,
        "Tournaments: disputes about entries, applications refused, disqualifications, refunds approved, "
        "counts that differ and chips that are missing.",
        "tournament.dispute-raised tournament.dispute-decided tournament.entry-refused "
        "tournament.player-disqualified disqualification.declared",
        _not_returned,
        lambda count: "{player} has {counted} in tournament chips by the count, not {expected}.",
    ),
    _register(
        "promotions",
        "The course of promotions: terms, amendments, marketing, draws and their scrutineers.",
        "promotion.set-up promotion.drafted promotion.terms-sent promotion.terms-published "
        "promotion.marketing-added promotion.scrutineer-nominated promotion.started "
        "promotion.amendment-approved promotion.terms-amended promotion.conversion-approved "
        "promotion.entries-closed promotion.entropy-given promotion.prize-drawn promotion.finished",
    ),
    _register(
        "promotion-entries",
        "Entries to promotions: earned by play, added by hand, and declared void.",
        "promotion.entries-added promotion.entries-earned promotion.entry-voided",
    ),
    _register(
        "claims",
        "Claims to prizes of promotions, and those that were refused: name, address, amount and reason.",
        "promotion.prize-claimed promotion.claim-refused promotion.refusal-told",
    ),
    _register(
        "winners",
        "Winners of promotions: how they were told, who was passed over, and what they were paid or given.",
        "promotion.winner-told promotion.winner-passed-over promotion.prize-handed-over "
        "promotion.prize-paid",
    ),
    _register(
        "integrity",
        "Doubts about the integrity of promotions, and what was done: inspectors told, draws postponed or "
        "cancelled.",
        "promotion.integrity-doubted promotion.inspector-told promotion.postponed promotion.resumed "
        "promotion.cancelled",
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
_EXCEPTIONAL: Final[dict[str, Callable[[Data], bool]]] = {
    "chips.counted": lambda payload: any(
        each["counted"] != each["expected"] for each in payload["counts"]
    ),
    "chips.returned": lambda payload: bool(payload["missing"]),
    "tournament.fee-refunded": lambda payload: payload["why"] == "approved",
}
"""Events that are an exception only with such a payload."""


def register_of(record: JournalRecord) -> str | None:
    """Return the register in which a record is entered."""
    is_exceptional = _EXCEPTIONAL.get(record.name)
    if is_exceptional is not None and is_exceptional(record.payload):
        return EXCEPTIONS
    return REGISTERED_EVENTS.get(record.name)


def stream_of(name: str) -> str:
    """Return the stream of a table; a tournament or promotion is named by it, as `tournament/spring`."""
    return name if name.startswith((STREAMS, promotions.STREAMS)) else table_stream(name)


def stored_event(record: JournalRecord) -> Any:
    """Read an event of a table, a tournament or a promotion; raises StoredError."""
    if record.stream.startswith(promotions.STREAMS):
        return promotions.read_record(record)
    return read_record(record) if record.stream.startswith(STREAMS) else event_of(record)


def register_entry(table: str, record: JournalRecord) -> RegisterEntry:
    return RegisterEntry(table, record.position, record.time, record.actor, stored_event(record))


def event_data(event: Any, scene: Scene = _STAFF) -> Data:
    """Return an event as it is shown, with its sentence; of tournaments and promotions nothing else."""
    sentence = sentence_data(narrate(event, scene))
    if event.name in TOURNAMENT_EVENTS or event.name in promotions.KINDS:
        return {
            "name": event.name,
            "clause": getattr(event, "clause", None),
            "sentence": sentence,
        }
    data = {"name": event.name, **to_data(event), "sentence": sentence}
    if isinstance(event, FormHandedIn):
        del data["kind"], data["amount"]  # sealed; what it says is in `form.opened`
    return data


def entry_data(entry: RegisterEntry) -> Data:
    """Return an entry as it is shown."""
    return {
        "table": entry.table,
        "position": entry.position,
        "at": entry.at,
        "by": entry.by,
        "event": event_data(entry.event),
    }


EntryPlace = tuple[int, str, int]
"""Where an entry stands among those of all tables: time, table, position."""


def place_of(entry: RegisterEntry) -> EntryPlace:
    """Return the unique place of an entry."""
    return entry.at, entry.table, entry.position


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


def open_disputes(tournaments: Iterable[FloorTournament]) -> list[Data]:
    """Return the disputes about entries that the Tournament Manager has to decide."""
    says = "Dispute {number}, {player}: “{about}”."
    return [
        {
            "table": f"{STREAMS}{each.setting.tournament}",
            **to_data(dispute),
            "sentence": sentence_data(complete(dispute, says, called=False)),
        }
        for each in tournaments
        for dispute in each.state.disputes
        if dispute.decision is None
    ]
