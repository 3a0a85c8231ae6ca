"""Beginning a session at an empty table: everybody sits down with the same chips (20.5.2, 20.6.2)."""

from itertools import pairwise

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import NotOffered
from houserules.table.event_builder import EventBuilder
from houserules.table.session.commands import BeginSession
from houserules.table.session.events import SessionBegun
from houserules.table.session.rounds import begin_round, no_session, tournament_part
from houserules.table.session.state import SessionConditions
from houserules.table.state import Table


def why_not_begin(rules: Rulebook, table: Table, command: BeginSession) -> Refusal | None:
    """An empty table of a game with tournaments, sound conditions, and one box for each player."""
    part, low_limit = rules.tournament, rules.low_limit_gaming
    if isinstance(part, NotOffered):
        return no_session(rules)
    if not isinstance(low_limit, NotOffered) and low_limit.low_limit.value:
        return Refusal(
            "tournament.low-limit",
            low_limit.low_limit_tournaments,
            "There is no tournament play at a low limit table.",
        )
    return (
        _why_not_empty(part.tables_are_exclusive, table)
        or _why_not_conditions(rules, part, command.conditions)
        or _why_not_players(rules, part, command)
    )


def _why_not_empty(clause: Clause, table: Table) -> Refusal | None:
    if table.session is not None:
        detail = f"The session {table.session.name} is played at this table."
    elif table.source is None or table.staff.closed:
        detail = "The table is not open."
    elif table.phase != "betting" or table.boxes or table.patrons or any(table.racks.values()):
        detail = "The table must be empty: no players, no chips in racks or on the layout."
    elif any(table.tokens.values()) or table.staff.closing is not None:
        detail = "The table has promotional tokens or a closing sign. Deal with them first."
    elif table.staff.disputes or any(payment.is_open for payment in table.staff.payments):
        detail = "A dispute or a wrong payment is open at the table. Close it first."
    else:
        return None
    return Refusal("tournament.table-not-free", clause, detail)


def _why_not_conditions(
    rules: Rulebook, part: Tournament, conditions: SessionConditions
) -> Refusal | None:
    chip = rules.wagers.smallest_chip.value
    rows = conditions.limits
    amounts = [conditions.chips, *(amount for row in rows for amount in (row.minimum, row.maximum))]
    starts = [row.from_round for row in rows]
    lasts = (conditions.rounds, conditions.minutes, conditions.play_off)
    if not rows or starts[0] != 1 or any(a >= b for a, b in pairwise(starts)):
        return _bad(
            part.limits_change_with_notice, "Limits start in round 1 and change in later rounds."
        )
    if any(not 0 < row.minimum <= row.maximum for row in rows):
        return _bad(
            part.limits_change_with_notice, "A minimum is above zero and not above its maximum."
        )
    if any(amount % chip for amount in amounts):
        return _bad(
            part.equal_allotment, "Chips and limits are whole multiples of the smallest chip."
        )
    if conditions.play_off is None and conditions.chips < rows[0].minimum:
        return _bad(part.equal_allotment, "The allotment is below the minimum of the first round.")
    if sum(length is not None for length in lasts) != 1 or any(
        length is not None and length < 1 for length in lasts
    ):
        detail = "A session ends after a number of rounds, by the clock, or as a play-off."
        return _bad(part.session_ends, detail)
    if conditions.deal_from_marker and not conditions.order_of_wagering:
        return _bad(
            part.deal_from_marker, "The deal starts at a marker only in an order of wagering."
        )
    if conditions.advance < 1 or min(conditions.pass_cards, conditions.undisclosed_wagers) < 0:
        return _bad(part.number_to_advance, "At least one player goes on from a session.")
    return None


def _bad(clause: Clause, detail: str) -> Refusal:
    return Refusal("tournament.conditions", clause, detail)


def _why_not_players(rules: Rulebook, part: Tournament, command: BeginSession) -> Refusal | None:
    """One player per box, one box per player (S65 5.4 and 5.8 do not apply)."""
    names = [player.name for player in command.players]
    boxes = [player.box for player in command.players]
    are_different = len({*names}) == len(names) and boxes == sorted({*boxes})
    if names and are_different and 1 <= boxes[0] <= boxes[-1] <= rules.equipment.boxes.value:
        return None
    return Refusal(
        "tournament.players",
        part.sub_rules_off,
        f"Name the players by box, one for each, on boxes 1 to {rules.equipment.boxes.value}.",
    )


def begin(builder: EventBuilder, command: BeginSession) -> None:
    """Set the float aside, give out the chips and begin the first round."""
    builder.emit(
        SessionBegun(
            command.session,
            command.conditions,
            command.players,
            builder.table.float_tray,
            command.by.name,
            command.at,
            tournament_part(builder.rules).equal_allotment,
        )
    )
    begin_round(builder)
