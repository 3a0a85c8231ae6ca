"""Round records from files and standard input: opened, decoded, read."""

import errno
import json
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from houserules.table.records.read import read_record
from houserules.table.records.record import MalformedRecord, Record

STDIN: Final = "-"


class UnreadableFile(MalformedRecord):
    """There is no such file, or it cannot be opened."""


class Reader(Protocol):
    """A stream of bytes that gives what has come, without waiting for more."""

    def read1(self, size: int, /) -> bytes:
        """Return at most so many bytes; none at the end."""
        ...


def load_record(name: str) -> Record:
    """Read the record of a `.toml` or `.json` file, or of standard input; raises MalformedRecord."""
    return read_record(load_data(name))


def load_data(name: str) -> object:
    """Read a `.toml` or `.json` file, or standard input, as data; raises MalformedRecord."""
    readers = {".toml": _from_toml, ".json": from_json}
    reader = _from_either if name == STDIN else readers.get(Path(name).suffix.lower())
    if reader is None:
        if not Path(name).exists():
            raise UnreadableFile(name, "there is no such file")
        raise MalformedRecord(
            name, "a record's file name ends in .toml or .json; - reads standard input"
        )
    return reader(_bytes(name), display_name(name))


def display_name(name: str) -> str:
    """Name a file for a person."""
    return "standard input" if name == STDIN else name


@contextmanager
def open_bytes(name: str) -> Iterator[Reader]:
    """Open a file or standard input for reading lines; raises MalformedRecord."""
    if name == STDIN:
        yield _stdin()
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115  # an error of the reader is not one of ours
    except (OSError, ValueError) as error:
        raise UnreadableFile(name, _unreadable(error)) from None
    with stream:
        yield stream


def from_json(data: bytes, place: str) -> object:
    """Decode JSON; raises MalformedRecord at that place."""
    try:
        return _JSON.decode(_text(data, place))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise MalformedRecord(place, f"is not JSON: {error.msg} ({where})") from None
    except (ValueError, RecursionError) as error:
        raise MalformedRecord(place, _too_much(error)) from None


def _from_toml(data: bytes, place: str) -> object:
    try:
        return tomllib.loads(_text(data, place))
    except tomllib.TOMLDecodeError as error:
        raise MalformedRecord(place, f"is not TOML: {error}") from None
    except (ValueError, RecursionError) as error:
        raise MalformedRecord(place, _too_much(error)) from None


def _from_either(data: bytes, place: str) -> object:
    """Read TOML or JSON, whichever it is: no TOML begins with a brace, and every JSON record does."""
    if _text(data, place).lstrip().startswith("{"):
        return from_json(data, place)
    try:
        return _from_toml(data, place)
    except MalformedRecord as error:
        message = f"{error.message}; nor is it JSON, which would begin with a brace"
        raise MalformedRecord(place, message) from None


def _stdin() -> Any:
    if sys.stdin is None:
        raise MalformedRecord("standard input", "is closed")
    return sys.stdin.buffer


def _bytes(name: str) -> bytes:
    if name == STDIN:
        data: bytes = _stdin().read()
        return data
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise UnreadableFile(name, _unreadable(error)) from None


def _unreadable(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.ENOENT:
        return "there is no such file"
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"cannot be read: {reason}"


def _text(data: bytes, place: str) -> str:
    """Decode UTF-8; the mark that some editors put in front of it is no part of the record."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedRecord(
            place, f"is not UTF-8 text: byte {error.start} is {data[error.start]:#04x}"
        ) from None


def _too_much(error: Exception) -> str:
    """Say what no record can have, and what the parsers give up on."""
    if isinstance(error, RecursionError):
        return "has lists or tables too deep in one another; a record has two levels"
    return "has a number of thousands of digits; boxes and decks are small, money is a string"


def _object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; of a key that stands twice no one could say which counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for at, (key, _) in enumerate(pairs) if key in dict(pairs[:at]))
        raise MalformedRecord(twice, "stands twice in one object")
    return found


_JSON: Final = json.JSONDecoder(object_pairs_hook=_object_of)  # made once: a hundred thousand lines
