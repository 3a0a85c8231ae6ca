"""API tokens: how a program acts for somebody."""

from collections.abc import Collection

from houserules.floor.denied import Denied
from houserules.floor.people.authority import LABEL_LONGEST, is_text
from houserules.floor.people.desk import Change, Desk
from houserules.floor.people.events import Scope, TokenMade, TokenRevoked
from houserules.floor.people.handles import key_of
from houserules.floor.people.kept import TOKEN, KeptToken, from_bytes, to_bytes
from houserules.floor.people.profile import ApiToken, Profile
from houserules.floor.people.signed import MadeToken, Signed, scopes_of, signed_by_token
from houserules.floor.people.tokens import API_PREFIX, Token, new_token, read_api_token
from houserules.journal.records import Delete, Put


async def make_token(
    desk: Desk, by: Signed, label: str, scopes: Collection[Scope]
) -> MadeToken | Denied:
    """Make a token for a program; only somebody in a session may, and only for themselves."""
    if no := by.why_not("read") or _why_not_programs(by):
        return no
    key, token = key_of(by.handle), new_token(desk.random)
    made = ApiToken(token.id, label.strip(), tuple(sorted(set(scopes))), desk.moment())

    async def decide(profile: Profile) -> Change | Denied:
        if no := _why_not_make(desk, profile, label, scopes):
            return no
        event = TokenMade(made.id, made.label, made.scopes, made.at)
        kept = KeptToken(key, token.proof)
        return Change((event,), puts=(Put(TOKEN, token.id, to_bytes(kept)),))

    answer = await desk.change(key, decide, actor=by.handle)
    return answer if isinstance(answer, Denied) else MadeToken(API_PREFIX + token.text, made)


def _why_not_programs(by: Signed) -> Denied | None:
    if by.is_guest:
        return Denied("guest.may-not", "Guests have no API tokens; sign up first.")
    detail = "An API token cannot make or revoke API tokens; sign in for that."
    return Denied("scope.missing", detail) if by.is_bot else None


def _why_not_make(
    desk: Desk, profile: Profile, label: str, scopes: Collection[Scope]
) -> Denied | None:
    if not is_text(label, LABEL_LONGEST):
        return Denied("label.bad", f"A label has 1 to {LABEL_LONGEST} printed characters.")
    if not scopes or not scopes_of(profile).issuperset(scopes):
        allowed = ", ".join(sorted(scopes_of(profile)))
        return Denied("token.scope", f"Choose one or more of: {allowed}.")
    if len(profile.tokens) >= desk.limits.tokens:
        most = desk.limits.tokens
        return Denied("token.too-many", f"At most {most} API tokens; revoke one first.")
    return None


async def revoke_token(desk: Desk, by: Signed, id: str) -> Profile | Denied:  # noqa: A002
    """End one of one's own tokens."""
    if no := by.why_not("read") or _why_not_programs(by):
        return no

    async def decide(profile: Profile) -> Change | Denied:
        if all(each.id != id for each in profile.tokens):
            return Denied("token.unknown", "You have no API token with that id.")
        return Change((TokenRevoked(id, by.handle, desk.moment()),), deletes=(Delete(TOKEN, id),))

    return await desk.change(key_of(by.handle), decide, actor=by.handle)


async def who_by_token(desk: Desk, text: str) -> Signed | None:
    """Give for whom a program acts; None: the token is none that is in force."""
    token = read_api_token(text)
    profile = await desk.store.call(lambda: _look_up(desk, token)) if token else None
    if token is None or profile is None or profile.suspended is not None:
        return None
    made = next((each for each in profile.tokens if each.id == token.id), None)
    return None if made is None else signed_by_token(profile, made)


def _look_up(desk: Desk, token: Token) -> Profile | None:
    data = desk.store.journal.vault.get(TOKEN, token.id)
    if data is None or not token.proves((kept := from_bytes(KeptToken, data)).proof):
        return None
    return desk.look_up(kept.person)
