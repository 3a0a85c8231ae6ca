"""What each person sees and is told: never another's purse, never a card that lies face down."""

import json
from typing import Any

import pytest

from floor.tables import DEALER, MANAGER, Played, staff
from houserules.core.people import Person
from houserules.floor.commands import NextStep, SeatDealer
from houserules.floor.setting import Setting
from houserules.floor.showing import ONLOOKER, Showing
from houserules.floor.telling import FOR_ALL, OWN, told
from houserules.rulebook.loading import RULEBOOKS
from houserules.table.commands import CloseBets
from houserules.table.events import CardDealt
from houserules.table.facing.commands import ApproveFaceDown, ChooseFacing

ANN, BOB = Person("Ann", "player"), Person("Bob", "player")
INSPECTOR = Person("Ina", "inspector")
EVERYBODY = (ONLOOKER, ANN, BOB, DEALER, MANAGER, INSPECTOR, Person("Sam", "Surveillance"))


def everything(played: Played, events: tuple[Any, ...], person: Person) -> str:
    """Give every byte that a person is sent about a table."""
    showing = Showing(played.standing)
    return json.dumps([showing.common, showing.mine(person), told(events, played.standing, person)])


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
    shoe = played.house.shoe  # type: ignore[attr-defined]
    salt = played.house.salt.hex()  # type: ignore[attr-defined]
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
    setting = Setting("t1", "Table 1", "nsw-pontoon-2024", dealt_by="dealer with virtual shoe")
    played = Played(setting, seed="no natural")
    played.do(staff(SeatDealer, DEALER))
    played.sit("Ann", 1)
    played.sit("Bob", 2)
    played.do(staff(ApproveFaceDown, INSPECTOR))
    supervisor = Person("Sue", "casino supervisor")
    played.do(staff(ChooseFacing, supervisor, facing="down"))
    _deal(played)
    hand = played.standing.table.hand(1, 1)
    assert hand is not None and hand.face_down and len(hand.cards) == 2
    dealt = [each for each in played.events if isinstance(each, CardDealt) and each.box == 1]
    for person in EVERYBODY:
        showing = Showing(played.standing)
        common = showing.common["boxes"][0]["hands"][0]
        assert common["cards"] == [None, None] and common["total"] is None
        mine = showing.mine(person)["boxes"][0]["hands"][0]
        heard = [each["card"] for each in told(dealt, played.standing, person)]
        if person == ANN:
            assert mine["cards"] == heard == [str(card) for card in hand.cards]
        else:
            assert mine["cards"] == heard == [None, None]
    assert [each["card"] for each in told(dealt, played.standing, None)] == [None, None]


def _deal(played: Played) -> None:
    step = staff(NextStep, DEALER)
    while played.standing.table.source and played.standing.table.source.due:
        if played.standing.table.source.due[0].step == "cut":
            played.cut()
        else:
            played.do(step)
    played.wager("Ann", 1)
    played.wager("Bob", 2)
    played.do(CloseBets())
    while played.standing.table.phase == "dealing":
        played.do(step)


def test_buttons_are_only_for_what_this_person_may_do() -> None:
    played = two_players()
    showing = Showing(played.standing)
    mine = showing.mine(ANN)["legal"]
    assert mine and all(each["do"] in ("place-wager", "place-side-wager") for each in mine)
    assert all("player" not in each for each in mine)
    wager = next(each for each in mine if each["do"] == "place-wager")
    assert wager["least"] <= wager["most"] <= 777_00
    assert showing.mine(ONLOOKER)["legal"] == [] == showing.mine(DEALER)["legal"]


def test_events_of_money_are_for_their_player_and_staff() -> None:
    played = two_players()
    names = {each["name"] for each in told(played.events, played.standing, None)}
    assert names <= FOR_ALL
    assert "chips.brought" not in names
    mine = [each for each in told(played.events, played.standing, ANN) if each["name"] in OWN]
    assert {each["player"] for each in mine} == {"Ann"}
    staff_hear = told(played.events, played.standing, MANAGER)
    assert {each["player"] for each in staff_hear if each["name"] == "chips.brought"} == {
        "Ann",
        "Bob",
    }


def test_a_clock_is_shown_with_whom_it_waits_for() -> None:
    played = two_players()
    played.wager("Ann", 1)
    common = Showing(played.standing).common
    assert common["waited_for"] == ["Ann", "Bob"]
    assert common["clock_ends"] == played.at + played.setting.clocks.betting * 1000
