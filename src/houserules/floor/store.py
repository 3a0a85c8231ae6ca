"""The journal for the floor's one thread: appends that wait for the durable commit, and readings.

Everything that touches the disk or the network happens in other threads.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, TypeVar

from houserules.floor.damage import Damage
from houserules.floor.denial import Denied
from houserules.journal.base import Committer
from houserules.journal.errors import BusyError, DamagedError, UnavailableError, UnknownOutcomeError
from houserules.journal.protocol import Journal
from houserules.journal.records import Appended, Batch, Outcome, Put, Record, Reused, Tip

Answer = TypeVar("Answer")
AWAY: Final = (UnavailableError, BusyError)
"""What is raised while the store cannot be written to or read."""


def why_away(error: Exception) -> Denied:
    """Refuse what the store could not do; of a commit that broke off nobody knows whether it was done."""
    if isinstance(error, UnknownOutcomeError):
        return Denied(
            "store.unknown",
            "The connection was lost. Send it again to find out whether it was done.",
        )
    return Denied("store.unavailable", "Storage is unavailable. Try again.")


class Store:
    """A journal with its committer."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.damage = Damage()
        self._committer = Committer(journal)
        self._done: deque[tuple[asyncio.Future[Outcome], Future[Outcome]]] = deque()
        self._probe: asyncio.Task[Tip | None] | None = None

    async def append(self, batch: Batch) -> Outcome:
        """Append a batch with those of other tables; done once it is durable."""
        return await self.submit(batch)

    def submit(self, batch: Batch) -> "asyncio.Future[Outcome]":
        """Line a batch up; the futures of batches are done in the order in which those came."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Outcome] = loop.create_future()

        def deliver_later(committed: Future[Outcome]) -> None:
            """Called by the committer: the loop is woken once for all batches of a commit."""
            self._done.append((answer, committed))
            if len(self._done) == 1 and not loop.is_closed():
                loop.call_soon_threadsafe(self._deliver)

        self._committer.submit(batch).add_done_callback(deliver_later)
        return answer

    def _deliver(self) -> None:
        while self._done:
            answer, committed = self._done.popleft()
            if answer.done():  # whoever asked is gone
                continue
            if (error := committed.exception()) is not None:
                if isinstance(error, DamagedError):
                    self.damage.note(error.findings)
                answer.set_exception(error)
            else:
                answer.set_result(committed.result())

    async def earlier(
        self, actor: str, command_id: str, request: bytes | None
    ) -> Appended | Reused | None:
        """Return what a command did when it was given before; None: it is new."""
        return await self.call(lambda: self.journal.outcome(actor, command_id, request))

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Record]:
        """Return the records of a stream behind a position, at most so many."""
        return await self.call(lambda: list(self.journal.read(stream, after, limit)))

    async def secret(self, kind: str, key: str) -> bytes | None:
        """Return what the vault keeps."""
        return await self.call(lambda: self.journal.vault.get(kind, key))

    async def call(self, ask: Callable[[], Answer]) -> Answer:
        """Ask the journal something in another thread; what is found damaged is locked."""
        try:
            return await asyncio.to_thread(ask)
        except DamagedError as error:
            self.damage.note(error.findings)
            raise

    async def probe(self, now: int, *, patience: float) -> Tip | None:
        """Write something and read where the journal ends; None: the store did neither in time.

        However many ask, one probe is under way, so that a store that is away holds up one thread.
        """
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._write_and_read(now))
        done, _ = await asyncio.wait((self._probe,), timeout=patience)
        return done.pop().result() if done else None

    async def _write_and_read(self, now: int) -> Tip | None:
        put = Put("probe", "ready", str(now).encode("ascii"))
        try:
            await self.append(Batch((), actor="house", time=now, puts=(put,)))
            return await self.call(self.journal.tip)
        except Exception:  # whatever is wrong with the store, it is not ready
            return None

    async def close(self) -> None:
        """Commit what waits, and close the journal."""
        await self.call(self._committer.close)
        await self.call(self.journal.close)
