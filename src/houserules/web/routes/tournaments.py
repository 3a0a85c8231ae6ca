"""Tournaments: list them, show one as the caller sees it, set one up, give it commands."""

from typing import Annotated, Any, Final, Union

from fastapi import APIRouter, Depends, Path
from pydantic import AfterValidator, Field

from houserules.core.codec import DataError, to_data
from houserules.core.record_keys import MalformedRecord
from houserules.floor.desk_commands import own_fields
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.run import Accepted
from houserules.floor.tables.settings import Kind
from houserules.floor.tournaments.authority import COMMANDS
from houserules.floor.tournaments.standings import SessionStanding, standings
from houserules.floor.tournaments.stream import FloorTournament, RunBy
from houserules.tournament.event_builder import conditions_of
from houserules.tournament.state import EntryStatus, TournamentPhase
from houserules.tournament.view import tournament_view
from houserules.tournament.view_types import TournamentView
from houserules.web.app_state import Services
from houserules.web.auth import AnyCaller, OptionalCaller, Shared, TablesStaff
from houserules.web.errors import ApiError, command_error, error_for
from houserules.web.models import AcceptedAnswer, ResponseModel, Sent
from houserules.web.schemas import SentCommand, WholeNumber, command_schema, schema_of

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])

TournamentId = Annotated[str, Path(max_length=40, description="The id of a tournament.")]


class TournamentListed(ResponseModel):
    """One tournament in the list."""

    tournament: str
    name: str
    rulebook: str
    kind: Kind
    phase: TournamentPhase
    starts: WholeNumber | None = Field(description="In seconds.")
    entry_fee: WholeNumber | None
    entries: WholeNumber
    maximum: WholeNumber | None
    pool: WholeNumber
    mine: EntryStatus | None = Field(description="What has become of the caller's own entry.")


class TournamentsAnswer(ResponseModel):
    """All tournaments that the caller may see."""

    tournaments: list[TournamentListed]
    now: WholeNumber


_View: Any = schema_of(TournamentView)
_Standing: Any = schema_of(SessionStanding)


class TournamentAnswer(ResponseModel):
    """A tournament as the caller may see it."""

    tournament: str
    kind: Kind
    run_by: RunBy
    position: WholeNumber
    now: WholeNumber
    view: _View
    standings: list[_Standing] = Field(description="Of the sessions that are being played.")
    held_up: dict[str, str] = Field(
        description="For staff: sessions that could not begin or be recorded, and why."
    )


def _not_reserved(name: str) -> str:
    if name == "new":
        raise ValueError("choose another id: /tournaments/new is the page for a new tournament")
    return name


class TournamentSent(Sent):
    """A new tournament: its id, and a draft of its conditions."""

    conditions: dict[str, Any] = Field(description="As in a tournament conditions file.")
    tournament: Annotated[str, AfterValidator(_not_reserved)] = Field(
        pattern=r"^[a-z0-9][a-z0-9-]{0,30}$"
    )
    kind: Kind = "practice"
    run_by: RunBy = "Tournament Manager"


_SCHEMAS: Final = {
    name: command_schema(name, kind, own_fields(kind)) for name, kind in COMMANDS.items()
}
AnyTournamentCommand: Any = Annotated[
    Union[tuple(_SCHEMAS.values())],  # noqa: UP007
    Field(discriminator="do"),
]


class GivenTournamentCommand(SentCommand[AnyTournamentCommand]):
    """A command to a tournament; `do` says which. Players leave `player` out: it is themselves."""


def view_of(known: FloorTournament, caller: Caller | None) -> TournamentView | None:
    """Return a tournament as the caller may see it; a practice one is its owner's and staff's."""
    owner = known.setting.owner
    if owner is not None and (caller is None or not (caller.is_staff or caller.handle == owner)):
        return None
    return tournament_view(known.rules, known.state, caller.person if caller else None)


async def tournament_of(
    tournament: TournamentId, services: Shared, caller: OptionalCaller
) -> FloorTournament:
    """Return the requested tournament, if it exists for the caller."""
    known = await services.floor.tournaments.find(tournament)
    if known is None or view_of(known, caller) is None:
        raise ApiError(
            404, "tournament.unknown", "There is no such tournament.", where="path.tournament"
        )
    return known


Requested = Annotated[FloorTournament, Depends(tournament_of)]


def listed_tournaments(
    services: Services, caller: Caller | None, *, with_private: bool = True
) -> list[dict[str, Any]]:
    """Return the tournaments that the caller may see: those to come and being played first.

    Practice tournaments against bots are private; pages for everybody leave them out.
    """
    listed = [
        {
            "tournament": name,
            "kind": known.setting.kind,
            "mine": view.mine.status if view.mine else None,
            "entry_fee": conditions_of(known.state).entry_fee,
            **{
                key: getattr(view, key)
                for key in ("name", "rulebook", "phase", "starts", "entries", "maximum", "pool")
            },
        }
        for name, known in services.floor.tournaments.all.items()
        if (with_private or known.setting.owner is None) and (view := view_of(known, caller))
    ]
    listed.sort(key=lambda row: (row["phase"] in ("finished", "cancelled"), row["starts"] or 0))
    return listed


def tournament_answer(
    known: FloorTournament, caller: Caller | None, services: Services
) -> dict[str, Any]:
    """Return a tournament as the caller may see it."""
    return {
        "tournament": known.setting.tournament,
        "kind": known.setting.kind,
        "run_by": known.setting.run_by,
        "position": known.position,
        "now": services.floor.now(),
        "view": to_data(view_of(known, caller)),
        "standings": to_data(standings(known, services.floor.tables)),
        "held_up": _held_up(known, caller, services),
    }


@router.get("", response_model=TournamentsAnswer)
async def tournaments(services: Shared, caller: OptionalCaller) -> Any:
    """List the tournaments: those to come first."""
    return {
        "tournaments": listed_tournaments(services, caller),
        "now": services.floor.now(),
    }


@router.get("/{tournament}", response_model=TournamentAnswer)
async def tournament(known: Requested, caller: OptionalCaller, services: Shared) -> Any:
    """Show a tournament: conditions, entries, bracket, standings, prizes, your own entry and seat."""
    return tournament_answer(known, caller, services)


def _held_up(known: FloorTournament, caller: Caller | None, services: Services) -> dict[str, str]:
    if caller is None or not caller.is_staff:
        return {}
    refused = services.floor.tournament_house.why_held_up(known.setting.tournament)
    return {str(session): why for session, why in refused.items()}


@router.post("", response_model=AcceptedAnswer, status_code=201)
async def set_up(sent: TournamentSent, caller: TablesStaff, services: Shared) -> Any:
    """Set up a tournament with a draft of its conditions; complete them before you publish."""
    try:
        answer = await services.floor.tournaments.set_up(
            caller,
            sent.tournament,
            kind=sent.kind,
            run_by=sent.run_by,
            conditions=sent.conditions,
        )
    except DataError as wrong:
        raise command_error(wrong) from None
    except MalformedRecord as error:
        raise malformed(error) from None
    return answer_of(answer)


@router.post("/{tournament}/commands", response_model=AcceptedAnswer)
async def give_command(
    given: GivenTournamentCommand, known: Requested, caller: AnyCaller, services: Shared
) -> Any:
    """Give a command; the answer comes when its events are durable, or says why it was refused."""
    try:
        name, id_, data = given.parts()
        if name == "apply-for-entry" and caller.is_staff:
            data = {**data, "player": await _entrant(services, str(data.get("player", "")))}
        answer = await services.floor.tournament_house.carry_out(
            caller, known.setting.tournament, name, data, id_
        )
    except DataError as wrong:
        raise command_error(wrong) from None
    except MalformedRecord as error:
        raise malformed(error) from None
    return answer_of(answer)


async def _entrant(services: Services, handle: str) -> str:
    """Return the handle of somebody whose application staff take; raises ApiError."""
    profile = await services.floor.people.person(handle)
    if profile is None:
        raise ApiError(404, "person.unknown", "Nobody has that name.", where="body.player")
    if profile.is_staff:
        detail = f"{profile.handle} works here. Staff do not play."
        raise ApiError(403, "role.may-not", detail, where="body.player")
    return profile.handle


def malformed(error: MalformedRecord) -> ApiError:
    return ApiError(422, "request.invalid", error.message, where=f"body.conditions.{error.where}")


def answer_of(answer: Any) -> Any:
    """Return the answer to a command that was accepted; raises ApiError."""
    if not isinstance(answer, Accepted):
        raise error_for(answer)
    return to_data(answer)
