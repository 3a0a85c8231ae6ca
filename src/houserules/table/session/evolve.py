"""The table after events of a session; nothing here reads rules."""

from dataclasses import replace
from typing import Any, Final

from houserules.table.irregularities.previous_round import forget_round
from houserules.table.people.state import Patron
from houserules.table.round.evolve_chips import collect_chips
from houserules.table.session.events import (
    ChipsCounted,
    CountOrdered,
    DisqualificationDeclared,
    PlayerDisqualified,
    PlayerEliminated,
    SessionBegun,
    SessionConcluded,
    SessionEnded,
    SessionOver,
    SessionResultAnnounced,
    SessionRoundBegan,
    SessionRoundCounted,
    SessionRoundTakenBack,
    TournamentChipsReturned,
)
from houserules.table.session.evolve_entries import the_session, with_session
from houserules.table.session.state import (
    LAST_COLLECTED,
    Disqualification,
    Elimination,
    Session,
    SessionPlayer,
)
from houserules.table.state import Steps, Table, changed


def _with_player(session: Session, name: str, **changes: Any) -> tuple[SessionPlayer, ...]:
    return tuple(
        [changed(each, **changes) if each.name == name else each for each in session.players]
    )


# Beginning and rounds.


def session_begun(table: Table, event: SessionBegun) -> Table:
    """After SessionBegun: the chips at the table are tournament chips, and the float is aside."""
    conditions = event.conditions
    players = [
        SessionPlayer(
            player.name,
            player.box,
            conditions.pass_cards,
            conditions.undisclosed_wagers,
            conditions.chips,
        )
        for player in event.players
    ]
    session = Session(
        event.session,
        conditions,
        tuple(players),
        event.float_set_aside,
        event.at,
        table.rounds + 1,
        wager_seconds=conditions.wager_seconds,
    )
    return changed(
        forget_round(table),
        session=session,
        racks={player.name: conditions.chips for player in event.players},
        float_tray=table.float_tray - event.float_set_aside,
        patrons=tuple([Patron(player.name, player.box) for player in event.players]),
    )


def session_round_began(table: Table, event: SessionRoundBegan) -> Table:
    session = the_session(table)
    clock = session.clock_from
    begins = clock is not None and clock[0] <= event.number
    return with_session(
        table,
        marker=event.marker,
        entries=(),
        late=(),
        void=False,
        cleared=None,
        wager_seconds=clock[1] if clock and begins else session.wager_seconds,
        clock_from=None if begins else clock,
    )


def session_round_counted(table: Table, event: SessionRoundCounted) -> Table:
    """After SessionRoundCounted: what was used is gone; a round without cards takes nothing back."""
    session = the_session(table)
    chips, staked = dict(event.chips), dict(event.staked)
    collected = {player: (when, box) for player, when, box in event.collected}

    def with_count(player: SessionPlayer) -> SessionPlayer:
        entry = session.entry(player.name)
        return changed(
            player,
            chips=chips[player.name],
            staked=staked.get(player.name, 0),
            collected=collected.get(player.name, LAST_COLLECTED),
            pass_cards=player.pass_cards - bool(entry and entry.pass_card),
            forms=player.forms - bool(entry and entry.form),
            deductions=player.deductions + bool(entry and entry.absent),
        )

    table = with_session(
        table,
        players=tuple([with_count(each) if each.is_in else each for each in session.players]),
        counted=event.number,
        entries=(),
        cleared=None,
        last=changed(session, last=None),
    )
    return table if event.dealt else forget_round(table)


def session_round_taken_back(table: Table, event: SessionRoundTakenBack) -> Table:
    """After SessionRoundTakenBack: as before it was counted; disqualifications are declared again."""
    now, played = the_session(table), table.aftermath.last
    assert now.last is not None and played is not None
    seats = {patron.name: patron for patron in (*played.before.patrons, *table.patrons)}
    for player, _, chips in event.returned:
        table = collect_chips(table, player, -chips)
    again = [
        player.disqualified
        for player in now.players
        if player.disqualified is not None
        and player.name in {name for name, _, _ in event.returned}
    ]
    return changed(
        table,
        patrons=tuple([seats[player.name] for player in now.last.players_in]),
        session=_beside_the_round(now, now.last, declared=(*now.declared, *again)),
    )


def session_taken_back(now: Session | None, then: Session | None) -> Session | None:
    """Return the session after its round was taken back to an earlier moment."""
    return None if now is None or then is None else _beside_the_round(now, then)


def _beside_the_round(now: Session, then: Session, **changes: Any) -> Session:
    """Return the session as it was, with what has happened meanwhile beside the round."""
    kept = {
        name: getattr(now, name)
        for name in ("declared", "wager_seconds", "clock_from", "concluded", "counts")
    }
    due = now.count_due and not now.is_over
    return changed(then, count_due=due, **(kept | changes))


# Leaving.


def _gone(table: Table, player: str, **changes: Any) -> Table:
    """Return the table without a player who has left the session; the chips are in the tray."""
    session, held = the_session(table), table.racks.get(player, 0)
    table = with_session(
        table,
        players=_with_player(session, player, **changes),
        entries=tuple([entry for entry in session.entries if entry.player != player]),
        declared=tuple([each for each in session.declared if each.player != player]),
    )
    return changed(
        table,
        racks={name: chips for name, chips in table.racks.items() if name != player},
        float_tray=table.float_tray + held,
        patrons=tuple([patron for patron in table.patrons if patron.name != player]),
    )


def player_eliminated(table: Table, event: PlayerEliminated) -> Table:
    session = the_session(table)
    player = session.player(event.player)
    assert player is not None
    went = Elimination(session.counted, event.chips, player.staked, player.collected)
    return _gone(table, event.player, eliminated=went, chips=event.chips)


def disqualification_declared(table: Table, event: DisqualificationDeclared) -> Table:
    declared = Disqualification(event.player, event.ground, event.clause)
    return with_session(table, declared=(*the_session(table).declared, declared))


def player_disqualified(table: Table, event: PlayerDisqualified) -> Table:
    """After PlayerDisqualified: once the session is over, the others move up."""
    why, before = Disqualification(event.player, event.ground, event.clause), the_session(table)
    table = _gone(table, event.player, disqualified=why, chips=event.chips)
    had = [taken.place for taken in before.places if taken.player == event.player]
    if not had:
        return table
    places = [
        replace(taken, place=taken.place - (taken.place > had[0]))
        for taken in before.places
        if taken.player != event.player
    ]
    counts = [each for each in before.counts if each.player != event.player]
    return with_session(table, places=tuple(places), counts=tuple(counts))


# The end.


def session_concluded(table: Table, event: SessionConcluded) -> Table:
    return with_session(table, concluded=event.why)


def session_over(table: Table, event: SessionOver) -> Table:
    return with_session(
        table,
        ending=event.why,
        places=event.places,
        count_due=True,
        counts=(),
        entries=(),
        late=(),
        cleared=None,
        marker=None,
    )


def count_ordered(table: Table, event: CountOrdered) -> Table:
    return with_session(table, count_due=True)


def chips_counted(table: Table, event: ChipsCounted) -> Table:
    return with_session(table, count_due=False, counts=event.counts)


def session_result_announced(table: Table, event: SessionResultAnnounced) -> Table:
    """After SessionResultAnnounced: the last round can no longer be put right."""
    return forget_round(with_session(table, result=event.result, last=None))


def tournament_chips_returned(table: Table, event: TournamentChipsReturned) -> Table:
    return with_session(table, returned=True, missing=event.missing)


def session_ended(table: Table, event: SessionEnded) -> Table:
    """After SessionEnded: the float is back, and nothing of the session is on the table."""
    played = (the_session(table).first_round, table.rounds)
    return changed(
        forget_round(table),
        session=None,
        racks={},
        float_tray=event.float_returned,
        patrons=(),
        tournament_rounds=(*table.tournament_rounds, played),
    )


STEPS: Final[Steps] = {
    SessionBegun: session_begun,
    SessionRoundBegan: session_round_began,
    SessionRoundCounted: session_round_counted,
    SessionRoundTakenBack: session_round_taken_back,
    PlayerEliminated: player_eliminated,
    DisqualificationDeclared: disqualification_declared,
    PlayerDisqualified: player_disqualified,
    SessionConcluded: session_concluded,
    SessionOver: session_over,
    CountOrdered: count_ordered,
    ChipsCounted: chips_counted,
    SessionResultAnnounced: session_result_announced,
    TournamentChipsReturned: tournament_chips_returned,
    SessionEnded: session_ended,
}
