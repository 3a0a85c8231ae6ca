"""How far the sessions of a tournament are: followers hear of every beginning and end."""

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from houserules.floor.tournaments import standings


def test_every_step_of_a_session_gives_another_number(monkeypatch: pytest.MonkeyPatch) -> None:
    table = SimpleNamespace(rounds=7, phase="over", session=None)
    running = SimpleNamespace(state=SimpleNamespace(table=table))
    monkeypatch.setattr(standings, "sessions_due", lambda *_: [(None, running)])

    def seen(**changes: Any) -> int:
        vars(table).update(changes)
        return standings.rounds_seen(None, {})  # type: ignore[arg-type]  # nothing looks at it

    told = [
        seen(),  # the tournament has started the session
        seen(phase="betting", session="cup/1"),  # it begins at its table
        seen(rounds=8),  # a round begins
        seen(phase="over"),  # and ends
        seen(phase="betting"),  # the table is cleared
        seen(rounds=9),
        seen(phase="over"),
        seen(session=None),  # the session has ended
    ]
    assert all(one != next_ for one, next_ in pairwise(told)), told
