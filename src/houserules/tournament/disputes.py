"""Disputes about entries and conditions: the Tournament Manager's decision is final (20.11.2)."""

from typing import Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.tournament.commands import DecideEntryDispute, RaiseEntryDispute
from houserules.tournament.event_builder import TournamentEvents
from houserules.tournament.events import EntryDisputeDecided, EntryDisputeRaised
from houserules.tournament.state import TournamentState

LONGEST: Final = 500
"""Characters in which a dispute is put; it is kept forever."""
AT_ONCE: Final = 3
"""Disputes that one player may have open."""


def why_not_raise(
    rules: Rulebook, state: TournamentState, command: RaiseEntryDispute
) -> Refusal | None:
    """Anyone who has applied may raise disputes, a few at a time."""
    part = require_offered(rules.tournament)
    clause = part.dispute_stops_game
    mine = [dispute for dispute in state.disputes if dispute.player == command.player]
    if command.player not in state.entrants:
        return Refusal("tournament.not-entered", part.entrants_only, "You have not applied.")
    if not 0 < len(command.about.strip()) <= LONGEST:
        return Refusal(
            "tournament.dispute-empty",
            clause,
            f"Say what it is about, in at most {LONGEST} characters.",
        )
    if sum(dispute.decision is None for dispute in mine) >= AT_ONCE:
        return Refusal(
            "tournament.too-many-disputes",
            clause,
            f"You have {AT_ONCE} open disputes. Wait until one is decided.",
        )
    return None


def raise_dispute(builder: TournamentEvents, command: RaiseEntryDispute) -> None:
    """Put the dispute before the Tournament Manager; no session starts until it is decided."""
    builder.emit(
        EntryDisputeRaised(
            len(builder.state.disputes) + 1,
            command.player,
            command.about.strip(),
            command.at,
            builder.part.dispute_stops_game,
        )
    )


def why_not_decide(
    rules: Rulebook, state: TournamentState, command: DecideEntryDispute
) -> Refusal | None:
    """An open dispute is decided once, in words."""
    clause = require_offered(rules.tournament).dispute_stops_game
    dispute = next((each for each in state.disputes if each.number == command.dispute), None)
    if dispute is None:
        return Refusal(
            "tournament.dispute-unknown", clause, f"There is no dispute {command.dispute}."
        )
    if dispute.decision is not None:
        return Refusal("tournament.dispute-decided", clause, "The decision is final.")
    if not command.says.strip():
        return Refusal("tournament.no-reason", clause, "Say what is decided.")
    return None


def decide(builder: TournamentEvents, command: DecideEntryDispute) -> None:
    """Record the decision."""
    builder.emit(
        EntryDisputeDecided(
            command.dispute,
            command.says.strip(),
            command.by.name,
            command.at,
            builder.part.dispute_stops_game,
        )
    )


def why_not_undisputed(rules: Rulebook, state: TournamentState) -> Refusal | None:
    """The game does not proceed while a dispute is open (20.11.2)."""
    dispute = state.open_dispute
    if dispute is None:
        return None
    return Refusal(
        "tournament.dispute-open",
        require_offered(rules.tournament).dispute_stops_game,
        f"Dispute {dispute.number} of {dispute.player} must be decided first.",
    )
