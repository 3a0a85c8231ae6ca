"""A table rebuilt from its stream, the virtual shoe included."""

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from houserules.floor.events import HAPPENINGS, TableSetUp
from houserules.floor.store import Store
from houserules.floor.stored_events import read
from houserules.floor.tables.card_handler import House, VirtualHouse
from houserules.floor.tables.decide import DoubtError, check
from houserules.floor.tables.set_up import house_of
from houserules.floor.tables.settings import Setting, table_stream
from houserules.floor.tables.shoe_vault import SHOE, STACK, read_shoe, read_stack
from houserules.floor.tables.table import Standing, after
from houserules.journal.records import Record
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table.cards.events import CardsShuffled
from houserules.table.evolve import evolve

Happened = tuple[int, tuple[Any, ...]]
"""The events of one batch, and its hour."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table and who looks after its cards, as the journal and the vault have them."""

    standing: Standing
    house: House


def stack_key(table: str, commitment: str) -> str:
    """Name the vault's entry for a stack that was committed to."""
    return f"{table}/{commitment}"


async def load(store: Store, table: str) -> Loaded:
    """Rebuild a table; raises DoubtError if it does not add up, StoredError if it cannot be read."""
    batches = list(batches_of(await store.read(table_stream(table))))
    if not batches or not isinstance(batches[0][1][0], TableSetUp):
        raise DoubtError(f"the stream of table {table} does not begin with its setting")
    setting: Setting = batches[0][1][0].setting
    standing, first = Standing(setting), _first_of_shoe(batches)
    for at, events in batches[:first]:
        standing = after(standing, events, at=at)
    loaded = await follow(store, Loaded(standing, house_of(setting)), batches[first:])
    check(loaded.standing)
    return loaded


async def follow(store: Store, loaded: Loaded, batches: list[Happened]) -> Loaded:
    """Carry a table on by what was appended, by this process or another one."""
    standing, house = loaded.standing, copy(loaded.house)
    for at, events in batches:
        if isinstance(house, VirtualHouse):
            await _follow_cards(store, house, standing, events)
        standing = after(standing, events, at=at)
    if isinstance(house, VirtualHouse):
        house.shoe = await _shoe_of(store, house, standing)
    return Loaded(standing, house)


def batches_of(records: Iterable[Record]) -> Iterator[Happened]:
    """Yield the events of a stream, those of one command together."""
    for _, batch in groupby(records, key=lambda record: record.batch):
        together = list(batch)
        events = tuple(read(each.name, each.version, each.payload) for each in together)
        yield together[0].time, events


def _first_of_shoe(batches: list[Happened]) -> int:
    """Find the batch in which the present shoe was shuffled."""
    for place in range(len(batches) - 1, -1, -1):
        if any(isinstance(e, CardsShuffled) and e.new_shoe for e in batches[place][1]):
            return place
    return len(batches)


async def _follow_cards(
    store: Store, house: VirtualHouse, standing: Standing, events: tuple[Any, ...]
) -> None:
    """Let the cards go as the events say; a shuffled stack comes from the vault."""
    table, name = standing.table, standing.setting.table
    for event in events:
        if type(event) in HAPPENINGS:
            continue
        if isinstance(event, CardsShuffled) and event.commitment:
            kept = await store.kept(STACK, stack_key(name, event.commitment))
            if kept is None:
                raise DoubtError("the stack of the present shoe is not in the vault")
            stack, house.salt = read_stack(kept)
            house.shoe = replace(house.shoe, waiting=stack)
        if house.recording.segments or isinstance(event, CardsShuffled):
            house.follow(table, [event])
        table = evolve(table, event)
    house.revealed()  # it stands in the journal already


async def _shoe_of(store: Store, house: VirtualHouse, standing: Standing) -> VirtualShoe:
    """Return the order of the cards: the vault's, which a shoe that was committed to must have too."""
    data = await store.kept(SHOE, standing.setting.table)
    if data is None:
        return house.shoe
    kept = read_shoe(data)
    if not house.recording.segments:
        return kept.shoe
    if kept.position <= standing.position and kept.shoe != house.shoe:
        raise DoubtError("the shoe in the vault is not the one that the cards were dealt from")
    return house.shoe
