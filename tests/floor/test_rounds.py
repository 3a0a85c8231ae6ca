"""The rounds of a table out of its stream: where they stand, when they were, who was in them."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from floor.playing import START, play_night, practice
from houserules.core.codec import to_data
from houserules.floor.events import TableSetUp
from houserules.floor.rounds.find import (
    Places,
    TableRounds,
    Wanted,
    find,
    hours_of,
    rounds_of,
    steps_of,
    tables_of,
)
from houserules.floor.tables.settings import table_stream
from houserules.journal.chain import RecordRow
from houserules.journal.memory import MemoryJournal
from houserules.table.events import BetsClosed, TableCleared, WagerSettled

ROUNDS = 6


@pytest.fixture(scope="module")
def night() -> MemoryJournal:
    settings = practice("nsw-pontoon-2024"), practice("nsw-pinkjack-2016", "t2")
    return play_night(MemoryJournal(), *settings, rounds=ROUNDS)


def rows(*happened: str | tuple[str, dict[str, Any]]) -> Iterator[RecordRow]:
    """Yield records of which only the names matter; a payload that nobody may read is no JSON."""
    set_up = to_data(TableSetUp(practice("nsw-pontoon-2024"), "Max", 0))  # type: ignore[arg-type]
    for position, each in enumerate((("table.set-up", set_up), *happened), start=1):
        name, payload = each if isinstance(each, tuple) else (each, None)
        text = "not read" if payload is None else json.dumps(payload)
        yield RecordRow(
            position, "table/t1", position, name, 1, text, "", position * 10, None, 1, b"", b""
        )


def wager(player: str, name: str = "wager.placed") -> tuple[str, dict[str, Any]]:
    return name, {"box": 1, "player": player, "amount": 500}


ROUND = ("card.dealt", "round.ended", "table.cleared")


def test_rounds_lie_one_behind_the_other(night: MemoryJournal) -> None:
    for table in tables_of(night):
        rounds = rounds_of(night, table).all()
        assert [each.number for each in rounds] == list(range(1, len(rounds) + 1))
        ends = [0, *(each.last_position for each in rounds)]
        assert [each.first_position - 1 for each in rounds] == ends[:-1]
        assert len(rounds) >= ROUNDS


def test_a_round_has_its_bets_its_payments_and_its_players(night: MemoryJournal) -> None:
    for played in find(night, Wanted()):
        steps = steps_of(night, played)
        events = [step.event for step in steps]
        closed = [step for step in steps if isinstance(step.event, BetsClosed)]
        assert [step.at for step in closed] == [played.began]
        assert isinstance(events[-1], TableCleared)
        paid = {each.player for each in events if isinstance(each, WagerSettled)}
        assert paid <= set(played.players)
        assert played.ended is not None and played.began <= played.ended
        positions = [step.position for step in steps]
        assert positions == list(range(played.first_position, played.last_position + 1))


def test_following_bit_by_bit_finds_the_same(night: MemoryJournal) -> None:
    bit_by_bit = TableRounds("t1")
    while new := list(night.read(table_stream("t1"), bit_by_bit.position, 7)):
        bit_by_bit.follow(new)
    assert bit_by_bit == rounds_of(night, "t1")


def test_a_table_that_is_not_there_has_no_setting(night: MemoryJournal) -> None:
    assert rounds_of(night, "t9").setting is None
    assert rounds_of(night, "t9").all() == ()


def test_only_what_tells_rounds_apart_is_read() -> None:
    found = TableRounds("t1")
    found.follow(
        rows(wager("Ann"), "bets.closed", *ROUND, wager("Bob"), "bets.closed", "card.dealt")
    )
    first, second = found.all()
    assert (first.first_position, first.last_position, first.players) == (1, 6, ("Ann",))
    assert (first.began, first.ended) == (30, 50)
    assert (second.number, second.players, second.ended) == (2, ("Bob",), None)
    assert (second.first_position, second.last_position) == (7, 9)


def test_who_took_the_wager_back_was_not_in_the_round() -> None:
    found = TableRounds("t1")
    found.follow(rows(wager("Ann"), wager("Bob"), wager("Ann", "wager.withdrawn"), "bets.closed"))
    assert found.all()[0].players == ("Bob",)


def test_a_round_that_is_taken_back_goes_on() -> None:
    taken = (wager("Bob"), wager("Bob", "wager.withdrawn"), "round.taken-back")
    found = TableRounds("t1")
    found.follow(rows(wager("Ann"), "bets.closed", *ROUND, *taken, "card.dealt"))
    assert [(each.last_position, each.ended) for each in found.all()] == [(10, None)]
    found = TableRounds("t1")
    again = (wager("Ann"), "bets.closed", *ROUND, *taken, *ROUND)
    found.follow(rows(*again, wager("Bob"), "bets.closed"))
    first, second = found.all()
    assert (first.last_position, first.ended, first.players) == (12, 110, ("Ann",))
    assert (second.first_position, second.players) == (13, ("Bob",))


def test_what_is_put_right_behind_a_round_belongs_to_it() -> None:
    found = TableRounds("t1")
    late = (wager("Bob"), "payment.taken-back", "hands.voided")
    found.follow(rows(wager("Ann"), "bets.closed", *ROUND, *late, "bets.closed", "wager.returned"))
    first, second = found.all()
    assert (first.last_position, first.afterwards) == (6, (8, 9))
    assert (second.first_position, second.players, second.afterwards) == (7, ("Bob",), ())
    places = Places(found.all())
    numbers = [getattr(places.at("table/t1", each), "number", None) for each in range(1, 13)]
    assert numbers == [1, 1, 1, 1, 1, 1, 2, 1, 1, 2, 2, None]
    assert places.at("table/t2", 1) is None


def test_rounds_by_table_player_and_hour(night: MemoryJournal) -> None:
    every = list(find(night, Wanted()))
    assert list(find(night, Wanted(tables=("t2",)))) == [e for e in every if e.table == "t2"]
    bobs = list(find(night, Wanted(player="bOB")))
    assert bobs == [each for each in every if "Bob" in each.players]
    assert 0 < len(bobs) < len(every)
    middle = every[3].began
    assert list(find(night, Wanted(hours=(middle, middle + 1)))) == [every[3]]
    assert list(find(night, Wanted(hours=(middle + 1, middle + 1)))) == []
    day = hours_of(date(2026, 11, 18))
    assert list(find(night, Wanted(hours=day))) == every


def test_a_day_begins_where_it_is() -> None:
    assert hours_of(date(2026, 11, 18)) == (START - 40_000_000, START - 40_000_000 + 86_400_000)
    sydney = hours_of(date(2026, 10, 4), ZoneInfo("Australia/Sydney"))  # clocks go forward
    assert sydney[1] - sydney[0] == 23 * 3_600_000


def test_a_round_put_right_after_the_next_bets_were_closed_goes_on() -> None:
    """Bets were closed, no card was dealt: what is put right is the round before (reading 76)."""
    empty = (wager("Bob"), "bets.closed", "round.voided", "table.cleared")
    found = TableRounds("t1")
    found.follow(
        rows(wager("Ann"), "bets.closed", *DEALT, *empty, "round.taken-back", "card.dealt")
    )
    assert [(each.number, each.players, each.ended) for each in found.all()] == [
        (1, ("Ann",), None)
    ]
    found = TableRounds("t1")
    found.follow(rows(wager("Ann"), "bets.closed", *DEALT, *empty, "wager.returned"))
    first, second = found.all()
    assert (first.afterwards, second.afterwards) == ((first.last_position + 5,), ())


DEALT = ("card.dealt", "round.ended", "table.cleared")


def test_bets_that_open_again_give_the_round_no_second_number() -> None:
    """No card was dealt: the round has not begun (readings 63 and 70)."""
    found = TableRounds("t1")
    again = ("bets.closed", "cutting-card.out", "bets.reopened", wager("Bob"), "bets.closed")
    found.follow(rows(wager("Ann"), "bets.closed", *ROUND, wager("Ann"), *again, *ROUND))
    first, second = found.all()
    assert (first.number, first.last_position, first.ended) == (1, 6, 50)
    assert (second.number, second.first_position, second.players) == (2, 7, ("Ann", "Bob"))
    assert second.began == 120

    begins = TableRounds("t1")
    begins.follow(rows(wager("Ann"), "bets.closed", "bets.reopened"))
    assert begins.all() == ()


def test_after_bets_open_again_the_round_before_is_still_put_right() -> None:
    found = TableRounds("t1")
    closed = ("bets.closed", *ROUND, wager("Ann"), "bets.closed", "bets.reopened")
    found.follow(rows(wager("Ann"), *closed, "payment.taken-back", "bets.closed", "card.dealt"))
    first, second = found.all()
    assert (first.afterwards, second.number) == ((10,), 2)
