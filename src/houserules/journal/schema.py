"""The schema in PostgreSQL and SQLite as numbered migrations. Names sort by code point, as in Python."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from houserules.journal.errors import SchemaError

# A database is migrated to the newest schema when it is opened for writing.


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema; once released it never changes."""

    number: int
    name: str
    statements: tuple[str, ...]


REQUESTS: Final = "requests"
"""The step that stores digests of requests beside command ids; older journals are read without."""

APPLIED: Final = "SELECT number, name FROM migrations ORDER BY number"
READABLE: Final = 3
"""A database with at least this schema can be read as it is; what came later is optional."""


def outstanding(applied: Sequence[tuple[int, str]], known: Sequence[Migration]) -> list[Migration]:
    """Return the migrations that a database still needs; refuse one that has had others."""
    names = {migration.number: migration.name for migration in known}
    for number, name in applied:
        if number > max(names):
            raise SchemaError(
                f"the database has schema {number} ({name}), this program knows {max(names)}: "
                "it was written by a newer version; open it with that one"
            )
        if names.get(number) != name:
            raise SchemaError(
                f"the database calls schema {number} {name!r}, this program {names.get(number)!r}: "
                "it is damaged (restore the last backup), or it belongs to another program"
            )
    done = {number for number, _ in applied}
    return [migration for migration in known if migration.number not in done]


def readable_schema(applied: Sequence[tuple[int, str]], known: Sequence[Migration]) -> int | None:
    """Return the schema version of a database opened for reading; None: it is too old."""
    left = outstanding(applied, known)
    if any(migration.number <= READABLE for migration in left):
        return None
    return max(number for number, _ in applied)


def migrate(
    applied: Sequence[tuple[int, str]], known: Sequence[Migration], execute: Callable[[str], object]
) -> None:
    """Apply the outstanding migrations within the caller's transaction."""
    for migration in outstanding(applied, known):
        for statement in migration.statements:
            execute(statement)
        execute(
            "INSERT INTO migrations (number, name, applied) "
            f"VALUES ({migration.number}, '{migration.name}', CURRENT_TIMESTAMP)"
        )


POSTGRES_MIGRATIONS_TABLE: Final = """
CREATE TABLE IF NOT EXISTS migrations (
    number integer PRIMARY KEY, name text NOT NULL, applied timestamptz NOT NULL
)"""

# Rows that are often rewritten get free space in their page, so that no index has to change.
_POSTGRES_JOURNAL: Final = (
    """
CREATE TABLE journal (
    one integer PRIMARY KEY CHECK (one = 1),
    id text NOT NULL, serial bigint NOT NULL, batch bigint NOT NULL, hash bytea NOT NULL
) WITH (fillfactor = 10)""",
    """
CREATE TABLE records (
    serial bigint NOT NULL UNIQUE,
    stream text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    name text NOT NULL,
    version bigint NOT NULL,
    payload text NOT NULL,
    actor text NOT NULL,
    time bigint NOT NULL,
    command_id text,
    batch bigint NOT NULL,
    previous bytea NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (stream, position)
)""",
    """
CREATE TABLE heads (
    stream text COLLATE "C" PRIMARY KEY, position bigint NOT NULL, hash bytea NOT NULL
) WITH (fillfactor = 50)""",
    """
CREATE TABLE batches (
    number bigint PRIMARY KEY,
    actor text NOT NULL,
    command_id text,
    time bigint NOT NULL,
    first bigint NOT NULL,
    records bigint NOT NULL,
    hash bytea NOT NULL
)""",
    "CREATE UNIQUE INDEX commands ON batches (actor, command_id) WHERE command_id IS NOT NULL",
    """
CREATE FUNCTION stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'what is in % stays as it is', TG_TABLE_NAME; END $$""",
)


def _postgres_table(table: str) -> str:
    """Forbid changes of rows: this stops mistakes; hashes reveal an intruder's changes."""
    return (
        f"CREATE TRIGGER {table}_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION stays()"
    )


_POSTGRES_VAULT: Final = """
CREATE TABLE vault (
    kind text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, value bytea NOT NULL,
    PRIMARY KEY (kind, key)
)"""

_POSTGRES_LEASES: Final = """
CREATE TABLE leases (
    name text COLLATE "C" PRIMARY KEY,
    holder text NOT NULL, token bigint NOT NULL, until bigint NOT NULL
) WITH (fillfactor = 50)"""

_POSTGRES_SEALS: Final = (
    "ALTER TABLE vault ADD COLUMN seal bytea",
    "ALTER TABLE journal ADD COLUMN sealed integer NOT NULL DEFAULT 0",
)

POSTGRES_MIGRATIONS: Final = (
    Migration(
        1, "journal", (*_POSTGRES_JOURNAL, _postgres_table("records"), _postgres_table("batches"))
    ),
    Migration(2, "vault", (_POSTGRES_VAULT,)),
    Migration(3, "leases", (_POSTGRES_LEASES,)),
    Migration(4, REQUESTS, ("ALTER TABLE batches ADD COLUMN request bytea",)),
    Migration(5, "seals", _POSTGRES_SEALS),
)


# The schema in SQLite, step by step.


SQLITE_MIGRATIONS_TABLE: Final = """
CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied TEXT NOT NULL
) STRICT"""

_SQLITE_JOURNAL: Final = (
    """
CREATE TABLE journal (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL, serial INTEGER NOT NULL, batch INTEGER NOT NULL, hash BLOB NOT NULL
) STRICT""",
    """
CREATE TABLE records (
    serial INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    payload TEXT NOT NULL,
    actor TEXT NOT NULL,
    time INTEGER NOT NULL,
    command_id TEXT,
    batch INTEGER NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL,
    UNIQUE (stream, position)
) STRICT""",
    """
CREATE TABLE heads (
    stream TEXT PRIMARY KEY, position INTEGER NOT NULL, hash BLOB NOT NULL
) STRICT, WITHOUT ROWID""",
    """
CREATE TABLE batches (
    number INTEGER PRIMARY KEY,
    actor TEXT NOT NULL,
    command_id TEXT,
    time INTEGER NOT NULL,
    first INTEGER NOT NULL,
    records INTEGER NOT NULL,
    hash BLOB NOT NULL
) STRICT""",
    "CREATE UNIQUE INDEX commands ON batches (actor, command_id) WHERE command_id IS NOT NULL",
)


def _sqlite_table(table: str) -> tuple[str, ...]:
    """Forbid changes of rows: this stops mistakes; hashes reveal an intruder's changes."""
    return tuple(
        f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'what is in {table} stays as it is'); END"
        for verb in ("UPDATE", "DELETE")
    )


_SQLITE_VAULT: Final = """
CREATE TABLE vault (
    kind TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID"""

_SQLITE_LEASES: Final = """
CREATE TABLE leases (
    name TEXT PRIMARY KEY, holder TEXT NOT NULL, token INTEGER NOT NULL, until INTEGER NOT NULL
) STRICT, WITHOUT ROWID"""

_SQLITE_SEALS: Final = (
    "ALTER TABLE vault ADD COLUMN seal BLOB",
    "ALTER TABLE journal ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE journal ADD COLUMN writer TEXT NOT NULL DEFAULT ''",
)

SQLITE_MIGRATIONS: Final = (
    Migration(
        1, "journal", (*_SQLITE_JOURNAL, *_sqlite_table("records"), *_sqlite_table("batches"))
    ),
    Migration(2, "vault", (_SQLITE_VAULT,)),
    Migration(3, "leases", (_SQLITE_LEASES,)),
    Migration(4, REQUESTS, ("ALTER TABLE batches ADD COLUMN request BLOB",)),
    Migration(5, "seals", _SQLITE_SEALS),
)
