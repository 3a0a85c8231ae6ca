"""What every report of a card needs: a table that is open, and a card that can be there."""

from houserules.core.cards import Card
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.census import why_not_there
from houserules.table.cards.next_step import why_not_ready
from houserules.table.cards.opening import why_not_real_cards, why_not_source
from houserules.table.state import Table


def why_not_here(rules: Rulebook, table: Table) -> Refusal | None:
    """Irregularities of the deal are reported at a table with a shoe or a shuffling device."""
    return why_not_source(rules, table)


def why_not_real(rules: Rulebook, table: Table, clause: Clause) -> Refusal | None:
    """Only people can deal a card wrongly, face it or lose it: the software cannot (reading 75)."""
    return why_not_here(rules, table) or why_not_real_cards(table, clause)


def why_not_unseen(rules: Rulebook, table: Table, *, cards: int = 1) -> Refusal | None:
    """Whether so many cards can just have left the shoe or device, whatever their faces."""
    if refusal := why_not_ready(rules, table):
        return refusal
    source = table.source
    assert source is not None
    if source.left < cards:
        return Refusal(
            "cards.ran-out",
            rules.shuffle.cards_ran_out,
            f"Only {source.left} cards were left in it, so this many cannot have come out.",
        )
    return None


def why_not_possible(rules: Rulebook, table: Table, card: Card) -> Refusal | None:
    """Whether the card can just have left the shoe or device."""
    return why_not_unseen(rules, table) or why_not_there(rules, table, card)
