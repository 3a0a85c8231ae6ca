"""A table and its stream: set it up, load it with its virtual shoe, follow it, write a decision."""

from collections.abc import AsyncIterator, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final

from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.floor.denial import Denied
from houserules.floor.events import FLOOR_EVENTS, FloatMoved, ShoeRevealed, TableSetUp
from houserules.floor.house_facts import voucher_stream
from houserules.floor.matters import MatterIndex
from houserules.floor.money.accounts import CAGE, MoneyMoved, table_account, wallet_of
from houserules.floor.money.wallets import Wallets
from houserules.floor.store import Store
from houserules.floor.stored_events import event_of, stored_form
from houserules.floor.tables.card_handler import CardHandler, VirtualCardHandler, card_handler_of
from houserules.floor.tables.decide import DecidedCommand, DoubtError, check
from houserules.floor.tables.decision import SECOND, Decision
from houserules.floor.tables.settings import Setting, SettingError, table_stream
from houserules.floor.tables.shoe_vault import (
    SHOE,
    STACK,
    KeptShoe,
    read_shoe,
    read_stack,
    stack_to_bytes,
)
from houserules.floor.tables.snapshot import TABLE_STATES, TableSnapshot, handler_from
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.journal.records import (
    Append,
    Batch,
    Delete,
    JournalRecord,
    NewRecord,
    Put,
    Speculation,
)
from houserules.shoe.preparation import uses_automatic_shuffler
from houserules.shoe.state import PreShuffled
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table.cards.commands import OpenTable
from houserules.table.cards.events import CardsShuffled
from houserules.table.events import ChipsBrought, ChipsTaken
from houserules.table.evolve import evolve
from houserules.table.sign.commands import PutUpSign
from houserules.table.sign.stated_limits import stated_by
from houserules.table.tokens import VoucherExchanged

_TWO_SETS: Final = ("blue", "red")
_CHUNK: Final = 2000  # records read at a time

EventBatch = tuple[int, tuple[Any, ...]]
"""The events of one batch, and its hour."""


def set_up(
    setting: Setting,
    handler: CardHandler,
    *,
    by: str,
    at: int,
    pre_shuffled: PreShuffled | None = None,
) -> tuple[Any, ...]:
    """Return the events of a new table that is open for gaming; raises SettingError.

    `pre_shuffled`: who shuffled the real cards before they came to the table.
    """
    rules = setting.rules
    decision = Decision(FloorTable(setting), handler, at)
    decision.emit(TableSetUp(setting, by, Moment(at // SECOND)))
    colours = _TWO_SETS if uses_automatic_shuffler(rules) else _TWO_SETS[:1]
    for command in (
        PutUpSign(Person(by, "casino supervisor"), decision.moment, stated_by(rules)),
        OpenTable(
            Person(by, "dealer"),
            decision.moment,
            colours,
            virtual=setting.is_virtual,
            pre_shuffled=pre_shuffled,
        ),
    ):
        no = decision.play(command)
        if isinstance(no, Refusal):
            raise SettingError(f"{no.detail} ({no.clause})")
    return tuple(decision.events)


@dataclass(frozen=True, slots=True)
class LoadedTable:
    """A table and its card handler, as the journal and the vault have them."""

    state: FloorTable
    handler: CardHandler
    matters: MatterIndex = field(default_factory=MatterIndex)  # follows what is durable


def stack_key(table: str, commitment: str) -> str:
    """Return the vault key of a committed stack."""
    return f"{table}/{commitment}"


async def load(store: Store, table: str) -> LoadedTable:
    """Rebuild a table; raises DoubtError if it does not add up, StoredError if it cannot be read.

    The stream is read in parts, from its snapshot on if there is one. Cards are followed from there, or
    from the last shuffle, so the batches since then are held until another shuffle comes or the stream ends.
    """
    loaded = await _from_snapshot(store, table)
    follows_cards = loaded is not None
    waiting: list[EventBatch] = []
    async for batch in _batches(store, table, loaded.state.position if loaded else 0):
        if loaded is None:
            if not isinstance(batch[1][0], TableSetUp):
                break
            setting: Setting = batch[1][0].setting
            loaded = LoadedTable(FloorTable(setting), card_handler_of(setting))
        if _begins_shoe(batch):
            loaded = _without_cards(loaded, waiting)
            waiting, follows_cards = [], True
        waiting.append(batch)
    if loaded is None:
        raise DoubtError(f"the stream of table {table} does not begin with its setting")
    if not follows_cards:
        loaded, waiting = _without_cards(loaded, waiting), []
    loaded = await follow(store, loaded, waiting)
    check(loaded.state)
    return loaded


async def _from_snapshot(store: Store, table: str) -> LoadedTable | None:
    """Return a table as its snapshot has it; None: there is none that can be used."""
    found = await store.snapshot(table_stream(table), TABLE_STATES)
    if found is None:
        return None
    kept: TableSnapshot = found[1]
    handler = handler_from(kept.state.setting, kept.cards)
    return LoadedTable(kept.state, handler, kept.matters)


async def _batches(store: Store, table: str, position: int) -> AsyncIterator[EventBatch]:
    """Yield the batches after a position of a table's stream, reading some records at a time."""
    rest = list[JournalRecord]()
    while records := await store.read(table_stream(table), position, _CHUNK):
        position = records[-1].position
        records = [*rest, *records]
        rest = [record for record in records if record.batch == records[-1].batch]  # may go on
        for batch in batches_of(records[: -len(rest)]):
            yield batch
    for batch in batches_of(rest):
        yield batch


def _begins_shoe(batch: EventBatch) -> bool:
    return any(isinstance(e, CardsShuffled) and e.new_shoe for e in batch[1])


def _without_cards(loaded: LoadedTable, batches: list[EventBatch]) -> LoadedTable:
    """Apply a batch to a table, but do not follow its cards."""
    state = loaded.state
    for at, events in batches:
        loaded.matters.follow(events, state.position + 1)
        state = apply_events(state, events, at=at)
    return LoadedTable(state, loaded.handler, loaded.matters)


async def follow(store: Store, loaded: LoadedTable, batches: list[EventBatch]) -> LoadedTable:
    """Apply what was appended by this process or another one."""
    state, handler = loaded.state, copy(loaded.handler)
    for at, events in batches:
        if isinstance(handler, VirtualCardHandler):
            await _follow_cards(store, handler, state, events)
        loaded.matters.follow(events, state.position + 1)
        state = apply_events(state, events, at=at)
    if isinstance(handler, VirtualCardHandler):
        handler.shoe = await _shoe_of(store, handler, state)
    return LoadedTable(state, handler, loaded.matters)


def batches_of(records: Iterable[JournalRecord]) -> Iterator[EventBatch]:
    """Yield the events of a stream, grouped by batch."""
    for _, batch in groupby(records, key=lambda record: record.batch):
        together = list(batch)
        events = tuple(event_of(record) for record in together)
        yield together[0].time, events


async def _follow_cards(
    store: Store, handler: VirtualCardHandler, state: FloorTable, events: tuple[Any, ...]
) -> None:
    """Follow the cards through events; a shuffled stack comes from the vault."""
    table, name = state.table, state.setting.table
    for event in events:
        if type(event) in FLOOR_EVENTS:
            continue
        if isinstance(event, CardsShuffled) and event.commitment:
            kept = await store.secret(STACK, stack_key(name, event.commitment))
            if kept is None:
                raise DoubtError("the stack of the present shoe is not in the vault")
            stack, handler.salt = read_stack(kept)
            handler.shoe = replace(handler.shoe, waiting=stack)
        if handler.recording.segments or isinstance(event, CardsShuffled):
            handler.follow(table, [event])
        table = evolve(table, event)
    handler.pop_revealed()  # it is in the journal already


async def _shoe_of(store: Store, handler: VirtualCardHandler, state: FloorTable) -> VirtualShoe:
    """Return the order of the cards from the vault, which must agree with the committed stack."""
    data = await store.secret(SHOE, state.setting.table)
    if data is None:
        return handler.shoe
    kept = read_shoe(data)
    if not handler.recording.segments:
        return kept.shoe
    if kept.position <= state.position and kept.shoe != handler.shoe:
        raise DoubtError("the shoe in the vault is not the one that the cards were dealt from")
    return handler.shoe


# What a decision appends: the table's events, the transfers in wallets, and values for the vault.


async def batch_of(
    wallets: Wallets,
    before: CardHandler,
    decided: DecidedCommand,
    *,
    actor: str,
    command_id: str | None,
    request: bytes | None,
    at: int,
    speculation: Speculation,
    also: tuple[Append, ...] = (),
) -> Batch | Denied:
    """Return everything that a command appends, all or nothing; or a denial if money is short.

    `also`: what carded play records about the players.
    """
    state, setting = decided.state, decided.state.setting
    moves = tuple(_moves(setting, decided.events, actor, Moment(at // SECOND)))
    money = await wallets.appends(moves)
    if isinstance(money, Denied):
        return money
    entries = tuple(NewRecord(*stored_form(event)) for event in decided.events)
    expected = state.position - len(entries)
    vouchers = (  # each begins its own stream, so that no other table can exchange it
        Append(voucher_stream(setting, event.voucher), 0, (entry,))
        for event, entry in zip(decided.events, entries, strict=True)
        if isinstance(event, VoucherExchanged)
    )
    revealed = (  # no longer secret
        Delete(STACK, stack_key(setting.table, commitment))
        for event in decided.events
        if isinstance(event, ShoeRevealed)
        for commitment in event.commitments
    )
    return Batch(
        (Append(table_stream(setting.table), expected, entries), *money, *vouchers, *also),
        actor=actor,
        time=at,
        command_id=command_id,
        request=request,
        puts=tuple(_puts(setting.table, before, decided)),
        deletes=tuple(revealed),
        speculation=speculation,
    )


def _moves(setting: Setting, events: tuple[Any, ...], by: str, at: Moment) -> Iterator[MoneyMoved]:
    """Yield the transfers whose other end is an event of the table."""
    here, money = table_account(setting.table), setting.money
    for event in events:
        match event:
            case ChipsBrought(player, amount):
                wallet = wallet_of(player)
                yield MoneyMoved(money, amount, wallet, here, "brought to the table", by, at)
            case ChipsTaken(player, amount):
                wallet = wallet_of(player)
                yield MoneyMoved(money, amount, here, wallet, "taken from the table", by, at)
            case FloatMoved(amount) if amount > 0:
                yield MoneyMoved(money, amount, CAGE, here, "fill", by, at)
            case FloatMoved(amount):
                yield MoneyMoved(money, -amount, here, CAGE, "credit", by, at)


def _puts(table: str, before: CardHandler, decided: DecidedCommand) -> Iterator[Put]:
    """Yield what the vault must store of a shoe that has changed."""
    handler = decided.handler
    if not isinstance(handler, VirtualCardHandler) or not isinstance(before, VirtualCardHandler):
        return
    if handler.shoe is not before.shoe:
        kept = KeptShoe(decided.state.position, handler.shoe, handler.salt)
        yield Put(SHOE, table, kept.to_bytes())
    new = {e.commitment for e in decided.events if isinstance(e, CardsShuffled) and e.commitment}
    for segment in handler.recording.segments:
        if segment.commitment in new:
            key = stack_key(table, segment.commitment)
            yield Put(STACK, key, stack_to_bytes(segment.stack, segment.salt))
