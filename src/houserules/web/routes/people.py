"""Sign-up, sign-in, second factor, guests, the caller's account and API tokens."""

from typing import Annotated, Any, get_args

from fastapi import APIRouter, Request, Response
from pydantic import Field, StringConstraints

from houserules.core.codec import to_data
from houserules.floor.denial import Denied
from houserules.floor.people.api_tokens import DAYS, DAYS_MOST
from houserules.floor.people.events import Scope
from houserules.floor.people.signed_in import SignedIn
from houserules.web.app_state import Services
from houserules.web.auth import (
    AnyCaller,
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
from houserules.web.errors import check, error_for
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
    """The current password and the new one."""

    old: Password
    new: Password


class TokenSent(ProofSent):
    """The name and the scopes of a new API token."""

    label: PrintedText = Field(min_length=1, max_length=60)
    scopes: list[Scope] = Field(min_length=1, max_length=len(get_args(Scope)))
    days: int = Field(DAYS, ge=1, le=DAYS_MOST, description="How long it is valid.")
    code: Code | None = Field(None, description="Of the second factor; for the scope `money`.")


def _start_session(
    request: Request, response: Response, services: Services, outcome: SignedIn | Denied
) -> Any:
    """Store a new session in the browser, and return its caller."""
    if isinstance(outcome, Denied):
        raise error_for(outcome)
    secure = is_secure(request, services.settings)
    keep_session(response, outcome.token, secure=secure)
    if outcome.device:
        tokens = (outcome.device, *devices_in(request, services.settings))
        keep_device(response, tokens, secure=secure)
    return signed_data(outcome.caller)


async def _with_failed_sign_ins(services: Services, answer: Any) -> Any:
    """Add the failed sign-ins that a person should know of."""
    owed = answer["pending"] == "code"
    failed = () if owed else await services.floor.people.failed_sign_ins(answer["handle"])
    return {**answer, "failed_sign_ins": to_data(failed)}


@router.post("/sign-up", response_model=SignedShown, status_code=201)
async def sign_up(sent: SignUpSent, request: Request, response: Response, services: Shared) -> Any:
    """Sign up; a guest keeps their seat, rounds and practice chips."""
    floor, token = services.floor, session_in(request, services.settings)
    guest = await floor.people.who(token) if token else None
    outcome = await floor.people.sign_up(
        sent.handle, sent.password, origin=address_of(request.scope), guest_token=token
    )
    if isinstance(outcome, SignedIn) and guest is not None and guest.is_guest:
        await request.app.state.hub.hand_over(guest.session, outcome)
        await floor.move_in(outcome.caller.handle)
    return _start_session(request, response, services, outcome)


@router.post("/sign-in", response_model=SignedInShown)
async def sign_in(sent: SignInSent, request: Request, response: Response, services: Shared) -> Any:
    """Sign in; `pending` says which step is still missing."""
    outcome = await services.floor.people.sign_in(
        sent.handle,
        sent.password,
        code=sent.code,
        origin=address_of(request.scope),
        devices=devices_in(request, services.settings),
    )
    return await _with_failed_sign_ins(
        services, _start_session(request, response, services, outcome)
    )


@router.post("/guest", response_model=SignedShown, status_code=201)
async def guest(request: Request, response: Response, services: Shared) -> Any:
    """Start a guest session for practice tables."""
    outcome = await services.floor.people.guest(origin=address_of(request.scope))
    return _start_session(request, response, services, outcome)


@router.post("/sign-out", status_code=204)
async def sign_out(
    request: Request,
    session: Session,
    services: Shared,
    sent: ProofSent | None = None,
    *,
    everywhere: bool = False,
) -> Response:
    """End this session, or all your sessions, which needs a proof; API tokens stay valid."""
    people = services.floor.people
    caller = await people.who(session)
    if everywhere:
        if caller is not None:
            await prove_again(services, request, caller, sent)
        check(await people.sign_out_everywhere(session))
    else:
        await people.sign_out(session)
    if caller is not None:
        await request.app.state.hub.recheck_person(caller.handle)
    response = Response(status_code=204)
    forget_session(response, secure=is_secure(request, services.settings))
    return response


@router.post("/second-factor", response_model=EnrolmentAnswer, status_code=201)
async def enrol(
    request: Request,
    caller: AnyCaller,
    session: Session,
    services: Shared,
    sent: ProofSent | None = None,
) -> Any:
    """Create a second factor, which needs a proof; its first code turns it on."""
    await prove_again(services, request, caller, sent)
    outcome = await services.floor.people.enrol_second_factor(session)
    if isinstance(outcome, Denied):
        raise error_for(outcome)
    return to_data(outcome)


@router.post("/second-factor/code", response_model=SignedInShown)
async def give_code(
    sent: CodeSent, request: Request, response: Response, session: Session, services: Shared
) -> Any:
    """Send the code that is due, or the first one of a new second factor."""
    outcome = await services.floor.people.confirm_second_factor(
        session,
        sent.code,
        origin=address_of(request.scope),
        devices=devices_in(request, services.settings),
    )
    return await _with_failed_sign_ins(
        services, _start_session(request, response, services, outcome)
    )


@router.post("/password", response_model=SignedShown)
async def change_password(
    sent: PasswordSent, request: Request, response: Response, session: Session, services: Shared
) -> Any:
    """Change your password; all your other sessions end."""
    outcome = await services.floor.people.change_password(session, sent.old, sent.new)
    return _start_session(request, response, services, outcome)


@router.get("/me", response_model=Me)
async def me(caller: AnyCaller, services: Shared) -> Any:
    """Show who you are, what you may do now, and changes to your account."""
    people = services.floor.people
    profile = await people.person(caller.handle)
    assert profile is not None
    told = not caller.is_bot and caller.pending != "code"
    failed = await people.failed_sign_ins(caller.handle) if told else ()
    changes = await people.account_changes(caller.handle) if told else ()
    return {
        "signed": signed_data(caller),
        "office": profile.role,
        "tokens": to_data(profile.tokens),
        "cards": to_data(profile.cards),
        "failed_sign_ins": to_data(failed),
        "changes": to_data(changes),
    }


@router.post("/me/failed-sign-ins/dismiss", status_code=204)
async def dismiss_failed_sign_ins(
    caller: AnyCaller, session: Session, services: Shared
) -> Response:
    """Dismiss the failed sign-ins."""
    if caller.pending == "code":
        check(caller.why_not("read"))
    await services.floor.people.dismiss_failed_sign_ins(caller.handle)
    return Response(status_code=204)


@router.post("/me/tokens", response_model=MadeTokenAnswer, status_code=201)
async def make_token(sent: TokenSent, request: Request, caller: AnyCaller, services: Shared) -> Any:
    """Create an API token, which needs a proof."""
    if "money" not in sent.scopes:  # for money, making it takes the code itself
        await prove_again(services, request, caller, sent)
    outcome = await services.floor.people.make_token(
        caller, sent.label, sent.scopes, days=sent.days, code=sent.code
    )
    if isinstance(outcome, Denied):
        raise error_for(outcome)
    return to_data(outcome)


@router.get("/me/tokens/{id}/uses", response_model=TokenUsesAnswer)
async def token_uses(id: str, caller: AnyCaller, services: Shared) -> Any:  # noqa: A002
    """List the latest uses of your API token, newest first: when, from where, for what."""
    check(caller.why_not("read"))
    outcome = await services.floor.people.token_uses.of(caller, id[:100])
    if isinstance(outcome, Denied):
        raise error_for(outcome)
    return {"uses": to_data(outcome)}


@router.delete("/me/tokens/{id}", status_code=204)
async def revoke_token(
    id: str,  # noqa: A002
    request: Request,
    caller: AnyCaller,
    services: Shared,
    sent: ProofSent | None = None,
) -> Response:
    """Revoke one of your API tokens, which needs a proof."""
    await prove_again(services, request, caller, sent)
    outcome = await services.floor.people.revoke_token(caller, id[:100])
    if isinstance(outcome, Denied):
        raise error_for(outcome)
    return Response(status_code=204)
