"""A player's carded play, as the player and staff see it."""

from dataclasses import dataclass, replace

from houserules.carded import regulation
from houserules.carded.judge import assessment_due, limits_at, periods_at, stop_at, why_not_play
from houserules.carded.limits import GamingLimits, LaterLimit
from houserules.carded.play_time import continuous_seconds, seconds_within
from houserules.carded.regulation import DAY
from houserules.carded.state import CardedPlayer, OtherCardCase, Stop, Today, Totals
from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause


@dataclass(frozen=True, slots=True)
class CardedView:
    """Limits, what counts towards them, and why the player may not play now."""

    why_not: str | None
    clause: Clause | None
    code: str | None
    informed: Moment | None
    chosen: Moment | None
    limits: GamingLimits
    later: tuple[LaterLimit, ...]
    stop: Stop | None
    day: Totals
    week: Totals
    month: Totals
    cash_left: Cents  # that may still be paid in today
    continuous: int  # seconds of play without a pause
    in_24_hours: int
    in_7_days: int


@dataclass(frozen=True, slots=True)
class CardedStaffView:
    """What only staff see."""

    verified: Moment | None
    assessment_due: Moment | None
    assessed: Moment | None
    cases: tuple[OtherCardCase, ...]


def carded_view(player: CardedPlayer, at: Moment, today: Today) -> CardedView:
    """Return what a player sees of their own carded play."""
    no = why_not_play(player, at, today)
    periods = periods_at(player, at)
    begun = seconds_within(periods, today.since, at) - seconds_within(
        player.periods, today.since, at
    )
    day, week, month = (
        replace(totals, seconds=totals.seconds + begun) for totals in player.totals(today)
    )
    later = player.limits.later if player.limits else ()
    return CardedView(
        why_not=no.detail if no else None,
        clause=no.clause if no else None,
        code=no.code if no else None,
        informed=player.informed,
        chosen=player.chosen,
        limits=limits_at(player, at),
        later=tuple(each for each in later if each.begins > at),
        stop=stop_at(player, at),
        day=day,
        week=week,
        month=month,
        cash_left=max(0, regulation.CASH_PER_DAY.value - day.cash),
        continuous=continuous_seconds(periods, at),
        in_24_hours=seconds_within(periods, at - DAY, at),
        in_7_days=seconds_within(periods, at - 7 * DAY, at),
    )


def carded_staff_view(player: CardedPlayer, at: Moment) -> CardedStaffView:
    """Return what staff see besides."""
    due = assessment_due(player, at)
    return CardedStaffView(player.verified, due, player.assessed, player.cases)
