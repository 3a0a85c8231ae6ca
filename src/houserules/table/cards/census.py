"""Every card accounted for: what is where, which have been seen, which cannot be there."""

from collections.abc import Iterator

from houserules.core.cards import CARDS, Card, deck
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.shoe.census import Census
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


def count_cards(table: Table) -> int:
    """Count the cards wherever they are: always those of the game (`Source.all_cards`)."""
    source = table.source
    if source is None:
        return sum(1 for _ in seen_cards(table))
    elsewhere = source.burned + (source.under is not None) + (source.all_cards - source.cards)
    return source.left + sum(1 for _ in on_layout(table)) + len(table.discards) + elsewhere


def why_not_there(rules: Rulebook, table: Table, card: Card) -> Refusal | None:
    """A card that the decks cannot give any more is foreign, or one of another set (S24 18.16)."""
    equipment = rules.equipment
    if card.rank == "T" and not equipment.tens_in_deck.value:
        return Refusal(
            "card.foreign", equipment.tens_in_deck.clause, "The decks of this game have no tens."
        )
    if table.source is None:
        return None
    found = _census(table, card, equipment.decks.value).impossible(card)
    if found is None:
        return None
    return Refusal(
        "card.impossible",
        rules.cards.card_impossible,
        f"{card} would be there {found.seen} times, but {equipment.decks.value} decks "
        f"have it only {found.most} times.",
    )


def _census(table: Table, card: Card, decks: int) -> Census:
    """The census of one face: that of the whole shoe is not needed for one card."""
    return Census({card: decks}, {card: sum(1 for each in seen_cards(table) if each is card)})


def possible_card(rules: Rulebook, table: Table) -> Card:
    """Return a card that may still be there, to stand for any card."""
    faces = deck(tens=rules.equipment.tens_in_deck.value)
    return next((c for c in faces if why_not_there(rules, table, c) is None), CARDS["As"])
