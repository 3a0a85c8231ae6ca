"""An index of the tables' past: rounds, results, shoes and register entries.

It follows the records of each table's stream, and of each tournament's for the registers. It is in a file,
so the past of a table takes no memory, however long it is. What a round or an entry says stays in the
journal; the index knows who was in it, when it was and where it is.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final

from houserules.core.codec import from_data, to_data
from houserules.core.money import Cents
from houserules.core.people import handle_key
from houserules.floor.registers import EntryPlace, register_of, stored_event
from houserules.floor.rounds.find import Round, TableRounds, Wanted
from houserules.floor.rounds.index_file import (
    delete_index,
    forget_table,
    keep_rounds,
    kept_rounds,
    kept_tables,
    open_index,
)
from houserules.floor.tables.settings import Setting, is_private
from houserules.journal.records import JournalRecord
from houserules.table.sign.state import Stated


def _add(amount: str, number: str) -> str:
    """Add to a player's net result of a round; the player may be unknown."""
    return (
        "INSERT INTO players (tbl, number, player, key, net) "
        f"SELECT :tbl, {number}, :player, handle_key(:player), {amount} WHERE :player IS NOT NULL "
        "ON CONFLICT (tbl, number, player) DO UPDATE SET net = coalesce(net, 0) + excluded.net"
    )


_OF_PAYMENT: Final = "(SELECT round FROM wrong_payments WHERE tbl = :tbl AND entry = :entry)"
_TAKEN_BACK: Final = _add("-(:amount + :outstanding)", ":put_right")  # paid, or still owed
_RENAMED: Final = "key = handle_key(:player) AND player = :player AND +tbl = :tbl"
"""The plus keeps SQLite from searching the whole table instead of the person's rounds."""
_STATEMENTS: Final = {
    "bets.closed": ("DELETE FROM players WHERE tbl = :tbl AND number = :number",),
    "wager.settled": (_add(":returned - :stake", ":number"),),
    "dealer.turn-began": (
        "UPDATE players SET before_dealer = net WHERE tbl = :tbl AND number = :number",
    ),
    "round.taken-back": (  # to its first card, or to the dealer's turn
        "UPDATE players SET net = CASE WHEN :to > 1 THEN before_dealer END "
        "WHERE tbl = :tbl AND number = :put_right",
    ),
    "wager.returned": (_add(":amount", ":put_right"),),
    "winnings.taken-back": (_TAKEN_BACK,),
    "payment.taken-back": (_TAKEN_BACK,),
    "wager.forfeited": (_TAKEN_BACK,),
    "wrong-payment.entered": ("INSERT INTO wrong_payments VALUES (:tbl, :entry, :round)",),
    "payment.rectified": (_add(":amount", _OF_PAYMENT),),
    "payment.annulled": (_add("-(:amount + :outstanding)", _OF_PAYMENT),),
    "player.renamed": (
        "UPDATE rounds SET names = json_insert(names, '$[#]', json_array(:player, :to)) "
        "WHERE tbl = :tbl AND number IN "
        f"(SELECT number FROM players WHERE {_RENAMED} AND listed IS NOT NULL)",
        "INSERT INTO players (tbl, number, player, key, listed, began, net, before_dealer) "
        "SELECT tbl, number, :to, handle_key(:to), listed, began, net, before_dealer "
        f"FROM players WHERE {_RENAMED} ON CONFLICT (tbl, number, player) DO UPDATE "
        "SET net = coalesce(net, 0) + coalesce(excluded.net, 0)",
        f"DELETE FROM players WHERE {_RENAMED}",
    ),
    "cards.shuffled": (
        "INSERT OR REPLACE INTO shoes SELECT :tbl, :commitment, :time, :number + 1, NOT :new_shoe, NULL "
        "WHERE :commitment <> ''",
    ),
    "shoe.revealed": (
        "UPDATE shoes SET revealed = :position WHERE tbl = :tbl "
        "AND commitment IN (SELECT value FROM json_each(:commitments))",
    ),
}
"""What each event changes in the index, besides the rounds themselves."""


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round with the net result of each player."""

    round: Round
    nets: dict[str, Cents]


@dataclass(frozen=True, slots=True)
class PastShoe:
    """A committed stack, and the position where its record was revealed."""

    commitment: str
    shuffled: int  # milliseconds
    first_round: int
    refill: bool  # the discards, shuffled within a round
    revealed: int | None = None  # position in the table's stream


@dataclass(frozen=True, slots=True)
class WantedEntries:
    """A search for register entries; fields that are None match everything."""

    tables: tuple[str, ...]
    register: str | None = None
    events: tuple[str, ...] | None = None  # their names
    person: str | None = None  # named in it, or who gave the command
    hours: tuple[int, int] | None = None  # milliseconds: from, and before which
    before: EntryPlace | None = None


class HistoryIndex:
    """The past of the tables that were followed; any thread may use it."""

    def __init__(self, file: Path | None = None, journal: str = "") -> None:
        self._lock, self._file = Lock(), file
        self._database = open_index(file, journal)
        self._followed: dict[str, TableRounds] = {}
        with self._database:
            for table in filter(is_private, kept_tables(self._database)):
                forget_table(self._database, table)  # few owners return

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def discard(self) -> None:
        """Close the index and delete its file, which is damaged."""
        self.close()
        if self._file is not None:
            delete_index(self._file)

    def position(self, table: str) -> int:
        """Return the position up to which a table's stream was followed."""
        followed = self._followed.get(table)
        return 0 if followed is None else followed.position

    def take_up(self, table: str, hash_at: Callable[[int], str | None]) -> None:
        """Go on where an earlier process stopped, if the stream has the same record there."""
        with self._lock:
            if table in self._followed:
                return
            kept = kept_rounds(self._database, table)
            if kept is not None and hash_at(kept[0].position) == kept[1]:
                self._followed[table] = kept[0]
            else:
                self._forget(table)

    def last_number(self, table: str) -> int:
        """Return the number of a table's last round; 0 before the first."""
        followed = self._followed.get(table)
        return 0 if followed is None else followed.number

    def follow(self, table: str, records: Iterable[JournalRecord]) -> None:
        """Follow further records of a table; those that others have followed already are skipped."""
        with self._lock:
            try:
                with self._database:
                    self._follow(self._followed.setdefault(table, TableRounds(table)), records)
            except BaseException:
                self._forget(table)
                raise

    def forget(self, table: str) -> None:
        """Drop the past of a table."""
        with self._lock:
            self._forget(table)

    def _forget(self, table: str) -> None:
        self._followed.pop(table, None)
        with self._database:
            forget_table(self._database, table)

    def _follow(self, rounds: TableRounds, records: Iterable[JournalRecord]) -> None:
        last = None
        for record in records:
            if record.position != rounds.position + 1:  # somebody else has followed it meanwhile
                continue
            rounds.follow((record,))
            last = record.hash
            if statements := _STATEMENTS.get(record.name):
                values = _values(rounds, record)
                for statement in statements:
                    self._database.execute(statement, values)
            if register := register_of(record):
                row = (rounds.table, record.position, record.time, register, record.name)
                self._database.execute(
                    "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", (*row, _texts_of(record))
                )
        self._write(rounds)
        if last is not None:
            keep_rounds(self._database, rounds, last)

    def _write(self, rounds: TableRounds) -> None:
        """Write the rounds that have changed; numbers above the last were given back."""
        write = self._database.execute
        for played in rounds.all():
            write(
                "INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                _row(played),
            )
            place = (played.table, played.number)
            write("UPDATE players SET listed = NULL WHERE tbl = ? AND number = ?", place)
            for listed, player in enumerate(played.players):
                write(
                    "INSERT INTO players (tbl, number, player, key, listed, began) "
                    "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (tbl, number, player) DO UPDATE "
                    "SET key = excluded.key, listed = excluded.listed, began = excluded.began",
                    (*place, player, handle_key(player), listed, played.began),
                )
        last = (rounds.table, rounds.number)
        write("DELETE FROM rounds WHERE tbl = ? AND number > ?", last)
        write("DELETE FROM players WHERE tbl = ? AND number > ?", last)
        rounds.forget_finished()

    def _query(self, sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        return self._database.execute(sql, values).fetchall()

    def rounds(self, wanted: Wanted, *, limit: int, below: int | None = None) -> list[PastRound]:
        """Return the newest rounds that match, newest first; `below`: with smaller numbers."""
        source, values = _rounds_wanted(wanted, below)
        order = "ORDER BY began DESC, tbl DESC, number DESC LIMIT ?"
        with self._lock:
            rows = self._query(f"SELECT {_ROUND} FROM {source} {order}", (*values, limit))
            return [self._past_round(row) for row in rows]

    def count_rounds(self, wanted: Wanted) -> int:
        source, values = _rounds_wanted(wanted, None)
        with self._lock:
            return int(self._query(f"SELECT count(*) FROM {source}", values)[0][0])

    def round(self, table: str, number: int) -> PastRound | None:
        with self._lock:
            sql = f"SELECT {_ROUND} FROM rounds WHERE tbl = ? AND number = ?"
            rows = self._query(sql, (table, number))
            return self._past_round(rows[0]) if rows else None

    def _past_round(self, row: tuple[Any, ...]) -> PastRound:
        sql = "SELECT player, listed, net FROM players WHERE tbl = ? AND number = ? ORDER BY listed"
        people = self._query(sql, row[:2])
        setting = self._followed[row[0]].setting
        assert setting is not None
        players = tuple(player for player, listed, _ in people if listed is not None)
        nets = {player: net for player, _, net in people if net is not None}
        return PastRound(_round_from(row, players, setting), nets)

    def shoes(self, table: str) -> list[PastShoe]:
        """Return the shoes of a table, the newest first."""
        return self._shoes("tbl = ? ORDER BY rowid DESC", (table,))

    def shoe(self, table: str, commitment: str) -> PastShoe | None:
        shoes = self._shoes("tbl = ? AND commitment = ?", (table, commitment))
        return shoes[0] if shoes else None

    def shoe_of(self, table: str, number: int) -> PastShoe | None:
        """Return the shoe that a round was dealt from."""
        where = "tbl = ? AND first_round <= ? ORDER BY rowid DESC LIMIT 1"
        shoes = self._shoes(where, (table, number))
        return shoes[0] if shoes else None

    def _shoes(self, where: str, values: Sequence[object]) -> list[PastShoe]:
        sql = f"SELECT commitment, shuffled, first_round, refill, revealed FROM shoes WHERE {where}"
        with self._lock:
            rows = self._query(sql, values)
        return [
            PastShoe(commitment, shuffled, first_round, bool(refill), revealed)
            for commitment, shuffled, first_round, refill, revealed in rows
        ]

    def entries(self, wanted: WantedEntries, *, limit: int) -> list[tuple[str, int]]:
        """Return table and position of the newest entries that match, newest first."""
        where, values = _entries_wanted(wanted)
        order = "ORDER BY at DESC, tbl DESC, position DESC LIMIT ?"
        with self._lock:
            return self._query(
                f"SELECT tbl, position FROM entries WHERE {where} {order}", (*values, limit)
            )

    def count_entries(self, wanted: WantedEntries) -> int:
        where, values = _entries_wanted(wanted)
        with self._lock:
            return int(self._query(f"SELECT count(*) FROM entries WHERE {where}", values)[0][0])


_ROUND: Final = (
    "tbl, number, began, first, last, ended, stated, afterwards, resplit, names, face_down"
)


def _row(played: Round) -> tuple[object, ...]:
    return (
        *(played.table, played.number, played.began, played.first_position, played.last_position),
        *(played.ended, json.dumps(to_data(played.stated)), json.dumps(played.afterwards)),
        *(played.resplit, json.dumps(played.names), played.face_down),
    )


def _round_from(row: tuple[Any, ...], players: tuple[str, ...], setting: Setting) -> Round:
    table, number, began, first, last, ended, stated, afterwards, resplit, names, face_down = row
    data = json.loads(stated)
    return Round(
        table,
        number,
        first,
        last,
        began,
        ended,
        players,
        setting,
        None if data is None else from_data(Stated, data),
        tuple(json.loads(afterwards)),
        None if resplit is None else bool(resplit),
        tuple((old, new) for old, new in json.loads(names)),
        bool(face_down),
    )


def _values(rounds: TableRounds, record: JournalRecord) -> dict[str, Any]:
    """Return an event's fields and where it is, as the statements name them."""
    fields = {
        name: json.dumps(value) if isinstance(value, list | dict) else value
        for name, value in record.payload.items()
    }
    return {
        **{"outstanding": 0, "commitment": None, **fields},
        **{"tbl": rounds.table, "number": rounds.number, "put_right": rounds.put_right},
        **{"position": record.position, "time": record.time},
    }


_BETWEEN: Final = "\x1f"


def _texts_of(record: JournalRecord) -> str:
    """Return every text of an event and its actor, folded, for the search for a person."""
    event = stored_event(record)
    texts = dict.fromkeys((record.actor, *_texts_in(to_data(event))))
    return f"{_BETWEEN}{_BETWEEN.join(texts).casefold()}{_BETWEEN}"


def _texts_in(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _texts_in(value)


def _rounds_wanted(wanted: Wanted, below: int | None) -> tuple[str, list[object]]:
    """Return what follows FROM, and its values."""
    where, values = _any_of("tbl", wanted.tables or ())
    source = "rounds"
    if wanted.player is not None:
        source = "players JOIN rounds USING (tbl, number, began)"
        where, values = (
            f"{where} AND listed IS NOT NULL AND key = ?",
            [*values, handle_key(wanted.player)],
        )
    if wanted.hours is not None:
        where, values = f"{where} AND began >= ? AND began < ?", [*values, *wanted.hours]
    if below is not None:
        where, values = f"{where} AND number < ?", [*values, below]
    return f"{source} WHERE {where}", values


def _entries_wanted(wanted: WantedEntries) -> tuple[str, list[object]]:
    """Return what follows WHERE, and its values."""
    where, values = _any_of("tbl", wanted.tables)
    if wanted.register is not None:
        where, values = f"{where} AND register = ?", [*values, wanted.register]
    if wanted.events is not None:
        events, names = _any_of("event", wanted.events)
        where, values = f"{where} AND {events}", [*values, *names]
    if wanted.hours is not None:
        where, values = f"{where} AND at >= ? AND at < ?", [*values, *wanted.hours]
    if wanted.before is not None:
        where, values = f"{where} AND (at, tbl, position) < (?, ?, ?)", [*values, *wanted.before]
    if wanted.person is not None:
        person = f"{_BETWEEN}{wanted.person.casefold()}{_BETWEEN}"
        where, values = f"{where} AND instr(texts, ?)", [*values, person]
    return where, values


def _any_of(column: str, names: Sequence[str]) -> tuple[str, list[object]]:
    """Return a condition; the plus keeps SQLite searching in order of time, a page at most."""
    return f"+{column} IN (SELECT value FROM json_each(?))", [json.dumps(names)]
