"""Records from files and standard input: opened, decoded, read, whole or one per line."""

import errno
import gc
import json
import os
import signal
import sys
import tomllib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

from houserules.cli.common.options import exit_code
from houserules.core.record_keys import MalformedRecord
from houserules.table.records.read import read_record
from houserules.table.records.record import Record
from houserules.table.records.report import Output, malformed_output

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
            name, "the name of a file ends in .toml or .json; - reads standard input"
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
    """Decode UTF-8; the mark that some editors put in front of it is dropped."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedRecord(
            place, f"is not UTF-8 text: byte {error.start} is {data[error.start]:#04x}"
        ) from None


def _too_much(error: Exception) -> str:
    """Say what no record can have, and what the parsers give up on."""
    if isinstance(error, RecursionError):
        return "has lists or tables too deep in one another for a record"
    return "has a number of thousands of digits; boxes and decks are small, money is a string"


def _object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; of a key that stands twice no one could say which counts."""
    built = dict(pairs)
    if len(built) < len(pairs):
        twice = next(key for at, (key, _) in enumerate(pairs) if key in dict(pairs[:at]))
        raise MalformedRecord(twice, "stands twice in one object")
    return built


_JSON: Final = json.JSONDecoder(object_pairs_hook=_object_of)  # made once: a hundred thousand lines


# Records one per line: a few are settled here, many on every core, and all come back in order.


_BLOCK: Final = 1 << 16  # bytes per read: a hundred records or so
_ALONE: Final = 4  # blocks that are done before other processes would have started
_FEW: Final = 10  # lines per read, up to which somebody may be waiting for the answer

Settle = Callable[[object], Output]
"""Settles a record as JSON gave it; raises MalformedRecord."""

Batch = tuple[int, list[bytes]]
"""The number of its first line, counted from 1, and the lines."""

Answers = tuple[bytes, int]
"""The lines to print for a batch, and the highest exit code among them."""


def print_lines(name: str, settle: Settle) -> int:
    """Settle one record per line of a file and print one object per line; return the exit code."""
    code, out = 0, sys.stdout.buffer
    try:
        with open_bytes(name) as stream:
            for text, worst in settle_lines(stream, settle):
                out.write(text)
                out.flush()
                code = max(code, worst)
    except MalformedRecord as error:
        out.write(json.dumps(malformed_output(error)).encode() + b"\n")
        return 2
    return code


def settle_lines(stream: Reader, settle: Settle) -> Iterator[Answers]:
    """Settle a stream of lines in order: few of them here, many on every core."""
    batches, settle_here = _batches(stream), partial(settle_batch, settle)
    yield from map(settle_here, islice(batches, _ALONE))
    _spare_collector()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if cores and cores > 1:
        yield from _on_cores(settle, batches, cores)
    else:
        yield from map(settle_here, batches)


def settle_batch(settle: Settle, batch: Batch) -> Answers:
    """Settle lines that came together."""
    first, lines = batch
    outputs = [_settle_line(settle, line, number) for number, line in enumerate(lines, start=first)]
    text = "".join(json.dumps(output) + "\n" for output in outputs)
    return text.encode(), max(map(exit_code, outputs), default=0)


def _settle_line(settle: Settle, line: bytes, number: int) -> Output:
    """Settle one line; one that is no JSON is malformed like any other record."""
    place = f"line {number}"
    try:
        if not line.strip():
            raise MalformedRecord(place, "is blank; every line is a record")
        return settle(from_json(line, place))
    except MalformedRecord as error:
        return malformed_output(error)


def _on_cores(settle: Settle, batches: Iterator[Batch], cores: int) -> Iterator[Answers]:
    from concurrent.futures import Future, ProcessPoolExecutor  # noqa: PLC0415  # slow to load

    pending: deque[Future[Answers]] = deque()
    with ProcessPoolExecutor(cores, initializer=_prepare_worker) as pool:
        try:
            for batch in batches:
                pending.append(pool.submit(settle_batch, settle, batch))
                # Full reads keep every core busy; after a short one nothing may follow for long.
                most = 2 * cores if len(batch[1]) > _FEW else 0
                while len(pending) > most:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _prepare_worker() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _spare_collector()


def _spare_collector() -> None:
    """Let the garbage collector run seldom: records leave little for it."""
    gc.freeze()
    gc.set_threshold(50_000)


def _batches(stream: Reader) -> Iterator[Batch]:
    """Yield the lines as they come, a batch a read; blank lines after the last record are dropped."""
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
