"""What everything about people works with: the store, the hour, chance, and profiles kept fresh.

All truth is in the store. A profile is remembered with its position and brought up to date from
there each time, so that several processes agree.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakValueDictionary

from houserules.core.people import Moment
from houserules.floor.denial import Denied
from houserules.floor.people.events import entry_of, event_of
from houserules.floor.people.handles import is_handle, key_of, stream_of
from houserules.floor.people.limits import SECOND, Limits, Throttle
from houserules.floor.people.passwords import Hasher
from houserules.floor.people.profile import Profile, evolve
from houserules.floor.store import Store
from houserules.journal.errors import DamagedError
from houserules.journal.records import Append, Appended, Batch, Delete, Outcome, Put, Stale

_TRIES: Final = 20
_REMEMBERED: Final = 10_000
_UNKNOWN: Final = Denied("person.unknown", "Nobody has that name.")


@dataclass(frozen=True, slots=True)
class ProfileChange:
    """What becomes of a person: events, and in the same commit what the vault keeps."""

    events: tuple[Any, ...]
    puts: tuple[Put, ...] = ()
    deletes: tuple[Delete, ...] = ()
    also: tuple[Append, ...] = ()  # other streams, each with its place
    taken: Denied | None = None  # the answer where another stream is further than that


Decide = Callable[[Profile], Awaitable[ProfileChange | Denied]]


class PeopleContext:
    """Where people are looked up and changed."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int],
        random: Callable[[int], bytes],
        hasher: Hasher,
        limits: Limits,
    ) -> None:
        self.store = store
        self.now = now
        self.random = random
        self.hasher = hasher
        self.limits = limits
        self.failures = Throttle(limits.origin_failures, within=limits.origin_within)
        self.sign_ups = Throttle(limits.origin_sign_ups, within=limits.origin_within)
        self._known: dict[str, Profile] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def turn(self, key: str) -> asyncio.Lock:
        """Return what those who prove to be one person wait for, within this process."""
        return self._turns.setdefault(key, asyncio.Lock())

    def moment(self) -> Moment:
        """Return the hour as the rules and the journal compute it."""
        return Moment(self.now() // SECOND)

    async def profile(self, key: str) -> Profile | None:
        """Return a person as the journal has it now; None: nobody."""
        return await self.store.call(lambda: self.look_up(key))

    async def find(self, handle: str) -> Profile | None:
        """Return the person of a handle, however it is written."""
        return await self.profile(key_of(handle)) if is_handle(handle) else None

    def look_up(self, key: str) -> Profile | None:
        """Return a person as the journal has it now; blocks. Raises DamagedError."""
        if found := self.store.damage.of(stream_of(key)):
            raise DamagedError((found,))
        profile = self._known.get(key) or Profile(key)
        for record in self.store.journal.read(stream_of(key), profile.position):
            profile = evolve(profile, event_of(record))
        return self._remember(profile) if profile.position else None

    def _remember(self, profile: Profile) -> Profile:
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[profile.key] = profile
        return profile

    async def change_named(self, handle: str, decide: Decide, *, actor: str) -> Profile | Denied:
        """Decide on the person of a handle, however it is written."""
        if not is_handle(handle):
            return _UNKNOWN
        return await self.change(key_of(handle), decide, actor=actor)

    async def change(self, key: str, decide: Decide, *, actor: str) -> Profile | Denied:
        """Decide on a person as it is now, until nobody was quicker; gives the person after it."""
        for _ in range(_TRIES):
            profile = await self.profile(key)
            if profile is None:
                return _UNKNOWN
            change = await decide(profile)
            if isinstance(change, Denied):
                return change
            outcome = await self._carry_out(profile, change, actor)
            if isinstance(outcome, Appended):
                return self._remember(after(profile, change.events))
            if isinstance(outcome, Stale) and outcome.stream != stream_of(key) and change.taken:
                return change.taken
        return Denied("busy", "Too many changes at once. Try again.")

    async def _carry_out(self, profile: Profile, change: ProfileChange, actor: str) -> Outcome:
        entries = tuple(map(entry_of, change.events))
        own = Append(stream_of(profile.key), profile.position, entries)
        return await self.write(
            own, *change.also, actor=actor, puts=change.puts, deletes=change.deletes
        )

    async def write(
        self,
        *appends: Append,
        actor: str,
        puts: tuple[Put, ...] = (),
        deletes: tuple[Delete, ...] = (),
    ) -> Outcome:
        """Write to the journal and the vault; done once it is durable."""
        batch = Batch(appends, actor=actor, time=self.now(), puts=puts, deletes=deletes)
        return await self.store.append(batch)


def after(profile: Profile, events: tuple[Any, ...]) -> Profile:
    """Return a person after several events."""
    for event in events:
        profile = evolve(profile, event)
    return profile
