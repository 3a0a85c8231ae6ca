"""Every card accounted for: what is where, which have been seen, which cannot be there."""

from collections.abc import Iterator

from houserules.core.cards import Card
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.state import Table


def on_layout(table: Table) -> Iterator[Card]:
    """Yield the cards of the hands that are not cleared, the dealer's, and those that lie ready."""
    for _, _, hand in table.hands():
        if not hand.cleared:
            yield from hand.cards
    yield from table.dealer
    yield from table.aftermath.ready


def round_has_begun(table: Table) -> bool:
    """Whether a card of the round has left the shoe."""
    return bool(table.dealer) or any(hand.cards for _, _, hand in table.hands())


def seen_cards(table: Table) -> Iterator[Card]:
    """Yield every card of the set in use whose face is known to be out of the source."""
    yield from on_layout(table)
    yield from table.discards
    if table.source is not None and isinstance(table.source.under, Card):
        yield table.source.under


def why_not_there(rules: Rulebook, table: Table, card: Card) -> Refusal | None:
    """A card that the decks cannot give any more is foreign, or one of another set (S24 18.16)."""
    equipment = rules.equipment
    if card.rank == "T" and not equipment.tens_in_deck.value:
        return Refusal(
            "card.foreign", equipment.tens_in_deck.clause, "The decks of this game have no tens."
        )
    if table.source is None:
        return None
    decks = equipment.decks.value
    seen = sum(1 for each in seen_cards(table) if each is card)
    if seen < decks:
        return None
    return Refusal(
        "card.impossible",
        rules.cards.card_impossible,
        f"{card} would be there {seen + 1} times, but {decks} decks have it only {decks} times.",
    )
