"""The conditions: drafted, published, amended; the start moved; the tournament cancelled (20.3, 20.4)."""

from collections.abc import Iterator
from json import loads
from typing import Any

from houserules.core.people import MINUTE, Moment
from houserules.core.record_keys import MalformedRecord
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import require_offered
from houserules.tournament.commands import (
    AmendTournament,
    CancelTournament,
    DraftTournament,
    MoveStart,
    PublishTournament,
)
from houserules.tournament.conditions.check import why_not_publish as publication_findings
from houserules.tournament.conditions.document import TournamentConditions, covers
from houserules.tournament.conditions.reader import read_conditions
from houserules.tournament.entries import entered
from houserules.tournament.event_builder import TournamentEvents, conditions_of
from houserules.tournament.events import (
    StartMoved,
    TournamentAmended,
    TournamentCancelled,
    TournamentDrafted,
    TournamentPublished,
)
from houserules.tournament.money.fees import refund_everything, why_not_before_prizes
from houserules.tournament.notices import why_not_new_time, why_not_notice
from houserules.tournament.state import TournamentState

HOUR = 60 * MINUTE


def why_not_draft(rules: Rulebook, _: TournamentState, command: DraftTournament) -> Refusal | None:
    """A draft may lack anything, but must be readable."""
    read = _read(rules, command.conditions)
    return read if isinstance(read, Refusal) else None


def _read(rules: Rulebook, document: dict[str, Any]) -> TournamentConditions | Refusal:
    clause = require_offered(rules.tournament).conditions_are_published
    try:
        conditions = read_conditions(document)
    except MalformedRecord as error:
        return Refusal(
            "tournament.conditions-malformed", clause, f"{error.where}: {error.message}."
        )
    if conditions.rules.id == rules.id:
        return conditions
    return Refusal(
        "tournament.conditions-malformed",
        clause,
        f"rulebook: this tournament is played by {rules.id}, not {conditions.rules.id}.",
    )


def draft(builder: TournamentEvents, command: DraftTournament) -> None:
    """Record the draft."""
    name = read_conditions(command.conditions).name
    builder.emit(TournamentDrafted(name, command.conditions, command.by.name, command.at))


def why_not_publish(
    rules: Rulebook, state: TournamentState, command: PublishTournament
) -> Refusal | None:
    """Conditions are published when nothing is missing or wrong (20.4.1, 20.4.2)."""
    part = require_offered(rules.tournament)
    if refusal := _why_not_complete(conditions_of(state)):
        return refusal
    if command.starts <= command.at:
        return Refusal(
            "tournament.start-past", part.states_structure, "Start at a time that is still to come."
        )
    if command.rounds_per_hour < 1 or command.pause_minutes < 0:
        return Refusal(
            "tournament.timetable-wrong",
            part.states_structure,
            "Plan at least 1 round per hour, and a pause of 0 minutes or more.",
        )
    return None


def _why_not_complete(conditions: TournamentConditions) -> Refusal | None:
    findings = publication_findings(conditions)
    if not findings:
        return None
    first, more = findings[0], len(findings) - 1
    others = f" And {more} more." if more else ""
    return Refusal(
        "tournament.conditions-incomplete",
        first.clause,
        f"{first.key}: {first.detail}{others}",
    )


def publish(builder: TournamentEvents, command: PublishTournament) -> None:
    """Publish the conditions and open entries."""
    builder.emit(
        TournamentPublished(
            command.starts,
            _withdraw_until(builder.conditions, command.starts),
            command.rounds_per_hour,
            command.pause_minutes,
            command.by.name,
            command.at,
            builder.part.conditions_are_published,
        )
    )


def _withdraw_until(conditions: TournamentConditions, starts: Moment) -> Moment:
    return Moment(starts - (conditions.entry.withdrawal_hours or 0) * HOUR)


def _longer_period(
    builder: TournamentEvents, conditions: TournamentConditions, starts: Moment | None
) -> Moment:
    """Return until when players may withdraw after a change: nobody's period becomes shorter."""
    before = builder.state.withdraw_until
    assert before is not None and starts is not None
    return max(before, _withdraw_until(conditions, starts))


# Amendments.


def why_not_amend(
    rules: Rulebook, state: TournamentState, command: AmendTournament
) -> Refusal | None:
    """Published conditions change only where they say so themselves, with notice (20.4.1, 20.6.15)."""
    read, part = _read(rules, command.conditions), require_offered(rules.tournament)
    if isinstance(read, Refusal):
        return read
    changed = changed_keys(loads(state.document), command.conditions)
    if not changed:
        return Refusal(
            "tournament.nothing-changed", part.conditions_are_published, "Nothing would change."
        )
    listed = conditions_of(state).changes.keys
    for key in changed:
        if not covers(listed, key):
            return Refusal(
                "tournament.not-amendable",
                part.conditions_are_published,
                f"The conditions are published and do not allow {key} to change.",
            )
        if refusal := _why_not_fixed(part, state, key):
            return refusal
    return why_not_notice(part.conditions_are_published, command.notice) or _why_not_complete(read)


def changed_keys(before: Any, after: Any, key: str = "") -> tuple[str, ...]:
    """Return the keys whose values differ between two documents, as in `play.pass_cards`."""
    return tuple(dict.fromkeys(_differences(before, after, key)))


def _differences(before: Any, after: Any, key: str) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted(before.keys() | after.keys()):
            inner = f"{key}.{name}" if key else name
            yield from _differences(before.get(name), after.get(name), inner)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(old, new, f"{key}[{place}]")
    elif before != after:
        yield key


def _why_not_fixed(part: Tournament, state: TournamentState, key: str) -> Refusal | None:
    """Limits and how many advance are known before the tournament starts (20.6.15, 20.10.1)."""
    if key.startswith("limits") or ".limits" in key:
        if not state.has_begun:
            return None
        return Refusal(
            "tournament.limits-fixed",
            part.limits_change_with_notice,
            "Play has begun: the limits stay as players knew them before.",
        )
    if key.startswith("stages") and state.stages:
        return Refusal(
            "tournament.structure-fixed",
            part.number_to_advance,
            "Seats are drawn: the stages, and how many advance, stay as they are.",
        )
    return None


def amend(builder: TournamentEvents, command: AmendTournament) -> None:
    """Record the new version of the conditions."""
    builder.emit(
        TournamentAmended(
            command.conditions,
            changed_keys(loads(builder.state.document), command.conditions),
            _longer_period(builder, read_conditions(command.conditions), builder.state.starts),
            command.notice.strip(),
            command.by.name,
            command.at,
            builder.part.conditions_are_published,
        )
    )


# The start.


def why_not_move(rules: Rulebook, state: TournamentState, command: MoveStart) -> Refusal | None:
    """The first session moves with reasonable notice, before seats are drawn (20.5.3)."""
    clause = require_offered(rules.tournament).start_moved_with_notice
    if state.sessions:
        return Refusal(
            "tournament.already-drawn",
            clause,
            "Sessions have their times. Reschedule a session instead.",
        )
    return why_not_new_time(rules, state, command.starts, at=command.at, notice=command.notice)


def move_start(builder: TournamentEvents, command: MoveStart) -> None:
    """Move the start."""
    builder.emit(
        StartMoved(
            command.starts,
            _longer_period(builder, builder.conditions, command.starts),
            command.notice.strip(),
            command.by.name,
            command.at,
            builder.part.start_moved_with_notice,
        )
    )


# Cancellation.


def why_not_cancel(
    rules: Rulebook, state: TournamentState, command: CancelTournament
) -> Refusal | None:
    """The operator may cancel, for too few entries only if the conditions reserve it (20.3.3, 20.3.4)."""
    part = require_offered(rules.tournament)
    if not command.reason.strip():
        return Refusal(
            "tournament.no-reason", part.cancellation_refunds_fees, "Say why it is cancelled."
        )
    if any(session.status == "running" for session in state.sessions):
        return Refusal(
            "tournament.session-running",
            part.cancellation_refunds_fees,
            "A session is being played. End it at its table first.",
        )
    if refusal := why_not_before_prizes(rules, state):
        return refusal
    if command.ground != "too few entries":
        return None
    return _why_not_for_entries(part, state)


def _why_not_for_entries(part: Tournament, state: TournamentState) -> Refusal | None:
    conditions, clause = conditions_of(state), part.guarantee_needs_entries
    if not conditions.prizes.may_cancel:
        return Refusal(
            "tournament.cancellation-not-reserved",
            clause,
            "The conditions do not reserve the right to cancel for too few entries.",
        )
    needed = max(conditions.entry.minimum or 0, conditions.prizes.guarantee_entries or 0)
    entries = len(entered(state))
    if entries >= needed:
        return Refusal(
            "tournament.enough-entries",
            clause,
            f"There are {entries} entries, and {needed} are needed.",
        )
    return None


def cancel(builder: TournamentEvents, command: CancelTournament) -> None:
    """Refund all entry fees and cancel (20.3.4)."""
    clause = (
        builder.part.guarantee_needs_entries
        if command.ground == "too few entries"
        else builder.part.cancellation_refunds_fees
    )
    refund_everything(builder)
    builder.emit(TournamentCancelled(command.reason.strip(), command.by.name, command.at, clause))
