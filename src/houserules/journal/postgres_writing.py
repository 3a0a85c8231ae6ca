"""How batches are written to PostgreSQL: two messages to the server, whatever their number.

Each message has several statements, and the rows go as JSON: for the few hundred small rows of a group
that costs a fraction of what one statement after the other, or arrays of values, would.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import psycopg

from houserules.journal.chain import BATCH_COLUMNS, ROW_COLUMNS, BatchRow, End, Place, Row
from houserules.journal.planning import Command, Known, Planned, commands_of, leases_of, streams_of
from houserules.journal.postgres_database import LOCK
from houserules.journal.postgres_opening import Connection
from houserules.journal.records import Batch

_LOOK: Final = f"""
BEGIN; {LOCK};
SELECT stream, position, hash FROM heads
WHERE stream IN (SELECT json_array_elements_text(%(streams)s));
SELECT name, token FROM leases WHERE name IN (SELECT json_array_elements_text(%(leases)s));
SELECT batches.actor, batches.command_id, first, records
FROM json_array_elements(%(commands)s) AS asked
JOIN batches ON actor = asked ->> 0 AND command_id = asked ->> 1 AND command_id IS NOT NULL"""
_OF_BATCH: Final = (
    f"SELECT {ROW_COLUMNS} FROM records WHERE serial BETWEEN %s AND %s ORDER BY serial"
)
_WRITE: Final = f"""
INSERT INTO records ({ROW_COLUMNS})
SELECT serial, stream, position, name, version, payload, actor, time, command_id, batch,
    decode(previous, 'hex'), decode(hash, 'hex')
FROM json_to_recordset(%(rows)s) AS new (
    serial bigint, stream text, position bigint, name text, version bigint, payload text,
    actor text, time bigint, command_id text, batch bigint, previous text, hash text);
INSERT INTO heads (stream, position, hash)
SELECT stream, position, decode(hash, 'hex')
FROM json_to_recordset(%(heads)s) AS new (stream text, position bigint, hash text)
ON CONFLICT (stream) DO UPDATE SET position = excluded.position, hash = excluded.hash;
INSERT INTO batches ({BATCH_COLUMNS})
SELECT number, actor, command_id, time, first, records, decode(hash, 'hex')
FROM json_to_recordset(%(batches)s) AS new (
    number bigint, actor text, command_id text, time bigint, first bigint, records bigint,
    hash text);
UPDATE journal SET serial = %(serial)s, batch = %(batch)s, hash = decode(%(hash)s, 'hex');
SELECT pg_notify(%(channel)s, %(serial)s::text);"""
_VAULT: Final = """
DELETE FROM vault USING json_to_recordset(%(vault)s) AS new (kind text, key text, value text)
WHERE vault.kind = new.kind AND vault.key = new.key AND new.value IS NULL;
INSERT INTO vault (kind, key, value) SELECT kind, key, decode(value, 'hex')
FROM json_to_recordset(%(vault)s) AS new (kind text, key text, value text)
WHERE value IS NOT NULL ORDER BY kind, key
ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value;"""


def begin(connection: Connection, batches: Sequence[Batch]) -> tuple[Known, str]:
    """Begin a transaction, and read under its lock what the batches hang on; gives its number."""
    commands = commands_of(batches)
    cursor = psycopg.ClientCursor(connection)
    cursor.execute(
        _LOOK,
        {
            "streams": _text(streams_of(batches)),
            "leases": _text(leases_of(batches)),
            "commands": _text(commands),
        },
    )
    _, [(serial, batch, digest, transaction)], heads, tokens, before = _results(cursor)
    known = Known(
        end=End(serial, batch, digest),
        heads={stream: Place(position, place) for stream, position, place in heads},
        commands=_carried_out(connection, before),
        tokens=dict(tokens),
    )
    return known, transaction


def _results(cursor: psycopg.ClientCursor[Any]) -> Iterator[list[tuple[Any, ...]]]:
    """Give what each statement of a message found."""
    yield cursor.fetchall() if cursor.description else []
    while cursor.nextset():
        yield cursor.fetchall() if cursor.description else []


def _carried_out(
    connection: Connection, found: list[tuple[Any, ...]]
) -> dict[Command, tuple[Row, ...]]:
    known = {}
    for actor, command_id, first, count in found:
        rows = connection.execute(_OF_BATCH, (first, first + count - 1))
        known[actor, command_id] = tuple(map(Row._make, rows))
    return known


def write(connection: Connection, planned: Planned, channel: str) -> None:
    """Write what was planned and commit it; when this returns it is durable."""
    values: dict[str, object] = {}
    statements = ""
    if planned.batches:
        statements += _WRITE
        values |= {
            "rows": _text([_named(row) for row in planned.rows]),
            "heads": _text([{"stream": s, **_named(p)} for s, p in planned.heads.items()]),
            "batches": _text([_named(row) for row in planned.batches]),
            **_named(planned.end),
            "channel": channel,
        }
    if planned.vault:
        statements += _VAULT
        values["vault"] = _text(
            [
                {"kind": kind, "key": key, "value": value and value.hex()}
                for (kind, key), value in planned.vault.items()
            ]
        )
    psycopg.ClientCursor(connection).execute(f"{statements} COMMIT", values)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _named(row: Row | BatchRow | Place | End) -> dict[str, object]:
    named: dict[str, object] = row._asdict()
    for key in ("previous", "hash"):
        if isinstance(value := named.get(key), bytes):
            named[key] = value.hex()
    return named


def was_committed(connection: Connection, transaction: str, planned: Planned) -> bool | None:
    """Find out whether a transaction whose answer was lost is there; None: it is still running."""
    try:
        found = connection.execute("SELECT pg_xact_status(%s::xid8)", (transaction,)).fetchone()
        status = found[0] if found else None
    except psycopg.DataError:  # a server that has taken over and never saw it
        return False
    if status == "in progress":
        return None
    if not planned.batches or status == "aborted":
        return bool(status == "committed")
    last = planned.batches[-1]
    stored = connection.execute("SELECT hash FROM batches WHERE number = %s", (last.number,))
    return stored.fetchone() == (last.hash,)
