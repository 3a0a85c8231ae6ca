"""Results of sessions: recorded, ties played off or decided, and who goes on (20.5.8, 20.10)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import require_offered
from houserules.tournament.commands import CallPlayOff, DecidePlaces, RecordResult
from houserules.tournament.event_builder import TournamentEvents, conditions_of
from houserules.tournament.events import EntrantDisqualified
from houserules.tournament.money.chips import redeem
from houserules.tournament.play.events import (
    PlacesDecided,
    PlacingsAnnounced,
    PlayOffCalled,
    ResultRecorded,
    SeatedSession,
    SessionDecided,
)
from houserules.tournament.play.stages import complete_stage
from houserules.tournament.state import (
    PlayerResult,
    TournamentSession,
    TournamentState,
)

# Places.


def open_ties(session: TournamentSession, *, final: bool) -> list[list[PlayerResult]]:
    """Return the ties that matter: across the last place that goes on; in a final, for any prize.

    The first place comes first (20.10.3, reading 212).
    """
    placed = sorted((each for each in session.results if each.place is not None), key=_place)
    ties = []
    for number, shared in groupby(placed, key=_place):
        tie = list(shared)
        last = number + len(tie) - 1
        if len(tie) > 1 and number <= session.advance and (final or last > session.advance):
            ties.append(tie)
    return ties


def _place(result: PlayerResult) -> int:
    assert result.place is not None
    return result.place


def tie_to_play_off(state: TournamentState, session: TournamentSession) -> list[PlayerResult]:
    """Return the players of the first tie, if they are still in and so play it off."""
    ties = open_ties(session, final=_is_final(state, session))
    return ties[0] if ties and ties[0][0].outcome == "in" else []


def tie_to_decide(state: TournamentState, session: TournamentSession) -> list[PlayerResult]:
    """Return the players of the first tie, if they are eliminated: there is nothing to play for."""
    ties = open_ties(session, final=_is_final(state, session))
    return ties[0] if ties and ties[0][0].outcome == "eliminated" else []


def _is_final(state: TournamentState, session: TournamentSession) -> bool:
    return conditions_of(state).stages[session.stage].kind == "final"


def rank(
    results: Sequence[PlayerResult], order: dict[str, int], *, first: int = 1
) -> tuple[PlayerResult, ...]:
    """Return results with new places from the first: by the old ones, then by an order within a tie.

    Players who were disqualified since have no place, and the others move up.
    """
    gone = [result for result in results if result.outcome == "disqualified"]
    there = [result for result in results if result.outcome != "disqualified"]

    def key(result: PlayerResult) -> tuple[int, int]:
        return _place(result), order.get(result.player, 0)

    ranked: list[PlayerResult] = []
    for _, group in groupby(sorted(there, key=key), key=key):
        shared, place = list(group), first + len(ranked)
        ranked += [replace(result, place=place) for result in shared]
    return (*ranked, *gone)


# The result.


def why_not_record(
    rules: Rulebook, state: TournamentState, command: RecordResult
) -> Refusal | None:
    """The count covers every player of a session that is being played, and its places fit (20.5.8)."""
    part, session = require_offered(rules.tournament), state.session(command.session)
    if session is None or session.status != "running":
        return Refusal(
            "tournament.session-not-running",
            part.places_are_announced,
            f"Session {command.session} is not being played.",
        )
    names = [result.player for result in command.results]
    if sorted(names) != sorted(session.players):
        return Refusal(
            "tournament.count-incomplete",
            part.places_are_announced,
            "Count the chips of every player of the session, each once.",
        )
    if refusal := _why_not_places(part, command, session.first_place):
        return refusal
    ties = open_ties(replace(session, results=command.results), final=_is_final(state, session))
    if session.play_off_of is not None and any(tie[0].outcome == "in" for tie in ties):
        return Refusal(
            "tournament.play-off-undecided",
            part.ties_are_played_off,
            "The play-off goes on until its places are told apart.",
        )
    return None


def _why_not_places(part: Tournament, command: RecordResult, first: int) -> Refusal | None:
    """Places are numbered in order; the disqualified have none, and players still in come first."""
    placed = [each for each in command.results if each.outcome != "disqualified"]
    lowest_in = max((each.place or 0 for each in placed if each.outcome == "in"), default=0)
    fits = (
        all((each.place is None) == (each.outcome == "disqualified") for each in command.results)
        and all(
            (each.clause is None) == (each.outcome != "disqualified") for each in command.results
        )
        and {result.player: result.place for result in rank(placed, {}, first=first)}
        == {result.player: result.place for result in placed}
        and all(_place(each) > lowest_in for each in placed if each.outcome == "eliminated")
        and all(each.chips >= 0 for each in command.results)
        and command.rounds >= 0
    )
    if fits:
        return None
    return Refusal(
        "tournament.places-wrong",
        part.places_are_announced,
        f"Number the places from {first}, players with chips first; the disqualified have none.",
    )


def record(builder: TournamentEvents, command: RecordResult) -> None:
    """Record the count, redeem chips, and see whether it is decided who goes on."""
    clause = builder.part.places_are_announced
    builder.emit(
        ResultRecorded(command.session, command.results, command.rounds, command.at, clause)
    )
    for result in command.results:
        if result.outcome == "disqualified":
            assert result.clause is not None
            ground = result.ground or "broke a rule"
            builder.emit(
                EntrantDisqualified(result.player, command.session, ground, "", result.clause)
            )
    session = builder.state.session(command.session)
    assert session is not None
    redeem(builder, session)
    if session.play_off_of is None:
        decide_session(builder, session.number)
    else:
        _finish_play_off(builder, session)


def walk_over(builder: TournamentEvents, number: int, players: tuple[str, ...], at: Moment) -> None:
    """Let the players of a session go on without playing, because no more are left than go on."""
    part = builder.part
    results = tuple(PlayerResult(player, 1, 0, "in") for player in players)
    builder.emit(ResultRecorded(number, results, 0, at, part.number_to_advance))
    decide_session(builder, number)


def _finish_play_off(builder: TournamentEvents, session: TournamentSession) -> None:
    """Put the places of the session in the order that its play-off gave."""
    part = builder.part
    builder.emit(SessionDecided(session.number, (), part.ties_are_played_off))
    parent = builder.state.session(session.play_off_of or 0)
    assert parent is not None
    outcome = {result.player: result for result in session.results}
    results = [
        replace(
            result, place=None, outcome="disqualified", ground=played.ground, clause=played.clause
        )
        if (played := outcome.get(result.player)) and played.outcome == "disqualified"
        else result
        for result in parent.results
    ]
    order = {result.player: result.place or 0 for result in session.results}
    builder.emit(
        PlacesDecided(parent.number, rank(results, order), "play-off", part.ties_are_played_off)
    )
    decide_session(builder, parent.number)


def decide_session(builder: TournamentEvents, number: int) -> None:
    """Say who goes on, once no tie is left that matters; complete the stage with its last session."""
    session, state = builder.state.session(number), builder.state
    assert session is not None
    if open_ties(session, final=_is_final(state, session)):
        return
    placed = sorted((each for each in session.results if each.place is not None), key=_place)
    advanced = tuple(result.player for result in placed[: session.advance])
    builder.emit(SessionDecided(number, advanced, builder.part.most_chips_win))
    sessions = builder.state.sessions_of(session.stage)
    if all(each.status == "decided" for each in sessions):
        _complete(builder, session.stage, sessions)


def _complete(
    builder: TournamentEvents, number: int, sessions: tuple[TournamentSession, ...]
) -> None:
    """End the stage: players who left the tournament since go neither on nor out."""
    state, stage = builder.state, builder.state.stages[number]
    there = {
        player
        for player, entrant in state.entrants.items()
        if entrant.status in ("accepted", "eliminated")
    }
    advanced = [
        *(player for session in sessions for player in session.advanced),
        *stage.byes,
    ]
    seated = [seat.player for session in sessions for seat in session.seats]
    complete_stage(
        builder,
        number,
        tuple(player for player in advanced if player in there),
        tuple(player for player in seated if player in there and player not in advanced),
    )


def move_up(builder: TournamentEvents, player: str) -> None:
    """Announce the placings without a player who was disqualified after the final.

    Others of the final get the places that become free, as far as they can be told apart.
    """
    state = builder.state
    before, number = state.placings, len(builder.conditions.prizes.places)
    placings = [each for each in before if each != player]
    last = [s for s in state.sessions_of(len(state.stages) - 1) if s.status == "decided"]
    below = [
        result
        for result in (last[0].results if last else ())
        if result.place is not None
        and result.player not in before
        and state.entrants[result.player].status in ("accepted", "eliminated")
    ]
    for _, shared in groupby(sorted(below, key=_place), key=_place):
        tie = list(shared)
        if len(placings) >= number or len(tie) > 1:
            break
        placings.append(tie[0].player)
    if tuple(placings) != before:
        builder.emit(PlacingsAnnounced(tuple(placings), builder.part.places_are_announced))


# Ties.


def _no_tie(part: Tournament, number: int) -> Refusal:
    return Refusal(
        "tournament.no-tie", part.ties_are_played_off, f"Session {number} has no such tie."
    )


def why_not_call(rules: Rulebook, state: TournamentState, command: CallPlayOff) -> Refusal | None:
    """A tie that matters, among players with chips, is played off at a designated table (20.10.3)."""
    part, session = require_offered(rules.tournament), state.session(command.session)
    if session is None or session.status != "over" or not tie_to_play_off(state, session):
        return _no_tie(part, command.session)
    if any(
        other.play_off_of == session.number and other.status != "decided"
        for other in state.sessions
    ):
        return Refusal(
            "tournament.play-off-called",
            part.ties_are_played_off,
            "The play-off is called already.",
        )
    if command.table not in state.tables:
        return Refusal(
            "tournament.table-not-designated",
            part.tables_are_designated,
            f"Table {command.table} is not designated for the tournament.",
        )
    if command.starts < command.at:
        return Refusal(
            "tournament.start-past",
            part.ties_are_played_off,
            "Choose a time that is still to come.",
        )
    return None


def call_play_off(builder: TournamentEvents, command: CallPlayOff) -> None:
    """Call the tied players, at their own boxes, with a new allotment of chips (reading 213)."""
    state, session = builder.state, builder.state.session(command.session)
    assert session is not None
    tie = tie_to_play_off(state, session)
    tied = [result.player for result in tie]
    builder.emit(
        PlayOffCalled(
            session.number,
            SeatedSession(
                number=len(state.sessions) + 1,
                sitting=session.sitting,
                table=command.table,
                starts=command.starts,
                seats=tuple(seat for seat in session.seats if seat.player in tied),
                advance=session.advance,
            ),
            _place(tie[0]),
            builder.part.ties_are_played_off,
        )
    )


def why_not_decide_places(
    rules: Rulebook, state: TournamentState, command: DecidePlaces
) -> Refusal | None:
    """The Tournament Manager orders eliminated players whom 20.10.4 does not tell apart (20.5.8)."""
    part, session = require_offered(rules.tournament), state.session(command.session)
    if session is None or session.status != "over":
        return _no_tie(part, command.session)
    tie = tie_to_decide(state, session)
    if not tie:
        return _no_tie(part, command.session)
    names = [result.player for result in tie]
    if sorted(command.order) != sorted(names):
        return Refusal(
            "tournament.order-wrong",
            part.places_are_announced,
            f"Put {', '.join(names)} in order, the best first.",
        )
    if not command.how.strip():
        return Refusal("tournament.no-reason", part.places_are_announced, "Say how it is decided.")
    return None


def decide_places(builder: TournamentEvents, command: DecidePlaces) -> None:
    """Put the tied players in order."""
    session = builder.state.session(command.session)
    assert session is not None
    order = {player: place for place, player in enumerate(command.order)}
    results = rank(session.results, order)
    clause = builder.part.places_are_announced
    builder.emit(PlacesDecided(session.number, results, command.how.strip(), clause))
    decide_session(builder, session.number)
