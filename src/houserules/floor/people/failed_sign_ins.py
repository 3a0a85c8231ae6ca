"""Sign-ins that failed, as the person concerned is told of them: when, how often and from where.

They are kept in the vault, because an address is personal and must not stay in the journal forever.
"""

from dataclasses import dataclass
from typing import Final

from houserules.floor.people.context import PeopleContext
from houserules.floor.people.vault import FAILED, FailedFrom, failures_of, from_bytes, to_bytes
from houserules.journal.records import Delete, Put

_ACTOR: Final = "house"
_ORIGINS: Final = 50
_UNKNOWN: Final = "unknown"
_ELSEWHERE: Final = "other addresses"


@dataclass(frozen=True, slots=True)
class FailedSignIns:
    """Sign-ins from one address that failed; times in milliseconds."""

    origin: str
    count: int
    first: int
    last: int


async def note_failure(desk: PeopleContext, key: str, origin: str | None) -> None:
    """Note that a sign-in to somebody's account failed."""
    kind, now = failures_of(key), desk.now()
    known = dict(await desk.store.call(lambda: list(desk.store.journal.vault.items(kind))))
    name = origin or _UNKNOWN
    if name not in known and len(known) >= _ORIGINS:
        name = _ELSEWHERE
    before = from_bytes(FailedFrom, known[name]) if name in known else FailedFrom(0, now, now)
    after = FailedFrom(before.count + 1, before.first, now)
    puts = (Put(kind, name, to_bytes(after)), Put(FAILED, key, str(now).encode("ascii")))
    await desk.write(actor=_ACTOR, puts=puts)


def failures_forgotten(key: str, origin: str | None) -> tuple[Delete, ...]:
    """Return what the vault forgets of an address whose owner has just proved who they are."""
    return (Delete(failures_of(key), origin or _UNKNOWN),)


async def failed_sign_ins(desk: PeopleContext, key: str) -> tuple[FailedSignIns, ...]:
    """Return the sign-ins to an account that failed and were not dismissed, newest first."""
    kind = failures_of(key)
    kept = await desk.store.call(lambda: list(desk.store.journal.vault.items(kind)))
    read = [(name, from_bytes(FailedFrom, data)) for name, data in kept]
    found = [FailedSignIns(name, each.count, each.first, each.last) for name, each in read]
    return tuple(sorted(found, key=lambda each: each.last, reverse=True))


async def dismiss_failures(desk: PeopleContext, key: str) -> None:
    """Forget failed sign-ins that their person has seen."""
    kind = failures_of(key)
    kept = await desk.store.call(lambda: list(desk.store.journal.vault.items(kind)))
    if kept:
        deletes = (*(Delete(kind, name) for name, _ in kept), Delete(FAILED, key))
        await desk.write(actor=_ACTOR, deletes=deletes)


async def sweep_failures(desk: PeopleContext) -> tuple[Delete, ...]:
    """Return what may be forgotten of failures that are long past."""
    until, vault = desk.now() - desk.limits.failures_kept, desk.store.journal.vault

    def past() -> tuple[Delete, ...]:
        keys = [key for key, last in vault.items(FAILED) if int(last) <= until]
        rows = [
            (failures_of(key), name) for key in keys for name, _ in vault.items(failures_of(key))
        ]
        return (*(Delete(*each) for each in rows), *(Delete(FAILED, key) for key in keys))

    return await desk.store.call(past)
