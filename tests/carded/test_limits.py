"""A player's own limits: when they apply, what they stop, and what has to come before play (31J, 31K)."""

import pytest

from carded.people import ANN, HOUR, NOON, SUE, TODAY, Patron, ready
from houserules.carded import events
from houserules.carded.commands import (
    CloseCardCase,
    DeclineLimits,
    OpenCardCase,
    ReadInformation,
    SetLimits,
    SuspendPlay,
    VerifyIdentity,
)
from houserules.carded.judge import limits_at, why_not_pay_in
from houserules.carded.limits import GamingLimits
from houserules.carded.state import Today
from houserules.core.people import Moment, Person

DAY = 24 * HOUR
MIDNIGHT = NOON + 12 * HOUR


def _day(day: str, week: str, month: str, since: int, *, weekday: int) -> Today:
    """A day that begins at `since`; weekdays count from Monday as 0."""
    beginnings = (since, since - weekday * DAY, since - (int(day[-2:]) - 1) * DAY)
    return Today(day, week, month, *map(Moment, beginnings))


TOMORROW = _day("2026-11-19", "2026-W47", "2026-11", MIDNIGHT, weekday=3)
NEXT_WEEK = _day("2026-11-23", "2026-W48", "2026-11", MIDNIGHT + 4 * DAY, weekday=0)
NEXT_MONTH = _day("2026-12-01", "2026-W49", "2026-12", MIDNIGHT + 12 * DAY, weekday=1)


def test_verified_informed_and_decided_before_the_first_wager() -> None:
    patron = Patron()
    assert patron.refusal() == "carded.not-verified"
    assert patron.gives(VerifyIdentity(SUE, patron.at, "Ann", "digest")) is None
    assert patron.refusal() == "carded.not-informed"
    no = patron.gives(DeclineLimits(ANN, patron.at, "Ann"))
    assert no is not None and no.code == "carded.not-informed"
    assert patron.gives(ReadInformation(ANN, patron.at, "Ann")) is None
    assert patron.refusal() == "carded.no-choice"
    assert patron.gives(DeclineLimits(ANN, patron.at, "Ann")) is None
    assert patron.refusal() is None


def test_the_information_is_due_again_after_12_months() -> None:
    patron = ready()
    patron.now += 365 * DAY
    assert patron.refusal() is None
    patron.now += 1
    assert patron.refusal() == "carded.not-informed"
    assert patron.gives(ReadInformation(ANN, patron.at, "Ann")) is None
    assert patron.refusal() == "carded.no-choice"
    assert patron.gives(SetLimits(ANN, patron.at, "Ann", GamingLimits(day_loss=100))) is None
    assert patron.refusal() is None


def test_lower_at_once_higher_after_24_hours() -> None:
    patron = ready(GamingLimits(day_loss=500_00, week_loss=900_00))
    wanted = GamingLimits(day_loss=400_00, week_loss=None, month_loss=1000_00)
    assert patron.gives(SetLimits(ANN, patron.at, "Ann", wanted)) is None
    now = GamingLimits(day_loss=400_00, week_loss=900_00, month_loss=1000_00)
    assert limits_at(patron.player, patron.at) == now
    patron.now += DAY - 1
    assert limits_at(patron.player, patron.at) == now
    patron.now += 1
    assert limits_at(patron.player, patron.at) == wanted


def test_asking_for_the_same_again_does_not_make_it_later() -> None:
    patron = ready(GamingLimits(day_loss=100))
    wanted = GamingLimits(day_loss=200)
    patron.gives(SetLimits(ANN, patron.at, "Ann", wanted))
    patron.now += DAY - 1
    patron.gives(SetLimits(ANN, patron.at, "Ann", wanted))
    patron.now += 1
    assert limits_at(patron.player, patron.at) == wanted


def test_a_raise_that_waits_is_dropped_when_the_limit_is_lowered() -> None:
    patron = ready(GamingLimits(day_loss=100))
    patron.gives(SetLimits(ANN, patron.at, "Ann", GamingLimits(day_loss=200)))
    patron.gives(SetLimits(ANN, patron.at, "Ann", GamingLimits(day_loss=50)))
    patron.now += 2 * DAY
    assert limits_at(patron.player, patron.at) == GamingLimits(day_loss=50)


def test_limits_that_are_set_cannot_be_declined_away() -> None:
    patron = ready(GamingLimits(day_loss=100))
    no = patron.gives(DeclineLimits(ANN, patron.at, "Ann"))
    assert no is not None and no.code == "carded.has-limits"
    assert patron.gives(SetLimits(ANN, patron.at, "Ann", GamingLimits())) is None
    patron.now += DAY - 1
    assert patron.gives(DeclineLimits(ANN, patron.at, "Ann")) is not None
    patron.now += 1
    assert patron.gives(DeclineLimits(ANN, patron.at, "Ann")) is None


@pytest.mark.parametrize(
    ("lost", "stake", "code"),
    [
        (99_00, 1_00, None),
        (99_00, 1_01, "carded.loss-limit"),
        (100_00, 0, "carded.loss-limit"),
        (99_99, 0, None),
    ],
)
def test_a_wager_cannot_pass_the_loss_limit(lost: int, stake: int, code: str | None) -> None:
    patron = ready(GamingLimits(day_loss=100_00))
    patron.plays(60, net=-lost, staked=lost)
    assert patron.refusal(stake) == code


@pytest.mark.parametrize(
    ("limits", "still", "over"),
    [
        (GamingLimits(day_loss=100), TODAY, TOMORROW),
        (GamingLimits(week_loss=100), TOMORROW, NEXT_WEEK),
        (GamingLimits(month_loss=100), NEXT_WEEK, NEXT_MONTH),
    ],
)
def test_play_stops_for_the_rest_of_the_period(
    limits: GamingLimits, still: Today, over: Today
) -> None:
    patron = ready(limits)
    patron.plays(60, net=-100, staked=100)
    assert patron.refusal(today=still) == "carded.loss-limit"
    assert patron.refusal(today=over) is None


@pytest.mark.parametrize(
    ("limits", "still", "over"),
    [
        (GamingLimits(day_loss=100), TODAY, TOMORROW),
        (GamingLimits(week_loss=100), TOMORROW, NEXT_WEEK),
        (GamingLimits(month_loss=100), NEXT_WEEK, NEXT_MONTH),
    ],
)
def test_a_limit_that_was_reached_stops_play_whatever_is_won_or_raised_later(
    limits: GamingLimits, still: Today, over: Today
) -> None:
    """A wager that was in play at another table wins, and the limit is gone 24 hours later."""
    patron = ready(limits)
    patron.plays(60, net=-100)
    patron.plays(60, net=500)
    assert patron.gives(SetLimits(ANN, patron.at, "Ann", GamingLimits())) is None
    patron.now += DAY
    assert limits_at(patron.player, patron.at) == GamingLimits()
    assert patron.refusal(today=still) == "carded.loss-limit"
    assert patron.refusal(today=over) is None


def test_one_cent_less_than_the_limit_has_not_reached_it() -> None:
    patron = ready(GamingLimits(day_loss=100))
    patron.plays(60, net=-99)
    patron.plays(60, net=99)
    assert patron.refusal(100) is None


def test_a_raise_that_takes_effect_after_the_deposit_limit_was_reached_is_for_tomorrow() -> None:
    patron = ready(GamingLimits(day_deposit=100_00))
    assert patron.gives(SetLimits(ANN, patron.at, "Ann", GamingLimits(day_deposit=500_00))) is None
    patron.now += DAY - 1
    bought = events.ChipsBought(100_00, cash=True, today=TOMORROW, by="Cas", at=patron.at)
    patron.happens(bought)
    patron.now += 1

    def code(today: Today) -> str | None:
        no = why_not_pay_in(patron.player, 1_00, patron.at, today, cash=True)
        return no.code if no else None

    assert code(TOMORROW) == "carded.deposit-limit"
    assert code(NEXT_WEEK) is None


@pytest.mark.parametrize(("stake", "code"), [(40_00, None), (40_01, "carded.loss-limit")])
def test_what_is_in_play_anywhere_counts_as_if_lost(stake: int, code: str | None) -> None:
    patron = ready(GamingLimits(day_loss=100_00))
    patron.happens(
        events.PlayBegan("t1", patron.at),
        events.StakeChanged("t1", 25_00, patron.at),
        events.StakeChanged("t2", 35_00, patron.at),
    )
    assert patron.refusal(stake) == code
    patron.happens(events.StakeChanged("t1", 0, patron.at))
    assert patron.refusal(65_00) is None


def test_a_refund_makes_room_in_the_spans_in_which_the_fee_was_paid_and_in_no_other() -> None:
    """Otherwise a fee could be paid on one day and its refund lost beside the limit of another."""
    patron = ready(GamingLimits(day_loss=600_00, week_loss=900_00, month_loss=2_000_00))

    def room(today: Today) -> int:
        return next(at for at in range(200_000, -1, -100) if patron.refusal(at, today) is None)

    patron.happens(events.FeePaid("tournament spring", "pontoon", 500_00, TODAY, patron.at))
    patron.happens(events.FeePaid("tournament other", "pontoon", 50_00, TODAY, patron.at))
    assert room(TODAY) == 50_00
    patron.happens(events.FeeReturned("tournament spring", 200_00, TODAY, patron.at))
    assert room(TODAY) == 250_00
    patron.happens(events.FeeReturned("tournament spring", 300_00, TOMORROW, patron.at))
    assert (patron.player.day.net, patron.player.week.net) == (0, -50_00)
    assert room(TOMORROW) == 600_00
    assert [fee.where for fee in patron.player.fees] == ["tournament other"]
    patron.happens(events.FeeReturned("tournament other", 50_00, NEXT_MONTH, patron.at))
    assert patron.player.month.net == 0


def test_winnings_make_room_again() -> None:
    patron = ready(GamingLimits(day_loss=100_00))
    patron.plays(60, net=-80_00)
    patron.plays(60, net=50_00)
    assert patron.refusal(70_00) is None
    assert patron.refusal(70_01) == "carded.loss-limit"


def test_a_time_limit_and_a_break() -> None:
    patron = ready(GamingLimits(day_minutes=60, break_after=30))
    patron.plays(30 * 60 - 1)
    assert patron.refusal() is None
    patron.plays(1)
    assert patron.refusal() == "carded.break"
    patron.now += 15 * 60
    assert patron.refusal() is None
    patron.plays(30 * 60)
    assert patron.refusal() == "carded.time-limit"
    assert patron.refusal(today=TOMORROW) == "carded.break"


def test_time_before_midnight_is_yesterdays_and_a_round_in_progress_counts() -> None:
    patron = ready(GamingLimits(day_minutes=60))
    patron.now = MIDNIGHT - 59 * 60
    patron.plays(2 * 59 * 60, today=TOMORROW)
    assert patron.refusal(today=TOMORROW) is None
    assert [each.seconds // 60 for each in patron.player.totals(TOMORROW)] == [59, 118, 118]
    patron.happens(events.PlayBegan("t2", patron.at))
    patron.now += 59
    assert patron.refusal(today=TOMORROW) is None
    patron.now += 1
    assert patron.refusal(today=TOMORROW) == "carded.time-limit"


def test_time_before_the_first_of_a_month_is_the_last_ones() -> None:
    patron = ready()
    patron.now = NEXT_MONTH.since - 60
    patron.plays(180, today=NEXT_MONTH)
    assert [each.seconds for each in patron.player.totals(NEXT_MONTH)] == [120, 180, 120]


@pytest.mark.parametrize(("hours", "accepted"), [(23, False), (24, True), (48, True)])
def test_players_suspend_themselves_for_24_hours_or_longer(hours: int, *, accepted: bool) -> None:
    patron = ready()
    no = patron.gives(SuspendPlay(ANN, patron.at, "Ann", hours))
    assert (no is None) == accepted
    if accepted:
        patron.now += hours * HOUR - 1
        assert patron.refusal() == "carded.stopped"
        patron.now += 1
        assert patron.refusal() is None


def test_a_shorter_suspension_does_not_end_a_longer_one() -> None:
    patron = ready()
    assert patron.gives(SuspendPlay(ANN, patron.at, "Ann", 72)) is None
    assert patron.gives(SuspendPlay(ANN, patron.at, "Ann", 24)) is None
    patron.now += 24 * HOUR
    assert patron.refusal() == "carded.stopped"


def test_cash_and_the_deposit_limit_per_day() -> None:
    patron = ready(GamingLimits(day_deposit=1_500_00))

    def code(amount: int, *, cash: bool, today: Today = TODAY) -> str | None:
        no = why_not_pay_in(patron.player, amount, patron.at, today, cash=cash)
        return no.code if no else None

    assert code(1_000_00, cash=True) is None
    assert code(1_000_01, cash=True) == "carded.cash"
    patron.happens(events.ChipsBought(600_00, cash=True, today=TODAY, by="Cas", at=patron.at))
    assert code(400_00, cash=True) is None
    assert code(400_01, cash=True) == "carded.cash"
    assert code(900_00, cash=False) is None
    assert code(900_01, cash=False) == "carded.deposit-limit"
    assert code(1_000_00, cash=True, today=TOMORROW) is None


def test_a_case_is_closed_with_reasons_only() -> None:
    patron = ready()
    own = patron.gives(OpenCardCase(SUE, patron.at, "Ann", "Ann"))
    assert own is not None and own.code == "carded.own-card"
    assert patron.gives(OpenCardCase(SUE, patron.at, "Ann", "Bob")) is None

    def close(number: int, reasons: str, hours: int | None = 24) -> str | None:
        no = patron.gives(
            CloseCardCase(
                SUE,
                patron.at,
                "Ann",
                number,
                about_user="exclude",
                about_holder="suspend card",
                avoids_measures=True,
                criminal=False,
                reasons=reasons,
                hours=hours,
            )
        )
        return no.code if no else None

    assert close(2, "why") == "carded.no-case"
    assert close(1, " ") == "carded.no-reasons"
    for hours in (None, 0, 87601):
        assert close(1, "To pass his loss limit.", hours) == "carded.no-hours"
    assert close(1, "To pass his loss limit.") is None
    assert close(1, "again") == "carded.no-case"


def test_players_act_for_themselves_and_staff_for_the_house() -> None:
    patron = ready()
    bob, dealer = Person("Bob", "player"), Person("Dee", "dealer")
    for command in (SuspendPlay(bob, patron.at, "Ann", 24), SuspendPlay(SUE, patron.at, "Ann", 24)):
        no = patron.gives(command)
        assert no is not None and no.code == "role.not-yours"
    for by, who in ((dealer, "Ann"), (SUE, "Sue"), (SUE, "SUE")):
        no = patron.gives(VerifyIdentity(by, patron.at, who, ""))
        assert no is not None and no.code == "role.may-not"


@pytest.mark.parametrize(
    ("limits", "accepted"),
    [
        (GamingLimits(day_loss=0), True),
        (GamingLimits(day_loss=-1), False),
        (GamingLimits(day_minutes=0), False),
        (GamingLimits(day_minutes=1), True),
        (GamingLimits(break_after=1500), True),
        (GamingLimits(break_after=1501), False),
    ],
)
def test_a_limit_is_an_amount_or_minutes(limits: GamingLimits, *, accepted: bool) -> None:
    patron = ready()
    no = patron.gives(SetLimits(ANN, patron.at, "Ann", limits))
    assert (no is None) == accepted
