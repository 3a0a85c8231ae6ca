"""Everything that the rest of the house needs to know or do about people."""

from collections.abc import Callable

from argon2 import PasswordHasher

from houserules.core.people import Moment
from houserules.floor.people import api_tokens, lockout, proof, roles, second_factor
from houserules.floor.people import sign_in as signing_in
from houserules.floor.people import sign_up as signing_up
from houserules.floor.people.context import PeopleContext
from houserules.floor.people.handles import stream_of
from houserules.floor.people.limits import SignInLimits
from houserules.floor.people.passwords import Hasher
from houserules.floor.people.profile import Profile
from houserules.floor.people.sessions import present, sweep_sessions
from houserules.floor.people.signed_in import Caller, signed_by_session
from houserules.floor.store import Store
from houserules.table.people.state import PlayerCard


class People(PeopleContext):
    """The people of the house; a refusal is a value, `Denied`."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int],
        random: Callable[[int], bytes],
        hasher: PasswordHasher | None = None,
        limits: SignInLimits | None = None,
        issuer: str = "houserules",
    ) -> None:
        limits = limits or SignInLimits()
        hashing = Hasher(hasher or PasswordHasher(), random=random, waiting=limits.hashes_waiting)
        super().__init__(
            store, now=now, random=random, hasher=hashing, limits=limits, issuer=issuer
        )
        self.token_uses = api_tokens.TokenUses(self)

    create_owner = signing_up.create_owner
    sign_up = signing_up.sign_up
    guest = signing_up.guest
    sign_in = signing_in.sign_in
    sign_out = signing_in.sign_out
    sign_out_everywhere = signing_in.sign_out_everywhere
    change_password = signing_in.change_password
    enrol_second_factor = second_factor.enrol_second_factor
    confirm_second_factor = second_factor.confirm_second_factor
    prove_again = proof.prove_again
    account_changes = proof.account_changes
    failed_sign_ins = lockout.failed_sign_ins
    dismiss_failed_sign_ins = lockout.dismiss_failed_sign_ins
    make_token = api_tokens.make_token
    revoke_token = api_tokens.revoke_token
    who_by_token = api_tokens.who_by_token
    give_role = roles.give_role
    take_role = roles.take_role
    suspend = roles.suspend
    reinstate = roles.reinstate
    reset_access = roles.reset_access
    issue_player_card = roles.issue_player_card
    withdraw_player_card = roles.withdraw_player_card
    cancel_player_cards = roles.cancel_player_cards

    async def who(self, session_token: str) -> Caller | None:
        """Return the person of a session; None: the session is not valid."""
        current = await present(self, session_token)
        if current is None:
            return None
        passed = current.session.second_factor
        return signed_by_session(current.profile, id=current.id, passed=passed)

    async def valid_player_card(self, handle: str, at: Moment) -> PlayerCard | None:
        """Return a person's newest Player Card that is valid at a time."""
        profile = await self.person(handle)
        return None if profile is None else profile.valid_card(at)

    async def is_empty(self) -> bool:
        """Whether nobody has an account yet."""
        streams = self.store.journal.streams
        return await self.store.call(lambda: next(iter(streams(stream_of(""))), None)) is None

    async def all_persons(self) -> list[Profile]:
        """Return all people, by handle."""
        prefix = stream_of("")

        def look_up() -> list[Profile]:
            keys = [stream.removeprefix(prefix) for stream in self.store.journal.streams(prefix)]
            return [profile for key in keys if (profile := self.look_up(key)) is not None]

        return await self.store.call(look_up)

    async def sweep(self) -> int:
        """Delete expired sessions, enrolments and attempts; return how many."""
        sweeps = (sweep_sessions, lockout.sweep_attempts, lockout.sweep_failures)
        deletes = tuple([delete for sweep in sweeps for delete in await sweep(self)])
        if deletes:
            await self.write(actor="house", deletes=deletes)
        return len(deletes)

    def close(self) -> None:
        """End the hashing threads; the store's owner closes the store."""
        self.hasher.close()
