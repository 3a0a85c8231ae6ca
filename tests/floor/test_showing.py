"""What each person sees and is told: never another's purse, never a card that lies face down."""

import json
from typing import Any

import pytest

from floor.tables import DEALER, MANAGER, Played, staff
from houserules.core.cards import CARDS
from houserules.core.people import Moment, Person
from houserules.floor.commands import NextStep, SeatDealer
from houserules.floor.tables.event_visibility import FOR_ALL, OWN, tables_after, visible_events
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.view import ONLOOKER, SharedView
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.commands import CloseBets
from houserules.table.events import CardDealt, HandStood
from houserules.table.face_down import ApproveFaceDown, ChooseFacing
from houserules.table.narrator.sentence import card_name
from houserules.table.staff.commands import AdviseOfComplaint, DecideDispute, RaiseDispute
from houserules.table.state import Table

ANN, BOB = Person("Ann", "player"), Person("Bob", "player")
INSPECTOR = Person("Ina", "inspector")
EVERYBODY = (ONLOOKER, ANN, BOB, DEALER, MANAGER, INSPECTOR, Person("Sam", "Surveillance"))


def everything(played: Played, events: tuple[Any, ...], person: Person) -> str:
    """Return every byte that a person is sent about a table."""
    showing = SharedView(played.state)
    return json.dumps(
        [showing.common, showing.mine(person), visible_events(events, played.state, person)]
    )


def two_players(name: str = "nsw-pontoon-2024") -> Played:
    played = Played(Setting("t1", "Table 1", name))
    played.sit("Ann", 1, 777_00)
    played.sit("Bob", 2, 999_00)
    played.cut()
    return played


@pytest.mark.parametrize("name", RULEBOOKS)
def test_nobody_is_shown_the_order_of_the_shoe_or_its_salt(name: str) -> None:
    played = two_players(name)
    for player, box in (("Ann", 1), ("Bob", 2)):
        played.wager(player, box)
    played.ready("Ann", "Bob")
    played.play_out()
    shoe = played.handler.shoe  # type: ignore[attr-defined]
    salt = played.handler.salt.hex()  # type: ignore[attr-defined]
    ahead = [str(card) for card in shoe.stack[:6]]
    for person in EVERYBODY:
        sent = everything(played, tuple(played.events), person)
        assert salt not in sent
        assert json.dumps(ahead) not in sent and " ".join(ahead) not in sent


def test_a_purse_is_shown_to_its_owner_and_to_staff() -> None:
    played = two_players()
    assert "77700" in everything(played, tuple(played.events), ANN)
    assert "99900" not in everything(played, tuple(played.events), ANN)
    assert "77700" not in everything(played, tuple(played.events), ONLOOKER)
    assert "77700" in everything(played, (), DEALER)


def test_only_the_controlling_player_sees_cards_that_lie_face_down() -> None:
    played = _dealt_face_down()
    hand = played.state.table.hand(1, 1)
    assert hand is not None and hand.face_down and len(hand.cards) == 2
    dealt = [each for each in played.events if isinstance(each, CardDealt) and each.box == 1]
    for person in EVERYBODY:
        showing = SharedView(played.state)
        common = showing.common["boxes"][0]["hands"][0]
        assert common["cards"] == [None, None] and common["total"] is None
        mine = showing.mine(person)["boxes"][0]["hands"][0]
        heard = [each["card"] for each in visible_events(dealt, played.state, person)]
        if person == ANN:
            assert mine["cards"] == heard == [str(card) for card in hand.cards]
        else:
            assert mine["cards"] == heard == [None, None]
    assert [each["card"] for each in visible_events(dealt, played.state, None)] == [None, None]


def test_sentences_tell_nothing_of_cards_that_lie_face_down() -> None:
    played = _dealt_face_down()
    hand = played.state.table.hand(1, 1)
    assert hand is not None
    stood = HandStood(1, 1, None)
    events = (*played.events, stood)
    tables = tuple(tables_after(Table(), events))
    for person in (None, *EVERYBODY):
        told = visible_events(events, played.state, person, tables=tables)
        sentences = [json.dumps(each["sentence"]) for each in told if each.get("box") == 1]
        knows = [name in " ".join(sentences) for name in map(card_name, hand.cards)]
        assert knows == [person == ANN] * 2
        assert (f"{hand.total}, " in sentences[-1]) == (person == ANN)


def test_a_sentence_names_no_card_that_its_event_does_not_tell() -> None:
    played = _dealt_face_down()
    tables = tuple(tables_after(Table(), played.events))
    for person in (None, *EVERYBODY):
        for event in visible_events(played.events, played.state, person, tables=tables):
            sentence = json.dumps(event.pop("sentence"))
            data = json.dumps(event)
            named = [text for text, card in CARDS.items() if card_name(card) in sentence]
            assert all(f'"{text}"' in data for text in named), (event, sentence)


def _dealt_face_down() -> Played:
    setting = Setting("t1", "Table 1", "nsw-pontoon-2024", dealt_by="dealer with virtual shoe")
    played = Played(setting, seed="no natural")
    played.do(staff(SeatDealer, DEALER))
    played.sit("Ann", 1)
    played.sit("Bob", 2)
    played.do(staff(ApproveFaceDown, INSPECTOR))
    supervisor = Person("Sue", "casino supervisor")
    played.do(staff(ChooseFacing, supervisor, facing="down"))
    _deal(played)
    return played


def _deal(played: Played) -> None:
    step = staff(NextStep, DEALER)
    while played.state.table.source and played.state.table.source.due:
        if played.state.table.source.due[0].step == "cut":
            played.cut()
        else:
            played.do(step)
    played.wager("Ann", 1)
    played.wager("Bob", 2)
    played.do(CloseBets())
    while played.state.table.phase == "dealing":
        played.do(step)


def test_buttons_are_only_for_what_this_person_may_do() -> None:
    played = two_players()
    showing = SharedView(played.state)
    mine = showing.mine(ANN)["legal"]
    assert {each["do"] for each in mine} == {"place-wager", "get-up"}
    assert all("player" not in each for each in mine)
    wager = next(each for each in mine if each["do"] == "place-wager")
    assert wager["least"] <= wager["most"] <= 777_00
    assert showing.mine(ONLOOKER)["legal"] == [] == showing.mine(DEALER)["legal"]


def test_events_of_money_are_for_their_player_and_staff() -> None:
    played = two_players()
    names = {each["name"] for each in visible_events(played.events, played.state, None)}
    assert names <= FOR_ALL
    assert "chips.brought" not in names
    mine = [
        each for each in visible_events(played.events, played.state, ANN) if each["name"] in OWN
    ]
    assert {each["player"] for each in mine} == {"Ann"}
    staff_hear = visible_events(played.events, played.state, MANAGER)
    assert {each["player"] for each in staff_hear if each["name"] == "chips.brought"} == {
        "Ann",
        "Bob",
    }


def test_a_clock_is_shown_with_whom_it_waits_for() -> None:
    played = two_players()
    played.wager("Ann", 1)
    common = SharedView(played.state).common
    assert common["waited_for"] == ["Ann", "Bob"]
    assert common["clock_ends"] == played.at + played.setting.clocks.betting * 1000


@pytest.mark.clause("nsw-pontoon-2024", "20.13", "20.14")
def test_who_raised_a_dispute_is_told_the_decision_and_nobody_else_at_the_boxes() -> None:
    played = two_players()
    said = "The total was right."
    gil = Person("Gil", "Gaming Supervisor")
    played.wager("Ann", 1)
    before = len(played.events)
    played.do(RaiseDispute("Ann", "my total was wrong"))
    played.do(DecideDispute(gil, Moment(1), 1, said))
    events = tuple(played.events[before:])
    played.do(AdviseOfComplaint(gil, Moment(2), 1))
    events = tuple(played.events[before:])
    names = [each["name"] for each in visible_events(events, played.state, ANN)]
    assert names == ["dispute.raised", "dispute.decided", "complaint.advised"]
    sent = everything(played, events, ANN)
    assert said in sent and "you may complain to an inspector (20.14)" in sent
    for person in (BOB, ONLOOKER):
        sent = everything(played, events, person)
        assert said not in sent and "my total" not in sent
    assert said in everything(played, events, MANAGER)


def test_a_players_own_part_follows_the_dispute() -> None:
    played = two_players()
    played.wager("Ann", 1)
    played.do(RaiseDispute("Ann", "my total was wrong"))
    first = SharedView(played.state)
    assert first.mine(ANN)["disputes"][0]["decisions"] == []
    played.do(DecideDispute(Person("Gil", "Gaming Supervisor"), Moment(1), 1, "It was right."))
    assert SharedView(played.state, first).mine(ANN)["disputes"][0]["may_ask_review"]
