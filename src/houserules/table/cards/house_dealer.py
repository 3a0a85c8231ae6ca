"""The house's dealer at a table with a virtual shoe: what to do next, and the shoe after events."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from houserules.core.cards import Card
from houserules.rulebook.schema import Rulebook
from houserules.shoe.entropy import Entropy
from houserules.shoe.stack import decks_of
from houserules.shoe.virtual_shoe import CUTTING_CARD, VirtualShoe, rest_of
from houserules.table.cards.census import on_layout, round_has_begun
from houserules.table.cards.commands import DrawCuttingCard, ShowBurnedCard
from houserules.table.cards.cut import offer
from houserules.table.cards.events import (
    BurnedCardShown,
    CardBurned,
    CardKeptUnderShoe,
    CardsCut,
    CardsShuffled,
    DiscardsIntoDevice,
)
from houserules.table.cards.open_steps import DEALER, NOW, CardNeeded, next_step, open_steps
from houserules.table.commands import Command, DealCard
from houserules.table.events import CardDealt, Event
from houserules.table.evolve import evolve
from houserules.table.irregularities.events import CardsSetReady, ReadyCardUsed, RoundTakenBack
from houserules.table.irregularities.previous_round import round_of
from houserules.table.judge import why_not
from houserules.table.round.deal import card_is_due
from houserules.table.state import Table


def house_command(rules: Rulebook, table: Table, shoe: VirtualShoe) -> Command | None:
    """Return what the house does next with the cards; None: it is for a player, or nothing is due.

    Commands of staff have a stand-in for the person and the time. Before a shuffle, `shuffled_for`
    makes the shoe ready.
    """
    due = next_step(table)
    if due is not None:
        if due.step == "cut" and offer(rules, table).player is not None:
            return None
        if due.step == "show burned card":
            return ShowBurnedCard(DEALER, NOW, shoe.burned[-1])
        for step in open_steps(rules, table):
            if not isinstance(step, CardNeeded) and why_not(rules, table, step) is None:
                return step
        return None
    if table.source is None or not card_is_due(table):
        return None
    next_out = shoe.comes_next(table.source, first_of_round=not round_has_begun(table))
    if isinstance(next_out, Card):
        return DealCard(next_out)
    assert next_out == CUTTING_CARD
    return DrawCuttingCard(DEALER, NOW)


def shuffled_for(rules: Rulebook, table: Table, shoe: VirtualShoe, entropy: Entropy) -> VirtualShoe:
    """Shuffle, if that is next: all the cards but those on the layout, or the device's alone."""
    due = next_step(table)
    if table.source is None or due is None or due.step != "shuffle":
        return shoe
    if table.source.due and table.source.preparation.cause == "malfunction":
        return shoe.prepare(shoe.stack, entropy)
    return shoe.prepare(rest_of(decks_of(rules), on_layout(table)), entropy)


def follow(
    shoe: VirtualShoe, table: Table, events: Iterable[Event], entropy: Entropy
) -> VirtualShoe:
    """Return the shoe after events; `table` is as it was before them."""
    for event in events:
        shoe = _after(shoe, table, event, entropy)
        table = evolve(table, event)
    return shoe


def _after(shoe: VirtualShoe, table: Table, event: Event, entropy: Entropy) -> VirtualShoe:
    match event:
        case CardDealt(card=card):
            first = not round_has_begun(table)
            return shoe.without_under(card) if first else shoe.without(card)
        case CardsShuffled(with_rack=with_rack):
            return shoe.refill(with_rack=with_rack)
        case CardsCut(depth=int(depth)):
            return shoe.cut_at(depth)
        case CardBurned(from_source=True, card=card):
            return shoe.without(card) if card else shoe.without_top(burned=True)
        case BurnedCardShown(card=card):
            return shoe.reveal(card)
        case CardKeptUnderShoe(from_source=True):
            return shoe.without_top(under=True)
        case DiscardsIntoDevice(cards=cards):
            return shoe.mix_in(cards, entropy)
    return shoe_after(shoe, table, event)


# The virtual shoe after irregularities: it holds the cards that the table thinks it does.


def shoe_after(shoe: VirtualShoe, table: Table, event: Event) -> VirtualShoe:
    """Return the shoe after an event that takes cards out of it or puts some back on top."""
    match event:
        case CardsSetReady(cards=cards):
            return reduce(VirtualShoe.without, cards, shoe)
        case ReadyCardUsed():
            return _on_top(shoe, table.aftermath.ready[:1])
        case RoundTakenBack(to=to):
            played = round_of(table)
            assert played is not None
            dealt = [event.card for event in played.log[to:] if isinstance(event, CardDealt)]
            under = (shoe.under,) if shoe.under else ()
            shoe = replace(shoe, under=None)  # dealt again, the first card uppermost
            return _on_top(shoe, (*dealt, *table.aftermath.ready, *under))
    return shoe


def _on_top(shoe: VirtualShoe, cards: tuple[Card, ...]) -> VirtualShoe:
    return replace(shoe, stack=(*cards, *shoe.stack))
