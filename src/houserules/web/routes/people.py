"""Coming in and going: sign-up, sign-in, second factor, guests, one's own person and API tokens."""

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field, StringConstraints

from houserules.floor.denied import Denied
from houserules.floor.encoding import to_data
from houserules.floor.people.events import Scope
from houserules.floor.people.signed import SignedIn
from houserules.web.asking import AnySigned, Session, Shared
from houserules.web.cookies import forget_session, is_secure, keep_session, session_in
from houserules.web.errors import error_of, why
from houserules.web.origins import address_of
from houserules.web.people_answers import (
    EnrolmentAnswer,
    MadeTokenAnswer,
    Me,
    SignedShown,
    signed_data,
)
from houserules.web.sending import Sent
from houserules.web.serving import Serving
from houserules.web.shapes import PrintedText

router = APIRouter(prefix="/api", tags=["people"])

Handle = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Password = Annotated[str, StringConstraints(min_length=1, max_length=256)]
Code = Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$")]


class SignUpSent(Sent):
    """A handle for the table, and a password."""

    handle: Handle
    password: Password


class SignInSent(SignUpSent):
    """Handle and password; staff add the code of their second factor, here or later."""

    code: Code | None = None


class CodeSent(Sent):
    """Six digits of the second factor."""

    code: Code


class PasswordSent(Sent):
    """The present password and the next one."""

    old: Password
    new: Password


class TokenSent(Sent):
    """What a program is called and may do."""

    label: PrintedText = Field(min_length=1, max_length=60)
    scopes: list[Scope] = Field(min_length=1, max_length=3)


def _begun(
    request: Request, response: Response, serving: Serving, outcome: SignedIn | Denied
) -> Any:
    """Let the browser keep a new session, and say whose it is."""
    if isinstance(outcome, Denied):
        raise error_of(outcome)
    keep_session(response, outcome.token, secure=is_secure(request, serving.settings))
    return signed_data(outcome.signed)


@router.post("/sign-up", response_model=SignedShown, status_code=201)
async def sign_up(sent: SignUpSent, request: Request, response: Response, serving: Shared) -> Any:
    """Make oneself known; a guest's session ends by it."""
    outcome = await serving.floor.people.sign_up(
        sent.handle,
        sent.password,
        origin=address_of(request.scope),
        guest_token=session_in(request, serving.settings),
    )
    return _begun(request, response, serving, outcome)


@router.post("/sign-in", response_model=SignedShown)
async def sign_in(sent: SignInSent, request: Request, response: Response, serving: Shared) -> Any:
    """Begin a session; `pending` says what is still owed."""
    outcome = await serving.floor.people.sign_in(
        sent.handle, sent.password, code=sent.code, origin=address_of(request.scope)
    )
    return _begun(request, response, serving, outcome)


@router.post("/guest", response_model=SignedShown, status_code=201)
async def guest(request: Request, response: Response, serving: Shared) -> Any:
    """Come in without a name, to practice tables."""
    outcome = await serving.floor.people.guest(origin=address_of(request.scope))
    return _begun(request, response, serving, outcome)


@router.post("/sign-out", status_code=204)
async def sign_out(
    request: Request, session: Session, serving: Shared, *, everywhere: bool = False
) -> Response:
    """End this session, or all of one's sessions; API tokens stay."""
    people = serving.floor.people
    signed = await people.who(session)
    if everywhere:
        why(await people.sign_out_everywhere(session))
    else:
        await people.sign_out(session)
    if signed is not None:
        await request.app.state.hub.ask_again_of(signed.handle)
    response = Response(status_code=204)
    forget_session(response, secure=is_secure(request, serving.settings))
    return response


@router.post("/second-factor", response_model=EnrolmentAnswer, status_code=201)
async def enrol(session: Session, serving: Shared) -> Any:
    """Draw a second factor; its first code puts it into force."""
    outcome = await serving.floor.people.enrol_second_factor(session)
    if isinstance(outcome, Denied):
        raise error_of(outcome)
    return to_data(outcome)


@router.post("/second-factor/code", response_model=SignedShown)
async def give_code(
    sent: CodeSent, request: Request, response: Response, session: Session, serving: Shared
) -> Any:
    """Give the code that is owed, or the first one of a new second factor."""
    outcome = await serving.floor.people.confirm_second_factor(session, sent.code)
    return _begun(request, response, serving, outcome)


@router.post("/password", response_model=SignedShown)
async def change_password(
    sent: PasswordSent, request: Request, response: Response, session: Session, serving: Shared
) -> Any:
    """Change one's password; all other sessions end."""
    outcome = await serving.floor.people.change_password(session, sent.old, sent.new)
    return _begun(request, response, serving, outcome)


@router.get("/me", response_model=Me)
async def me(signed: AnySigned, serving: Shared) -> Any:
    """Say who one is, what one may do now, and which API tokens and Player Cards one has."""
    profile = await serving.floor.people.person(signed.handle)
    assert profile is not None
    return {
        "signed": signed_data(signed),
        "office": profile.role,
        "tokens": to_data(profile.tokens),
        "cards": to_data(profile.cards),
    }


@router.post("/me/tokens", response_model=MadeTokenAnswer, status_code=201)
async def make_token(sent: TokenSent, signed: AnySigned, serving: Shared) -> Any:
    """Make an API token for a program of one's own."""
    outcome = await serving.floor.people.make_token(signed, sent.label, sent.scopes)
    if isinstance(outcome, Denied):
        raise error_of(outcome)
    return to_data(outcome)


@router.delete("/me/tokens/{id}", status_code=204)
async def revoke_token(id: str, signed: AnySigned, serving: Shared) -> Response:  # noqa: A002
    """End an API token of one's own."""
    outcome = await serving.floor.people.revoke_token(signed, id[:100])
    if isinstance(outcome, Denied):
        raise error_of(outcome)
    return Response(status_code=204)
