"""The people of the floor in one place: everything that the rest of the house asks about them."""

from collections.abc import Callable, Collection

from argon2 import PasswordHasher

from houserules.core.people import Moment, Role
from houserules.floor.denied import Denied
from houserules.floor.people import (
    api_tokens,
    offices,
    player_cards,
    second_factor,
    signing_in,
    signing_up,
)
from houserules.floor.people.attempts import sweep_attempts
from houserules.floor.people.desk import Desk
from houserules.floor.people.events import Scope
from houserules.floor.people.handles import stream_of
from houserules.floor.people.limits import Limits
from houserules.floor.people.passwords import Hasher
from houserules.floor.people.profile import Profile
from houserules.floor.people.sessions import present, sweep_sessions
from houserules.floor.people.signed import (
    Enrolment,
    MadeToken,
    OneTimePassword,
    Signed,
    SignedIn,
    signed_by_session,
)
from houserules.floor.store import Store
from houserules.table.people.state import PlayerCard

_HOUSE = "house"


class People:
    """Who may come in, and as whom; "no" is a value, `Denied`."""

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
        self._desk = Desk(store, now=now, random=random, hasher=self._hasher, limits=limits)
        self._issuer = issuer

    async def is_empty(self) -> bool:
        """Whether nobody has ever come in."""
        store = self._desk.store
        return (
            await store.call(lambda: next(iter(store.journal.streams(stream_of(""))), None)) is None
        )

    async def create_owner(self, handle: str, *, licence: str = "") -> OneTimePassword | Denied:
        """Make the owner, a Gaming Manager who may give roles; once for each journal."""
        return await signing_up.create_owner(self._desk, handle, licence)

    async def sign_up(
        self,
        handle: str,
        password: str,
        *,
        origin: str | None = None,
        guest_token: str | None = None,
    ) -> SignedIn | Denied:
        """Make somebody known, as a new person; a guest's session that is given ends."""
        return await signing_up.sign_up(
            self._desk, handle, password, origin=origin, guest_token=guest_token
        )

    async def guest(self, *, origin: str | None = None) -> SignedIn | Denied:
        """Let somebody in without a password, to practice tables only."""
        return await signing_up.guest(self._desk, origin=origin)

    async def sign_in(
        self, handle: str, password: str, *, code: str | None = None, origin: str | None = None
    ) -> SignedIn | Denied:
        """Begin a session; without the code of an enabled second factor that is still owed."""
        return await signing_in.sign_in(self._desk, handle, password, code=code, origin=origin)

    async def who(self, session_token: str) -> Signed | None:
        """Give whose session it is; None: it is not, or not any more."""
        found = await present(self._desk, session_token)
        if found is None:
            return None
        passed = found.session.second_factor
        return signed_by_session(found.profile, id=found.id, passed=passed)

    async def who_by_token(self, api_token: str) -> Signed | None:
        """Give for whom a program acts; None: the token is not in force."""
        return await api_tokens.who_by_token(self._desk, api_token)

    async def sign_out(self, session_token: str) -> None:
        """End a session; one that is over already may be ended again."""
        await signing_in.sign_out(self._desk, session_token)

    async def sign_out_everywhere(self, session_token: str) -> Denied | None:
        """End all sessions of who has this one."""
        return await signing_in.sign_out_everywhere(self._desk, session_token)

    async def change_password(self, session_token: str, old: str, new: str) -> SignedIn | Denied:
        """Change one's password; the session goes on under a new token, all others are over."""
        return await signing_in.change_password(self._desk, session_token, old=old, new=new)

    async def enrol_second_factor(self, session_token: str) -> Enrolment | Denied:
        """Draw a second factor; `confirm_second_factor` puts it into force."""
        return await second_factor.enrol(self._desk, session_token, issuer=self._issuer)

    async def confirm_second_factor(self, session_token: str, code: str) -> SignedIn | Denied:
        """End an enrolment, or give the code that is owed; the session gets a new token."""
        return await second_factor.confirm(self._desk, session_token, code)

    async def make_token(
        self, by: Signed, label: str, scopes: Collection[Scope]
    ) -> MadeToken | Denied:
        """Make an API token of one's own."""
        return await api_tokens.make_token(self._desk, by, label, scopes)

    async def revoke_token(self, by: Signed, id: str) -> Profile | Denied:  # noqa: A002
        """End an API token of one's own."""
        return await api_tokens.revoke_token(self._desk, by, id)

    async def give_role(
        self, by: Signed, handle: str, *, role: Role, licence: str
    ) -> Profile | Denied:
        """Give an office in the place of any other; the owner may."""
        return await offices.give_role(self._desk, by, handle, role=role, licence=licence)

    async def take_role(self, by: Signed, handle: str, *, why: str) -> Profile | Denied:
        """Make somebody a player like others; the owner may."""
        return await offices.take_role(self._desk, by, handle, why=why)

    async def suspend(self, by: Signed, handle: str, *, why: str) -> Profile | Denied:
        """Keep somebody out; casino supervisors and managers may, of staff the owner."""
        return await offices.suspend(self._desk, by, handle, why=why)

    async def reinstate(self, by: Signed, handle: str, *, why: str) -> Profile | Denied:
        """Lift a suspension or a lock-out; those who suspend may."""
        return await offices.reinstate(self._desk, by, handle, why=why)

    async def reset_access(
        self, by: Signed | None, handle: str, *, why: str
    ) -> OneTimePassword | Denied:
        """Help who lost password or phone; the owner may, and None: whoever is at the machine."""
        return await offices.reset_access(self._desk, by, handle, why=why)

    async def issue_player_card(
        self,
        by: Signed,
        handle: str,
        *,
        number: str | None = None,
        valid_until: Moment | None = None,
    ) -> Profile | Denied:
        """Issue a Player Card; supervisors and managers may."""
        return await player_cards.issue(
            self._desk, by, handle, number=number, valid_until=valid_until
        )

    async def withdraw_player_card(
        self, by: Signed, handle: str, *, number: str, why: str
    ) -> Profile | Denied:
        """Withdraw a Player Card; supervisors and managers may."""
        return await player_cards.withdraw(self._desk, by, handle, number=number, why=why)

    async def valid_player_card(self, handle: str, at: Moment) -> PlayerCard | None:
        """Give the newest Player Card of a person that is valid at a moment."""
        profile = await self.person(handle)
        return None if profile is None else profile.valid_card(at)

    async def person(self, handle: str) -> Profile | None:
        """Give the person of a handle, however it is written; None: nobody."""
        return await self._desk.named(handle)

    async def all_persons(self) -> list[Profile]:
        """Give everybody, by handle."""
        desk, prefix = self._desk, stream_of("")

        def look_up() -> list[Profile]:
            keys = [each.removeprefix(prefix) for each in desk.store.journal.streams(prefix)]
            return [profile for key in keys if (profile := desk.look_up(key)) is not None]

        return await desk.store.call(look_up)

    async def sweep(self) -> int:
        """Forget what has run out: sessions, enrolments, attempts; gives how much it was."""
        deletes = (*await sweep_sessions(self._desk), *await sweep_attempts(self._desk))
        if deletes:
            await self._desk.write(actor=_HOUSE, deletes=deletes)
        return len(deletes)

    def close(self) -> None:
        """End the threads; the store is for its owner to close."""
        self._hasher.close()
