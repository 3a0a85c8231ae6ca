"""A maximum that the operator directs for one named player (NZ 15.2)."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused
from houserules.table.commands import WithdrawWager
from houserules.table.evolve import evolve
from houserules.table.people.events import PlayerLeft
from houserules.table.sign.commands import ChangeLimits, RaiseMinimum, SetPlayerMaximum
from houserules.table.sign.events import PlayerMaximumSet
from houserules.table.sign.lines import sign_lines
from houserules.table.sign.placards import placards
from rules.sign.sign_table import START, SignTable, found_wager, place, raise_wager, stated
from seated_table import MANAGER, SUPERVISOR

LABEL = "Maximum for ann per box"


def direct(amount: int | None, player: str = "ann") -> SetPlayerMaximum:
    return SetPlayerMaximum(SUPERVISOR, START, player, amount)


def shown(desk: SignTable) -> list[tuple[str, str]]:
    lines = sign_lines(desk.rules, desk.table)
    return [(line.text, line.clause) for line in lines if line.label == LABEL]


@pytest.mark.clause(NZ, "15.2")
def test_one_player_has_a_maximum_and_the_others_that_of_the_table() -> None:
    desk = SignTable(NZ, stated("10", "100"))
    desk.do(direct(40_00))
    assert PlayerMaximumSet("ann", 40_00, "15.2") in desk.events
    assert shown(desk) == [("$40", "15.2")]
    assert [(p.text, p.clause) for p in placards(desk.rules, desk.table)] == [
        ("ann may have at most $40 on a box", "15.2")
    ]
    assert_refused(desk.say(place("ann", 1, "40.50")), "wager.above-player-maximum", "15.2")
    desk.do(place("ann", 1, "39.50"))
    assert_refused(desk.say(raise_wager("ann", 1, "1")), "wager.above-player-maximum", "15.2")
    desk.do(raise_wager("ann", 1, "0.50"))
    desk.do(place("ann", 2, "40"))  # on any one box: this is another
    desk.do(place("bob", 1, "60"))  # up to the maximum of the box
    desk.do(place("bob", 2, "60"))


@pytest.mark.clause(NZ, "15.2")
def test_a_wager_found_above_a_named_players_maximum_is_cut_back_to_it() -> None:
    desk = SignTable(NZ, stated("10", "100"))
    desk.do(direct(40_00))
    desk.do(found_wager("ann", 1, "70"))
    desk.deal("5s 7h 6d")
    assert desk.table.boxes[0].bettors[0].plays == 40_00


@pytest.mark.clause(NZ, "15.2")
def test_a_wager_that_lies_there_stays_when_a_maximum_is_directed_and_when_it_ends() -> None:
    desk = SignTable(NZ, stated("10", "100"))
    desk.do(place("ann", 1, "70"))
    desk.do(direct(40_00))
    assert_refused(desk.say(raise_wager("ann", 1, "1")), "wager.above-player-maximum", "15.2")
    desk.do(direct(None))
    assert shown(desk) == []
    assert_refused(desk.say(direct(None)), "player-maximum.none", "15.2")
    desk.do(direct(40_00))
    desk.deal("5s 7h 6d")
    assert desk.table.boxes[0].bettors[0].plays == 70_00


@pytest.mark.clause(NZ, "15.2")
def test_a_named_maximum_is_from_the_minimum_up_to_what_one_player_may_have() -> None:
    desk = SignTable(NZ, stated("10", "100", player_maximum="50"))
    for wrong in (9_50, 50_50, 20_25):
        assert_refused(desk.say(direct(wrong)), "player-maximum.amount", "15.2")
    desk.do(direct(50_00))
    desk.do(direct(10_00))
    assert_refused(desk.say(place("ann", 1, "10.50")), "wager.above-player-maximum", "15.2")
    desk.do(ChangeLimits(SUPERVISOR, START, stated("5", "100", player_maximum="8")))
    assert_refused(desk.say(place("ann", 1, "8.50")), "wager.above-player-maximum", "15.2")
    assert shown(desk) == [("$8", "15.2")]
    desk.do(place("ann", 1, "8"))


@pytest.mark.clause(NZ, "15.2")
def test_a_named_maximum_is_never_below_the_minimum_that_the_player_has() -> None:
    desk = SignTable(NZ, stated("10", "100"))
    desk.do(direct(20_00))
    desk.do(RaiseMinimum(SUPERVISOR, START, stated("50", "100")))
    desk.do(place("ann", 1, "20"))  # with a marker
    assert shown(desk) == [("$20", "15.2")]
    desk.do(WithdrawWager("ann", 1))
    desk.table = evolve(desk.table, PlayerLeft("ann"))  # the marker goes, the direction stays
    desk.come("ann")
    assert shown(desk) == [("$50", "15.2")]
    assert_refused(desk.say(place("ann", 1, "50.50")), "wager.above-player-maximum", "15.2")
    desk.do(place("ann", 1, "50"))


@pytest.mark.clause(NZ, "15.2")
@pytest.mark.clause(S24, "7.6")
@pytest.mark.clause(S65, "6.6")
@pytest.mark.clause(PJ, "6.6")
def test_who_may_direct_it_and_for_whom() -> None:
    desk = SignTable(NZ)
    here = desk.rules.wagers.wagers_before_first_card
    assert_refused(desk.say(direct(40_00, "zoe")), "player.not-here", here)
    for name, clause in ((S24, "7.6"), (S65, "6.6"), (PJ, "6.6")):
        by_manager = SetPlayerMaximum(MANAGER, START, "ann", 40_00)
        assert_refused(SignTable(name).say(by_manager), "role.may-not", clause)
    game = GameTable(NZ)
    assert_refused(game.say(direct(40_00)), "sign.none", game.rules.limits.minimum.clause)
