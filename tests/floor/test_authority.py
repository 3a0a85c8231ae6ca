"""Who may give which command: by role, by relation and by kind of table."""

from dataclasses import fields, replace
from typing import get_args

import pytest
from tools.stored_samples import example

from floor.tables import DEALER, MANAGER, Played, staff
from houserules.core.cards import CARDS
from houserules.core.codec import DataError
from houserules.core.money import format_money
from houserules.core.people import Person, Role
from houserules.core.refusal import Refusal
from houserules.floor.commands import (
    BeReady,
    CreditFloat,
    FillFloat,
    GetUp,
    SeatDealer,
    SettleDebt,
    TakeSeat,
)
from houserules.floor.denial import Denied
from houserules.floor.tables.authority import (
    COMMANDS,
    NAMES,
    command_from,
    filled_by_floor,
    own_fields,
    request_of,
    why_not_person,
)
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.table import FloorTable
from houserules.floor.tables.view import SharedView
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.cards.commands import BurnCard, OrderShuffle
from houserules.table.cards.open_steps import next_step
from houserules.table.commands import CloseBets, DealCard, Hit, PlaceWager
from houserules.table.legal import legal
from houserules.table.staff.commands import GiveNotice
from houserules.table.views import view_for

ANN = Person("Ann", "player")


def table(dealt_by: str = "automatic dealer") -> Played:
    return Played(Setting("t1", "Table 1", "nsw-pontoon-2024", dealt_by=dealt_by))  # type: ignore[arg-type]


def test_names_are_words_with_hyphens() -> None:
    assert {"place-wager", "take-seat", "order-shuffle-after-vacancy"} <= COMMANDS.keys()
    assert all(name.islower() and " " not in name for name in COMMANDS)
    assert "come-to-table" not in COMMANDS  # take-seat is how people come
    assert {NAMES[kind] for kind in COMMANDS.values()} == set(COMMANDS)


def test_nobody_says_who_they_are() -> None:
    for name, kind in COMMANDS.items():
        names = {field.name for field in fields(kind)}
        assert {*own_fields(kind), *filled_by_floor(kind)} == names, name
        for field in filled_by_floor(kind):
            with pytest.raises(
                DataError, match=f"{name}: the field {field} is filled by the floor"
            ):
                command_from(name, {field: "Bob"}, ANN, at=5000)


def test_the_floor_fills_in_who_and_when() -> None:
    hit = command_from("hit", {"box": 1, "hand": 2}, ANN, at=5000)
    assert hit == Hit("Ann", 1, 2)
    notice = command_from("give-notice", {"to": "inspector", "about": "x"}, MANAGER, at=5999)
    assert notice == GiveNotice(MANAGER, 5, "inspector", "x")  # type: ignore[arg-type]


def test_what_is_no_command_is_named() -> None:
    with pytest.raises(DataError, match="'fly' is not a command"):
        command_from("fly", {}, ANN, at=0)
    with pytest.raises(DataError, match="hit: the field hand is missing"):
        command_from("hit", {"box": 1}, ANN, at=0)


def test_nobody_moves_the_chips_of_another() -> None:
    state = table().state
    assert why_not_person(state, PlaceWager("Ann", 1, 5), ANN) is None
    no = why_not_person(state, PlaceWager("Bob", 1, 5), ANN)
    assert isinstance(no, Refusal) and no.code == "role.not-yours"
    for command in (BeReady("Bob"), TakeSeat("Bob", 1), GetUp("Bob")):
        assert isinstance(why_not_person(state, command, ANN), Denied)
    assert isinstance(why_not_person(state, GetUp("Dora"), DEALER), Denied)


def test_only_the_dealer_behind_the_table_deals() -> None:
    played = table("dealer with real shoe")
    no = why_not_person(played.state, CloseBets(), DEALER)
    assert isinstance(no, Denied) and no.code == "dealer.not-seated"
    played.do(staff(SeatDealer, DEALER))
    assert why_not_person(played.state, CloseBets(), DEALER) is None
    other = Person("Dan", "dealer")
    assert isinstance(why_not_person(played.state, CloseBets(), other), Denied)
    assert isinstance(why_not_person(played.state, CloseBets(), ANN), Refusal)


def test_people_do_not_deal_where_the_software_does() -> None:
    no = why_not_person(table().state, CloseBets(), DEALER)
    assert isinstance(no, Denied) and no.code == "dealer.automatic"


def test_a_virtual_shoe_says_which_card_it_is() -> None:
    played = table("dealer with virtual shoe")
    played.do(staff(SeatDealer, DEALER))
    no = why_not_person(played.state, DealCard(CARDS["As"]), DEALER)
    assert isinstance(no, Denied) and no.code == "card.from-shoe"
    assert why_not_person(played.state, staff(BurnCard, DEALER), DEALER) is None


def test_a_supervisors_order_is_no_dealers() -> None:
    played = table("dealer with real shoe")
    played.do(staff(SeatDealer, DEALER))
    no = why_not_person(played.state, staff(OrderShuffle, DEALER), DEALER)
    assert isinstance(no, Refusal) and no.code == "role.may-not" and no.clause
    supervisor = Person("Sue", "casino supervisor")
    assert why_not_person(played.state, staff(OrderShuffle, supervisor), supervisor) is None


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("role", ["cashier", "Tournament Manager"])
def test_roles_away_from_the_table_give_no_command_there(role: Role, rulebook: str) -> None:
    """Every command of every rulebook, in their own name: none is carried out."""
    setting = Setting("t1", "Table 1", rulebook, dealt_by="dealer with real shoe")
    played, person = Played(setting), Person("Ann", role)
    played.do(staff(SeatDealer, DEALER))
    for name, kind in COMMANDS.items():
        command = example(kind)
        if "by" in filled_by_floor(kind):
            command = replace(command, by=person)
        no = why_not_person(played.state, command, person) or played.ask(command)
        assert isinstance(no, Denied | Refusal), name


@pytest.mark.parametrize("role", get_args(Role))
def test_no_refusal_tells_the_float_to_a_role_that_does_not_see_it(role: Role) -> None:
    """Whatever somebody asks of the float, the answer has no figure that their view has not."""
    played, person = table("dealer with real shoe"), Person("Kim", role)
    played.do(staff(FillFloat, MANAGER, amount=7_654_321))
    shown = view_for(played.setting.rules, played.state.table, person).float_tray
    for kind, more in (
        (CreditFloat, {"amount": 9_999_999_99}),
        (CreditFloat, {"amount": 0}),
        (FillFloat, {"amount": 0}),
        (SettleDebt, {"player": "Ann", "amount": 9_999_999_99}),
    ):
        answer = played.ask(staff(kind, person, **more))
        assert isinstance(answer, Denied | Refusal)
        assert shown is not None or format_money(7_654_321) not in answer.detail


def test_an_order_is_given_in_ones_own_name() -> None:
    no = why_not_person(table().state, staff(FillFloat, MANAGER, amount=5), DEALER)
    assert isinstance(no, Denied)


def at_a_real_shoe(dealer: str | None = "Dora") -> Played:
    played = table("dealer with real shoe")
    played.sit("Ann", 1)
    if dealer:
        played.do(SeatDealer(Person(dealer, "dealer"), 5, "L1"))  # type: ignore[arg-type]
    return played


def test_a_dealer_enters_what_players_do_at_a_real_shoe() -> None:
    played = at_a_real_shoe()
    wager = command_from(
        "place-wager", {"player": "Ann", "box": 1, "amount": 25_00}, DEALER, at=5000
    )
    assert wager == PlaceWager("Ann", 1, 25_00)
    assert why_not_person(played.state, wager, DEALER) is None
    played.do(wager)
    assert played.state.table.racks["Ann"] == 975_00


@pytest.mark.parametrize(
    ("state", "player", "code"),
    [
        (table("dealer with virtual shoe").state, "Ann", "role.not-yours"),
        (table().state, "Ann", "role.not-yours"),
        (at_a_real_shoe(dealer=None).state, "Ann", "dealer.not-seated"),
        (at_a_real_shoe(dealer="Eve").state, "Ann", "dealer.not-seated"),
        (at_a_real_shoe().state, "Bob", "player.not-here"),
    ],
)
def test_a_dealer_enters_nothing_elsewhere_or_for_others(
    state: FloorTable, player: str, code: str
) -> None:
    no = why_not_person(state, Hit(player, 1, 1), DEALER)
    assert isinstance(no, Denied) and no.code == code


def test_a_dealer_enters_no_money_and_no_seats() -> None:
    for name in ("take-seat", "get-up", "bring-chips", "take-chips", "raise-dispute"):
        with pytest.raises(DataError, match=f"{name}: the field player is filled by the floor"):
            command_from(name, {"player": "Ann"}, DEALER, at=5000)


def test_an_id_is_bound_to_the_player_that_the_dealer_named() -> None:
    hits = [Hit("Ann", 1, 1), Hit("Bob", 1, 1)]
    assert len({request_of("t1", hit, DEALER) for hit in hits}) == 2
    assert len({request_of("t1", hit, ANN) for hit in hits}) == 1


def test_the_dealer_names_the_card_that_comes() -> None:
    played = at_a_real_shoe()
    played.wager("Ann", 1)
    while next_step(played.state.table):
        played.do(legal(played.setting.rules, played.state.table)[0].command)
    played.do(CloseBets())
    offered = SharedView(played.state).mine(DEALER)["legal"]
    assert {"do": "deal-card"} in offered
    assert not any("card" in each for each in offered)


def test_the_dealer_is_offered_what_players_may_do() -> None:
    played = at_a_real_shoe()
    offered = SharedView(played.state).mine(DEALER)["legal"]
    wagers = [each for each in offered if each["do"] == "place-wager"]
    assert {each["player"] for each in wagers} == {"Ann"}
    assert not [
        each for each in SharedView(table().state).mine(DEALER)["legal"] if "player" in each
    ]
