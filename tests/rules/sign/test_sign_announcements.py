"""Signs with limits to come: several at once, taken down, put up again, waited for."""

import pytest

from houserules.core.people import Moment
from houserules.table.sign.commands import (
    AnnounceLimits,
    ChangeLimits,
    RaiseMinimum,
    TakeDownAnnouncement,
)
from houserules.table.sign.limits import limits_for
from houserules.table.sign.state import Stated
from rules.sign.desk import NSW, START, SUPERVISOR, Desk, after, nsw, place, stated
from talk import PJ, S24, S65, refused

LOW, HIGH, TOP = stated("10", "500"), stated("25", "1000"), stated("50", "1000")


def announced(desk: Desk) -> list[tuple[int, int]]:
    assert desk.table.sign is not None
    return [(each.stated.minimum, each.when) for each in desk.table.sign.announced]


def announce(desk: Desk, at: Moment, limits: Stated, when: Moment) -> None:
    desk.do(AnnounceLimits(SUPERVISOR, at, limits, when))


@pytest.mark.parametrize(("name", "clause"), nsw("7.5", "6.5", "6.5"))
def test_another_minimum_than_announced_is_not_announced(name: str, clause: str) -> None:
    desk = Desk(name, LOW)
    announce(desk, START, HIGH, after(20))
    for other in (stated("24.50"), stated("25.50")):
        refused(
            desk.say(ChangeLimits(SUPERVISOR, after(20), other)), "limits.not-announced", clause
        )
    desk.do(ChangeLimits(SUPERVISOR, after(20), stated("25", "300")))  # the maximum is free


@pytest.mark.clause(S24, "7.5")
@pytest.mark.clause(S65, "6.5")
@pytest.mark.clause(PJ, "6.5")
@pytest.mark.parametrize(("name", "clause"), nsw("7.5", "6.5", "6.5"))
def test_two_announcements_stand_side_by_side_and_come_each_at_its_hour(
    name: str, clause: str
) -> None:
    desk = Desk(name, LOW)
    announce(desk, START, TOP, after(60))
    announce(desk, after(10), HIGH, after(30))
    assert announced(desk) == [(2_500, after(30)), (5_000, after(60))]
    for early, limits in ((after(29, 59), HIGH), (after(30), TOP), (after(59, 59), TOP)):
        refused(desk.say(ChangeLimits(SUPERVISOR, early, limits)), "limits.too-soon", clause)
    desk.do(ChangeLimits(SUPERVISOR, after(30), HIGH))
    assert announced(desk) == [(5_000, after(60))]
    desk.do(ChangeLimits(SUPERVISOR, after(60), TOP))
    assert announced(desk) == []


@pytest.mark.parametrize("name", NSW)
def test_the_higher_of_two_takes_the_lower_down_with_it(name: str) -> None:
    desk = Desk(name, LOW)
    announce(desk, START, HIGH, after(20))
    announce(desk, START, TOP, after(30))
    desk.do(ChangeLimits(SUPERVISOR, after(30), TOP))
    assert announced(desk) == []


@pytest.mark.parametrize(("name", "clause"), nsw("7.5", "6.5", "6.5"))
def test_a_sign_that_contradicts_another_takes_its_place(name: str, clause: str) -> None:
    desk = Desk(name, LOW)
    announce(desk, START, HIGH, after(20))
    announce(desk, after(10), HIGH, after(30))  # the same minimum at another hour
    assert announced(desk) == [(2_500, after(30))]
    refused(desk.say(ChangeLimits(SUPERVISOR, after(20), HIGH)), "limits.too-soon", clause)
    announce(desk, after(10), TOP, after(30))  # another minimum at the same hour
    assert announced(desk) == [(5_000, after(30))]
    refused(desk.say(ChangeLimits(SUPERVISOR, after(30), HIGH)), "limits.not-announced", clause)


@pytest.mark.clause(S24, "7.5")
@pytest.mark.clause(S65, "6.5")
@pytest.mark.clause(PJ, "6.5")
@pytest.mark.parametrize(("name", "clause"), nsw("7.5", "6.5", "6.5"))
def test_a_sign_taken_down_and_put_up_again_starts_anew(name: str, clause: str) -> None:
    desk = Desk(name, LOW)
    announce(desk, START, HIGH, after(20))
    desk.do(TakeDownAnnouncement(SUPERVISOR, after(19)))
    refused(desk.say(ChangeLimits(SUPERVISOR, after(20), HIGH)), "limits.not-announced", clause)
    soon = AnnounceLimits(SUPERVISOR, after(19, 30), HIGH, after(39, 29))
    refused(desk.say(soon), "limits.too-soon", clause)
    announce(desk, after(19, 30), HIGH, after(39, 30))
    refused(desk.say(ChangeLimits(SUPERVISOR, after(39, 29), HIGH)), "limits.too-soon", clause)
    desk.do(ChangeLimits(SUPERVISOR, after(39, 30), HIGH))


@pytest.mark.parametrize(("name", "clause"), nsw("7.5", "6.5", "6.5"))
def test_one_of_two_signs_is_taken_down_or_both(name: str, clause: str) -> None:
    desk = Desk(name, LOW)
    none = TakeDownAnnouncement(SUPERVISOR, START)
    refused(desk.say(none), "limits.none-announced", clause)
    announce(desk, START, HIGH, after(20))
    announce(desk, START, TOP, after(30))
    other = TakeDownAnnouncement(SUPERVISOR, START, after(25))
    refused(desk.say(other), "limits.none-announced", clause)
    desk.do(TakeDownAnnouncement(SUPERVISOR, START, after(20)))
    assert announced(desk) == [(5_000, after(30))]
    announce(desk, START, HIGH, after(20))
    desk.do(none)
    assert announced(desk) == []


@pytest.mark.parametrize(("name", "clause"), nsw("7.5", "6.5", "6.5"))
def test_a_sign_is_spent_by_the_change_that_it_announced(name: str, clause: str) -> None:
    desk = Desk(name, LOW)
    announce(desk, START, HIGH, after(20))
    desk.do(ChangeLimits(SUPERVISOR, after(20), HIGH))
    desk.do(ChangeLimits(SUPERVISOR, after(21), LOW))
    refused(desk.say(ChangeLimits(SUPERVISOR, after(60), HIGH)), "limits.not-announced", clause)


@pytest.mark.parametrize("name", NSW)
def test_a_sign_outlasts_a_lower_minimum_in_between(name: str) -> None:
    desk = Desk(name, LOW)
    announce(desk, START, HIGH, after(20))
    desk.do(ChangeLimits(SUPERVISOR, after(10), stated("5", "500")))
    desk.do(ChangeLimits(SUPERVISOR, after(20), HIGH))
    assert limits_for(desk.rules, desk.table, "ann").minimum == 2_500


@pytest.mark.parametrize("name", NSW)
def test_a_sign_may_go_up_in_the_middle_of_a_round(name: str) -> None:
    desk = Desk(name, LOW)
    desk.do(place("ann", 1, "10"))
    desk.deal("7s")
    announce(desk, START, HIGH, after(20))


@pytest.mark.clause(S24, "7.5")
@pytest.mark.clause(S65, "6.5")
@pytest.mark.clause(PJ, "6.5")
@pytest.mark.parametrize(("name", "clause"), nsw("7.5", "6.5", "6.5"))
def test_a_dearer_side_wager_is_announced_too(name: str, clause: str) -> None:
    key = "suits" if name == PJ else "pairs"
    old, new = stated("10", **{key: "5"}), stated("10", **{key: "10"})
    desk = Desk(name, old)
    refused(desk.say(ChangeLimits(SUPERVISOR, after(60), new)), "limits.not-announced", clause)
    higher = stated("25", **{key: "10"})
    refused(desk.say(RaiseMinimum(SUPERVISOR, after(60), higher)), "limits.not-announced", clause)
    desk.do(ChangeLimits(SUPERVISOR, START, stated("10")))  # no longer offered
    desk.do(ChangeLimits(SUPERVISOR, START, old))
    announce(desk, START, new, after(20))
    desk.do(ChangeLimits(SUPERVISOR, after(20), new))


@pytest.mark.parametrize(("name", "clause"), nsw("7.5", "6.5", "6.5"))
def test_two_kinds_of_wager_may_have_a_sign_each(name: str, clause: str) -> None:
    key = "suits" if name == PJ else "pairs"
    desk = Desk(name, stated("10", **{key: "5"}))
    announce(desk, START, stated("25", **{key: "5"}), after(20))
    announce(desk, START, stated("10", **{key: "10"}), after(30))
    both = stated("25", **{key: "10"})
    refused(desk.say(ChangeLimits(SUPERVISOR, after(29, 59), both)), "limits.too-soon", clause)
    desk.do(ChangeLimits(SUPERVISOR, after(30), both))
