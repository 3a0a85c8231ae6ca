"""A house with people for tests: a clock that is set by hand, seeded chance, quick hashes."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from argon2 import PasswordHasher

from houserules.core.people import Role
from houserules.floor.denial import Denied
from houserules.floor.people.app import People
from houserules.floor.people.limits import SignInLimits
from houserules.floor.people.second_factor import PERIOD, code_at, step_of
from houserules.floor.people.signed_in import Caller, Enrolment, OneTimePassword, SignedIn
from houserules.floor.store import Store
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "seven brown cows"
OTHER = "nine green frogs"
START = 1_800_000_000_000
Answer = TypeVar("Answer")


@dataclass
class Clock:
    """Milliseconds that go on when told to."""

    now: int = START

    def __call__(self) -> int:
        return self.now

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds


@dataclass
class House:
    """People over a journal, and what a test needs to play both sides."""

    journal: Journal
    clock: Clock
    people: People
    store: Store
    secrets: dict[str, bytes] = field(default_factory=dict)

    async def player(self, handle: str = "Ann", password: str = PASSWORD) -> SignedIn:
        return yes(await self.people.sign_up(handle, password), SignedIn)

    async def owner(self) -> SignedIn:
        """Return the owner, with password changed and second factor enrolled."""
        first = yes(await self.people.create_owner("Olive"), OneTimePassword)
        came = yes(await self.people.sign_in("Olive", first.password), SignedIn)
        came = yes(
            await self.people.change_password(came.token, first.password, PASSWORD), SignedIn
        )
        return await self.enrolled(came)

    async def enrolled(self, came: SignedIn) -> SignedIn:
        """Enrol a second factor in a session."""
        enrolment = yes(await self.people.enrol_second_factor(came.token), Enrolment)
        self.secrets[came.caller.handle] = secret_of(enrolment)
        code = self.code(came.caller.handle)
        return yes(await self.people.confirm_second_factor(came.token, code), SignedIn)

    async def staff(self, owner: SignedIn, handle: str, role: Role) -> SignedIn:
        """Return a member of staff with a second factor."""
        came = await self.player(handle)
        given = await self.people.give_role(owner.caller, handle, role=role, licence="L 1")
        assert not isinstance(given, Denied), given
        return await self.enrolled(came)

    async def who(self, came: SignedIn) -> Caller:
        """Return the person of a session, as the floor would ask at the next request."""
        return yes(await self.people.who(came.token), Caller)

    def code(self, handle: str) -> str:
        """Return the code that an authenticator shows now."""
        return code_at(self.secrets[handle], step_of(self.clock.now))

    def next_code(self, handle: str) -> str:
        """Wait for the next code; every code is used once."""
        self.clock.wait(PERIOD * 1000)
        return self.code(handle)

    async def names(self, handle: str) -> list[str]:
        """Return the stored names of what happened to somebody."""
        key = handle.lower().replace(" ", "_")
        return [record.name for record in await self.store.read(f"person/{key}")]


def open_house(
    journal: Journal,
    *,
    clock: Clock | None = None,
    seed: int = 1,
    limits: SignInLimits | None = None,
) -> House:
    clock = clock or Clock()
    store = Store(journal)
    chance = random.Random(seed)
    people = People(store, now=clock, random=chance.randbytes, hasher=QUICK, limits=limits)
    return House(journal, clock, people, store)


def in_house(
    work: Callable[[House], Awaitable[Answer]],
    *,
    journal: Journal | None = None,
    limits: SignInLimits | None = None,
) -> Answer:
    """Let something happen in a new house, and close it."""

    async def all_of_it() -> Answer:
        house = open_house(journal or MemoryJournal(), limits=limits)
        try:
            return await work(house)
        finally:
            house.people.close()
            await house.store.close()

    return asyncio.run(all_of_it())


def yes(answer: object, kind: type[Answer]) -> Answer:
    """Return an answer that is not a no."""
    assert isinstance(answer, kind), answer
    return answer


def no(answer: object) -> str:
    """Return the code of a no."""
    assert isinstance(answer, Denied), answer
    assert answer.detail.endswith("."), answer
    return answer.code


def secret_of(enrolment: Enrolment) -> bytes:
    """Read the secret as an authenticator application does."""
    import base64
    from urllib.parse import parse_qs, urlsplit

    letters = parse_qs(urlsplit(enrolment.uri).query)["secret"][0]
    return base64.b32decode(letters + "=" * (-len(letters) % 8))
