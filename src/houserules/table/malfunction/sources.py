"""Where the cards come from after a malfunction: another device, or a card shoe (S24 19.2-19.5)."""

from houserules.core.cards import Card
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import offered
from houserules.table.cards.report_events import SourceChanged
from houserules.table.cards.sourcing import shuffle_now
from houserules.table.course import Course
from houserules.table.malfunction import events as e
from houserules.table.malfunction.commands import ReturnToDevice
from houserules.table.state import Table


def go_to_device(course: Course, damaged: tuple[Card, ...]) -> None:
    """Transfer the undamaged cards, add the replacements, and go on (S24 19.2, 19.3)."""
    part = offered(course.rules.malfunction)
    left = _left(course.table)
    if damaged:
        clause = part.undamaged_cards_are_transferred
        course.emit(e.CardsTransferred(left - len(damaged), clause))
        course.emit(e.DamagedCardsReplaced(damaged, part.damaged_cards_are_replaced))
    else:
        course.emit(e.CardsTransferred(left, part.cards_are_transferred))


def go_to_shoe(course: Course, damaged: tuple[Card, ...]) -> None:
    """Replace what is damaged and have the cards shuffled and cut for a shoe (S24 19.5.2-19.5.4)."""
    part = offered(course.rules.malfunction)
    course.emit(e.DeviceEmptied(_left(course.table), part.device_is_emptied))
    if damaged:
        course.emit(e.DamagedCardsReplaced(damaged, part.cards_for_shoe_are_replaced))
    course.emit(SourceChanged("card shoe", part.round_is_completed_from_shoe))
    shuffle_now(course, "malfunction", part.cards_for_shoe_are_shuffled)


def why_not_return(rules: Rulebook, table: Table, command: ReturnToDevice) -> Refusal | None:
    """Between rounds, where a shoe stands in for the device of the table (PJ 16.5.6)."""
    part = offered(rules.malfunction)
    device = rules.cards.dealt_from
    stands_in = table.source is not None and table.source.kind == "card shoe"
    if device.value != "shuffling device" or not stands_in:
        return Refusal(
            "device.not-missing", device.clause, "No card shoe stands in for a shuffling device."
        )
    if table.phase != "betting":
        return Refusal(
            "device.round",
            part.round_is_completed_from_shoe,
            "The round is completed from the card shoe.",
        )
    return None


def return_to_device(course: Course, command: ReturnToDevice) -> None:
    """Put all the cards into a device that is ready."""
    part = offered(course.rules.malfunction)
    course.emit(SourceChanged("shuffling device", part.shoe_stays_in_use))
    shuffle_now(course, "start", part.shoe_stays_in_use)


def _left(table: Table) -> int:
    assert table.source is not None
    return table.source.left


def cards_moved(table: Table, event: e.CardsTransferred | e.DamagedCardsReplaced) -> Table:
    """After CardsTransferred, DamagedCardsReplaced: as many cards as before are there to deal."""
    return table


def device_emptied(table: Table, event: e.DeviceEmptied) -> Table:
    """After DeviceEmptied: the change of the source follows."""
    return table
