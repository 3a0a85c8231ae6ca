"""All money of the house computed again from the journal: every transfer at both its ends.

Each kind of money sums to nothing over all accounts, those of issue included. A table is an account
too: the events that bring or take chips there are its end of a transfer.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final, NamedTuple

from houserules.core.codec import Data, DataError, from_data
from houserules.core.money import Cents, dollars
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
from houserules.floor.stored_events import StoredError, read_event
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
    """What both ends of a transfer have in common."""

    money: Money
    amount: Cents
    source: str
    to: str

    def __str__(self) -> str:
        """Say it in words."""
        return f"${dollars(self.amount)} in {self.money} from {self.source} to {self.to}"


@dataclass(frozen=True, slots=True)
class MoneyFinding:
    """Money that does not add up: in which stream, at which record, and what."""

    stream: str | None
    position: int | None
    detail: str

    def __str__(self) -> str:
        """Return it as one line."""
        at = "" if self.position is None else f" {self.position}"
        return f"{self.stream or 'journal'}{at}: money: {self.detail}"


@dataclass(slots=True)
class Reconciliation:
    """Every account as the records up to a serial leave it."""

    serial: int = 0
    accounts: dict[str, dict[str, Cents]] = field(default_factory=dict)  # by kind of money
    tables: dict[str, Money] = field(default_factory=dict)  # what lies on their layouts
    wrong: list[MoneyFinding] = field(default_factory=list)

    def follow(self, rows: Iterable[RecordRow]) -> None:
        """Go on with the records behind those that were followed before, in the order of serials."""
        for _, together in groupby(rows, key=lambda row: row.batch):
            self._take(list(together))

    def _take(self, batch: list[RecordRow]) -> None:
        """Compare both ends of each transfer of a batch, and carry the accounts on."""
        ends: dict[str, Counter[Transfer]] = {}
        places: dict[Transfer, RecordRow] = {}
        for row in batch:
            for account, transfer in self._moves(row):
                ends.setdefault(account, Counter())[transfer] += 1
                places.setdefault(transfer, row)
                self._carry(account, transfer, row)
        for transfer, row in places.items():
            self._compare(transfer, ends, row)
        self.serial = batch[-1].serial

    def _moves(self, row: RecordRow) -> Iterator[tuple[str, Transfer]]:
        """Yield the end of a transfer that a record is."""
        try:
            if row.name == MoneyMoved.name:
                moved = from_data(MoneyMoved, json.loads(row.payload), row.name)
                whole = Transfer(moved.money, moved.amount, moved.source, moved.to)
                yield account_of(row.stream), whole
            elif row.name in _AT_TABLES and row.stream.startswith(_TABLES):
                event = read_event(row.name, row.version, json.loads(row.payload))
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
            short = dollars(-held[transfer.money])
            self._find(row, f"{account} has ${short} in {transfer.money} less than nothing")

    def _compare(
        self, transfer: Transfer, ends: dict[str, Counter[Transfer]], row: RecordRow
    ) -> None:
        out, into = (ends.get(end, Counter())[transfer] for end in (transfer.source, transfer.to))
        if out != into:
            there = f"{out} times at {transfer.source} and {into} times at {transfer.to}"
            self._find(row, f"{transfer} stands {there}")

    def _find(self, row: RecordRow, detail: str) -> None:
        if len(self.wrong) < _MOST:
            self.wrong.append(MoneyFinding(row.stream, row.position, detail))

    def sums(self) -> Counter[str]:
        """Add each kind of money up over all accounts; everything must come to nothing."""
        total: Counter[str] = Counter()
        for held in self.accounts.values():
            total.update(held)
        return total

    def close(self) -> tuple[MoneyFinding, ...]:
        """Return everything that is wrong, and whether the whole adds up."""
        left = {money: amount for money, amount in self.sums().items() if amount}
        for money, amount in left.items():
            detail = f"all accounts together have ${dollars(amount)} in {money}, and must have none"
            self.wrong.append(MoneyFinding(None, None, detail))
        return tuple(self.wrong)

    def to_data(self) -> Data:
        """Return it to be kept; nothing wrong is ever kept."""
        return {"serial": self.serial, "accounts": self.accounts, "tables": self.tables}


def read_reconciliation(data: Data) -> Reconciliation:
    """Read what `to_data` gave."""
    return Reconciliation(data["serial"], data["accounts"], data["tables"])


def account_streams(reckoning: Reconciliation) -> Iterator[str]:
    """Name the streams of the accounts that are no tables."""
    tables = table_account("")
    return (stream_of(each) for each in reckoning.accounts if not each.startswith(tables))


# Chips counted at every table, and balances read from every stream, against all transfers.


def count_differences(snapshot: Snapshot, reckoning: Reconciliation) -> Iterator[MoneyFinding]:
    """Say where chips at a table are not what came to it, and where a stream gives other balances."""
    for table in sorted(reckoning.tables):
        stream = table_stream(table)
        brought = reckoning.accounts.get(table_account(table), {}).get(reckoning.tables[table], 0)
        yield from _at_table(stream, snapshot.stream(stream), brought)
    for stream in sorted(account_streams(reckoning)):
        yield from _in_stream(snapshot, stream, reckoning)


def _at_table(stream: str, rows: Iterable[RecordRow], brought: int) -> Iterator[MoneyFinding]:
    """Play a table's stream again, and count after everything that was written together."""
    state: FloorTable | None = None
    for _, together in groupby(rows, key=lambda row: row.batch):
        batch = list(together)
        try:
            events = tuple(_event(row) for row in batch)
            if state is None:
                assert isinstance(events[0], TableSetUp), "it does not begin with its setting"
                state = FloorTable(events[0].setting)
            state = apply_events(state, events, at=batch[0].time)
            check(state)
        except DoubtError as doubt:
            yield MoneyFinding(stream, batch[-1].position, str(doubt))
            return
        except Exception as error:  # a forged event may break the table in any way
            yield MoneyFinding(
                stream, batch[0].position, f"it cannot be played on from here: {error!r}"
            )
            return
    if state is not None and state.brought != brought:
        detail = f"${dollars(state.brought)} came to the table; transfers say ${dollars(brought)}"
        yield MoneyFinding(stream, None, detail)


def _event(row: RecordRow) -> object:
    return read_event(row.name, row.version, json.loads(row.payload))


def _in_stream(
    snapshot: Snapshot, stream: str, reckoning: Reconciliation
) -> Iterator[MoneyFinding]:
    """Add up one account as whoever asks for its balance does."""
    balance = Balance(account_of(stream))
    try:
        for row in snapshot.stream(stream):
            balance = balance.after(from_data(MoneyMoved, json.loads(row.payload), row.name))
    except (DataError, ValueError) as error:
        yield MoneyFinding(stream, balance.position + 1, str(error))
        return
    if balance.held != reckoning.accounts[balance.account]:
        yield MoneyFinding(
            stream, balance.position, "its balance is not what all transfers together give"
        )
