"""The journal for the floor's one thread: appends that wait for the durable commit, and readings.

Everything that touches the disk or the network happens in other threads.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from houserules.journal.committer import Committer
from houserules.journal.protocol import Journal
from houserules.journal.records import Appended, Batch, Outcome, Record

Answer = TypeVar("Answer")


class Store:
    """A journal with its committer."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._committer = Committer(journal)

    async def append(self, batch: Batch) -> Outcome:
        """Append a batch with those of other tables; done once it is durable."""
        return await asyncio.wrap_future(self._committer.submit(batch))

    async def earlier(self, actor: str, command_id: str) -> Appended | None:
        """Give what a command did when it was given before; None: it is new."""
        return await self.call(lambda: self.journal.outcome(actor, command_id))

    async def read(self, stream: str, after: int = 0) -> list[Record]:
        """Give the records of a stream behind a position."""
        return await self.call(lambda: list(self.journal.read(stream, after)))

    async def kept(self, kind: str, key: str) -> bytes | None:
        """Give what the vault keeps."""
        return await self.call(lambda: self.journal.vault.get(kind, key))

    async def call(self, ask: Callable[[], Answer]) -> Answer:
        """Ask the journal something in another thread."""
        return await asyncio.to_thread(ask)

    async def close(self) -> None:
        """Commit what waits, and close the journal."""
        await self.call(self._committer.close)
        await self.call(self.journal.close)
