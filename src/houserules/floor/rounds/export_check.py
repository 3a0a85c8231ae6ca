"""Check an export: every file and every record against its hash."""

import csv
import json
import stat
import sys
from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path
from typing import Any

from houserules.core.codec import Data
from houserules.floor.rounds.export import FORMAT, MANIFEST
from houserules.floor.rounds.export_files import FORMS, RECORDS, parquet_library
from houserules.journal.canonical import canonical
from houserules.journal.chain import RecordRow, record_hash


class ExportError(ValueError):
    """A folder that is not an export; the message says why."""


def read_manifest(folder: Path) -> Data:
    """Read the manifest of an export; raises ExportError."""
    if why := _why_not_file(folder / MANIFEST):
        raise ExportError(f"{folder}: {MANIFEST} {why}")
    try:
        manifest: Data = json.loads((folder / MANIFEST).read_text("utf-8"))
        files = [(file["name"], file["sha256"], file["bytes"]) for file in manifest["files"]]
        known = manifest["format"] == FORMAT and manifest["form"] in FORMS
    except OSError as error:
        raise ExportError(f"{folder}: {MANIFEST} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise ExportError(f"{folder}: {MANIFEST} is not the manifest of an export") from None
    if not known:
        raise ExportError(f"{folder}: {MANIFEST} is not of the format {FORMAT}")
    for name, *_ in files:
        if not isinstance(name, str) or Path(name).name != name:
            raise ExportError(f"{folder}: {MANIFEST} names a file elsewhere: {name!r}")
    return manifest


def wrong_with(folder: Path, manifest: Data) -> Iterator[str]:
    """Return what differs from the manifest, and records that do not match their hash."""
    listed = {file["name"]: file for file in manifest["files"]}
    for name, entry in listed.items():
        yield from _file(folder / name, entry)
    for path in sorted(folder.iterdir()):
        if path.name not in (MANIFEST, *listed):
            yield f"{path.name}: the manifest does not have it"
    records = folder / f"records.{manifest['form']}"
    if records.name not in listed:
        yield f"{records.name}: the manifest does not have it, and every export has one"
    elif _why_not_file(records) is None:
        yield from _records(records, manifest["form"])


def _why_not_file(path: Path) -> str | None:
    """Refuse to read a pipe or a device, which may never end."""
    try:
        mode = path.lstat().st_mode
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return None if stat.S_ISREG(mode) else "is not a regular file, so it is not read"


def _file(path: Path, entry: Data) -> Iterator[str]:
    if why := _why_not_file(path):
        yield f"{path.name}: {why}"
        return
    try:
        with path.open("rb") as stream:
            digest = file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        yield f"{path.name}: cannot be read: {error.strerror}"
        return
    if digest != entry["sha256"]:
        yield f"{path.name}: was changed: its SHA-256 is {digest}, not {entry['sha256']}"


def _records(path: Path, form: str) -> Iterator[str]:
    before: dict[str, RecordRow] = {}
    read = 0
    try:
        for row in _rows(path, form):
            read += 1
            last = before.get(row.stream)
            if record_hash(row) != row.hash:
                yield f"{path.name}, {_row_name(row)}: is not what was hashed"
            elif last and last.position + 1 == row.position and last.hash != row.previous:
                yield f"{path.name}, {_row_name(row)}: does not follow the record before it"
            before[row.stream] = row
    except (ValueError, KeyError, TypeError) as error:
        yield f"{path.name}, row {read + 1}: cannot be read: {error}"


def _row_name(row: RecordRow) -> str:
    return f"{row.stream} {row.position}"


def _rows(path: Path, form: str) -> Iterator[RecordRow]:
    readers = {"jsonl": _json_lines, "csv": _csv, "parquet": _parquet}
    for row in readers[form](path):
        payload = row["payload"]
        row["payload"] = payload if isinstance(payload, str) else canonical(payload)
        row["command_id"] = row["command_id"] or None
        both = {name: bytes.fromhex(row[name]) for name in ("previous", "hash")}
        whole = {name: int(row[name]) for name, kind in RECORDS.items() if kind is int}
        yield RecordRow(**{name: {**row, **both, **whole}[name] for name in RecordRow._fields})


def _json_lines(path: Path) -> Iterator[Data]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _csv(path: Path) -> Iterator[Data]:
    csv.field_size_limit(sys.maxsize)  # the record of a shoe is long
    with path.open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


def _parquet(path: Path) -> Iterator[Data]:
    polars: Any = parquet_library()
    try:
        frame = polars.read_parquet(path)
    except polars.exceptions.PolarsError as error:
        raise ValueError(str(error)) from None
    yield from frame.iter_rows(named=True)
