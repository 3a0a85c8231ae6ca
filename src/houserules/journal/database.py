"""A database as far as SQLite and PostgreSQL agree: one SQL for both, with values named `:so`."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

Values: TypeAlias = dict[str, object]
Found: TypeAlias = list[tuple[Any, ...]]
Query: TypeAlias = Callable[[str, Values], Iterator[tuple[Any, ...]]]


class Database(Protocol):
    """Where a journal is stored, with its vault and leases."""

    def rows(self, sql: str, values: Values) -> Found:
        """Read on a connection that does not wait for the writer."""

    def write(self, sql: str, values: Values) -> Found:
        """Carry out one statement durably."""

    def write_between_batches(self, sql: str, values: Values) -> Found:
        """Carry out one statement durably, while no batch is being written."""

    def snapshot(self) -> AbstractContextManager[Query]:
        """Read the database as it is at one moment."""

    def now(self) -> int:
        """Give the database's own clock in milliseconds."""

    def close(self) -> None:
        """Close every connection."""
