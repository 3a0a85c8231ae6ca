"""The database of a journal as SQL reaches it, SQLite or PostgreSQL; parameters are written as `:name`."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

Values: TypeAlias = dict[str, object]
ResultRows: TypeAlias = list[tuple[Any, ...]]
Query: TypeAlias = Callable[[str, Values], Iterator[tuple[Any, ...]]]


class Loading(Protocol):
    """Fills the tables of a database that has nothing yet."""

    def insert(self, table: str, columns: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows."""

    def execute(self, sql: str, values: Values) -> None:
        """Run a statement."""


class Database(Protocol):
    """The database of a journal, with its vault and leases."""

    schema: int  # the number of its last migration

    def rows(self, sql: str, values: Values) -> ResultRows:
        """Read on a connection that does not wait for the writer."""

    def write(self, sql: str, values: Values) -> ResultRows:
        """Run one statement durably."""

    def write_between_batches(self, sql: str, values: Values) -> ResultRows:
        """Run one statement durably, while no batch is being written."""

    def write_all(self, sql: str, values: Sequence[Values], last: str) -> None:
        """Run a statement with each of these values, then another one, in one transaction."""

    def snapshot(self) -> AbstractContextManager[Query]:
        """Open a consistent view of the database."""

    def loading(self) -> AbstractContextManager["Loading"]:
        """Fill an empty database; PostgreSQL has all of it at the end of the block, or nothing."""

    def now(self) -> int:
        """Return the database's own time in milliseconds."""

    def close(self) -> None:
        """Close every connection."""
