"""Balances of persons, cage and issue accounts, read from the journal and kept up to date."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from houserules.core.codec import from_data, to_data
from houserules.core.state_codec import StateCodec
from houserules.floor.damage import damage_denial
from houserules.floor.denial import Denied
from houserules.floor.money.accounts import (
    Balance,
    MoneyMoved,
    account_of,
    ends,
    issue_of,
    never_dry,
    stream_of,
    table_account,
    wallet_of,
    why_not_move,
)
from houserules.floor.store import Store
from houserules.journal.errors import DamagedError, Finding
from houserules.journal.records import Append, Batch, JournalRecord, NewRecord

_VERSION = 1
_REMEMBERED: Final = 1_000  # accounts whose balance is kept in memory
_BALANCES: Final = StateCodec(Balance)


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A transfer with its position in the wallet's stream."""

    position: int
    moved: MoneyMoved


@dataclass(frozen=True, slots=True)
class Statement:
    """A wallet: its balance, and its transfers, newest first."""

    balance: Balance
    transfers: tuple[StatementLine, ...]


class Wallets:
    """Balances by account, each up to the position read so far."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Balance] = {}

    async def balance(self, account: str) -> Balance:
        """Return the current balance of an account."""
        known = self._known.get(account) or await self._from_snapshot(account)
        for record in await self._store.read(stream_of(account), known.position):
            known = known.after(read_transfer(record))
        self._remember(account, known)
        return known

    async def _from_snapshot(self, account: str) -> Balance:
        """Return the balance as its snapshot has it; without one, of an account without transfers."""
        found = await self._store.snapshot(stream_of(account), _BALANCES)
        return Balance(account) if found is None else found[1]

    def _remember(self, account: str, balance: Balance) -> None:
        """Keep a balance at hand; the least recently used one is dropped and read again on demand."""
        self._known.pop(account, None)
        self._known[account] = balance
        stream = stream_of(account)
        self._store.snapshots.take_if_due(stream, balance.position, balance, _BALANCES)
        if len(self._known) > _REMEMBERED:
            del self._known[next(iter(self._known))]

    async def balance_at(self, record: JournalRecord) -> Balance:
        """Return the balance of an account after one of its records."""
        balance = Balance(account_of(record.stream))
        for earlier in await self._store.read(record.stream):
            if earlier.position <= record.position:
                balance = balance.after(read_transfer(earlier))
        return balance

    async def statement(
        self, handle: str, *, before: int | None = None, limit: int = 50
    ) -> Statement:
        """Return a person's wallet with up to `limit` transfers before a position."""
        wallet = wallet_of(handle)
        balance = await self.balance(wallet)
        last = balance.position if before is None else min(before - 1, balance.position)
        first = max(last - limit, 0)
        if last <= first:
            return Statement(balance, ())
        records = await self._store.read(stream_of(wallet), first, last - first)
        transfers = [StatementLine(record.position, read_transfer(record)) for record in records]
        return Statement(balance, tuple(transfers[::-1]))

    async def appends(self, moves: Iterable[MoneyMoved]) -> tuple[Append, ...] | Denied:
        """Return the records for transfers, at every end except tables; or a denial."""
        touched: dict[str, tuple[Balance, list[NewRecord]]] = {}
        for moved in moves:
            entry = NewRecord(moved.name, _VERSION, to_data(moved))
            for account in ends(moved):
                if account not in touched:
                    touched[account] = (await self._present(account), [])
                if no := self._why_locked(account, moved):
                    return no
                balance, entries = touched[account]
                if no := why_not_move(balance, moved):
                    return no
                touched[account] = (balance.after(moved), [*entries, entry])
        appends = []
        for account, (balance, entries) in touched.items():
            # Transfers are accepted in any order by accounts that may be negative, and by locked ones,
            # which only receive chips.
            in_any_order = never_dry(account) or self._damage_of(account)
            expected = None if in_any_order else balance.position - len(entries)
            appends.append(Append(stream_of(account), expected, tuple(entries)))
        return tuple(appends)

    def _why_locked(self, account: str, moved: MoneyMoved) -> Denied | None:
        """Deny transfers that depend on damaged records; chips may still come back from a table."""
        finding = None
        if not never_dry(account) and not moved.source.startswith(table_account("")):
            finding = self._damage_of(account)
        if finding is None and account == issue_of("chips"):
            finding = self._store.damage.of_house()
        return damage_denial(finding) if finding else None

    def _damage_of(self, account: str) -> Finding | None:
        return self._store.damage.of(stream_of(account))

    async def _present(self, account: str) -> Balance:
        """Return the known balance: if it is stale, the append fails. Issue accounts are not read."""
        known = self._known.get(account)
        if known is not None or never_dry(account) or self._damage_of(account):
            return known or Balance(account)
        try:
            return await self.balance(account)
        except DamagedError:  # locked now: nothing goes out, and the store knows where it ends
            return Balance(account)

    def follow(self, records: Iterable[JournalRecord]) -> None:
        """Keep up with records of the journal."""
        for record in records:
            account = account_of(record.stream)
            known = self._known.get(account)
            if known is not None and known.position + 1 == record.position:
                self._remember(account, known.after(read_transfer(record)))

    def forget(self, batch: Batch) -> None:
        """Drop the balances of a stale batch, so that they are read again."""
        for append in batch.appends:
            self._known.pop(account_of(append.stream), None)


def read_transfer(record: JournalRecord) -> MoneyMoved:
    """Read a transfer from its record."""
    return from_data(MoneyMoved, record.payload, record.name)
