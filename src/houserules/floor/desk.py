"""What is decided at a desk, one command after the other: tournaments, promotions. Load, decide, append, publish.

Each has a stream of its own. Unlike at a table, commands are few, and many of them move money.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from houserules.core.codec import Data
from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.core.state_codec import StateCodec
from houserules.floor.denial import ID_USED, Denied
from houserules.floor.desk_commands import DeskCommands
from houserules.floor.money.accounts import MoneyMoved
from houserules.floor.money.wallets import Wallets
from houserules.floor.people.signed_in import Caller
from houserules.floor.store import AWAY, Store, why_away
from houserules.floor.tables.decision import SECOND, Rejected
from houserules.floor.tables.run import Accepted
from houserules.floor.tables.settings import Kind
from houserules.journal.records import (
    Append,
    Appended,
    Batch,
    Delete,
    JournalRecord,
    NewRecord,
    Put,
    Reused,
)
from houserules.table.narrator.refusals import address_refusal

_TRIES: Final = 20


class SetUp(Protocol):
    """How something was set up: the first event of its stream."""

    @property
    def kind(self) -> Kind: ...


class Followed(Protocol):
    """What a stream leads to at a position."""

    @property
    def position(self) -> int: ...

    @property
    def setting(self) -> SetUp: ...


Known = TypeVar("Known", bound=Followed)


@dataclass(frozen=True, slots=True)
class DeskUpdate(Generic[Known]):
    """New events of a stream and what they lead to, for its watchers."""

    stream: str
    events: tuple[str, ...]
    known: Known


Secrets = tuple[tuple[Put, ...], tuple[Delete, ...]]
"""What becomes of secret bytes in the batch of a command."""


class SecretUsedError(Exception):
    """Another process has used a secret since: what it decided must be followed first."""


class Desk(ABC, Generic[Known]):
    """Everything of one kind that the house decides at a desk, as this process sees it."""

    prefix: ClassVar[str]  # of the streams, such as "tournament/"
    sent: ClassVar[DeskCommands]  # the commands as people send them
    exists: ClassVar[Denied]
    unknown: ClassVar[Denied]
    live: ClassVar[Denied]  # for guests and bots
    busy: ClassVar[Denied]
    states: ClassVar[StateCodec]  # of snapshots

    def __init__(
        self,
        store: Store,
        wallets: Wallets,
        *,
        now: Callable[[], int],
        random: Callable[[int], bytes],
    ) -> None:
        self._store, self._wallets, self._now, self._random = store, wallets, now, random
        self.all: dict[str, Known] = {}
        self._deciding = asyncio.Lock()
        self._watchers: set[Callable[[DeskUpdate[Known]], None]] = set()

    @abstractmethod
    def _follow(self, known: Known | None, records: list[JournalRecord]) -> Known:
        """Return what further records lead to."""

    @abstractmethod
    def _judge(self, known: Known, command: Any) -> tuple[Any, ...] | Refusal:
        """Decide a command: its events, or why it is refused."""

    @abstractmethod
    def _new_record(self, event: Any) -> NewRecord:
        """Return an event as it is stored."""

    async def _with_entropy(self, known: Known, command: Any) -> Any:
        """Return a command with the random bytes that it needs; raises SecretUsedError."""
        return command

    async def _why_not(self, known: Known, command: Any) -> Denied | None:
        """Refuse a person's command for what is not in the stream."""
        return None

    async def _transfers(
        self, known: Known, events: Iterable[Any], *, by: str, at: Moment
    ) -> tuple[MoneyMoved, ...]:
        """Return the transfers that events bring about."""
        return ()

    async def _also(
        self,
        known: Known,
        command: Any,
        events: tuple[Any, ...],
        moves: tuple[MoneyMoved, ...],
        *,
        at: Moment,
    ) -> tuple[Append, ...] | Refusal:
        """Return what else is recorded beside the transfers of a command, or why it is refused."""
        return ()

    def _secrets(self, name: str, known: Known, command: Any) -> Secrets:
        """Return what becomes of secret bytes, in the same batch as the events."""
        return (), ()

    def _is_on_request(self, name: str) -> bool:
        """Whether a stream is only loaded when somebody asks for it."""
        return False

    async def open(self) -> None:
        """Load every stream that is always in memory."""
        prefix = self.prefix
        for stream in await self._store.call(lambda: list(self._store.journal.streams(prefix))):
            if not self._is_on_request(name := stream.removeprefix(prefix)):
                await self._catch_up(name)

    async def find(self, name: str) -> Known | None:
        """Return what a stream leads to; load one that is only loaded on request."""
        if name not in self.all and self._is_on_request(name):
            async with self._deciding:
                await self._catch_up(name)
        return self.all.get(name)

    def forget(self, name: str) -> None:
        """Drop from memory what can be loaded again."""
        assert self._is_on_request(name)
        self.all.pop(name, None)

    async def hear(self, records: Iterable[JournalRecord]) -> None:
        """Follow what any process has appended."""
        for name in {
            record.stream.removeprefix(self.prefix)
            for record in records
            if record.stream.startswith(self.prefix)
        }:
            if name in self.all or not self._is_on_request(name):
                async with self._deciding:
                    await self._catch_up(name)

    def take_last_snapshots(self) -> None:
        """Take snapshots before the server stops."""
        snapshots = self._store.snapshots
        for name, known in self.all.items():
            stream = self.prefix + name
            if snapshots.is_worth_it(stream, known.position):
                snapshots.take(stream, known.position, known, self.states)

    def watch(self, watcher: Callable[[DeskUpdate[Known]], None]) -> Callable[[], None]:
        """Show a watcher every update from now on; return a function that stops it."""
        self._watchers.add(watcher)
        return lambda: self._watchers.discard(watcher)

    async def begin(
        self, name: str, new: Known, command: Any, *, first: Any, actor: str
    ) -> Accepted | Rejected:
        """Begin a stream with its setting and a first command; a refusal writes nothing."""
        at = self._now()
        async with self._deciding:
            if name in self.all:
                return self.exists
            events = self._judge(new, command)
            if isinstance(events, Refusal):
                return events
            records = tuple(map(self._new_record, (first, *events)))
            append = Append(self.prefix + name, 0, records)
            outcome = await self._store.append(Batch((append,), actor=actor, time=at))
            await self._catch_up(name)
        return Accepted(len(records)) if isinstance(outcome, Appended) else self.exists

    async def carry_out(
        self, caller: Caller, name: str, do: str, data: Data, command_id: str | None = None
    ) -> Accepted | Rejected:
        """Carry out a person's command; raises DataError if it is not a command."""
        known = self.all.get(name)
        if known is None:
            return self.unknown
        if no := caller.why_not("play" if caller.role == "player" else "tables"):
            return no
        if caller.practice_only and known.setting.kind == "live":
            return self.live
        command = self.sent.read(do, data, caller.person, at=Moment(self._now() // SECOND))
        if denied := await self._why_not(known, command):
            return denied
        request = self.sent.request_of(name, command) if command_id else None
        return await self.decide(
            name, command, actor=caller.handle, command_id=command_id, request=request
        )

    async def decide(
        self,
        name: str,
        command: Any,
        *,
        actor: str,
        command_id: str | None = None,
        request: bytes | None = None,
    ) -> Accepted | Rejected:
        """Decide and append a command; return the answer once it is durable."""
        try:
            async with self._deciding:
                return await self._decide(name, command, actor, command_id, request)
        except AWAY as error:
            return why_away(error)

    async def _decide(
        self, name: str, command: Any, actor: str, command_id: str | None, request: bytes | None
    ) -> Accepted | Rejected:
        stream, at = self.prefix + name, self._now()
        if command_id and (earlier := await self._store.earlier(actor, command_id, request)):
            return _answer(earlier, stream)
        for _ in range(_TRIES):
            await self._catch_up(name)  # another process may have decided something
            known = self.all[name]
            try:
                given = await self._with_entropy(known, command)
            except SecretUsedError:
                continue
            events = self._judge(known, given)
            if isinstance(events, Refusal):
                return address_refusal(events, given, actor)
            if not events:
                return Accepted(known.position)
            moves = await self._transfers(known, events, by=actor, at=Moment(at // SECOND))
            money = await self._wallets.appends(moves)
            if isinstance(money, Denied):
                return money
            also = await self._also(known, given, events, moves, at=Moment(at // SECOND))
            if isinstance(also, Refusal):
                return also
            puts, deletes = self._secrets(name, known, given)
            mine = Append(stream, known.position, tuple(map(self._new_record, events)))
            batch = Batch(
                (mine, *money, *also),
                actor=actor,
                time=at,
                command_id=command_id,
                request=request,
                puts=puts,
                deletes=deletes,
            )
            outcome = await self._store.append(batch)
            self._wallets.forget(batch)
            await self._catch_up(name)
            if isinstance(outcome, Appended | Reused):
                return _answer(outcome, stream)
        return self.busy

    async def _catch_up(self, name: str) -> None:
        """Follow the journal from the position that is known, and show what is new."""
        stream, known = self.prefix + name, self.all.get(name)
        if known is None and (kept := await self._store.snapshot(stream, self.states)):
            known = self.all[name] = kept[1]
        records = await self._store.read(stream, known.position if known else 0)
        if not records:
            return
        now = self.all[name] = self._follow(known, records)
        self._store.snapshots.take_if_due(stream, now.position, now, self.states)
        update = DeskUpdate(stream, tuple(record.name for record in records), now)
        for watcher in tuple(self._watchers):
            watcher(update)


def _answer(outcome: Appended | Reused, stream: str) -> Accepted | Denied:
    """Return the answer to a command that is durable now, or was already."""
    records = [] if isinstance(outcome, Reused) else outcome.records
    mine = [record for record in records if record.stream == stream]
    if isinstance(outcome, Reused) or not mine:
        return ID_USED
    return Accepted(mine[-1].position, repeated=outcome.repeated)
