"""Move a guest who signs up: seat, rounds and practice chips continue under the new name.

Every step can be repeated. If the server stops between two of them, the rest is done the next time
the person sits down.
"""

from typing import Final

from houserules.core.people import Moment
from houserules.floor.commands import RenamePlayer
from houserules.floor.denial import Denied
from houserules.floor.money.accounts import MoneyMoved, stream_of, table_account, wallet_of
from houserules.floor.money.wallets import Wallets, read_transfer
from houserules.floor.people.profile import Profile
from houserules.floor.store import Store
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.run import CommandRequest, RunningTable
from houserules.floor.tables.settings import Money
from houserules.journal.records import Appended, Batch

_TRIES: Final = 20


async def move_in(
    store: Store, wallets: Wallets, tables: dict[str, RunningTable], profile: Profile, *, at: int
) -> None:
    """Move what a person had as a guest, at every table where they were and in the wallet."""
    if profile.was_guest is None:
        return
    rename = RenamePlayer(profile.was_guest, profile.handle)
    for table in await tables_played_at(store, profile.was_guest):
        if running := tables.get(table):
            await running.carry_out(CommandRequest(rename, profile.handle), at=at)
    for money, amount in (await wallets.balance(wallet_of(profile.was_guest))).held.items():
        if amount:
            await _move(store, wallets, profile, money, at)  # type: ignore[arg-type]


async def tables_played_at(store: Store, handle: str) -> list[str]:
    """Return the tables that somebody has brought money to."""
    prefix = table_account("")
    moves = [read_transfer(record) for record in await store.read(stream_of(wallet_of(handle)))]
    accounts = {
        end for moved in moves for end in (moved.source, moved.to) if end.startswith(prefix)
    }
    return sorted(account.removeprefix(prefix) for account in accounts)


async def _move(store: Store, wallets: Wallets, profile: Profile, money: Money, at: int) -> None:
    """Move all of one kind of money; retry if the balance changes meanwhile."""
    assert profile.was_guest is not None
    source, to = wallet_of(profile.was_guest), wallet_of(profile.handle)
    for _ in range(_TRIES):
        amount = (await wallets.balance(source)).of(money)
        moment = Moment(at // SECOND)
        moved = MoneyMoved(money, amount, source, to, "signed up", profile.handle, moment)
        appends = await wallets.appends((moved,)) if amount else Denied("money.none", "")
        if isinstance(appends, Denied):
            return
        batch = Batch(appends, actor=profile.handle, time=at)
        outcome = await store.append(batch)
        wallets.forget(batch)
        if isinstance(outcome, Appended):
            return
