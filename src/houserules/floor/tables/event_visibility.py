"""Which events each person sees: listed events are for everybody, all others for staff only.

An event that is not listed here reaches no player. Face-down cards are shown only to the player who
controls the box, not even to staff. What a sealed form says is shown to its player and to supervisors.
"""

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any, Final

from houserules.core.codec import Data, to_data
from houserules.core.people import Person
from houserules.floor.events import FLOOR_EVENTS, PaymentHeld, ShoeRevealed
from houserules.floor.narrator import narrate, sentence_data
from houserules.floor.tables.table import FloorTable
from houserules.table.events import CardDealt
from houserules.table.evolve import evolve
from houserules.table.narrator.sentence import Scene
from houserules.table.people.events import DebtWrittenOff
from houserules.table.session.events import FormHandedIn
from houserules.table.session.views import may_read_form
from houserules.table.state import Table

_ROUND: Final = (
    "wager.placed wager.withdrawn wager.raised wager.cut-back wager.found-in-play wager.displaced wager.returned "
    "side-wager.placed side-wager.withdrawn side-wager.displaced bets.closed bets.reopened card.dealt offers.opened "
    "insurance.placed wager.surrendered play.began card.asked hand.stood hand.doubled "
    "double.followed hand.split split.followed wager.designated answers.awaited answer.declined "
    "player.absent absence.taken-back player.returned decisions.passed box.uncontrolled wager.settled hand.cleared "
    "dealer.turn-began round.ended table.cleared "
    "round.voided controller.changed hands.voided round.taken-back "
    "irregularity.reported card.offered card.accepted card.refused card.refused-by-all"
)
_CARDS: Final = (
    "cards.checked cards.secured cards.prepared shuffle.called shuffle.due cards.shuffled cut.declined "
    "cut.passed-on cards.cut cutting-card.placed card.burned card.under-shoe-burned burned-card.asked burned-card.shown cutting-card.out "
    "discards.into-device card.kept-under-shoe cards.replaced riffle.asked riffle.approved "
    "cards.exposed facing.chosen shoe.revealed"
)
_HOUSE: Final = (
    "table.set-up table.opened table.closed table.reopened table.locked table.unlocked "
    "dealer.seated dealer.relieved player.came player.left player.renamed player.ready player.leaving "
    "seat.vacated sign.put-up limits.changed limits.announced closing-sign.shown "
    "closing-sign.taken-down side-wagers.limited bettors.limited players.limited boxes.limited "
    "boxes.reserved box.given-up side-wager.confirmed player.maximum-set resplit.permitted game.invalidated"
)
_SESSION: Final = (
    "session.begun session-round.began wager-clock.announced wagering-time.called pass-card.played "
    "form.handed-in form.examined entry.taken-back absence.entered wager.adjusted form.plays form.opened "
    "undisclosed-wager.settled minimum.deducted session-round.counted session-round.taken-back forms.taken-back "
    "player.eliminated disqualification.declared player.disqualified session.concluded session.over "
    "count.ordered chips.counted session.result session.ended"
)
FOR_ALL: Final = frozenset(f"{_ROUND} {_CARDS} {_HOUSE} {_SESSION}".split())
"""The names of the events that everybody at a table is told."""

_MONEY: Final = (
    "chips.brought chips.taken voucher.exchanged wagers.kept winnings.taken-back "
    "payment.taken-back payment.annulled wager.forfeited debt.collected debt.written-off"
)
_DISPUTES: Final = (
    "dispute.raised dispute.decided review.asked decision.accepted complaint.advised dispute.closed"
)
OWN: Final = frozenset(f"{_MONEY} {_DISPUTES}".split())
"""What only the player it concerns is told, beside staff (disputes: S24 20.13, 20.14 and peers)."""


SEALED: Final = frozenset({"form.handed-in"})
"""What everybody is told, but its content only to one player and to supervisors (S65 20.8.2)."""


def visible_events(
    events: Iterable[Any],
    state: FloorTable,
    person: Person | None,
    *,
    tables: Iterable[Table | None] = repeat(None),
    hidden: frozenset[int] = frozenset(),
) -> list[Data]:
    """Return the events that a person sees, each with its sentence; None: a spectator.

    `state` is the table after all of them and `tables` those after each. `hidden` are boxes whose
    cards were never turned up.
    """
    return [
        _event_data(event, state, person) | _sentence(event, table, state, person, hidden)
        for event, table in zip(events, tables, strict=False)
        if _is_for(event, state, person)
    ]


def tables_after(table: Table, events: Iterable[Any]) -> Iterator[Table]:
    """Yield the table after each event."""
    for event in events:
        table = table if isinstance(event, FLOOR_EVENTS) else evolve(table, event)
        yield table


def _sentence(
    event: Any,
    table: Table | None,
    state: FloorTable,
    person: Person | None,
    hidden: frozenset[int],
) -> Data:
    """Word an event from nothing that this person may not know."""
    face_down = _boxes_face_down(state.table, person) | _boxes_face_down(table, person)
    is_staff = person is not None and person.role != "player"
    scene = Scene(state.setting.rules, table, hidden | face_down, is_staff)
    return {"sentence": sentence_data(narrate(event, scene))}


def _boxes_face_down(table: Table | None, person: Person | None) -> frozenset[int]:
    """Return the boxes with cards that lie face down for somebody."""
    if table is None or not table.has_face_down:
        return frozenset()
    own = person.name if person is not None and person.role == "player" else None
    return frozenset(
        box.number
        for box in table.boxes
        if box.controller != own and any(hand.face_down for hand in box.hands)
    )


def _is_for(event: Any, state: FloorTable, person: Person | None) -> bool:
    if event.name in FOR_ALL or (person is not None and person.role != "player"):
        return True
    if person is None or event.name not in OWN:
        return False
    whose = state.dispute(event.dispute) if hasattr(event, "dispute") else event
    return whose is not None and bool(whose.player == person.name)


def _event_data(event: Any, state: FloorTable, person: Person | None) -> Data:
    data = {"name": event.name, **to_data(event)}
    if isinstance(event, FormHandedIn) and not may_read_form(
        state.setting.rules, person, event.player
    ):
        del data["kind"], data["amount"]
    if isinstance(event, CardDealt) and _lies_face_down(event, state, person):
        data |= {"card": None, "total": None, "soft": None}
    if isinstance(event, DebtWrittenOff) and (person is None or person.role == "player"):
        del data["why"]  # a note of the staff
    if isinstance(event, ShoeRevealed):
        del data["record"]  # long; available on request
    if isinstance(event, PaymentHeld):
        del data["given"]  # may name a card that lies face down
    return data


def _lies_face_down(event: CardDealt, state: FloorTable, person: Person | None) -> bool:
    if event.box is None or event.hand is None:
        return False
    box, hand = state.table.box(event.box), state.table.hand(event.box, event.hand)
    if box is None or hand is None or not hand.face_down:
        return False
    return person is None or person.role != "player" or person.name != box.controller
