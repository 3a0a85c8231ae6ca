"""A PostgreSQL database as it is found: whether it will do, and what its schema still needs."""

import secrets
from typing import Any, Final, TypeAlias, cast

import psycopg

from houserules.journal.chain import journal_start
from houserules.journal.errors import SchemaError
from houserules.journal.migrations import APPLIED, migrate, outstanding
from houserules.journal.postgres_schema import MIGRATIONS, MIGRATIONS_TABLE

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]

SCHEMA: Final = "houserules"
_LEAST: Final = 150_000
_MIGRATING: Final = 0x686F757365  # a lock number of our own


def check_server(connection: Connection) -> None:
    """Refuse a server on which a journal would not be safe."""
    if connection.info.server_version < _LEAST:
        version = connection.info.parameter_status("server_version")
        raise SchemaError(f"PostgreSQL {version} is too old; 15 or newer is needed")
    sql = "SELECT current_setting('fsync'), current_setting('server_encoding')"
    found = connection.execute(sql).fetchone()
    if found != ("on", "UTF8"):
        raise SchemaError(
            f"the server has fsync and encoding {found}; a journal needs fsync on, "
            "or it would lose what it has acknowledged, and UTF8"
        )


def check_schema(connection: Connection) -> None:
    """Refuse a database whose journal cannot be read as it is."""
    try:
        applied = connection.execute(APPLIED).fetchall()
    except psycopg.errors.UndefinedTable:
        raise SchemaError("there is no journal in this database") from None
    if outstanding(cast(list[tuple[int, str]], applied), MIGRATIONS):
        raise SchemaError("the database has an older schema; open it for writing once")


def bring_up(connection: Connection) -> None:
    """Make the journal, or bring its schema to the newest; of several processes one does it."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        connection.execute(MIGRATIONS_TABLE)
        applied = cast(list[tuple[int, str]], connection.execute(APPLIED).fetchall())
        migrate(applied, MIGRATIONS, connection.execute)
        name = secrets.token_hex(16)
        connection.execute(
            "INSERT INTO journal (one, id, serial, batch, hash) VALUES (1, %s, %s, %s, %s) "
            "ON CONFLICT (one) DO NOTHING",
            (name, *journal_start(name)),
        )
