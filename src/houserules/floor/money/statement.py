"""What has gone into and out of somebody's wallet."""

from dataclasses import dataclass

from houserules.floor.app import Floor
from houserules.floor.money.accounts import Balance, MoneyMoved, stream_of, wallet_of
from houserules.floor.money.wallets import read_moved


@dataclass(frozen=True, slots=True)
class Transfer:
    """One transfer with its place in the wallet's stream."""

    position: int
    moved: MoneyMoved


@dataclass(frozen=True, slots=True)
class Account:
    """A wallet: what is in it, and its transfers, the newest first."""

    balance: Balance
    transfers: tuple[Transfer, ...]


async def account_of(
    floor: Floor, handle: str, *, before: int | None = None, limit: int = 50
) -> Account:
    """Return somebody's wallet with so many transfers in front of a position."""
    wallet = wallet_of(handle)
    balance = await floor.wallets.balance(wallet)
    last = balance.position if before is None else min(before - 1, balance.position)
    first = max(last - limit, 0)
    journal, stream = floor.store.journal, stream_of(wallet)
    if last <= first:
        return Account(balance, ())
    records = await floor.store.call(lambda: list(journal.read(stream, first, last - first)))
    transfers = [Transfer(record.position, read_moved(record)) for record in records]
    return Account(balance, tuple(transfers[::-1]))
