"""One table in one process: decide a command, append what follows, and only then show it.

Commands are pipelined. Waiting for the disk after every command would limit a table to the speed of
one commit after the other, so a command is decided on `_ahead`: the table as it will be once every
batch under way is written. Its batch goes to the committer at once, behind the others. `state` is the
table as it is durable; only that is shown, and a command is answered only when its batch is durable.

What makes this safe is the `Speculation` that all batches decided on top of each other share. If one of
them is not written (another process was first, the command id was used before, the store is away), the
journal marks the speculation as broken and refuses every later batch of it. Positions alone would not
do: another process may have written exactly as many records as we expected, with other content. So a
broken speculation loses nothing and lets nothing wrong through. The table goes back to `state`, reads
what the journal really has after it, starts a new speculation (`_recover`), and every command that
was still waiting is decided again on that (`carry_out` tries up to 20 times).

A refusal, and a command that changes nothing, append no batch. Such an answer too was decided on
`_ahead`, so it is held back until everything under way is durable, and discarded if the speculation broke:
otherwise a player could be refused because of a wager that never happened.

`_deciding` is held from the decision to the moment when its batch is in line, never while the batch is
being written. All of this runs on one event loop; only the committer and reads use other threads.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from houserules.core.refusal import Refusal
from houserules.floor.damage import damage_denial, denial_of
from houserules.floor.denial import ID_USED, Denied
from houserules.floor.events import TableLocked
from houserules.floor.matters import Matters
from houserules.floor.money.wallets import Wallets
from houserules.floor.store import AWAY, Store, why_away
from houserules.floor.tables.decide import (
    DecidedCommand,
    DoubtError,
    decide,
    lock_table,
    locked_denial,
)
from houserules.floor.tables.decision import HOUSE, Rejected
from houserules.floor.tables.settings import table_stream
from houserules.floor.tables.snapshot import TABLE_STATES, table_snapshot
from houserules.floor.tables.stream import LoadedTable, batch_of, batches_of, follow
from houserules.floor.tables.table import FloorTable
from houserules.journal.errors import DamagedError
from houserules.journal.records import Append, Appended, Batch, Outcome, Reused, Speculation
from houserules.table.staff.state import Recalled


@dataclass(frozen=True, slots=True)
class CommandRequest:
    """A command, its `actor` for the journal, and an `id` that makes a retry harmless."""

    command: Any
    actor: str
    id: str | None = None
    digest: bytes | None = None  # of the request's content: the id is bound to it
    only_at: int | None = None  # refuse it if anything has happened since this position
    recalled: Recalled = field(default_factory=Recalled)  # what the table has put away


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is carried out and durable; `position` is that of its last record."""

    position: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """Events at a table and the table after them, for its watchers."""

    events: tuple[Any, ...]
    state: FloorTable
    at: int


Watcher = Callable[[Update], None]


class Carded(Protocol):
    """What carded play has to say about a command, and what it records."""

    async def judge(self, state: FloorTable, command: Any, at: int) -> Any:
        """Return a refusal, or what `records` needs to know about the player judged."""

    def records(
        self, before: FloorTable, after: FloorTable, events: tuple[Any, ...], at: int, judged: Any
    ) -> tuple[Append, ...]:
        """Return what a command changes for players."""
        ...


_TRIES: Final = 20
"""Another process may win the race for a position a few times in a row, but not this often."""


PendingBatch = asyncio.Future[Outcome | BaseException]
"""A submitted batch; done once the table has followed its outcome."""


class RunningTable:
    """A table in play. Every process of the floor may run the same table; see the module's notes."""

    def __init__(
        self, store: Store, wallets: Wallets, loaded: LoadedTable, carded: Carded | None = None
    ) -> None:
        self._store, self._wallets, self._carded = store, wallets, carded
        self._name = loaded.state.setting.table
        self._deciding = asyncio.Lock()
        self._repairing: asyncio.Task[None] | None = None
        self._watchers: set[Watcher] = set()
        self._index = loaded.matters
        self._restart_from(loaded)
        self._take_snapshot_if_due()

    def _restart_from(self, loaded: LoadedTable) -> None:
        """Begin a new speculation on the table as the journal has it."""
        self.state, self.handler = loaded.state, loaded.handler
        self._ahead, self._speculation = loaded, Speculation()
        self._last: PendingBatch | None = None

    async def carry_out(self, request: CommandRequest, *, at: int) -> Accepted | Rejected:
        """Decide and append a command; return the answer once it is durable."""
        if finding := self._store.damage.of(table_stream(self._name)):
            return damage_denial(finding)
        try:
            for _ in range(_TRIES):
                answer = await self._try_once(request, at)
                if answer is not None:
                    return answer
        except DamagedError as error:
            return denial_of(error)
        except AWAY as error:
            return why_away(error)
        return Denied("table.busy", "Too many changes at this table at once. Try again.")

    @property
    def matters(self) -> Matters:
        """The disputes and wrong payments of the table, finished ones included."""
        return Matters(self._store, self._name, self._index)

    @property
    def is_deciding(self) -> bool:
        """Whether a command is being decided or written."""
        return self._deciding.locked() or (self._last is not None and not self._last.done())

    async def _try_once(self, request: CommandRequest, at: int) -> Accepted | Rejected | None:
        """Decide once; None: the speculation broke, so decide again."""
        async with self._deciding:
            if self._speculation.broken:
                await self._recover()
            speculation, answer = self._speculation, await self._decide(request, at)
        if not isinstance(answer, asyncio.Future):
            await self._wait_for_pending()  # the answer depends on batches that are not durable yet
            if speculation.broken:
                return None
            return await self._past_answer(request) or answer
        outcome = await asyncio.shield(answer)  # a caller who goes away does not cancel the batch
        if isinstance(outcome, BaseException):
            raise outcome
        if not isinstance(outcome, Appended | Reused):
            return None
        if isinstance(outcome, Reused) or outcome.repeated:
            await self._recover_if_broken()
        return self._answer(outcome)

    def _answer(self, outcome: Appended | Reused) -> Accepted | Denied:
        """Return the answer to a command that is durable now, or was already."""
        if isinstance(outcome, Reused):
            return ID_USED
        stream = table_stream(self._name)
        records = [record for record in outcome.records if record.stream == stream]
        if not records:
            return ID_USED  # the id was used at another table
        if records[-1].name == TableLocked.name:
            return locked_denial(records[-1].payload["why"])
        return Accepted(records[-1].position, repeated=outcome.repeated)

    async def _decide(self, request: CommandRequest, at: int) -> PendingBatch | Accepted | Rejected:
        """Decide on the table as it will be, and submit the batch that follows."""
        ahead = self._ahead
        if request.only_at not in (None, ahead.state.position):
            return Denied("table.moved-on", "Something else happened at the table first.")
        judged = None
        if self._carded and isinstance(
            judged := await self._carded.judge(ahead.state, request.command, at), Refusal
        ):
            return judged
        try:
            verdict = decide(
                ahead.state, ahead.handler, request.command, at=at, recalled=request.recalled
            )
        except DoubtError as doubt:
            verdict = lock_table(ahead.state, ahead.handler, str(doubt), at=at)
        if not isinstance(verdict, DecidedCommand):
            return verdict
        if not verdict.events:
            return Accepted(ahead.state.position)
        return await self._append(verdict, request, at, judged=judged)

    async def lock(self, why: str, *, at: int) -> None:
        """Lock the table, whatever is going on there."""
        async with self._deciding:
            ahead = self._ahead
            if ahead.state.locked is not None or self._speculation.broken:
                return
            verdict = lock_table(ahead.state, ahead.handler, why, at=at)
            await self._append(verdict, CommandRequest(None, HOUSE), at)

    async def _append(
        self, verdict: DecidedCommand, request: CommandRequest, at: int, *, judged: Any = None
    ) -> PendingBatch | Denied:
        """Submit the batch of a verdict behind those under way; `_deciding` is held."""
        batch = await batch_of(
            self._wallets,
            self._ahead.handler,
            verdict,
            actor=request.actor,
            command_id=request.id,
            request=request.digest,
            at=at,
            speculation=self._speculation,
            also=self._carded_records(verdict, at, judged),
        )
        if isinstance(batch, Denied):
            return batch
        written, pending = self._store.submit(batch), PendingBatch()
        self._ahead, self._last = LoadedTable(verdict.state, verdict.handler), pending

        def follow_outcome(done: "asyncio.Future[Outcome]") -> None:
            # A callback, not the caller: the table must follow even if the caller has gone away.
            outcome = done.exception() or done.result()
            try:
                self._follow(outcome, batch, verdict, at)
            finally:
                pending.set_result(outcome)

        written.add_done_callback(follow_outcome)
        return pending

    def _carded_records(self, verdict: DecidedCommand, at: int, judged: Any) -> tuple[Append, ...]:
        """Return what carded play records about the players of the table."""
        if self._carded is None:
            return ()
        return self._carded.records(self._ahead.state, verdict.state, verdict.events, at, judged)

    def _follow(
        self, outcome: Outcome | BaseException, batch: Batch, verdict: DecidedCommand, at: int
    ) -> None:
        """Make what is durable now the state of the table and show it; otherwise recover."""
        if isinstance(outcome, Appended) and not outcome.repeated:
            self._index.follow(verdict.events, self.state.position + 1)
            self.state, self.handler = verdict.state, verdict.handler
            self._wallets.follow(outcome.records)
            self._take_snapshot_if_due()
            self._show(Update(verdict.events, self.state, at))
            return
        self._wallets.forget(batch)
        if self._repairing is None or self._repairing.done():
            self._repairing = asyncio.ensure_future(self._recover_in_background())

    async def _recover_in_background(self) -> None:
        with suppress(*AWAY, DamagedError):  # the next command tries again
            await self._recover_if_broken()

    async def _recover_if_broken(self) -> None:
        async with self._deciding:
            if self._speculation.broken:
                await self._recover()

    async def _wait_for_pending(self) -> None:
        """Wait until every batch under way is written, or known not to be."""
        if self._last is not None and not self._last.done():
            await asyncio.wait((self._last,))

    async def _past_answer(self, request: CommandRequest) -> Accepted | Rejected | None:
        """Return the first answer to a retry: a command that is refused now may have succeeded before."""
        if request.id is None:
            return None
        outcome = await self._store.earlier(request.actor, request.id, request.digest)
        return None if outcome is None else self._answer(outcome)

    async def catch_up(self, position: int) -> None:
        """Follow what was appended up to a position, by this process or another one.

        The journal's news does not say who wrote a record. If `_ahead` already reaches the position, the
        record is either one of ours, which follows by itself when its batch is done, or another
        process's in its place, and then our batch is refused and breaks the speculation. Either way it
        is enough to wait for our own batches first. Only what is still missing after that is read.
        """
        if self._ahead.state.position >= position:
            await self._wait_for_pending()
        if self.state.position < position:
            async with self._deciding:
                if self._speculation.broken or self._ahead.state.position < position:
                    await self._recover()

    async def _recover(self) -> None:
        """Read what the journal has after `state`, show it, and speculate again from there.

        `_deciding` is held, so nothing new is submitted; waiting for the pending batches first means
        that no late outcome of the old speculation can change `state` afterwards.
        """
        await self._wait_for_pending()
        shown = LoadedTable(self.state, self.handler, self._index)
        records = await self._store.read(table_stream(self._name), shown.state.position)
        batches = list(batches_of(records))
        self._restart_from(await follow(self._store, shown, batches))
        self._take_snapshot_if_due()
        if records:
            events = tuple(event for _, batch in batches for event in batch)
            self._show(Update(events, self.state, records[-1].time))

    def _take_snapshot_if_due(self) -> None:
        if self._store.snapshots.is_due(table_stream(self._name), self.state.position):
            self._take_snapshot()

    def _take_snapshot(self) -> None:
        kept = table_snapshot(self.state, self.handler, self._index)
        stream = table_stream(self._name)
        self._store.snapshots.take(stream, self.state.position, kept, TABLE_STATES)

    def take_last_snapshot(self) -> None:
        """Take a snapshot before the server stops."""
        if self._store.snapshots.is_worth_it(table_stream(self._name), self.state.position):
            self._take_snapshot()

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Show a watcher every update from now on; return a function that stops it."""
        self._watchers.add(watcher)
        return lambda: self._watchers.discard(watcher)

    def _show(self, update: Update) -> None:
        for watcher in tuple(self._watchers):
            watcher(update)
