"""Everything that the rest of the house needs to know or do about people."""

from collections.abc import Callable, Collection, Sequence

from argon2 import PasswordHasher

from houserules.core.people import Moment, Role, handle_key
from houserules.floor.denial import Denied
from houserules.floor.people import api_tokens, roles, second_factor, sign_in, sign_up
from houserules.floor.people.context import PeopleContext
from houserules.floor.people.events import Scope
from houserules.floor.people.handles import stream_of
from houserules.floor.people.limits import Limits
from houserules.floor.people.lockout import (
    FailedSignIns,
    dismiss_failures,
    failed_sign_ins,
    sweep_attempts,
    sweep_failures,
)
from houserules.floor.people.passwords import Hasher
from houserules.floor.people.profile import Profile
from houserules.floor.people.proof import AccountChange, account_changes, prove_again
from houserules.floor.people.sessions import present, sweep_sessions, with_device
from houserules.floor.people.signed_in import (
    Caller,
    Enrolment,
    MadeToken,
    OneTimePassword,
    SignedIn,
    signed_by_session,
)
from houserules.floor.store import Store
from houserules.journal.records import Append
from houserules.table.people.state import PlayerCard

_HOUSE = "house"


class People:
    """The people of the house; a refusal is a value, `Denied`."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int],
        random: Callable[[int], bytes],
        hasher: PasswordHasher | None = None,
        limits: Limits | None = None,
        issuer: str = "houserules",
    ) -> None:
        limits = limits or Limits()
        self._hasher = Hasher(
            hasher or PasswordHasher(), random=random, waiting=limits.hashes_waiting
        )
        self._context = PeopleContext(
            store, now=now, random=random, hasher=self._hasher, limits=limits
        )
        self._issuer = issuer
        self.token_uses = api_tokens.TokenUses(self._context)

    async def is_empty(self) -> bool:
        """Whether nobody has an account yet."""
        store = self._context.store
        return (
            await store.call(lambda: next(iter(store.journal.streams(stream_of(""))), None)) is None
        )

    async def create_owner(
        self, handle: str, *, licence: str = "", also: tuple[Append, ...] = ()
    ) -> OneTimePassword | Denied:
        """Create the owner, a Gaming Manager who may assign roles; once per journal.

        `also`: what is written in the same commit, all or nothing.
        """
        return await sign_up.create_owner(self._context, handle, licence, also)

    async def sign_up(
        self,
        handle: str,
        password: str,
        *,
        origin: str | None = None,
        guest_token: str | None = None,
    ) -> SignedIn | Denied:
        """Create an account; with a guest's session, the guest continues as this person."""
        answer = await sign_up.sign_up(
            self._context, handle, password, origin=origin, guest_token=guest_token
        )
        return await with_device(self._context, answer)

    async def guest(self, *, origin: str | None = None) -> SignedIn | Denied:
        """Sign in a guest without a password, for practice tables only."""
        return await sign_up.guest(self._context, origin=origin)

    async def sign_in(
        self,
        handle: str,
        password: str,
        *,
        code: str | None = None,
        origin: str | None = None,
        devices: Sequence[str] = (),
    ) -> SignedIn | Denied:
        """Begin a session; if the second-factor code is missing, it stays pending."""
        return await sign_in.sign_in(
            self._context, handle, password, code=code, origin=origin, devices=devices
        )

    async def failed_sign_ins(self, handle: str) -> tuple[FailedSignIns, ...]:
        """Return failed sign-ins to a person's account by address, newest first."""
        return await failed_sign_ins(self._context, handle_key(handle))

    async def prove_again(
        self, by: Caller, *, password: str | None, code: str | None, origin: str | None = None
    ) -> Denied | None:
        """Check the password or code again before credentials or sessions change."""
        return await prove_again(self._context, by, password=password, code=code, origin=origin)

    async def account_changes(self, handle: str, *, most: int = 20) -> tuple[AccountChange, ...]:
        """Return the latest changes of a person's credentials, newest first."""
        return await account_changes(self._context, handle, most=most)

    async def dismiss_failed_sign_ins(self, handle: str) -> None:
        """Dismiss the failed sign-ins that a person was shown."""
        await dismiss_failures(self._context, handle_key(handle))

    async def who(self, session_token: str) -> Caller | None:
        """Return the person of a session; None: the session is not valid."""
        current = await present(self._context, session_token)
        if current is None:
            return None
        passed = current.session.second_factor
        return signed_by_session(current.profile, id=current.id, passed=passed)

    async def who_by_token(self, api_token: str) -> Caller | None:
        """Return the person for whom a program acts; None: the token is not valid."""
        return await api_tokens.who_by_token(self._context, api_token)

    async def sign_out(self, session_token: str) -> None:
        """End a session; repeating it is harmless."""
        await sign_in.sign_out(self._context, session_token)

    async def sign_out_everywhere(self, session_token: str) -> Denied | None:
        """End all sessions of this session's person."""
        return await sign_in.sign_out_everywhere(self._context, session_token)

    async def change_password(self, session_token: str, old: str, new: str) -> SignedIn | Denied:
        """Change the password; this session gets a new token, and all others end."""
        return await sign_in.change_password(self._context, session_token, old=old, new=new)

    async def enrol_second_factor(self, session_token: str) -> Enrolment | Denied:
        """Start enrolling a second factor; `confirm_second_factor` enables it."""
        return await second_factor.enrol(self._context, session_token, issuer=self._issuer)

    async def confirm_second_factor(
        self,
        session_token: str,
        code: str,
        *,
        origin: str | None = None,
        devices: Sequence[str] = (),
    ) -> SignedIn | Denied:
        """Finish an enrolment, or give the pending code; the session gets a new token."""
        return await second_factor.confirm(
            self._context, session_token, code, origin=origin, devices=devices
        )

    async def make_token(
        self,
        by: Caller,
        label: str,
        scopes: Collection[Scope],
        *,
        days: int = api_tokens.DAYS,
        code: str | None = None,
    ) -> MadeToken | Denied:
        """Make an API token for oneself; the scope `money` needs a second-factor code."""
        return await api_tokens.make_token(self._context, by, label, scopes, days=days, code=code)

    async def revoke_token(self, by: Caller, id: str) -> Profile | Denied:  # noqa: A002
        """Revoke an API token of one's own."""
        return await api_tokens.revoke_token(self._context, by, id)

    async def give_role(
        self, by: Caller, handle: str, *, role: Role, licence: str
    ) -> Profile | Denied:
        """Assign a role, which replaces any other (owner only)."""
        return await roles.give_role(self._context, by, handle, role=role, licence=licence)

    async def take_role(self, by: Caller, handle: str, *, why: str) -> Profile | Denied:
        """Remove a role, leaving an ordinary player (owner only)."""
        return await roles.take_role(self._context, by, handle, why=why)

    async def suspend(self, by: Caller, handle: str, *, why: str) -> Profile | Denied:
        """Suspend an account: a player's by supervisors and managers, staff's by the owner."""
        return await roles.suspend(self._context, by, handle, why=why)

    async def reinstate(self, by: Caller, handle: str, *, why: str) -> Profile | Denied:
        """Lift a suspension or lock-out; allowed to those who may suspend."""
        return await roles.reinstate(self._context, by, handle, why=why)

    async def reset_access(
        self, by: Caller | None, handle: str, *, why: str
    ) -> OneTimePassword | Denied:
        """Reset a lost password or phone; by the owner, or on the machine itself (`by` is None)."""
        return await roles.reset_access(self._context, by, handle, why=why)

    async def issue_player_card(
        self,
        by: Caller,
        handle: str,
        *,
        number: str | None = None,
        valid_until: Moment | None = None,
    ) -> Profile | Denied:
        """Issue a Player Card (supervisors and managers only)."""
        return await roles.issue(self._context, by, handle, number=number, valid_until=valid_until)

    async def withdraw_player_card(
        self, by: Caller, handle: str, *, number: str, why: str
    ) -> Profile | Denied:
        """Withdraw a Player Card (supervisors and managers only)."""
        return await roles.withdraw(self._context, by, handle, number=number, why=why)

    async def valid_player_card(self, handle: str, at: Moment) -> PlayerCard | None:
        """Return a person's newest Player Card that is valid at a time."""
        profile = await self.person(handle)
        return None if profile is None else profile.valid_card(at)

    async def person(self, handle: str) -> Profile | None:
        """Return the person with a handle in any spelling; None: there is none."""
        return await self._context.find(handle)

    async def all_persons(self) -> list[Profile]:
        """Return all people, by handle."""
        context, prefix = self._context, stream_of("")

        def look_up() -> list[Profile]:
            keys = [stream.removeprefix(prefix) for stream in context.store.journal.streams(prefix)]
            return [profile for key in keys if (profile := context.look_up(key)) is not None]

        return await context.store.call(look_up)

    async def sweep(self) -> int:
        """Delete expired sessions, enrolments and attempts; return how many."""
        swept = (sweep_sessions, sweep_attempts, sweep_failures)
        deletes = tuple([delete for sweep in swept for delete in await sweep(self._context)])
        if deletes:
            await self._context.write(actor=_HOUSE, deletes=deletes)
        return len(deletes)

    def close(self) -> None:
        """End the hashing threads; the store's owner closes the store."""
        self._hasher.close()
