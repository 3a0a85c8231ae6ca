"""The reading half of a journal in a database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from houserules.journal.base import BaseJournal
from houserules.journal.chain import BATCH_COLUMNS, ROW_COLUMNS, BatchRow, End, Place, Row
from houserules.journal.database import Database, Query, Values
from houserules.journal.protocol import Snapshot
from houserules.journal.sql_beside import SqlLeases, SqlVault

PAGE: Final = 1_000
END: Final = "SELECT serial, batch, hash FROM journal"
_STREAM: Final = (
    f"SELECT {ROW_COLUMNS} FROM records WHERE stream = :stream AND position > :after "
    "ORDER BY position LIMIT :page"
)
_SINCE: Final = (
    f"SELECT {ROW_COLUMNS} FROM records WHERE serial > :after ORDER BY serial LIMIT :page"
)
_COMMAND: Final = (
    "SELECT first, records FROM batches WHERE actor = :actor AND command_id = :command_id"
)


class SqlSnapshot:
    """A journal as it is stored at one moment."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self.end = End(*next(query(END, {})))

    def rows(self, after: int = 0) -> Iterator[Row]:
        """Give all records behind a serial, in the order of serials."""
        sql = f"SELECT {ROW_COLUMNS} FROM records WHERE serial > :after ORDER BY serial"
        return map(Row._make, self._query(sql, {"after": after}))

    def stream(self, stream: str) -> Iterator[Row]:
        """Give the records of a stream in the order of positions."""
        sql = f"SELECT {ROW_COLUMNS} FROM records WHERE stream = :stream ORDER BY position"
        return map(Row._make, self._query(sql, {"stream": stream}))

    def heads(self) -> Iterator[tuple[str, Place]]:
        """Give where each stream ends by its head row, in the order of names."""
        found = self._query("SELECT stream, position, hash FROM heads ORDER BY stream", {})
        return ((stream, Place(position, digest)) for stream, position, digest in found)

    def batches(self, after: int = 0) -> Iterator[BatchRow]:
        """Give all batches behind a number, in order."""
        sql = f"SELECT {BATCH_COLUMNS} FROM batches WHERE number > :after ORDER BY number"
        return map(BatchRow._make, self._query(sql, {"after": after}))


class SqlJournal(BaseJournal):
    """A journal in a database, but for how batches are written."""

    def __init__(self, database: Database, *, read_only: bool) -> None:
        super().__init__(read_only=read_only)
        self._database = database
        self.id = self._database.rows("SELECT id FROM journal", {})[0][0]
        self.vault = SqlVault(database)
        self.leases = SqlLeases(database)

    def _place(self, stream: str) -> Place | None:
        sql = "SELECT position, hash FROM heads WHERE stream = :stream"
        found = self._database.rows(sql, {"stream": stream})
        return Place(*found[0]) if found else None

    def _end(self) -> End:
        return End(*self._database.rows(END, {})[0])

    def _command(self, actor: str, command_id: str) -> tuple[Row, ...] | None:
        values: Values = {"actor": actor, "command_id": command_id}
        found = self._database.rows(_COMMAND, values)
        if not found:
            return None
        first, count = found[0]
        return tuple(self._rows_since(first - 1, count))

    def _rows(self, stream: str, after: int, limit: int | None) -> Iterator[Row]:
        return self._paged(_STREAM, {"stream": stream}, after, limit, key=2)

    def _rows_since(self, serial: int, limit: int | None) -> Iterator[Row]:
        return self._paged(_SINCE, {}, serial, limit, key=0)

    def _paged(
        self, sql: str, values: Values, after: int, limit: int | None, *, key: int
    ) -> Iterator[Row]:
        """Read page by page, so that a slow reader keeps no connection and holds up nobody."""
        while limit is None or limit > 0:
            page = PAGE if limit is None else min(PAGE, limit)
            found = self._database.rows(sql, {**values, "after": after, "page": page})
            yield from map(Row._make, found)
            if len(found) < page:
                return
            after = found[-1][key]
            limit = None if limit is None else limit - page

    def streams(self, prefix: str = "") -> Iterator[str]:
        """Give the names of the streams, in order."""
        sql = (
            "SELECT stream FROM heads WHERE stream >= :prefix "
            "AND substr(stream, 1, :length) = :prefix ORDER BY stream"
        )
        found = self._database.rows(sql, {"prefix": prefix, "length": len(prefix)})
        return (stream for (stream,) in found)

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """Hold the journal still for reading; writers go on meanwhile."""
        with self._database.snapshot() as query:
            yield SqlSnapshot(query)

    def _let_go(self) -> None:
        self._database.close()
