"""Vault and leases in memory, beside a journal in memory."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

from houserules.journal.protocol import Lease
from houserules.journal.records import Put


class MemoryVault:
    """Values beside the journal."""

    def __init__(self, lock: threading.RLock) -> None:
        self._lock = lock
        self._values: dict[tuple[str, str], bytes] = {}

    def put(self, kind: str, key: str, value: bytes) -> None:
        """Keep a value; one of the same name is replaced."""
        self.write({(kind, key): Put(kind, key, value).value})

    def get(self, kind: str, key: str) -> bytes | None:
        """Give a value, or None."""
        return self._values.get((kind, key))

    def items(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """Give all values of a kind by their keys, in order."""
        with self._lock:
            found = [(key, value) for (each, key), value in self._values.items() if each == kind]
        return iter(sorted(found))

    def delete(self, kind: str, key: str) -> None:
        """Forget a value, if it is there."""
        self.write({(kind, key): None})

    def write(self, values: dict[tuple[str, str], bytes | None]) -> None:
        """Keep some values and forget others."""
        with self._lock:
            for name, value in values.items():
                if value is None:
                    self._values.pop(name, None)
                else:
                    self._values[name] = value


class MemoryLeases:
    """Leases within one process."""

    def __init__(self, lock: threading.RLock) -> None:
        self._lock = lock
        self._leases: dict[str, Lease] = {}  # holder "" has been released

    def take(self, name: str, holder: str, *, ttl_ms: int, now_ms: int | None = None) -> int | None:
        """Take a lease that is free, run out or one's own; None: somebody else has it."""
        now = _now(now_ms)
        with self._lock:
            lease = self._leases.get(name, Lease(name, "", 0, 0))
            if lease.holder not in ("", holder) and lease.until > now:
                return None
            token = lease.token + (lease.holder != holder)
            self._leases[name] = Lease(name, holder, token, now + ttl_ms)
        return token

    def renew(self, holder: str, *, ttl_ms: int, now_ms: int | None = None) -> dict[str, int]:
        """Keep all leases of a holder; gives their tokens. One that was lost is not among them."""
        until = _now(now_ms) + ttl_ms
        with self._lock:
            own = [lease for lease in self._leases.values() if lease.holder == holder]
            self._leases |= {lease.name: replace(lease, until=until) for lease in own}
        return {lease.name: lease.token for lease in own}

    def release(self, name: str, holder: str) -> bool:
        """Give up a lease; False if it was not the holder's."""
        with self._lock:
            lease = self._leases.get(name)
            if lease is None or lease.holder != holder:
                return False
            self._leases[name] = replace(lease, holder="")
        return True

    def held(self, name: str, *, now_ms: int | None = None) -> Lease | None:
        """Give a lease that is in force."""
        return next((each for each in self.all(now_ms=now_ms) if each.name == name), None)

    def all(self, *, now_ms: int | None = None) -> tuple[Lease, ...]:
        """Give all leases in force, by name."""
        now = _now(now_ms)
        with self._lock:
            leases = sorted(self._leases.items())
        return tuple(each for _, each in leases if each.holder and each.until > now)

    def token(self, name: str) -> int:
        """Give the token of a lease, in force or not; 0 if there never was one."""
        lease = self._leases.get(name)
        return lease.token if lease else 0


def _now(now_ms: int | None) -> int:
    return time.time_ns() // 1_000_000 if now_ms is None else now_ms
