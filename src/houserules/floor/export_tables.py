"""The tables of an export: their columns, and the rows that records and rounds give."""

import json
from datetime import UTC, datetime
from typing import Any, Final

from houserules.floor.encoding import Data
from houserules.floor.loading import table_stream
from houserules.floor.money import account_of
from houserules.floor.rounds import Round
from houserules.floor.stored import read
from houserules.journal.chain import Row

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
    "payments": PAYMENTS,
    "transfers": TRANSFERS,
}


def hour(milliseconds: int) -> str:
    """Write an hour as people and programs read it."""
    found = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def record_row(row: Row) -> Data:
    """Give a record with everything that its hash is over."""
    return {
        **row._asdict(),
        "payload": json.loads(row.payload),
        "at": hour(row.time),
        "previous": row.previous.hex(),
        "hash": row.hash.hex(),
    }


def round_row(played: Round, no_record: str | None) -> Data:
    """Give a round, and why it is no round record where it is none."""
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


def transfer_row(row: Row) -> Data:
    """Give one end of a transfer."""
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


def payment_row(row: Row, played: Round | None) -> Data:
    """Give a payment with its amounts, odds and clause."""
    event: Any = read(row.name, row.version, json.loads(row.payload))
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
