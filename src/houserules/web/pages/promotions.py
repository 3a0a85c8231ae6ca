"""The pages of promotions for players: the list, and one promotion with its terms, draws and their own part."""

from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse

from houserules.promotion.draws import is_scrutineer
from houserules.promotion.statement import printed_terms
from houserules.promotion.view import STAFF
from houserules.rulebook.loader import rulebook
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.version import __version__
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.pages.promotion_desk import PHASES as DESK_PHASES
from houserules.web.pages.promotion_desk import may_draft_promotion
from houserules.web.pages.templates import page
from houserules.web.routes.promotions import Requested, listed_promotions, promotion_answer
from houserules.web.terms_copy import terms_copy

router = APIRouter()

PHASES: Final = DESK_PHASES | {"draft": "Announced"}
"""What players call each phase: they see a draft once its terms are published."""
_GROUPS: Final = (
    ("Running", ("open", "closed")),
    ("Starting soon", ("draft",)),
    ("Past", ("finished", "cancelled")),
)


@router.get("/promotions", response_class=HTMLResponse)
async def promotions(request: Request, caller: OptionalCaller, services: Shared) -> HTMLResponse:
    """List the promotions, running and past."""
    listed = listed_promotions(services, caller)
    for row in listed:
        row["rules"] = rulebook(row["rulebook"])
    groups = [
        (title, [row for row in listed if row["phase"] in phases]) for title, phases in _GROUPS
    ]
    return page(
        request,
        "promotions.html",
        caller,
        groups=[(title, rows) for title, rows in groups if rows],
        phases=PHASES,
        may_draft=may_draft_promotion(caller),
    )


@router.get("/promotions/{promotion}", response_class=HTMLResponse)
async def promotion(
    known: Requested, request: Request, caller: OptionalCaller, services: Shared
) -> HTMLResponse:
    """Show a promotion to anyone who may see it; it updates by itself."""
    about, rules = promotion_answer(known, caller, services), known.rules
    is_staff = caller is not None and caller.role in STAFF
    return page(
        request,
        "promotion.html",
        caller,
        about=about,
        rules=rules,
        terms=printed_terms(rules, known.state),
        copy=terms_copy(known, version=__version__),
        phases=PHASES,
        has_desk=is_staff or (caller is not None and is_scrutineer(known.state, caller.handle)),
        is_staff=is_staff,
        early={
            **about,
            "view": {**about["view"], "staff": None},  # their desk and the inspection show it
            "me": caller.handle if caller else None,
            "plays": caller is not None and caller.role == "player",
            "phases": PHASES,
            "law": _law(rules),
        },
    )


def _law(rules: Rulebook) -> dict[str, Any]:
    """Return the clauses that the page cites, and above which value a draw has a scrutineer."""
    part = require_offered(rules.promotions)
    return {
        "refusal": part.refusal_explained,
        "complaint": part.complaint_advised,
        "draw": part.scrutineer_above.clause,
        "told": part.winner_told_within.clause,
        "scrutineer_above": part.scrutineer_above.value,
    }
