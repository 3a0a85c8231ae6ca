"""The record of a shoe from the events of a table: also of cards that were not played."""

import json

import pytest

from cli.sessions import NZ, S24, seat
from houserules.cli.practice.table import Practice
from houserules.core.cards import card
from houserules.core.money import cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.floor.tables.card_handler import LiveCardHandler, VirtualCardHandler, record_event
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.shoe.record import CardOut, Out, Recording
from houserules.shoe.record_format import read_shoe, shoe_to_json
from houserules.shoe.state import Due
from houserules.table import commands as c
from houserules.table.cards.events import BurnedCardShown, CardBurned, CardKeptUnderShoe
from houserules.table.events import CardDealt, Event
from houserules.table.irregularities.events import CardsSetReady, ReadyCardUsed, RoundTakenBack
from houserules.table.state import Table, changed


def begun(name: str = S24) -> tuple[Practice, VirtualCardHandler]:
    """A shoe that is ready, with three cards dealt."""
    practice = seat(name)
    while not practice.is_ready:
        practice.go_on_alone()
    practice.sure(practice.wager(1, cents("10")))
    practice.sure(c.CloseBets())
    while practice.card_due:
        practice.house_step()
    assert isinstance(practice.house, VirtualCardHandler)
    return practice, practice.house


def after(event: Event, practice: Practice, table: Table | None = None) -> Out:
    """Return what the recording has last, after one more event."""
    house = practice.house
    assert isinstance(house, VirtualCardHandler)
    found = record_event(
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
    same = record_event(
        house.recording, event, table=practice.table, shoe=house.shoe, salt=house.salt
    )
    assert same == house.recording


def test_without_a_burned_card_none_is_shown() -> None:
    recording = Recording(rulebook(NZ)).add_shuffle((), bytes(32), commitment="0" * 64)
    practice, house = begun(NZ)
    shown = BurnedCardShown(card("7s"), Clause("8.1"))
    found = record_event(recording, shown, table=practice.table, shoe=house.shoe, salt=house.salt)
    assert found == recording


def test_nothing_is_revealed_before_the_shoe_is_over() -> None:
    _, house = begun()
    assert house.pop_revealed() == []
    house.end()
    assert len(house.pop_revealed()) == 1
    assert house.pop_revealed() == []
    house.end()
    assert house.pop_revealed() == []


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_record_reads_as_it_was_written(name: str) -> None:
    _, house = begun(name)
    record = house.recording.record()
    assert record is not None
    assert read_shoe(json.loads(shoe_to_json(record))) == record


def test_a_recording_of_nothing_has_no_record() -> None:
    assert Recording(rulebook(S24)).record() is None


def test_real_cards_have_nothing_to_reveal() -> None:
    house = LiveCardHandler(rulebook(S24))
    house.end()
    assert house.pop_revealed() == []
    assert house.somewhere(Table()) is None  # type: ignore[func-returns-value]


def with_events(recording: Recording, *events: Event) -> Recording:
    """Write down events that happen at a table of which nothing else matters here."""
    practice, house = begun()
    for event in events:
        recording = record_event(
            recording, event, table=practice.table, shoe=house.shoe, salt=bytes(32)
        )
    return recording


def outs(recording: Recording) -> list[str]:
    """Return what a recording has, short."""
    out = recording.segments[-1].out
    return [f"{each.card} {each.to}" for each in out if isinstance(each, CardOut)]


READY = (CardsSetReady((card("7s"),), Clause("18.2")), ReadyCardUsed())


def test_a_card_drawn_too_early_stands_where_it_left_the_shoe() -> None:
    _, house = begun()
    before = outs(house.recording)
    eight, seven = (CardDealt(card(face), 1, 1, 8, soft=False) for face in ("8h", "7s"))
    found = with_events(house.recording, READY[0], eight, READY[1], seven)
    assert outs(found) == [*before, "7s box 1", "8h box 1"]
    burned = with_events(house.recording, *READY, CardBurned(card("7s"), Clause("18.5")))
    assert outs(burned) == [*before, "7s burned"]
    assert (found.ready, found.loose) == ((), ())


def test_one_of_two_like_cards_may_lie_ready() -> None:
    _, house = begun()
    seven = CardDealt(card("7s"), 2, 1, 7, soft=False)
    found = with_events(house.recording, READY[0], seven, READY[0])
    assert outs(found)[-3:] == ["7s burned", "7s box 2", "7s burned"]
    assert len(found.ready) == 2


def test_a_round_dealt_again_moves_its_cards_and_not_their_order() -> None:
    practice, house = begun()
    log = [each for each in practice.table.log if isinstance(each, CardDealt)]
    moment = Moment(0)
    taken = with_events(house.recording, RoundTakenBack(0, "sue", moment, Clause("18.8")))
    assert len(taken.loose) == len(log) == 3
    again = [CardDealt(each.card, 5, 1, 5, soft=False) for each in reversed(log)]
    found = with_events(taken, *again)
    assert outs(found) == [f"{each.card} box 5" for each in log]
    left = with_events(taken, again[0], CardsSetReady((log[0].card,), Clause("18.2")))
    assert (len(left.ready), len(left.loose)) == (1, 1)
    assert left.segments[-1].left == house.recording.segments[-1].left


@pytest.mark.parametrize(("name", "first"), [(S24, True), (NZ, False)])
def test_only_the_burn_that_is_due_is_the_burn_of_the_record(name: str, *, first: bool) -> None:
    practice, house = begun(name)
    recording = house.recording.add_shuffle(house.shoe.stack, bytes(32), commitment="0" * 64)
    due = (Due("burn"),) if first else ()
    source = practice.table.source
    assert source is not None
    source = changed(source, preparation=changed(source.preparation, due=due))
    table = changed(practice.table, source=source)
    event = CardBurned(None, Clause("18.1"))
    found = record_event(recording, event, table=table, shoe=house.shoe, salt=bytes(32))
    assert (found.segments[-1].burn is not None, len(found.segments[-1].out)) == (first, not first)
