"""Batches for tests, in few words."""

from typing import Any

from houserules.journal.records import Append, Appended, Batch, JournalRecord, NewRecord, Outcome


def entry(number: int = 1, **payload: Any) -> NewRecord:
    return NewRecord("wager.placed", 1, {"number": number, **payload})


def append(stream: str, expected: int | None, count: int = 1) -> Append:
    first = (expected or 0) + 1
    return Append(stream, expected, tuple(entry(number) for number in range(first, first + count)))


def batch(*appends: Append, command_id: str | None = None, **more: Any) -> Batch:
    return Batch(appends, **{"actor": "ann", "time": 1_000, "command_id": command_id, **more})


def one(stream: str, expected: int | None, command_id: str | None = None, **more: Any) -> Batch:
    return batch(append(stream, expected), command_id=command_id, **more)


def records(outcome: Outcome) -> tuple[JournalRecord, ...]:
    assert isinstance(outcome, Appended), outcome
    return outcome.records
