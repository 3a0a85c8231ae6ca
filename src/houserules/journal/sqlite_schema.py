"""The schema in SQLite, step by step."""

from typing import Final

from houserules.journal.migrations import Migration

MIGRATIONS_TABLE: Final = """
CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied TEXT NOT NULL
) STRICT"""

_JOURNAL: Final = (
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


def _kept(table: str) -> tuple[str, ...]:
    """Refuse to change what was written: a mistake is stopped here, an intruder found by hashes."""
    return tuple(
        f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'what is in {table} stays as it is'); END"
        for verb in ("UPDATE", "DELETE")
    )


_VAULT: Final = """
CREATE TABLE vault (
    kind TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID"""

_LEASES: Final = """
CREATE TABLE leases (
    name TEXT PRIMARY KEY, holder TEXT NOT NULL, token INTEGER NOT NULL, until INTEGER NOT NULL
) STRICT, WITHOUT ROWID"""

MIGRATIONS: Final = (
    Migration(1, "journal", (*_JOURNAL, *_kept("records"), *_kept("batches"))),
    Migration(2, "vault", (_VAULT,)),
    Migration(3, "leases", (_LEASES,)),
)
