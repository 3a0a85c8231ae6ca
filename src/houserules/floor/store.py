"""The journal for the floor's event loop: durable appends, and reads.

Everything that touches the disk or the network runs in other threads.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from houserules.core.state_codec import StateCodec
from houserules.floor.damage import Damage
from houserules.floor.denial import Denied
from houserules.floor.snapshots import Snapshots
from houserules.journal.base import Committer
from houserules.journal.errors import BusyError, DamagedError, UnavailableError, UnknownOutcomeError
from houserules.journal.protocol import Journal
from houserules.journal.records import Appended, Batch, JournalRecord, Outcome, Put, Reused, Tip

Answer = TypeVar("Answer")
AWAY: Final = (UnavailableError, BusyError)
"""Errors raised while the store is unavailable."""


def why_away(error: Exception) -> Denied:
    """Deny what the store could not do; the outcome of an interrupted commit is unknown."""
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
        self.snapshots = Snapshots(journal, self._committer.submit)
        self._done: deque[tuple[asyncio.Future[Outcome], Future[Outcome]]] = deque()
        self._probe: asyncio.Task[Tip | None] | None = None

    async def append(self, batch: Batch) -> Outcome:
        """Append a batch and wait until it is durable."""
        return await self.submit(batch)

    def submit(self, batch: Batch) -> "asyncio.Future[Outcome]":
        """Queue a batch; the futures complete in the order of submission."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Outcome] = loop.create_future()

        def deliver_later(committed: Future[Outcome]) -> None:
            """Runs in the committer's thread; wakes the loop once for all batches of a commit."""
            self._done.append((answer, committed))
            if len(self._done) == 1 and not loop.is_closed():
                loop.call_soon_threadsafe(self._deliver)

        self._committer.submit(batch).add_done_callback(deliver_later)
        return answer

    def _deliver(self) -> None:
        while self._done:
            answer, committed = self._done.popleft()
            if answer.done():  # the caller has gone away
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
        """Return the outcome of a command that was given before; None: it is new."""
        return await self.call(lambda: self.journal.outcome(actor, command_id, request))

    async def read(
        self, stream: str, after: int = 0, limit: int | None = None
    ) -> list[JournalRecord]:
        """Return up to `limit` records of a stream after a position."""
        return await self.call(lambda: list(self.journal.read(stream, after, limit)))

    async def secret(self, kind: str, key: str) -> bytes | None:
        """Read a value from the vault."""
        return await self.call(lambda: self.journal.vault.get(kind, key))

    async def snapshot(self, stream: str, codec: StateCodec) -> tuple[int, Any] | None:
        """Return the position and state of a stream's snapshot; None: replay the stream."""
        return await self.call(lambda: self.snapshots.find(stream, codec))

    async def call(self, ask: Callable[[], Answer]) -> Answer:
        """Run a read in another thread; if it finds damage, lock what is damaged."""
        try:
            return await asyncio.to_thread(ask)
        except DamagedError as error:
            self.damage.note(error.findings)
            raise

    async def probe(self, now: int, *, patience: float) -> Tip | None:
        """Write a value and read the journal's tip; None: the store did not answer in time.

        All callers share one probe, so an unavailable store holds up only one thread.
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
        except Exception:  # whatever went wrong, the store is not ready
            return None

    async def close(self) -> None:
        """Commit the queued batches and close the journal."""
        await self.call(self.snapshots.close)
        await self.call(self._committer.close)
        await self.call(self.journal.close)
