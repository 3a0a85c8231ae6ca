"""Practice tournaments against bots: start one, see who plays how, leave it."""

from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field

from houserules.core.codec import to_data
from houserules.floor.tournaments.practice import Wanted
from houserules.floor.tournaments.practice_conditions import FEWEST, MOST, MOST_ROUNDS, Stages
from houserules.floor.tournaments.stream import FloorTournament
from houserules.tournament.bots.styles import EXPLAINED, Style
from houserules.web.auth import AnyCaller, Shared
from houserules.web.errors import error_for
from houserules.web.guard import address_of
from houserules.web.models import AcceptedAnswer, ResponseModel, Sent
from houserules.web.routes.tournaments import Requested, answer_of
from houserules.web.schemas import PrintedText

router = APIRouter(prefix="/api/practice-tournaments", tags=["tournaments"])


class PracticeTournamentSent(Sent):
    """The practice tournament that you want; everything but the rulebook has a default."""

    rulebook: PrintedText = Field(max_length=60)
    players: int = Field(7, ge=FEWEST, le=MOST, description="You and the bots.")
    rounds: int = Field(10, ge=1, le=MOST_ROUNDS, description="Of every session.")
    stages: Stages | None = Field(
        None, description="Where everybody begins; left out: what suits the number of players."
    )
    pass_cards: int = Field(1, ge=0, le=3, description="Of each player in each session.")
    undisclosed_wagers: int = Field(1, ge=0, le=3, description="Of each player in each session.")
    order_of_wagering: bool = True


class BotShown(ResponseModel):
    """A bot, and how it plays."""

    name: str
    style: Style


class PracticeTournamentAnswer(ResponseModel):
    """A practice tournament: its id in `/api/tournaments`, and the bots in it."""

    tournament: str
    table: str | None = Field(description="Where you play now.")
    bots: list[BotShown]
    styles: dict[Style, str] = Field(description="What each style does.")


def _answer(known: FloorTournament, services: Shared) -> dict[str, Any]:
    table = services.floor.bots.table_of(known, known.setting.owner or "")
    return {
        "tournament": known.setting.tournament,
        "table": table.state.setting.table if table else None,
        "bots": [to_data(bot) for bot in known.bots],
        "styles": EXPLAINED,
    }


@router.post("", response_model=PracticeTournamentAnswer, status_code=201)
async def start(
    sent: PracticeTournamentSent, request: Request, caller: AnyCaller, services: Shared
) -> Any:
    """Start a tournament of your own against bots: seats are drawn at once, and you are in it."""
    wanted = Wanted(
        sent.rulebook,
        sent.players,
        sent.rounds,
        sent.stages,
        pass_cards=sent.pass_cards,
        forms=sent.undisclosed_wagers,
        order_of_wagering=sent.order_of_wagering,
    )
    floor, origin = services.floor, address_of(request.scope)
    known = await floor.practice.start(caller, wanted, origin=origin, now=floor.now())
    if not isinstance(known, FloorTournament):
        raise error_for(known)
    return _answer(known, services)


@router.get("/{tournament}", response_model=PracticeTournamentAnswer)
async def show(known: Requested, services: Shared) -> Any:
    """Show the bots of a practice tournament and how they play; no bots: it is not one."""
    return _answer(known, services)


@router.post("/{tournament}/leave", response_model=AcceptedAnswer)
async def leave(known: Requested, caller: AnyCaller, services: Shared) -> Any:
    """Leave your practice tournament: you count as absent, and the bots play on to the prizes."""
    floor = services.floor
    return answer_of(await floor.practice.leave(known, caller, floor.now()))
