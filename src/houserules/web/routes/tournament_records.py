"""What is on record about a tournament: its history in sentences, and its sessions as session records."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response

from houserules.core.codec import WHOLE_MOST, to_data
from houserules.floor.people.signed_in import Caller
from houserules.floor.tournaments.history import history
from houserules.floor.tournaments.played_sessions import find_session, record_of_session
from houserules.floor.tournaments.stream import FloorTournament
from houserules.tournament.records.record import SessionRecord, UnwrittenSession
from houserules.tournament.records.write import session_dict, session_toml
from houserules.web.app_state import Services
from houserules.web.auth import OptionalCaller, Reader, Shared
from houserules.web.errors import ApiError
from houserules.web.models import Hour, ResponseModel, as_file
from houserules.web.routes.tournaments import Requested
from houserules.web.schemas import TournamentTold, WholeNumber

_NOT_BEGUN: Final = UnwrittenSession("it has not begun at its table")
router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])


class HappeningShown(ResponseModel):
    """Something that has happened in a tournament."""

    position: WholeNumber
    at: Hour
    by: str | None = Field(description="Whose command caused it; staff only.")
    event: TournamentTold


class TournamentHistory(ResponseModel):
    """A page of what has happened, newest first."""

    happenings: list[HappeningShown]
    more: bool


@router.get("/{tournament}/history", response_model=TournamentHistory)
async def tournament_history(
    known: Requested,
    caller: OptionalCaller,
    services: Shared,
    *,
    before: Annotated[int | None, Query(ge=1, le=WHOLE_MOST)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Any:
    """Show what has happened, newest first; entries and payments only to their player and staff."""
    person = caller.person if caller else None
    name, store = known.setting.tournament, services.floor.store
    happenings = await history(store, name, person, below=before)
    return {"happenings": to_data(tuple(happenings[:limit])), "more": len(happenings) > limit}


Session = Annotated[int, Path(ge=1, le=2**31, description="The number of a session.")]


@router.get("/{tournament}/sessions/{session}/record", response_model=dict[str, Any])
async def session_record(
    known: Requested, session: Session, caller: Reader, services: Shared
) -> Any:
    """Return a session as `houserules tournament settle` reads it, to its players and staff."""
    return session_dict(await _record(known, session, caller, services))


@router.get(
    "/{tournament}/sessions/{session}/record.toml",
    response_class=Response,
    responses=as_file("application/toml"),
)
async def session_file(
    known: Requested, session: Session, caller: Reader, services: Shared
) -> Response:
    """Return the session record as a file, to its players and staff, once the session is over."""
    record = await _record(known, session, caller, services)
    name = f"{known.setting.tournament}-{session}.toml"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(session_toml(record), media_type="application/toml", headers=headers)


async def _record(
    known: FloorTournament, number: int, caller: Caller, services: Services
) -> SessionRecord:
    played = known.state.session(number)
    if played is None or not (caller.is_staff or caller.handle in played.players):
        detail = "No session of that number, or you did not play in it."
        raise ApiError(404, "session.unknown", detail, where="path.session")
    name, journal = f"{known.setting.tournament}/{number}", services.floor.store.journal

    def read() -> SessionRecord | UnwrittenSession:
        with journal.snapshot() as snapshot:
            found = find_session(snapshot, name)
            return _NOT_BEGUN if found is None else record_of_session(snapshot, found)

    record = await services.floor.store.call(read)
    if isinstance(record, UnwrittenSession):
        detail = f"This session cannot be written as a record: {record.why}."
        raise ApiError(409, "session.no-record", detail)
    return record
