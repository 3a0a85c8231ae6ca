"""The schema in PostgreSQL, step by step. Names sort by code point, as in Python and SQLite."""

from typing import Final

from houserules.journal.migrations import Migration

MIGRATIONS_TABLE: Final = """
CREATE TABLE IF NOT EXISTS migrations (
    number integer PRIMARY KEY, name text NOT NULL, applied timestamptz NOT NULL
)"""

# Rows that are rewritten all the time get room beside them, so that no index has to change.
_JOURNAL: Final = (
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


def _kept(table: str) -> str:
    """Refuse to change what was written: a mistake is stopped here, an intruder found by hashes."""
    return (
        f"CREATE TRIGGER {table}_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION stays()"
    )


_VAULT: Final = """
CREATE TABLE vault (
    kind text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, value bytea NOT NULL,
    PRIMARY KEY (kind, key)
)"""

_LEASES: Final = """
CREATE TABLE leases (
    name text COLLATE "C" PRIMARY KEY,
    holder text NOT NULL, token bigint NOT NULL, until bigint NOT NULL
) WITH (fillfactor = 50)"""

MIGRATIONS: Final = (
    Migration(1, "journal", (*_JOURNAL, _kept("records"), _kept("batches"))),
    Migration(2, "vault", (_VAULT,)),
    Migration(3, "leases", (_LEASES,)),
)
