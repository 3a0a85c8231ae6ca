"""The tables of an export: columns, rows and file formats."""

import csv
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal, get_args

from houserules.core.codec import Data
from houserules.floor.money.accounts import account_of
from houserules.floor.rounds.find import Round
from houserules.floor.stored_events import event_of
from houserules.floor.tables.settings import table_stream
from houserules.floor.tournaments.played_sessions import TableSession
from houserules.journal.canonical import canonical
from houserules.journal.chain import RecordRow

Columns = dict[str, type]
"""By name: text, whole numbers, or JSON (`dict`), which is text where a form has no objects."""

RECORDS: Final[Columns] = {
    "serial": int,
    "stream": str,
    "position": int,
    "name": str,
    "version": int,
    "payload": dict,
    "actor": str,
    "time": int,
    "at": str,
    "command_id": str,
    "batch": int,
    "previous": str,
    "hash": str,
}
ROUNDS: Final[Columns] = {
    "table": str,
    "round": int,
    "rulebook": str,
    "kind": str,
    "began": int,
    "ended": int,
    "began_at": str,
    "players": dict,
    "first_position": int,
    "last_position": int,
    "no_round_record": str,
}
SESSIONS: Final[Columns] = {
    "session": str,
    "table": str,
    "rulebook": str,
    "kind": str,
    "began": int,
    "ended": int,
    "began_at": str,
    "players": dict,
    "first_position": int,
    "last_position": int,
    "no_session_record": str,
}
PAYMENTS: Final[Columns] = {
    "table": str,
    "round": int,
    "position": int,
    "time": int,
    "at": str,
    "box": int,
    "hand": int,
    "player": str,
    "wager": str,
    "stake_cents": int,
    "result": str,
    "odds": str,
    "returned_cents": int,
    "net_cents": int,
    "stage": str,
    "clause": str,
}
TRANSFERS: Final[Columns] = {
    "serial": int,
    "time": int,
    "at": str,
    "account": str,
    "money": str,
    "change_cents": int,
    "other": str,
    "why": str,
    "by": str,
}
TABLES: Final = {
    "records": RECORDS,
    "rounds": ROUNDS,
    "sessions": SESSIONS,
    "payments": PAYMENTS,
    "transfers": TRANSFERS,
}


def hour(milliseconds: int) -> str:
    """Format a time in ISO 8601, in UTC."""
    time = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def record_row(row: RecordRow) -> Data:
    """Return the row of a record, with every hashed field."""
    return {
        **row._asdict(),
        "payload": json.loads(row.payload),
        "at": hour(row.time),
        "previous": row.previous.hex(),
        "hash": row.hash.hex(),
    }


def round_row(played: Round, no_record: str | None) -> Data:
    """Return the row of a round, and why it has no round record if it has none."""
    return {
        "table": played.table,
        "round": played.number,
        "rulebook": played.setting.rulebook,
        "kind": played.setting.kind,
        "began": played.began,
        "ended": played.ended,
        "began_at": hour(played.began),
        "players": list(played.players),
        "first_position": played.first_position,
        "last_position": played.last_position,
        "no_round_record": no_record,
    }


def session_row(session: TableSession, no_record: str | None) -> Data:
    """Return the row of a session, and why it has no session record if it has none."""
    return {
        "session": session.name,
        "table": session.table,
        "rulebook": session.setting.rulebook,
        "kind": session.setting.kind,
        "began": session.began,
        "ended": session.ended,
        "began_at": hour(session.began),
        "players": list(session.players),
        "first_position": session.first_position,
        "last_position": session.last_position,
        "no_session_record": no_record,
    }


def transfer_row(row: RecordRow) -> Data:
    """Return the row of one end of a transfer."""
    moved, account = json.loads(row.payload), account_of(row.stream)
    comes = moved["to"] == account
    return {
        "serial": row.serial,
        "time": row.time,
        "at": hour(row.time),
        "account": account,
        "money": moved["money"],
        "change_cents": moved["amount"] if comes else -moved["amount"],
        "other": moved["source"] if comes else moved["to"],
        "why": moved["why"],
        "by": moved["by"],
    }


def payment_row(row: RecordRow, played: Round | None) -> Data:
    """Return the row of a payment with its amounts, odds and clause."""
    event: Any = event_of(row)
    return {
        "table": row.stream.removeprefix(table_stream("")),
        "round": played.number if played else None,
        "position": row.position,
        "time": row.time,
        "at": hour(row.time),
        "box": event.box,
        "hand": event.hand,
        "player": event.player,
        "wager": event.wager,
        "stake_cents": event.stake,
        "result": event.result,
        "odds": str(event.odds) if event.odds else None,
        "returned_cents": event.returned,
        "net_cents": event.net,
        "stage": event.stage,
        "clause": event.clause,
    }


# Files of an export: JSON lines, CSV and Parquet, row by row.


Form = Literal["jsonl", "csv", "parquet"]
FORMS: Final = get_args(Form)


class FormError(ValueError):
    """A format that cannot be written here; the message says what to install."""


class JsonLines:
    """Writes the rows of a table, one JSON object per line."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self._file, self._columns, self.rows = path.open("w", encoding="utf-8"), columns, 0

    def add(self, row: Data) -> None:
        columns = {name: row[name] for name in self._columns}
        self._file.write(json.dumps(columns, ensure_ascii=False) + "\n")
        self.rows += 1

    def close(self) -> None:
        self._file.close()


class Csv:
    """Writes comma-separated values with a header; objects and lists as JSON text."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self._file, self.rows = path.open("w", encoding="utf-8", newline=""), 0
        self._columns = columns
        self._out = csv.writer(self._file, lineterminator="\n")
        self._out.writerow(columns)

    def add(self, row: Data) -> None:
        self._out.writerow(flat(row, self._columns))
        self.rows += 1

    def close(self) -> None:
        self._file.close()


class Parquet:
    """Collects rows and writes a Parquet file at the end; objects and lists as JSON text."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self._path, self._columns, self.rows = path, columns, 0
        self._rows: list[list[Any]] = []

    def add(self, row: Data) -> None:
        self._rows.append(flat(row, self._columns))
        self.rows += 1

    def close(self) -> None:
        polars = parquet_library()
        kinds = {int: polars.Int64, str: polars.String, dict: polars.String}
        schema = {name: kinds[kind] for name, kind in self._columns.items()}
        polars.DataFrame(self._rows, schema=schema, orient="row").write_parquet(self._path)


Writer = JsonLines | Csv | Parquet


def flat(row: Data, columns: Columns) -> list[Any]:
    """Return the cells of a row; objects and lists in canonical form."""
    return [canonical(row[name]) if kind is dict else row[name] for name, kind in columns.items()]


def parquet_library() -> Any:
    """Return Polars; raises FormError if it is not installed."""
    try:
        import polars  # noqa: PLC0415  # the extra may be missing
    except ImportError:
        raise FormError("Parquet needs more: pip install 'houserules[frames]'") from None
    return polars


def writer(folder: Path, name: str, columns: Columns, form: Form) -> Writer:
    kinds: dict[Form, type[Writer]] = {"jsonl": JsonLines, "csv": Csv, "parquet": Parquet}
    return kinds[form](folder / f"{name}.{form}", columns)
