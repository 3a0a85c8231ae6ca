"""Vault and leases in the database of a journal."""

from collections.abc import Iterator
from typing import Final

from houserules.journal.canonical import check_name
from houserules.journal.database import Database
from houserules.journal.protocol import Lease
from houserules.journal.records import Put

_TAKE: Final = """
INSERT INTO leases (name, holder, token, until) VALUES (:name, :holder, 1, :until)
ON CONFLICT (name) DO UPDATE SET
    holder = excluded.holder, until = excluded.until,
    token = leases.token + CASE WHEN leases.holder = excluded.holder THEN 0 ELSE 1 END
WHERE leases.holder IN ('', excluded.holder) OR leases.until <= :now
RETURNING token"""
_LEASES: Final = "SELECT name, holder, token, until FROM leases WHERE holder <> '' AND until > :now"


class SqlVault:
    """Values beside the journal, in the same database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, kind: str, key: str, value: bytes) -> None:
        """Keep a value; one of the same name is replaced."""
        Put(kind, key, value)
        self._database.write(
            "INSERT INTO vault (kind, key, value) VALUES (:kind, :key, :value) "
            "ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value",
            {"kind": kind, "key": key, "value": value},
        )

    def get(self, kind: str, key: str) -> bytes | None:
        """Give a value, or None."""
        sql = "SELECT value FROM vault WHERE kind = :kind AND key = :key"
        found = self._database.rows(sql, {"kind": kind, "key": key})
        return found[0][0] if found else None

    def items(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """Give all values of a kind by their keys, in order."""
        sql = "SELECT key, value FROM vault WHERE kind = :kind ORDER BY key"
        return ((key, value) for key, value in self._database.rows(sql, {"kind": kind}))

    def delete(self, kind: str, key: str) -> None:
        """Forget a value, if it is there."""
        sql = "DELETE FROM vault WHERE kind = :kind AND key = :key"
        self._database.write(sql, {"kind": kind, "key": key})


class SqlLeases:
    """Leases beside the journal, in the same database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _now(self, now_ms: int | None) -> int:
        return self._database.now() if now_ms is None else now_ms

    def take(self, name: str, holder: str, *, ttl_ms: int, now_ms: int | None = None) -> int | None:
        """Take a lease that is free, run out or one's own; None: somebody else has it."""
        check_name("lease", name)
        check_name("holder", holder)
        now = self._now(now_ms)
        values = {"name": name, "holder": holder, "until": now + ttl_ms, "now": now}
        # A batch must not see the old token and be written after the new one was given out.
        found = self._database.write_between_batches(_TAKE, values)
        return found[0][0] if found else None

    def renew(self, holder: str, *, ttl_ms: int, now_ms: int | None = None) -> dict[str, int]:
        """Keep all leases of a holder; gives their tokens. One that was lost is not among them."""
        sql = "UPDATE leases SET until = :until WHERE holder = :holder RETURNING name, token"
        until = self._now(now_ms) + ttl_ms
        return dict(sorted(self._database.write(sql, {"holder": holder, "until": until})))

    def release(self, name: str, holder: str) -> bool:
        """Give up a lease; False if it was not the holder's."""
        sql = "UPDATE leases SET holder = '' WHERE name = :name AND holder = :holder RETURNING name"
        return bool(self._database.write(sql, {"name": name, "holder": holder}))

    def held(self, name: str, *, now_ms: int | None = None) -> Lease | None:
        """Give a lease that is in force."""
        sql = f"{_LEASES} AND name = :name"
        found = self._database.rows(sql, {"name": name, "now": self._now(now_ms)})
        return Lease(*found[0]) if found else None

    def all(self, *, now_ms: int | None = None) -> tuple[Lease, ...]:
        """Give all leases in force, by name."""
        found = self._database.rows(f"{_LEASES} ORDER BY name", {"now": self._now(now_ms)})
        return tuple(Lease(*row) for row in found)
