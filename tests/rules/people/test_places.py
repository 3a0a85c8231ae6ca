"""Seats: who sits at a box wagers there as its seated player; chips stay until they are taken."""

import pytest

from game_table import ALL, NZ, PJ, S24, S65, assert_refused
from houserules.table import commands as c
from houserules.table.people.commands import ComeToTable, LeaveTable
from houserules.table.state import Bettor
from seated_table import SeatedTable, chips_in_all, present

CONTROLS = {S24: "6.6", S65: "5.5", NZ: "15.3(a)", PJ: "5.5"}


def bettors(game: SeatedTable, box: int) -> tuple[Bettor, ...]:
    found = game.table.box(box)
    assert found is not None
    return found.bettors


@pytest.mark.clause(S24, "6.6.1")
@pytest.mark.clause(S65, "5.5.1")
@pytest.mark.clause(NZ, "15.3(a)")
@pytest.mark.clause(PJ, "5.5.1")
@pytest.mark.parametrize("name", ALL)
def test_only_who_sits_at_a_box_is_its_seated_player(name: str) -> None:
    game = SeatedTable(name)
    elsewhere = c.PlaceWager("ann", 2, 5_000, seated=True)
    assert_refused(game.say(elsewhere), "box.not-seated", CONTROLS[name])
    game.do(c.PlaceWager("ann", 2, 5_000))
    game.do(c.PlaceWager("bob", 2, 1_000))
    assert [(each.player, each.seated) for each in bettors(game, 2)] == [
        ("ann", False),
        ("bob", True),
    ]
    game.do(c.CloseBets())
    assert game.table.boxes[0].controller == "bob"


@pytest.mark.parametrize("name", ALL)
def test_a_wager_follows_the_seat_until_the_first_card(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 5_000))
    game.do(c.PlaceWager("bob", 1, 1_000))
    game.do(ComeToTable("ann", 5))
    game.do(ComeToTable("bob", 1))
    assert [each.seated for each in bettors(game, 1)] == [False, True]
    game.do(c.CloseBets())
    game.do(ComeToTable("ann", None))
    game.do(ComeToTable("bob", 7))
    assert game.table.boxes[0].controller == "bob"
    assert [each.seated for each in bettors(game, 1)] == [False, True]


@pytest.mark.parametrize("name", ALL)
def test_a_seat_is_one_players(name: str) -> None:
    game = SeatedTable(name)
    assert_refused(game.say(ComeToTable("dan", 2)), "box.seat-taken", CONTROLS[name])
    game.do(ComeToTable("bob", 2))
    game.do(ComeToTable("dan", 4))
    boxes = game.rules.equipment.boxes
    assert_refused(game.say(ComeToTable("dan", boxes.value + 1)), "box.none", boxes.clause)


@pytest.mark.parametrize("name", ALL)
def test_nobody_leaves_from_a_wager_and_nobody_loses_chips_by_leaving(name: str) -> None:
    game = SeatedTable(name)
    held = game.table.racks["ann"]
    game.do(c.PlaceWager("ann", 1, 1_000))
    late = game.rules.wagers.no_handling_after_first_card
    assert_refused(game.say(LeaveTable("ann")), "player.has-wagers", late)
    game.deal("9c 9s")
    assert_refused(game.say(LeaveTable("ann")), "player.has-wagers", late)
    game.deal("8d")
    game.do(c.Stand("ann", 1, 1))
    game.deal("9h")
    assert game.table.phase == "over"
    game.do(LeaveTable("ann"))
    assert game.table.patron("ann") is None
    assert game.table.racks["ann"] == held - 1_000
    game.do(c.ClearTable())
    before = chips_in_all(game.table)
    game.do(c.TakeChips("ann", held - 1_000))
    assert game.table.racks["ann"] == 0
    assert chips_in_all(game.table) == before - held + 1_000
    assert_refused(game.say(LeaveTable("ann")), "player.not-here", before_first_card(game))


@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_an_insurance_wager_keeps_who_is_bust_at_the_table(name: str) -> None:
    game = SeatedTable(name)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.PlaceWager("bob", 2, 1_000))
    game.deal("9c 9d As 6c 8d")
    game.do(c.Insure("ann", 1, 500))
    game.do(c.CloseOffers())
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kc")
    late = game.rules.wagers.no_handling_after_first_card
    assert_refused(game.say(LeaveTable("ann")), "player.has-wagers", late)
    game.do(c.Stand("bob", 2, 1))
    game.deal("7d")  # a soft 18, and the insurance is lost
    assert game.up("ann") == -1_500
    game.do(LeaveTable("ann"))


def before_first_card(game: SeatedTable) -> str:
    return game.rules.wagers.wagers_before_first_card


@pytest.mark.parametrize("name", ALL)
def test_who_has_not_come_does_not_wager(name: str) -> None:
    game = SeatedTable(name)
    assert_refused(
        game.say(c.PlaceWager("dan", 4, 1_000)), "player.not-here", before_first_card(game)
    )
    game.do(ComeToTable("dan"))
    if name == S24:
        game.do(present("dan"))
    game.do(c.PlaceWager("dan", 4, 1_000))
