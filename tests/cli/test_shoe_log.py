"""The record of a shoe from the events of a table: also of cards that were not played."""

import json

import pytest

from cli.sessions import NZ, S24, seat
from houserules.cli.house import LiveHouse, VirtualHouse
from houserules.cli.practice import Practice
from houserules.cli.shoe_log import logged
from houserules.core.cards import card
from houserules.core.money import cents
from houserules.core.refusal import Clause
from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.shoe.record import CardOut, Out
from houserules.shoe.record_reading import read_shoe
from houserules.shoe.record_writing import shoe_to_json
from houserules.shoe.recording import Recording
from houserules.table import commands as c
from houserules.table.cards.events import BurnedCardShown, CardBurned, CardKeptUnderShoe
from houserules.table.events import CardDealt, Event
from houserules.table.state import Table, changed


def begun(name: str = S24) -> tuple[Practice, VirtualHouse]:
    """A shoe that is ready, with three cards dealt."""
    practice = seat(name)
    while not practice.is_ready:
        practice.go_on_alone()
    practice.sure(practice.wager(1, cents("10")))
    practice.sure(c.CloseBets())
    while practice.card_due:
        practice.house_step()
    assert isinstance(practice.house, VirtualHouse)
    return practice, practice.house


def after(event: Event, practice: Practice, table: Table | None = None) -> Out:
    """Give what the recording has last, after one more event."""
    house = practice.house
    assert isinstance(house, VirtualHouse)
    found = logged(
        house.recording, event, table=table or practice.table, shoe=house.shoe, salt=house.salt
    )
    assert found.segments[-1].left == house.recording.segments[-1].left - (table is None)
    return found.segments[-1].out[-1]


def test_a_card_that_goes_to_the_rack_unplayed_is_written_down() -> None:
    practice, house = begun()
    top = house.shoe.stack[0]
    out = after(CardBurned(None, Clause("18.3")), practice)
    assert isinstance(out, CardOut)
    assert (out.card, str(out.to), out.round) == (top, "burned", 1)


def test_a_card_under_the_shoe_is_written_down_when_it_goes_there_and_when_it_is_dealt() -> None:
    practice, house = begun()
    top = house.shoe.stack[0]
    out = after(CardKeptUnderShoe(None, Clause("18.6")), practice)
    assert isinstance(out, CardOut)
    assert (out.card, str(out.to), out.from_under) == (top, "under the shoe", False)
    empty = changed(practice.table, boxes=(), dealer=(), rounds=2)
    table = changed(empty, source=changed(practice.table.source, under=top))
    out = after(CardDealt(top, None, None, top.value, soft=False), practice, table)
    assert isinstance(out, CardOut)
    assert (out.round, str(out.to), out.from_under) == (2, "dealer", True)


def test_a_card_that_lay_on_the_table_is_not_written_down_twice() -> None:
    practice, house = begun()
    event = CardBurned(card("7s"), Clause("18.3"), from_source=False)
    same = logged(house.recording, event, table=practice.table, shoe=house.shoe, salt=house.salt)
    assert same == house.recording


def test_without_a_burned_card_none_is_shown() -> None:
    recording = Recording(rulebook(NZ)).shuffled((), bytes(32), commitment="0" * 64)
    practice, house = begun(NZ)
    shown = BurnedCardShown(card("7s"), Clause("8.1"))
    found = logged(recording, shown, table=practice.table, shoe=house.shoe, salt=house.salt)
    assert found == recording


def test_nothing_is_revealed_before_the_shoe_is_over() -> None:
    _, house = begun()
    assert house.revealed() == []
    house.end()
    assert len(house.revealed()) == 1
    assert house.revealed() == []
    house.end()
    assert house.revealed() == []


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_record_reads_as_it_was_written(name: str) -> None:
    _, house = begun(name)
    record = house.recording.record()
    assert record is not None
    assert read_shoe(json.loads(shoe_to_json(record))) == record


def test_a_recording_of_nothing_has_no_record() -> None:
    assert Recording(rulebook(S24)).record() is None


def test_real_cards_have_nothing_to_reveal() -> None:
    house = LiveHouse(rulebook(S24))
    house.end()
    assert house.revealed() == []
    assert house.somewhere(Table()) is None  # type: ignore[func-returns-value]
