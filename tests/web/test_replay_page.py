"""What the replay page is given: the table after every event, and no card that was never turned up."""

import json
from dataclasses import replace
from itertools import accumulate
from types import SimpleNamespace
from typing import Any

import pytest

from houserules.core.cards import card
from houserules.core.people import Person
from houserules.floor.rounds.find import Round, RoundStep
from houserules.floor.rounds.history import replay_event
from houserules.floor.tables.settings import Setting
from houserules.table.events import BetsClosed, CardDealt, WagerPlaced
from houserules.table.state import Table
from houserules.web.history_access import replay_data

EVENTS = (
    WagerPlaced(1, "Ann", 25_00, seated=True),
    BetsClosed(((1, "Ann"),)),
    CardDealt(card("9s"), box=1, hand=1, total=9, soft=False),
)


@pytest.mark.parametrize(
    ("viewer", "role", "face_down", "seen"),
    [
        ("Ann", "player", False, ["9s"]),
        ("Ann", "player", True, ["9s"]),
        ("Bob", "player", True, [None]),
        ("Sue", "casino supervisor", True, [None]),
        ("Sue", "casino supervisor", False, ["9s"]),
    ],
)
def test_a_card_that_was_never_turned_up_is_shown_to_its_player_alone(
    viewer: str, role: Any, *, face_down: bool, seen: list[str | None]
) -> None:
    setting = Setting("t1", "Table 1", "nsw-pontoon-2024")
    played = Round("t1", 2, 1, 3, 0, 1, ("Ann",), setting, None)
    played = replace(played, face_down=face_down)
    steps = tuple(RoundStep(n, 0, "house", event) for n, event in enumerate(EVENTS, 1))
    tables = tuple(accumulate(EVENTS, replay_event, initial=Table(rounds=1)))
    caller: Any = SimpleNamespace(
        handle=viewer, person=Person(viewer, role), is_staff=role != "player"
    )
    replay = replay_data(played, steps, tables, caller)
    last = replay["steps"][-1]
    assert last["event"]["card"] == seen[0]
    sentence = json.dumps(last["event"]["sentence"])
    assert ("nine of spades" in sentence) == (seen[0] is not None)
    assert ("face down" in sentence) == (seen[0] is None)
    (hand,) = last["layout"]["boxes"][0]["hands"]
    assert hand["cards"] == seen
    assert hand["total"] == (9 if seen[0] else None)
    assert [step["layout"]["phase"] for step in replay["steps"]] == [
        "betting",
        "dealing",
        "dealing",
    ]
    assert replay["before"]["boxes"] == []
