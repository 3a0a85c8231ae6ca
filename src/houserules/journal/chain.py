"""Rows as they are stored, and the hashes that chain them: records to a stream, batches to a journal.

A record contains the hash of the record before it in its stream, a batch that of the batch before it.
Both chains start from the journal's random id, so that nothing fits into another journal.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from houserules.journal.canonical import canonical, digest, quote
from houserules.journal.errors import DamagedError, Finding, Kind
from houserules.journal.records import JournalRecord


class RecordRow(NamedTuple):
    """A stored record; the payload is the canonical text, byte for byte as it was hashed."""

    serial: int
    stream: str
    position: int
    name: str
    version: int
    payload: str
    actor: str
    time: int
    command_id: str | None
    batch: int
    previous: bytes
    hash: bytes


class BatchRow(NamedTuple):
    """A stored batch: its actor, its time and its serials."""

    number: int
    actor: str
    command_id: str | None
    time: int
    first: int
    records: int
    hash: bytes
    request: bytes | None = None  # digest of what the command asked for; older batches have none


class StreamEnd(NamedTuple):
    """Where a stream ends: position and hash."""

    position: int
    hash: bytes


class JournalEnd(NamedTuple):
    """Where the journal ends."""

    serial: int
    batch: int
    hash: bytes


ROW_COLUMNS: Final = ", ".join(RecordRow._fields)
BATCH_COLUMNS: Final = ", ".join(BatchRow._fields)


def stream_start(journal: str, stream: str) -> StreamEnd:
    """Return the end of an empty stream."""
    return StreamEnd(0, digest("stream-1", canonical({"journal": journal, "stream": stream})))


def journal_start(journal: str) -> JournalEnd:
    """Return the end of an empty journal."""
    return JournalEnd(0, 0, digest("journal-1", canonical({"journal": journal})))


# Both are assembled by hand, keys in order: an encoder would take most of the time of a commit.


def record_hash(row: RecordRow) -> bytes:
    """Hash a record: every field but `serial` and `hash`, in the canonical form."""
    return digest(
        "record-1",
        f'{{"actor":{quote(row.actor)},"batch":{row.batch}'
        f',"command_id":{quote(row.command_id)},"name":{quote(row.name)}'
        f',"payload":{row.payload},"position":{row.position}'
        f',"previous":"{row.previous.hex()}","stream":{quote(row.stream)}'
        f',"time":{row.time},"version":{row.version}}}',
    )


def has_own_hash(row: RecordRow) -> bool:
    """Whether a record matches its hash; a mangled one does not."""
    try:
        return record_hash(row) == row.hash
    except (AttributeError, TypeError, ValueError):
        return False


def batch_hash(row: BatchRow, previous: bytes, records: Iterable[bytes]) -> bytes:
    """Hash a batch: actor and time, the batch before it, and the hashes of its records in order.

    The digest of the request is included only if there is one, so older batches keep their hashes.
    """
    hashes = ",".join([f'"{record.hex()}"' for record in records])
    request = "" if row.request is None else f',"request":"{row.request.hex()}"'
    return digest(
        "batch-1",
        f'{{"actor":{quote(row.actor)},"command_id":{quote(row.command_id)}'
        f',"number":{row.number},"previous":"{previous.hex()}","records":[{hashes}]'
        f'{request},"time":{row.time}}}',
    )


def record_of(row: RecordRow) -> JournalRecord:
    """Return the record of a stored row."""
    return JournalRecord(
        stream=row.stream,
        position=row.position,
        name=row.name,
        version=row.version,
        payload=json.loads(row.payload),
        actor=row.actor,
        time=row.time,
        command_id=row.command_id,
        batch=row.batch,
        previous=row.previous.hex(),
        hash=row.hash.hex(),
        serial=row.serial,
    )


# Every record read from the store is checked before it is used.


def checked_record(row: RecordRow) -> JournalRecord:
    """Return the record of a stored row; raises DamagedError if it does not match its hash."""
    if not has_own_hash(row):
        raise _damage_error("changed", row.stream, row.position, "it does not match its hash")
    return record_of(row)


def checked_records(
    stream: str, rows: Iterable[RecordRow], *, last: StreamEnd | None, head: StreamEnd | None
) -> Iterator[JournalRecord]:
    """Return the records of a stream, checking that each follows the one before; raises DamagedError.

    `last`: the end of the records before these; None: the first row serves as that and is dropped.
    `head`: where the store says that the stream ends; None: the stream is not read to its end.
    """
    for row in rows:
        record = checked_record(row)
        if last is None:
            last = StreamEnd(row.position, row.hash)
            continue
        if row.position != last.position + 1:
            raise _damage_error("missing", stream, last.position + 1, "it is gone")
        if row.previous != last.hash:
            raise _damage_error(
                "changed", stream, row.position, "it does not follow the one before it"
            )
        last = StreamEnd(row.position, row.hash)
        if head is not None and head.position == last.position and head.hash != last.hash:
            raise _damage_error(
                "changed", stream, row.position, "the end of the stream has another"
            )
        yield record
    if head is not None and last is not None and last.position < head.position:
        raise _damage_error("truncated", stream, last.position + 1, "this and what follows is gone")


def _damage_error(kind: Kind, stream: str, position: int, detail: str) -> DamagedError:
    return DamagedError((Finding(kind, stream, position, detail),))
