"""Everything about a round, a player, a table or a day, in a folder with a manifest of hashes.

Only what stands in the journal is exported: passwords, keys and shoes that are not over lie in the
vault, and nothing here looks into it.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import file_digest
from pathlib import Path
from typing import Final

from houserules.floor.encoding import Data
from houserules.floor.export_scope import Selection, What, select
from houserules.floor.export_tables import (
    TABLES,
    payment_row,
    record_row,
    round_row,
    transfer_row,
)
from houserules.floor.export_writers import Form, FormError, Writer, parquet_library, writer
from houserules.floor.round_places import Places
from houserules.floor.round_records import Unwritten, record_of
from houserules.floor.rounds import Round, steps_of
from houserules.journal.chain import Row
from houserules.journal.protocol import Journal
from houserules.table.records.printing import to_json, to_toml

FORMAT: Final = "houserules/export-1"
MANIFEST: Final = "manifest.json"
RECORDS_FILE: Final = "round-records.jsonl"
Progress = Callable[[int], None]


@dataclass(slots=True)
class Exported:
    """What was written: the manifest as data."""

    folder: Path
    manifest: Data


@dataclass(slots=True)
class _Streams:
    """Which records of which streams were exported."""

    spans: dict[str, list[int]] = field(default_factory=dict)  # first and last position, and count

    def note(self, row: Row) -> None:
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
        "end": {"serial": end.serial, "batch": end.batch, "hash": end.hash.hex()},
        "form": form,
        "streams": streams.as_data(),
        "files": [_described(folder, name, rows) for name, rows in sorted(counts.items())],
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
    """Write records, payments, transfers and the shoes that were revealed."""
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
    for each in files:
        each.close()


def _write_shoe(row: Row, folder: Path) -> str:
    """Write the record of a shoe that is over, for `houserules verify shoe`."""
    name = f"shoe-{_safe(row.stream.partition('/')[2])}-{row.position}.json"
    (folder / name).write_text(json.loads(row.payload)["record"], "utf-8")
    return name


def _safe(name: str) -> str:
    """Give a name that is one of a file everywhere."""
    return "".join(each if each.isalnum() or each in "-_" else "_" for each in name)


def _write_rounds(
    journal: Journal, rounds: tuple[Round, ...], folder: Path, form: Form
) -> dict[str, int]:
    """Write the list of rounds, and each that can be as a round record; a single one for people too."""
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


def _described(folder: Path, name: str, rows: int) -> Data:
    with (folder / name).open("rb") as stream:
        digest = file_digest(stream, "sha256").hexdigest()
    return {
        "name": name,
        "sha256": digest,
        "bytes": (folder / name).stat().st_size,
        "rows": rows,
    }
