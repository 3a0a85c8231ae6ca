"""Recompute all money of the house from the journal: every transfer, at both ends.

Each kind of money sums to zero over all accounts, issue accounts included. A table is an account too:
the events that bring or take chips are its end of a transfer.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final, NamedTuple

from houserules.core.codec import Data, DataError, from_data
from houserules.core.money import Cents, format_money
from houserules.floor.events import FloatMoved, TableSetUp
from houserules.floor.money.accounts import (
    CAGE,
    Balance,
    MoneyMoved,
    account_of,
    never_dry,
    stream_of,
    table_account,
    wallet_of,
)
from houserules.floor.stored_events import StoredError, event_of
from houserules.floor.tables.decide import DoubtError, check
from houserules.floor.tables.settings import Money, table_stream
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.journal.chain import RecordRow
from houserules.journal.protocol import Snapshot
from houserules.table.events import ChipsBrought, ChipsTaken

_TABLES: Final = table_stream("")
_AT_TABLES: Final = ("table.set-up", "chips.brought", "chips.taken", "float.moved")
_MOST: Final = 1_000


class Transfer(NamedTuple):
    """The fields that both ends of a transfer share."""

    money: Money
    amount: Cents
    source: str
    to: str

    def __str__(self) -> str:
        return f"{format_money(self.amount)} in {self.money} from {self.source} to {self.to}"


@dataclass(frozen=True, slots=True)
class MoneyFinding:
    """Money that does not add up: the stream, the record, and what is wrong."""

    stream: str | None
    position: int | None
    detail: str

    def __str__(self) -> str:
        at = "" if self.position is None else f" {self.position}"
        return f"{self.stream or 'journal'}{at}: money: {self.detail}"


@dataclass(slots=True)
class Reconciliation:
    """Every account after the records up to a serial."""

    serial: int = 0
    accounts: dict[str, dict[str, Cents]] = field(default_factory=dict)  # by kind of money
    tables: dict[str, Money] = field(default_factory=dict)  # on their layouts
    wrong: list[MoneyFinding] = field(default_factory=list)

    def follow(self, rows: Iterable[RecordRow]) -> None:
        """Follow further records, in the order of serials."""
        for _, batch in groupby(rows, key=lambda row: row.batch):
            self._follow_batch(batch)

    def _follow_batch(self, batch: Iterable[RecordRow]) -> None:
        """Compare both ends of each transfer in a batch, and update the accounts."""
        ends: dict[str, Counter[Transfer]] = defaultdict(Counter)
        places: dict[Transfer, RecordRow] = {}
        for row in batch:
            for account, transfer in self._moves(row):
                ends[account][transfer] += 1
                places.setdefault(transfer, row)
                self._carry(account, transfer, row)
            self.serial = row.serial
        for transfer, row in places.items():
            out, into = (ends[end][transfer] for end in (transfer.source, transfer.to))
            if out != into:
                there = f"{out} times at {transfer.source} and {into} times at {transfer.to}"
                self._find(row, f"{transfer} is recorded {there}")

    def _moves(self, row: RecordRow) -> Iterator[tuple[str, Transfer]]:
        """Yield the end of a transfer that a record stands for, if any."""
        try:
            if row.name == MoneyMoved.name:
                moved = from_data(MoneyMoved, json.loads(row.payload), row.name)
                whole = Transfer(moved.money, moved.amount, moved.source, moved.to)
                yield account_of(row.stream), whole
            elif row.name in _AT_TABLES and row.stream.startswith(_TABLES):
                event = event_of(row)
                yield from self._at_table(row.stream.removeprefix(_TABLES), event)
        except (DataError, StoredError, ValueError, KeyError) as error:
            self._find(row, f"{row.name} cannot be read: {error}")

    def _at_table(self, table: str, event: Any) -> Iterator[tuple[str, Transfer]]:
        if isinstance(event, TableSetUp):
            self.tables[table] = event.setting.money
            return
        here, money = table_account(table), self.tables[table]
        match event:
            case ChipsBrought(player, amount):
                yield here, Transfer(money, amount, wallet_of(player), here)
            case ChipsTaken(player, amount):
                yield here, Transfer(money, amount, here, wallet_of(player))
            case FloatMoved(amount) if amount > 0:
                yield here, Transfer(money, amount, CAGE, here)
            case FloatMoved(amount):
                yield here, Transfer(money, -amount, here, CAGE)

    def _carry(self, account: str, transfer: Transfer, row: RecordRow) -> None:
        if account not in (transfer.source, transfer.to) or transfer.amount <= 0:
            self._find(row, f"{transfer} does not belong here")
            return
        change = transfer.amount if account == transfer.to else -transfer.amount
        held = self.accounts.setdefault(account, {})
        held[transfer.money] = held.get(transfer.money, 0) + change
        may_owe = never_dry(account) or account.startswith(table_account(""))
        if held[transfer.money] < 0 and not may_owe:
            short = format_money(-held[transfer.money])
            self._find(row, f"{account} has {short} in {transfer.money} below zero")

    def _find(self, row: RecordRow, detail: str) -> None:
        if len(self.wrong) < _MOST:
            self.wrong.append(MoneyFinding(row.stream, row.position, detail))

    def sums(self) -> Counter[str]:
        """Add up each kind of money over all accounts; every sum must be zero."""
        total: Counter[str] = Counter()
        for held in self.accounts.values():
            total.update(held)
        return total

    def close(self) -> tuple[MoneyFinding, ...]:
        """Return everything that is wrong, including sums that are not zero."""
        left = {money: amount for money, amount in self.sums().items() if amount}
        for money, amount in left.items():
            detail = f"all accounts together have {format_money(amount)} in {money}; they must sum to zero"
            self.wrong.append(MoneyFinding(None, None, detail))
        return tuple(self.wrong)

    def to_data(self) -> Data:
        """Return the balances to store with a checkpoint; never if something is wrong."""
        return {"serial": self.serial, "accounts": self.accounts, "tables": self.tables}


def read_reconciliation(data: Data) -> Reconciliation:
    """Read what `to_data` gave."""
    return Reconciliation(data["serial"], data["accounts"], data["tables"])


def account_streams(reconciliation: Reconciliation) -> Iterator[str]:
    """Return the streams of all accounts that are not tables."""
    tables = table_account("")
    return (
        stream_of(account) for account in reconciliation.accounts if not account.startswith(tables)
    )


# Compare the chips counted at every table, and the balance of every stream, with all transfers.


TableFinder = Callable[[str], FloorTable | None]
"""Returns a table as its snapshot has it."""


def count_differences(
    snapshot: Snapshot, reconciliation: Reconciliation, find_table: TableFinder | None = None
) -> Iterator[MoneyFinding]:
    """Return differences: chips counted at tables, and balances read from each stream.

    `find_table`: also compare the snapshots of tables with what their records lead to.
    """
    for table in sorted(reconciliation.tables):
        stream = table_stream(table)
        brought = reconciliation.accounts.get(table_account(table), {}).get(
            reconciliation.tables[table], 0
        )
        kept = find_table(stream) if find_table else None
        yield from _at_table(stream, snapshot.stream(stream), brought, kept)
    for stream in sorted(account_streams(reconciliation)):
        yield from _in_stream(snapshot, stream, reconciliation)


def _at_table(
    stream: str, rows: Iterable[RecordRow], brought: int, kept: FloorTable | None
) -> Iterator[MoneyFinding]:
    """Replay a table's stream, and count its chips after every batch."""
    state: FloorTable | None = None
    for _, together in groupby(rows, key=lambda row: row.batch):
        batch = list(together)
        try:
            events = tuple(event_of(row) for row in batch)
            if state is None:
                assert isinstance(events[0], TableSetUp), "it does not begin with its setting"
                state = FloorTable(events[0].setting)
            state = apply_events(state, events, at=batch[0].time)
            check(state)
            if kept is not None and kept.position == state.position and kept != state:
                raise DoubtError("its snapshot in the vault is not what the records lead to")
        except DoubtError as doubt:
            yield MoneyFinding(stream, batch[-1].position, str(doubt))
            return
        except Exception as error:  # a forged event may break the table in any way
            yield MoneyFinding(
                stream, batch[0].position, f"it cannot be replayed from here: {error!r}"
            )
            return
    if state is not None and state.brought != brought:
        detail = f"{format_money(state.brought)} came to the table; transfers say {format_money(brought)}"
        yield MoneyFinding(stream, None, detail)


def _in_stream(
    snapshot: Snapshot, stream: str, reconciliation: Reconciliation
) -> Iterator[MoneyFinding]:
    """Add up one account the way a balance is read."""
    balance = Balance(account_of(stream))
    try:
        for row in snapshot.stream(stream):
            balance = balance.after(from_data(MoneyMoved, json.loads(row.payload), row.name))
    except (DataError, ValueError) as error:
        yield MoneyFinding(stream, balance.position + 1, str(error))
        return
    if balance.held != reconciliation.accounts[balance.account]:
        yield MoneyFinding(
            stream, balance.position, "its balance is not what all transfers together give"
        )
