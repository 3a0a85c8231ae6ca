"""Side wagers: for whom a Gaming Manager leaves them, and who has the first claim."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused, by_nsw_rulebook
from houserules.table import commands as c
from houserules.table.sign.commands import LimitSideWagers
from houserules.table.sign.events import SideWagerDisplaced
from houserules.table.sign.state import SIDE_WAGERS
from rules.sign.sign_table import START, SignTable, place, stated
from seated_table import MANAGER

SEATS = tuple((name, None) for name in ("ann", "bob", "cat", "dan"))


def open_desk(name: str, *, seats: tuple[tuple[str, int | None], ...] = SEATS) -> SignTable:
    key = "suits" if name == PJ else "pairs"
    return SignTable(name, stated("10", "500", **{key: "5"}), seats=seats)


def side(name: str, player: str, box: int = 1) -> c.PlaceSideWager:
    if name == PJ:
        return c.PlaceSideWager(player, box, "suits-you", 500, "h")
    return c.PlaceSideWager(player, box, "perfect-pairs", 500)


def limit(desk: SignTable) -> None:
    """Restrict side wagers as the rules have it."""
    for who in ("Surveillance", "inspector"):
        desk.told(who, SIDE_WAGERS)
    desk.do(LimitSideWagers(MANAGER, START))


@pytest.mark.clause(S24, "16.4", "16.4.1", "16.4.2")
@pytest.mark.clause(S65, "15.4", "15.4.1", "15.4.2")
@pytest.mark.clause(PJ, "13.4", "13.4.1", "13.4.2")
@pytest.mark.parametrize(("name", "section"), by_nsw_rulebook("16", "15", "13"))
def test_side_wagers_beside_ones_own_after_two_notices(name: str, section: str) -> None:
    desk = open_desk(name)
    limit = LimitSideWagers(MANAGER, START)
    notified = f"{section}.4.1"
    assert_refused(desk.say(limit), "restriction.not-notified", notified)
    desk.told("inspector", SIDE_WAGERS)
    assert_refused(desk.say(limit), "restriction.not-notified", notified)
    desk.told("Surveillance", SIDE_WAGERS, "ann")  # about something else
    assert_refused(desk.say(limit), "restriction.not-notified", notified)
    desk.told("Surveillance", SIDE_WAGERS)
    desk.do(limit)
    assert_refused(desk.say(limit), "restriction.standing", f"{section}.4")
    desk.do(place("ann", 1, "10"))
    assert_refused(desk.say(side(name, "bob")), "side-wager.no-wager", f"{section}.4.2")
    desk.do(side(name, "ann"))
    assert_refused(desk.say(side(name, "ann", 2)), "side-wager.alone", f"{section}.5")


@pytest.mark.clause(S24, "16.4", "16.4.2", "16.5")
@pytest.mark.clause(S65, "15.4", "15.4.2", "15.5")
@pytest.mark.clause(PJ, "13.4", "13.4.2", "13.5")
@pytest.mark.parametrize(("name", "section"), by_nsw_rulebook("16", "15", "13"))
def test_an_initial_wager_on_any_box_of_the_round_is_enough(name: str, section: str) -> None:
    desk = open_desk(name)
    limit(desk)
    for box in (2, 3):
        desk.do(place("ann", box, "10"))
    assert_refused(desk.say(side(name, "ann")), "side-wager.alone", f"{section}.5")
    desk.do(place("bob", 1, "10"))
    desk.do(side(name, "ann"))
    assert_refused(desk.say(side(name, "cat", 2)), "side-wager.no-wager", f"{section}.4.2")
    desk.do(c.WithdrawWager("ann", 2))  # another is left
    assert len(desk.table.boxes[0].sides) == 1
    desk.do(c.WithdrawWager("ann", 3))  # the last: the side wager goes with it
    back = [e for e in desk.events if isinstance(e, SideWagerDisplaced)]
    assert [(e.box, e.player, e.clause) for e in back] == [(1, "ann", f"{section}.4.2")]
    assert desk.table.racks["ann"] == 1_000_000


@pytest.mark.clause(S24, "16.4", "16.4.1")
@pytest.mark.clause(S65, "15.4", "15.4.1")
@pytest.mark.clause(PJ, "13.4", "13.4.1")
@pytest.mark.parametrize(("name", "section"), by_nsw_rulebook("16", "15", "13"))
def test_a_restriction_ordered_again_needs_both_notices_again(name: str, section: str) -> None:
    desk = open_desk(name)
    limit(desk)
    desk.do(LimitSideWagers(MANAGER, START, limited=False))
    again = LimitSideWagers(MANAGER, START)
    for who in ("Surveillance", "inspector"):
        assert_refused(desk.say(again), "restriction.not-notified", f"{section}.4.1")
        desk.told(who, SIDE_WAGERS)
    desk.do(again)


@pytest.mark.parametrize("name", [S24, S65, PJ])
def test_a_side_wager_that_lies_there_outlasts_the_restriction(name: str) -> None:
    desk = open_desk(name)
    desk.do(place("ann", 1, "10"))
    desk.do(side(name, "bob"))
    limit(desk)
    desk.do(c.CloseBets())
    assert [each.player for each in desk.table.boxes[0].sides] == ["bob"]


@pytest.mark.parametrize(("name", "section"), by_nsw_rulebook("16", "15", "13"))
def test_a_notice_to_surveillance_alone_is_not_enough(name: str, section: str) -> None:
    desk = open_desk(name)
    desk.told("Surveillance", SIDE_WAGERS)
    limit = LimitSideWagers(MANAGER, START)
    assert_refused(desk.say(limit), "restriction.not-notified", f"{section}.4.1")


@pytest.mark.clause(S24, "16.5")
@pytest.mark.clause(S65, "15.5")
@pytest.mark.clause(PJ, "13.5")
@pytest.mark.parametrize(("name", "section"), by_nsw_rulebook("16", "15", "13"))
def test_side_wagers_are_open_to_all_again(name: str, section: str) -> None:
    desk = open_desk(name)
    free = LimitSideWagers(MANAGER, START, limited=False)
    assert_refused(desk.say(free), "restriction.standing", f"{section}.4")
    limit(desk)
    desk.do(free)
    desk.do(place("ann", 1, "10"))
    desk.do(side(name, "bob"))


@pytest.mark.clause(S24, "16.6")
@pytest.mark.clause(S65, "15.6")
@pytest.mark.parametrize(("name", "clause"), [(S24, "16.6"), (S65, "15.6")])
def test_who_has_an_initial_wager_comes_before_the_last_who_has_none(
    name: str, clause: str
) -> None:
    desk = open_desk(name)
    desk.do(place("ann", 1, "10"))
    for player in ("bob", "cat", "dan"):
        desk.do(side(name, player))
    desk.do(side(name, "ann"))
    displaced = [e for e in desk.events if isinstance(e, SideWagerDisplaced)]
    assert [(e.player, e.amount, e.clause) for e in displaced] == [("dan", 500, clause)]
    assert desk.table.racks["dan"] == 1_000_000
    assert [each.player for each in desk.table.boxes[0].sides] == ["bob", "cat", "ann"]
    assert_refused(desk.say(side(name, "dan")), "side-wager.full", clause)
    desk.do(place("dan", 1, "10"))
    desk.do(side(name, "dan"))
    assert [each.player for each in desk.table.boxes[0].sides] == ["bob", "ann", "dan"]


@pytest.mark.clause(S24, "16.6")
@pytest.mark.clause(S65, "15.6")
@pytest.mark.parametrize(("name", "clause"), [(S24, "16.6"), (S65, "15.6")])
def test_an_initial_wager_on_another_box_gives_preference_too(name: str, clause: str) -> None:
    desk = open_desk(name)
    desk.do(place("ann", 1, "10"))
    desk.do(place("cat", 4, "10"))
    for player in ("bob", "cat", "dan"):
        desk.do(side(name, player))
    desk.do(side(name, "ann"))
    assert [each.player for each in desk.table.boxes[0].sides] == ["bob", "cat", "ann"]
    desk.do(place("dan", 5, "10"))  # after that dan's claim is as good as any
    desk.do(side(name, "dan"))
    assert [each.player for each in desk.table.boxes[0].sides] == ["cat", "ann", "dan"]
    desk.do(place("bob", 5, "10"))
    assert_refused(desk.say(side(name, "bob")), "side-wager.full", clause)
    displaced = [e for e in desk.events if isinstance(e, SideWagerDisplaced)]
    assert [(e.player, e.clause) for e in displaced] == [("dan", clause), ("bob", clause)]


@pytest.mark.clause(S24, "16.6")
@pytest.mark.clause(S65, "15.6")
@pytest.mark.parametrize(("name", "clause"), [(S24, "16.6"), (S65, "15.6")])
def test_players_with_initial_wagers_do_not_displace_one_another(name: str, clause: str) -> None:
    desk = open_desk(name)
    for player in ("ann", "bob", "cat"):
        desk.do(place(player, 1, "10"))
        desk.do(side(name, player))
    desk.do(c.WithdrawSideWager("cat", 1, "perfect-pairs"))
    desk.do(side(name, "dan"))
    desk.do(side(name, "cat"))  # dan has no initial wager
    assert [each.player for each in desk.table.boxes[0].sides] == ["ann", "bob", "cat"]
    assert_refused(desk.say(side(name, "ann")), "side-wager.full", clause)


@pytest.mark.clause(PJ, "13.6")
def test_the_one_suits_you_wager_is_the_controlling_players_first() -> None:
    desk = open_desk(PJ, seats=(("ann", 1), ("bob", 2), ("cat", None)))
    desk.do(place("bob", 1, "50"))
    desk.do(side(PJ, "cat"))
    desk.do(side(PJ, "bob"))  # has the highest wager, and nobody seated has one
    desk.do(place("ann", 1, "10"))
    assert_refused(desk.say(side(PJ, "cat")), "side-wager.full", "13.6")
    desk.do(side(PJ, "ann"))  # is seated
    assert_refused(desk.say(side(PJ, "bob")), "side-wager.full", "13.6")
    displaced = [e for e in desk.events if isinstance(e, SideWagerDisplaced)]
    assert [(e.player, e.clause) for e in displaced] == [("cat", "13.6"), ("bob", "13.6")]
    assert [each.player for each in desk.table.boxes[0].sides] == ["ann"]
    assert desk.table.racks["bob"] == 1_000_000 - 5_000


def test_in_new_zealand_they_are_beside_ones_own_wager_anyway() -> None:
    desk = open_desk(NZ)
    desk.do(place("ann", 1, "10"))
    assert_refused(desk.say(side(NZ, "bob")), "side-wager.own-wager", "15A.2")
    assert_refused(desk.say(LimitSideWagers(MANAGER, START)), "role.may-not", "15A.2")
    desk.do(place("bob", 1, "10"))
    desk.do(place("bob", 2, "10"))
    desk.do(side(NZ, "bob"))
    desk.do(c.WithdrawWager("bob", 2))
    desk.do(c.WithdrawWager("bob", 1))
    back = [e for e in desk.events if isinstance(e, SideWagerDisplaced)]
    assert [(e.box, e.player, e.clause) for e in back] == [(1, "bob", "15A.2")]


@pytest.mark.parametrize("name", [S24, S65, PJ])
def test_the_restriction_needs_a_sign_to_stand_on(name: str) -> None:
    game = GameTable(name)
    least = game.rules.limits.minimum.clause
    assert_refused(game.say(LimitSideWagers(MANAGER, START)), "sign.none", least)
