"""Wagers found invalid before, in and after the hand (S24 17.21)."""

from dataclasses import replace

from houserules.core.money import Cents
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_house import PlayerCards
from houserules.rulebook.values import require_offered
from houserules.table.cards.census import round_has_begun
from houserules.table.event_builder import EventBuilder
from houserules.table.events import RoundVoided, WagerKind
from houserules.table.people.admission import has_open_wager, not_here
from houserules.table.people.commands import FindWagerInvalid, RefuseWager
from houserules.table.people.events import WagerRefused, WagersFoundInvalid, WinningsTakenBack
from houserules.table.people.state import InvalidFound, RefusedWager
from houserules.table.round.evolve import plays_nothing, rack
from houserules.table.round.void import (
    hand_back,
    hand_back_one,
    owing,
    players_in_round,
    return_collected,
    take_winnings_back,
    void_wagers_of,
    withdraw_wagers_of,
)
from houserules.table.state import Box, Table, changed


def why_not_find_invalid(
    rules: Rulebook, table: Table, command: FindWagerInvalid
) -> Refusal | None:
    """Wagers of somebody at the table or in the round, once a hand."""
    player = command.player
    if table.phase != "betting" and _found_in_this_hand(table, player):
        return Refusal(
            "invalid-wager.found-already",
            require_offered(rules.player_cards).invalid_in_hand,
            f"The wagers of {player} in this hand have been found invalid already.",
        )
    if table.source is None or not (table.patron(player) or player in players_in_round(table)):
        return not_here(rules, player)
    return None


def _found_in_this_hand(table: Table, player: str) -> bool:
    this = (player, table.rounds)
    return any((each.player, each.rounds) == this for each in table.people.invalid)


def find_invalid(builder: EventBuilder, command: FindWagerInvalid) -> None:
    """Hand back, end without winnings, or let stand, by when it is found."""
    player = command.player
    clause = _clause(require_offered(builder.rules.player_cards), builder.table, player)
    in_hand = builder.table.phase != "betting"
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


def _clause(part: PlayerCards, table: Table, player: str) -> Clause:
    if table.phase != "betting" and round_has_begun(table):
        return part.invalid_in_hand
    if has_open_wager(table, player):
        return part.invalid_before_hand
    return part.invalid_in_earlier_hands


def _end_in_hand(builder: EventBuilder, part: PlayerCards, player: str, clause: Clause) -> None:
    """No result for what is open; of what was settled in the hand, the winnings go back.

    Open wagers come first: what they put back into the rack is there to give winnings back from.
    """
    if has_open_wager(builder.table, player):
        void_wagers_of(builder, player, clause)
    if part.invalid_wager_lost.value == "handed back":
        return_collected(builder, part.invalid_wager_lost.clause, [player])
    take_winnings_back(builder, clause, player)


def wagers_found_invalid(table: Table, event: WagersFoundInvalid) -> Table:
    """After WagersFoundInvalid: kept; without a valid card of one's own, there is none at all."""
    patron = table.patron(event.player)
    card = patron.card.number if patron and patron.card else None
    found = InvalidFound(
        event.player, event.reason, card, event.plea, table.rounds, event.by, event.at, event.clause
    )
    if not (event.in_hand and _found_in_this_hand(table, event.player)):  # not dealt again
        people = changed(table.people, invalid=(*table.people.invalid, found))
        table = changed(table, people=people)
    if event.reason in ("no valid card", "another's card"):
        patrons = [
            changed(each, card=None) if each.name == event.player else each
            for each in table.patrons
        ]
        table = changed(table, patrons=tuple(patrons))
    if not event.in_hand:
        return table
    return without_bonus(table, event.player)


def without_bonus(table: Table, player: str) -> Table:
    """Return the table with the player's wagers as if not made: no bonus of the round is due."""
    return changed(table, boxes=tuple([_without_bonus(box, player) for box in table.boxes]))


def _without_bonus(box: Box, player: str) -> Box:
    sides = [each for each in box.sides if each.player != player or not each.settled]
    return changed(plays_nothing(box, player), sides=tuple(sides))


def winnings_taken_back(table: Table, event: WinningsTakenBack) -> Table:
    """After WinningsTakenBack: from the rack to the float tray; what was not there is owed."""
    table = changed(
        table,
        racks=rack(table, event.player, -event.amount),
        float_tray=table.float_tray + event.amount,
    )
    return owing(table, event.player, event.outstanding, event.clause)


# A supervisor refuses a wager before the first card (S24 20.12, S65 19.11, PJ 17.11).


def why_not_refuse(rules: Rulebook, table: Table, command: RefuseWager) -> Refusal | None:
    """A wager on the layout, before the first card, on grounds that are said."""
    clause = rules.powers.may_refuse_wager.clause
    if table.phase not in ("betting", "dealing") or round_has_begun(table):
        return Refusal(
            "refuse-wager.too-late",
            clause,
            "A wager is refused before the first card of the round, not after it.",
        )
    if not command.reason.strip():
        return Refusal("refuse-wager.no-grounds", clause, "Say the grounds; they are recorded.")
    if not _wagers(table, command):
        what = f"{command.wager} wager" if command.wager else "wager"
        return Refusal(
            "refuse-wager.none",
            clause,
            f"{command.player} has no {what} on box {command.box} to refuse.",
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
                player,
                box,
                wager,
                amount,
                command.reason,
                command.by.name,
                command.at,
                clause,
            )
        )
    if command.wager is None:
        hand_back(builder, player, clause, box=box)
    else:
        hand_back_one(builder, player, clause, box=box, wager=command.wager)


def wager_refused(table: Table, event: WagerRefused) -> Table:
    """After WagerRefused: it binds in the round that comes, or that has just been begun."""
    before = table.rounds if table.phase == "betting" else table.rounds - 1
    refused = RefusedWager(
        event.player,
        event.box,
        event.wager,
        event.amount,
        event.reason,
        before,
        event.by,
        event.at,
    )
    if refused in table.people.refused:  # its round is dealt again
        return table
    people = changed(table.people, refused=(*table.people.refused, refused))
    return changed(table, people=people)


def refuse_again(builder: EventBuilder, refused: WagerRefused) -> None:
    """Hand a refused wager back in a round that is dealt again."""
    builder.emit(refused)
    hand_back_one(builder, refused.player, refused.clause, box=refused.box, wager=refused.wager)


def round_never_began(table: Table, event: RoundVoided) -> Table:
    """After RoundVoided without a card: what was refused for it stays refused (reading 70)."""
    if round_has_begun(table) or not table.people.refused:
        return table
    refused = [
        replace(each, before=table.rounds) if each.before == table.rounds - 1 else each
        for each in table.people.refused
    ]
    return changed(table, people=changed(table.people, refused=tuple(refused)))
