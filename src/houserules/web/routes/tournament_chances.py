"""What would have won: after a session of a practice tournament, the chances of every choice its player had."""

from json import loads
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from houserules.analysis.tournament_decision import RoundBefore
from houserules.core.refusal import Clause
from houserules.floor.tables.settings import Setting
from houserules.floor.tournaments.decisions import last_decisions, sessions_to_look_back_on
from houserules.floor.tournaments.sessions import table_options
from houserules.floor.tournaments.stream import FloorTournament
from houserules.rulebook.values import require_offered
from houserules.tournament.state import TournamentSession
from houserules.web import odds_worker as worker
from houserules.web.auth import AnyCaller, Shared
from houserules.web.errors import ApiError
from houserules.web.models import ResponseModel
from houserules.web.routes.odds import limit_solves, refuse_at_live_table
from houserules.web.routes.tournaments import Requested
from houserules.web.schemas import WholeNumber

router = APIRouter(prefix="/api/practice-tournaments", tags=["tournaments"])


class DecisionShown(ResponseModel):
    """What the player entered for a round; neither wager nor form: a pass card."""

    round: WholeNumber
    left: WholeNumber = Field(description="Rounds, this one included.")
    wager: WholeNumber
    form: WholeNumber
    chips: WholeNumber = Field(description="Before the round.")


class SessionDecided(ResponseModel):
    """A session that is over, with the player's last decisions in it."""

    session: WholeNumber
    stage: str
    is_final: bool
    advanced: bool = Field(description="In the final: won a prize.")
    decisions: list[DecisionShown]


class DecisionsAnswer(ResponseModel):
    """The sessions of a practice tournament that its player can look back on."""

    tournament: str
    name: str
    sessions: list[SessionDecided]


class ChanceShown(ResponseModel):
    """A chance between 0 and 1, and its standard error."""

    chance: float
    error: float


class EntryChance(ChanceShown):
    """The chance of a wager, a sealed form, or a pass card."""

    wager: WholeNumber
    form: WholeNumber


class WayChance(ChanceShown):
    """The chance of a way to play the hand of this round."""

    way: str


class AmountsShown(ResponseModel):
    """A wager, and that on a sealed form."""

    wager: WholeNumber
    form: WholeNumber


class ChancesAnswer(ResponseModel):
    """The chances of everything that could have been entered for a round."""

    round: WholeNumber
    left: WholeNumber
    goal: str = Field(description="advance, or win in a final.")
    places: WholeNumber
    sessions: WholeNumber = Field(description="Played out for every choice.")
    entries: list[EntryChance]
    entered: EntryChance
    best: EntryChance
    cost: ChanceShown = Field(description="How much better the best choice was.")
    ways_at: AmountsShown = Field(description="The entry with which the ways were played.")
    ways: list[WayChance]


def own_practice(known: Requested, caller: AnyCaller) -> FloorTournament:
    """Return the caller's own practice tournament; raises ApiError."""
    owner = known.setting.owner
    if owner is None:
        clause: Clause = require_offered(known.rules.tournament).no_advice
        detail = "What would have won is shown after practice tournaments only."
        raise ApiError(403, "tournament.practice-only", detail, clause)
    if caller.handle != owner:
        raise ApiError(403, "tournament.not-yours", "This is for the player of the tournament.")
    return known


Own = Annotated[FloorTournament, Depends(own_practice)]
_LIVE: Final = Depends(refuse_at_live_table)


@router.get("/{tournament}/decisions", response_model=DecisionsAnswer, dependencies=[_LIVE])
async def decisions(known: Own, services: Shared) -> Any:
    """List your last decisions in every session of your practice tournament that is over."""
    return {
        "tournament": known.setting.tournament,
        "name": known.state.name,
        "sessions": [
            {
                "session": session.number,
                "stage": known.state.stages[session.stage].name,
                "is_final": known.state.stages[session.stage].kind == "final",
                "advanced": known.setting.owner in session.advanced,
                "decisions": [
                    _decision(before)
                    for before in await last_decisions(services.floor.store, known, session)
                ],
            }
            for session in sessions_to_look_back_on(known)
        ],
    }


def _decision(before: RoundBefore) -> dict[str, Any]:
    wager, form = before.entry
    return {
        "round": before.round,
        "left": before.left,
        "wager": wager,
        "form": form,
        "chips": before.seats[before.me].chips,
    }


@router.get(
    "/{tournament}/chances",
    response_model=ChancesAnswer,
    dependencies=[_LIVE, Depends(limit_solves)],
)
async def chances(
    known: Own,
    services: Shared,
    session: Annotated[int, Query(ge=1, le=1000)],
    round: Annotated[int, Query(ge=1, le=1000)],  # noqa: A002
) -> Any:
    """Compute what would have won: your chances by what you could have entered, and by way of play."""
    found = _session(known, session)
    for before in await last_decisions(services.floor.store, known, found):
        if before.round == round:
            options = table_options(loads(known.state.document))
            setting = Setting("chances", "chances", known.rules.id, options)
            return await services.solver.ask(worker.tournament_chances, setting, before)
    detail = "You made no decision in that round, or it was not among the last ones."
    raise ApiError(404, "tournament.no-decision", detail, where="query.round")


def _session(known: FloorTournament, number: int) -> TournamentSession:
    found = next((each for each in sessions_to_look_back_on(known) if each.number == number), None)
    if found is not None:
        return found
    session = known.state.session(number)
    if session is not None and session.status in ("scheduled", "running"):
        raise ApiError(409, "tournament.session-running", "This session is not over yet.")
    detail = "You played no such session, or it was a play-off."
    raise ApiError(404, "tournament.no-decision", detail, where="query.session")
