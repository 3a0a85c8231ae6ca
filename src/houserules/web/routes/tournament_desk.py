"""The Tournament Manager's desk: conditions checked and planned, the desk of a tournament, its ledger."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from pydantic import Field

from houserules.core.codec import to_data
from houserules.core.people import Moment
from houserules.core.record_keys import MalformedRecord
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.house_commands import MANAGERS
from houserules.floor.tables.run import RunningTable
from houserules.floor.tables.settings import DealtBy, Kind
from houserules.floor.tables.table import dispute_state
from houserules.floor.tournaments.postings import Posting, read_postings
from houserules.floor.tournaments.sessions import session_name, why_not_table
from houserules.floor.tournaments.stream import FloorTournament
from houserules.table.session.state import MissingChips
from houserules.table.session.views import SessionView, session_view
from houserules.tournament.conditions.report import check_conditions, plan_tournament
from houserules.tournament.conditions.structure import MOST_ENTRIES
from houserules.tournament.desk import desk_view
from houserules.tournament.desk_types import DeskView
from houserules.tournament.view import STAFF
from houserules.web.app_state import Services
from houserules.web.auth import Shared, TablesStaff
from houserules.web.document_text import read_toml
from houserules.web.errors import ApiError, error_for
from houserules.web.models import ErrorSaid, ResponseModel, Sent
from houserules.web.routes.tournaments import (
    Requested,
    TournamentAnswer,
    malformed,
    tournament_answer,
)
from houserules.web.schemas import WholeNumber, schema_of

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])

_LONGEST = 200_000
"""Characters of a conditions file."""


def check_desk(caller: Caller) -> Caller:
    """Return a caller who may see the desk of a tournament; raises ApiError."""
    if caller.role not in STAFF:
        detail = f"Your role, {caller.role}, has no desk for tournaments."
        raise ApiError(403, "role.may-not", detail)
    return caller


def _desk_staff(caller: TablesStaff) -> Caller:
    return check_desk(caller)


DeskStaff = Annotated[Caller, Depends(_desk_staff)]


# Conditions: checked and planned.


class ConditionsSent(Sent):
    """Conditions: the keys of a tournament conditions file, or its text in TOML."""

    conditions: dict[str, Any] | Annotated[str, Field(max_length=_LONGEST)]


class Finding(ResponseModel):
    """Something that keeps conditions from being published, or a plan from working."""

    key: str
    clause: str
    state: str = Field(description="missing or wrong.")
    message: str


class CheckedItem(ResponseModel):
    """One item that the conditions must state."""

    clause: str
    item: str
    state: str = Field(description="given, missing or wrong.")
    given: str = Field(description="What the conditions state, in a few words.")
    findings: list[Finding]


class CheckedConditions(ResponseModel):
    """Conditions, item by item; `conditions` are the keys that were read."""

    rulebook: str
    name: str
    complete: bool
    items: list[CheckedItem]
    conditions: dict[str, Any]


def _document(sent: ConditionsSent) -> Any:
    if not isinstance(sent.conditions, str):
        return sent.conditions
    return read_toml(sent.conditions, where="body.conditions")


@router.post("/check", response_model=CheckedConditions)
async def check(sent: ConditionsSent, caller: TablesStaff) -> Any:
    """Check conditions clause by clause: what is given, missing or wrong."""
    document = _document(sent)
    try:
        checked = await asyncio.to_thread(check_conditions, document)
    except MalformedRecord as error:
        raise malformed(error) from None
    return {**checked, "conditions": document}


class PlanSent(ConditionsSent):
    """Conditions, a number of entries, and the pace."""

    entries: int = Field(ge=2, le=MOST_ENTRIES)
    rounds_per_hour: int = Field(60, ge=1, le=1000)
    pause: int = Field(15, ge=0, le=1440, description="Minutes between sittings.")


class PlannedStage(ResponseModel):
    """One stage of a plan."""

    name: str
    kind: str
    entrants: WholeNumber
    sessions: list[WholeNumber] = Field(description="Players at each table.")
    tables: WholeNumber
    sittings: WholeNumber
    rounds: WholeNumber | None
    minutes: WholeNumber | None
    byes: WholeNumber
    advance_per_table: WholeNumber | None
    advance: WholeNumber


class PlannedRow(ResponseModel):
    """One sitting of a timetable, in minutes from the start."""

    stage: str
    sitting: WholeNumber
    tables: WholeNumber
    players: WholeNumber
    begins: WholeNumber
    ends: WholeNumber


class PlanAnswer(ResponseModel):
    """The plan for a number of entries, or the findings that keep it from working."""

    entries: WholeNumber
    works: bool
    findings: list[Finding]
    stages: list[PlannedStage]
    timetable: list[PlannedRow]
    minutes: WholeNumber


@router.post("/plan", response_model=PlanAnswer)
async def plan(sent: PlanSent, caller: TablesStaff) -> Any:
    """Plan tables, sessions, byes and a timetable for a number of entries."""
    document = _document(sent)
    try:
        planned = plan_tournament(
            document, sent.entries, rounds_per_hour=sent.rounds_per_hour, pause=sent.pause
        )
    except MalformedRecord as error:
        raise malformed(error) from None
    return {"findings": [], "stages": [], "timetable": [], "minutes": 0, **planned}


# The desk.


class DeskTable(ResponseModel):
    """A table of the house, and whether the tournament can be played there."""

    table: str
    title: str
    kind: Kind
    dealt_by: DealtBy
    designated: bool
    why_not: ErrorSaid | None = Field(description="Why the tournament cannot be played there.")


_Session: Any = schema_of(SessionView)
_Missing: Any = schema_of(MissingChips)


class OpenTableDispute(ResponseModel):
    """A dispute at the table, which stops the session."""

    number: WholeNumber
    player: str
    about: str
    state: str


class SessionAtTable(ResponseModel):
    """A session as its table has it."""

    number: WholeNumber
    session: _Session
    locked: str | None
    announced: bool = Field(description="Whether the result was announced.")
    returned: bool = Field(description="Whether the tournament chips are back in the tray.")
    missing: list[_Missing]
    disputes: list[OpenTableDispute]


_Desk: Any = schema_of(DeskView)


class DeskAnswer(TournamentAnswer):
    """A tournament with everything that its staff work with."""

    desk: _Desk
    tables: list[DeskTable]
    at_tables: list[SessionAtTable]
    sets_up_tables: bool = Field(description="Whether the caller may set up tables.")


@router.get("/{tournament}/desk", response_model=DeskAnswer)
async def desk(known: Requested, caller: DeskStaff, services: Shared) -> Any:
    """Show the desk of a tournament: what is due, tables that would do, sessions at their tables."""
    now = Moment(services.floor.now() // SECOND)
    return {
        **tournament_answer(known, caller, services),
        "desk": to_data(desk_view(known.rules, known.state, caller.person, now)),
        "tables": _tables(known, services),
        "at_tables": _at_tables(known, services),
        "sets_up_tables": caller.role in MANAGERS or caller.owner,
    }


def _tables(known: FloorTournament, services: Services) -> list[dict[str, Any]]:
    """Return the tables of the house with the same kind of chips; those that would do first."""
    listed = []
    for name, running in services.floor.shared.items():
        setting = running.state.setting
        no = why_not_table(known, running.state)
        designated = name in known.state.tables
        if setting.kind == known.setting.kind or designated:
            listed.append(
                {
                    "table": name,
                    "title": setting.title,
                    "kind": setting.kind,
                    "dealt_by": setting.dealt_by,
                    "designated": designated,
                    "why_not": None if no is None else error_for(no).to_data()["error"],
                }
            )
    return sorted(listed, key=lambda row: (row["why_not"] is not None, row["table"]))


def _at_tables(known: FloorTournament, services: Services) -> list[dict[str, Any]]:
    shown = []
    for each in known.state.sessions:
        running = services.floor.tables.get(each.table)
        name = session_name(known.setting.tournament, each.number)
        if running is not None and (found := _at_table(running, name)):
            shown.append({"number": each.number, **found})
    return shown


def _at_table(running: RunningTable, name: str) -> dict[str, Any] | None:
    """Return a session that is being played at a table."""
    table = running.state.table
    session = table.session
    if session is None or session.name != name:
        return None
    return {
        "session": to_data(session_view(table)),
        "locked": running.state.locked,
        "announced": session.result is not None,
        "returned": session.returned,
        "missing": to_data(session.missing),
        "disputes": [
            {
                "number": dispute.number,
                "player": dispute.player,
                "about": dispute.about,
                "state": dispute_state(dispute),
            }
            for dispute in table.staff.disputes
            if not dispute.is_decided
        ],
    }


# The ledger.


_Posting: Any = schema_of(Posting)


class LedgerAnswer(ResponseModel):
    """The double-entry ledger of a tournament: balances, which sum to zero, and every entry."""

    balances: dict[str, int]
    postings: list[_Posting]


@router.get("/{tournament}/ledger", response_model=LedgerAnswer)
async def ledger(known: Requested, caller: DeskStaff, services: Shared) -> Any:
    """Show the ledger of a tournament, entry by entry."""
    shown = await read_postings(services.floor.store, known.setting.tournament)
    return {"balances": known.state.ledger.balances, "postings": to_data(shown)}
