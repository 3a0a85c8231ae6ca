"""The one judge of carded play: who may play, pay in, and give a command; then what a command brings about."""

from collections.abc import Iterator
from typing import Final

from houserules.carded import commands, events, regulation
from houserules.carded.limits import GamingLimits, LimitsSet, limits_after
from houserules.carded.play_time import (
    TOO_MUCH,
    Period,
    assessment_mark,
    continuous_seconds,
    seconds_within,
    too_long,
    with_play,
)
from houserules.carded.regulation import HOUR
from houserules.carded.state import CardedPlayer, Stop, Today
from houserules.core.money import Cents, format_money
from houserules.core.people import MINUTE, Moment, Person, Role, handle_key
from houserules.core.refusal import Clause, Refusal
from houserules.table.events import Event

SUPERVISORS: Final[tuple[Role, ...]] = (
    "Gaming Supervisor",
    "casino supervisor",
    "Assistant Gaming Manager",
    "Gaming Manager",
)
"""Who verifies identities, assesses players and decides cases."""

READERS: Final[tuple[Role, ...]] = (*SUPERVISORS, "inspector")
"""Who may read the sealed details of an identity."""

_LONGEST_STOP: Final = 10 * 365 * 24  # hours
_MOST: Final = 1_000_000_000_00
_MINUTES_PER_DAY: Final = 25 * 60  # the day on which summer time ends has 25 hours


# Playing.


def why_not_play(
    player: CardedPlayer, at: Moment, today: Today, stake: Cents = 0
) -> Refusal | None:
    """Whether a player may make a wager, as far as the law and their own limits decide."""
    return (
        why_not_ready(player, at)
        or why_not_now(player, at)
        or _why_not_time(player, at, today)
        or why_not_lose(player, at, today, stake)
    )


def why_not_ready(player: CardedPlayer, at: Moment) -> Refusal | None:
    """Whether a player has been verified and informed, and has decided about limits."""
    if player.verified is None:
        detail = "Your identity has not been verified yet. Show staff a document with your photo."
        return Refusal("carded.not-verified", regulation.IDENTITY_IS_VERIFIED, detail)
    again = regulation.INFORMATION_AGAIN
    if player.informed is None or at > player.informed + again.value:
        clause = regulation.INFORMATION_GIVEN if player.informed is None else again.clause
        detail = "Read the information about gaming limits first."
        return Refusal("carded.not-informed", clause, detail)
    if player.chosen is None or player.chosen < player.informed:
        detail = "Set your limits, or say that you do not want any."
        return Refusal("carded.no-choice", regulation.LIMITS_CHOSEN, detail)
    return None


def why_not_now(player: CardedPlayer, at: Moment) -> Refusal | None:
    """Whether a player is suspended, or has played too long."""
    stop = stop_at(player, at)
    if stop is None:
        return None
    detail = f"You cannot play now: {stop.why}."
    if stop.why == TOO_MUCH:
        return Refusal("carded.too-long", stop.clause, detail)
    return Refusal("carded.stopped", stop.clause, detail)


def stop_at(player: CardedPlayer, at: Moment) -> Stop | None:
    """Return what keeps the player from playing for longest at a time: a stop, or too much play."""
    stops = [stop for stop in player.stops if at < stop.until]
    stops += [
        Stop(each.until, TOO_MUCH, each.clause) for each in too_long(periods_at(player, at), at)
    ]
    return max(stops, key=lambda stop: stop.until, default=None)


def _why_not_time(player: CardedPlayer, at: Moment, today: Today) -> Refusal | None:
    limits, clause = limits_at(player, at), regulation.LIMITS_CHANGE_ANY_TIME
    played = seconds_within(periods_at(player, at), today.since, at)
    if limits.day_minutes is not None and played >= limits.day_minutes * MINUTE:
        detail = f"You have reached your limit of {limits.day_minutes} minutes per day."
        return Refusal("carded.time-limit", clause, detail)
    continuous = continuous_seconds(periods_at(player, at), at)
    if limits.break_after is not None and continuous >= limits.break_after * MINUTE:
        pause = regulation.PAUSE.value // MINUTE
        detail = f"Take your break of {pause} minutes: you have played {limits.break_after}."
        return Refusal("carded.break", clause, detail)
    return None


def why_not_lose(
    player: CardedPlayer, at: Moment, today: Today, stake: Cents = 0
) -> Refusal | None:
    """With what is in play, a stake may not be more than is left to lose; nothing left: play stops."""
    limits = limits_at(player, at)
    for name, most, totals in zip(
        ("today", "this week", "this month"),
        (limits.day_loss, limits.week_loss, limits.month_loss),
        player.totals(today),
        strict=True,
    ):
        left = None if most is None else most + totals.net
        if totals.loss_reached or (left is not None and left <= 0):
            detail = f"You have reached your loss limit for {name}."
            return Refusal("carded.loss-limit", regulation.LOSS_LIMIT, detail)
        if left is not None and stake and player.chips_at_stake + stake > left:
            free = format_money(max(0, left - player.chips_at_stake))
            detail = f"Your loss limit leaves {free} for {name}."
            return Refusal("carded.loss-limit", regulation.LOSS_LIMIT, detail)
    return None


def periods_at(player: CardedPlayer, at: Moment) -> tuple[Period, ...]:
    """Return when a player has played, with the rounds that are in progress."""
    periods = player.periods
    for _, since in player.playing:
        periods = with_play(periods, since, at)
    return periods


def limits_at(player: CardedPlayer, at: Moment) -> GamingLimits:
    """Return the player's limits in force at a time."""
    return (player.limits or LimitsSet()).at(at)


def assessment_due(player: CardedPlayer, at: Moment) -> Moment | None:
    """Return since when staff have to speak to the player in person; None: they need not.

    It stays due until it is recorded, also if the player pauses or leaves.
    """
    if player.unassessed is not None:
        return player.unassessed
    mark = assessment_mark(periods_at(player, at))
    is_done = mark is None or (player.assessed is not None and player.assessed >= mark)
    return None if is_done else mark


def events_due(player: CardedPlayer, at: Moment) -> Iterator[Event]:
    """Yield what the clock brings about: the player is sent out after too much play."""
    known = {stop.clause for stop in player.stops if at < stop.until}
    for found in too_long(periods_at(player, at), at):
        if found.clause not in known:
            yield events.PlayerSentOut(found.until, at, found.clause)


# Paying in.


def why_not_pay_in(
    player: CardedPlayer, amount: Cents, at: Moment, today: Today, *, cash: bool
) -> Refusal | None:
    """Whether a player may pay in for chips: their own limit per day, and the law's for cash."""
    day = player.totals(today)[0]
    most = limits_at(player, at).day_deposit
    if day.deposit_reached:
        detail = "You have reached your deposit limit for today."
        return Refusal("carded.deposit-limit", regulation.DEPOSIT_LIMIT, detail)
    if most is not None and day.deposited + amount > most:
        left = max(0, most - day.deposited)
        detail = f"Your deposit limit leaves {format_money(left)} for today."
        return Refusal("carded.deposit-limit", regulation.DEPOSIT_LIMIT, detail)
    least = regulation.CASH_PER_DAY
    if cash and day.cash + amount > least.value:
        left = max(0, least.value - day.cash)
        detail = f"You can pay at most {format_money(left)} more in cash today."
        return Refusal("carded.cash", least.clause, detail)
    return None


# Commands.


def why_not(player: CardedPlayer, command: commands.CardedCommand) -> Refusal | None:
    """Whether a command is allowed."""
    return _why_not_by(command) or _why_not(player, command)


def _why_not_by(command: commands.CardedCommand) -> Refusal | None:
    if command.for_players:
        if command.by.role == "player" and command.by.name == command.player:
            return None
        detail = f"Only {command.player} can do this."
        return Refusal("role.not-yours", regulation.LIMITS_CHANGE_ANY_TIME, detail)
    if command.by.role in SUPERVISORS:
        if handle_key(command.by.name) != handle_key(command.player):
            return None
        detail = "Nobody may do this about themselves."
        return Refusal("role.may-not", regulation.IDENTITY_IS_VERIFIED, detail)
    detail = "Only a supervisor or manager may do this."
    return Refusal("role.may-not", regulation.IDENTITY_IS_VERIFIED, detail)


def _why_not(player: CardedPlayer, command: commands.CardedCommand) -> Refusal | None:
    match command:
        case commands.SetLimits():
            return _why_not_set(player, command)
        case commands.DeclineLimits():
            return _why_not_decline(player, command.at)
        case commands.SuspendPlay(hours=hours):
            return _why_not_hours(hours)
        case commands.RecordAssessment():
            return _why_not_assess(player, command)
        case commands.OpenCardCase(holder=holder) if holder == command.player:
            detail = "The card is the player's own."
            return Refusal("carded.own-card", regulation.CARD_IS_OWN, detail)
        case commands.CloseCardCase():
            return _why_not_close(player, command)
        case commands.EraseIdentity():
            return _why_not_erase(player, command)
        case _:
            return None


def _why_not_set(player: CardedPlayer, command: commands.SetLimits) -> Refusal | None:
    if player.informed is None:
        return _not_informed()
    wanted = command.limits
    money = (wanted.day_deposit, wanted.day_loss, wanted.week_loss, wanted.month_loss)
    minutes = (wanted.day_minutes, wanted.break_after)
    too_big = any(each is not None and not 0 <= each <= _MOST for each in money)
    if too_big or any(each is not None and not 1 <= each <= _MINUTES_PER_DAY for each in minutes):
        detail = "A limit is an amount of money, or 1 to 1500 minutes."
        return Refusal("carded.limit-malformed", regulation.LIMITS_CHANGE_ANY_TIME, detail)
    return None


def _why_not_decline(player: CardedPlayer, at: Moment) -> Refusal | None:
    if player.informed is None:
        return _not_informed()
    if limits_at(player, at) != GamingLimits():
        detail = (
            "You have set limits. Change them instead; a limit that you remove ends after 24 hours."
        )
        return Refusal("carded.has-limits", regulation.RAISE_WAITS.clause, detail)
    return None


def _not_informed() -> Refusal:
    detail = "Read the information about gaming limits first."
    return Refusal("carded.not-informed", regulation.INFORMATION_FIRST, detail)


def _why_not_hours(hours: int) -> Refusal | None:
    least = regulation.SUSPENSION_LEAST.value // HOUR
    if least <= hours <= _LONGEST_STOP:
        return None
    detail = f"Choose {least} to {_LONGEST_STOP} hours."
    return Refusal("carded.suspension", regulation.SUSPENSION_LEAST.clause, detail)


def _why_not_assess(player: CardedPlayer, command: commands.RecordAssessment) -> Refusal | None:
    clause = regulation.ASSESSMENT_AFTER.clause
    if not command.note.strip():
        return Refusal("carded.no-note", clause, "Add a note on the conversation.")
    if (command.outcome == "stopped") != (command.hours is not None):
        detail = "Say for how many hours the player is stopped, and only then."
        return Refusal("carded.no-hours", clause, detail)
    if command.hours is not None and not 1 <= command.hours <= _LONGEST_STOP:
        return Refusal("carded.no-hours", clause, f"Choose 1 to {_LONGEST_STOP} hours.")
    return None


def _why_not_close(player: CardedPlayer, command: commands.CloseCardCase) -> Refusal | None:
    clause = regulation.REASONS_ARE_RECORDED
    case = next((each for each in player.cases if each.number == command.number), None)
    if case is None or case.closed is not None:
        return Refusal("carded.no-case", clause, "No such case is open.")
    if not command.reasons.strip():
        return Refusal("carded.no-reasons", clause, "Record the reasons for your decision.")
    suspends = "suspend card" in (command.about_user, command.about_holder)
    if suspends != (command.hours is not None):
        detail = "Say for how many hours the card is suspended, and only then."
        return Refusal("carded.no-hours", clause, detail)
    if command.hours is not None and not 1 <= command.hours <= _LONGEST_STOP:
        return Refusal("carded.no-hours", clause, f"Choose 1 to {_LONGEST_STOP} hours.")
    return None


def _why_not_erase(player: CardedPlayer, command: commands.EraseIdentity) -> Refusal | None:
    keep = regulation.RETENTION
    if player.verified is None:
        detail = "No identity of this person is on record."
        return Refusal("carded.not-verified", regulation.IDENTITY_IS_VERIFIED, detail)
    last = max(player.verified, *(period.ends for period in player.periods), player.informed or 0)
    if command.at <= last + keep.value:
        detail = "The details have to be kept for seven years after the person last played."
        return Refusal("carded.retention", keep.clause, detail)
    if not command.why.strip():
        return Refusal("carded.no-reasons", keep.clause, "Record the reason.")
    return None


def why_not_read(person: Person, why: str) -> Refusal | None:
    """Whether a person may read the sealed details of a player's identity."""
    if person.role not in READERS:
        detail = "Only a supervisor, manager or inspector may do this."
        return Refusal("role.may-not", regulation.IDENTITY_IS_RECORDED, detail)
    if not why.strip():
        return Refusal("carded.no-reasons", regulation.IDENTITY_IS_RECORDED, "Say why.")
    return None


def carry_out(player: CardedPlayer, command: commands.CardedCommand) -> Refusal | tuple[Event, ...]:
    """Decide a command: a refusal, or its events."""
    if no := why_not(player, command):
        return no
    return tuple(_events(player, command))


def _events(player: CardedPlayer, command: commands.CardedCommand) -> Iterator[Event]:
    by, at = command.by.name, command.at
    match command:
        case commands.VerifyIdentity(details=details):
            yield events.IdentityVerified(details, by, at)
        case commands.ReadInformation():
            yield events.InformationGiven(at, regulation.INFORMATION_GIVEN)
        case commands.SetLimits(limits=limits):
            after = limits_after(player.limits, limits, at)
            yield events.LimitsWereSet(after, at, _clause_of(after))
        case commands.DeclineLimits():
            yield events.LimitsDeclined(at, regulation.LIMITS_CHOSEN)
        case commands.SuspendPlay(hours=hours):
            until = Moment(at + hours * HOUR)
            yield events.PlayerSuspended(until, at, regulation.SUSPENSION)
        case commands.RecordAssessment(outcome=outcome, note=note, hours=stopped):
            end = None if stopped is None else Moment(at + stopped * HOUR)
            clause = regulation.ASSESSMENT_AFTER.clause
            yield events.PlayerAssessed(outcome, note, end, by, at, clause)
        case commands.OpenCardCase(holder=holder):
            number = len(player.cases) + 1
            clause = regulation.REASONS_ARE_RECORDED
            yield events.CaseOpened(number, command.player, holder, by, at, clause)
        case commands.EraseIdentity(why=why):
            yield events.IdentityErased(why, by, at)
        case commands.CloseCardCase():
            yield events.CaseClosed(
                command.number,
                command.about_user,
                command.about_holder,
                command.avoids_measures,
                command.criminal,
                command.reasons,
                by,
                at,
                regulation.REASONS_ARE_RECORDED,
                None if command.hours is None else Moment(at + command.hours * HOUR),
            )


def _clause_of(limits: LimitsSet) -> Clause:
    return regulation.RAISE_WAITS.clause if limits.later else regulation.LIMITS_CHANGE_ANY_TIME
