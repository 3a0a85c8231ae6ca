"""API tokens, by which programs act for people, and a log of their use."""

from collections.abc import Collection
from typing import Final

from houserules.core.people import Moment
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
from houserules.floor.people.handles import key_of
from houserules.floor.people.lockout import SignInAttempt, Via, attempting, count_failure
from houserules.floor.people.profile import ApiToken, Profile
from houserules.floor.people.roles import LABEL_LONGEST, is_text
from houserules.floor.people.second_factor import CODE_WRONG, FACTOR_NEEDED, prove_again
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
    desk: PeopleContext,
    by: Caller,
    label: str,
    scopes: Collection[Scope],
    *,
    days: int = DAYS,
    code: str | None = None,
) -> MadeToken | Denied:
    """Make a token for a program, from one's own session and for oneself only.

    A token that may move money also needs a fresh second-factor code.
    """
    if no := by.why_not("read") or _why_not_programs(by):
        return no
    key, at = key_of(by.handle), desk.moment()
    token = new_token(desk.random)
    until = Moment(at + days * _DAY)
    made = ApiToken(token.id, label.strip(), tuple(sorted(set(scopes))), at, until)
    profile = await desk.profile(key)
    if profile is not None and (no := _why_not_make(desk, profile, made, days)):
        return no
    if "money" not in scopes:
        return await _make(desk, by, token, made, days=days)
    if code is None:
        return FACTOR_NEEDED
    async with attempting(desk, key, Via(session=by.session)) as attempt:
        if isinstance(attempt, Denied):
            return attempt
        answer = await _make(desk, by, token, made, days=days, attempt=attempt, code=code)
        return await count_failure(desk, attempt, CODE_WRONG) if answer == CODE_WRONG else answer


async def _make(
    desk: PeopleContext,
    by: Caller,
    token: Token,
    made: ApiToken,
    *,
    days: int,
    attempt: SignInAttempt | None = None,
    code: str = "",
) -> MadeToken | Denied:
    """Make the token, and use up the second-factor code in the same commit."""
    key = key_of(by.handle)

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if no := _why_not_make(desk, profile, made, days):
            return no
        event = TokenMade(made.id, made.label, made.scopes, made.at, made.until)
        puts = (Put(TOKEN, token.id, to_bytes(StoredToken(key, token.proof))),)
        if attempt is None:
            return ProfileChange((event,), puts=puts)
        passed = await prove_again(desk, profile, code)
        if isinstance(passed, Denied):
            return passed
        return ProfileChange((passed, event), puts=puts, deletes=attempt.forgotten)

    answer = await desk.change(key, decide, actor=by.handle)
    return answer if isinstance(answer, Denied) else MadeToken(API_PREFIX + token.text, made)


def _why_not_programs(by: Caller) -> Denied | None:
    if by.is_guest:
        return Denied("guest.may-not", "Guests have no API tokens; sign up first.")
    detail = "An API token cannot make or revoke API tokens; sign in for that."
    return Denied("scope.missing", detail) if by.is_bot else None


def _why_not_make(
    desk: PeopleContext, profile: Profile, made: ApiToken, days: int
) -> Denied | None:
    if not is_text(made.label, LABEL_LONGEST):
        return Denied("label.bad", f"A label has 1 to {LABEL_LONGEST} printable characters.")
    if not made.scopes or not token_scopes(profile).issuperset(made.scopes):
        allowed = ", ".join(sorted(token_scopes(profile)))
        return Denied("token.scope", f"Choose one or more of: {allowed}.")
    if not 1 <= days <= DAYS_MOST:
        return Denied("token.days", f"A token is valid for 1 to {DAYS_MOST} days.")
    if len(profile.tokens) >= desk.limits.tokens:
        most = desk.limits.tokens
        return Denied("token.too-many", f"At most {most} API tokens; revoke one first.")
    return None


async def revoke_token(desk: PeopleContext, by: Caller, id: str) -> Profile | Denied:  # noqa: A002
    """Revoke one of the caller's own tokens."""
    if no := by.why_not("read") or _why_not_programs(by):
        return no

    async def decide(profile: Profile) -> ProfileChange | Denied:
        if all(each.id != id for each in profile.tokens):
            return _NO_TOKEN
        return ProfileChange(
            (TokenRevoked(id, by.handle, desk.moment()),), deletes=(Delete(TOKEN, id),)
        )

    return await desk.change(key_of(by.handle), decide, actor=by.handle)


async def who_by_token(desk: PeopleContext, text: str) -> Caller | None:
    """Return the person for whom a program acts; None: the token is not valid."""
    token = read_api_token(text)
    profile = await desk.store.call(lambda: _look_up(desk, token)) if token else None
    if token is None or profile is None or profile.suspended is not None:
        return None
    made = next((each for each in profile.tokens if each.id == token.id), None)
    over = made is not None and made.until is not None and made.until < desk.moment()
    return None if made is None or over else signed_by_token(profile, made)


class TokenUses:
    """The use of API tokens: when, from which address, and for what."""

    def __init__(self, desk: PeopleContext) -> None:
        self._desk = desk
        self._noted: set[tuple[str, int, str, str]] = set()

    async def note(self, by: Caller, *, origin: str, what: str, each_time: bool) -> None:
        """Record a use: every time where it matters, otherwise once per hour, address and action."""
        at = self._desk.moment()
        use = (by.session, at // _HOUR, origin, what)
        if use in self._noted and not each_time:
            return
        if len(self._noted) >= _USES_REMEMBERED:
            self._noted.clear()
        self._noted.add(use)
        entry = entry_of(TokenUsed(by.session, origin[:100], what[:200], at))
        await self._desk.write(Append(_uses_of(by.session), None, (entry,)), actor=by.handle)

    async def of(self, by: Caller, id: str) -> list[TokenUsed] | Denied:  # noqa: A002
        """Return the last uses of one of the caller's own tokens, newest first."""
        profile = await self._desk.profile(key_of(by.handle))
        if profile is None or all(each.id != id for each in profile.tokens):
            return _NO_TOKEN
        records = await self._desk.store.read(_uses_of(id))
        return [event_of(each) for each in records[: -_USES_SHOWN - 1 : -1]]


def _uses_of(id: str) -> str:  # noqa: A002
    return f"token-uses/{id}"


def _look_up(desk: PeopleContext, token: Token) -> Profile | None:
    data = desk.store.journal.vault.get(TOKEN, token.id)
    if data is None or not token.proves((kept := from_bytes(StoredToken, data)).proof):
        return None
    return desk.look_up(kept.person)
