"""One table in one process: decides, appends, and only then shows what has happened."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from houserules.floor.damage import damage_denial, denial_of
from houserules.floor.denial import ID_USED, Denied
from houserules.floor.events import TableLocked
from houserules.floor.matters import Matters
from houserules.floor.money.wallets import Wallets
from houserules.floor.store import AWAY, Store, why_away
from houserules.floor.tables.decide import DoubtError, Verdict, decide, lock_table, locked_denial
from houserules.floor.tables.decision import HOUSE, Rejected
from houserules.floor.tables.settings import table_stream
from houserules.floor.tables.stream import LoadedTable, batch_of, batches_of, follow
from houserules.floor.tables.table import FloorTable
from houserules.journal.errors import DamagedError
from houserules.journal.records import Appended, Batch, Outcome, Record, Reused, Speculation
from houserules.table.staff.state import Recalled

# What is asked of a running table, what it answers, and what it shows.


@dataclass(frozen=True, slots=True)
class CommandRequest:
    """A command with who gives it: `actor` stands in the journal, `id` makes a retry harmless."""

    command: Any
    actor: str
    id: str | None = None
    digest: bytes | None = None  # of what was asked for: the id is bound to it
    only_at: int | None = None  # not if anything has happened since this position
    recalled: Recalled = field(default_factory=Recalled)  # what the table has put away


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is done and durable; `position` is that of its last record."""

    position: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """What has happened at a table, for those who watch it."""

    events: tuple[Any, ...]
    state: FloorTable
    at: int


Watcher = Callable[[Update], None]


_TRIES: Final = 20
"""Another process may be quicker some times in a row, not so often."""


PendingBatch = asyncio.Future[Outcome | BaseException]
"""A batch that was lined up: done when the table has followed what became of it."""


class RunningTable:
    """A table that people play at; every process of the floor may have one of the same table.

    A command is decided on the table as those before it leave it, durable or not yet; what rests on
    something that was not written is decided again. Only what is durable is answered and shown.
    """

    def __init__(self, store: Store, wallets: Wallets, loaded: LoadedTable) -> None:
        self._store, self._wallets = store, wallets
        self._name = loaded.state.setting.table
        self._deciding = asyncio.Lock()
        self._repairing: asyncio.Task[None] | None = None
        self._watchers: set[Watcher] = set()
        self._index = loaded.matters
        self._take(loaded)

    def _take(self, loaded: LoadedTable) -> None:
        """Have the table as the journal has it, and nothing under way."""
        self.state, self.handler = loaded.state, loaded.handler
        self._ahead, self._speculation = loaded, Speculation()
        self._last: PendingBatch | None = None

    async def do(self, request: CommandRequest, *, at: int) -> Accepted | Rejected:
        """Decide and append a command; the answer comes when it is durable."""
        if found := self._store.damage.of(table_stream(self._name)):
            return damage_denial(found)
        try:
            for _ in range(_TRIES):
                answer = await self._try(request, at)
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
        """Whether something is being decided or written."""
        return self._deciding.locked() or (self._last is not None and not self._last.done())

    async def _try(self, request: CommandRequest, at: int) -> Accepted | Rejected | None:
        """Decide once; None: it was decided on what was never written."""
        async with self._deciding:
            if self._speculation.broken:
                await self._recover()
            speculation, under_way = self._speculation, await self._decide(request, at)
        if not isinstance(under_way, asyncio.Future):
            await self._settled()  # what it was decided on has to be durable too
            if speculation.broken:
                return None
            return await self._earlier(request) or under_way
        outcome = await asyncio.shield(under_way)
        if isinstance(outcome, BaseException):
            raise outcome
        if not isinstance(outcome, Appended | Reused):
            return None
        if isinstance(outcome, Reused) or outcome.repeated:
            await self._mend()
        return self._answer(outcome)

    def _answer(self, outcome: Appended | Reused) -> Accepted | Denied:
        """Return the answer to a command that is durable, or was before."""
        if isinstance(outcome, Reused) or not (mine := self._mine(outcome)):
            return ID_USED
        if mine[-1].name == TableLocked.name:
            return locked_denial(mine[-1].payload["why"])
        return Accepted(mine[-1].position, repeated=outcome.repeated)

    async def _decide(self, request: CommandRequest, at: int) -> PendingBatch | Accepted | Rejected:
        """Decide on the table as it will be, and line up what comes of it."""
        ahead, speculation = self._ahead, self._speculation
        if request.only_at not in (None, ahead.state.position):
            return Denied("table.moved-on", "Something else happened at the table first.")
        try:
            decided = decide(
                ahead.state, ahead.handler, request.command, at=at, recalled=request.recalled
            )
        except DoubtError as doubt:
            decided = lock_table(ahead.state, ahead.handler, str(doubt), at=at)
        if not isinstance(decided, Verdict):
            return decided
        if not decided.events:
            return Accepted(ahead.state.position)
        batch = await batch_of(
            self._wallets, ahead.handler, decided,
            actor=request.actor, command_id=request.id, request=request.digest, at=at, speculation=speculation,
        )  # fmt: skip
        if isinstance(batch, Denied):
            return batch
        return self._line_up(batch, decided, at)

    async def lock(self, why: str, *, at: int) -> None:
        """Lock the table, whatever goes on there."""
        async with self._deciding:
            ahead = self._ahead
            if ahead.state.locked is not None or self._speculation.broken:
                return
            decided = lock_table(ahead.state, ahead.handler, why, at=at)
            batch = await batch_of(
                self._wallets, ahead.handler, decided,
                actor=HOUSE, command_id=None, request=None, at=at, speculation=self._speculation,
            )  # fmt: skip
            if isinstance(batch, Batch):
                self._line_up(batch, decided, at)

    def _line_up(self, batch: Batch, decided: Verdict, at: int) -> PendingBatch:
        written, under_way = self._store.submit(batch), PendingBatch()
        self._ahead, self._last = LoadedTable(decided.state, decided.handler), under_way

        def follow_it(done: "asyncio.Future[Outcome]") -> None:
            """Whether or not somebody still waits for it."""
            outcome = done.exception() or done.result()
            try:
                self._written(outcome, batch, decided, at)
            finally:
                under_way.set_result(outcome)

        written.add_done_callback(follow_it)
        return under_way

    def _written(
        self, outcome: Outcome | BaseException, batch: Batch, decided: Verdict, at: int
    ) -> None:
        """Take what is durable now as the table, and show it."""
        if isinstance(outcome, Appended) and not outcome.repeated:
            self._index.follow(decided.events, self.state.position + 1)
            self.state, self.handler = decided.state, decided.handler
            self._wallets.follow(outcome.records)
            self._show(Update(decided.events, self.state, at))
            return
        self._wallets.forget(batch)
        if self._repairing is None or self._repairing.done():
            self._repairing = asyncio.ensure_future(self._repair())

    async def _repair(self) -> None:
        with suppress(*AWAY, DamagedError):  # the next command tries again
            await self._mend()

    async def _mend(self) -> None:
        """See what was written in the place of what was to be."""
        async with self._deciding:
            if self._speculation.broken:
                await self._recover()

    async def _settled(self) -> None:
        """Wait until what is under way is written, or is known not to be."""
        if self._last is not None and not self._last.done():
            await asyncio.wait((self._last,))

    async def _earlier(self, request: CommandRequest) -> Accepted | Rejected | None:
        """Return the first answer to a retry: what changes nothing now may have been done before."""
        if request.id is None:
            return None
        found = await self._store.earlier(request.actor, request.id, request.digest)
        return None if found is None else self._answer(found)

    def _mine(self, outcome: Appended) -> list[Record]:
        return [each for each in outcome.records if each.stream == table_stream(self._name)]

    async def catch_up(self, position: int) -> None:
        """Take over what another process has appended up to a position."""
        if self._ahead.state.position >= position:
            await self._settled()  # it is our own, or will break the line
        if self.state.position < position:
            async with self._deciding:
                if self._speculation.broken or self._ahead.state.position < position:
                    await self._recover()

    async def _recover(self) -> None:
        """Read what the journal has behind what is shown, and go on from there."""
        await self._settled()
        shown = LoadedTable(self.state, self.handler, self._index)
        behind = await self._store.read(table_stream(self._name), shown.state.position)
        batches = list(batches_of(behind))
        self._take(await follow(self._store, shown, batches))
        if behind:
            events = tuple(event for _, batch in batches for event in batch)
            self._show(Update(events, self.state, behind[-1].time))

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Show a watcher everything from now on; gives what ends it."""
        self._watchers.add(watcher)
        return lambda: self._watchers.discard(watcher)

    def _show(self, update: Update) -> None:
        for watcher in tuple(self._watchers):
            watcher(update)
