"""What somebody may know of the past: rounds with an own wager in them, for staff every round."""

import asyncio
from typing import Any, Final

from houserules.core.codec import to_data
from houserules.floor.people.signed_in import Caller
from houserules.floor.rounds.find import Round, Step
from houserules.floor.rounds.history import TableHistory, hidden_boxes, hide
from houserules.floor.rounds.record import Unwritten, record_of
from houserules.floor.tables.event_visibility import visible_events
from houserules.floor.tables.table import FloorTable
from houserules.table.records.record import Record
from houserules.table.state import Table
from houserules.table.views import view_for
from houserules.web.app_state import Serving
from houserules.web.errors import ApiError

Data = dict[str, Any]


def may_see(played: Round, signed: Caller) -> bool:
    """Whether somebody may know of a round."""
    return signed.is_staff or signed.handle in played.players


def round_data(past: TableHistory, played: Round, signed: Caller) -> Data:
    """Return a round with what the asker is up by it."""
    net = past.nets.get(played.number, {}).get(signed.handle)
    took_part = signed.handle in played.players
    return {**to_data(played), "net": 0 if net is None and took_part else net}


async def rounds_of(serving: Serving, signed: Caller) -> list[tuple[TableHistory, Round]]:
    """Return somebody's own rounds at all tables, the newest first."""
    private = await serving.private_tables.names_for(signed.handle)
    found = []
    for table in (*serving.floor.shared, *private):
        past = await serving.history.of(table)
        found += [(past, each) for each in past.rounds.all() if signed.handle in each.players]
    return sorted(found, key=lambda each: (each[1].began, each[1].table), reverse=True)


async def round_over(
    serving: Serving, table: str, number: int, signed: Caller
) -> tuple[TableHistory, Round, tuple[Step, ...]]:
    """Return a round that is over and its steps; raises ApiError."""
    past = await serving.history.of(table)
    played = past.rounds.find(number)
    if played is None or not may_see(played, signed):
        detail = "There is no such round of yours at this table."
        raise ApiError(404, "round.unknown", detail, where="path.number")
    if played.ended is None:
        raise ApiError(409, "round.under-way", "This round is not over yet; watch the table.")
    return past, played, await serving.history.steps(played)


def steps_data(
    past: TableHistory, played: Round, steps: tuple[Step, ...], signed: Caller
) -> list[Data]:
    """Return the events of a round as they are told to the asker."""
    hidden = _hidden(past, played, steps)
    return [
        {
            "position": step.position,
            "at": step.at,
            "by": step.actor if signed.is_staff else None,
            "event": event,
        }
        for step in steps
        for event in _told(step, None, played, hidden, signed)
    ]


def replay_data(
    past: TableHistory,
    played: Round,
    steps: tuple[Step, ...],
    tables: tuple[Table, ...],
    signed: Caller,
) -> Data:
    """Return the table before a round, and each event with the table after it, for the replay page."""
    hidden = _hidden(past, played, steps)
    return {
        "before": _layout(tables[0], played, hidden, signed),
        "steps": [
            {"event": event, "layout": _layout(table, played, hidden, signed)}
            for step, table in zip(steps, tables[1:], strict=True)
            for event in _told(step, table, played, hidden, signed)
        ],
    }


def _hidden(past: TableHistory, played: Round, steps: tuple[Step, ...]) -> dict[int, str]:
    return hidden_boxes(steps) if played.number in past.face_down else {}


def _told(
    step: Step, table: Table | None, played: Round, hidden: dict[int, str], signed: Caller
) -> list[Data]:
    others = frozenset(box for box, player in hidden.items() if player != signed.handle)
    visible = visible_events(
        (step.event,), FloorTable(played.setting), signed.person, tables=(table,), hidden=others
    )
    return hide(visible, hidden, signed.handle)


_LAYOUT: Final = (
    *("phase", "boxes", "dealer", "dealer_total", "question", "seats", "shoe", "discards"),
    "placards",
)


def _layout(table: Table, played: Round, hidden: dict[int, str], signed: Caller) -> Data:
    """Return what lies on a table; cards that were never turned up stay hidden."""
    view = view_for(played.setting.rules, table, signed.person)
    layout: Data = {name: to_data(getattr(view, name)) for name in _LAYOUT}
    for box in layout["boxes"]:
        if hidden.get(box["number"], signed.handle) != signed.handle:
            for hand in box["hands"]:
                hand |= {"cards": [None] * len(hand["cards"]), "total": None, "soft": None}
    return layout


async def written_down(played: Round, steps: tuple[Step, ...]) -> Record | Unwritten:
    """Write a round down, beside the event loop: it is settled once more for it."""
    return await asyncio.to_thread(record_of, played, steps)
