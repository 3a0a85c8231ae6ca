"""Chips counted at every table, and balances read from every stream, against all transfers."""

import json
from collections.abc import Iterable, Iterator
from itertools import groupby

from houserules.core.money import dollars
from houserules.floor.deciding import DoubtError, check
from houserules.floor.encoding import DataError, from_data
from houserules.floor.happenings import TableSetUp
from houserules.floor.loading import table_stream
from houserules.floor.money import Balance, MoneyMoved, account_of, table_account
from houserules.floor.reckoning import Reckoning, Wrong, account_streams
from houserules.floor.standing import Standing, after
from houserules.floor.stored import read
from houserules.journal.chain import Row
from houserules.journal.protocol import Snapshot


def miscounted(snapshot: Snapshot, reckoning: Reckoning) -> Iterator[Wrong]:
    """Say where chips at a table are not what came to it, and where a stream gives other balances."""
    for table in sorted(reckoning.tables):
        stream = table_stream(table)
        brought = reckoning.accounts.get(table_account(table), {}).get(reckoning.tables[table], 0)
        yield from _at_table(stream, snapshot.stream(stream), brought)
    for stream in sorted(account_streams(reckoning)):
        yield from _in_stream(snapshot, stream, reckoning)


def _at_table(stream: str, rows: Iterable[Row], brought: int) -> Iterator[Wrong]:
    """Play a table's stream again, and count after everything that was written together."""
    standing: Standing | None = None
    for _, together in groupby(rows, key=lambda row: row.batch):
        batch = list(together)
        try:
            events = tuple(_event(row) for row in batch)
            if standing is None:
                assert isinstance(events[0], TableSetUp), "it does not begin with its setting"
                standing = Standing(events[0].setting)
            standing = after(standing, events, at=batch[0].time)
            check(standing)
        except DoubtError as doubt:
            yield Wrong(stream, batch[-1].position, str(doubt))
            return
        except Exception as error:  # a forged event may break the table in any way
            yield Wrong(stream, batch[0].position, f"it cannot be played on from here: {error!r}")
            return
    if standing is not None and standing.brought != brought:
        detail = (
            f"${dollars(standing.brought)} came to the table; transfers say ${dollars(brought)}"
        )
        yield Wrong(stream, None, detail)


def _event(row: Row) -> object:
    return read(row.name, row.version, json.loads(row.payload))


def _in_stream(snapshot: Snapshot, stream: str, reckoning: Reckoning) -> Iterator[Wrong]:
    """Add up one account as whoever asks for its balance does."""
    balance = Balance(account_of(stream))
    try:
        for row in snapshot.stream(stream):
            balance = balance.after(from_data(MoneyMoved, json.loads(row.payload), row.name))
    except (DataError, ValueError) as error:
        yield Wrong(stream, balance.position + 1, str(error))
        return
    if balance.held != reckoning.accounts[balance.account]:
        yield Wrong(stream, balance.position, "its balance is not what all transfers together give")
