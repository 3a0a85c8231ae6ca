"""Prohibited devices: found by a casino supervisor, and each order against the user by itself."""

from collections.abc import Callable

import pytest

from game_table import NSW, NZ, PJ, S24, S65, assert_refused
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.commands import StaffCommand
from houserules.table.people import commands as p
from houserules.table.people.devices import DETAINED, OFFICERS
from houserules.table.people.events import (
    DeviceUseFound,
    OfficerAttended,
    PersonDetained,
    PersonExcluded,
    WagersDeclaredVoid,
)
from houserules.table.people.state import Debt, DeviceUse
from houserules.table.staff.commands import GiveNotice
from houserules.table.staff.events import NoticeGiven
from houserules.table.staff.state import NoticeOwed
from seated_table import DEALER, NOT_SUPERVISORS, NOW, SUPERVISOR, SUPERVISORS, SeatedTable

BANNED = {S24: "20.2", S65: "19.1", PJ: "17.1"}
IN_DUTY = {S24: "20.3", S65: "19.2", PJ: "17.2"}
FOUND = {S24: "20.4", S65: "19.3", PJ: "17.3"}

in_nsw = pytest.mark.parametrize("name", NSW)


def find(
    player: str = "ann", device: str = "a counting app", by: Person = SUPERVISOR
) -> StaffCommand:
    return p.FindDeviceUse(by, NOW, player, device)


def void(player: str = "ann", by: Person = SUPERVISOR) -> StaffCommand:
    return p.DeclareWagersVoid(by, NOW, player)


def out_of_game(player: str = "ann", by: Person = SUPERVISOR) -> StaffCommand:
    return p.ExcludeFromGame(by, NOW, player)


def out_of_casino(player: str = "ann", by: Person = SUPERVISOR) -> StaffCommand:
    return p.ExcludeFromCasino(by, NOW, player)


def detain(player: str = "ann", by: Person = SUPERVISOR) -> StaffCommand:
    return p.DetainPerson(by, NOW, player)


def attend(
    player: str = "ann", officer: p.Officer = "inspector", name: str = "ida"
) -> StaffCommand:
    return p.RecordAttendance(SUPERVISOR, NOW, player, officer, name)


def told_of(player: str = "ann") -> StaffCommand:
    return GiveNotice(DEALER, NOW, OFFICERS, DETAINED, player)


ORDERS = [void, out_of_game, out_of_casino, detain]
Order = Callable[..., StaffCommand]


@pytest.mark.clause(S24, "20.2", "20.4")
@pytest.mark.clause(S65, "19.1", "19.3")
@pytest.mark.clause(PJ, "17.1", "17.3")
@in_nsw
def test_a_finding_is_recorded_and_does_nothing_by_itself(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    assert_refused(game.say(find(device=" ")), "device.none", BANNED[name])
    game.do(find())
    assert game.events[-1] == DeviceUseFound("ann", "a counting app", "sue", NOW, BANNED[name])
    assert game.table.people.device_users == (DeviceUse("ann", "a counting app", "sue", NOW),)
    game.do(c.PlaceWager("ann", 2, 1_000))
    assert game.up("ann") == -2_000


@pytest.mark.clause(S24, "20.3")
@pytest.mark.clause(S65, "19.2")
@pytest.mark.clause(PJ, "17.2")
@in_nsw
@pytest.mark.parametrize("duty", ["agent", "employee", "inspector"])
def test_who_acts_in_the_course_of_duty_breaks_no_rule(name: str, duty: p.Duty) -> None:
    game = SeatedTable(name)
    found = p.FindDeviceUse(SUPERVISOR, NOW, "dora", "a card counter", duty)
    assert_refused(game.say(found), "device.in-duty", IN_DUTY[name])
    assert_refused(game.say(out_of_game("dora")), "device.not-found", FOUND[name])
    game.do(find("dora"))


@pytest.mark.clause(S24, "20.4")
@pytest.mark.clause(S65, "19.3")
@pytest.mark.clause(PJ, "17.3")
@in_nsw
@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.__name__)
def test_every_order_needs_the_finding(name: str, order: Order) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(find("bob"))
    assert_refused(game.say(order()), "device.not-found", FOUND[name])
    game.do(find())
    game.do(order())


@pytest.mark.clause(S24, "20.4", "20.4.1", "2.1:void")
@pytest.mark.clause(S65, "19.3", "19.3.1", "1.1:void")
@pytest.mark.clause(PJ, "17.3", "17.3.1", "1.1:void")
@in_nsw
def test_wagers_declared_void_are_handed_back_and_the_round_goes_on(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("bob", 1, 2_000))
    game.do(c.PlaceWager("cat", 3, 1_000))
    game.deal("Kc Kd 9s 8c 9d")
    game.do(find())
    assert game.table.boxes[0].controller == "ann"
    game.do(void())
    assert game.events[-3] == WagersDeclaredVoid("ann", "sue", NOW, FOUND[name] + ".1")
    row = game.settled[-1]
    assert (row.player, row.result, row.returned, row.clause) == (
        "ann",
        "void",
        1_000,
        FOUND[name] + ".1",
    )
    assert game.up("ann") == 0
    assert_refused(game.say(c.Stand("ann", 1, 1)), "decision.not-yours", controls(game))
    game.do(c.Stand("bob", 1, 1))
    game.do(c.Stand("cat", 3, 1))
    game.deal("Ks")
    # the dealer has 19: Bob's 18 loses, Cat's 19 stands off in Pontoon and loses in Pinkjack
    assert (game.up("ann"), game.up("bob")) == (0, -2_000)
    assert_refused(game.say(void()), "device.no-wagers", FOUND[name] + ".1")


def controls(game: SeatedTable) -> str:
    return game.rules.wagers.decisions_by_controller


@pytest.mark.clause(S24, "20.4.1")
@pytest.mark.clause(S65, "19.3.1")
@pytest.mark.clause(PJ, "17.3.1")
@in_nsw
def test_before_the_first_card_void_wagers_are_taken_off(name: str) -> None:
    game = SeatedTable(name)
    game.do(find())
    assert_refused(game.say(void()), "device.no-wagers", FOUND[name] + ".1")
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(void())
    assert (game.up("ann"), game.table.boxes) == (0, ())


@pytest.mark.clause(S24, "20.4.1")
@pytest.mark.clause(S65, "19.3.1")
@pytest.mark.clause(PJ, "17.3.1")
@in_nsw
def test_wagers_of_the_round_are_void_settled_or_not(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("ann", 2, 1_000))
    game.deal("Kc Kd 9s 6c 9d")
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kh")
    game.do(find())
    game.do(void())
    assert game.up("ann") == 0  # one was bust, one was open
    assert game.table.phase == "over"
    clause = FOUND[name] + ".1"
    assert_refused(game.say(void()), "device.no-wagers", clause)
    game.do(c.ClearTable())
    assert_refused(game.say(void()), "device.no-wagers", clause)


@pytest.mark.clause(S24, "20.4.1")
@pytest.mark.clause(S65, "19.3.1")
@pytest.mark.clause(PJ, "17.3.1")
@in_nsw
@pytest.mark.parametrize("taken", [False, True])
def test_what_was_paid_on_void_wagers_goes_back_or_is_owed(name: str, *, taken: bool) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("Ah 9c 9s Kc 9d")
    paid = game.up("ann")
    assert paid > 0
    if taken:
        game.do(c.TakeChips("ann", game.table.racks["ann"]))
    game.do(find())
    game.do(void())
    assert game.table.racks["ann"] == (0 if taken else 1_000_000)
    clause = FOUND[name] + ".1"
    assert game.table.people.debts == ((Debt("ann", paid, clause),) if taken else ())


@pytest.mark.clause(S24, "20.4.1")
@pytest.mark.clause(S65, "19.3.1")
@pytest.mark.parametrize("name", [S24, S65])
def test_a_super_bonus_won_with_a_device_goes_back(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 2_500))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("7s 9c 7h 7s 9d")
    game.do(c.Hit("ann", 1, 1))
    game.deal("7s")
    assert game.up("ann") > 500_000
    game.do(find())
    game.do(void())
    assert (game.up("ann"), game.up("bob")) == (0, 4_000)  # Bob's $50 stands


@pytest.mark.clause(S24, "20.4.1")
@pytest.mark.clause(S65, "19.3.1")
@pytest.mark.clause(PJ, "17.3.1")
@in_nsw
def test_earlier_rounds_of_a_device_user_stand(name: str) -> None:
    game = SeatedTable(name)
    game.round("ann")
    up = game.up("ann")
    game.do(find())
    assert_refused(game.say(void()), "device.no-wagers", FOUND[name] + ".1")
    assert game.up("ann") == up


@pytest.mark.clause(S24, "20.4", "20.4.2")
@pytest.mark.clause(S65, "19.3", "19.3.2")
@pytest.mark.clause(PJ, "17.3", "17.3.2")
@in_nsw
def test_who_is_excluded_from_the_game_takes_no_further_part(name: str) -> None:
    side = "suits-you" if name == PJ else "perfect-pairs"
    game = SeatedTable(name, **{side.replace("-", "_"): "5"})
    game.do(c.PlaceWager("bob", 2, 1_000))
    clause = FOUND[name] + ".2"
    game.do(find())
    game.do(out_of_game())
    assert PersonExcluded("ann", "the game", "sue", NOW, clause) in game.events
    assert game.table.patron("ann") is None
    assert_refused(game.say(p.ComeToTable("ann", 1)), "player.excluded", clause)
    assert_refused(game.say(c.PlaceWager("ann", 1, 1_000)), "player.excluded", clause)
    assert_refused(game.say(c.PlaceSideWager("ann", 2, side, 500, "s")), "player.excluded", clause)
    assert_refused(game.say(out_of_game()), "exclusion.already", clause)
    game.do(p.ComeToTable("dan", 1))
    assert game.up("ann") == 0
    game.do(c.TakeChips("ann", game.table.racks["ann"]))


@pytest.mark.clause(S24, "20.4.2")
@pytest.mark.clause(S65, "19.3.2")
@pytest.mark.clause(PJ, "17.3.2")
@in_nsw
def test_a_wager_not_declared_void_is_played_out_without_further_wagers(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.deal("5c 9s 6c")
    game.do(find())
    game.do(out_of_game())
    assert_refused(game.say(c.Double("ann", 1, 1, 1_000)), "player.excluded", FOUND[name] + ".2")
    game.do(c.Hit("ann", 1, 1))
    game.deal("9h")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kh")
    assert game.up("ann") == 1_000
    game.do(c.ClearTable())


@pytest.mark.clause(S24, "20.4.2", "20.4.3")
@pytest.mark.clause(S65, "19.3.2", "19.3.3")
@pytest.mark.clause(PJ, "17.3.2", "17.3.3")
@in_nsw
@pytest.mark.parametrize("order", [out_of_game, out_of_casino])
@pytest.mark.parametrize("closed", [False, True])
def test_the_excluded_take_no_part_in_a_round_to_come(
    name: str, order: Order, *, closed: bool
) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("bob", 1, 2_000))
    game.do(c.PlaceWager("ann", 3, 1_000))
    if closed:
        game.do(c.CloseBets())
    game.do(find())
    game.do(order())
    assert (game.up("ann"), game.up("bob")) == (0, -2_000)
    game.deal("9c 9s 9d")
    game.do(c.Stand("bob", 1, 1))
    game.deal("Kh")
    assert game.table.phase == "over"


@pytest.mark.clause(S24, "20.4.2")
@pytest.mark.clause(S65, "19.3.2")
@pytest.mark.clause(PJ, "17.3.2")
@in_nsw
def test_the_excluded_may_say_no_to_a_further_wager(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("bob", 1, 1_000))
    game.deal("8c 9s 8d")
    game.do(c.Split("ann", 1, 1))
    game.do(find("bob"))
    game.do(out_of_game("bob"))
    assert_refused(game.say(c.Split("bob", 1, 1)), "player.excluded", FOUND[name] + ".2")
    game.do(c.Decline("bob", 1))


@pytest.mark.clause(S24, "20.4.2", "9.1")
@pytest.mark.clause(S65, "19.3.2", "8.1")
@pytest.mark.parametrize("name", [S24, S65])
def test_the_excluded_do_not_insure(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.deal("5c As 6c")
    game.do(find())
    game.do(out_of_game())
    assert_refused(game.say(c.Insure("ann", 1, 500)), "player.excluded", FOUND[name] + ".2")


@pytest.mark.clause(S24, "20.4", "20.4.3")
@pytest.mark.clause(S65, "19.3", "19.3.3")
@pytest.mark.clause(PJ, "17.3", "17.3.3")
@in_nsw
def test_who_is_excluded_from_the_casino_is_so_from_the_table(name: str) -> None:
    game = SeatedTable(name)
    clause = FOUND[name] + ".3"
    game.do(find())
    game.do(out_of_game())
    game.do(out_of_casino())
    assert game.events[-1] == PersonExcluded("ann", "the casino", "sue", NOW, clause)
    assert_refused(game.say(p.ComeToTable("ann")), "player.excluded", clause)
    assert_refused(game.say(out_of_casino()), "exclusion.already", clause)
    assert_refused(game.say(out_of_game()), "exclusion.already", FOUND[name] + ".2")
    game.do(find("eve"))
    game.do(out_of_casino("eve"))
    assert_refused(game.say(p.ComeToTable("eve")), "player.excluded", clause)


@pytest.mark.clause(S24, "20.4", "20.4.4")
@pytest.mark.clause(S65, "19.3", "19.3.4")
@pytest.mark.clause(PJ, "17.3", "17.3.4")
@in_nsw
@pytest.mark.parametrize("officer", ["inspector", "police officer"])
def test_a_detention_lasts_until_an_officer_has_taken_over(name: str, officer: p.Officer) -> None:
    game = SeatedTable(name)
    clause = FOUND[name] + ".4"
    assert_refused(game.say(attend()), "detention.none", clause)
    game.do(find())
    game.do(detain())
    assert PersonDetained("ann", "sue", NOW, clause) in game.events
    assert game.table.staff.owed == (NoticeOwed(OFFICERS, DETAINED, clause, "ann"),)
    assert_refused(game.say(detain()), "detention.already", clause)
    assert_refused(game.say(c.PlaceWager("ann", 1, 1_000)), "player.detained", clause)
    assert_refused(game.say(attend(officer=officer, name="")), "detention.officer", clause)
    game.do(attend(officer=officer, name="olga"))
    assert OfficerAttended("ann", officer, "olga", "sue", NOW, clause) in game.events
    assert (game.table.people.detained, game.table.staff.owed) == ((), ())
    assert_refused(game.say(attend()), "detention.none", clause)
    game.do(c.PlaceWager("ann", 1, 1_000))


@in_nsw
def test_the_call_for_an_officer_may_be_given_before_he_comes(name: str) -> None:
    game = SeatedTable(name)
    game.do(find())
    game.do(detain())
    game.do(GiveNotice(DEALER, NOW, OFFICERS, DETAINED, "ann"))
    assert game.table.staff.owed == ()
    game.do(attend())
    assert len([each for each in game.events if isinstance(each, NoticeGiven)]) == 1


@pytest.mark.clause(S24, "20.4")
@pytest.mark.clause(S65, "19.3")
@pytest.mark.clause(PJ, "17.3")
@in_nsw
@pytest.mark.parametrize("order", [find, *ORDERS], ids=lambda order: order.__name__)
@pytest.mark.parametrize("person", NOT_SUPERVISORS, ids=lambda person: person.role)
def test_who_may_not_order_is_told_who_may(name: str, order: Order, person: Person) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(find())
    answer = game.say(order(by=person))
    assert_refused(answer, "role.may-not", FOUND[name])
    assert answer is not None and "casino supervisor" in answer.detail


@in_nsw
@pytest.mark.parametrize("order", [find, *ORDERS], ids=lambda order: order.__name__)
@pytest.mark.parametrize("person", SUPERVISORS, ids=lambda person: person.role)
def test_every_casino_supervisor_may_order(name: str, order: Order, person: Person) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(find())
    game.do(order(by=person))


@pytest.mark.parametrize("order", [find, *ORDERS, attend], ids=lambda order: order.__name__)
def test_new_zealand_leaves_devices_to_division_1(order: Order) -> None:
    game = SeatedTable(NZ)
    game.do(c.PlaceWager("ann", 1, 1_000))
    assert_refused(game.say(order()), "role.may-not", "2.0")


@pytest.mark.clause(S24, "20.4.4")
@pytest.mark.clause(S65, "19.3.4")
@pytest.mark.clause(PJ, "17.3.4")
@in_nsw
@pytest.mark.parametrize("told", [attend, told_of])
def test_the_call_for_one_is_not_the_call_for_another(name: str, told: Order) -> None:
    game = SeatedTable(name)
    for player in ("ann", "bob"):
        game.do(find(player))
        game.do(detain(player))
    game.do(told("ann"))
    assert [owed.player for owed in game.table.staff.owed] == ["bob"]
    game.do(told("bob"))
    assert game.table.staff.owed == ()
