"""Sign-up, sign-in and the caller's account."""

from typing import Annotated, Final

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from houserules.core.codec import Data, to_data
from houserules.core.people import Person
from houserules.floor.app import Floor
from houserules.floor.money.accounts import wallet_of
from houserules.floor.people.events import Scope
from houserules.floor.people.lockout import FailedSignIns
from houserules.floor.people.signed_in import Caller, token_scopes
from houserules.floor.tables.decision import SECOND
from houserules.table.views import disputes_for
from houserules.web.auth import OptionalCaller, Shared
from houserules.web.errors import error_for_status
from houserules.web.pages.templates import page, to_sign_in

router = APIRouter()

SCOPES: Final[dict[Scope, str]] = {
    "read": "look at tables, rounds and your own account",
    "play": "play at practice tables",
    "staff": "everything your role may do, except money",
    "tables": "commands at tables, new tables",
    "people": "people, roles and Player Cards",
    "registers": "registers, records and exports",
    "money": "chips for cash, approvals, fills and credits",
}
"""What each scope of an API token allows."""

Next = Annotated[str, Query(max_length=200)]
_CHANGES: Final = {
    "person.locked-out": "Sign-in paused after too many failed attempts",
    "person.signed-out": "Signed out everywhere",
    "password.changed": "Password changed",
    "second-factor.enabled": "Second factor turned on",
    "second-factor.reset": "Second factor reset",
    "token.made": "API token “{label}” made",
    "token.revoked": "API token “{label}” revoked",
}


def inside(address: str) -> str:
    """Return an address on this site; any other becomes the floor."""
    is_path = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_path and address.isprintable() else "/"


@router.get("/sign-in", response_class=HTMLResponse)
async def sign_in(
    request: Request,
    caller: OptionalCaller,
    services: Shared,
    next: Next = "/",  # noqa: A002
) -> Response:
    """Ask for name and password, or for the next step of signing in; report failed sign-ins."""
    pending, following = caller.pending if caller else None, inside(next)
    failed: tuple[FailedSignIns, ...] = ()
    if caller is not None and pending is None and not caller.is_guest:
        failed = await services.floor.people.failed_sign_ins(caller.handle)
        if not failed:
            return RedirectResponse(following, 303)
    return page(request, "sign_in.html", caller, next=following, pending=pending, failed=failed)


@router.get("/sign-up", response_class=HTMLResponse)
async def sign_up(request: Request, caller: OptionalCaller, next: Next = "/") -> Response:  # noqa: A002
    """Ask for a handle and a password."""
    if caller is not None and not caller.is_guest:
        return RedirectResponse(inside(next), 303)
    return page(request, "sign_up.html", caller, next=inside(next))


@router.get("/account", response_class=HTMLResponse)
async def account(request: Request, caller: OptionalCaller, services: Shared) -> Response:
    """Show the caller's account: money, disputes, Player Cards, API tokens, password, second factor."""
    if caller is None or caller.pending is not None:
        return to_sign_in(request)
    people = services.floor.people
    profile = await people.person(caller.handle)
    assert profile is not None
    balance = await services.floor.wallets.balance(wallet_of(caller.handle))
    scopes = [(each, SCOPES[each]) for each in SCOPES if each in token_scopes(profile)]
    now = services.floor.now() // SECOND
    failed = await people.failed_sign_ins(caller.handle)
    changes = [
        {"words": _CHANGES[each.name].format(label=each.label), "by": each.by, "at": each.at}
        for each in await people.account_changes(caller.handle)
    ]
    return page(
        request,
        "account.html",
        caller,
        profile=profile,
        balance=balance,
        disputes=await _disputes(services.floor, caller),
        token_scopes=scopes,
        now=now,
        failed=failed,
        changes=changes,
    )


@router.get("/limits", response_class=HTMLResponse)
async def limits(request: Request, caller: OptionalCaller, services: Shared) -> Response:
    """Show the caller's limits, time and record of carded play."""
    if caller is None or caller.pending is not None:
        return to_sign_in(request)
    if not services.floor.carded.is_on:
        raise error_for_status(404)
    return page(request, "limits.html", caller)


async def _disputes(floor: Floor, caller: Caller) -> list[Data]:
    """Return a player's disputes at all tables, with what was decided, the newest first."""
    person = Person(caller.handle, "player")
    tables = list(floor.tables.values())
    registers = [await each.matters.disputes_of(caller.handle) for each in tables]
    found = [
        {
            "table": each.state.setting.table,
            "title": each.state.setting.title,
            **to_data(dispute),
        }
        for each, register in zip(tables, registers, strict=True)
        for dispute in disputes_for(each.state.setting.rules, register.disputes.values(), person)
    ]
    return found[::-1]
