"""Entries: applied for, agreed in writing, accepted or refused, withdrawn, closed (20.1, 20.3, 20.4)."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import require_offered
from houserules.tournament.commands import (
    AcceptEntry,
    AgreeToConditions,
    ApplyForEntry,
    CloseEntries,
    GiveConditions,
    RefuseEntry,
    WithdrawEntry,
)
from houserules.tournament.event_builder import TournamentEvents, conditions_of
from houserules.tournament.events import (
    ConditionsAgreed,
    ConditionsGiven,
    EntriesClosed,
    EntryAccepted,
    EntryApplied,
    EntryLapsed,
    EntryRefused,
    EntryWithdrawn,
)
from houserules.tournament.money.fees import refund_buy_back, refund_fee
from houserules.tournament.state import Entrant, TournamentState

FORM_LONGEST = 1000
"""Characters of an application form."""


def why_not_apply(
    rules: Rulebook, state: TournamentState, command: ApplyForEntry
) -> Refusal | None:
    """Anyone who may enter the casino and gamble may apply, once, with the form filled in (20.4.2(h))."""
    part, entrant = require_offered(rules.tournament), state.entrants.get(command.player)
    if not command.entitled:
        return Refusal(
            "tournament.not-entitled",
            part.states_who_is_eligible,
            "Only people who may enter the casino and gamble can enter.",
        )
    if entrant is not None and entrant.status in ("applied", "accepted"):
        return Refusal(
            "tournament.already-entered", part.entrants_only, "You have applied already."
        )
    if entrant is not None and entrant.status == "refused":
        return Refusal(
            "tournament.entry-refused",
            part.states_right_to_refuse,
            "Your application was refused. You can dispute that.",
        )
    if entrant is not None and entrant.status == "disqualified":
        return Refusal(
            "tournament.entrant-disqualified",
            entrant.clause or part.breach_disqualifies,
            "You were disqualified from this tournament.",
        )
    if not command.form.strip() or len(command.form) > FORM_LONGEST:
        return Refusal(
            "tournament.form-empty",
            part.states_terms_of_entry,
            f"Fill in the application form: 1 to {FORM_LONGEST} characters.",
        )
    return _why_not_full(part, state)


def _why_not_full(part: Tournament, state: TournamentState) -> Refusal | None:
    most = conditions_of(state).entry.maximum
    if most is None or len(state.accepted) < most:
        return None
    return Refusal(
        "tournament.full",
        part.states_terms_of_entry,
        f"The tournament is full with {most} players.",
    )


def apply(builder: TournamentEvents, command: ApplyForEntry) -> None:
    """Record the application."""
    form, clause = command.form.strip(), builder.part.entrants_only
    builder.emit(EntryApplied(command.player, form, command.at, clause))


def why_not_give(
    rules: Rulebook, state: TournamentState, command: GiveConditions
) -> Refusal | None:
    """Every player gets a copy of the conditions, and a new one when they change (20.4.1)."""
    part = require_offered(rules.tournament)
    clause = part.conditions_are_published
    if (entrant := state.entrants.get(command.player)) is None:
        return _not_entered(part)
    if entrant.copy_of == state.version:
        return Refusal("tournament.copy-given", clause, "You have the conditions as they are now.")
    if not command.how.strip():
        return Refusal("tournament.no-reason", clause, "Say how the copy was given.")
    return None


def _not_entered(part: Tournament) -> Refusal:
    return Refusal("tournament.not-entered", part.entrants_only, "You have not applied.")


def give(builder: TournamentEvents, command: GiveConditions) -> None:
    """Record that a player has the current conditions."""
    builder.emit(
        ConditionsGiven(
            command.player,
            builder.state.version,
            command.how.strip(),
            command.at,
            builder.part.conditions_are_published,
        )
    )


def why_not_agree(
    rules: Rulebook, state: TournamentState, command: AgreeToConditions
) -> Refusal | None:
    """A player agrees to conditions of which they have a copy (20.4.3)."""
    part, entrant = require_offered(rules.tournament), state.entrants.get(command.player)
    clause = part.agreement_in_writing
    if entrant is None:
        return _not_entered(part)
    if refusal := _why_not_copy(part, state, entrant):
        return refusal
    if entrant.agreed_to == state.version:
        return Refusal("tournament.agreed", clause, "You have agreed to these conditions.")
    if not command.signature.strip():
        return Refusal("tournament.not-signed", clause, "Sign with your name.")
    return None


def _why_not_copy(part: Tournament, state: TournamentState, entrant: Entrant) -> Refusal | None:
    if entrant.copy_of == state.version:
        return None
    return Refusal(
        "tournament.no-copy",
        part.conditions_are_published,
        f"{entrant.player} has no copy of the conditions as they are now.",
    )


def agree(builder: TournamentEvents, command: AgreeToConditions) -> None:
    """Record the agreement in writing."""
    builder.emit(
        ConditionsAgreed(
            command.player,
            builder.state.version,
            command.signature.strip(),
            command.at,
            builder.part.agreement_in_writing,
        )
    )


def why_not_ready(rules: Rulebook, state: TournamentState, entrant: Entrant) -> Refusal | None:
    """A player has the conditions and, where it is required, has agreed to them (20.4.1, 20.4.3)."""
    part = require_offered(rules.tournament)
    if refusal := _why_not_copy(part, state, entrant):
        return refusal
    if not conditions_of(state).entry.agreement_in_writing or entrant.agreed_to == state.version:
        return None
    return Refusal(
        "tournament.agreement-missing",
        part.agreement_in_writing,
        f"{entrant.player} has not agreed to the conditions in writing.",
    )


# Decisions of the Tournament Manager.


def why_not_accept(rules: Rulebook, state: TournamentState, command: AcceptEntry) -> Refusal | None:
    """An open application is accepted while there is room (20.4.2(i), 20.4.3)."""
    part, entrant = require_offered(rules.tournament), state.entrants.get(command.player)
    if entrant is None or entrant.status != "applied":
        return _no_application(part.entrants_only, command.player)
    return why_not_ready(rules, state, entrant) or _why_not_full(part, state)


def _no_application(clause: Clause, player: str) -> Refusal:
    return Refusal("tournament.no-application", clause, f"{player} has no open application.")


def accept(builder: TournamentEvents, command: AcceptEntry) -> None:
    """Accept the application."""
    clause = builder.part.states_terms_of_entry
    builder.emit(EntryAccepted(command.player, command.by.name, command.at, clause))


def why_not_refuse(rules: Rulebook, state: TournamentState, command: RefuseEntry) -> Refusal | None:
    """An application is refused on a ground that the conditions state, with a reason (20.4.2(h))."""
    part, eligibility = require_offered(rules.tournament), conditions_of(state).eligibility
    entrant = state.entrants.get(command.player)
    if entrant is None or entrant.status != "applied":
        return _no_application(part.entrants_only, command.player)
    if command.ground == "right reserved" and not eligibility.may_refuse:
        return Refusal(
            "tournament.no-right-to-refuse",
            part.states_right_to_refuse,
            "The conditions do not reserve the right to refuse any application.",
        )
    if command.ground == "criteria" and not eligibility.selects:
        return Refusal(
            "tournament.no-criteria",
            part.states_selection_criteria,
            "The conditions state no selection criteria.",
        )
    if not command.reason.strip():
        return Refusal("tournament.no-reason", part.states_right_to_refuse, "Say why.")
    return None


def refuse(builder: TournamentEvents, command: RefuseEntry) -> None:
    """Refuse the application; a fee that was paid goes back."""
    part = builder.part
    clause = {
        "not entitled": part.states_who_is_eligible,
        "criteria": part.states_selection_criteria,
        "right reserved": part.states_right_to_refuse,
    }[command.ground]
    builder.emit(
        EntryRefused(command.player, command.reason.strip(), command.by.name, command.at, clause)
    )
    refund_fee(builder, command.player, "refused", clause)


# Leaving, and the end of entries.


def why_not_withdraw(
    rules: Rulebook, state: TournamentState, command: WithdrawEntry
) -> Refusal | None:
    """A player may leave at any time outside a session; the fee is another matter (reading 222)."""
    part, entrant = require_offered(rules.tournament), state.entrants.get(command.player)
    if entrant is None or entrant.status not in ("applied", "accepted", "eliminated"):
        return _not_entered(part)
    if state.in_session(command.player):
        return Refusal(
            "tournament.in-session",
            part.states_terms_of_entry,
            "Your session is not decided yet. Finish it, or tell the Tournament Manager.",
        )
    return None


def withdraw(builder: TournamentEvents, command: WithdrawEntry) -> None:
    """Let a player go: with the fee until the withdrawal period ends, else without it."""
    state, clause = builder.state, builder.part.states_terms_of_entry
    entrant, until = state.entrants[command.player], state.withdraw_until
    builder.emit(EntryWithdrawn(command.player, command.at, clause))
    if until is not None and (command.at <= until or entrant.status == "applied"):
        refund_fee(builder, command.player, "withdrawn", clause)
    refund_buy_back(builder, command.player, clause)


def entered(state: TournamentState) -> tuple[str, ...]:
    """Return who is accepted and has paid what there is to pay (20.1, "tournament")."""
    fee = conditions_of(state).entry_fee
    return tuple(
        player for player in state.accepted if not fee or state.entrants[player].paid is not None
    )


def why_not_close(rules: Rulebook, state: TournamentState, _: CloseEntries) -> Refusal | None:
    """Entries close once the minimum of players has entered (20.4.2(i))."""
    least, there = conditions_of(state).entry.minimum or 0, len(entered(state))
    if there >= least:
        return None
    return Refusal(
        "tournament.too-few",
        require_offered(rules.tournament).states_terms_of_entry,
        f"{there} players have entered and paid, and {least} are needed. Wait, or cancel.",
    )


def close(builder: TournamentEvents, command: CloseEntries) -> None:
    """Close entries; players who are not accepted or have not paid are out."""
    part, players = builder.part, entered(builder.state)
    for player, entrant in builder.state.entrants.items():
        if entrant.status in ("applied", "accepted") and player not in players:
            builder.emit(EntryLapsed(player, part.entrants_only))
            refund_fee(builder, player, "lapsed", part.entrants_only)
    prizes = builder.conditions.prizes
    guaranteed = prizes.guarantee is not None and len(players) >= (prizes.guarantee_entries or 0)
    builder.emit(
        EntriesClosed(
            len(players), guaranteed, command.by.name, command.at, part.states_terms_of_entry
        )
    )
