"""Making the outcome of a game invalid (S24 20.5-20.6, S65 19.4-19.5, PJ 17.4-17.5)."""

from typing import get_args

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table.event_builder import EventBuilder
from houserules.table.events import RoundVoided
from houserules.table.round.void import (
    end_open_wagers,
    end_wagers_of,
    forfeit_wagers,
    players_in_round,
    return_collected,
    take_winnings_back,
)
from houserules.table.staff.commands import Ground, InvalidateGame
from houserules.table.staff.events import GameInvalidated
from houserules.table.staff.wrong_payments import annul_payments
from houserules.table.state import Table


def why_not_invalidate(rules: Rulebook, table: Table, command: InvalidateGame) -> Refusal | None:
    """A game that is on the table, one of the grounds, and a forfeit only for fraud."""
    part = require_offered(rules.invalidation)
    if command.ground not in get_args(Ground):
        return Refusal(
            "invalidate.ground",
            part.invalidated_by_disruption,
            f"{command.ground!r} is not a ground. Choose one of {', '.join(get_args(Ground))}.",
        )
    fraud = command.ground == "fraud"
    if table.phase == "betting":
        clause = part.invalidated_by_fraud if fraud else part.invalidated_by_disruption
        return Refusal("invalidate.no-game", clause, "No round is on the table.")
    forfeit = part.fraud_is_forfeited
    if command.forfeited_by and not fraud:
        return Refusal(
            "invalidate.forfeit",
            forfeit,
            "Wagers are forfeited only for fraud. Leave the names out for any other ground.",
        )
    for player in command.forfeited_by:
        if player not in players_in_round(table):
            return Refusal("invalidate.no-wager", forfeit, f"{player} has no wager in this game.")
    return None


def invalidate(builder: EventBuilder, command: InvalidateGame) -> None:
    """End the game without winners: payments and wagers go back, a cheat's wagers may be kept."""
    part = require_offered(builder.rules.invalidation)
    players, cheats = players_in_round(builder.table), command.forfeited_by
    fraud = command.ground == "fraud"
    clause = part.invalidated_by_fraud if fraud else part.invalidated_by_disruption
    builder.emit(GameInvalidated(command.ground, cheats, command.by.name, command.at, clause))
    for player in cheats:
        end_wagers_of(builder, player, part.fraud_is_forfeited, keep=True)
    refunds = part.invalidated_refunds
    end_open_wagers(builder, refunds.clause)
    if refunds.value != "open wagers":
        return_collected(builder, refunds.clause, players)
        for player in players if refunds.value == "every wager" else cheats:
            take_winnings_back(builder, refunds.clause, player)
    if refunds.value == "every wager":
        annul_payments(builder, refunds.clause)
        for player in cheats:
            forfeit_wagers(builder, part.fraud_is_forfeited, player)
    if not any(isinstance(event, RoundVoided) for event in builder.table.log):
        builder.emit(RoundVoided(refunds.clause))
