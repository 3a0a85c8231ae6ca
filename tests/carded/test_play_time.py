"""How long a player has played: 6 hours without a pause, 12 in any 24, 48 in any 7 days (31L)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carded.people import HOUR, NOON, SUE, TODAY, ready
from houserules.carded import events
from houserules.carded.commands import RecordAssessment
from houserules.carded.judge import assessment_due, events_due
from houserules.carded.play_time import (
    Period,
    continuous_seconds,
    seconds_added,
    seconds_within,
    with_play,
)
from houserules.core.people import Moment

MINUTE = 60
DAY = 24 * HOUR


def test_a_pause_of_fifteen_minutes_ends_continuous_play() -> None:
    periods = with_play((), Moment(0), Moment(100))
    short = with_play(periods, Moment(100 + 15 * MINUTE - 1), Moment(2000))
    assert short == (Period(Moment(0), Moment(2000)),)
    exact = with_play(periods, Moment(100 + 15 * MINUTE), Moment(2000))
    assert exact == (Period(Moment(0), Moment(100)), Period(Moment(1000), Moment(2000)))
    assert continuous_seconds(exact, Moment(2000 + 15 * MINUTE - 1)) == 1000
    assert continuous_seconds(exact, Moment(2000 + 15 * MINUTE)) == 0


@given(st.lists(st.tuples(st.integers(0, 20 * DAY), st.integers(MINUTE, 3 * HOUR)), max_size=30))
def test_the_time_within_a_span_is_the_number_of_its_seconds_that_were_played(
    rounds: list[tuple[int, int]],
) -> None:
    """A direct twin: minutes marked one by one, pauses of less than 15 minutes filled."""
    rounds = sorted((begins // MINUTE, length // MINUTE) for begins, length in rounds)
    periods: tuple[Period, ...] = ()
    marked: set[int] = set()
    total = 0
    latest = 0
    for begins, length in rounds:
        ends = begins + length
        if marked and 0 < begins - latest < 15:
            marked |= set(range(latest, begins))
        marked |= set(range(begins, ends))
        latest = max(latest, ends)
        before, periods = (
            periods,
            with_play(periods, Moment(begins * MINUTE), Moment(ends * MINUTE)),
        )
        total += seconds_added(before, periods, 0, ends * MINUTE)
    assert total == len(marked) * MINUTE
    until = latest
    for hours in (1, 6, 24, 7 * 24):
        since = until - hours * 60
        counted = sum(since <= minute < until for minute in marked)
        assert seconds_within(periods, since * MINUTE, until * MINUTE) == counted * MINUTE


@pytest.mark.parametrize(("played", "is_due"), [(6 * HOUR - 1, False), (6 * HOUR, True)])
def test_after_six_hours_staff_speak_to_the_player(played: int, *, is_due: bool) -> None:
    patron = ready()
    patron.plays(played)
    assert (assessment_due(patron.player, patron.at) is not None) == is_due


def test_a_round_in_progress_counts() -> None:
    patron = ready()
    patron.happens(events.PlayBegan("t1", patron.at))
    patron.now += 6 * HOUR
    assert assessment_due(patron.player, patron.at) == NOON + 6 * HOUR


def test_an_assessment_needs_a_record_and_lasts_until_the_next_six_hours_after_a_pause() -> None:
    patron = ready()
    patron.plays(6 * HOUR)
    no = patron.gives(RecordAssessment(SUE, patron.at, "Ann", "may play on", " "))
    assert no is not None and no.code == "carded.no-note"
    assert patron.gives(RecordAssessment(SUE, patron.at, "Ann", "may play on", "Rested.")) is None
    assert assessment_due(patron.player, patron.at) is None
    patron.plays(HOUR)
    assert assessment_due(patron.player, patron.at) is None
    patron.now += 15 * MINUTE
    patron.plays(5 * HOUR)
    assert assessment_due(patron.player, patron.at) is None
    patron.plays(HOUR)
    assert assessment_due(patron.player, patron.at) is not None


def test_an_assessment_stays_due_when_the_player_pauses_or_leaves() -> None:
    patron = ready()
    patron.plays(6 * HOUR)
    patron.now += 30 * DAY
    patron.plays(60)
    assert assessment_due(patron.player, patron.at) == NOON + 6 * HOUR
    assert patron.gives(RecordAssessment(SUE, patron.at, "Ann", "may play on", "Rested.")) is None
    assert assessment_due(patron.player, patron.at) is None


@pytest.mark.parametrize(
    ("outcome", "hours", "code"),
    [
        ("stopped", None, "carded.no-hours"),
        ("may play on", 24, "carded.no-hours"),
        ("stopped", 0, "carded.no-hours"),
        ("stopped", 24, None),
        ("referred", None, None),
    ],
)
def test_who_is_stopped_is_stopped_for_so_many_hours(outcome, hours, code) -> None:  # type: ignore[no-untyped-def]
    patron = ready()
    no = patron.gives(RecordAssessment(SUE, patron.at, "Ann", outcome, "Said so.", hours))
    assert (no.code if no else None) == code
    assert patron.refusal() == ("carded.stopped" if outcome == "stopped" and not code else None)


def test_twelve_hours_in_any_24_send_the_player_out_for_24() -> None:
    patron = ready()
    for _ in range(11):
        patron.plays(HOUR)
        patron.now += HOUR
    patron.now += HOUR  # the first hour has just left the 24 hours
    patron.plays(HOUR - 1)
    assert patron.refusal() is None

    patron = ready()
    for _ in range(11):
        patron.plays(HOUR)
        patron.now += HOUR
    patron.plays(HOUR - 1)
    assert patron.refusal() is None
    assert list(events_due(patron.player, patron.at)) == []
    patron.plays(1)
    assert patron.refusal() == "carded.too-long"
    (sent_out,) = events_due(patron.player, patron.at)
    patron.happens(sent_out)
    assert list(events_due(patron.player, patron.at)) == []
    patron.now += DAY - 1
    assert patron.refusal() == "carded.too-long"
    patron.now += 1
    assert patron.refusal() is None


@pytest.mark.parametrize(("hours", "out_for"), [((12,), DAY), ((8, 8, 8, 8, 8, 8), 7 * DAY)])
def test_whoever_leaves_by_themselves_is_out_no_shorter(
    hours: tuple[int, ...], out_for: int
) -> None:
    """Nobody looked while the player was at the table: what was played decides."""
    patron = ready()
    for played in hours:
        patron.now += 16 * HOUR
        patron.plays(played * HOUR)
    patron.now += out_for - 1
    assert patron.refusal() == "carded.too-long"
    patron.now += 1
    assert patron.refusal() is None


def test_the_round_that_is_finished_afterwards_counts_and_the_24_hours_begin_at_its_end() -> None:
    patron = ready()
    patron.plays(11 * HOUR)
    patron.happens(events.PlayBegan("t1", patron.at))
    patron.now += HOUR
    (sent_out,) = events_due(patron.player, patron.at)
    patron.happens(sent_out)
    patron.now += HOUR
    patron.happens(events.PlayEnded("t1", TODAY, patron.at))
    patron.now += DAY - 1
    assert patron.refusal() == "carded.too-long"
    patron.now += 1
    assert patron.refusal() is None


def test_a_shorter_stop_does_not_hide_that_the_player_has_played_too_long() -> None:
    patron = ready()
    patron.plays(12 * HOUR)
    assert patron.gives(RecordAssessment(SUE, patron.at, "Ann", "stopped", "Tired.", 1)) is None
    (sent_out,) = events_due(patron.player, patron.at)
    assert isinstance(sent_out, events.PlayerSentOut)
    assert sent_out.until == patron.at + DAY


def test_48_hours_in_any_7_days_send_the_player_out_for_7_days() -> None:
    patron = ready()
    for _ in range(6):  # 8 hours per day, six days
        patron.plays(8 * HOUR)
        patron.now += 16 * HOUR
    patron.now -= 16 * HOUR
    assert patron.refusal() == "carded.too-long"
    (sent_out,) = events_due(patron.player, patron.at)
    patron.happens(sent_out)
    patron.now += 7 * DAY - 1
    assert patron.refusal() == "carded.too-long"
    patron.now += 1
    assert patron.refusal() is None


def test_one_second_less_than_48_hours_is_allowed() -> None:
    patron = ready()
    for played in (*[8 * HOUR] * 5, 8 * HOUR - 1):
        patron.plays(played)
        patron.now += 16 * HOUR
    patron.now -= 16 * HOUR
    assert patron.refusal() is None
