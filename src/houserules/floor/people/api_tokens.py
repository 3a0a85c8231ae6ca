"""API tokens, by which programs act for people, and a log of their use."""

from collections.abc import Collection
from typing import Final

from houserules.core.people import Moment, handle_key
from houserules.floor.denial import Denied
from houserules.floor.people.context import PeopleContext, ProfileChange
from houserules.floor.people.events import (
    Scope,
    TokenMade,
    TokenRevoked,
    TokenUsed,
    entry_of,
    event_of,
)
from houserules.floor.people.lockout import SignInAttempt, Via, attempting, count_failure
from houserules.floor.people.profile import ApiToken, Profile
from houserules.floor.people.roles import LABEL_LONGEST, is_text
from houserules.floor.people.second_factor import CODE_WRONG, FACTOR_NEEDED, pass_again
from houserules.floor.people.sessions import API_PREFIX, Token, new_token, read_api_token
from houserules.floor.people.signed_in import Caller, MadeToken, signed_by_token, token_scopes
from houserules.floor.people.vault import TOKEN, StoredToken, from_bytes, to_bytes
from houserules.journal.records import Append, Delete, Put

DAYS_MOST: Final = 365
DAYS: Final = 90
"""How long a token is in force unless its maker says otherwise."""
_DAY: Final = 24 * 60 * 60
_HOUR: Final = 60 * 60
_NO_TOKEN: Final = Denied("token.unknown", "You have no API token with that id.")
_USES_SHOWN: Final = 100
_USES_REMEMBERED: Final = 20_000


async def make_token(
    context: PeopleContext,
    by: Caller,
    label: str,
    scopes: Collection[Scope],
    *,
    days: int = DAYS,
    code: str | None = None,
) -> MadeToken | Denied:
    """Make an API token for a program, from one's own session and for oneself only.

    A token that may move money also needs a fresh second-factor code.
    """
    if no := by.why_not("read") or _why_not_programs(by):
        return no
    key, at = handle_key(by.handle), context.moment()
    token = new_token(context.random)
    until = Moment(at + days * _DAY)
    made = ApiToken(token.id, label.strip(), tuple(sorted(set(scopes))), at, until)
    profile = await context.profile(key)
    if profile is not None and (no := _why_not_make(context, profile, made, days)):
        return no
    if "money" not in scopes:
        return await _make(context, by, token, made, days=days)
    if code is None:
        return FACTOR_NEEDED
    async with attempting(context, key, Via(session=by.session)) as attempt:
        if isinstance(attempt, Denied):
            return attempt
        answer = await _make(context, by, token, made, days=days, attempt=attempt, code=code)
        return await count_failure(context, attempt, CODE_WRONG) if answer == CODE_WRONG else answer


async def _make(
    context: PeopleContext,
    by: Caller,
    token: Token,
    made: ApiToken,
    *,
    days: int,
    attempt: SignInAttempt | None = None,
    code: str = "",
) -> MadeToken | Denied:
    """Make the token, and use up the second-factor code in the same commit."""
    key = handle_key(by.handle)

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if no := _why_not_make(context, profile, made, days):
            return no
        event = TokenMade(made.id, made.label, made.scopes, made.at, made.until)
        puts = (Put(TOKEN, token.id, to_bytes(StoredToken(key, token.proof))),)
        if attempt is None:
            return ProfileChange((event,), puts=puts)
        passed = await pass_again(context, profile, code)
        if isinstance(passed, Denied):
            return passed
        return ProfileChange((passed, event), puts=puts, deletes=attempt.final_deletes)

    answer = await context.change(key, decide, actor=by.handle)
    return answer if isinstance(answer, Denied) else MadeToken(API_PREFIX + token.text, made)


def _why_not_programs(by: Caller) -> Denied | None:
    if by.is_guest:
        return Denied("guest.may-not", "Guests have no API tokens; sign up first.")
    detail = "An API token cannot make or revoke API tokens; sign in for that."
    return Denied("scope.missing", detail) if by.is_bot else None


def _why_not_make(
    context: PeopleContext, profile: Profile, made: ApiToken, days: int
) -> Denied | None:
    if not is_text(made.label, LABEL_LONGEST):
        return Denied("label.bad", f"A label has 1 to {LABEL_LONGEST} printable characters.")
    if not made.scopes or not token_scopes(profile).issuperset(made.scopes):
        allowed = ", ".join(sorted(token_scopes(profile)))
        return Denied("token.scope", f"Choose one or more of: {allowed}.")
    if not 1 <= days <= DAYS_MOST:
        return Denied("token.days", f"A token is valid for 1 to {DAYS_MOST} days.")
    if len(profile.tokens) >= context.limits.tokens:
        most = context.limits.tokens
        return Denied("token.too-many", f"At most {most} API tokens; revoke one first.")
    return None


async def revoke_token(context: PeopleContext, by: Caller, id: str) -> Profile | Denied:  # noqa: A002
    """Revoke one of the caller's own tokens."""
    if no := by.why_not("read") or _why_not_programs(by):
        return no

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if all(token.id != id for token in profile.tokens):
            return _NO_TOKEN
        return ProfileChange(
            (TokenRevoked(id, by.handle, context.moment()),), deletes=(Delete(TOKEN, id),)
        )

    return await context.change(handle_key(by.handle), decide, actor=by.handle)


async def who_by_token(context: PeopleContext, text: str) -> Caller | None:
    """Return the person for whom a program acts; None: the token is not valid."""
    token = read_api_token(text)
    if token is None:
        return None

    def look_up() -> Profile | None:
        data = context.store.journal.vault.get(TOKEN, token.id)
        stored = None if data is None else from_bytes(StoredToken, data)
        return context.look_up(stored.person) if stored and token.proves(stored.proof) else None

    profile = await context.store.call(look_up)
    if profile is None or profile.suspended is not None:
        return None
    made = next((own for own in profile.tokens if own.id == token.id), None)
    over = made is not None and made.until is not None and made.until < context.moment()
    return None if made is None or over else signed_by_token(profile, made)


class TokenUses:
    """The use of API tokens: when, from which address, and for what."""

    def __init__(self, context: PeopleContext) -> None:
        self._context = context
        self._noted: set[tuple[str, int, str, str]] = set()

    async def note(self, by: Caller, *, origin: str, what: str, each_time: bool) -> None:
        """Record a use: every time where it matters, otherwise once per hour, address and action."""
        at = self._context.moment()
        use = (by.session, at // _HOUR, origin, what)
        if use in self._noted and not each_time:
            return
        if len(self._noted) >= _USES_REMEMBERED:
            self._noted.clear()
        self._noted.add(use)
        entry = entry_of(TokenUsed(by.session, origin[:100], what[:200], at))
        await self._context.write(Append(_uses_of(by.session), None, (entry,)), actor=by.handle)

    async def of(self, by: Caller, id: str) -> list[TokenUsed] | Denied:  # noqa: A002
        """Return the last uses of one of the caller's own tokens, newest first."""
        profile = await self._context.profile(handle_key(by.handle))
        if profile is None or all(token.id != id for token in profile.tokens):
            return _NO_TOKEN
        records = await self._context.store.read(_uses_of(id))
        return [event_of(record) for record in records[: -_USES_SHOWN - 1 : -1]]


def _uses_of(id: str) -> str:  # noqa: A002
    return f"token-uses/{id}"
