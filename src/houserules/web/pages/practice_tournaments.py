"""Pages of practice tournaments: start one against bots, and what would have won."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse

from houserules.floor.people.signed_in import Caller
from houserules.floor.tournaments.decisions import sessions_to_look_back_on
from houserules.floor.tournaments.practice_conditions import FEWEST, MOST, MOST_ROUNDS
from houserules.floor.tournaments.stream import FloorTournament
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.values import NotOffered
from houserules.tournament.bots.styles import EXPLAINED
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.pages.templates import page
from houserules.web.routes.tournament_chances import Own

router = APIRouter()


def practice_card() -> dict[str, Any]:
    """Return what the card "Practise against bots" shows (practice_tournament.html)."""
    rules = [rulebook(name) for name in RULEBOOKS]
    return {
        "games": [each for each in rules if not isinstance(each.tournament, NotOffered)],
        "fewest": FEWEST,
        "most": MOST,
        "most_rounds": MOST_ROUNDS,
        "styles": EXPLAINED,
    }


def may_look_back(known: FloorTournament, caller: Caller | None) -> bool:
    """Whether somebody can see what would have won: the owner, once a session of theirs is over."""
    owner = known.setting.owner
    is_own = owner is not None and caller is not None and caller.handle == owner
    return is_own and bool(sessions_to_look_back_on(known))


@router.get("/practice-tournaments", response_class=HTMLResponse)
async def practice(request: Request, caller: OptionalCaller, services: Shared) -> HTMLResponse:
    """Show the form that starts a practice tournament, and the caller's own ones."""
    own = [
        {
            "tournament": name,
            "name": known.state.name,
            "phase": known.state.phase,
            "looks_back": may_look_back(known, caller),
        }
        for name, known in services.floor.tournaments.all.items()
        if caller is not None and known.setting.owner == caller.handle
    ]
    return page(request, "practice_tournaments.html", caller, practice=practice_card(), own=own)


@router.get("/tournaments/{tournament}/what-would-have-won", response_class=HTMLResponse)
async def what_would_have_won(known: Own, request: Request, caller: OptionalCaller) -> HTMLResponse:
    """Show the player of a practice tournament what would have won in the last rounds."""
    bots = known.bots
    return page(
        request,
        "what_would_have_won.html",
        caller,
        tournament=known.setting.tournament,
        title=known.state.name,
        bots=bots,
        styles={style: EXPLAINED[style] for style in dict.fromkeys(bot.style for bot in bots)},
    )
