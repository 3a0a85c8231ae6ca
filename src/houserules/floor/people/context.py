"""What all operations on people share: the store, the time, randomness and cached profiles.

The store is authoritative. A cached profile has a position and is brought up to date from there on
every use, so several processes agree.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final
from weakref import WeakValueDictionary

from houserules.core.people import Moment, handle_key
from houserules.core.state_codec import StateCodec
from houserules.floor.denial import Denied
from houserules.floor.people.events import entry_of, event_of
from houserules.floor.people.handles import is_handle, stream_of
from houserules.floor.people.limits import SECOND, SignInLimits, Throttle
from houserules.floor.people.passwords import Hasher
from houserules.floor.people.profile import Profile, evolve
from houserules.floor.store import Store
from houserules.journal.errors import DamagedError
from houserules.journal.records import Append, Appended, Batch, Delete, Outcome, Put, Stale

_TRIES: Final = 20
_REMEMBERED: Final = 10_000
_PROFILES: Final = StateCodec(Profile)
_UNKNOWN: Final = Denied("person.unknown", "Nobody has that name.")
BUSY: Final = Denied("busy", "Too many people are signing in. Try again.")


@dataclass(frozen=True, slots=True)
class ProfileChange:
    """A change of a person: events, and vault values in the same commit."""

    events: tuple[Any, ...]
    puts: tuple[Put, ...] = ()
    deletes: tuple[Delete, ...] = ()
    also: tuple[Append, ...] = ()  # records for other streams
    taken: Denied | None = None  # the answer if one of those streams has moved on


Decide = Callable[[Profile], Awaitable[ProfileChange | Denied]]


class PeopleContext:
    """Looks up and changes people."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int],
        random: Callable[[int], bytes],
        hasher: Hasher,
        limits: SignInLimits,
        issuer: str = "houserules",
    ) -> None:
        self.store, self.now, self.random = store, now, random
        self.hasher, self.limits, self.issuer = hasher, limits, issuer
        self.failures = Throttle(limits.origin_failures, within=limits.origin_within)
        self.sign_ups = Throttle(limits.origin_sign_ups, within=limits.origin_within)
        self._known: dict[str, Profile] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def turn(self, key: str) -> asyncio.Lock:
        """Return the lock that attempts to sign in as one person share within this process."""
        return self._turns.setdefault(key, asyncio.Lock())

    def moment(self) -> Moment:
        """Return the time in seconds, as the rules use it."""
        return Moment(self.now() // SECOND)

    async def profile(self, key: str) -> Profile | None:
        """Return the current profile of a person; None: there is none."""
        return await self.store.call(lambda: self.look_up(key))

    async def person(self, handle: str) -> Profile | None:
        """Return the person with a handle in any spelling; None: there is none."""
        return await self.profile(handle_key(handle)) if is_handle(handle) else None

    def look_up(self, key: str) -> Profile | None:
        """Return the current profile of a person, blocking; raises DamagedError."""
        if finding := self.store.damage.of(stream_of(key)):
            raise DamagedError((finding,))
        profile = self._known.get(key) or self._from_snapshot(key)
        for record in self.store.journal.read(stream_of(key), profile.position):
            profile = evolve(profile, event_of(record))
        return self._remember(profile) if profile.position else None

    def _from_snapshot(self, key: str) -> Profile:
        """Return a profile as its snapshot has it; without one, of somebody unknown."""
        found = self.store.snapshots.find(stream_of(key), _PROFILES)
        return Profile(key) if found is None else found[1]

    def _remember(self, profile: Profile) -> Profile:
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[profile.key] = profile
        stream = stream_of(profile.key)
        self.store.snapshots.take_if_due(stream, profile.position, profile, _PROFILES)
        return profile

    async def change_named(self, handle: str, decide: Decide, *, actor: str) -> Profile | Denied:
        """Decide a change of the person with a handle in any spelling."""
        if not is_handle(handle):
            return _UNKNOWN
        return await self.change(handle_key(handle), decide, actor=actor)

    async def change(self, key: str, decide: Decide, *, actor: str) -> Profile | Denied:
        """Decide a change on the current profile, retry if it is stale, and return the new profile."""
        for _ in range(_TRIES):
            profile = await self.profile(key)
            if profile is None:
                return _UNKNOWN
            change = await decide(profile)
            if isinstance(change, Denied):
                return change
            entries = tuple(map(entry_of, change.events))
            own = Append(stream_of(key), profile.position, entries)
            outcome = await self.write(
                own, *change.also, actor=actor, puts=change.puts, deletes=change.deletes
            )
            if isinstance(outcome, Appended):
                return self._remember(reduce(evolve, change.events, profile))
            if isinstance(outcome, Stale) and outcome.stream != stream_of(key) and change.taken:
                return change.taken
        return Denied("busy", "Too many changes at once. Try again.")

    async def write(
        self,
        *appends: Append,
        actor: str,
        puts: tuple[Put, ...] = (),
        deletes: tuple[Delete, ...] = (),
    ) -> Outcome:
        """Write to the journal and the vault, and wait until it is durable."""
        batch = Batch(appends, actor=actor, time=self.now(), puts=puts, deletes=deletes)
        return await self.store.append(batch)
