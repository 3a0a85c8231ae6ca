"""One table: the felt, with what a browser has to know of it before anything happens."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse

from houserules.floor.encoding import Data, to_data
from houserules.floor.lobby import listed, sign_of
from houserules.floor.people.signed import Signed
from houserules.floor.showing import ONLOOKER
from houserules.floor.standing import Standing
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.stack import deck_size, decks_of
from houserules.web.asking import Maybe, Shared
from houserules.web.live.shown import Shown
from houserules.web.pages.orders import orders_for, troubles_for
from houserules.web.pages.rendering import page
from houserules.web.routes.tables import Asked

router = APIRouter()


@router.get("/tables/{table}", response_class=HTMLResponse)
async def table(running: Asked, request: Request, signed: Maybe, serving: Shared) -> HTMLResponse:
    """Show a table to whoever comes; who is not signed in sees it as it is now."""
    standing = running.standing
    reader = signed if signed is not None and signed.why_not("read") is None else None
    person = reader.person if reader else ONLOOKER
    early = Shown(standing, before=standing.position).snapshot_for(person, now=serving.floor.now())
    about = listed(standing)
    return page(
        request, "table.html", signed, about=about, info=info_of(standing, reader), early=early
    )


def info_of(standing: Standing, signed: Signed | None) -> Data:
    """Give what does not change from round to round."""
    rules, about = standing.setting.rules, to_data(listed(standing))
    plays = signed is not None and signed.why_not("play") is None and signed.role == "player"
    allowed = plays and not (about["kind"] == "live" and signed and signed.practice_only)
    return {
        **about,
        "me": signed.handle if signed else None,
        "plays": bool(allowed),
        "sign": to_data(sign_of(standing)),
        "naturals": _naturals(rules),
        "cut_aside": deck_size(rules) * rules.cut.cut_depth_decks.value,
        "staff": _staff(standing, signed),
    }


def _staff(standing: Standing, signed: Signed | None) -> Data | None:
    """Give what somebody with an office may order here; None: who has none."""
    if signed is None or not signed.is_staff or signed.role == "player":
        return None
    name, role = standing.setting.rulebook, signed.role
    deck = decks_of(standing.setting.rules)
    return {
        "role": role,
        "orders": orders_for(name, role),
        "troubles": troubles_for(name, role),
        "deck": sorted({str(card) for card in deck}),
        "real": standing.setting.dealt_by == "dealer with real shoe",
    }


def _naturals(rules: Rulebook) -> dict[str, Any]:
    """Say what an ace with a ten-value card is called in this game."""
    has_blackjack = not isinstance(rules.blackjack, NotOffered)
    return {
        "natural": "blackjack" if has_blackjack else "pontoon",
        "pinkjack": has_blackjack,
        "after_split": rules.splitting.naturals_after_split.value,
    }
