"""What is written once for many eyes is what each of them would have been shown alone."""

import json
from typing import Any

import pytest

from floor.tables import Played
from houserules.core.people import Person
from houserules.floor import commands as f
from houserules.floor.startup import practice_table
from houserules.floor.tables import view as module
from houserules.floor.tables.run import Update
from houserules.floor.tables.view import SharedView
from houserules.rulebook.loader import RULEBOOKS
from houserules.table import commands as c
from houserules.web.live.table_json import Shown

NAMES = ("Ann", "Bob", "Cat")
EVERYBODY = [
    *(Person(name, "player") for name in (*NAMES, "Nobody")),
    Person("Dora", "dealer"),
    Person("Ines", "inspector"),
]


def follow(table: Played, steps: list[Any]) -> list[Shown]:
    """Return the states after some commands, each taking over from the one before."""
    found = [Shown(table.state, before=table.state.position)]
    for step in steps:
        events = tuple(step() or ())
        found.append(Shown.of_update(Update(events, table.state, at=0), found[-1]))
        for person in EVERYBODY:
            found[-1].parts_for(person)
    return found


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_state_that_takes_over_from_another_is_the_same_as_one_made_anew(name: str) -> None:
    table = Played(practice_table("t1", name))
    for seat, player in enumerate(NAMES, start=1):
        table.sit(player, seat)
    table.cut()
    steps = [
        *((lambda p=p, n=n: table.wager(p, n)) for n, p in enumerate(NAMES, start=1)),
        *((lambda p=p: table.do(f.BeReady(p))) for p in NAMES),
        *([lambda: None if table.state.table.phase == "over" else table.step()] * 12),
        table.play_out,
        lambda: table.do(f.BeReady("Ann")),
        lambda: table.wager("Bob", 1),
        lambda: table.wager("Bob", 2),
        lambda: table.do(c.WithdrawWager("Bob", 1)),
    ]
    for shared in follow(table, steps):
        for person in EVERYBODY:
            shown = json.loads(f"{{{shared.parts_for(person)}}}")
            alone = SharedView(shared.state)
            assert shown["table"] == alone.common
            assert shown["mine"] == alone.mine(person), person


def test_the_judge_is_not_asked_again_where_nothing_at_the_table_moved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []
    whole = module.legal_again

    def counted(rules: Any, table: Any, before: Any) -> Any:
        asked.append(table)
        return whole(rules, table, before)

    monkeypatch.setattr(module, "legal_again", counted)
    table = Played(practice_table("t1", "nsw-pontoon-2024"))
    for seat, player in enumerate(NAMES, start=1):
        table.sit(player, seat)
    table.cut()
    table.wager("Ann", 1)
    follow(table, [lambda p=p: table.do(f.BeReady(p)) for p in NAMES[:2]])
    assert len(asked) == 1
