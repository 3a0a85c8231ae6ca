"""A table rebuilt from its stream, the virtual shoe included."""

from collections.abc import AsyncIterator, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final

from houserules.floor.events import FLOOR_EVENTS, TableSetUp
from houserules.floor.matters import MatterIndex
from houserules.floor.store import Store
from houserules.floor.stored_events import read_event
from houserules.floor.tables.card_handler import CardHandler, VirtualCardHandler
from houserules.floor.tables.decide import DoubtError, check
from houserules.floor.tables.set_up import card_handler_of
from houserules.floor.tables.settings import Setting, table_stream
from houserules.floor.tables.shoe_vault import SHOE, STACK, read_shoe, read_stack
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.journal.records import Record
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table.cards.events import CardsShuffled
from houserules.table.evolve import evolve

_CHUNK: Final = 2000  # records read at a time

EventBatch = tuple[int, tuple[Any, ...]]
"""The events of one batch, and its hour."""


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table and who looks after its cards, as the journal and the vault have them."""

    state: FloorTable
    handler: CardHandler
    matters: MatterIndex = field(default_factory=MatterIndex)  # follows what is durable


def stack_key(table: str, commitment: str) -> str:
    """Name the vault's entry for a stack that was committed to."""
    return f"{table}/{commitment}"


async def load(store: Store, table: str) -> LoadedTable:
    """Rebuild a table; raises DoubtError if it does not add up, StoredError if it cannot be read.

    The stream is read in parts. The cards are followed from the last shuffle on, so the batches since
    the last one that was met wait until another comes or the stream ends.
    """
    loaded: LoadedTable | None = None
    waiting: list[EventBatch] = []
    async for batch in _batches(store, table):
        if loaded is None:
            if not isinstance(batch[1][0], TableSetUp):
                break
            setting: Setting = batch[1][0].setting
            loaded = LoadedTable(FloorTable(setting), card_handler_of(setting))
        if _begins_shoe(batch):
            loaded = _without_cards(loaded, waiting)
            waiting = []
        waiting.append(batch)
    if loaded is None:
        raise DoubtError(f"the stream of table {table} does not begin with its setting")
    if not any(map(_begins_shoe, waiting)):
        loaded, waiting = _without_cards(loaded, waiting), []
    loaded = await follow(store, loaded, waiting)
    check(loaded.state)
    return loaded


async def _batches(store: Store, table: str) -> AsyncIterator[EventBatch]:
    """Yield the batches of a table's stream, and read no more of it at a time than is needed."""
    position, rest = 0, list[Record]()
    while records := await store.read(table_stream(table), position, _CHUNK):
        position = records[-1].position
        records = [*rest, *records]
        rest = [each for each in records if each.batch == records[-1].batch]  # may go on
        for batch in batches_of(records[: -len(rest)]):
            yield batch
    for batch in batches_of(rest):
        yield batch


def _begins_shoe(batch: EventBatch) -> bool:
    return any(isinstance(e, CardsShuffled) and e.new_shoe for e in batch[1])


def _without_cards(loaded: LoadedTable, batches: list[EventBatch]) -> LoadedTable:
    """Carry a table on, but not the order of its cards."""
    state = loaded.state
    for at, events in batches:
        loaded.matters.follow(events, state.position + 1)
        state = apply_events(state, events, at=at)
    return LoadedTable(state, loaded.handler, loaded.matters)


async def follow(store: Store, loaded: LoadedTable, batches: list[EventBatch]) -> LoadedTable:
    """Carry a table on by what was appended, by this process or another one."""
    state, handler = loaded.state, copy(loaded.handler)
    for at, events in batches:
        if isinstance(handler, VirtualCardHandler):
            await _follow_cards(store, handler, state, events)
        loaded.matters.follow(events, state.position + 1)
        state = apply_events(state, events, at=at)
    if isinstance(handler, VirtualCardHandler):
        handler.shoe = await _shoe_of(store, handler, state)
    return LoadedTable(state, handler, loaded.matters)


def batches_of(records: Iterable[Record]) -> Iterator[EventBatch]:
    """Yield the events of a stream, those of one command together."""
    for _, batch in groupby(records, key=lambda record: record.batch):
        together = list(batch)
        events = tuple(read_event(each.name, each.version, each.payload) for each in together)
        yield together[0].time, events


async def _follow_cards(
    store: Store, handler: VirtualCardHandler, state: FloorTable, events: tuple[Any, ...]
) -> None:
    """Let the cards go as the events say; a shuffled stack comes from the vault."""
    table, name = state.table, state.setting.table
    for event in events:
        if type(event) in FLOOR_EVENTS:
            continue
        if isinstance(event, CardsShuffled) and event.commitment:
            kept = await store.kept(STACK, stack_key(name, event.commitment))
            if kept is None:
                raise DoubtError("the stack of the present shoe is not in the vault")
            stack, handler.salt = read_stack(kept)
            handler.shoe = replace(handler.shoe, waiting=stack)
        if handler.recording.segments or isinstance(event, CardsShuffled):
            handler.follow(table, [event])
        table = evolve(table, event)
    handler.revealed()  # it stands in the journal already


async def _shoe_of(store: Store, handler: VirtualCardHandler, state: FloorTable) -> VirtualShoe:
    """Return the order of the cards: the vault's, which a shoe that was committed to must have too."""
    data = await store.kept(SHOE, state.setting.table)
    if data is None:
        return handler.shoe
    kept = read_shoe(data)
    if not handler.recording.segments:
        return kept.shoe
    if kept.position <= state.position and kept.shoe != handler.shoe:
        raise DoubtError("the shoe in the vault is not the one that the cards were dealt from")
    return handler.shoe
