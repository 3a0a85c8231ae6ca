"""Making the outcome of a game invalid (S24 20.5-20.6, S65 19.4-19.5, PJ 17.4-17.5)."""

from typing import get_args

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_office import Invalidation
from houserules.rulebook.values import offered
from houserules.table.course import Course
from houserules.table.office.commands import Ground, InvalidateGame
from houserules.table.office.events import GameInvalidated
from houserules.table.office.returning import (
    players_in_round,
    return_collected,
    take_winnings_back,
)
from houserules.table.state import Table
from houserules.table.voiding import end_wagers_of, void_round


def why_not_invalidate(rules: Rulebook, table: Table, command: InvalidateGame) -> Refusal | None:
    """A game that is on the table, one of the grounds, and a forfeit only for fraud."""
    part = offered(rules.invalidation)
    if command.ground not in get_args(Ground):
        return Refusal(
            "invalidate.ground",
            part.invalidated_by_disruption,
            f"{command.ground} is no ground; it takes {', '.join(get_args(Ground))}.",
        )
    if table.phase == "betting":
        clause = part.invalidated_by_disruption
        if command.ground == "fraud":
            clause = part.invalidated_by_fraud
        return Refusal("invalidate.no-game", clause, "No game is on the table.")
    return _why_not_forfeit(part, table, command)


def _why_not_forfeit(part: Invalidation, table: Table, command: InvalidateGame) -> Refusal | None:
    clause = part.fraud_is_forfeited
    if command.forfeited_by and command.ground != "fraud":
        return Refusal(
            "invalidate.forfeit",
            clause,
            "Wagers are forfeited only by who perpetrated a fraud; name no one for another ground.",
        )
    for player in command.forfeited_by:
        if player not in players_in_round(table):
            return Refusal("invalidate.no-wager", clause, f"{player} has no wager in this game.")
    return None


def invalidate(course: Course, command: InvalidateGame) -> None:
    """End the game without a result: wagers go back, those of who defrauded may be kept."""
    part = offered(course.rules.invalidation)
    course.emit(
        GameInvalidated(
            command.ground,
            command.forfeited_by,
            command.by.name,
            command.at,
            _ground_clause(part, command),
        )
    )
    kept = command.forfeited_by
    others = [each for each in players_in_round(course.table) if each not in kept]
    for player in kept:
        end_wagers_of(course, player, part.fraud_is_forfeited, keep=True)
    clause = part.invalidated_refunds.clause
    if part.invalidated_refunds.value == "all but payments":
        return_collected(course, clause, others)
        for player in command.forfeited_by:
            take_winnings_back(course, part.fraud_is_forfeited, player)
    void_round(course, clause)


def _ground_clause(part: Invalidation, command: InvalidateGame) -> Clause:
    if command.ground == "fraud":
        return part.invalidated_by_fraud
    return part.invalidated_by_disruption


def game_invalidated(table: Table, event: GameInvalidated) -> Table:
    """After GameInvalidated: what becomes of the wagers follows."""
    return table
