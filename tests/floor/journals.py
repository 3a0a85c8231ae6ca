"""Running tables over a journal in memory, for tests."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from houserules.floor.commands import BeReady, TakeSeat
from houserules.floor.money.accounts import MoneyMoved, issue_of, wallet_of
from houserules.floor.money.wallets import Wallets
from houserules.floor.store import Store
from houserules.floor.stored_events import stored_form
from houserules.floor.tables.card_handler import card_handler_of
from houserules.floor.tables.run import Accepted, CommandRequest, RunningTable
from houserules.floor.tables.settings import Setting, table_stream
from houserules.floor.tables.stream import load, set_up
from houserules.journal.memory import MemoryJournal
from houserules.journal.records import Append, Appended, Batch, NewRecord
from houserules.table.cards.commands import CutCards
from houserules.table.commands import PlaceWager, Stand
from houserules.table.legal import legal
from houserules.table.people.state import PlayerCard

Answer = TypeVar("Answer")
AT = 1_000_000


def with_store(test: Callable[[Store], Awaitable[Answer]], store: Store | None = None) -> Answer:
    """Run a test on a store that is closed afterwards."""

    async def run() -> Answer:
        used = store or Store(MemoryJournal())
        try:
            return await test(used)
        finally:
            await used.close()

    return asyncio.run(run())


async def a_table(store: Store, setting: Setting, wallets: Wallets | None = None) -> RunningTable:
    """Set a table up in the journal and load it."""
    events = set_up(setting, card_handler_of(setting), by="Max", at=AT)
    entries = tuple(NewRecord(*stored_form(each)) for each in events)
    batch = Batch((Append(table_stream(setting.table), 0, entries),), actor="Max", time=AT)
    assert isinstance(await store.append(batch), Appended)
    return RunningTable(store, wallets or Wallets(store), await load(store, setting.table))


async def give(store: Store, wallets: Wallets, handle: str, amount: int = 1_000_00) -> None:
    """Put practice money into a wallet."""
    source, to = issue_of("practice"), wallet_of(handle)
    moved = MoneyMoved("practice", amount, source, to, "test", handle, 0)  # type: ignore[arg-type]
    appends = await wallets.appends((moved,))
    assert isinstance(appends, tuple)
    batch = Batch(appends, actor=handle, time=AT)
    assert isinstance(await store.append(batch), Appended)
    wallets.forget(batch)


async def do(running: RunningTable, command: Any, *, actor: str = "Ann", at: int = AT) -> Accepted:
    """Do what must be allowed."""
    answer = await running.carry_out(CommandRequest(command, actor), at=at)
    assert isinstance(answer, Accepted), answer
    return answer


async def sit(running: RunningTable, player: str, seat: int, amount: int = 1_000_00) -> None:
    """Give a player a seat with money from the wallet."""
    card = PlayerCard(f"card {player}", player)
    await do(running, TakeSeat(player, seat, amount, card), actor=player)


async def play_round(running: RunningTable, player: str, box: int = 1, amount: int = 25_00) -> None:
    """Play one round to its end with the first thing that may be done."""
    before = running.state.table.rounds
    while running.state.table.rounds == before or running.state.table.phase != "over":
        await do(running, _next(running, player, box, amount), actor=player)


def _next(running: RunningTable, player: str, box: int, amount: int) -> Any:
    table = running.state.table
    mine = [
        each.command for each in legal(running.state.setting.rules, table) if each.who == player
    ]
    cut = [each for each in mine if isinstance(each, CutCards)]
    if cut:
        return cut[0]
    if table.phase == "over" or (table.phase == "betting" and not table.boxes):
        return PlaceWager(player, box, amount, seated=True)
    if table.phase in ("betting", "offers"):
        return BeReady(player)
    return next((each for each in mine if isinstance(each, Stand)), mine[0])
