"""The tournament after an event. Nothing here reads rules: events carry the verdict."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from houserules.table.events import Event
from houserules.tournament import events
from houserules.tournament.money.evolve import STEPS as MONEY
from houserules.tournament.play.evolve import STEPS as PLAY
from houserules.tournament.state import Entrant, EntryDispute, PlayerNotice
from houserules.tournament.state import TournamentState as State


def evolve(state: State, event: Event) -> State:
    """Return the tournament after one event."""
    return STEPS[type(event)](state, event)


def _text(document: dict[str, Any]) -> str:
    """Return conditions as the state keeps them: JSON with sorted keys."""
    return json.dumps(document, sort_keys=True, ensure_ascii=False)


# The tournament as a whole.


def _drafted(state: State, event: events.TournamentDrafted) -> State:
    document = _text(event.conditions)
    return replace(state, phase="draft", name=event.title, document=document)


def _published(state: State, event: events.TournamentPublished) -> State:
    return replace(
        state,
        phase="entries",
        version=1,
        starts=event.starts,
        withdraw_until=event.withdraw_until,
        rounds_per_hour=event.rounds_per_hour,
        pause_minutes=event.pause_minutes,
    )


def _amended(state: State, event: events.TournamentAmended) -> State:
    document = _text(event.conditions)
    state = replace(
        state, document=document, version=state.version + 1, withdraw_until=event.withdraw_until
    )
    what = f"The conditions changed: {', '.join(event.changed)}."
    return state.notify(PlayerNotice(event.at, what, event.notice))


def _start_moved(state: State, event: events.StartMoved) -> State:
    state = replace(state, starts=event.starts, withdraw_until=event.withdraw_until)
    return state.notify(PlayerNotice(event.at, "The start has moved.", event.notice))


def _cancelled(state: State, event: events.TournamentCancelled) -> State:
    return replace(state, phase="cancelled", reason=event.reason)


def _finished(state: State, _: events.TournamentFinished) -> State:
    return replace(state, phase="finished")


# Entries and disputes.


def _applied(state: State, event: events.EntryApplied) -> State:
    if event.player in state.entrants:  # again, after a withdrawal: what was paid stays paid
        return state.with_entrant(
            event.player, form=event.form, applied_at=event.at, status="applied"
        )
    entrant = Entrant(event.player, event.form, event.at)
    return replace(state, entrants={**state.entrants, event.player: entrant})


def _given(state: State, event: events.ConditionsGiven) -> State:
    return state.with_entrant(event.player, copy_of=event.version)


def _agreed(state: State, event: events.ConditionsAgreed) -> State:
    return state.with_entrant(event.player, agreed_to=event.version)


def _accepted(state: State, event: events.EntryAccepted) -> State:
    return state.with_entrant(event.player, status="accepted")


def _refused(state: State, event: events.EntryRefused) -> State:
    changes = {"status": "refused", "reason": event.reason, "clause": event.clause}
    return state.with_entrant(event.player, **changes)


def _withdrawn(state: State, event: events.EntryWithdrawn) -> State:
    return state.with_entrant(event.player, status="withdrawn")


def _lapsed(state: State, event: events.EntryLapsed) -> State:
    return state.with_entrant(event.player, status="lapsed")


def _closed(state: State, event: events.EntriesClosed) -> State:
    return replace(state, phase="play", guaranteed=event.guaranteed)


def _disqualified(state: State, event: events.EntrantDisqualified) -> State:
    return state.with_entrant(
        event.player,
        status="disqualified",
        reason=event.reason,
        clause=event.clause,
        ground=event.ground,
    )


def _eliminated(state: State, event: events.EntrantEliminated) -> State:
    return state.eliminate((event.player,), event.stage, event.clause)


def _dispute_raised(state: State, event: events.EntryDisputeRaised) -> State:
    dispute = EntryDispute(event.number, event.player, event.about, event.at)
    return replace(state, disputes=(*state.disputes, dispute))


def _dispute_decided(state: State, event: events.EntryDisputeDecided) -> State:
    disputes = [
        replace(dispute, decision=event.says, decided_by=event.by)
        if dispute.number == event.number
        else dispute
        for dispute in state.disputes
    ]
    return replace(state, disputes=tuple(disputes))


STEPS: Final[dict[type, Callable[[State, Any], State]]] = {
    events.TournamentDrafted: _drafted,
    events.TournamentPublished: _published,
    events.TournamentAmended: _amended,
    events.StartMoved: _start_moved,
    events.TournamentCancelled: _cancelled,
    events.TournamentFinished: _finished,
    events.EntryApplied: _applied,
    events.ConditionsGiven: _given,
    events.ConditionsAgreed: _agreed,
    events.EntryAccepted: _accepted,
    events.EntryRefused: _refused,
    events.EntryWithdrawn: _withdrawn,
    events.EntryLapsed: _lapsed,
    events.EntriesClosed: _closed,
    events.EntrantDisqualified: _disqualified,
    events.EntrantEliminated: _eliminated,
    events.EntryDisputeRaised: _dispute_raised,
    events.EntryDisputeDecided: _dispute_decided,
    **MONEY,
    **PLAY,
}
"""The step of each event; its keys are all events that a tournament's stream may hold."""
