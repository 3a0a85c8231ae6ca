"""Clocks: how long a table waits, and what the document says follows."""

from dataclasses import replace

import pytest

from floor.tables import SECOND, Played
from houserules.floor import commands as f
from houserules.floor.clocks import clock_of
from houserules.floor.setting import Clocks, Setting
from houserules.rulebook.loading import RULEBOOKS
from houserules.table import commands as c
from houserules.table.cards.commands import DeclineCut
from houserules.table.events import PlayerAbsent

CLOCKS = Clocks(betting=11, offers=12, decision=13, cut=14, clearing=15)


def a_table(name: str = "nsw-pontoon-2024", **changes: object) -> Played:
    setting = Setting("t1", "Table 1", name, clocks=CLOCKS)
    return Played(replace(setting, **changes))  # type: ignore[arg-type]


def seconds(played: Played) -> int | None:
    clock = clock_of(played.standing)
    return None if clock is None else (clock.ends - played.standing.since) // SECOND


def test_an_empty_table_waits_for_ever() -> None:
    assert clock_of(a_table().standing) is None


def test_who_does_not_answer_the_offer_of_the_cut_has_declined_it() -> None:
    played = a_table()
    played.sit("Ann", 1)
    clock = clock_of(played.standing)
    assert clock is not None and clock.then == DeclineCut("Ann")
    assert seconds(played) == 14
    played.do(clock.then)
    assert played.standing.table.source is not None
    assert not played.standing.table.source.due  # the house has cut, and all is ready


@pytest.mark.parametrize("name", RULEBOOKS)
def test_clocks_alone_bring_a_round_to_its_end(name: str) -> None:
    played = a_table(name)
    played.sit("Ann", 1)
    played.cut()
    assert clock_of(played.standing) is None  # nobody has wagered
    played.at += 1
    played.wager("Ann", 1)
    assert seconds(played) == 11
    asked = []
    for _ in range(10):
        clock = clock_of(played.standing)
        if clock is None:
            break
        asked.append(type(clock.then))
        played.at = clock.ends
        played.do(clock.then)
    assert asked[0] is c.CloseBets and asked[-1] is c.ClearTable
    assert played.standing.table.phase == "betting" and played.standing.table.rounds == 1
    assert (c.ReportAbsent in asked) == any(isinstance(e, PlayerAbsent) for e in played.events)


def test_the_clock_starts_anew_with_every_card() -> None:
    played = a_table()
    played.sit("Ann", 1)
    played.cut()
    played.wager("Ann", 1)
    played.at += 5
    played.ready("Ann")
    while played.standing.table.phase == "offers":
        played.step()
    assert played.standing.table.phase == "playing", "choose another seed"
    assert played.standing.since == played.at
    played.at += 7
    played.do(c.Hit("Ann", 1, 1))
    assert played.standing.since == played.at


def test_being_ready_does_not_start_the_clock_anew() -> None:
    played = a_table()
    played.sit("Ann", 1)
    played.sit("Bob", 2)
    played.cut()
    played.wager("Ann", 1)
    since = played.standing.since
    played.at += 5000
    played.do(f.BeReady("Ann"))
    assert played.standing.since == since


def test_people_who_deal_are_not_hurried() -> None:
    played = a_table(dealt_by="dealer with real shoe")
    played.sit("Ann", 1)
    assert clock_of(played.standing) is None
