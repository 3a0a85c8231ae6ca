"""`houserules settle --lines`: one record a line, few or many, and what may go wrong on the way."""

import contextlib
import json
import os
import random
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli.settling import RECORD, REFUSED, SETTLED, UNREADABLE, program, run
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.records.read import read_record
from houserules.table.records.report import settle
from houserules.table.records.write import to_json
from random_rounds import random_round

LINE = json.dumps(RECORD).encode() + b"\n"


def lines_of(text: bytes) -> tuple[int, list[dict[str, Any]]]:
    result = run("--json", "--lines", "-", given=text)
    return result.exit_code, [json.loads(line) for line in result.output.splitlines()]


def test_lines_are_settled_in_order_and_go_on_after_a_bad_one() -> None:
    records = [RECORD, REFUSED, RECORD, UNREADABLE, RECORD]
    code, outputs = lines_of("\n".join(map(json.dumps, records)).encode())
    kinds = [next(iter(output)) for output in outputs]
    assert kinds == ["rulebook", "violation", "rulebook", "malformed", "rulebook"]
    assert code == 2
    assert lines_of(b"\n".join(json.dumps(each).encode() for each in records[:3]))[0] == 1
    assert lines_of(json.dumps(RECORD).encode() + b"\r\n")[0] == 0


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"{", "is not JSON"),
        (b"hello", "is not JSON"),
        (b"\xff", "is not UTF-8"),
        (b"[]", "must be a table of keys"),
        (b"", "is blank"),
        (b"  \t", "is blank"),
        (b"[" * 100_000, "too deep"),
    ],
)
def test_a_line_that_is_no_record_is_malformed(line: bytes, words: str) -> None:
    good = json.dumps(RECORD).encode()
    code, outputs = lines_of(b"\n".join([good, line, good]))
    assert code == 2
    assert [next(iter(output)) for output in outputs] == ["rulebook", "malformed", "rulebook"]
    problem = outputs[1]["malformed"]
    assert problem["where"] in ("line 2", "(the record)")
    assert words in problem["message"]


def test_blank_lines_after_the_last_record_are_no_records() -> None:
    good = json.dumps(RECORD).encode()
    assert len(lines_of(good + b"\n\n \n")[1]) == 1
    assert lines_of(b"") == (0, [])
    assert lines_of(b"\n\n") == (0, [])


def test_lines_print_json_with_or_without_json(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text(json.dumps(RECORD) + "\n", "utf-8")
    assert run("--lines", file).output == run("--lines", "--json", file).output
    twice = run("--lines", file, tmp_path / "none.jsonl", file)
    kinds = [next(iter(json.loads(line))) for line in twice.output.splitlines()]
    assert (twice.exit_code, kinds) == (2, ["rulebook", "malformed", "rulebook"])


def test_many_lines_come_back_in_order_from_every_core(tmp_path: Path) -> None:
    """More than the first reads: the rest is settled by other processes."""
    rng = random.Random(3)
    records = [read_record(random_round(name, rng)) for _ in range(25) for name in RULEBOOKS]
    texts = [to_json(record, indent=None) for record in records]
    expected = [json.dumps(settle(record)) for record in records]
    for at in (7, 50):
        texts[at], expected[at] = "{", ""
    file = tmp_path / "rounds.jsonl"
    file.write_text("".join(f"{text}\n" for text in texts) * 13, "utf-8")
    assert file.stat().st_size > 8 * 65_536
    done = subprocess.run(program("settle", "--lines", str(file)), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (2, b"")
    outputs = done.stdout.decode().splitlines()
    assert len(outputs) == 13 * len(texts)
    for at, output in enumerate(outputs):
        if expected[at % 100]:
            assert output == expected[at % 100]
        else:
            assert json.loads(output)["malformed"]["where"] == f"line {at + 1}"


def answers(process: subprocess.Popen[bytes], lines: int) -> None:
    """Write lines one by one, and see each answered before the next."""
    assert process.stdin and process.stdout
    for _ in range(lines):
        process.stdin.write(LINE)
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == json.loads(SETTLED)


def piped() -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(program("settle", "--lines", "-"), stdin=pipe, stdout=pipe, stderr=pipe)


def test_a_line_is_answered_before_the_next_one_comes_and_ctrl_c_ends_quietly() -> None:
    with piped() as process:
        answers(process, 6)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr and process.stderr.read() == b""


def children(process: subprocess.Popen[bytes]) -> list[int]:
    """Return the processes that another has started."""
    pid = process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(
    not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="no list of children"
)
@pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="one core settles every line in one process",
)
def test_a_worker_that_is_killed_is_said_in_a_line() -> None:
    """The first reads are settled by the process itself; after them it has workers."""
    with piped() as process:
        answers(process, 6)
        workers = children(process)
        assert workers
        for worker in workers:  # the pool ends the others itself when it misses the first
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        rest, problem = process.communicate(LINE)
    assert (process.returncode, rest) == (70, b"")
    assert problem.decode() == (
        "houserules: a worker process was killed (perhaps out of memory); "
        "records after the last printed line are not settled\n"
    )
