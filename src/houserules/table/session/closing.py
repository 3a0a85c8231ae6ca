"""Closing the bets of a round: every entry made, wagers put right, boxes that play for a form (20.6.14)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.session.events import FormPlays, WagerAdjusted
from houserules.table.session.forms import settle_entries
from houserules.table.session.order import missing_entries
from houserules.table.session.rounds import count_round, the_session, tournament_part
from houserules.table.session.state import Session
from houserules.table.session.wagers import wager_that_plays


def why_not_close(rules: Rulebook, session: Session) -> Refusal | None:
    """Everybody who is in has an entry, and a supervisor has examined every form."""
    part = tournament_part(rules)
    if session.is_over:
        return Refusal("tournament.over", part.session_ends, "The session is over.")
    if session.count_due:
        return Refusal(
            "tournament.count-due",
            part.count_any_time,
            "The Tournament Manager has ordered a count of the chips. Record it first.",
        )
    if missing := missing_entries(session):
        names = ", ".join(player.name for player in missing)
        return Refusal(
            "tournament.no-entry",
            part.no_wager_disqualifies,
            f"No wager yet from {names}. Every player wagers, plays a pass card or is disqualified.",
        )
    sealed = [entry.player for entry in session.entries if entry.form and not entry.examined]
    if sealed:
        return Refusal(
            "tournament.form-not-examined",
            part.undisclosed_is_examined,
            f"A supervisor must examine the form of {', '.join(sealed)} first.",
        )
    return None


def nobody_plays(session: Session) -> bool:
    """Whether no box is dealt cards: everybody has passed or is absent."""
    return not any(entry.plays for entry in session.entries)


def prepare_boxes(builder: EventBuilder) -> None:
    """Put the wagers right as found, and let boxes play that have nothing but a form."""
    session, part = the_session(builder), tournament_part(builder.rules)
    for player in session.players_in:
        entry, box = session.entry(player.name), builder.table.box(player.box)
        bettor = box.bettor(player.name) if box else None
        if bettor is not None:
            late = player.name in session.late
            plays = wager_that_plays(bettor.placed, session.limits, late=late)
            clause = part.late_wager_is_minimum if late else part.wager_in_units_of_minimum
            if plays != bettor.placed:
                builder.emit(WagerAdjusted(player.box, player.name, bettor.placed, plays, clause))
        elif entry is not None and entry.form is not None:
            builder.emit(FormPlays(player.box, player.name))


def count_without_cards(builder: EventBuilder) -> None:
    """Count a round in which nobody's box plays."""
    first = len(builder.events)
    settle_entries(builder)
    count_round(builder, builder.events[first:], dealt=False)
