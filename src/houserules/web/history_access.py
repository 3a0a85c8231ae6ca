"""The part of history a caller may see: their own rounds; for staff, every round."""

import asyncio
from typing import Any, Final

from houserules.core.codec import to_data
from houserules.floor.people.signed_in import Caller
from houserules.floor.rounds.find import Round, RoundStep, Wanted
from houserules.floor.rounds.history import hidden_boxes, hide
from houserules.floor.rounds.index import PastRound
from houserules.floor.rounds.record import Unwritten, record_of
from houserules.floor.tables.event_visibility import visible_events
from houserules.floor.tables.table import FloorTable
from houserules.table.records.record import Record
from houserules.table.state import Table
from houserules.table.views import view_for
from houserules.web.app_state import Services
from houserules.web.errors import ApiError

Data = dict[str, Any]


def round_data(past: PastRound, caller: Caller) -> Data:
    """Return a round with the caller's net result."""
    net, took_part = past.nets.get(caller.handle), caller.handle in past.round.players
    return {**to_data(past.round), "net": 0 if net is None and took_part else net}


async def rounds_of(
    services: Services, caller: Caller, *, before: int | None, limit: int
) -> list[PastRound]:
    """Return the caller's rounds at all tables, newest first; `before` is in milliseconds."""
    private = await services.private_tables.names_for(caller.handle)
    tables = (*services.floor.shared, *private)
    hours = None if before is None else (0, before)
    return await services.history.rounds(Wanted(tables, caller.handle, hours), limit=limit)


async def find_finished_round(
    services: Services, table: str, number: int, caller: Caller
) -> tuple[PastRound, tuple[RoundStep, ...]]:
    """Return a round that is over and its steps; raises ApiError."""
    past = await services.history.round(table, number)
    if past is None or not (caller.is_staff or caller.handle in past.round.players):
        detail = "You had no wager in that round at this table."
        raise ApiError(404, "round.unknown", detail, where="path.number")
    if past.round.ended is None:
        raise ApiError(409, "round.under-way", "This round is not over yet; watch the table.")
    return past, await services.history.steps(past.round)


def steps_data(played: Round, steps: tuple[RoundStep, ...], caller: Caller) -> list[Data]:
    """Return the events of a round as the caller may see them."""
    hidden = hidden_boxes(played, steps)
    return [
        {
            "position": step.position,
            "at": step.at,
            "by": step.actor if caller.is_staff else None,
            "event": event,
        }
        for step in steps
        for event in _visible_events(step, None, played, hidden, caller)
    ]


def replay_data(
    played: Round, steps: tuple[RoundStep, ...], tables: tuple[Table, ...], caller: Caller
) -> Data:
    """Return the table before a round, and each event with the table after it, for the replay page."""
    hidden = hidden_boxes(played, steps)
    return {
        "before": _layout(tables[0], played, hidden, caller),
        "steps": [
            {"event": event, "layout": _layout(table, played, hidden, caller)}
            for step, table in zip(steps, tables[1:], strict=True)
            for event in _visible_events(step, table, played, hidden, caller)
        ],
    }


def _visible_events(
    step: RoundStep, table: Table | None, played: Round, hidden: dict[int, str], caller: Caller
) -> list[Data]:
    others = frozenset(box for box, player in hidden.items() if player != caller.handle)
    visible = visible_events(
        (step.event,), FloorTable(played.setting), caller.person, tables=(table,), hidden=others
    )
    return hide(visible, hidden, caller.handle)


_LAYOUT: Final = (
    *("phase", "boxes", "dealer", "dealer_total", "question", "seats", "shoe", "discards"),
    *("placards", "session"),
)


def _layout(table: Table, played: Round, hidden: dict[int, str], caller: Caller) -> Data:
    """Return what lies on a table; cards that were never turned up stay hidden."""
    view = view_for(played.setting.rules, table, caller.person)
    layout: Data = {name: to_data(getattr(view, name)) for name in _LAYOUT}
    for box in layout["boxes"]:
        if hidden.get(box["number"], caller.handle) != caller.handle:
            for hand in box["hands"]:
                hand |= {"cards": [None] * len(hand["cards"]), "total": None, "soft": None}
    return layout


async def write_record(played: Round, steps: tuple[RoundStep, ...]) -> Record | Unwritten:
    """Write a round record in a thread: the round is settled again for it."""
    return await asyncio.to_thread(record_of, played, steps)
