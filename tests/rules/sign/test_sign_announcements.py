"""Signs with limits to come: several at once, taken down, put up again, waited for."""

import pytest

from game_table import NSW, PJ, S24, S65, assert_refused, by_nsw_rulebook
from houserules.core.people import Moment
from houserules.table.sign.commands import (
    AnnounceLimits,
    ChangeLimits,
    RaiseMinimum,
    TakeDownAnnouncement,
)
from houserules.table.sign.limits import limits_for
from houserules.table.sign.state import Stated
from rules.sign.sign_table import START, SignTable, after, place, stated
from seated_table import SUPERVISOR

LOW, HIGH, TOP = stated("10", "500"), stated("25", "1000"), stated("50", "1000")


def announced(game: SignTable) -> list[tuple[int, int]]:
    assert game.table.sign is not None
    return [(each.stated.minimum, each.when) for each in game.table.sign.announced]


def announce(game: SignTable, at: Moment, limits: Stated, when: Moment) -> None:
    game.do(AnnounceLimits(SUPERVISOR, at, limits, when))


@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_another_minimum_than_announced_is_not_announced(name: str, clause: str) -> None:
    game = SignTable(name, LOW)
    announce(game, START, HIGH, after(20))
    for other in (stated("24.50"), stated("25.50")):
        assert_refused(
            game.say(ChangeLimits(SUPERVISOR, after(20), other)), "limits.not-announced", clause
        )
    game.do(ChangeLimits(SUPERVISOR, after(20), stated("25", "300")))  # the maximum is free


@pytest.mark.clause(S24, "7.5")
@pytest.mark.clause(S65, "6.5")
@pytest.mark.clause(PJ, "6.5")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_two_announcements_stand_side_by_side_and_come_each_at_its_hour(
    name: str, clause: str
) -> None:
    game = SignTable(name, LOW)
    announce(game, START, TOP, after(60))
    announce(game, after(10), HIGH, after(30))
    assert announced(game) == [(2_500, after(30)), (5_000, after(60))]
    for early, limits in ((after(29, 59), HIGH), (after(30), TOP), (after(59, 59), TOP)):
        assert_refused(game.say(ChangeLimits(SUPERVISOR, early, limits)), "limits.too-soon", clause)
    game.do(ChangeLimits(SUPERVISOR, after(30), HIGH))
    assert announced(game) == [(5_000, after(60))]
    game.do(ChangeLimits(SUPERVISOR, after(60), TOP))
    assert announced(game) == []


@pytest.mark.parametrize("name", NSW)
def test_the_higher_of_two_takes_the_lower_down_with_it(name: str) -> None:
    game = SignTable(name, LOW)
    announce(game, START, HIGH, after(20))
    announce(game, START, TOP, after(30))
    game.do(ChangeLimits(SUPERVISOR, after(30), TOP))
    assert announced(game) == []


@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_a_sign_that_contradicts_another_takes_its_place(name: str, clause: str) -> None:
    game = SignTable(name, LOW)
    announce(game, START, HIGH, after(20))
    announce(game, after(10), HIGH, after(30))  # the same minimum at another hour
    assert announced(game) == [(2_500, after(30))]
    assert_refused(game.say(ChangeLimits(SUPERVISOR, after(20), HIGH)), "limits.too-soon", clause)
    announce(game, after(10), TOP, after(30))  # another minimum at the same hour
    assert announced(game) == [(5_000, after(30))]
    assert_refused(
        game.say(ChangeLimits(SUPERVISOR, after(30), HIGH)), "limits.not-announced", clause
    )


@pytest.mark.clause(S24, "7.5")
@pytest.mark.clause(S65, "6.5")
@pytest.mark.clause(PJ, "6.5")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_a_sign_taken_down_and_put_up_again_starts_anew(name: str, clause: str) -> None:
    game = SignTable(name, LOW)
    announce(game, START, HIGH, after(20))
    game.do(TakeDownAnnouncement(SUPERVISOR, after(19)))
    assert_refused(
        game.say(ChangeLimits(SUPERVISOR, after(20), HIGH)), "limits.not-announced", clause
    )
    soon = AnnounceLimits(SUPERVISOR, after(19, 30), HIGH, after(39, 29))
    assert_refused(game.say(soon), "limits.too-soon", clause)
    announce(game, after(19, 30), HIGH, after(39, 30))
    assert_refused(
        game.say(ChangeLimits(SUPERVISOR, after(39, 29), HIGH)), "limits.too-soon", clause
    )
    game.do(ChangeLimits(SUPERVISOR, after(39, 30), HIGH))


@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_one_of_two_signs_is_taken_down_or_both(name: str, clause: str) -> None:
    game = SignTable(name, LOW)
    none = TakeDownAnnouncement(SUPERVISOR, START)
    assert_refused(game.say(none), "limits.none-announced", clause)
    announce(game, START, HIGH, after(20))
    announce(game, START, TOP, after(30))
    other = TakeDownAnnouncement(SUPERVISOR, START, after(25))
    assert_refused(game.say(other), "limits.none-announced", clause)
    game.do(TakeDownAnnouncement(SUPERVISOR, START, after(20)))
    assert announced(game) == [(5_000, after(30))]
    announce(game, START, HIGH, after(20))
    game.do(none)
    assert announced(game) == []


@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_a_sign_is_spent_by_the_change_that_it_announced(name: str, clause: str) -> None:
    game = SignTable(name, LOW)
    announce(game, START, HIGH, after(20))
    game.do(ChangeLimits(SUPERVISOR, after(20), HIGH))
    game.do(ChangeLimits(SUPERVISOR, after(21), LOW))
    assert_refused(
        game.say(ChangeLimits(SUPERVISOR, after(60), HIGH)), "limits.not-announced", clause
    )


@pytest.mark.parametrize("name", NSW)
def test_a_sign_outlasts_a_lower_minimum_in_between(name: str) -> None:
    game = SignTable(name, LOW)
    announce(game, START, HIGH, after(20))
    game.do(ChangeLimits(SUPERVISOR, after(10), stated("5", "500")))
    game.do(ChangeLimits(SUPERVISOR, after(20), HIGH))
    assert limits_for(game.rules, game.table, "ann").minimum == 2_500


@pytest.mark.parametrize("name", NSW)
def test_a_sign_may_go_up_in_the_middle_of_a_round(name: str) -> None:
    game = SignTable(name, LOW)
    game.do(place("ann", 1, "10"))
    game.deal("7s")
    announce(game, START, HIGH, after(20))


@pytest.mark.clause(S24, "7.5")
@pytest.mark.clause(S65, "6.5")
@pytest.mark.clause(PJ, "6.5")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_a_dearer_side_wager_is_announced_too(name: str, clause: str) -> None:
    key = "suits" if name == PJ else "pairs"
    old, new = stated("10", **{key: "5"}), stated("10", **{key: "10"})
    game = SignTable(name, old)
    assert_refused(
        game.say(ChangeLimits(SUPERVISOR, after(60), new)), "limits.not-announced", clause
    )
    higher = stated("25", **{key: "10"})
    assert_refused(
        game.say(RaiseMinimum(SUPERVISOR, after(60), higher)), "limits.not-announced", clause
    )
    game.do(ChangeLimits(SUPERVISOR, START, stated("10")))  # no longer offered
    game.do(ChangeLimits(SUPERVISOR, START, old))
    announce(game, START, new, after(20))
    game.do(ChangeLimits(SUPERVISOR, after(20), new))


@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_two_kinds_of_wager_may_have_a_sign_each(name: str, clause: str) -> None:
    key = "suits" if name == PJ else "pairs"
    game = SignTable(name, stated("10", **{key: "5"}))
    announce(game, START, stated("25", **{key: "5"}), after(20))
    announce(game, START, stated("10", **{key: "10"}), after(30))
    both = stated("25", **{key: "10"})
    assert_refused(
        game.say(ChangeLimits(SUPERVISOR, after(29, 59), both)), "limits.too-soon", clause
    )
    game.do(ChangeLimits(SUPERVISOR, after(30), both))
