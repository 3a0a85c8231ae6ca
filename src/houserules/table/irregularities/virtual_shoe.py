"""A virtual shoe after irregularities: it holds the same cards as the table thinks it does."""

from dataclasses import replace
from functools import reduce

from houserules.core.cards import Card
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table.events import CardDealt, Event
from houserules.table.irregularities.events import CardsSetReady, ReadyCardUsed, RoundTakenBack
from houserules.table.irregularities.previous_round import round_of
from houserules.table.state import Table


def shoe_after(shoe: VirtualShoe, table: Table, event: Event) -> VirtualShoe:
    """Return the shoe after an event that takes cards out of it or puts some back on top."""
    match event:
        case CardsSetReady(cards=cards):
            return reduce(VirtualShoe.without, cards, shoe)
        case ReadyCardUsed():
            return _on_top(shoe, table.aftermath.ready[:1])
        case RoundTakenBack(to=to):
            return _taken_back(shoe, table, to)
    return shoe


def _on_top(shoe: VirtualShoe, cards: tuple[Card, ...]) -> VirtualShoe:
    return replace(shoe, stack=(*cards, *shoe.stack))


def _taken_back(shoe: VirtualShoe, table: Table, to: int) -> VirtualShoe:
    """Put the cards that are dealt again on top, the first uppermost."""
    played = round_of(table)
    assert played is not None
    dealt = tuple([each.card for each in played.log[to:] if isinstance(each, CardDealt)])
    kept = (shoe.under,) if shoe.under else ()
    return _on_top(replace(shoe, under=None), (*dealt, *table.aftermath.ready, *kept))
