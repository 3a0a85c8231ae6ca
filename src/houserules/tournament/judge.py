"""The one judge of a tournament: whether a command is allowed, and if not why. Then what it brings about."""

from collections.abc import Callable
from typing import Any, Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import NotOffered
from houserules.table.desk import why_not_by
from houserules.table.events import Event
from houserules.table.powers import no_tournaments
from houserules.table.powers_table import Power, desk_powers
from houserules.tournament import commands, departures, disputes, entries, publication
from houserules.tournament.commands import TournamentCommand
from houserules.tournament.event_builder import TournamentEvents
from houserules.tournament.evolve import evolve
from houserules.tournament.money import chips, fees, prizes
from houserules.tournament.play import draws, results, sessions, stages
from houserules.tournament.state import TournamentState

Judge = Callable[[Rulebook, TournamentState, Any], Refusal | None]
Doer = Callable[[TournamentEvents, Any], None]

COMMANDS: Final[dict[type[TournamentCommand], tuple[Judge, Doer]]] = {
    commands.DraftTournament: (publication.why_not_draft, publication.draft),
    commands.PublishTournament: (publication.why_not_publish, publication.publish),
    commands.AmendTournament: (publication.why_not_amend, publication.amend),
    commands.MoveStart: (publication.why_not_move, publication.move_start),
    commands.CancelTournament: (publication.why_not_cancel, publication.cancel),
    commands.ApplyForEntry: (entries.why_not_apply, entries.apply),
    commands.GiveConditions: (entries.why_not_give, entries.give),
    commands.AgreeToConditions: (entries.why_not_agree, entries.agree),
    commands.AcceptEntry: (entries.why_not_accept, entries.accept),
    commands.RefuseEntry: (entries.why_not_refuse, entries.refuse),
    commands.PayEntryFee: (fees.why_not_pay, fees.pay),
    commands.WithdrawEntry: (entries.why_not_withdraw, entries.withdraw),
    commands.CloseEntries: (entries.why_not_close, entries.close),
    commands.BuyBackIn: (departures.why_not_buy_back, departures.buy_back),
    commands.DisqualifyEntrant: (departures.why_not_disqualify, departures.disqualify),
    commands.ApproveRefund: (fees.why_not_approve, fees.approve),
    commands.DesignateTables: (sessions.why_not_designate, sessions.designate),
    commands.CommitSeatDraw: (draws.why_not_commit, draws.commit),
    commands.CutSeatDraw: (draws.why_not_cut, draws.cut),
    commands.RevealSeatDraw: (draws.why_not_reveal, draws.reveal),
    commands.AllotSeats: (draws.why_not_allot, draws.allot_seats),
    commands.PassStage: (stages.why_not_pass, stages.pass_stage),
    commands.RescheduleSession: (sessions.why_not_reschedule, sessions.reschedule),
    commands.PayBuyIn: (chips.why_not_buy_in, chips.buy_in),
    commands.StartSession: (sessions.why_not_start, sessions.start),
    commands.RecordResult: (results.why_not_record, results.record),
    commands.CallPlayOff: (results.why_not_call, results.call_play_off),
    commands.DecidePlaces: (results.why_not_decide_places, results.decide_places),
    commands.AwardPrizes: (prizes.why_not_award, prizes.award),
    commands.PayPrize: (prizes.why_not_pay_prize, prizes.pay_prize),
    commands.RaiseEntryDispute: (disputes.why_not_raise, disputes.raise_dispute),
    commands.DecideEntryDispute: (disputes.why_not_decide, disputes.decide),
}


def why_not(rules: Rulebook, state: TournamentState, command: TournamentCommand) -> Refusal | None:
    """Return the reason why the command is refused; None: it is allowed."""
    if isinstance(rules.tournament, NotOffered):
        return no_tournaments(rules.tournament.clause)
    return (
        why_not_by(rules, command)
        or _why_not_now(rules.tournament, state, command)
        or COMMANDS[type(command)][0](rules, state, command)
    )


def _why_not_now(
    part: Tournament, state: TournamentState, command: TournamentCommand
) -> Refusal | None:
    """Whether the tournament has come to the point where the command has its place."""
    match state.phase:
        case phase if phase in command.phases:
            return None
        case "new" | "draft":
            return Refusal(
                "tournament.not-published",
                part.conditions_are_published,
                "The conditions are not published yet.",
            )
        case "cancelled":
            return Refusal(
                "tournament.cancelled",
                part.cancellation_refunds_fees,
                "The tournament is cancelled.",
            )
        case "finished":
            return Refusal(
                "tournament.finished", part.fees_go_to_prize_pool, "The tournament is over."
            )
        case "placed":
            return Refusal(
                "tournament.placed",
                part.places_are_announced,
                "The final is over and the places stand.",
            )
        case _ if "draft" in command.phases:
            return Refusal(
                "tournament.published",
                part.conditions_are_published,
                "The conditions are published. Amend them instead.",
            )
        case "entries":
            return Refusal(
                "tournament.entries-open", part.states_terms_of_entry, "Entries are still open."
            )
        case _ if "placed" in command.phases:
            return Refusal(
                "tournament.not-placed", part.places_are_announced, "The final is not over yet."
            )
        case _:
            return Refusal(
                "tournament.entries-closed", part.states_terms_of_entry, "Entries are closed."
            )


def carry_out(
    rules: Rulebook, state: TournamentState, command: TournamentCommand
) -> tuple[tuple[Event, ...], TournamentState] | Refusal:
    """Decide a command: the events it brings about and the tournament after them, or a Refusal."""
    if refusal := why_not(rules, state, command):
        return refusal
    builder = TournamentEvents(rules, state, evolve)
    COMMANDS[type(command)][1](builder, command)
    return tuple(builder.events), builder.state


def tournament_powers(rules: Rulebook) -> tuple[Power, ...]:
    """Return every command with the roles that may give it; nobody where there are no tournaments."""
    return desk_powers(rules, rules.tournament, COMMANDS)
