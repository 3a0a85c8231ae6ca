"""Coming in and going: sign-up, sign-in, second factor, guests, one's own person and API tokens."""

from typing import Annotated, Any, get_args

from fastapi import APIRouter, Request, Response
from pydantic import Field, StringConstraints

from houserules.core.codec import to_data
from houserules.floor.denial import Denied
from houserules.floor.people.api_tokens import DAYS, DAYS_MOST
from houserules.floor.people.events import Scope
from houserules.floor.people.signed_in import SignedIn
from houserules.web.app_state import Serving
from houserules.web.auth import (
    AnySigned,
    Session,
    Shared,
    devices_in,
    forget_session,
    is_secure,
    keep_device,
    keep_session,
    prove_again,
    session_in,
)
from houserules.web.errors import error_of, why
from houserules.web.guard import address_of
from houserules.web.models import (
    Code,
    EnrolmentAnswer,
    MadeTokenAnswer,
    Me,
    Password,
    ProofSent,
    Sent,
    SignedInShown,
    SignedShown,
    TokenUsesAnswer,
    signed_data,
)
from houserules.web.schemas import PrintedText

router = APIRouter(prefix="/api", tags=["people"])

Handle = Annotated[str, StringConstraints(min_length=1, max_length=60)]


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


class TokenSent(ProofSent):
    """What a program is called and may do."""

    label: PrintedText = Field(min_length=1, max_length=60)
    scopes: list[Scope] = Field(min_length=1, max_length=len(get_args(Scope)))
    days: int = Field(DAYS, ge=1, le=DAYS_MOST, description="How long it is valid.")
    code: Code | None = Field(None, description="Of the second factor; for the scope `money`.")


def _begun(
    request: Request, response: Response, serving: Serving, outcome: SignedIn | Denied
) -> Any:
    """Let the browser keep a new session, and say whose it is."""
    if isinstance(outcome, Denied):
        raise error_of(outcome)
    secure = is_secure(request, serving.settings)
    keep_session(response, outcome.token, secure=secure)
    if outcome.device:
        tokens = (outcome.device, *devices_in(request, serving.settings))
        keep_device(response, tokens, secure=secure)
    return signed_data(outcome.caller)


async def _told(serving: Serving, answer: Any) -> Any:
    """Tell whoever has just come in what strangers have tried meanwhile."""
    owed = answer["pending"] == "code"
    failed = () if owed else await serving.floor.people.failed_sign_ins(answer["handle"])
    return {**answer, "failed_sign_ins": to_data(failed)}


@router.post("/sign-up", response_model=SignedShown, status_code=201)
async def sign_up(sent: SignUpSent, request: Request, response: Response, serving: Shared) -> Any:
    """Sign up; a guest keeps seat, rounds and practice chips, and the guest's session ends."""
    floor, token = serving.floor, session_in(request, serving.settings)
    guest = await floor.people.who(token) if token else None
    outcome = await floor.people.sign_up(
        sent.handle, sent.password, origin=address_of(request.scope), guest_token=token
    )
    if isinstance(outcome, SignedIn) and guest is not None and guest.is_guest:
        await request.app.state.hub.hand_over(guest.session, outcome)
        await floor.move_in(outcome.caller.handle)
    return _begun(request, response, serving, outcome)


@router.post("/sign-in", response_model=SignedInShown)
async def sign_in(sent: SignInSent, request: Request, response: Response, serving: Shared) -> Any:
    """Begin a session; `pending` says what is still owed."""
    outcome = await serving.floor.people.sign_in(
        sent.handle,
        sent.password,
        code=sent.code,
        origin=address_of(request.scope),
        devices=devices_in(request, serving.settings),
    )
    return await _told(serving, _begun(request, response, serving, outcome))


@router.post("/guest", response_model=SignedShown, status_code=201)
async def guest(request: Request, response: Response, serving: Shared) -> Any:
    """Come in without a name, to practice tables."""
    outcome = await serving.floor.people.guest(origin=address_of(request.scope))
    return _begun(request, response, serving, outcome)


@router.post("/sign-out", status_code=204)
async def sign_out(
    request: Request,
    session: Session,
    serving: Shared,
    sent: ProofSent | None = None,
    *,
    everywhere: bool = False,
) -> Response:
    """End this session, or all of one's sessions, which takes a proof; API tokens stay."""
    people = serving.floor.people
    signed = await people.who(session)
    if everywhere:
        if signed is not None:
            await prove_again(serving, request, signed, sent)
        why(await people.sign_out_everywhere(session))
    else:
        await people.sign_out(session)
    if signed is not None:
        await request.app.state.hub.ask_again_of(signed.handle)
    response = Response(status_code=204)
    forget_session(response, secure=is_secure(request, serving.settings))
    return response


@router.post("/second-factor", response_model=EnrolmentAnswer, status_code=201)
async def enrol(
    request: Request,
    signed: AnySigned,
    session: Session,
    serving: Shared,
    sent: ProofSent | None = None,
) -> Any:
    """Draw a second factor, which takes a proof; its first code puts it into force."""
    await prove_again(serving, request, signed, sent)
    outcome = await serving.floor.people.enrol_second_factor(session)
    if isinstance(outcome, Denied):
        raise error_of(outcome)
    return to_data(outcome)


@router.post("/second-factor/code", response_model=SignedInShown)
async def give_code(
    sent: CodeSent, request: Request, response: Response, session: Session, serving: Shared
) -> Any:
    """Return the code that is owed, or the first one of a new second factor."""
    outcome = await serving.floor.people.confirm_second_factor(
        session,
        sent.code,
        origin=address_of(request.scope),
        devices=devices_in(request, serving.settings),
    )
    return await _told(serving, _begun(request, response, serving, outcome))


@router.post("/password", response_model=SignedShown)
async def change_password(
    sent: PasswordSent, request: Request, response: Response, session: Session, serving: Shared
) -> Any:
    """Change one's password; all other sessions end."""
    outcome = await serving.floor.people.change_password(session, sent.old, sent.new)
    return _begun(request, response, serving, outcome)


@router.get("/me", response_model=Me)
async def me(signed: AnySigned, serving: Shared) -> Any:
    """Say who one is, what one may do now, and what happened to one's account."""
    people = serving.floor.people
    profile = await people.person(signed.handle)
    assert profile is not None
    told = not signed.is_bot and signed.pending != "code"
    failed = await people.failed_sign_ins(signed.handle) if told else ()
    changes = await people.account_changes(signed.handle) if told else ()
    return {
        "signed": signed_data(signed),
        "office": profile.role,
        "tokens": to_data(profile.tokens),
        "cards": to_data(profile.cards),
        "failed_sign_ins": to_data(failed),
        "changes": to_data(changes),
    }


@router.post("/me/failed-sign-ins/dismiss", status_code=204)
async def dismiss_failed_sign_ins(signed: AnySigned, session: Session, serving: Shared) -> Response:
    """Forget the failed sign-ins that one was told of."""
    if signed.pending == "code":
        why(signed.why_not("read"))
    await serving.floor.people.dismiss_failed_sign_ins(signed.handle)
    return Response(status_code=204)


@router.post("/me/tokens", response_model=MadeTokenAnswer, status_code=201)
async def make_token(sent: TokenSent, request: Request, signed: AnySigned, serving: Shared) -> Any:
    """Make an API token for a program of one's own, which takes a proof."""
    if "money" not in sent.scopes:  # for money, making it takes the code itself
        await prove_again(serving, request, signed, sent)
    outcome = await serving.floor.people.make_token(
        signed, sent.label, sent.scopes, days=sent.days, code=sent.code
    )
    if isinstance(outcome, Denied):
        raise error_of(outcome)
    return to_data(outcome)


@router.get("/me/tokens/{id}/uses", response_model=TokenUsesAnswer)
async def token_uses(id: str, signed: AnySigned, serving: Shared) -> Any:  # noqa: A002
    """List the last uses of one's own API token, the newest first: when, from where, for what."""
    why(signed.why_not("read"))
    outcome = await serving.floor.people.token_uses.of(signed, id[:100])
    if isinstance(outcome, Denied):
        raise error_of(outcome)
    return {"uses": to_data(outcome)}


@router.delete("/me/tokens/{id}", status_code=204)
async def revoke_token(
    id: str,  # noqa: A002
    request: Request,
    signed: AnySigned,
    serving: Shared,
    sent: ProofSent | None = None,
) -> Response:
    """End an API token of one's own, which takes a proof."""
    await prove_again(serving, request, signed, sent)
    outcome = await serving.floor.people.revoke_token(signed, id[:100])
    if isinstance(outcome, Denied):
        raise error_of(outcome)
    return Response(status_code=204)
