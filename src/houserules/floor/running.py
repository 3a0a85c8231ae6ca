"""One table in one process: decides, appends, and only then shows what has happened."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from houserules.floor.batching import batch_of
from houserules.floor.deciding import Decided, DoubtError, decide
from houserules.floor.denied import Denied
from houserules.floor.loading import Loaded, batches_of, follow, table_stream
from houserules.floor.locking import locked
from houserules.floor.standing import Standing
from houserules.floor.store import Store
from houserules.floor.wallets import Wallets
from houserules.floor.work import No
from houserules.journal.errors import BusyError, UnavailableError, UnknownOutcomeError
from houserules.journal.records import Appended

_TRIES: Final = 20
"""Another process may be quicker some times in a row, not so often."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A command with who gives it: `actor` stands in the journal, `id` makes a retry harmless."""

    command: Any
    actor: str
    id: str | None = None
    only_at: int | None = None  # not if anything has happened since this position


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is done and durable; `position` is that of its last record."""

    position: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """What has happened at a table, for those who watch it."""

    events: tuple[Any, ...]
    standing: Standing
    at: int


Watcher = Callable[[Update], None]


class Running:
    """A table that people play at; every process of the floor may have one of the same table."""

    def __init__(self, store: Store, wallets: Wallets, loaded: Loaded) -> None:
        self.standing, self.house = loaded.standing, loaded.house
        self._store, self._wallets = store, wallets
        self._lock = asyncio.Lock()
        self._asked = 0
        self._watchers: set[Watcher] = set()
        self._name = loaded.standing.setting.table

    async def do(self, asked: Asked, *, at: int) -> Accepted | No:
        """Decide and append a command; the answer comes when it is durable."""
        self._asked += 1
        try:
            async with self._lock:
                return await self._decide(asked, at)
        except UnknownOutcomeError:
            return Denied("store.unknown", "Whether it was done is not known: ask again.")
        except (UnavailableError, BusyError):
            return Denied("store.unavailable", "Nothing can be kept just now: ask again.")
        finally:
            self._asked -= 1

    @property
    def is_asked(self) -> bool:
        """Whether some command waits for its answer."""
        return self._asked > 0

    async def _decide(self, asked: Asked, at: int) -> Accepted | No:
        for _ in range(_TRIES):
            answer = await self._try(asked, at)
            if answer is not None:
                return answer
            await self._catch_up()
        return Denied("table.busy", "Too much happens at this table at once; ask again.")

    async def _try(self, asked: Asked, at: int) -> Accepted | No | None:
        """Decide on the table as it is known here; None: it has moved on meanwhile."""
        if asked.only_at not in (None, self.standing.position):
            return Denied("table.moved-on", "Something else has happened first.")
        try:
            decided = decide(self.standing, self.house, asked.command, at=at)
        except DoubtError as doubt:
            decided = locked(self.standing, self.house, str(doubt), at=at)
        if not isinstance(decided, Decided):
            return await self._earlier(asked) or decided
        if not decided.events:
            return Accepted(self.standing.position)
        batch = await batch_of(
            self._wallets, self.house, decided, actor=asked.actor, command_id=asked.id, at=at
        )
        if isinstance(batch, Denied):
            return batch
        outcome = await self._store.append(batch)
        if not isinstance(outcome, Appended):
            self._wallets.forget(batch)
            return None
        return await self._done(decided, outcome, at)

    async def _done(self, decided: Decided, outcome: Appended, at: int) -> Accepted:
        """Take what is durable now as the table, and show it."""
        mine = [each for each in outcome.records if each.stream == table_stream(self._name)]
        if outcome.repeated:
            await self._catch_up()
            return Accepted(mine[-1].position, repeated=True)
        self.standing, self.house = decided.standing, decided.house
        self._wallets.follow(outcome.records)
        self._show(Update(decided.events, self.standing, at))
        return Accepted(self.standing.position)

    async def _earlier(self, asked: Asked) -> Accepted | None:
        """What is refused now may have been done before: a retry gets the first answer."""
        if asked.id is None:
            return None
        found = await self._store.earlier(asked.actor, asked.id)
        mine = (
            [each for each in found.records if each.stream == table_stream(self._name)]
            if found
            else []
        )
        return Accepted(mine[-1].position, repeated=True) if mine else None

    async def catch_up(self, position: int) -> None:
        """Take over what another process has appended up to a position."""
        if self.standing.position >= position:
            return
        async with self._lock:  # whoever had it may have brought the table there meanwhile
            if self.standing.position < position:
                await self._catch_up()

    async def _catch_up(self) -> None:
        behind = await self._store.read(table_stream(self._name), self.standing.position)
        if not behind:
            return
        batches = list(batches_of(behind))
        loaded = await follow(self._store, Loaded(self.standing, self.house), batches)
        self.standing, self.house = loaded.standing, loaded.house
        events = tuple(event for _, batch in batches for event in batch)
        self._show(Update(events, self.standing, behind[-1].time))

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Show a watcher everything from now on; gives what ends it."""
        self._watchers.add(watcher)
        return lambda: self._watchers.discard(watcher)

    def _show(self, update: Update) -> None:
        for watcher in tuple(self._watchers):
            watcher(update)
