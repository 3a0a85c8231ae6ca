"""Coming in: sign-up, sign-in with what a session still owes, and one's own account."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from houserules.floor.money import wallet_of
from houserules.web.asking import Maybe, Shared
from houserules.web.pages.rendering import page

router = APIRouter()

Next = Annotated[str, Query(max_length=200)]


def inside(address: str) -> str:
    """Give an address of this house; what leads elsewhere leads to the floor."""
    is_path = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_path and address.isprintable() else "/"


@router.get("/sign-in", response_class=HTMLResponse)
async def sign_in(request: Request, signed: Maybe, next: Next = "/") -> Response:  # noqa: A002
    """Ask for handle and password, or for what the session still owes."""
    if signed is not None and signed.pending is None and not signed.is_guest:
        return RedirectResponse(inside(next), 303)
    pending = signed.pending if signed else None
    return page(request, "sign_in.html", signed, next=inside(next), pending=pending)


@router.get("/sign-up", response_class=HTMLResponse)
async def sign_up(request: Request, signed: Maybe, next: Next = "/") -> Response:  # noqa: A002
    """Ask for a handle and a password."""
    if signed is not None and not signed.is_guest:
        return RedirectResponse(inside(next), 303)
    return page(request, "sign_up.html", signed, next=inside(next))


@router.get("/account", response_class=HTMLResponse)
async def account(request: Request, signed: Maybe, serving: Shared) -> Response:
    """Show one's own person: money, Player Cards, API tokens, password, second factor."""
    if signed is None or signed.pending is not None:
        return RedirectResponse("/sign-in?next=/account", 303)
    profile = await serving.floor.people.person(signed.handle)
    assert profile is not None
    balance = await serving.floor.wallets.balance(wallet_of(signed.handle))
    return page(request, "account.html", signed, profile=profile, balance=balance)
