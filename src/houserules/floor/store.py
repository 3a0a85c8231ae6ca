"""The journal for the floor's one thread: appends that wait for the durable commit, and readings.

Everything that touches the disk or the network happens in other threads.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
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
        self._done: deque[tuple[asyncio.Future[Outcome], Future[Outcome]]] = deque()

    async def append(self, batch: Batch) -> Outcome:
        """Append a batch with those of other tables; done once it is durable."""
        return await self.submit(batch)

    def submit(self, batch: Batch) -> "asyncio.Future[Outcome]":
        """Line a batch up; the futures of batches are done in the order in which those came."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Outcome] = loop.create_future()

        def done(committed: Future[Outcome]) -> None:
            """Called by the committer: the loop is woken once for all batches of a commit."""
            self._done.append((answer, committed))
            if len(self._done) == 1 and not loop.is_closed():
                loop.call_soon_threadsafe(self._deliver)

        self._committer.submit(batch).add_done_callback(done)
        return answer

    def _deliver(self) -> None:
        while self._done:
            answer, committed = self._done.popleft()
            if answer.done():  # whoever asked is gone
                continue
            if (error := committed.exception()) is not None:
                answer.set_exception(error)
            else:
                answer.set_result(committed.result())

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
