"""Records from files and streams, one or many, and an end without a traceback."""

import errno
import gc
import json
import os
import signal
import sys
import tomllib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

import typer

from houserules.table.records.reading import read_record
from houserules.table.records.record import MalformedRecord, Record
from houserules.table.records.report import Output, malformed
from houserules.table.records.report import settle as settle_record

STDIN: Final = "-"
_BLOCK: Final = 1 << 16  # bytes a read: a hundred records or so
_ALONE: Final = 4  # blocks that are done before other processes would have started
_FEW: Final = 10  # lines a read, up to which somebody may be waiting for the answer
_INTERRUPTED: Final = 128 + 2  # what a shell says of a command ended by Ctrl-C
_PIPE_CLOSED: Final = 128 + 13  # and of one whose reader went away
_FAILED: Final = 74  # an error of a disk or a stream, by the convention of sysexits


class Reader(Protocol):
    """A stream of bytes that gives what has come, without waiting for more."""

    def read1(self, size: int, /) -> bytes:
        """Give at most so many bytes; none at the end."""
        ...


Batch = tuple[int, list[bytes]]
"""The number of its first line, counted from 1, and the lines."""


@contextmanager
def ends_quietly() -> Iterator[None]:
    """Leave without a word on Ctrl-C, and when nobody reads the output any more."""
    if sys.stdout is None:  # closed by the shell
        raise typer.Exit(_PIPE_CLOSED)
    try:
        yield
        sys.stdout.flush()
    except KeyboardInterrupt:
        raise typer.Exit(_INTERRUPTED) from None
    except OSError as error:
        # Python flushes standard output once more at its end, and would complain there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(_PIPE_CLOSED) from None
        print(f"houserules: reading or writing failed: {error.strerror}", file=sys.stderr)
        raise typer.Exit(_FAILED) from None


def exit_code(output: Output) -> int:
    """Give 0 for a settled record, 1 for one that breaks a rule, 2 for one that is malformed."""
    return 2 if "malformed" in output else 1 if "violation" in output else 0


def load(name: str) -> Record:
    """Read the record of a `.toml` or `.json` file, or of standard input; raises MalformedRecord."""
    readers: dict[str, Callable[[str, str], object]] = {".toml": _toml, ".json": _json}
    reader = _either if name == STDIN else readers.get(Path(name).suffix.lower())
    if reader is None:
        raise MalformedRecord(
            name, "a record's file name ends in .toml or .json; - reads standard input"
        )
    place = shown(name)
    return read_record(reader(_text(_bytes(name), place), place))


def shown(name: str) -> str:
    """Name a file for a person."""
    return "standard input" if name == STDIN else name


@contextmanager
def opened(name: str) -> Iterator[Reader]:
    """Open a file or standard input for reading lines; raises MalformedRecord."""
    if name == STDIN:
        yield _stdin()
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115  # an error of the reader is not one of ours
    except (OSError, ValueError) as error:
        raise MalformedRecord(name, _unreadable(error)) from None
    with stream:
        yield stream


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
        raise MalformedRecord(name, _unreadable(error)) from None


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


def _toml(text: str, place: str) -> object:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MalformedRecord(place, f"is not TOML: {error}") from None
    except (ValueError, RecursionError) as error:
        raise MalformedRecord(place, _beyond(error)) from None


def _json(text: str, place: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise MalformedRecord(place, f"is not JSON: {error.msg} ({where})") from None
    except (ValueError, RecursionError) as error:
        raise MalformedRecord(place, _beyond(error)) from None


def _beyond(error: Exception) -> str:
    """Say what no record can have, and what the parsers give up on."""
    if isinstance(error, RecursionError):
        return "has lists or tables too deep in one another; a record has two levels"
    return "has a number of thousands of digits; boxes and decks are small, money is a string"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; of a key that stands twice no one could say which counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for at, (key, _) in enumerate(pairs) if key in dict(pairs[:at]))
        raise MalformedRecord(twice, "stands twice in one object")
    return found


def _either(text: str, place: str) -> object:
    """Read TOML or JSON, whichever it is: no TOML begins with a brace, and every JSON record does."""
    if text.lstrip().startswith("{"):
        return _json(text, place)
    try:
        return _toml(text, place)
    except MalformedRecord as error:
        message = f"{error.message}; nor is it JSON, which would begin with a brace"
        raise MalformedRecord(place, message) from None


def settle_line(line: bytes, number: int) -> Output:
    """Settle one line of `--lines`; a line that is no JSON is malformed like any other record."""
    place = f"line {number}"
    try:
        if not line.strip():
            raise MalformedRecord(place, "is blank; every line is a record")
        return settle_record(read_record(_json(_text(line, place), place)))
    except MalformedRecord as error:
        return malformed(error)


def settle_batch(batch: Batch) -> tuple[bytes, int]:
    """Settle lines that came together: the lines to print, and the highest exit code."""
    first, lines = batch
    outputs = [settle_line(line, number) for number, line in enumerate(lines, start=first)]
    text = "".join(json.dumps(output) + "\n" for output in outputs)
    return text.encode(), max(map(exit_code, outputs), default=0)


def settle_lines(stream: Reader) -> Iterator[tuple[bytes, int]]:
    """Settle a stream of lines in order: few of them here, many on every core."""
    batches = _batches(stream)
    yield from map(settle_batch, islice(batches, _ALONE))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    yield from _on_cores(batches, cores) if cores and cores > 1 else map(settle_batch, batches)


def _on_cores(batches: Iterator[Batch], cores: int) -> Iterator[tuple[bytes, int]]:
    pending: deque[Future[tuple[bytes, int]]] = deque()
    with ProcessPoolExecutor(cores, initializer=_prepare_worker) as pool:
        try:
            for batch in batches:
                pending.append(pool.submit(settle_batch, batch))
                # Full reads keep every core busy; after a short one nothing may follow for long.
                most = 2 * cores if len(batch[1]) > _FEW else 0
                while len(pending) > most:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _prepare_worker() -> None:
    """Leave Ctrl-C to the process that started this one; records leave little for the collector."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(50_000)


def _batches(stream: Reader) -> Iterator[Batch]:
    """Give the lines as they come, a batch a read; blank lines after the last record are dropped."""
    first, rest = 1, b""
    held: list[bytes] = []
    while block := stream.read1(_BLOCK):
        *lines, rest = (rest + block).split(b"\n")
        lines = held + lines
        end = _without_blank_end(lines)
        if end:
            yield first, lines[:end]
        first, held = first + end, lines[end:]
    lines = [*held, rest]
    if end := _without_blank_end(lines):
        yield first, lines[:end]


def _without_blank_end(lines: list[bytes]) -> int:
    """Count the lines up to the last that is not blank."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    return end
