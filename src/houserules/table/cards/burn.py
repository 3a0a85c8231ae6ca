"""The burn: the first card goes away face down, and who may see it (S24 5.9, NZ 8.1, PJ 4.8)."""

from typing import Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.shoe.state import Step
from houserules.table.cards.census import why_not_there
from houserules.table.cards.commands import (
    AskToSeeBurnedCard,
    BurnCard,
    ReportBurnedCard,
    ShowBurnedCard,
)
from houserules.table.cards.events import BurnedCardAsked, BurnedCardShown, CardBurned
from houserules.table.cards.next_step import instead, is_next
from houserules.table.cards.opening import why_not_real_cards, why_not_source
from houserules.table.event_builder import EventBuilder
from houserules.table.people.admission import not_here
from houserules.table.state import Table

_BEFORE_SHOE: Final[tuple[Step, ...]] = ("shuffle", "cut", "cutting card")
"""While one of these is due, the cards are not in the shoe or device."""


def why_not_burn(rules: Rulebook, table: Table, command: BurnCard) -> Refusal | None:
    """A card is burned when that is due, and only then."""
    if is_next(table, "burn"):
        return None
    return Refusal(
        "burn.not-due",
        rules.burn.first_card_burned.clause,
        f"It is not time to burn a card: {instead(rules, table)}.",
    )


def burn(builder: EventBuilder, command: BurnCard) -> None:
    """Put the first card into the discard rack, its face unseen."""
    builder.emit(CardBurned(None, builder.rules.burn.first_card_burned.clause))


def why_not_ask(rules: Rulebook, table: Table, command: AskToSeeBurnedCard) -> Refusal | None:
    """Where the document lets a player see it, as long as it lies face down (NZ 8.1)."""
    rule = rules.burn.burned_card_may_be_seen
    if refusal := why_not_source(rules, table):
        return refusal
    if table.patron(command.player) is None:
        return not_here(rules)
    if not rule.value:
        return Refusal(
            "burned-card.unseen", rule.clause, "Burned cards are not shown to players in this game."
        )
    assert table.source is not None
    if not table.source.burned:
        return Refusal(
            "burned-card.none", rule.clause, "There is no burned card face down to show."
        )
    if is_next(table, "show burned card"):
        return Refusal(
            "burned-card.asked",
            rule.clause,
            "A player has already asked. The dealer shows the burned card next.",
        )
    return None


def ask(builder: EventBuilder, command: AskToSeeBurnedCard) -> None:
    """Let the dealer show it next."""
    clause = builder.rules.burn.burned_card_may_be_seen.clause
    builder.emit(BurnedCardAsked(command.player, clause))


def why_not_show(rules: Rulebook, table: Table, command: ShowBurnedCard) -> Refusal | None:
    """Shown to a player who asked, and a card that can be there."""
    if not is_next(table, "show burned card"):
        return Refusal(
            "burned-card.not-asked",
            rules.burn.burned_card_may_be_seen.clause,
            "No player has asked to see the burned card.",
        )
    return why_not_there(rules, table, command.card)


def show(builder: EventBuilder, command: ShowBurnedCard) -> None:
    """Turn the burned card up."""
    clause = builder.rules.burn.burned_card_may_be_seen.clause
    builder.emit(BurnedCardShown(command.card, clause))


def why_not_report(rules: Rulebook, table: Table, command: ReportBurnedCard) -> Refusal | None:
    """A card that was burned stays burned, whether it should have been or not (S24 18.17)."""
    clause = rules.powers.may_report_burned_card.clause
    if refusal := why_not_source(rules, table) or why_not_real_cards(table, clause):
        return refusal
    assert table.source is not None
    if table.source.left == 0 or any(due.step in _BEFORE_SHOE for due in table.source.due):
        return Refusal("burn.no-card", clause, "The shoe or device has no card left to burn.")
    return why_not_there(rules, table, command.card) if command.card else None


def report(builder: EventBuilder, command: ReportBurnedCard) -> None:
    """Count the card as burned."""
    clause = builder.rules.powers.may_report_burned_card.clause
    builder.emit(CardBurned(command.card, clause))
