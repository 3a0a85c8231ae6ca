"""Files of an export: JSON lines, CSV and Parquet, row by row."""

import csv
import json
from pathlib import Path
from typing import Any, Final, Literal, Protocol, get_args

from houserules.floor.encoding import Data
from houserules.floor.export_tables import Columns
from houserules.journal.canonical import canonical

Form = Literal["jsonl", "csv", "parquet"]
FORMS: Final = get_args(Form)


class FormError(ValueError):
    """A form that cannot be written here; says what is missing."""


class Writer(Protocol):
    """A table that is being written."""

    rows: int

    def add(self, row: Data) -> None:
        """Write a row."""

    def close(self) -> None:
        """Finish the file."""


class JsonLines:
    """One JSON object a line."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self._file, self._columns, self.rows = path.open("w", encoding="utf-8"), columns, 0

    def add(self, row: Data) -> None:
        """Write a row."""
        kept = {name: row[name] for name in self._columns}
        self._file.write(json.dumps(kept, ensure_ascii=False) + "\n")
        self.rows += 1

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class Csv:
    """Comma-separated values with a line of titles; objects and lists as JSON text."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self._file, self.rows = path.open("w", encoding="utf-8", newline=""), 0
        self._columns = columns
        self._out = csv.writer(self._file, lineterminator="\n")
        self._out.writerow(columns)

    def add(self, row: Data) -> None:
        """Write a row."""
        self._out.writerow(flat(row, self._columns))
        self.rows += 1

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class Parquet:
    """A Parquet file; objects and lists as JSON text."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self._path, self._columns, self.rows = path, columns, 0
        self._rows: list[list[Any]] = []

    def add(self, row: Data) -> None:
        """Take a row; they are written together."""
        self._rows.append(flat(row, self._columns))
        self.rows += 1

    def close(self) -> None:
        """Write the file."""
        polars = parquet_library()
        kinds = {int: polars.Int64, str: polars.String, dict: polars.String}
        schema = {name: kinds[kind] for name, kind in self._columns.items()}
        polars.DataFrame(self._rows, schema=schema, orient="row").write_parquet(self._path)


def flat(row: Data, columns: Columns) -> list[Any]:
    """Give the cells of a row; objects and lists in the form in which they are hashed."""
    return [canonical(row[name]) if kind is dict else row[name] for name, kind in columns.items()]


def parquet_library() -> Any:
    """Give Polars; raises FormError where it is not installed."""
    try:
        import polars  # noqa: PLC0415  # the extra may be missing
    except ImportError:
        raise FormError("Parquet needs more: pip install 'houserules[frames]'") from None
    return polars


def writer(folder: Path, name: str, columns: Columns, form: Form) -> Writer:
    """Open a table in a folder."""
    kinds: dict[Form, type[JsonLines | Csv | Parquet]] = {
        "jsonl": JsonLines,
        "csv": Csv,
        "parquet": Parquet,
    }
    return kinds[form](folder / f"{name}.{form}", columns)
