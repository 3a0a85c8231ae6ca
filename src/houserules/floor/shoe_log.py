"""The record of a virtual shoe, event by event as the table plays on."""

from houserules.core.cards import Card
from houserules.shoe.dealing import VirtualShoe
from houserules.shoe.record import UNDER, CardOut, CuttingCardOut, Place
from houserules.shoe.recording import Recording
from houserules.table.cards import events as e
from houserules.table.cards.counting import on_layout, round_has_begun
from houserules.table.cards.waiting import is_next
from houserules.table.events import CardDealt, Event
from houserules.table.mishaps.events import CardsSetReady, ReadyCardUsed
from houserules.table.mishaps.misdeal_events import RoundTakenBack
from houserules.table.mishaps.past import round_of
from houserules.table.state import Table


def logged(
    recording: Recording, event: Event, *, table: Table, shoe: VirtualShoe, salt: bytes
) -> Recording:
    """Give the recording after an event; table and shoe are as they were before it."""
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
    return _came_out(recording, event, table, shoe)


def _came_out(recording: Recording, event: Event, table: Table, shoe: VirtualShoe) -> Recording:
    """Write down what leaves the shoe, lies ready or is taken up again."""
    assert table.source is not None
    left = table.source.left
    match event:
        case e.CuttingCardCameOut():
            return recording.came_out(CuttingCardOut(table.rounds), left=left)
        case e.CardBurned(from_source=True) | e.CardKeptUnderShoe(from_source=True):
            card = event.card or shoe.stack[0]
            return _unplayed(recording, event, table, card, left=left - 1)
        case CardDealt():
            return _dealt(recording, event, table, left=left)
        case CardsSetReady(cards=cards):
            return _drawn(recording, table, cards)
        case ReadyCardUsed():
            return recording.ready_card_used()
        case RoundTakenBack(to=to):
            return recording.taken_back(_dealt_since(table, to))
    return recording


def _drawn(recording: Recording, table: Table, cards: tuple[Card, ...]) -> Recording:
    """Cards left the shoe too early, and lie ready; or they lay there already."""
    assert table.source is not None
    for number, card in enumerate(cards, start=1):
        left = table.source.left - number
        recording = recording.drawn(card, round_=table.rounds, left=left)
    return recording


def _dealt_since(table: Table, to: int) -> int:
    """Count the cards that the round has dealt since an event of it."""
    played = round_of(table)
    assert played is not None
    return sum(isinstance(each, CardDealt) for each in played.log[to:])


def _unplayed(
    recording: Recording, event: Event, table: Table, card: Card, *, left: int
) -> Recording:
    """A card left the shoe and was not played: burned first of all, later, or kept under the shoe."""
    if isinstance(event, e.CardBurned) and is_next(table, "burn"):
        return recording.burned(card, left=left)
    place = Place("burned" if isinstance(event, e.CardBurned) else UNDER)
    return recording.went(CardOut(max(table.rounds, 1), card, place), left=left)


def _dealt(recording: Recording, event: CardDealt, table: Table, *, left: int) -> Recording:
    under = table.source is not None and table.source.under is not None
    from_under = under and not round_has_begun(table)
    out = CardOut(table.rounds, event.card, _place(event, table), from_under=from_under)
    return recording.went(out, left=left if from_under else left - 1)


def _place(event: CardDealt, table: Table) -> Place:
    if event.box is None:
        return Place("dealer")
    box = table.box(event.box)
    return Place("box", event.box, event.hand if box and box.is_split else None)
