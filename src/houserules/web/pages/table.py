"""The page of a table, and the floor that leads to it."""

from functools import cache
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse

from houserules.core.codec import Data, to_data
from houserules.core.people import Moment
from houserules.floor.app import Floor
from houserules.floor.carded.played import is_carded
from houserules.floor.house_facts import dealt_by
from houserules.floor.money.accounts import wallet_of
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.house_commands import needs_card
from houserules.floor.tables.table import FloorTable
from houserules.floor.tables.view import ONLOOKER, sign_of, table_listing
from houserules.rulebook.conduct import conduct
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.primer import pitch, primer
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.stack import deck_size, decks_of
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.live.table_json import Shown
from houserules.web.pages.promotions import PHASES as PROMOTION_PHASES
from houserules.web.pages.session_orders import session_facts
from houserules.web.pages.staff_desk import orders_for, troubles_for
from houserules.web.pages.templates import page
from houserules.web.pages.tournaments import PHASES
from houserules.web.routes.promotions import listed_promotions
from houserules.web.routes.tables import RequestedTable
from houserules.web.routes.tournaments import listed_tournaments

router = APIRouter()


@router.get("/tables/{table}", response_class=HTMLResponse)
async def table(
    running: RequestedTable, request: Request, caller: OptionalCaller, services: Shared
) -> HTMLResponse:
    """Show a table to anyone; without signing in it does not update."""
    state = running.state
    reader = caller if caller is not None and caller.why_not("read") is None else None
    person = reader.person if reader else ONLOOKER
    early = Shown(state, before=state.position).snapshot_for(person, now=services.floor.now())
    about, info = table_listing(state), info_of(state, reader, services.floor)
    return page(
        request,
        "table.html",
        caller,
        about=about,
        info={**info, **await _means(state, reader if info["plays"] else None, services.floor)},
        early=early,
        primer=primer(state.setting.rules),
    )


def info_of(state: FloorTable, caller: Caller | None, floor: Floor) -> Data:
    """Return what does not change from round to round."""
    rules, about = state.setting.rules, to_data(table_listing(state))
    plays = caller is not None and caller.why_not("play") is None and caller.role == "player"
    allowed = plays and not (about["kind"] == "live" and caller and caller.practice_only)
    return {
        **about,
        "me": caller.handle if caller else None,
        "plays": bool(allowed),
        "sign": to_data(sign_of(state, floor.zone)),
        "zone": str(floor.zone),
        "document": floor.documents.of(rules.id) is not None,
        "disputes": not isinstance(rules.disputes, NotOffered),
        "conduct": _conduct(rules),
        "carded": bool(allowed) and floor.carded.is_on and is_carded(state.setting),
        "naturals": _naturals(rules),
        "cut_aside": deck_size(rules) * rules.cut.cut_depth_decks.value,
        "staff": _staff(state, caller, floor),
        "tournament": session_facts(rules),
    }


async def _means(state: FloorTable, caller: Caller | None, floor: Floor) -> Data:
    """Return what a player needs to sit down: money, and a Player Card where required."""
    if caller is None:
        return {"wallet": None, "needs_card": False}
    balance = await floor.wallets.balance(wallet_of(caller.handle))
    return {
        "wallet": balance.of(state.setting.money),
        "needs_card": needs_card(state.setting)
        and await floor.people.valid_player_card(caller.handle, Moment(floor.now() // SECOND))
        is None,
    }


def _conduct(rules: Rulebook) -> Data:
    """Return the rules of conduct that software cannot see, by the moment they matter."""
    return {
        each.id: [{"clause": entry.number, "says": entry.says} for entry in each.told]
        for each in conduct(rules)
    }


def _staff(state: FloorTable, caller: Caller | None, floor: Floor) -> Data | None:
    """Return the orders the caller may give here; None: not staff."""
    if caller is None or not caller.is_staff or caller.role == "player":
        return None
    name, role = state.setting.rulebook, caller.role
    deck = decks_of(state.setting.rules)
    return {
        "role": role,
        "orders": orders_for(name, role),
        "troubles": troubles_for(name, role),
        "deck": sorted({str(card) for card in deck}),
        "real": state.setting.dealt_by == "dealer with real shoe",
        "deals_at": _deals_at(state, caller, floor),
    }


def _deals_at(state: FloorTable, caller: Caller, floor: Floor) -> Data | None:
    """Return the other live table where this person deals."""
    others = [each.state for each in floor.shared.values() if each.state is not state]
    other = dealt_by(state.setting, others, caller.person.name)
    if other is None:
        return None
    setting, round_ = other.setting, other.table.phase not in ("betting", "over")
    return {"table": setting.table, "title": setting.title, "round": round_}


def _naturals(rules: Rulebook) -> dict[str, Any]:
    """Return what an ace with a ten-value card is called in this game."""
    has_blackjack = not isinstance(rules.blackjack, NotOffered)
    return {
        "natural": "blackjack" if has_blackjack else "pontoon",
        "pinkjack": has_blackjack,
        "after_split": rules.splitting.naturals_after_split.value,
    }


# The floor: every game with a private practice table, tournaments, then the shared tables.


_EVENTS = 4
"""Tournaments that the floor shows, and promotions; their own pages have all."""


@router.get("/", response_class=HTMLResponse)
async def floor(request: Request, caller: OptionalCaller, services: Shared) -> HTMLResponse:
    """Show the games, and all shared tables, practice first."""
    tables = [table_listing(each.state) for _, each in sorted(services.floor.shared.items())]
    tables.sort(key=lambda each: (not each.is_open, each.kind == "live"))
    now_or_soon = [
        row
        for row in listed_tournaments(services, caller, with_private=False)
        if row["phase"] in ("entries", "play", "placed")
    ]
    return page(
        request,
        "floor.html",
        caller,
        games=_games(),
        tables=tables,
        tournaments=now_or_soon[:_EVENTS],
        phases=PHASES,
        promotions=[
            row
            for row in listed_promotions(services, caller)
            if row["phase"] in ("draft", "open", "closed")
        ][:_EVENTS],
        promotion_phases=PROMOTION_PHASES,
    )


@cache
def _games() -> list[dict[str, str]]:
    """Return every game with its pitch."""
    found = [rulebook(name) for name in RULEBOOKS]
    return [
        {"id": each.id, "title": each.title, "edition": each.edition, "pitch": pitch(each)}
        for each in found
    ]
