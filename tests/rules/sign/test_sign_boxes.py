"""Players to a box and to a table, boxes to a player, boxes reserved and given up."""

import pytest

from game_table import (
    ALL,
    NSW,
    NZ,
    PJ,
    S24,
    S65,
    GameTable,
    assert_refused,
    by_nsw_rulebook,
    by_rulebook,
)
from houserules.table import commands as c
from houserules.table.commands import StaffCommand
from houserules.table.people.commands import ComeToTable, LeaveTable
from houserules.table.sign.commands import (
    GiveUpBox,
    LimitBettors,
    LimitBoxes,
    LimitPlayers,
    ReportPatronage,
    ReserveBoxes,
)
from houserules.table.sign.events import BoxGivenUp, SideWagerDisplaced, WagersArranged
from rules.sign.sign_table import START, SignTable, place, stated
from seated_table import SUPERVISOR

LIMITS = stated("10", "500")


@pytest.mark.clause(S24, "6.5")
@pytest.mark.clause(S65, "5.4")
@pytest.mark.clause(NZ, "15.1")
@pytest.mark.clause(PJ, "5.4")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("6.5", "5.4", "15.1", "5.4"))
def test_fewer_bettors_to_a_box_by_order(name: str, clause: str) -> None:
    desk = SignTable(name, LIMITS)
    for wrong in (0, 4):
        assert_refused(desk.say(LimitBettors(SUPERVISOR, START, wrong)), "bettors.number", clause)
    desk.do(LimitBettors(SUPERVISOR, START, 1))
    desk.do(place("ann", 1, "10"))
    assert_refused(desk.say(place("bob", 1, "10")), "box.full", clause)
    desk.do(LimitBettors(SUPERVISOR, START, 2))
    desk.do(place("bob", 1, "10"))
    assert_refused(desk.say(place("cat", 1, "10")), "box.full", clause)
    desk.do(LimitBettors(SUPERVISOR, START, None))
    desk.do(place("cat", 1, "10"))


@pytest.mark.clause(S24, "6.16")
def test_so_many_players_at_the_table_in_the_order_of_their_coming() -> None:
    desk = SignTable(S24, LIMITS)
    assert_refused(desk.say(LimitPlayers(SUPERVISOR, START, 0)), "players.number", "6.16")
    desk.do(LimitPlayers(SUPERVISOR, START, 2))
    assert_refused(desk.say(place("cat", 3, "10")), "table.full", "6.16")
    desk.do(place("bob", 2, "10"))
    desk.do(place("ann", 1, "10"))
    desk.do(c.WithdrawWager("ann", 1))
    desk.do(LeaveTable("ann"))
    desk.do(place("cat", 3, "10"))
    desk.do(LimitPlayers(SUPERVISOR, START, None))


@pytest.mark.clause(S24, "6.16")
def test_without_seats_the_first_to_wager_are_the_players() -> None:
    desk = SignTable(S24, LIMITS, seats=())
    desk.table.__dict__["source"] = None  # nobody looks after seats
    desk.do(LimitPlayers(SUPERVISOR, START, 2))
    desk.do(place("cat", 3, "10"))
    desk.do(place("dan", 4, "10"))
    assert_refused(desk.say(place("ann", 1, "10")), "table.full", "6.16")
    desk.do(place("cat", 1, "10"))


@pytest.mark.clause(S24, "6.16")
def test_a_box_may_be_one_players_alone() -> None:
    desk = SignTable(S24, stated("10", "500", pairs="5"))
    desk.do(LimitPlayers(SUPERVISOR, START, None, one_a_box=True))
    assert_refused(desk.say(place("bob", 1, "10")), "box.one-player", "6.16")
    desk.do(place("ann", 1, "10"))
    assert_refused(
        desk.say(c.PlaceSideWager("bob", 1, "perfect-pairs", 500)), "box.one-player", "6.16"
    )
    desk.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    desk.do(place("cat", 3, "10"))  # nobody sits there
    assert_refused(desk.say(place("bob", 3, "10")), "box.one-player", "6.16")


@pytest.mark.clause(S24, "6.9")
@pytest.mark.clause(S65, "5.8")
@pytest.mark.clause(NZ, "15.4")
@pytest.mark.clause(PJ, "5.8")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("6.9", "5.8", "15.4", "5.8"))
def test_a_player_has_as_many_boxes_as_are_permitted(name: str, clause: str) -> None:
    desk = SignTable(name, LIMITS)
    assert_refused(desk.say(LimitBoxes(SUPERVISOR, START, 0)), "boxes.number", clause)
    desk.do(LimitBoxes(SUPERVISOR, START, 2))
    desk.do(place("ann", 1, "10"))
    desk.do(place("ann", 3, "10"))
    assert_refused(desk.say(place("ann", 4, "10")), "box.too-many", clause)
    desk.do(LimitBoxes(SUPERVISOR, START, None))
    desk.do(place("ann", 4, "10"))


@pytest.mark.clause(S24, "6.14")
@pytest.mark.clause(S65, "5.13")
@pytest.mark.clause(PJ, "5.13")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("6.14", "5.13", "5.13"))
def test_boxes_reserved_for_one_player_alone(name: str, clause: str) -> None:
    key, kind = ("suits", "suits-you") if name == PJ else ("pairs", "perfect-pairs")
    desk = SignTable(name, stated("10", "500", **{key: "5"}))
    none = desk.say(ReserveBoxes(SUPERVISOR, START, "cat", (0,)))
    assert_refused(none, "box.none", desk.rules.equipment.boxes.clause)
    taken = ReserveBoxes(SUPERVISOR, START, "cat", (3, 1))
    assert_refused(desk.say(taken), "box.in-use", clause)
    desk.do(ReserveBoxes(SUPERVISOR, START, "cat", (5, 4, 5)))
    assert_refused(desk.say(place("ann", 4, "10")), "box.reserved", clause)
    desk.do(place("cat", 4, "10"))
    suit = "s" if name == PJ else None
    beside = c.PlaceSideWager("ann", 4, kind, 500, suit)  # type: ignore[arg-type]
    assert_refused(desk.say(beside), "box.reserved", clause)
    assert_refused(desk.say(ReserveBoxes(SUPERVISOR, START, "ann", (5,))), "box.in-use", clause)
    desk.do(place("bob", 6, "10"))
    assert_refused(desk.say(ReserveBoxes(SUPERVISOR, START, "ann", (6,))), "box.in-use", clause)
    desk.do(ReserveBoxes(SUPERVISOR, START, "cat", ()))
    desk.do(place("ann", 5, "10"))


@pytest.mark.clause(S24, "6.14")
@pytest.mark.clause(S65, "5.13")
@pytest.mark.clause(PJ, "5.13")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("6.14", "5.13", "5.13"))
def test_nobody_else_sits_down_at_a_reserved_box(name: str, clause: str) -> None:
    desk = SignTable(name, LIMITS)
    desk.do(ReserveBoxes(SUPERVISOR, START, "cat", (4, 5)))
    for player in ("ann", "dan"):  # one at the table, one new to it
        assert_refused(desk.say(ComeToTable(player, 5)), "box.reserved", clause)
    desk.do(ComeToTable("dan", 6))
    desk.do(ComeToTable("cat", 4))
    desk.do(ReserveBoxes(SUPERVISOR, START, "cat", ()))
    desk.do(ComeToTable("ann", 5))


@pytest.mark.clause(S24, "6.16")
def test_who_comes_to_a_full_table_is_refused_and_who_was_there_stays() -> None:
    desk = SignTable(S24, LIMITS)
    desk.do(LimitPlayers(SUPERVISOR, START, 4))
    desk.do(ComeToTable("dan"))
    for seat in (None, 4):
        assert_refused(desk.say(ComeToTable("eve", seat)), "table.full", "6.16")
    desk.do(LimitPlayers(SUPERVISOR, START, 2))
    desk.do(ComeToTable("cat", 4))  # may change the place, though not wager
    assert_refused(desk.say(place("cat", 4, "10")), "table.full", "6.16")
    for player in ("cat", "dan", "bob"):
        desk.do(LeaveTable(player))
    desk.do(ComeToTable("dan", 3))
    assert_refused(desk.say(ComeToTable("cat")), "table.full", "6.16")


@pytest.mark.clause(S24, "6.16")
def test_nobody_sits_down_at_a_box_that_is_another_players_alone() -> None:
    desk = SignTable(S24, LIMITS)
    desk.do(LimitPlayers(SUPERVISOR, START, None, one_a_box=True))
    desk.do(place("ann", 3, "10"))
    assert_refused(desk.say(ComeToTable("cat", 3)), "box.one-player", "6.16")
    desk.do(ComeToTable("ann", 3))
    desk.do(ComeToTable("cat", 1))


@pytest.mark.parametrize("name", NSW)
def test_a_reservation_goes_with_its_player(name: str) -> None:
    desk = SignTable(name, LIMITS)
    desk.do(ReserveBoxes(SUPERVISOR, START, "cat", (4, 5)))
    desk.do(LeaveTable("cat"))
    desk.do(place("ann", 4, "10"))


def crowded(name: str, *, free: int | None = None) -> SignTable:
    """Ann has boxes 1 to 3, somebody sits at every other one, cat stands."""
    last = 9 if name == PJ else 7
    seats = [("ann", 1), ("cat", None)]
    seats += [(f"p{box}", box) for box in range(4, last + 1) if box != free]
    key = "suits" if name == PJ else "pairs"
    desk = SignTable(name, stated("10", "500", **{key: "5"}), seats=tuple(seats))
    for box in (1, 2, 3):
        desk.do(place("ann", box, "10"))
    return desk


@pytest.mark.clause(S24, "6.9")
@pytest.mark.clause(S65, "5.8")
@pytest.mark.clause(NZ, "15.4")
@pytest.mark.clause(PJ, "5.8")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("6.9", "5.8", "15.4", "5.8"))
def test_a_box_is_given_up_when_seats_are_short(name: str, clause: str) -> None:
    desk = crowded(name)
    give = GiveUpBox(SUPERVISOR, START, "ann", 3, "cat")
    assert_refused(desk.say(GiveUpBox(SUPERVISOR, START, "ann", 1, "cat")), "box.own", clause)
    seated = GiveUpBox(SUPERVISOR, START, "ann", 3, "p4")
    assert_refused(desk.say(seated), "box.not-wanted", clause)
    gone = GiveUpBox(SUPERVISOR, START, "ann", 3, "dan")
    assert_refused(desk.say(gone), "box.not-wanted", clause)
    desk.do(give)
    given = [event for event in desk.events if isinstance(event, BoxGivenUp)]
    assert [(e.box, e.player, e.to, e.clause) for e in given] == [(3, "ann", "cat", clause)]
    assert desk.table.racks["ann"] == 1_000_000 - 2_000
    assert_refused(desk.say(place("ann", 3, "10")), "box.given-up", clause)
    assert_refused(desk.say(ComeToTable("ann", 3)), "box.given-up", clause)
    desk.do(place("cat", 3, "10"))
    stays = desk.rules.wagers.placed_wagers_stay
    assert_refused(desk.say(give), "wager.none", stays)
    desk.do(c.WithdrawWager("cat", 3))
    desk.do(LeaveTable("cat"))
    desk.do(place("ann", 3, "10"))


@pytest.mark.clause(S24, "6.9")
@pytest.mark.clause(S65, "5.8")
@pytest.mark.clause(NZ, "15.4")
@pytest.mark.clause(PJ, "5.8")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("6.9", "5.8", "15.4", "5.8"))
def test_who_has_two_boxes_gives_one_up_and_keeps_the_last(name: str, clause: str) -> None:
    desk = crowded(name)
    desk.do(GiveUpBox(SUPERVISOR, START, "ann", 3, "cat"))
    desk.do(ComeToTable("cat", 3))
    desk.do(ComeToTable("dan"))
    desk.do(GiveUpBox(SUPERVISOR, START, "ann", 2, "dan"))
    assert [box.number for box in desk.table.boxes if box.bettor("ann")] == [1]
    desk.do(ComeToTable("dan", 2))
    desk.do(ComeToTable("eve"))
    assert_refused(desk.say(GiveUpBox(SUPERVISOR, START, "ann", 1, "eve")), "box.own", clause)


@pytest.mark.clause(S24, "6.9")
@pytest.mark.clause(S65, "5.8")
@pytest.mark.clause(NZ, "15.4")
@pytest.mark.clause(PJ, "5.8")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("6.9", "5.8", "15.4", "5.8"))
def test_no_box_is_given_up_while_one_is_free_or_it_is_the_only_one(name: str, clause: str) -> None:
    give = GiveUpBox(SUPERVISOR, START, "ann", 3, "cat")
    assert_refused(crowded(name, free=5).say(give), "box.not-wanted", clause)
    desk = crowded(name)
    for box in (1, 2):
        desk.do(c.WithdrawWager("ann", box))
    assert_refused(desk.say(give), "box.own", clause)


@pytest.mark.clause(S24, "6.14")
@pytest.mark.clause(S65, "5.13")
@pytest.mark.clause(PJ, "5.13")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("6.14", "5.13", "5.13"))
def test_a_reserved_box_is_not_given_up(name: str, clause: str) -> None:
    desk = crowded(name)
    desk.do(ReserveBoxes(SUPERVISOR, START, "ann", (2, 3)))
    give = GiveUpBox(SUPERVISOR, START, "ann", 3, "cat")
    assert_refused(desk.say(give), "box.reserved", clause)


@pytest.mark.parametrize("name", NSW)
def test_side_wagers_on_a_box_that_is_given_up_go_back(name: str) -> None:
    desk = crowded(name)
    if name == PJ:
        desk.do(c.PlaceSideWager("cat", 3, "suits-you", 500, "h"))
    else:
        desk.do(c.PlaceSideWager("cat", 3, "perfect-pairs", 500))
        desk.do(c.PlaceSideWager("ann", 3, "perfect-pairs", 500))
    desk.do(GiveUpBox(SUPERVISOR, START, "ann", 3, "cat"))
    assert [e.player for e in desk.events if isinstance(e, SideWagerDisplaced)] == ["cat"]
    assert desk.table.box(3) is None
    assert desk.table.racks["cat"] == 1_000_000
    assert desk.table.racks["ann"] == 1_000_000 - 2_000


@pytest.mark.clause(NZ, "15.5")
def test_in_a_full_house_who_sits_elsewhere_decides_only_where_nobody_else_can() -> None:
    def controllers(*, full: bool) -> list[str | None]:
        desk = SignTable(NZ, LIMITS)
        desk.do(ReportPatronage(SUPERVISOR, START, full))
        for player in ("ann", "cat"):  # ann sits at box 1, cat stands
            desk.do(place(player, 3, "10"))
        desk.do(place("ann", 1, "10"))
        desk.do(place("bob", 1, "10"))
        desk.do(place("ann", 4, "10"))
        desk.do(c.CloseBets())
        arranged = [e for e in desk.events if isinstance(e, WagersArranged)]
        assert [(e.box, e.players, e.clause) for e in arranged] == (
            [(3, ("cat", "ann"), "15.5")] if full else []
        )
        return [box.controller for box in desk.table.boxes]

    assert controllers(full=False) == ["ann", "ann", "ann"]
    assert controllers(full=True) == ["ann", "cat", "ann"]


@pytest.mark.parametrize("name", ALL)
def test_orders_stand_on_a_sign(name: str) -> None:
    game = GameTable(name)
    commands: list[StaffCommand] = [
        LimitBettors(SUPERVISOR, START, 1),
        LimitBoxes(SUPERVISOR, START, 1),
        GiveUpBox(SUPERVISOR, START, "ann", 1, "bob"),
    ]
    if name == S24:
        commands.append(LimitPlayers(SUPERVISOR, START, 1))
    if name == NZ:
        commands.append(ReportPatronage(SUPERVISOR, START, full=True))
    else:
        commands.append(ReserveBoxes(SUPERVISOR, START, "ann", (1,)))
    for command in commands:
        assert_refused(game.say(command), "sign.none", game.rules.limits.minimum.clause)
