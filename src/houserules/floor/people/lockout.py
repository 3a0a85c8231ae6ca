"""Attempts to sign in, and the lock-out after too many failures.

Attempts are counted by where they come from, so nobody can lock somebody else out: each address has its
own count at each handle, and so does each known device and each session. In addition, all attempts of
strangers at one handle are counted, and all attempts from one address. A stranger who is locked out may
still sign in with a second-factor code, which is counted separately.

Within a process, attempts at one handle wait for each other. Across processes, an attempt is recorded
under its own key before it is checked, so no more are checked than the limit allows, however many come
at once. Unknown handles are counted and locked in the same way, so the answers reveal nothing; they are
kept under a hash, because what was typed may be a password.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import astuple, dataclass
from hashlib import sha256
from typing import Final

from houserules.core.people import Moment, handle_key
from houserules.floor.denial import Denied
from houserules.floor.people.context import PeopleContext
from houserules.floor.people.events import LockedOut, entry_of
from houserules.floor.people.handles import stream_of
from houserules.floor.people.limits import MINUTE, SECOND
from houserules.floor.people.vault import (
    FAILED,
    LOCK,
    TRIED,
    FailedFrom,
    Lock,
    attempts_of,
    failures_of,
    from_bytes,
    to_bytes,
)
from houserules.journal.records import Append, Delete, Put, Stale

_ACTOR = "house"
_TIME = 15  # digits
_NOBODY = "?"
THROTTLED = Denied(
    "sign-in.throttled", "Too many sign-ins failed from your network. Wait a minute."
)


@dataclass(frozen=True, slots=True)
class Via:
    """Where an attempt comes from: its address, and the device or session that vouches for it."""

    origin: str | None = None
    device: str | None = None  # the id of a device that this person has signed in on
    session: str | None = None  # the id of the person's session in which it is made
    has_code: bool = False  # a code of the second factor comes with it

    @property
    def is_stranger(self) -> bool:
        """Whether nothing vouches for this attempt."""
        return self.device is None and self.session is None

    def lane(self, key: str) -> str:
        """Return the counter of this attempt."""
        if self.session is not None:
            return f"{key}@session:{self.session}"
        return (
            f"{key}@{self.origin or ''}" if self.device is None else f"{key}@device:{self.device}"
        )


@dataclass(frozen=True, slots=True)
class SignInAttempt:
    """One attempt at a handle: its number within the period, and all recorded attempts."""

    key: str
    lane: str
    via: Via
    own: tuple[Delete, ...]  # what the vault has of this attempt
    count: int
    written: tuple[str, ...]
    was_locked: bool  # not long ago
    locked: Denied | None = None  # the only answer to a locked-out stranger without a code

    @property
    def interim_deletes(self) -> tuple[Delete, ...]:
        """What the vault deletes when an attempt was right so far."""
        return self.own

    @property
    def final_deletes(self) -> tuple[Delete, ...]:
        """What the vault deletes when an attempt succeeded; attempts of others stay."""
        kind = attempts_of(self.lane)
        attempts = tuple(Delete(kind, attempt) for attempt in self.written)
        mistyped = self.via.is_stranger and not self.was_locked and self.locked is None
        typos = failure_deletes(self.key, self.via.origin) if mistyped else ()
        known = (Delete(LOCK, self.lane), Delete(TRIED, self.lane))
        return tuple(dict.fromkeys((*attempts, *self.own, *typos, *known)))


@asynccontextmanager
async def attempting(
    context: PeopleContext, key: str, via: Via
) -> AsyncIterator[SignInAttempt | Denied]:
    """Wait for one's turn at a handle and begin an attempt, or return that it is locked."""
    if await context.profile(key) is None:  # one of 65,536 buckets: it may be a password
        key = _NOBODY + sha256(key.encode("utf-8", "replace")).hexdigest()[:4]
    async with context.turn(key):
        yield await _begin(context, key, via)


async def _begin(context: PeopleContext, key: str, via: Via) -> SignInAttempt | Denied:
    """Begin an attempt; a locked-out stranger may still try with the second factor."""
    lane = via.lane(key)
    shared: tuple[str, ...] = ()
    if via.is_stranger:  # all strangers share the counters of the handle and of the address
        shared = (key,) if via.origin is None else (key, f"@{via.origin}")
    attempt = await _enter(context, key, via, lane=lane, shared=shared)
    if isinstance(attempt, SignInAttempt) or not via.has_code or via.session is not None:
        return attempt
    return await _enter(context, key, via, lane=f"{lane}+code", shared=(), locked=attempt)


async def _enter(
    context: PeopleContext,
    key: str,
    via: Via,
    *,
    lane: str,
    shared: tuple[str, ...],
    locked: Denied | None = None,
) -> SignInAttempt | Denied:
    if no := await _why_locked(context, lane):
        return no
    now = context.now()
    name = f"{now:0{_TIME}}-{context.random(6).hex()}"
    lanes = (lane, *shared)
    puts = [Put(attempts_of(counter), name, b"-") for counter in lanes]
    puts += [Put(TRIED, counter, str(now).encode("ascii")) for counter in lanes]
    await context.write(actor=_ACTOR, puts=tuple(puts))
    vault = context.store.journal.vault
    written = await context.store.call(
        lambda: {
            counter: tuple(attempt for attempt, _ in vault.items(attempts_of(counter)))
            for counter in lanes
        }
    )
    if no := await _why_locked(context, lane):  # another process has locked it and counts from zero
        return no
    own = tuple(Delete(attempts_of(counter), name) for counter in lanes)
    before = await _lock(context, lane)
    count = _within(written[lane], now - context.limits.attempts_within)
    attempt = SignInAttempt(key, lane, via, own, count, written[lane], before is not None, locked)
    if count > context.limits.attempts:
        return _locked_denial(context, await _lock_out(context, attempt))
    return _why_crowded(context, written, shared, now) or attempt


def _within(written: tuple[str, ...], since: int) -> int:
    return sum(int(attempt[:_TIME]) > since for attempt in written)


def _why_crowded(
    context: PeopleContext, written: dict[str, tuple[str, ...]], shared: tuple[str, ...], now: int
) -> Denied | None:
    """Deny an attempt if strangers failed too often at this handle or from this address."""
    limits = context.limits
    for counter in shared:
        if counter.startswith("@"):
            if _within(written[counter], now - limits.origin_within) > limits.origin_failures:
                return THROTTLED
        elif _within(written[counter], now - limits.attempts_within) > limits.attempts_of_strangers:
            return _locked_denial(context, now + limits.attempts_within)
    return None


async def _why_locked(context: PeopleContext, lane: str) -> Denied | None:
    lock = await _lock(context, lane)
    return (
        _locked_denial(context, lock.until)
        if lock is not None and lock.until > context.now()
        else None
    )


async def count_failure(context: PeopleContext, attempt: SignInAttempt, no: Denied) -> Denied:
    """Answer a failed attempt; the last one allowed locks out where it came from."""
    is_last = attempt.count >= context.limits.attempts
    if not attempt.key.startswith(_NOBODY) and (attempt.via.is_stranger or is_last):
        await note_failure(context, attempt.key, attempt.via.origin)
    if is_last:
        return _locked_denial(context, await _lock_out(context, attempt))
    return attempt.locked or no


async def _lock_out(context: PeopleContext, attempt: SignInAttempt) -> int:
    """Lock out an address, device or session once, however many attempts fail; return until when."""
    while True:
        profile = await context.profile(attempt.key)
        lock, now = await _lock(context, attempt.lane), context.now()
        if lock is not None and lock.until > now:
            return lock.until
        new = _next(context, lock, now)
        at, until = Moment(now // SECOND), Moment(-(-new.until // SECOND))
        entry = entry_of(LockedOut(until, new.in_a_row, at))
        appends = (Append(stream_of(profile.key), profile.position, (entry,)),) if profile else ()
        kind = attempts_of(attempt.lane)
        outcome = await context.write(
            *appends,
            actor=_ACTOR,
            puts=(Put(LOCK, attempt.lane, to_bytes(new)),),
            deletes=tuple(Delete(kind, written) for written in attempt.written),
        )
        if not isinstance(outcome, Stale):
            return new.until


def _next(context: PeopleContext, lock: Lock | None, now: int) -> Lock:
    limits = context.limits
    is_further = lock is not None and now < lock.until + limits.locks_forgotten
    in_a_row = lock.in_a_row + 1 if lock is not None and is_further else 1
    doubled = limits.locked_for << min(in_a_row - 1, 30)
    return Lock(now + min(doubled, limits.locked_most), in_a_row)


async def _lock(context: PeopleContext, lane: str) -> Lock | None:
    data = await context.store.secret(LOCK, lane)
    return None if data is None else from_bytes(Lock, data)


def _locked_denial(context: PeopleContext, until: int) -> Denied:
    minutes = max(1, -(-(until - context.now()) // MINUTE))
    unit = "minute" if minutes == 1 else "minutes"
    detail = (
        f"Too many sign-ins failed. Try again in {minutes} {unit}, use a device on which you have "
        "signed in before, or add the code of your second factor."
    )
    return Denied("sign-in.locked", detail)


async def locks_of(context: PeopleContext, key: str) -> tuple[Delete, ...]:
    """Return what the vault deletes when every lock-out of a person is lifted."""

    def deletions() -> tuple[Delete, ...]:
        vault = context.store.journal.vault
        locks = [lane for lane, _ in vault.items(LOCK) if lane.startswith(f"{key}@")]
        crowd = [Delete(attempts_of(key), attempt) for attempt, _ in vault.items(attempts_of(key))]
        return (*(Delete(LOCK, lock) for lock in [key, *locks]), *crowd)

    return await context.store.call(deletions)


async def sweep_attempts(context: PeopleContext) -> tuple[Delete, ...]:
    """Return the attempts and lock-outs that are old enough to delete."""
    now, limits, vault = context.now(), context.limits, context.store.journal.vault

    def past() -> tuple[Delete, ...]:
        tried = [key for key, at in vault.items(TRIED) if int(at) <= now - limits.attempts_within]
        kinds = [attempts_of(key) for key in tried]
        attempts = [Delete(kind, attempt) for kind in kinds for attempt, _ in vault.items(kind)]
        locks = [(key, from_bytes(Lock, data).until) for key, data in vault.items(LOCK)]
        free = [Delete(LOCK, key) for key, until in locks if until + limits.locks_forgotten <= now]
        return (*attempts, *(Delete(TRIED, key) for key in tried), *free)

    return await context.store.call(past)


# Failed sign-ins as their person is shown them: when, how often and from where.


_ORIGINS: Final = 50
_UNKNOWN: Final = "unknown"
_ELSEWHERE: Final = "other addresses"


@dataclass(frozen=True, slots=True)
class FailedSignIns:
    """Failed sign-ins from one address; times in milliseconds."""

    origin: str
    count: int
    first: int
    last: int


async def note_failure(context: PeopleContext, key: str, origin: str | None) -> None:
    """Record a failed sign-in to a person's account."""
    kind, now = failures_of(key), context.now()
    known = dict(await context.store.call(lambda: list(context.store.journal.vault.items(kind))))
    name = origin or _UNKNOWN
    if name not in known and len(known) >= _ORIGINS:
        name = _ELSEWHERE
    before = from_bytes(FailedFrom, known[name]) if name in known else FailedFrom(0, now, now)
    after = FailedFrom(before.count + 1, before.first, now)
    puts = (Put(kind, name, to_bytes(after)), Put(FAILED, key, str(now).encode("ascii")))
    await context.write(actor=_ACTOR, puts=puts)


def failure_deletes(key: str, origin: str | None) -> tuple[Delete, ...]:
    """Return what the vault deletes of an address after a successful sign-in."""
    return (Delete(failures_of(key), origin or _UNKNOWN),)


async def failed_sign_ins(context: PeopleContext, handle: str) -> tuple[FailedSignIns, ...]:
    """Return failed sign-ins to a person's account by address, newest first."""
    kind, vault = failures_of(handle_key(handle)), context.store.journal.vault
    failures = [
        (origin, from_bytes(FailedFrom, data))
        for origin, data in await context.store.call(lambda: list(vault.items(kind)))
    ]
    failed = [FailedSignIns(origin, *astuple(failure)) for origin, failure in failures]
    return tuple(sorted(failed, key=lambda failures: failures.last, reverse=True))


async def dismiss_failed_sign_ins(context: PeopleContext, handle: str) -> None:
    """Dismiss the failed sign-ins that a person was shown."""
    key, vault = handle_key(handle), context.store.journal.vault
    kind = failures_of(key)
    if failures := await context.store.call(lambda: list(vault.items(kind))):
        deletes = (*(Delete(kind, origin) for origin, _ in failures), Delete(FAILED, key))
        await context.write(actor=_ACTOR, deletes=deletes)


async def sweep_failures(context: PeopleContext) -> tuple[Delete, ...]:
    """Return the failures that are old enough to delete."""
    until, vault = context.now() - context.limits.failures_kept, context.store.journal.vault

    def past() -> tuple[Delete, ...]:
        keys = [key for key, last in vault.items(FAILED) if int(last) <= until]
        rows = [
            (failures_of(key), name) for key in keys for name, _ in vault.items(failures_of(key))
        ]
        return (*(Delete(*row) for row in rows), *(Delete(FAILED, key) for key in keys))

    return await context.store.call(past)
