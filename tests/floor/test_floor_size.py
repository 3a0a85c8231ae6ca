"""A running floor does not grow with its rounds: what is durable is in the journal, not in memory."""

import gc
import sys
from pathlib import Path

import pytest
from bench.table_memory import FloorShift, work

_ROUNDS = 800


def _live_blocks(shift: FloorShift) -> int:
    """Return the fewest memory blocks in use over a few shoes: a fuller discard rack takes more."""
    found = []
    for _ in range(4):
        work(shift, 30)
        gc.collect()
        found.append(sys.getallocatedblocks())
    return min(found)


def test_a_running_floor_keeps_nothing_per_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houserules.floor.money.wallets._REMEMBERED", 5)
    monkeypatch.setattr("houserules.journal.sqlite._HEADS_REMEMBERED", 5)
    shift = FloorShift.start(tmp_path / "floor.db")
    try:
        work(shift, 100)
        before = _live_blocks(shift)
        work(shift, _ROUNDS)
        grown = _live_blocks(shift) - before
    finally:
        shift.stop()
    assert shift.refusals == {}
    assert grown < _ROUNDS
