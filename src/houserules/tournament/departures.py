"""Who leaves the tournament between sessions, and who buys back (20.4.2(g), 20.5.6.2, 20.5.7)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table.session.discipline import ground_clause
from houserules.tournament.commands import BuyBackIn, DisqualifyEntrant
from houserules.tournament.conditions.structure import final_has_seats
from houserules.tournament.event_builder import TournamentEvents, conditions_of
from houserules.tournament.events import EntrantDisqualified
from houserules.tournament.money.chips import buy_back_account
from houserules.tournament.money.events import BoughtBack
from houserules.tournament.money.fees import why_not_before_prizes
from houserules.tournament.play.results import move_up
from houserules.tournament.play.stages import eligible_players, next_stage, waiting_players
from houserules.tournament.state import TournamentState


def why_not_disqualify(
    rules: Rulebook, state: TournamentState, command: DisqualifyEntrant
) -> Refusal | None:
    """The Tournament Manager disqualifies a player who is not in a session (20.5.6.2, 20.5.7)."""
    part, entrant = require_offered(rules.tournament), state.entrants.get(command.player)
    if entrant is None or entrant.status not in ("accepted", "eliminated"):
        return Refusal("tournament.not-entered", part.entrants_only, f"{command.player} is not in.")
    if refusal := why_not_before_prizes(rules, state):
        return refusal
    if state.in_session(command.player):
        running = any(
            session.status == "running" and command.player in session.players
            for session in state.sessions
        )
        then = "Disqualify them at the table." if running else "Decide its tie first."
        return Refusal(
            "tournament.in-session",
            part.breach_disqualifies,
            f"{command.player}'s session is not decided yet. {then}",
        )
    if not command.reason.strip():
        return Refusal("tournament.no-reason", part.breach_disqualifies, "Say why.")
    return None


def disqualify(builder: TournamentEvents, command: DisqualifyEntrant) -> None:
    """Disqualify the player; the entry fee stays in the pool. After the final, the others move up."""
    clause = ground_clause(builder.part, command.ground)
    builder.emit(
        EntrantDisqualified(command.player, None, command.ground, command.reason.strip(), clause)
    )
    if builder.state.phase == "placed":
        move_up(builder, command.player)


def why_not_buy_back(rules: Rulebook, state: TournamentState, command: BuyBackIn) -> Refusal | None:
    """An eliminated player may buy back as often as offered, until the next draw (20.4.2(g))."""
    clause = require_offered(rules.tournament).states_buy_back
    conditions, entrant = conditions_of(state), state.entrants.get(command.player)
    offer, stage = conditions.buy_back, next_stage(state)
    if not offer.offered:
        return Refusal("tournament.no-buy-back", clause, "No buy-back is offered.")
    if entrant is None or entrant.status != "eliminated":
        return Refusal(
            "tournament.not-eliminated", clause, "Only an eliminated player can buy back."
        )
    if entrant.buy_backs >= (offer.times or 0):
        return Refusal(
            "tournament.buy-backs-used",
            clause,
            f"You can buy back at most {offer.times} time{'' if offer.times == 1 else 's'}.",
        )
    if stage is None:
        return Refusal(
            "tournament.too-late", clause, "The next stage is drawn. It is too late to buy back."
        )
    eliminated = len(eligible_players(state)) if conditions.stages[stage].is_second_chance else 0
    if not final_has_seats(
        conditions,
        stage,
        qualified=len(waiting_players(state)) + 1,
        eliminated=eliminated,
    ):
        return Refusal("tournament.no-seat", clause, "There is no seat left in the final.")
    return None


def buy_back(builder: TournamentEvents, command: BuyBackIn) -> None:
    """Sell a place among those who wait for the next stage."""
    price = builder.conditions.buy_back.price or 0
    builder.emit(
        BoughtBack(
            command.player,
            price,
            buy_back_account(builder.conditions),
            command.at,
            builder.part.states_buy_back,
        )
    )
