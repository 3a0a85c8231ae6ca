"""Export everything about a round, a player, a table or a day to a folder with a manifest of hashes.

Only the journal is exported. Passwords, keys and unfinished shoes are in the vault, which nothing here
reads.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, tzinfo
from hashlib import file_digest
from heapq import merge
from io import RawIOBase
from pathlib import Path
from typing import Any, Final, Literal
from zipfile import ZIP_DEFLATED, ZipFile

from houserules.core.codec import Data
from houserules.core.people import handle_key
from houserules.floor.money.accounts import CAGE, stream_of, wallet_of
from houserules.floor.people.handles import stream_of as person_stream
from houserules.floor.rounds.export_files import (
    TABLES,
    Form,
    FormError,
    Writer,
    parquet_library,
    payment_row,
    record_row,
    round_row,
    transfer_row,
    writer,
)
from houserules.floor.rounds.find import (
    Places,
    Round,
    TableRounds,
    Wanted,
    hours_of,
    rounds_in,
    steps_of,
)
from houserules.floor.rounds.record import Unwritten, record_of
from houserules.floor.tables.settings import table_stream
from houserules.journal.chain import RecordRow
from houserules.journal.protocol import Journal, Snapshot
from houserules.rulebook.loader import software
from houserules.table.records.write import to_json, to_toml

# Selecting a round, a player, a table or a day, with all their records.


Kind = Literal["round", "player", "table", "day"]
_TABLES: Final = table_stream("")


class NothingError(ValueError):
    """There is nothing to export; the message says what there is instead."""


@dataclass(frozen=True, slots=True)
class What:
    """What to export: a round `t1/17`, a handle, a table, or a day `2026-11-16`."""

    kind: Kind
    name: str
    zone: tzinfo = UTC  # of a day


@dataclass(frozen=True, slots=True)
class Selection:
    """The requested rounds and all their records, in the order of serials."""

    rounds: tuple[Round, ...]
    rows: Iterator[RecordRow]


def select(snapshot: Snapshot, what: What) -> Selection:
    """Find what to export; raises NothingError. Rows are read while the snapshot is open."""
    choose: dict[Kind, Callable[[Snapshot, What], Selection]] = {
        "round": _round,
        "player": _player,
        "table": _table,
        "day": _day,
    }
    return choose[what.kind](snapshot, what)


def tables_in(snapshot: Snapshot) -> list[str]:
    """Return the tables of a journal snapshot."""
    return [name.removeprefix(_TABLES) for name, _ in snapshot.heads() if name.startswith(_TABLES)]


def _rounds(snapshot: Snapshot, table: str) -> TableRounds:
    rounds = rounds_in(snapshot, table)
    if rounds.setting is None:
        there = ", ".join(tables_in(snapshot)) or "none at all"
        raise NothingError(f"there is no table {table!r}; there are {there}")
    return rounds


def _round(snapshot: Snapshot, what: What) -> Selection:
    table, slash, number = what.name.rpartition("/")
    if not slash or not number.isdecimal():
        raise NothingError(f"{what.name!r} is no round; write TABLE/NUMBER, as t1/17")
    rounds = _rounds(snapshot, table)
    played = rounds.find(int(number))
    if played is None:
        there = len(rounds.all())
        said = f"it has rounds 1 to {there}" if there else "none was played there yet"
        raise NothingError(f"table {table} has no round {number}; {said}")
    within = {*range(played.first_position, played.last_position + 1), *played.afterwards}
    return Selection((played,), _of_table(snapshot, table, within.__contains__))


def _table(snapshot: Snapshot, what: What) -> Selection:
    rounds = _rounds(snapshot, what.name)
    return Selection(rounds.all(), _of_table(snapshot, what.name, lambda position: True))


def _of_table(
    snapshot: Snapshot, table: str, belongs: Callable[[int], bool]
) -> Iterator[RecordRow]:
    """Return records of a table, and the other ends of its transfers."""
    stream = table_stream(table)
    batches, others = set[int](), set[str]()
    for row in snapshot.stream(stream):
        if row.name in ("chips.brought", "chips.taken", "float.moved") and belongs(row.position):
            player = json.loads(row.payload).get("player")
            others.add(stream_of(wallet_of(player) if player else CAGE))
            batches.add(row.batch)
    here = (row for row in snapshot.stream(stream) if belongs(row.position))
    ends = (filter(lambda row: row.batch in batches, snapshot.stream(stream)) for stream in others)
    return merge(here, *ends, key=lambda row: row.serial)


def _player(snapshot: Snapshot, what: What) -> Selection:
    key, wanted = handle_key(what.name), Wanted(player=what.name)
    all_of = [rounds_in(snapshot, table).all() for table in tables_in(snapshot)]
    rounds = tuple(
        played for table_rounds in all_of for played in table_rounds if wanted.has(played)
    )
    own = {person_stream(key), stream_of(wallet_of(what.name))}
    if not rounds and not any(name in own for name, _ in snapshot.heads()):
        raise NothingError(f"nobody here is called {what.name!r}")
    shown = {player for played in rounds for player in played.players if handle_key(player) == key}
    quoted = tuple(json.dumps(name, ensure_ascii=False) for name in {what.name, *shown})
    places = Places(rounds)

    def belongs(row: RecordRow) -> bool:
        return (
            row.stream in own
            or any(name in row.payload for name in quoted)
            or handle_key(row.actor) == key
            or places.at(row.stream, row.position) is not None
        )

    return Selection(rounds, filter(belongs, snapshot.rows()))


def _day(snapshot: Snapshot, what: What) -> Selection:
    try:
        hours = hours_of(date.fromisoformat(what.name), what.zone)
    except ValueError:
        raise NothingError(f"{what.name!r} is no day; write it as 2026-11-16") from None
    wanted = Wanted(hours=hours)
    all_of = [rounds_in(snapshot, table).all() for table in tables_in(snapshot)]
    rounds = tuple(
        played for table_rounds in all_of for played in table_rounds if wanted.has(played)
    )
    rows = (row for row in snapshot.rows() if hours[0] <= row.time < hours[1])
    return Selection(rounds, rows)


FORMAT: Final = "houserules/export-1"
MANIFEST: Final = "manifest.json"
RECORDS_FILE: Final = "round-records.jsonl"
Progress = Callable[[int], None]


@dataclass(slots=True)
class Exported:
    """The manifest of an export, as data."""

    folder: Path
    manifest: Data


@dataclass(slots=True)
class _Streams:
    """The exported records of each stream."""

    spans: dict[str, list[int]] = field(default_factory=dict)  # first and last position, and count

    def note(self, row: RecordRow) -> None:
        first, _, count = self.spans.get(row.stream, [row.position, 0, 0])
        self.spans[row.stream] = [first, row.position, count + 1]

    def as_data(self) -> Data:
        names = ("first", "last", "records")
        return {
            stream: dict(zip(names, span, strict=True))
            for stream, span in sorted(self.spans.items())
        }


def export(
    journal: Journal,
    what: What,
    folder: Path,
    *,
    form: Form = "jsonl",
    now: int,
    progress: Progress | None = None,
) -> Exported:
    """Write an export into a new or empty folder; raises NothingError, FormError or OSError."""
    if form == "parquet":
        parquet_library()
    with journal.snapshot() as snapshot:
        selection = select(snapshot, what)
        _make(folder)
        streams, counts = _write_rows(selection, folder, form, progress)
        end = snapshot.end
    counts |= _write_rounds(journal, selection.rounds, folder, form)
    manifest = {
        "format": FORMAT,
        "what": {what.kind: what.name},
        "journal": journal.id,
        "made": now,
        "software": software(),
        "end": {"serial": end.serial, "batch": end.batch, "hash": end.hash.hex()},
        "form": form,
        "streams": streams.as_data(),
        "files": [_file_entry(folder, name, rows) for name, rows in sorted(counts.items())],
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    return Exported(folder, manifest)


def _make(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FormError(f"{folder} is not empty; an export has a folder of its own")


def _write_rows(
    selection: Selection, folder: Path, form: Form, progress: Progress | None
) -> tuple[_Streams, dict[str, int]]:
    """Write records, payments, transfers and revealed shoes."""
    names = ("records", "payments", "transfers")
    files = {name: writer(folder, name, TABLES[name], form) for name in names}
    streams, places, shoes = _Streams(), Places(selection.rounds), dict[str, int]()
    try:
        for row in selection.rows:
            streams.note(row)
            files["records"].add(record_row(row))
            if row.name == "wager.settled":
                files["payments"].add(payment_row(row, places.at(row.stream, row.position)))
            elif row.name == "money.moved":
                files["transfers"].add(transfer_row(row))
            elif row.name == "shoe.revealed":
                shoes[_write_shoe(row, folder)] = 1
            if progress is not None:
                progress(row.serial)
    finally:
        _close(files.values())
    return streams, {**{f"{name}.{form}": each.rows for name, each in files.items()}, **shoes}


def _close(files: Iterable[Writer]) -> None:
    for file in files:
        file.close()


def _write_shoe(row: RecordRow, folder: Path) -> str:
    """Write the record of a finished shoe, for `houserules verify shoe`."""
    name = f"shoe-{_safe(row.stream.partition('/')[2])}-{row.position}.json"
    (folder / name).write_text(json.loads(row.payload)["record"], "utf-8")
    return name


def _safe(name: str) -> str:
    """Return a file name that is valid on every system."""
    return "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in name)


def _write_rounds(
    journal: Journal, rounds: tuple[Round, ...], folder: Path, form: Form
) -> dict[str, int]:
    """Write the list of rounds, and a round record of each where possible; a single round as text too."""
    out = writer(folder, "rounds", TABLES["rounds"], form)
    counts = {RECORDS_FILE: 0}
    with (folder / RECORDS_FILE).open("w", encoding="utf-8") as lines:
        for played in rounds:
            record = record_of(played, steps_of(journal, played))
            out.add(round_row(played, record.why if isinstance(record, Unwritten) else None))
            if isinstance(record, Unwritten):
                continue
            lines.write(to_json(record, indent=None) + "\n")
            counts[RECORDS_FILE] += 1
            if len(rounds) == 1:
                name = f"round-{_safe(played.table)}-{played.number}.toml"
                (folder / name).write_text(to_toml(record), "utf-8")
                counts[name] = 1
    out.close()
    return {**counts, f"rounds.{form}": out.rows}


def _file_entry(folder: Path, name: str, rows: int) -> Data:
    with (folder / name).open("rb") as stream:
        digest = file_digest(stream, "sha256").hexdigest()
    return {
        "name": name,
        "sha256": digest,
        "bytes": (folder / name).stat().st_size,
        "rows": rows,
    }


# An export as one download, piece by piece.


_BLOCK: Final = 1 << 16


class _Pieces(RawIOBase):
    """A write-only file whose content is taken out piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self._held += data
        return len(data)

    def drain(self) -> bytes:
        held = bytes(self._held)
        self._held.clear()
        return held


def zip_folder(folder: Path) -> Iterator[bytes]:
    """Yield a folder as a ZIP archive, a few blocks at a time."""
    pieces = _Pieces()
    with ZipFile(pieces, "w", ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            with path.open("rb") as source, archive.open(path.name, "w", force_zip64=True) as out:
                while block := source.read(_BLOCK):
                    out.write(block)
                    yield pieces.drain()
    yield pieces.drain()
