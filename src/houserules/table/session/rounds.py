"""The rounds of a session: begun, counted, and the players who leave between them (20.6.13, 20.9.2, 20.10)."""

from collections.abc import Iterable, Mapping
from typing import Any

from houserules.core.money import Cents
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table.event_builder import EventBuilder
from houserules.table.events import WagerSettled
from houserules.table.powers import no_tournaments
from houserules.table.session.events import (
    MinimumDeducted,
    PlayerDisqualified,
    PlayerEliminated,
    SessionOver,
    SessionRoundBegan,
    SessionRoundCounted,
    UndisclosedWagerSettled,
)
from houserules.table.session.order import next_marker
from houserules.table.session.standings import (
    COLLECTION_ORDER,
    Place,
    Standing,
    collection_rank,
    find_places,
    needs_play_off,
)
from houserules.table.session.state import Disqualification, Ending, PlaceTaken, Player, Session
from houserules.table.state import Table


def tournament_part(rules: Rulebook) -> Tournament:
    """Return the rules of tournament play: a session is only begun where there are any."""
    return require_offered(rules.tournament)


def no_session(rules: Rulebook) -> Refusal:
    """Refuse what belongs to a session where none is played."""
    part = rules.tournament
    if isinstance(part, NotOffered):
        return no_tournaments(part.clause)
    return Refusal(
        "tournament.no-session",
        part.session_ends,
        "No session of a tournament is played at this table.",
    )


def the_session(builder: EventBuilder) -> Session:
    """Return the session at the table, which must have one."""
    assert builder.table.session is not None
    return builder.table.session


def begin_round(builder: EventBuilder, *, marker_stays: bool = False) -> None:
    """Begin the next round: who cannot wager leaves, the marker is placed, then the disqualified leave.

    Somebody disqualified during the last round still has the turn of the marker: it takes effect
    once this round has begun (reading 241).
    """
    _eliminate_below(builder, the_session(builder).limits.minimum)
    session = the_session(builder)
    limits = session.limits
    builder.emit(
        SessionRoundBegan(
            session.round,
            limits.minimum,
            limits.maximum,
            next_marker(session, stays=marker_stays),
        )
    )
    take_effect(builder)


def take_effect(builder: EventBuilder) -> None:
    """Let declared disqualifications take effect; a session that nobody is left in is over."""
    for declared in the_session(builder).declared:
        remove_disqualified(builder, declared)
    if not the_session(builder).players_in:
        end_play(builder, "nobody left")


def remove_disqualified(builder: EventBuilder, declared: Disqualification) -> None:
    """Let a declared disqualification take effect, with the chips of the last count."""
    player = the_session(builder).player(declared.player)
    assert player is not None
    chips = builder.table.racks.get(player.name, 0) if player.is_in else player.chips
    builder.emit(
        PlayerDisqualified(player.box, player.name, declared.ground, chips, declared.clause)
    )


def _eliminate_below(builder: EventBuilder, chips: Cents) -> None:
    """Eliminate everybody with fewer chips, in the last round that counted (20.6.13)."""
    session, clause = the_session(builder), tournament_part(builder.rules).too_few_chips_eliminates
    waits = {entry.player for entry in session.entries}
    waits |= {declared.player for declared in session.declared}
    for player in session.players_in:
        held = builder.table.racks.get(player.name, 0)
        if held < chips and player.name not in waits:
            builder.emit(PlayerEliminated(player.box, player.name, held, clause))


def eliminate_short_of_entry(builder: EventBuilder) -> None:
    """Eliminate who has not wagered and no longer can, because a payment was put right."""
    _eliminate_below(builder, the_session(builder).limits.minimum)
    take_effect(builder)


def count_round(builder: EventBuilder, log: Iterable[Any], *, dealt: bool) -> None:
    """Count a round that was played, and go on to the next, or end the session."""
    session, racks = the_session(builder), builder.table.racks
    staked, collected = _stakes_of(log)
    builder.emit(
        SessionRoundCounted(
            session.round,
            tuple([(player.name, racks.get(player.name, 0)) for player in session.players_in]),
            tuple(staked.items()),
            tuple([(player, *when) for player, when in collected.items()]),
            tuple([entry.player for entry in session.entries if entry.pass_card]),
            dealt,
        )
    )
    why = _why_over(the_session(builder))
    if session.conditions.play_off is not None:
        _eliminate_below(builder, session.limits.minimum)
        why = why or ("play-off decided" if _is_decided(builder.table) else None)
    if why is None:
        begin_round(builder)
        return
    _eliminate_below(builder, 1)  # nobody goes on without chips (reading 216)
    take_effect(builder)
    if not the_session(builder).is_over:
        end_play(builder, why)


def _stakes_of(log: Iterable[Any]) -> tuple[dict[str, Cents], dict[str, tuple[int, int]]]:
    """Return what each player staked in a round, and when their last chips were collected."""
    staked: dict[str, Cents] = {}
    collected: dict[str, tuple[int, int]] = {}
    settlements = 0
    for row in log:
        match row:
            case WagerSettled():
                amount, lost, when = row.stake, row.net < 0, collection_rank(row, settlements)
                settlements += 1
            case UndisclosedWagerSettled(box=box, stake=amount):
                lost, when = row.net < 0, (COLLECTION_ORDER.index("undisclosed"), box)
            case MinimumDeducted(box=box, amount=amount):
                lost, when = amount > 0, (COLLECTION_ORDER.index("undisclosed"), box)
            case _:
                continue
        staked[row.player] = staked.get(row.player, 0) + amount
        if lost:
            collected[row.player] = max(when, collected.get(row.player, when))
    return staked, collected


def _why_over(session: Session) -> Ending | None:
    if session.counted == session.conditions.rounds:
        return "rounds"
    return session.concluded


def _is_decided(table: Table) -> bool:
    """Whether a play-off has told the places at stake apart (20.10.3)."""
    session = table.session
    assert session is not None
    conditions = session.conditions
    return not any(
        needs_play_off(place, conditions.advance, final=conditions.final)
        for place in session_places(table)
    )


def session_places(
    table: Table, counts: Mapping[str, Cents] | None = None, *, between_rounds: bool = False
) -> list[Place]:
    """Return the places as the chips have them now, or by a count of them.

    `between_rounds`: the next round is not played, so nobody is eliminated for its minimum.
    """
    session = table.session
    assert session is not None
    between_rounds = between_rounds and session.conditions.play_off is None
    standings = []
    for player in session.players:
        if player.disqualified is not None:
            continue
        held, eliminated = player.chips, player.eliminated
        if player.is_in:
            held = (counts or {}).get(player.name, table.racks.get(player.name, 0))
        elif between_rounds and held and eliminated and eliminated.round == session.counted:
            eliminated = None
        standings.append(Standing(Player(player.name, player.box), held, eliminated))
    return find_places(standings, session.conditions.play_off or 1)


def places_taken(places: Iterable[Place]) -> tuple[PlaceTaken, ...]:
    """Return the place of each player, those who share one by boxes."""
    return tuple(
        [
            PlaceTaken(place.number, standing.player.name, standing.chips)
            for place in places
            for standing in place.standings
        ]
    )


def end_play(builder: EventBuilder, why: Ending, *, between_rounds: bool = False) -> None:
    """End the session; its chips are counted, and the result is announced."""
    places = session_places(builder.table, between_rounds=between_rounds)
    builder.emit(SessionOver(why, places_taken(places)))
