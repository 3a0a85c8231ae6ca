"""Limits change at any time: the round under way and wagers on the layout stay as they are."""

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
from houserules.table.events import WagerCutBack
from houserules.table.irregularities.state import Irregularity
from houserules.table.people.commands import LeaveTable
from houserules.table.sign.commands import (
    AllowMore,
    AnnounceLimits,
    ChangeLimits,
    EndOwnLimits,
    LimitToOneBox,
    PutUpSign,
    RaiseMinimum,
)
from houserules.table.sign.events import WagersKept
from houserules.table.sign.limits import limits_for
from houserules.table.sign.lines import sign_lines
from houserules.table.sign.state import TO_ONE_BOX
from houserules.table.state import changed
from rules.sign.sign_table import START, SignTable, after, found_wager, place, raise_wager, stated
from seated_table import MANAGER, SUPERVISOR

BOX, NEXT = "Wagers per box", "Limits from the next round"


def said(game: GameTable, label: str) -> list[tuple[str, str]]:
    lines = sign_lines(game.rules, game.table)
    return [(line.text, line.clause) for line in lines if line.label == label]


def cuts(game: GameTable) -> list[tuple[str, int]]:
    return [(e.player, e.plays) for e in game.events if isinstance(e, WagerCutBack)]


def kept(game: GameTable) -> list[tuple[int, str, int]]:
    return [wager for e in game.events if isinstance(e, WagersKept) for wager in e.wagers]


@pytest.mark.clause(S24, "7.5")
@pytest.mark.clause(S65, "6.5")
@pytest.mark.clause(PJ, "6.5")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("7.5", "6.5", "15.2", "6.5"))
def test_a_change_under_a_round_is_for_the_wagers_of_the_next(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", "100"))
    least = desk.rules.limits.minimum.clause
    desk.do(place("ann", 1, "100"))
    desk.deal("Ks 7h")
    desk.do(ChangeLimits(SUPERVISOR, after(1), stated("5", "50", unit="5")))
    assert said(desk, BOX) == [("$10 to $100", least)]
    assert said(desk, NEXT) == [("$5 to $50, in steps of $5", clause)]
    desk.deal("Ac")  # a natural, paid on the whole wager
    assert [(e.stake, e.result) for e in desk.settled] == [(10_000, "win")]
    assert cuts(desk) == []
    assert kept(desk) == []  # nothing is to be kept: the bets were closed
    if desk.table.phase == "dealer":  # NZ 8.5: a second card in any case
        desk.deal("9d")
    desk.do(c.ClearTable())
    assert said(desk, BOX) == [("$5 to $50", least)]
    assert said(desk, NEXT) == []
    above = desk.rules.limits.maximum.clause
    assert_refused(desk.say(place("ann", 1, "55")), "wager.above-maximum", above)
    desk.do(place("ann", 1, "50"))
    desk.do(place("bob", 2, "5"))


@pytest.mark.parametrize("name", ALL)
def test_limits_change_while_something_is_put_right(name: str) -> None:
    desk = SignTable(name, stated("10", "100"))
    irregularity = Irregularity("device malfunction", "2.0", "The shuffling device has failed.")
    desk.table = changed(desk.table, irregularity=irregularity)
    assert_refused(desk.say(place("ann", 1, "10")), "irregularity.open", "2.0")
    desk.do(ChangeLimits(SUPERVISOR, START, stated("10", "50")))
    desk.do(RaiseMinimum(SUPERVISOR, START, stated("25", "50")))
    force = limits_for(desk.rules, desk.table, "ann")
    assert (force.minimum, force.maximum) == (1_000, 5_000)


@pytest.mark.clause(NZ, "12.3(b)")
def test_the_unit_of_a_double_is_that_with_which_bets_were_closed() -> None:
    desk = SignTable(NZ, stated("10", unit="5"))
    desk.do(place("ann", 1, "10"))
    desk.deal("5s 7h")
    desk.do(ChangeLimits(SUPERVISOR, START, stated("10", unit="10")))
    desk.deal("6d")
    assert_refused(desk.say(c.Double("ann", 1, 1, 450)), "double.too-little", "12.3(b)")
    desk.do(c.Double("ann", 1, 1, 500))


@pytest.mark.clause(NZ, "12.3(b)")
def test_a_sign_put_up_under_a_round_is_for_the_next_too() -> None:
    game = GameTable(NZ, unit="2")
    game.do(place("ann", 1, "11"))
    game.deal("5s 7h 6d")
    game.do(PutUpSign(SUPERVISOR, START, stated("10", "50", unit="10")))
    assert said(game, NEXT) == [("$10 to $50, in steps of $10", "15.2")]
    assert_refused(game.say(c.Double("ann", 1, 1, 150)), "double.too-little", "12.3(b)")
    game.do(c.Double("ann", 1, 1, 200))


@pytest.mark.clause(S24, "7.5", "7.5.1")
@pytest.mark.clause(S65, "6.5", "6.5.1")
@pytest.mark.clause(PJ, "6.5", "6.5.1")
@pytest.mark.parametrize("name", NSW)
def test_a_higher_minimum_comes_under_a_round_as_it_does_between_two(name: str) -> None:
    desk = SignTable(name, stated("10"))
    desk.do(AnnounceLimits(SUPERVISOR, START, stated("25"), after(20)))
    desk.do(place("ann", 1, "10"))
    desk.deal("Ks 7h")
    change = ChangeLimits(SUPERVISOR, after(19, 59), stated("25"))
    assert_refused(desk.say(change), "limits.too-soon", desk.rules.raising.sign_stands.clause)  # type: ignore[union-attr]
    desk.do(ChangeLimits(SUPERVISOR, after(20), stated("25")))
    desk.do(RaiseMinimum(SUPERVISOR, after(20), stated("50")))
    desk.come("dan")  # after the change, though before the next round
    minima = [limits_for(desk.rules, desk.table, name).minimum for name in ("ann", "bob", "dan")]
    assert minima == [2_500, 2_500, 5_000]


@pytest.mark.clause(S24, "7.2", "7.3")
@pytest.mark.clause(S65, "6.2", "6.3")
@pytest.mark.clause(PJ, "6.2", "6.3")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("7.3", "6.3", "15.2", "6.3"))
def test_wagers_on_the_layout_stay_lawful_when_limits_change(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", "100"))
    desk.do(place("ann", 1, "60"))
    desk.do(place("bob", 1, "40"))
    desk.do(place("cat", 3, "10"))
    desk.do(ChangeLimits(SUPERVISOR, START, stated("5", "50")))
    assert [e.clause for e in desk.events if isinstance(e, WagersKept)] == [clause]
    assert kept(desk) == [(1, "ann", 6_000), (1, "bob", 4_000)]
    shared = desk.rules.limits.maximum_shared
    assert_refused(desk.say(raise_wager("bob", 1, "5")), "wager.above-maximum", shared)
    assert_refused(desk.say(place("cat", 1, "5")), "wager.above-maximum", shared)
    desk.do(raise_wager("cat", 3, "40"))
    desk.do(c.CloseBets())
    assert cuts(desk) == []
    assert [s.amount for box in desk.table.boxes for s in box.hands[0].stakes] == [
        *(6_000, 4_000, 5_000)
    ]


@pytest.mark.parametrize("name", ALL)
def test_what_is_taken_back_and_laid_anew_is_under_the_new_limits(name: str) -> None:
    desk = SignTable(name, stated("10", "100"))
    desk.do(place("ann", 1, "100"))
    desk.do(ChangeLimits(SUPERVISOR, START, stated("10", "50")))
    desk.do(ChangeLimits(SUPERVISOR, START, stated("10", "40")))  # kept through a second change
    assert kept(desk)[-1] == (1, "ann", 10_000)
    desk.do(c.WithdrawWager("ann", 1))
    above = desk.rules.limits.maximum.clause
    assert_refused(desk.say(place("ann", 1, "40.50")), "wager.above-maximum", above)
    desk.do(found_wager("ann", 1, "60"))
    desk.do(c.CloseBets())
    assert cuts(desk) == [("ann", 4_000)]


@pytest.mark.parametrize("name", ALL)
def test_a_wager_that_was_never_lawful_keeps_what_was(name: str) -> None:
    desk = SignTable(name, stated("10", "100"))
    desk.do(found_wager("ann", 1, "120"))
    desk.do(ChangeLimits(SUPERVISOR, START, stated("10", "50")))
    desk.do(c.CloseBets())
    assert cuts(desk) == [("ann", 10_000)]


@pytest.mark.parametrize("name", NSW)
def test_a_wager_outlasts_leave_that_ends_and_a_restriction(name: str) -> None:
    desk = SignTable(name, stated("10", "100"))
    desk.do(AllowMore(SUPERVISOR, START, "ann", 1_000, 50_000))
    desk.do(place("ann", 1, "500"))
    desk.do(place("bob", 2, "80"))
    desk.do(EndOwnLimits(SUPERVISOR, START, "ann"))
    desk.told("inspector", TO_ONE_BOX, "bob")
    desk.do(LimitToOneBox(MANAGER, START, "bob"))
    assert kept(desk) == [(1, "ann", 50_000), (2, "bob", 8_000)]
    desk.do(c.CloseBets())
    assert cuts(desk) == []


@pytest.mark.parametrize("name", ALL)
def test_a_first_sign_takes_nothing_from_wagers_on_the_layout(name: str) -> None:
    game = GameTable(name, maximum="100")
    game.do(place("ann", 1, "100"))
    game.do(PutUpSign(SUPERVISOR, START, stated("10", "50")))
    game.do(c.CloseBets())
    assert cuts(game) == []


@pytest.mark.clause(S24, "7.6")
@pytest.mark.clause(S65, "6.6")
@pytest.mark.clause(PJ, "6.6")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.6", "6.6", "6.6"))
def test_one_player_above_the_maximum_by_limits_of_ones_own(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", "500"), smallest_chip="0.01")
    for least, most in ((1_000, 50_000), (999, 50_001), (50_002, 50_001)):
        allow = AllowMore(SUPERVISOR, START, "ann", least, most)
        assert_refused(desk.say(allow), "limits.own", clause)
    desk.do(
        AllowMore(SUPERVISOR, START, "ann", 5_000, 200_000, agreed=True)
    )  # the minimum above the table's
    most = desk.rules.limits.maximum.clause
    assert_refused(desk.say(place("ann", 1, "49.99")), "wager.below-minimum", clause)
    assert_refused(desk.say(place("ann", 1, "2000.01")), "wager.above-own-maximum", clause)
    desk.do(place("ann", 1, "2000"))
    desk.do(place("ann", 3, "50"))
    assert_refused(desk.say(place("bob", 2, "500.01")), "wager.above-maximum", most)
    shared = desk.rules.limits.maximum_shared
    for box in (1, 3):  # what ann has there by leave takes nothing from the others
        assert_refused(desk.say(place("bob", box, "500.01")), "wager.above-maximum", most)
        desk.do(place("bob", box, "490"))
        assert_refused(desk.say(place("cat", box, "10.01")), "wager.above-maximum", shared)
        desk.do(place("cat", box, "10"))
    desk.do(raise_wager("ann", 3, "1950"))  # by leave, whatever the others have there
    desk.do(c.CloseBets())
    assert cuts(desk) == []


@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.6", "6.6", "6.6"))
def test_limits_of_ones_own_are_made_of_chips(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", "500"))
    allow = AllowMore(SUPERVISOR, START, "ann", 1_025, 200_000)
    assert_refused(desk.say(allow), "limits.own", clause)
    desk.do(AllowMore(SUPERVISOR, START, "ann", 1_050, 200_000, agreed=True))


@pytest.mark.clause(S24, "7.1", "7.6")
def test_leave_above_a_players_maximum_leaves_that_of_the_box() -> None:
    desk = SignTable(S24, stated("10", "100", player_maximum="40"))
    allow = AllowMore(SUPERVISOR, START, "ann", 1_000, 4_000)
    assert_refused(desk.say(allow), "limits.own", "7.6")
    desk.do(AllowMore(SUPERVISOR, START, "ann", 1_000, 9_000))
    assert_refused(desk.say(place("ann", 3, "90.50")), "wager.above-own-maximum", "7.6")
    desk.do(place("bob", 3, "40"))
    assert_refused(desk.say(place("ann", 3, "60.50")), "wager.above-maximum", "7.1.1")
    desk.do(place("ann", 3, "60"))
    desk.do(c.CloseBets())
    assert cuts(desk) == []


@pytest.mark.clause(S24, "7.6")
@pytest.mark.clause(S65, "6.6")
@pytest.mark.clause(PJ, "6.6")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.6", "6.6", "6.6"))
def test_limits_of_ones_own_end_by_order_and_with_leaving(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", "500"))
    assert_refused(desk.say(EndOwnLimits(SUPERVISOR, START, "ann")), "limits.none-own", clause)
    for player in ("ann", "bob"):
        desk.do(AllowMore(SUPERVISOR, START, player, 1_000, 200_000))
    desk.do(EndOwnLimits(SUPERVISOR, START, "ann"))
    desk.do(LeaveTable("bob"))
    for player in ("ann", "bob"):
        assert limits_for(desk.rules, desk.table, player).maximum == 50_000
    here = desk.say(AllowMore(SUPERVISOR, START, "bob", 1_000, 200_000))
    assert_refused(here, "player.not-here", desk.rules.wagers.wagers_before_first_card)


@pytest.mark.parametrize("name", NSW)
def test_leave_ends_when_the_maximum_of_the_table_reaches_it(name: str) -> None:
    desk = SignTable(name, stated("10", "500"))
    desk.do(AllowMore(SUPERVISOR, START, "ann", 5_000, 200_000, agreed=True))
    desk.do(ChangeLimits(SUPERVISOR, START, stated("10", "1999.50")))
    assert limits_for(desk.rules, desk.table, "ann").most(0) == 200_000
    desk.do(ChangeLimits(SUPERVISOR, START, stated("10", "2000")))
    assert desk.table.sign is not None
    assert desk.table.sign.own_limits == ()
    desk.do(place("ann", 1, "10"))


@pytest.mark.parametrize("name", NSW)
def test_leave_under_a_round_is_for_the_next(name: str) -> None:
    desk = SignTable(name, stated("10", "100"))
    desk.do(place("ann", 1, "100"))
    desk.deal("Ks 7h")
    desk.do(AllowMore(SUPERVISOR, START, "ann", 1_000, 50_000))
    desk.deal("Ac")
    desk.do(c.ClearTable())
    desk.do(place("ann", 1, "500"))
