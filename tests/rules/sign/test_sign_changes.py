"""Changing limits: at once, after the sign has stood, with markers, for one player alone."""

import pytest

from game_table import (
    ALL,
    NZ,
    PJ,
    S24,
    S65,
    GameTable,
    assert_refused,
    by_nsw_rulebook,
    by_rulebook,
)
from houserules.table.people.commands import ComeToTable, LeaveTable
from houserules.table.sign.commands import (
    AllowMore,
    AnnounceLimits,
    ChangeLimits,
    RaiseMinimum,
)
from houserules.table.sign.events import LimitsChanged
from houserules.table.sign.limit_changes import place_of
from houserules.table.sign.limits import limits_for
from rules.sign.sign_table import START, SignTable, after, place, stated
from seated_table import SUPERVISOR

LOW, HIGH = stated("10", "500"), stated("25", "1000")


def minimum(desk: SignTable, player: str) -> int:
    return limits_for(desk.rules, desk.table, player).minimum


def clauses(desk: SignTable) -> list[str]:
    return [event.clause for event in desk.events if isinstance(event, LimitsChanged)]


@pytest.mark.clause(S24, "7.5")
@pytest.mark.clause(S65, "6.5")
@pytest.mark.clause(PJ, "6.5")
@pytest.mark.clause(NZ, "15.2")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("7.5", "6.5", "15.2", "6.5"))
def test_everything_but_a_higher_minimum_changes_at_once(name: str, clause: str) -> None:
    desk = SignTable(name, stated("10", "500"))
    for limits in (stated("10", "50"), stated("10", "900"), stated("5", unit="5"), stated("5")):
        desk.do(ChangeLimits(SUPERVISOR, START, limits))
        assert desk.table.sign is not None
        assert desk.table.sign.stated == limits
    assert clauses(desk) == [clause] * 4


@pytest.mark.clause(S24, "7.5")
@pytest.mark.clause(S65, "6.5")
@pytest.mark.clause(PJ, "6.5")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_a_higher_minimum_after_twenty_minutes_and_not_a_second_before(
    name: str, clause: str
) -> None:
    desk = SignTable(name, LOW)
    assert_refused(
        desk.say(ChangeLimits(SUPERVISOR, after(60), HIGH)), "limits.not-announced", clause
    )
    desk.do(AnnounceLimits(SUPERVISOR, START, HIGH, after(20)))
    desk.do(place("ann", 1, "10"))
    assert minimum(desk, "ann") == 1_000
    assert_refused(
        desk.say(ChangeLimits(SUPERVISOR, after(19, 59), HIGH)), "limits.too-soon", clause
    )
    desk.do(ChangeLimits(SUPERVISOR, after(20), HIGH))
    assert minimum(desk, "ann") == 2_500
    assert clauses(desk) == [clause]
    assert desk.table.sign is not None
    assert desk.table.sign.announced == ()


@pytest.mark.clause(S24, "7.5")
@pytest.mark.clause(S65, "6.5")
@pytest.mark.clause(PJ, "6.5")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_the_hour_on_the_sign_is_twenty_minutes_off_and_is_waited_for(
    name: str, clause: str
) -> None:
    desk = SignTable(name, LOW)
    early = AnnounceLimits(SUPERVISOR, START, HIGH, after(19, 59))
    assert_refused(desk.say(early), "limits.too-soon", clause)
    desk.do(AnnounceLimits(SUPERVISOR, START, HIGH, after(30)))
    assert_refused(
        desk.say(ChangeLimits(SUPERVISOR, after(29, 59), HIGH)), "limits.too-soon", clause
    )
    desk.do(ChangeLimits(SUPERVISOR, after(30), HIGH))


@pytest.mark.clause(S24, "7.5.1", "7.5.1.1", "7.5.1.2", "7.5.4")
@pytest.mark.clause(S65, "6.5.1", "6.5.1.1", "6.5.1.2", "6.5.4")
@pytest.mark.clause(PJ, "6.5.1", "6.5.1.1", "6.5.1.2", "6.5.4")
@pytest.mark.parametrize(
    ("name", "kept", "newcomer"),
    [(S24, "7.5.1", "7.5.4"), (S65, "6.5.1", "6.5.4"), (NZ, "2.0", "2.0"), (PJ, "6.5.1", "6.5.4")],
)
def test_a_higher_minimum_at_once_leaves_the_old_one_to_who_is_there(
    name: str, kept: str, newcomer: str
) -> None:
    desk = SignTable(name, LOW)
    desk.do(RaiseMinimum(SUPERVISOR, START, HIGH))
    assert clauses(desk) == [kept]
    desk.come("dan", 3)
    for player in ("ann", "bob", "cat"):
        assert minimum(desk, player) == 1_000
    desk.do(place("ann", 1, "10"))
    assert_refused(desk.say(place("dan", 3, "24.50")), "wager.below-minimum", newcomer)
    least = desk.rules.limits.minimum.clause
    assert_refused(desk.say(place("dan", 3, "9.50")), "wager.below-minimum", least)
    desk.do(place("dan", 3, "25"))
    desk.do(LeaveTable("bob"))
    desk.do(ComeToTable("bob", 2))
    assert minimum(desk, "bob") == 2_500  # who comes back is new
    assert minimum(desk, "cat") == 1_000
    assert desk.table.sign is not None
    assert [marker.player for marker in desk.table.sign.markers] == ["ann", "cat"]


@pytest.mark.clause(S24, "7.5.1.1", "7.5.1.3")
@pytest.mark.clause(S65, "6.5.1.1", "6.5.1.3")
@pytest.mark.clause(PJ, "6.5.1.1", "6.5.1.3")
@pytest.mark.parametrize("name", ALL)
def test_the_marker_lies_where_the_player_is(name: str) -> None:
    desk = SignTable(name, LOW, seats=(("ann", 4), ("cat", None), ("dan", None)))
    for box in (1, 4, 6):
        desk.do(place("ann", box, "10"))
    desk.do(place("cat", 5, "10"))
    desk.do(RaiseMinimum(SUPERVISOR, START, HIGH))
    assert [place_of(desk.table, player) for player in ("ann", "cat", "dan")] == [4, 5, None]
    desk.do(ComeToTable("ann", 2))  # has wagers on 1, 4 and 6, and sits at none of them
    desk.do(ComeToTable("dan", 7))
    assert [place_of(desk.table, player) for player in ("ann", "cat", "dan")] == [2, 5, 7]
    assert [minimum(desk, player) for player in ("ann", "cat", "dan")] == [1_000] * 3


@pytest.mark.clause(S24, "7.5.2")
@pytest.mark.clause(S65, "6.5.2")
@pytest.mark.clause(PJ, "6.5.2")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5.2", "6.5.2", "6.5.2"))
def test_a_kept_minimum_goes_up_only_after_its_own_twenty_minutes(name: str, clause: str) -> None:
    desk = SignTable(name, LOW)
    desk.do(RaiseMinimum(SUPERVISOR, START, HIGH))
    desk.do(ChangeLimits(SUPERVISOR, after(60), stated("25", "900")))  # the marker stays
    assert minimum(desk, "ann") == 1_000
    desk.do(AnnounceLimits(SUPERVISOR, after(60), HIGH, after(80)))
    desk.do(ChangeLimits(SUPERVISOR, after(79, 59), HIGH))
    assert minimum(desk, "ann") == 1_000
    desk.do(ChangeLimits(SUPERVISOR, after(80), HIGH))
    assert minimum(desk, "ann") == 2_500
    assert clauses(desk)[-1] == clause


@pytest.mark.parametrize("name", ALL)
def test_who_has_a_marker_keeps_the_first_and_a_lower_minimum_ends_it(name: str) -> None:
    desk = SignTable(name, LOW)
    desk.do(RaiseMinimum(SUPERVISOR, START, HIGH))
    desk.come("dan")
    desk.do(RaiseMinimum(SUPERVISOR, START, stated("50")))
    assert [minimum(desk, player) for player in ("ann", "dan", "eve")] == [1_000, 2_500, 5_000]
    desk.do(ChangeLimits(SUPERVISOR, START, stated("20")))
    assert [minimum(desk, player) for player in ("ann", "dan", "eve")] == [1_000, 2_000, 2_000]
    assert_refused(desk.say(place("dan", 3, "19.50")), "wager.below-minimum", newcomers(desk))
    desk.do(ChangeLimits(SUPERVISOR, START, stated("10")))
    assert desk.table.sign is not None
    assert desk.table.sign.markers == ()
    desk.do(RaiseMinimum(SUPERVISOR, START, stated("50")))  # and everybody has a marker again
    assert [minimum(desk, player) for player in ("ann", "dan", "eve")] == [1_000, 1_000, 5_000]


def newcomers(desk: SignTable) -> str:
    return desk.rules.markers.new_minimum_for_newcomers


@pytest.mark.parametrize(("name", "clause"), by_rulebook("7.5.1", "6.5.1", "2.0", "6.5.1"))
def test_what_is_raised_or_announced_is_higher(name: str, clause: str) -> None:
    desk = SignTable(name, HIGH)
    for limits in (stated("24.50"), stated("25")):
        assert_refused(
            desk.say(RaiseMinimum(SUPERVISOR, START, limits)), "limits.not-higher", clause
        )
        if name != NZ:
            sign = AnnounceLimits(SUPERVISOR, START, limits, after(20))
            assert_refused(desk.say(sign), "limits.not-higher", clause)
    desk.do(RaiseMinimum(SUPERVISOR, START, stated("25.50")))


def test_new_zealand_has_no_sign_ahead_of_time_and_takes_no_minimum_away() -> None:
    desk = SignTable(NZ, LOW)
    sign = AnnounceLimits(SUPERVISOR, START, HIGH, after(20))
    assert_refused(desk.say(sign), "limits.no-notice", "2.0")
    assert_refused(desk.say(ChangeLimits(SUPERVISOR, after(60), HIGH)), "limits.kept", "2.0")


@pytest.mark.parametrize("name", ALL)
def test_what_hangs_on_a_sign_needs_one(name: str) -> None:
    game = GameTable(name)
    clause = game.rules.limits.minimum.clause
    commands = [
        ChangeLimits(SUPERVISOR, START, LOW),
        RaiseMinimum(SUPERVISOR, START, LOW),
        AnnounceLimits(SUPERVISOR, START, LOW, after(20)),
        *([AllowMore(SUPERVISOR, START, "ann", 1_000, 200_000)] if name != NZ else []),
    ]
    for command in commands:
        assert_refused(game.say(command), "sign.none", clause)
