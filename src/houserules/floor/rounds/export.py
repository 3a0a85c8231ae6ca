"""Export everything about a round, a session, a promotion, a player, a table or a day, with a manifest of hashes.

Only the journal is exported. Passwords, keys and unfinished shoes are in the vault, which nothing here
reads.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import file_digest
from io import RawIOBase
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from houserules.core.codec import Data
from houserules.floor.promotions.stream import FloorPromotion
from houserules.floor.rounds.export_files import (
    TABLES,
    Form,
    FormError,
    parquet_library,
    payment_row,
    record_row,
    round_row,
    session_row,
    transfer_row,
    writer,
)
from houserules.floor.rounds.export_selection import Selection, What, select
from houserules.floor.rounds.find import Places, Round, steps_of
from houserules.floor.rounds.record import Unwritten, record_of
from houserules.floor.tournaments.played_sessions import (
    TableSession,
    record_of_session,
)
from houserules.journal.protocol import Journal, Snapshot
from houserules.promotion.draw_record import prize_draw_record
from houserules.promotion.event_builder import terms_of
from houserules.promotion.promotion_file import write_promotion
from houserules.rulebook.loader import software
from houserules.table.records.write import to_json, to_toml
from houserules.tournament.records.record import UnwrittenSession
from houserules.tournament.records.write import session_json, session_toml

FORMAT: Final = "houserules/export-1"
MANIFEST: Final = "manifest.json"
RECORDS_FILE: Final = "round-records.jsonl"
SESSIONS_FILE: Final = "session-records.jsonl"
Progress = Callable[[int], None]


@dataclass(slots=True)
class Exported:
    """The manifest of an export, as data."""

    folder: Path
    manifest: Data


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
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise FormError(f"{folder} is not empty; an export has a folder of its own")
        streams, counts = _write_rows(selection, folder, form, progress)
        if selection.sessions:
            counts |= _write_sessions(snapshot, selection.sessions, folder, form)
        if selection.promotion is not None:
            counts |= _write_promotion(selection.promotion, folder)
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
        "streams": dict(sorted(streams.items())),
        "files": [_file_entry(folder, name, rows) for name, rows in sorted(counts.items())],
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    return Exported(folder, manifest)


def _write_rows(
    selection: Selection, folder: Path, form: Form, progress: Progress | None
) -> tuple[dict[str, Data], dict[str, int]]:
    """Write records, payments, transfers and revealed shoes; return the streams and rows."""
    names = ("records", "payments", "transfers")
    files = {name: writer(folder, name, TABLES[name], form) for name in names}
    streams, places, shoes = dict[str, Data](), Places(selection.rounds), dict[str, int]()
    try:
        for row in selection.rows:
            span = streams.setdefault(row.stream, {"first": row.position, "records": 0})
            span |= {"last": row.position, "records": span["records"] + 1}
            files["records"].add(record_row(row))
            if row.name == "wager.settled":
                files["payments"].add(payment_row(row, places.at(row.stream, row.position)))
            elif row.name == "money.moved":
                files["transfers"].add(transfer_row(row))
            elif row.name == "shoe.revealed":
                name = f"shoe-{_safe(row.stream.partition('/')[2])}-{row.position}.json"
                (folder / name).write_text(json.loads(row.payload)["record"], "utf-8")
                shoes[name] = 1
            if progress is not None:
                progress(row.serial)
    finally:
        for file in files.values():
            file.close()
    return streams, {**{f"{name}.{form}": file.rows for name, file in files.items()}, **shoes}


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


def _write_sessions(
    snapshot: Snapshot, sessions: tuple[TableSession, ...], folder: Path, form: Form
) -> dict[str, int]:
    """Write the list of sessions, and a session record of each where possible; a single one as text too."""
    out = writer(folder, "sessions", TABLES["sessions"], form)
    counts = {SESSIONS_FILE: 0}
    with (folder / SESSIONS_FILE).open("w", encoding="utf-8") as lines:
        for session in sessions:
            record = record_of_session(snapshot, session)
            why = record.why if isinstance(record, UnwrittenSession) else None
            out.add(session_row(session, why))
            if isinstance(record, UnwrittenSession):
                continue
            lines.write(session_json(record, indent=None) + "\n")
            counts[SESSIONS_FILE] += 1
            if len(sessions) == 1:
                name = f"session-{_safe(session.name)}.toml"
                (folder / name).write_text(session_toml(record), "utf-8")
                counts[name] = 1
    out.close()
    return {**counts, f"sessions.{form}": out.rows}


def _write_promotion(known: FloorPromotion, folder: Path) -> dict[str, int]:
    """Write the promotion file, for `promotion check`, and the record of each draw, for `verify draw`."""
    name, state, terms = _safe(known.setting.promotion), known.state, terms_of(known.state)
    files = {f"promotion-{name}.json": write_promotion(state)}
    for draw in state.draws:
        if draw.winners:
            record = prize_draw_record(terms, state, draw)
            files[f"draw-{name}-{draw.prize + 1}.json"] = record
    for file, data in files.items():
        text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
        (folder / file).write_text(text, "utf-8")
    return dict.fromkeys(files, 1)


def _file_entry(folder: Path, name: str, rows: int) -> Data:
    with (folder / name).open("rb") as stream:
        digest = file_digest(stream, "sha256").hexdigest()
    return {"name": name, "sha256": digest, "bytes": (folder / name).stat().st_size, "rows": rows}


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
