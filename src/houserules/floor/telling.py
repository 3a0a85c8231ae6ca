"""What each person is told of what has happened: a list of events for everybody, the rest for staff.

An event that is not listed reaches no player. Cards that lie face down are told to nobody but the
controlling player of the box, whoever asks.
"""

from collections.abc import Iterable
from typing import Any, Final

from houserules.core.people import Person
from houserules.floor.encoding import Data, to_data
from houserules.floor.happenings import ShoeRevealed
from houserules.floor.standing import Standing
from houserules.table.events import CardDealt

_ROUND: Final = (
    "wager.placed wager.withdrawn wager.raised wager.cut-back wager.returned side-wager.placed "
    "side-wager.withdrawn side-wager.displaced bets.closed card.dealt offers.opened "
    "insurance.placed wager.surrendered play.began card.asked hand.stood hand.doubled "
    "double.followed hand.split split.followed wager.designated answers.awaited answer.declined "
    "player.absent wager.settled hand.cleared dealer.turn-began round.ended table.cleared "
    "round.voided controller.changed hands.voided round.taken-back"
)
_CARDS: Final = (
    "cards.checked cards.prepared shuffle.called shuffle.due cards.shuffled cut.declined cards.cut "
    "cutting-card.placed card.burned burned-card.asked burned-card.shown cutting-card.out "
    "discards.into-device card.kept-under-shoe cards.replaced riffle.asked riffle.approved "
    "cards.exposed facing.chosen shoe.revealed"
)
_HOUSE: Final = (
    "table.set-up table.opened table.closed table.reopened table.locked table.unlocked "
    "dealer.seated dealer.relieved player.came player.left player.ready player.leaving "
    "seat.vacated sign.put-up limits.changed limits.announced closing-sign.shown "
    "closing-sign.taken-down side-wagers.limited bettors.limited players.limited boxes.limited "
    "boxes.reserved box.given-up game.invalidated"
)
FOR_ALL: Final = frozenset(f"{_ROUND} {_CARDS} {_HOUSE}".split())
"""The names of the events that everybody at a table is told."""

OWN: Final = frozenset(("chips.brought", "chips.taken", "voucher.exchanged", "wagers.kept"))
"""What a player is told of the own person only."""


def told(events: Iterable[Any], standing: Standing, person: Person | None) -> list[Data]:
    """Give the events as somebody is told them; None: anybody at all."""
    return [_told(event, standing, person) for event in events if _is_for(event, person)]


def _is_for(event: Any, person: Person | None) -> bool:
    if event.name in FOR_ALL or (person is not None and person.role != "player"):
        return True
    return person is not None and event.name in OWN and event.player == person.name


def _told(event: Any, standing: Standing, person: Person | None) -> Data:
    data = {"name": event.name, **to_data(event)}
    if isinstance(event, CardDealt) and _lies_face_down(event, standing, person):
        data |= {"card": None, "total": None, "soft": None}
    if isinstance(event, ShoeRevealed):
        del data["record"]  # long; it is there to be asked for
    return data


def _lies_face_down(event: CardDealt, standing: Standing, person: Person | None) -> bool:
    if event.box is None or event.hand is None:
        return False
    box, hand = standing.table.box(event.box), standing.table.hand(event.box, event.hand)
    if box is None or hand is None or not hand.face_down:
        return False
    return person is None or person.role != "player" or person.name != box.controller
