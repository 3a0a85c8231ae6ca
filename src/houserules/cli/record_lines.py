"""Records one per line: a few are settled here, many on every core, and all come back in order."""

import gc
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from typing import Final

from houserules.cli.exit import exit_code
from houserules.cli.files import Reader, from_json, open_bytes
from houserules.table.records.record import MalformedRecord
from houserules.table.records.report import Output, malformed_output

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
    """Leave Ctrl-C to the process that started this one; records leave little for the collector."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
