"""Notice to the players: in words, and long enough before (20.5.3)."""

from houserules.core.people import MINUTE, Moment
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.tournament.event_builder import conditions_of
from houserules.tournament.state import TournamentState


def why_not_notice(clause: Clause, notice: str) -> Refusal | None:
    """Players are told somehow."""
    if notice.strip():
        return None
    return Refusal("tournament.no-notice", clause, "Say how the players are told.")


def why_not_new_time(
    rules: Rulebook, state: TournamentState, starts: Moment, *, at: Moment, notice: str
) -> Refusal | None:
    """A new time is far enough ahead of the notice, as the conditions say (20.5.3)."""
    clause = require_offered(rules.tournament).start_moved_with_notice
    minutes = conditions_of(state).changes.notice_minutes or 0
    if refusal := why_not_notice(clause, notice):
        return refusal
    if starts >= at + minutes * MINUTE:
        return None
    detail = (
        f"Players need {minutes} minutes of notice. Choose a later time."
        if minutes
        else "Choose a time that is still to come."
    )
    return Refusal("tournament.notice-short", clause, detail)
