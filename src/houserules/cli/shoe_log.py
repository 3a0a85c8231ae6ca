"""The record of a virtual shoe, event by event as the table plays on."""

from houserules.core.cards import Card
from houserules.shoe.dealing import VirtualShoe
from houserules.shoe.record import UNDER, CardOut, CuttingCardOut, Place
from houserules.shoe.recording import Recording
from houserules.table.cards import events as e
from houserules.table.cards.counting import on_layout, round_has_begun
from houserules.table.events import CardDealt, Event
from houserules.table.state import Table


def logged(
    recording: Recording, event: Event, *, table: Table, shoe: VirtualShoe, salt: bytes
) -> Recording:
    """Give the recording after an event; table and shoe are as they were before it."""
    source = table.source
    assert source is not None
    match event:
        case e.CardsShuffled(commitment=str(commitment)):
            layout = None if event.new_shoe else tuple(on_layout(table))
            return recording.shuffled(shoe.waiting, salt, commitment=commitment, layout=layout)
        case e.CardsCut(depth=int(depth), by=by):
            return recording.cut(depth, by)
        case e.CuttingCardPlaced(behind=int(behind)):
            return recording.cutting_card_placed(behind)
        case e.BurnedCardShown():
            return recording.burned_card_shown()
        case e.CuttingCardCameOut():
            return recording.came_out(CuttingCardOut(table.rounds), left=source.left)
        case e.CardBurned(from_source=True) | e.CardKeptUnderShoe(from_source=True):
            return _unplayed(recording, event, table, shoe.stack[0], left=source.left - 1)
        case CardDealt():
            return _dealt(recording, event, table, left=source.left)
    return recording


def _unplayed(
    recording: Recording, event: Event, table: Table, card: Card, *, left: int
) -> Recording:
    """A card left the shoe and was not played: burned first of all, later, or kept under the shoe."""
    segment = recording.segments[-1]
    if isinstance(event, e.CardBurned) and segment.burn is None and not segment.out:
        return recording.burned(card, left=left)
    place = Place("burned" if isinstance(event, e.CardBurned) else UNDER)
    return recording.came_out(CardOut(max(table.rounds, 1), card, place), left=left)


def _dealt(recording: Recording, event: CardDealt, table: Table, *, left: int) -> Recording:
    under = table.source is not None and table.source.under is not None
    from_under = under and not round_has_begun(table)
    out = CardOut(table.rounds, event.card, _place(event, table), from_under=from_under)
    return recording.came_out(out, left=left if from_under else left - 1)


def _place(event: CardDealt, table: Table) -> Place:
    if event.box is None:
        return Place("dealer")
    box = table.box(event.box)
    return Place("box", event.box, event.hand if box and box.is_split else None)
