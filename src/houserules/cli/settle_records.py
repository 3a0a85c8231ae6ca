"""Settling the records of files: one record per file, or one per line on every core."""

import gc
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from houserules.cli.exit import exit_code
from houserules.cli.files import Reader, display_name, from_json, load_record, open_bytes
from houserules.cli.render.console import (
    citation,
    clause_text,
    console,
    print_indented,
    printable,
    rulebook_title,
)
from houserules.cli.render.round import show_malformed, show_round
from houserules.table.records.read import read_record
from houserules.table.records.record import MalformedRecord, Record
from houserules.table.records.report import Output, malformed_output
from houserules.table.records.report import settle as settle_record
from houserules.table.records.write import write_decision

_BLOCK: Final = 1 << 16  # bytes per read: about a hundred records
_ALONE: Final = 4  # blocks settled before other processes would have started
_FEW: Final = 10  # lines per read, up to which somebody may be waiting for the answer

Batch = tuple[int, list[bytes]]
"""The number of its first line, counted from 1, and the lines."""

Answers = tuple[bytes, int]
"""The lines to print for a batch, and the highest exit code among them."""


def answers_to(stream: Reader) -> Iterator[Answers]:
    """Settle a stream of lines in order: few of them here, many on every core."""
    batches = _batches(stream)
    yield from map(settle_batch, islice(batches, _ALONE))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    yield from _on_cores(batches, cores) if cores and cores > 1 else map(settle_batch, batches)


def settle_batch(batch: Batch) -> Answers:
    """Settle lines that came together."""
    first, lines = batch
    outputs = [_settle_line(line, number) for number, line in enumerate(lines, start=first)]
    text = "".join(json.dumps(output) + "\n" for output in outputs)
    return text.encode(), max(map(exit_code, outputs), default=0)


def _settle_line(line: bytes, number: int) -> Output:
    """Settle one line; a line that is not JSON is a malformed record."""
    place = f"line {number}"
    try:
        if not line.strip():
            raise MalformedRecord(place, "is blank; every line is a record")
        return settle_record(read_record(from_json(line, place)))
    except MalformedRecord as error:
        return malformed_output(error)


def _on_cores(batches: Iterator[Batch], cores: int) -> Iterator[Answers]:
    pending: deque[Future[Answers]] = deque()
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
    """Yield the lines as they come, one batch per read, without blank lines at the end."""
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


def settle_lines(name: str) -> int:
    """Settle a file with one record per line, print one result per line, return the exit code."""
    code, out = 0, sys.stdout.buffer
    try:
        with open_bytes(name) as stream:
            for text, worst in answers_to(stream):
                out.write(text)
                out.flush()
                code = max(code, worst)
    except MalformedRecord as error:
        out.write(json.dumps(malformed_output(error)).encode() + b"\n")
        return 2
    return code


def settle_file(name: str, *, as_json: bool, alone: bool) -> int:
    """Settle the record of a file, print the result, and return the exit code."""
    record: Record | None = None
    problem: MalformedRecord | None = None
    try:
        record = load_record(name)
        output = settle_record(record)
    except MalformedRecord as error:
        output, problem = malformed_output(error), error
    if as_json:
        print(json.dumps(output, indent=2 if alone else None), flush=not alone)
    else:
        screen = console()
        if not alone:
            screen.rule(Text(printable(display_name(name))), align="left")
        if problem is not None or record is None:
            show_malformed(screen, problem or MalformedRecord(name, "is empty"), name)
        else:
            _show(screen, output, record)
    return exit_code(output)


def _show(screen: Console, output: Output, record: Record) -> None:
    """Print one outcome for a person."""
    if "violation" in output:
        _show_violation(screen, output["violation"], record)
    else:
        screen.print(rulebook_title(record.rules))
        show_round(screen, output)


def _show_violation(screen: Console, problem: dict[str, Any], record: Record) -> None:
    """Say which decision breaks a rule, and what the clause says."""
    at = problem["decision"]
    what = "a wager"
    if at is not None:
        what = f'decisions[{at}], "{write_decision(record.decisions[at])}"'
    screen.print(Text(f"Breaks a rule: {printable(what)}", style="bold red"))
    print_indented(screen, Text(printable(problem["message"])), 2)
    clause = problem["clause"]
    print_indented(screen, citation(clause, clause_text(record.rules, clause)), 2)
