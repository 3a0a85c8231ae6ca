"""Who is connected to a table through any process; leases run out with their holder."""

from collections import Counter
from collections.abc import Callable, Iterable

from houserules.core.people import handle_key
from houserules.floor.store import Store

TTL = 30_000
"""Milliseconds for which somebody counts as present after the process was last heard of."""


class Presence:
    """The connections of this process, shared with the other processes every few seconds."""

    def __init__(self, store: Store, holder: str, *, now: Callable[[], int]) -> None:
        self._store, self._holder, self._now = store, holder, now
        self._sockets: Counter[str] = Counter()
        self._seen: dict[str, int] = {}  # the last request of each person without a socket
        self._told: set[str] = set()

    def connect(self, table: str, handle: str) -> None:
        """Count a new connection."""
        self._sockets[lease_of(table, handle)] += 1

    def disconnect(self, table: str, handle: str) -> None:
        """Count a connection that was closed or lost."""
        name = lease_of(table, handle)
        self._sockets[name] -= 1
        if self._sockets[name] <= 0:
            del self._sockets[name]

    def touch(self, table: str, handle: str) -> None:
        """Note a request made without a socket."""
        self._seen[lease_of(table, handle)] = self._now()

    async def share(self) -> None:
        present = self._present()
        await self._store.call(lambda: self._exchange(present))

    def _present(self) -> set[str]:
        since = self._now() - 4 * TTL
        self._seen = {name: at for name, at in self._seen.items() if at > since}
        return {*self._sockets, *self._seen}

    def _exchange(self, present: Iterable[str]) -> None:
        leases, here = self._store.journal.leases, set(present)
        for name in self._told - here:
            leases.release(name, self._holder)
        renewed = set(leases.renew(self._holder, ttl_ms=TTL))
        for name in here - renewed:
            leases.acquire(name, self._holder, ttl_ms=TTL)
        self._told = here

    async def everybody(self) -> frozenset[str]:
        """Return the leases of everybody who is connected through any process."""
        leases = await self._store.call(self._store.journal.leases.all)
        elsewhere = {lease.name for lease in leases if lease.name.startswith("present/")}
        return frozenset(elsewhere | self._present())


def lease_of(table: str, handle: str) -> str:
    """Name the lease for a person's presence at a table."""
    return f"present/{table}/{handle_key(handle)}"
