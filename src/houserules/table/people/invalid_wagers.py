"""Wagers found invalid before, in and after the hand (S24 17.21)."""

from houserules.core.money import Cents
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_house import PlayerCards
from houserules.rulebook.values import require_offered
from houserules.table.cards.census import round_has_begun
from houserules.table.event_builder import EventBuilder
from houserules.table.events import WagerKind
from houserules.table.people.admission import has_open_wager, not_here
from houserules.table.people.commands import FindWagerInvalid, RefuseWager
from houserules.table.people.events import WagerRefused, WagersFoundInvalid
from houserules.table.people.evolve import is_found_in_this_hand
from houserules.table.round.void import (
    hand_back,
    hand_back_one,
    players_in_round,
    return_collected,
    take_winnings_back,
    void_wagers_of,
    withdraw_wagers_of,
)
from houserules.table.state import Table


def why_not_find_invalid(
    rules: Rulebook, table: Table, command: FindWagerInvalid
) -> Refusal | None:
    """Wagers of somebody at the table or in the round, once per hand."""
    player = command.player
    if table.phase != "betting" and is_found_in_this_hand(table, player):
        return Refusal(
            "invalid-wager.found-already",
            require_offered(rules.player_cards).invalid_in_hand,
            f"{player}'s wagers on this hand were already found invalid.",
        )
    if table.source is None or not (table.patron(player) or player in players_in_round(table)):
        return not_here(rules)
    return None


def find_invalid(builder: EventBuilder, command: FindWagerInvalid) -> None:
    """Hand back, end without winnings, or let stand, by when it is found."""
    player, part = command.player, require_offered(builder.rules.player_cards)
    in_hand = builder.table.phase != "betting"
    if in_hand and round_has_begun(builder.table):
        clause = part.invalid_in_hand
    elif has_open_wager(builder.table, player):
        clause = part.invalid_before_hand
    else:
        clause = part.invalid_in_earlier_hands
    found = WagersFoundInvalid(
        player, command.reason, command.plea, in_hand, command.by.name, command.at, clause
    )
    end_invalid(builder, found)


def end_invalid(builder: EventBuilder, found: WagersFoundInvalid) -> None:
    """End the wagers that were found invalid, also when their round is dealt again."""
    builder.emit(found)
    if found.in_hand:
        part = require_offered(builder.rules.player_cards)
        _end_in_hand(builder, part, found.player, found.clause)
    else:
        withdraw_wagers_of(builder, found.player)


def _end_in_hand(builder: EventBuilder, part: PlayerCards, player: str, clause: Clause) -> None:
    """No result for what is open; of what was settled in the hand, the winnings go back.

    Open wagers come first: what they put back into the rack is there to give winnings back from.
    """
    if has_open_wager(builder.table, player):
        void_wagers_of(builder, player, clause)
    if part.invalid_wager_lost.value == "handed back":
        return_collected(builder, part.invalid_wager_lost.clause, [player])
    take_winnings_back(builder, clause, player)


# A supervisor refuses a wager before the first card (S24 20.12, S65 19.11, PJ 17.11).


def why_not_refuse(rules: Rulebook, table: Table, command: RefuseWager) -> Refusal | None:
    """A wager on the layout, before the first card, on grounds that are said."""
    clause = rules.powers.may_refuse_wager.clause
    if table.phase not in ("betting", "dealing") or round_has_begun(table):
        return Refusal(
            "refuse-wager.too-late",
            clause,
            "A wager can be refused only before the first card of the round.",
        )
    if not command.reason.strip():
        return Refusal("refuse-wager.no-grounds", clause, "Enter the reason. It is kept on record.")
    if not _wagers(table, command):
        what = f"{command.wager} wager" if command.wager else "wager"
        return Refusal(
            "refuse-wager.none", clause, f"{command.player} has no {what} on box {command.box}."
        )
    return None


def _wagers(table: Table, command: RefuseWager) -> list[tuple[WagerKind, Cents]]:
    """Return the wagers on the box that are meant: all of the player's, or the one kind."""
    box = table.box(command.box)
    if box is None:
        return []
    wagers: list[tuple[str, WagerKind, Cents]] = [
        (each.player, "original", each.placed) for each in box.bettors if each.plays
    ]
    wagers += [(side.player, side.kind, side.amount) for side in box.sides if not side.settled]
    return [
        (kind, amount)
        for player, kind, amount in wagers
        if player == command.player and command.wager in (None, kind)
    ]


def refuse_wager(builder: EventBuilder, command: RefuseWager) -> None:
    """Record the refusal with its grounds and have the wagers removed."""
    player, box = command.player, command.box
    clause = builder.rules.powers.may_refuse_wager.clause
    for wager, amount in _wagers(builder.table, command):
        builder.emit(
            WagerRefused(
                player, box, wager, amount, command.reason, command.by.name, command.at, clause
            )
        )
    if command.wager is None:
        hand_back(builder, player, clause, box=box)
    else:
        hand_back_one(builder, player, clause, box=box, wager=command.wager)


def refuse_again(builder: EventBuilder, refused: WagerRefused) -> None:
    """Hand a refused wager back in a round that is dealt again."""
    builder.emit(refused)
    hand_back_one(builder, refused.player, refused.clause, box=refused.box, wager=refused.wager)
