"""Attempts to prove who one is, and the lock-out after too many that failed.

Within a process attempts at one handle wait for each other. Through several processes an attempt is
written down before it is looked at, under a key of its own: however many come at once, no more are
looked at than the limit says. Handles that nobody has are counted and locked in the same way, so
that the answers tell nothing, though not by their names.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256

from houserules.core.people import Moment
from houserules.floor.denied import Denied
from houserules.floor.people.desk import Desk
from houserules.floor.people.events import LockedOut
from houserules.floor.people.handles import stream_of
from houserules.floor.people.kept import LOCK, TRIED, Lock, attempts_of, from_bytes, to_bytes
from houserules.floor.people.limits import MINUTE, SECOND
from houserules.floor.people.stored import entry_of
from houserules.journal.records import Append, Delete, Put, Stale

_ACTOR = "house"
_TIME = 15  # digits


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a handle: the how manieth in the time that counts, and all that are kept."""

    key: str
    mine: str
    count: int
    written: tuple[str, ...]

    @property
    def undone(self) -> tuple[Delete, ...]:
        """What the vault forgets when an attempt was right as far as it went."""
        return (Delete(attempts_of(self.key), self.mine),)

    @property
    def forgotten(self) -> tuple[Delete, ...]:
        """What the vault forgets when an attempt has succeeded."""
        kind = attempts_of(self.key)
        kept = tuple(Delete(kind, each) for each in self.written)
        return (*kept, Delete(LOCK, self.key), Delete(TRIED, self.key))


@asynccontextmanager
async def attempting(desk: Desk, key: str) -> AsyncIterator[Attempt | Denied]:
    """Take one's turn at a handle; or hear that it is locked."""
    known = await desk.profile(key) is not None
    under = key if known else _drawer(key)
    async with desk.turn(under):
        yield await _begin(desk, under)


def _drawer(key: str) -> str:
    """Name one of 65,536 places for handles that nobody has: what was typed may be a password."""
    return "?" + sha256(key.encode("utf-8", "replace")).hexdigest()[:4]


async def _begin(desk: Desk, key: str) -> Attempt | Denied:
    if no := await _why_locked(desk, key):
        return no
    now = desk.now()
    mine = f"{now:0{_TIME}}-{desk.random(6).hex()}"
    puts = (Put(attempts_of(key), mine, b"-"), Put(TRIED, key, str(now).encode("ascii")))
    await desk.write(actor=_ACTOR, puts=puts)
    written = await desk.store.call(
        lambda: tuple(each for each, _ in desk.store.journal.vault.items(attempts_of(key)))
    )
    if no := await _why_locked(desk, key):  # another process has locked it, and begun to count anew
        return no
    count = sum(_time(each) > now - desk.limits.attempts_within for each in written)
    attempt = Attempt(key, mine, count, written)
    too_many = count > desk.limits.attempts
    return _locked(desk, await _lock_out(desk, attempt)) if too_many else attempt


async def _why_locked(desk: Desk, key: str) -> Denied | None:
    lock = await _lock(desk, key)
    return _locked(desk, lock.until) if lock is not None and lock.until > desk.now() else None


async def failed(desk: Desk, attempt: Attempt, no: Denied) -> Denied:
    """Answer a failed attempt; the last that is allowed locks the handle."""
    if attempt.count < desk.limits.attempts:
        return no
    return _locked(desk, await _lock_out(desk, attempt))


async def _lock_out(desk: Desk, attempt: Attempt) -> int:
    """Lock a handle, once however many attempts ask for it; gives until when."""
    while True:
        profile = await desk.profile(attempt.key)
        lock, now = await _lock(desk, attempt.key), desk.now()
        if lock is not None and lock.until > now:
            return lock.until
        new = _next(desk, lock, now)
        at, until = Moment(now // SECOND), Moment(-(-new.until // SECOND))
        entry = entry_of(LockedOut(until, new.in_a_row, at))
        appends = (Append(stream_of(profile.key), profile.position, (entry,)),) if profile else ()
        kind = attempts_of(attempt.key)
        outcome = await desk.write(
            *appends,
            actor=_ACTOR,
            puts=(Put(LOCK, attempt.key, to_bytes(new)),),
            deletes=tuple(Delete(kind, each) for each in attempt.written),
        )
        if not isinstance(outcome, Stale):
            return new.until


def _next(desk: Desk, lock: Lock | None, now: int) -> Lock:
    limits = desk.limits
    is_further = lock is not None and now < lock.until + limits.locks_forgotten
    in_a_row = lock.in_a_row + 1 if lock is not None and is_further else 1
    doubled = limits.locked_for << min(in_a_row - 1, 30)
    return Lock(now + min(doubled, limits.locked_most), in_a_row)


async def _lock(desk: Desk, key: str) -> Lock | None:
    data = await desk.store.kept(LOCK, key)
    return None if data is None else from_bytes(Lock, data)


def _time(written: str) -> int:
    return int(written[:_TIME])


def _locked(desk: Desk, until: int) -> Denied:
    minutes = max(1, -(-(until - desk.now()) // MINUTE))
    unit = "minute" if minutes == 1 else "minutes"
    return Denied("sign-in.locked", f"Too many attempts failed; try again in {minutes} {unit}.")


async def sweep_attempts(desk: Desk) -> tuple[Delete, ...]:
    """Give what may be forgotten of attempts and lock-outs that are long past."""
    now, limits, vault = desk.now(), desk.limits, desk.store.journal.vault

    def past() -> tuple[Delete, ...]:
        tried = [key for key, at in vault.items(TRIED) if int(at) <= now - limits.attempts_within]
        kinds = [attempts_of(key) for key in tried]
        attempts = [Delete(kind, each) for kind in kinds for each, _ in vault.items(kind)]
        locks = [(key, from_bytes(Lock, data).until) for key, data in vault.items(LOCK)]
        free = [Delete(LOCK, key) for key, until in locks if until + limits.locks_forgotten <= now]
        return (*attempts, *(Delete(TRIED, key) for key in tried), *free)

    return await desk.store.call(past)
