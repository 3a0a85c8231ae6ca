"""Who may wager at all: at the table, with a card where one is needed, neither excluded nor detained."""

from typing import Final

from houserules.core.money import Cents
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.commands import Command, Double, Insure, PlaceSideWager, PlaceWager, Split
from houserules.table.people.commands import ComeToTable
from houserules.table.sign.commands import RaiseWager
from houserules.table.state import InsuranceWager, SideWager, Table

_PLAYS: Final = (ComeToTable, PlaceWager, PlaceSideWager, RaiseWager, Insure, Double, Split)
"""What takes further part in the game: a place at the table, and every kind of wager."""


def why_not_admitted(rules: Rulebook, table: Table, player: str) -> Refusal | None:
    """At a table with a shoe, wagers come from players who have come to it with their card."""
    if table.source is None:
        return None
    patron, part = table.patron(player), rules.player_cards
    if patron is None:
        return not_here(rules)
    if patron.card is None and not isinstance(part, NotOffered):
        return Refusal(
            "player-card.missing",
            part.player_card_needed,
            "You need a Player Card. Ask the supervisor.",
        )
    return None


def not_here(rules: Rulebook) -> Refusal:
    """Refuse what only somebody at the table can do."""
    return Refusal(
        "player.not-here", rules.wagers.wagers_before_first_card, "You are not at the table."
    )


def why_not_barred(table: Table, command: Command) -> Refusal | None:
    """Who was excluded or is detained takes no place and makes no wager of any kind."""
    people = table.people
    if not (people.excluded or people.detained) or not isinstance(command, _PLAYS):
        return None
    player = command.player
    if exclusion := people.exclusion(player):
        return Refusal(
            "player.excluded", exclusion.clause, f"You are excluded from {exclusion.whence}."
        )
    if detention := people.detention(player):
        return Refusal("player.detained", detention.clause, "You are detained.")
    return None


def why_not_seated(rules: Rulebook, table: Table, command: PlaceWager) -> Refusal | None:
    """At a table with a shoe, only who sits at the box wagers there as its seated player."""
    if not command.seated or table.source is None or sits(table, command.player, command.box):
        return None
    return Refusal(
        "box.not-seated",
        rules.wagers.decisions_by_controller,
        f"Sit down at box {command.box} first.",
    )


def sits(table: Table, player: str, box: int) -> bool:
    """Whether the player sits at the box."""
    patron = table.patron(player)
    return patron is not None and patron.seat == box


def why_not_again(
    rules: Rulebook,
    table: Table,
    command: PlaceWager | PlaceSideWager | RaiseWager,
    *,
    amount: Cents | None = None,
) -> Refusal | None:
    """A wager that was refused is not put back for the same round; another one may be (S24 20.12).

    `amount`: the whole of it, where the command adds to a wager.
    """
    if not table.people.refused:
        return None
    wager = command.kind if isinstance(command, PlaceSideWager) else "original"
    whole = command.amount if amount is None else amount
    asked = (command.player, command.box, wager, whole, table.rounds)
    for each in table.people.refused:
        if asked == (each.player, each.box, each.wager, each.amount, each.before):
            return Refusal(
                "wager.refused",
                rules.powers.may_refuse_wager.clause,
                f"{each.by} has refused this wager for the round: {each.reason}.",
            )
    return None


def refused_amounts(table: Table, player: str, box: int, wager: str) -> list[Cents]:
    """Return the amounts that a player may not put on a box again in this round, lowest first."""
    this = (player, box, wager, table.rounds)
    return sorted(
        {
            each.amount
            for each in table.people.refused
            if this == (each.player, each.box, each.wager, each.before)
        }
    )


def has_open_wager(table: Table, player: str) -> bool:
    """Whether a wager of the player lies on the layout."""
    for box in table.boxes:
        beside: tuple[SideWager | InsuranceWager, ...] = (*box.sides, *box.insurance)
        if any(wager.player == player and not wager.settled for wager in beside):
            return True
        if not box.hands and box.bettor(player) is not None:
            return True
        if any(hand.stake_of(player) is not None for hand in box.hands):
            return True
    return False
