"""What SQLite and PostgreSQL journals share: reading, vault and leases."""

import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from houserules.journal.base import BaseJournal
from houserules.journal.canonical import canonical, check_name
from houserules.journal.chain import (
    BATCH_COLUMNS,
    ROW_COLUMNS,
    BatchRow,
    JournalEnd,
    RecordRow,
    StreamEnd,
)
from houserules.journal.commit_plan import PastCommand
from houserules.journal.database import Database, Query, Values
from houserules.journal.errors import DamagedError, Finding
from houserules.journal.protocol import LEASE_MOST, Lease, Snapshot, VaultRow
from houserules.journal.records import Put
from houserules.journal.schema import REQUESTS

# Seals: keyed checksums of values in the vault, which reveal changes. Their key is derived from a key in
# the vault, which in older databases also signs checkpoints. So a seal reveals accidents and clumsy
# tampering, but does not stop an intruder who can read the whole database.


SIGNING_KEY: Final = ("signing-key", "checkpoints")
"""Kind and key of the key of all seals: the signing key, unless that has always been elsewhere."""
_LABEL: Final = b"houserules/vault-seal-1"


class Seals:
    """The seals of one journal; without a key nothing is sealed."""

    def __init__(self, journal: str) -> None:
        self._journal = journal
        self._key: bytes | None = None
        self.required = False  # whether every value must have one

    def use(self, signing_key: bytes) -> None:
        """Use a key derived from the signing key."""
        self._key = hmac.digest(signing_key, _LABEL, "sha256")

    @property
    def has_key(self) -> bool:
        """Whether values can be sealed."""
        return self._key is not None

    def of(self, kind: str, key: str, value: bytes | None) -> bytes | None:
        """Return the seal of a value; None: there is no value, or no key yet."""
        if self._key is None or value is None:
            return None
        name = canonical([self._journal, kind, key]).encode()
        return hmac.digest(self._key, b"%s\n%s\n%s" % (_LABEL, name, value), "sha256")

    def finding(self, kind: str, key: str, value: object, seal: object) -> Finding | None:
        """Return what is wrong with a stored value; None: nothing."""
        if not self.required:
            return None
        if isinstance(value, bytes) and isinstance(seal, bytes):
            expected = self.of(kind, key, value)
            if expected is not None and hmac.compare_digest(expected, seal):
                return None
        why = "it has no checksum" if seal is None else "its checksum is not that of its value"
        return Finding("vault", f"vault/{kind}", None, f"{key}: {why}")

    def check(self, kind: str, key: str, value: object, seal: object) -> None:
        """Refuse a value that was changed; raises DamagedError."""
        if finding := self.finding(kind, key, value, seal):
            raise DamagedError((finding,))


# Vault and leases in the database of a journal.


_ACQUIRE: Final = """
INSERT INTO leases (name, holder, token, until) VALUES (:name, :holder, 1, :until)
ON CONFLICT (name) DO UPDATE SET
    holder = excluded.holder, until = excluded.until,
    token = leases.token + CASE WHEN leases.holder = excluded.holder THEN 0 ELSE 1 END
WHERE leases.holder IN ('', excluded.holder) OR leases.until <= :now OR leases.until > :most
RETURNING token"""
_SEALED: Final = 5
"""The schema in which values got seals."""
_LEASES: Final = (
    "SELECT name, holder, token, until FROM leases "
    f"WHERE holder <> '' AND until > :now AND until <= :now + {LEASE_MOST}"
)

_KEY_GONE: Final = Finding(
    "vault", f"vault/{SIGNING_KEY[0]}", None, f"{SIGNING_KEY[1]}: the key of all checksums is gone"
)


class SqlVault:
    """The vault in the journal's database; values are sealed once there is a key."""

    def __init__(self, database: Database, seals: Seals, *, read_only: bool) -> None:
        self._database, self._seals, self._read_only = database, seals, read_only
        if database.schema >= _SEALED:
            self.take_up_seals()

    def take_up_seals(self) -> None:
        """Start sealing with the key in the vault, and seal the values stored before there was one."""
        rows = self._database.rows(
            "SELECT value, sealed FROM vault, journal WHERE kind = :kind AND key = :key",
            dict(zip(("kind", "key"), SIGNING_KEY, strict=True)),
        )
        if not rows:
            self._seals.required = bool(self._database.rows("SELECT sealed FROM journal", {})[0][0])
            return
        value, sealed = rows[0]
        self._seals.use(bytes(value))
        if not sealed and not self._read_only:
            self._seal_all()
        self._seals.required = bool(sealed) or not self._read_only

    def _seal_all(self) -> None:
        kept = self._database.rows("SELECT kind, key, value FROM vault", {})
        self._database.write_all(
            "UPDATE vault SET seal = :seal WHERE kind = :kind AND key = :key AND value = :value",
            [
                {"kind": kind, "key": key, "value": value, "seal": self._seals.of(kind, key, value)}
                for kind, key, value in kept
            ],
            "UPDATE journal SET sealed = 1",
        )

    def store(self, kind: str, key: str, value: bytes) -> None:
        Put(kind, key, value)
        self._database.write(
            "INSERT INTO vault (kind, key, value, seal) VALUES (:kind, :key, :value, :seal) "
            "ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, seal = excluded.seal",
            {"kind": kind, "key": key, "value": value, "seal": self._seals.of(kind, key, value)},
        )

    def get(self, kind: str, key: str) -> bytes | None:
        sql = f"SELECT value, {self._seal} FROM vault WHERE kind = :kind AND key = :key"
        rows = self._database.rows(sql, {"kind": kind, "key": key})
        if not rows:
            if (kind, key) == SIGNING_KEY and self._seals.required:
                raise DamagedError((_KEY_GONE,))
            return None
        value, seal = rows[0]
        if (
            (kind, key) == SIGNING_KEY
            and not self._seals.has_key
            and self._database.schema >= _SEALED
        ):
            self.take_up_seals()  # another process has just made it, or this one has
            return self.get(kind, key)
        self._seals.check(kind, key, value, seal)
        return bytes(value)

    def items(self, kind: str) -> Iterator[tuple[str, bytes]]:
        sql = f"SELECT key, value, {self._seal} FROM vault WHERE kind = :kind ORDER BY key"
        for key, value, seal in self._database.rows(sql, {"kind": kind}):
            self._seals.check(kind, key, value, seal)
            yield key, value

    def find_damage(self) -> Iterator[Finding]:
        if self._seals.required and not self._seals.has_key:
            yield _KEY_GONE
            return
        sql = f"SELECT kind, key, value, {self._seal} FROM vault ORDER BY kind, key"
        for kind, key, value, seal in self._database.rows(sql, {}):
            if finding := self._seals.finding(kind, key, value, seal):
                yield finding

    @property
    def _seal(self) -> str:
        return "seal" if self._database.schema >= _SEALED else "NULL"

    def delete(self, kind: str, key: str) -> None:
        sql = "DELETE FROM vault WHERE kind = :kind AND key = :key"
        self._database.write(sql, {"kind": kind, "key": key})


class SqlLeases:
    """Leases in the journal's database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _now(self, now_ms: int | None) -> int:
        return self._database.now() if now_ms is None else now_ms

    def acquire(
        self, name: str, holder: str, *, ttl_ms: int, now_ms: int | None = None
    ) -> int | None:
        check_name("lease", name)
        check_name("holder", holder)
        now = self._now(now_ms)
        # A lease that expires later than any could is from before the clock was set back.
        most = now + 2 * ttl_ms
        values = {
            **{"name": name, "holder": holder, "until": now + ttl_ms},
            **{"now": now, "most": most},
        }
        # A batch must not see the old token and be written after the new one was issued.
        rows = self._database.write_between_batches(_ACQUIRE, values)
        return rows[0][0] if rows else None

    def renew(self, holder: str, *, ttl_ms: int, now_ms: int | None = None) -> dict[str, int]:
        sql = "UPDATE leases SET until = :until WHERE holder = :holder RETURNING name, token"
        until = self._now(now_ms) + ttl_ms
        return dict(sorted(self._database.write(sql, {"holder": holder, "until": until})))

    def release(self, name: str, holder: str) -> bool:
        sql = "UPDATE leases SET holder = '' WHERE name = :name AND holder = :holder RETURNING name"
        return bool(self._database.write(sql, {"name": name, "holder": holder}))

    def find(self, name: str, *, now_ms: int | None = None) -> Lease | None:
        sql = f"{_LEASES} AND name = :name"
        rows = self._database.rows(sql, {"name": name, "now": self._now(now_ms)})
        return Lease(*rows[0]) if rows else None

    def all(self, *, now_ms: int | None = None) -> tuple[Lease, ...]:
        rows = self._database.rows(f"{_LEASES} ORDER BY name", {"now": self._now(now_ms)})
        return tuple(Lease(*row) for row in rows)


PAGE: Final = 1_000
END: Final = "SELECT serial, batch, hash FROM journal"
_STREAM: Final = (
    f"SELECT {ROW_COLUMNS} FROM records WHERE stream = :stream AND position > :after "
    "ORDER BY position LIMIT :page"
)
_SINCE: Final = (
    f"SELECT {ROW_COLUMNS} FROM records WHERE serial > :after ORDER BY serial LIMIT :page"
)
_COMMAND: Final = "SELECT first, records, {request} FROM batches WHERE actor = :actor AND command_id = :command_id"


_SEALS: Final = "SELECT 1 FROM migrations WHERE name = 'seals'"
_REQUESTS: Final = f"SELECT 1 FROM migrations WHERE name = '{REQUESTS}'"
_REQUEST: Final = {True: "request", False: "NULL AS request"}


class SqlSnapshot:
    """A consistent view of the journal."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self.end = JournalEnd(*next(query(END, {})))
        has_requests = next(query(_REQUESTS, {}), None) is not None
        self._columns = BATCH_COLUMNS.replace("request", _REQUEST[has_requests])

    def rows(self, after: int = 0, limit: int | None = None) -> Iterator[RecordRow]:
        sql = f"SELECT {ROW_COLUMNS} FROM records WHERE serial > :after ORDER BY serial"
        sql += "" if limit is None else f" LIMIT {int(limit)}"
        return map(RecordRow._make, self._query(sql, {"after": after}))

    def stream(self, stream: str) -> Iterator[RecordRow]:
        sql = f"SELECT {ROW_COLUMNS} FROM records WHERE stream = :stream ORDER BY position"
        return map(RecordRow._make, self._query(sql, {"stream": stream}))

    def heads(self) -> Iterator[tuple[str, StreamEnd]]:
        rows = self._query("SELECT stream, position, hash FROM heads ORDER BY stream", {})
        return ((stream, StreamEnd(position, digest)) for stream, position, digest in rows)

    def batches(self, after: int = 0, limit: int | None = None) -> Iterator[BatchRow]:
        sql = f"SELECT {self._columns} FROM batches WHERE number > :after ORDER BY number"
        sql += "" if limit is None else f" LIMIT {int(limit)}"
        return map(BatchRow._make, self._query(sql, {"after": after}))

    def vault_rows(self) -> Iterator[VaultRow]:
        has_seals = next(self._query(_SEALS, {}), None) is not None
        seal = "seal" if has_seals else "NULL AS seal"
        sql = f"SELECT kind, key, value, {seal} FROM vault ORDER BY kind, key"
        return map(VaultRow._make, self._query(sql, {}))

    def tokens(self) -> Iterator[tuple[str, int]]:
        rows = self._query("SELECT name, token FROM leases ORDER BY name", {})
        return ((name, token) for name, token in rows)


class SqlJournal(BaseJournal):
    """A journal in a database, except for writing batches."""

    def __init__(self, database: Database, *, read_only: bool) -> None:
        super().__init__(read_only=read_only)
        self._database = database
        try:
            self.id = _id_of(database)
            self._request = _REQUEST[bool(database.rows(_REQUESTS, {}))]
            self._seals = Seals(self.id)
            self.vault = SqlVault(database, self._seals, read_only=read_only)
        except BaseException:
            database.close()
            raise
        self.leases = SqlLeases(database)

    def _place(self, stream: str) -> StreamEnd | None:
        sql = "SELECT position, hash FROM heads WHERE stream = :stream"
        rows = self._database.rows(sql, {"stream": stream})
        return StreamEnd(*rows[0]) if rows else None

    def _end(self) -> JournalEnd:
        return JournalEnd(*self._database.rows(END, {})[0])

    def _command(self, actor: str, command_id: str) -> PastCommand | None:
        values: Values = {"actor": actor, "command_id": command_id}
        rows = self._database.rows(_COMMAND.format(request=self._request), values)
        if not rows:
            return None
        first, count, request = rows[0]
        return PastCommand(tuple(self._rows_since(first - 1, count)), request)

    def _rows(self, stream: str, after: int, limit: int | None) -> Iterator[RecordRow]:
        return self._read_pages(_STREAM, {"stream": stream}, after, limit, key=2)

    def _rows_since(self, serial: int, limit: int | None) -> Iterator[RecordRow]:
        return self._read_pages(_SINCE, {}, serial, limit, key=0)

    def _read_pages(
        self, sql: str, values: Values, after: int, limit: int | None, *, key: int
    ) -> Iterator[RecordRow]:
        """Read page by page, so that a slow reader does not keep a connection."""
        while limit is None or limit > 0:
            page = PAGE if limit is None else min(PAGE, limit)
            rows = self._database.rows(sql, {**values, "after": after, "page": page})
            yield from map(RecordRow._make, rows)
            if len(rows) < page:
                return
            after = rows[-1][key]
            limit = None if limit is None else limit - page

    def streams(self, prefix: str = "") -> Iterator[str]:
        sql = (
            "SELECT stream FROM heads WHERE stream >= :prefix "
            "AND substr(stream, 1, :length) = :prefix ORDER BY stream"
        )
        rows = self._database.rows(sql, {"prefix": prefix, "length": len(prefix)})
        return (stream for (stream,) in rows)

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        with self._database.snapshot() as query:
            yield SqlSnapshot(query)

    def _let_go(self) -> None:
        self._database.close()


def _id_of(database: Database) -> str:
    rows = database.rows("SELECT id FROM journal", {})
    if len(rows) != 1 or not isinstance(rows[0][0], str):
        detail = "the row that names the journal is gone"
        raise DamagedError((Finding("store", None, None, detail),))
    return str(rows[0][0])
