"""The pages of tournaments for players and spectators: the list, one tournament, its conditions as a PDF."""

import asyncio
import json
from datetime import tzinfo
from functools import lru_cache
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from houserules.core.people import Moment
from houserules.floor.local_time import day_at, local_text
from houserules.floor.people.signed_in import Caller
from houserules.rulebook.loader import rulebook
from houserules.sheets.conditions import ConditionsSheet, conditions_pdf
from houserules.sheets.files import SheetError
from houserules.tournament.conditions.reader import read_conditions
from houserules.tournament.conditions.statement import printed_items, state_conditions
from houserules.tournament.play.seat_draw import draw_record
from houserules.tournament.view import STAFF
from houserules.version import __version__
from houserules.web.app_state import Services
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.errors import ApiError
from houserules.web.pages.practice_tournaments import may_look_back, practice_card
from houserules.web.pages.templates import page
from houserules.web.pages.tournament_desk import may_draft
from houserules.web.routes.tournaments import Requested, listed_tournaments, tournament_answer

router = APIRouter()

PDF: Final = "application/pdf"
PHASES: Final = {
    "draft": "Draft",
    "entries": "Open to entry",
    "play": "Being played",
    "placed": "Final over",
    "finished": "Finished",
    "cancelled": "Cancelled",
}
"""What a page calls each phase."""
ENTRIES: Final = {
    "applied": "You have applied",
    "accepted": "You are in",
    "refused": "Your application was refused",
    "withdrawn": "You have withdrawn",
    "lapsed": "Your entry lapsed",
    "eliminated": "You are out",
    "disqualified": "You are disqualified",
}
"""What a page calls a player's own entry."""
_GROUPS: Final = (
    ("Open to entry", ("entries",)),
    ("Being played", ("play", "placed")),
    ("Drafts", ("draft",)),
    ("Over", ("finished", "cancelled")),
)


def tournament_groups(
    services: Services, caller: Caller | None
) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the tournaments that the caller may see, by what can be done with them."""
    listed = listed_tournaments(services, caller, with_private=False)
    for row in listed:
        row["game"] = rulebook(row["rulebook"]).title
        row["edition"] = rulebook(row["rulebook"]).edition
    groups = [
        (title, [row for row in listed if row["phase"] in phases]) for title, phases in _GROUPS
    ]
    return [(title, rows) for title, rows in groups if rows]


@router.get("/tournaments", response_class=HTMLResponse)
async def tournaments(request: Request, caller: OptionalCaller, services: Shared) -> HTMLResponse:
    """List the tournaments."""
    groups = tournament_groups(services, caller)
    return page(
        request,
        "tournaments.html",
        caller,
        groups=groups,
        phases=PHASES,
        entries=ENTRIES,
        may_draft=may_draft(caller),
        practice=None if caller is not None and caller.is_staff else practice_card(),
    )


@router.get("/tournaments/{tournament}", response_class=HTMLResponse)
async def tournament(
    known: Requested, request: Request, caller: OptionalCaller, services: Shared
) -> HTMLResponse:
    """Show a tournament to anyone who may see it; it updates by itself."""
    data = tournament_answer(known, caller, services)
    return page(
        request,
        "tournament.html",
        caller,
        about=data,
        rules=known.rules,
        items=state_conditions(read_conditions(data["view"]["conditions"])),
        phases=PHASES,
        has_desk=caller is not None and caller.role in STAFF,
        looks_back=may_look_back(known, caller),
        early={
            **data,
            "me": caller.handle if caller else None,
            "plays": caller is not None and caller.role == "player",
        },
    )


@router.get("/tournaments/{tournament}/conditions.pdf")
async def conditions(known: Requested, services: Shared) -> Response:
    """Return the conditions as a PDF: the copy that each player receives."""
    state, zone = known.state, services.floor.zone
    facts = (
        ("First session", _when(state.starts, zone)),
        ("Withdraw without penalty until", _when(state.withdraw_until, zone)),
    )
    notices = tuple((_when(each.at, zone), each.what, each.how) for each in state.notices)
    status = f"Published, version {state.version}" if state.version else "Draft, not published"
    try:
        content = await asyncio.to_thread(_pdf, state.document, status, facts, notices)
    except SheetError as error:
        raise ApiError(503, "sheets.missing", f"The PDF cannot be made: {error}.") from None
    return _file(content, PDF, f"{known.setting.tournament}-conditions-{state.version}.pdf")


def _when(moment: Moment | None, zone: tzinfo) -> str:
    """Write a moment with its year: 8:40 pm AEDT, Wed 18 Nov 2026."""
    if moment is None:
        return "not fixed yet"
    return f"{local_text(moment, zone)} {day_at(moment, zone).year}"


@lru_cache(maxsize=64)
def _pdf(
    document: str,
    status: str,
    facts: tuple[tuple[str, str], ...],
    notices: tuple[tuple[str, str, str], ...],
) -> bytes:
    """Return the PDF of a conditions document; many players ask for the same one."""
    stated = read_conditions(json.loads(document))
    return conditions_pdf(
        ConditionsSheet(
            name=stated.name,
            game=f"{stated.rules.title}, {stated.rules.edition}",
            rulebook=stated.rules.id,
            version=__version__,
            state=status,
            facts=facts,
            items=printed_items(stated),
            notices=notices,
        )
    )


def _file(content: bytes, kind: str, name: str) -> Response:
    headers = {
        "Content-Disposition": f'inline; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(content, media_type=kind, headers=headers)


@router.get("/tournaments/{tournament}/draws/{stage}.json")
async def draw(
    known: Requested, stage: Annotated[int, Path(ge=1, le=100, description="From 1.")]
) -> Response:
    """Return the record of a stage's seat draw, as `houserules verify draw` reads it."""
    state = known.state
    found = next((each for each in state.stages if each.number == stage - 1), None)
    if found is None or found.draw is None:
        raise ApiError(404, "tournament.unknown", "The seats of this stage have not been drawn.")
    record = draw_record(state.name, found.name, found.draw)
    text = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    name = f"{known.setting.tournament}-draw-{stage}.json"
    return _file(text.encode(), "application/json", name)
