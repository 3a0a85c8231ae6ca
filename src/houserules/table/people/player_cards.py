"""Player Cards: one's own, valid when play begins and for every new wager (S24 6.1, 20.1)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_house import PlayerCards
from houserules.rulebook.values import NotOffered
from houserules.table.event_builder import EventBuilder
from houserules.table.people.admission import not_here
from houserules.table.people.commands import EndPlayerCard, PresentPlayerCard
from houserules.table.people.events import PlayerCardEnded, PlayerCardPresented
from houserules.table.state import Table


def why_not_present(rules: Rulebook, table: Table, command: PresentPlayerCard) -> Refusal | None:
    """A card of the player's own, valid now, that nobody else plays with."""
    part = rules.player_cards
    if isinstance(part, NotOffered):
        return Refusal("player-card.none", part.clause, "This game does not need a Player Card.")
    if table.patron(command.player) is None:
        return not_here(rules)
    refusal, card = _why_not_own(part, table, command), command.card
    if refusal or card.valid_until is None or command.at <= card.valid_until:
        return refusal
    return Refusal(
        "player-card.expired",
        part.player_card_needed,
        f"Card {card.number} has expired. Present a valid card.",
    )


def _why_not_own(part: PlayerCards, table: Table, command: PresentPlayerCard) -> Refusal | None:
    card = command.card
    if card.issued_to != command.player:
        return Refusal(
            "player-card.not-own",
            part.player_card_is_own,
            f"Card {card.number} was issued to {card.issued_to}. You can present only a card issued to you.",
        )
    found = (command.player, "another's card", card.number)
    if any((each.player, each.reason, each.card) == found for each in table.people.invalid):
        return Refusal(
            "player-card.not-own",
            part.player_card_is_own,
            f"Card {card.number} belongs to another person. You can present only a card issued to you.",
        )
    for patron in table.patrons:
        used = patron.card is not None and patron.card.number == card.number
        if used and patron.name != command.player:
            return Refusal(
                "player-card.in-use",
                part.player_card_is_own,
                f"{patron.name} has already presented card {card.number}.",
            )
    return None


def present(builder: EventBuilder, command: PresentPlayerCard) -> None:
    """Let the player play with the card."""
    builder.emit(PlayerCardPresented(command.player, command.card, command.at))


def why_not_end(rules: Rulebook, table: Table, command: EndPlayerCard) -> Refusal | None:
    """Only the card that the player has shown at this table can end here."""
    part, patron = rules.player_cards, table.patron(command.player)
    if isinstance(part, NotOffered):
        return Refusal("player-card.none", part.clause, "This game does not need a Player Card.")
    if patron is None:
        return not_here(rules)
    if patron.card is not None and patron.card.number == command.number:
        return None
    return Refusal(
        "player-card.not-shown",
        part.player_card_needed,
        f"{command.player} has not presented card {command.number} at this table.",
    )


def end(builder: EventBuilder, command: EndPlayerCard) -> None:
    """Let the player make no new wager; what lies on the layout is played out (reading 67)."""
    part = builder.rules.player_cards
    assert not isinstance(part, NotOffered)
    builder.emit(
        PlayerCardEnded(
            command.player, command.number, command.reason, command.at, part.player_card_is_own
        )
    )
