"""Clocks: how long a table waits, and what the document says follows."""

from dataclasses import replace

import pytest

from floor.tables import MANAGER, SECOND, Played
from houserules.core.people import Moment, Person
from houserules.floor.commands import BeReady, FillFloat
from houserules.floor.tables.auto_dealer import clock_of
from houserules.floor.tables.settings import Clocks, Setting
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.cards.commands import PassCutOn
from houserules.table.commands import ClearTable, CloseBets, Hit, ReportAbsent
from houserules.table.events import PlayerAbsent
from houserules.table.people.commands import ExcludeFromGame, FindDeviceUse

NOW = Moment(1_000)
CLOCKS = Clocks(betting=11, offers=12, decision=13, cut=14, clearing=15)


def a_table(name: str = "nsw-pontoon-2024", **changes: object) -> Played:
    setting = Setting("t1", "Table 1", name, clocks=CLOCKS)
    return Played(replace(setting, **changes))  # type: ignore[arg-type]


def seconds(played: Played) -> int | None:
    clock = clock_of(played.state)
    return None if clock is None else (clock.ends - played.state.since) // SECOND


def test_an_empty_table_waits_for_ever() -> None:
    assert clock_of(a_table().state) is None


@pytest.mark.clause("nsw-pontoon-2024", "5.4")
def test_a_player_who_does_not_answer_is_passed_over_for_the_cut() -> None:
    played = a_table()
    played.sit("Ann", 1)
    clock = clock_of(played.state)
    assert clock is not None and isinstance(clock.then, PassCutOn)
    assert (clock.then.player, clock.then.at) == ("Ann", clock.ends // SECOND)
    assert seconds(played) == 14
    played.do(clock.then)
    assert played.state.table.source is not None
    assert not played.state.table.source.due  # the house has cut, and all is ready


@pytest.mark.parametrize("name", RULEBOOKS)
def test_clocks_alone_bring_a_round_to_its_end(name: str) -> None:
    played = a_table(name)
    played.sit("Ann", 1)
    played.cut()
    assert clock_of(played.state) is None  # nobody has wagered
    played.at += 1
    played.wager("Ann", 1)
    assert seconds(played) == 11
    asked = []
    for _ in range(10):
        clock = clock_of(played.state)
        if clock is None:
            break
        asked.append(type(clock.then))
        played.at = clock.ends
        played.do(clock.then)
    assert asked[0] is CloseBets and asked[-1] is ClearTable
    assert played.state.table.phase == "betting" and played.state.table.rounds == 1
    assert (ReportAbsent in asked) == any(isinstance(e, PlayerAbsent) for e in played.events)


@pytest.mark.clause("nz-pontoon", "16.6")
def test_in_new_zealand_a_player_whose_time_is_up_counts_as_not_present() -> None:
    """At a table that the software runs; people who deal report it instead (reading 57)."""
    played = a_table("nz-pontoon")
    played.sit("Ann", 1)
    played.cut()
    for _ in range(60):
        if played.state.table.phase == "betting":
            played.wager("Ann", 1)
            played.ready("Ann")
        clock = clock_of(played.state)
        assert clock is not None
        played.do(clock.then)
        away = [each for each in played.events if isinstance(each, PlayerAbsent)]
        if away:
            break
    assert [(each.box, each.player, each.clause) for each in away] == [(1, "Ann", "16.6")]


def test_the_clock_starts_anew_with_every_card() -> None:
    played = a_table()
    played.sit("Ann", 1)
    played.cut()
    played.wager("Ann", 1)
    played.at += 5
    played.ready("Ann")
    while played.state.table.phase == "offers":
        played.step()
    assert played.state.table.phase == "playing", "choose another seed"
    assert played.state.since == played.at
    played.at += 7
    played.do(Hit("Ann", 1, 1))
    assert played.state.since == played.at


def test_being_ready_does_not_start_the_clock_anew() -> None:
    played = a_table()
    played.sit("Ann", 1)
    played.sit("Bob", 2)
    played.cut()
    played.wager("Ann", 1)
    since = played.state.since
    played.at += 5000
    played.do(BeReady("Ann"))
    assert played.state.since == since


def test_people_who_deal_are_not_hurried() -> None:
    played = a_table(dealt_by="dealer with real shoe")
    played.sit("Ann", 1)
    assert clock_of(played.state) is None


@pytest.mark.clause("nsw-pontoon-2024", "20.4.2")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "19.3.2")
@pytest.mark.clause("nsw-pinkjack-2016", "17.3.2")
@pytest.mark.parametrize("name", ["nsw-pontoon-2024", "nsw-pontoon-6to5-2017", "nsw-pinkjack-2016"])
def test_a_round_is_finished_when_its_only_player_was_excluded(name: str) -> None:
    played = a_table(name, kind="live")
    played.do(FillFloat(MANAGER, NOW, 1_000_000))
    played.sit("ann", 1)
    played.cut()
    played.wager("ann", 1)
    played.ready("ann")
    supervisor = Person("Gus", "Gaming Supervisor")
    played.do(FindDeviceUse(supervisor, NOW, "ann", "a phone"))
    played.do(ExcludeFromGame(supervisor, NOW, "ann"))
    assert not played.state.table.patrons and played.state.table.phase != "betting"
    while clock := clock_of(played.state):
        played.do(clock.then)
    table = played.state.table
    assert table.phase == "betting" and table.layout() == 0 and table.rounds == 1
