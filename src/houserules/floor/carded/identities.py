"""The identities on record: sealed in the vault, and one account for each person (31D(3), 31F).

Who has shown which document must be known without reading any identity. So the vault also has marks:
keyed digests of a document, and of a name with a date of birth, each with the accounts that showed it.
Without the key file nobody can tell whose they are. They are erased together with the identity.
"""

from collections.abc import Iterable
from typing import Final

from houserules.core.people import handle_key
from houserules.floor.carded.identity import SEALED, Identity, Sealer
from houserules.floor.denial import Denied
from houserules.floor.store import Store
from houserules.floor.tables.decision import HOUSE
from houserules.journal.records import Batch, Delete, Put

_MARKED: Final = "identity-mark"
"""The kind under which the vault keeps who has shown a document, and who has which name."""

_KEY: Final = "identity-key"
"""The kind under which the vault keeps a digest by which the key is known again, never the key."""

UNREADABLE: Final = Denied(
    "identity.unreadable",
    "The identity was sealed with another key. Start with the right key file.",
)
NONE: Final = Denied("identity.none", "No identity of this person is on record.")


class Identities:
    """The sealed identities in the vault."""

    def __init__(self, store: Store, sealer: Sealer) -> None:
        self._store, self._sealer = store, sealer

    async def fits(self, at: int) -> bool:
        """Whether the key is the one that this vault was sealed with; the first key always is."""
        mine = self._sealer.mark("key").encode()
        known = await self._store.secret(_KEY, _KEY)
        if known is None:
            batch = Batch((), actor=HOUSE, time=at, puts=(Put(_KEY, _KEY, mine),))
            await self._store.append(batch)
        return known in (None, mine)

    async def find(self, handle: str) -> Identity | Denied:
        """Return the identity of a person."""
        sealed = await self._store.secret(SEALED, handle_key(handle))
        if sealed is None:
            return NONE
        return self._sealer.open(handle_key(handle), sealed) or UNREADABLE

    async def why_not_own(
        self, handle: str, identity: Identity, *, is_namesake: bool
    ) -> Denied | None:
        """Deny an identity that was verified for another account: one person has one card."""
        document, name = _marks(self._sealer, identity)
        others = await self._others(document, handle)
        if others:
            detail = f"{others[0]} was verified with this document. One person has one account."
            return Denied("identity.taken", detail)
        namesakes = await self._others(name, handle)
        if not namesakes or is_namesake:
            return None
        detail = (
            f"{namesakes[0]} has the same name and date of birth. Verify this person only if you are sure "
            "that they are two people."
        )
        return Denied("identity.namesake", detail)

    async def changes(
        self, handle: str, identity: Identity | None, sealed: bytes = b""
    ) -> tuple[tuple[Put, ...], tuple[Delete, ...]]:
        """Return what the vault has to change to hold another identity of a person; None: none at all."""
        key, before = handle_key(handle), await self.find(handle)
        old = set() if isinstance(before, Denied) else set(_marks(self._sealer, before))
        new = set() if identity is None else set(_marks(self._sealer, identity))
        puts = [Put(SEALED, key, sealed)] if identity else []
        deletes = [] if identity else [Delete(SEALED, key)]
        for mark in sorted(old | new):
            holders = {*await self._others(mark, handle), *([handle] if mark in new else [])}
            if holders:
                puts.append(Put(_MARKED, mark, "\n".join(sorted(holders)).encode()))
            else:
                deletes.append(Delete(_MARKED, mark))
        return tuple(puts), tuple(deletes)

    async def _others(self, mark: str, handle: str) -> list[str]:
        """Return who else has a mark."""
        known = await self._store.secret(_MARKED, mark)
        return [
            each
            for each in (known or b"").decode().split("\n")
            if each and handle_key(each) != handle_key(handle)
        ]


def _marks(sealer: Sealer, identity: Identity) -> tuple[str, str]:
    """Return the marks of a document and of a name, in any spelling."""
    number = _letters(identity.number)
    return (
        sealer.mark("document", number, identity.born),
        sealer.mark("name", _letters(identity.name), identity.born),
    )


def _letters(text: Iterable[str]) -> str:
    return "".join(each for each in "".join(text).casefold() if each.isalnum())
