"""The player after an event of carded play. Nothing here reads rules."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from houserules.carded import events
from houserules.carded.limits import GamingLimits, LimitsSet
from houserules.carded.play_time import TOO_MUCH, assessment_mark, seconds_added, with_play
from houserules.carded.state import CardedPlayer, Fee, OtherCardCase, Stop, Today, Totals
from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.events import Event


def evolve(player: CardedPlayer, event: Event) -> CardedPlayer:
    """Return the player after one event."""
    return STEPS[type(event)](player, event)


def _verified(player: CardedPlayer, event: events.IdentityVerified) -> CardedPlayer:
    return replace(player, verified=event.at)


def _read(player: CardedPlayer, event: events.IdentityRead) -> CardedPlayer:
    return player


def _erased(player: CardedPlayer, event: events.IdentityErased) -> CardedPlayer:
    return replace(player, verified=None)


def _informed(player: CardedPlayer, event: events.InformationGiven) -> CardedPlayer:
    return replace(player, informed=event.at)


def _set(player: CardedPlayer, event: events.LimitsWereSet) -> CardedPlayer:
    return replace(player, limits=event.limits, chosen=event.at)


def _declined(player: CardedPlayer, event: events.LimitsDeclined) -> CardedPlayer:
    return replace(player, chosen=event.at)


def _stopped(
    player: CardedPlayer, until: Moment, why: str, clause: Clause, at: Moment
) -> CardedPlayer:
    running = tuple(stop for stop in player.stops if at < stop.until)
    return replace(player, stops=(*running, Stop(until, why, clause)))


def _suspended(player: CardedPlayer, event: events.PlayerSuspended) -> CardedPlayer:
    return _stopped(player, event.until, "you asked for a break", event.clause, event.at)


def _sent_out(player: CardedPlayer, event: events.PlayerSentOut) -> CardedPlayer:
    return _stopped(player, event.until, TOO_MUCH, event.clause, event.at)


def _card_suspended(player: CardedPlayer, event: events.CardSuspended) -> CardedPlayer:
    return _stopped(player, event.until, "your Player Card is suspended", event.clause, event.at)


def _assessed(player: CardedPlayer, event: events.PlayerAssessed) -> CardedPlayer:
    player = replace(player, assessed=event.at, unassessed=None)
    if event.until is None:
        return player
    return _stopped(player, event.until, "the casino has stopped your play", event.clause, event.at)


def _bought(player: CardedPlayer, event: events.ChipsBought) -> CardedPlayer:
    cash = event.amount if event.cash else 0
    player = _counted(player, event.today, deposited=event.amount, cash=cash)
    most = _limits_at(player, event.at).day_deposit
    is_reached = most is not None and player.day.deposited >= most
    reached = player.day.deposit_reached or is_reached
    return replace(player, day=replace(player.day, deposit_reached=reached))


def _cashed(player: CardedPlayer, event: events.ChipsCashed) -> CardedPlayer:
    return player


def _began(player: CardedPlayer, event: events.PlayBegan) -> CardedPlayer:
    return replace(player, playing=(*player.playing, (event.table, event.at)))


def _staked(player: CardedPlayer, event: events.StakeChanged) -> CardedPlayer:
    others = tuple(row for row in player.at_stake if row[0] != event.table)
    here = ((event.table, event.chips),) if event.chips else ()
    return replace(player, at_stake=(*others, *here))


def _booked(player: CardedPlayer, event: events.ResultBooked) -> CardedPlayer:
    player = _counted(player, event.today, net=event.net, turnover=event.staked)
    return _with_limits(player, event.at)


def _fee_paid(player: CardedPlayer, event: events.FeePaid) -> CardedPlayer:
    today = event.today
    player = _counted(player, today, net=-event.amount, turnover=event.amount)
    fees = (*player.fees, Fee(event.where, event.amount, today))
    recent = tuple(
        fee for fee in fees if fee.paid.month == today.month or fee.paid.week == today.week
    )
    return replace(_with_limits(player, event.at), fees=recent)


def _fee_returned(player: CardedPlayer, event: events.FeeReturned) -> CardedPlayer:
    left, kept = event.amount, []
    for fee in reversed(player.fees):
        back = min(left, fee.amount) if fee.where == event.where else 0
        left -= back
        player = _without_fee(player, event.today, fee.paid, back)
        if fee.amount > back:
            kept.append(replace(fee, amount=fee.amount - back))
    return replace(player, fees=tuple(reversed(kept)))


def _without_fee(player: CardedPlayer, today: Today, paid: Today, back: Cents) -> CardedPlayer:
    """A fee that comes back makes room where it was paid; otherwise it could be saved up for a day."""
    names = (paid.day, paid.week, paid.month)
    day, week, month = (
        replace(totals, net=totals.net + back) if totals.span == name else totals
        for totals, name in zip(player.totals(today), names, strict=True)
    )
    return replace(player, day=day, week=week, month=month)


def _with_limits(player: CardedPlayer, at: Moment) -> CardedPlayer:
    """Return the player with the loss limits marked that are reached now."""
    limits = _limits_at(player, at)
    return replace(
        player,
        day=_with_loss(player.day, limits.day_loss),
        week=_with_loss(player.week, limits.week_loss),
        month=_with_loss(player.month, limits.month_loss),
    )


def _with_loss(totals: Totals, most: Cents | None) -> Totals:
    """A loss limit that was reached stays so for the span, whatever is won or raised later."""
    is_reached = most is not None and totals.net <= -most
    return replace(totals, loss_reached=totals.loss_reached or is_reached)


def _limits_at(player: CardedPlayer, at: Moment) -> GamingLimits:
    return (player.limits or LimitsSet()).at(at)


def _ended(player: CardedPlayer, event: events.PlayEnded) -> CardedPlayer:
    here = [since for table, since in player.playing if table == event.table]
    periods = with_play(player.periods, min(here, default=event.at), event.at)
    mark = assessment_mark(periods)
    is_due = mark is not None and (player.assessed is None or player.assessed < mark)
    today = event.today
    beginnings = (today.since, today.week_since, today.month_since)
    day, week, month = (
        replace(
            totals,
            seconds=totals.seconds + seconds_added(player.periods, periods, since, event.at),
        )
        for totals, since in zip(player.totals(today), beginnings, strict=True)
    )
    return replace(
        player,
        periods=periods,
        playing=tuple(row for row in player.playing if row[0] != event.table),
        unassessed=player.unassessed or (mark if is_due else None),
        day=day,
        week=week,
        month=month,
    )


def _counted(player: CardedPlayer, today: Today, **amounts: int) -> CardedPlayer:
    day, week, month = (
        replace(totals, **{name: getattr(totals, name) + more for name, more in amounts.items()})
        for totals in player.totals(today)
    )
    return replace(player, day=day, week=week, month=month)


def _opened(player: CardedPlayer, event: events.CaseOpened) -> CardedPlayer:
    case = OtherCardCase(event.number, event.user, event.holder, event.at)
    return replace(player, cases=(*player.cases, case))


def _closed(player: CardedPlayer, event: events.CaseClosed) -> CardedPlayer:
    cases = tuple(
        replace(case, closed=event.at) if case.number == event.number else case
        for case in player.cases
    )
    return replace(player, cases=cases)


STEPS: Final[dict[type[Event], Callable[[CardedPlayer, Any], CardedPlayer]]] = {
    events.IdentityVerified: _verified,
    events.IdentityRead: _read,
    events.IdentityErased: _erased,
    events.InformationGiven: _informed,
    events.LimitsWereSet: _set,
    events.LimitsDeclined: _declined,
    events.PlayerSuspended: _suspended,
    events.PlayerSentOut: _sent_out,
    events.PlayerAssessed: _assessed,
    events.ChipsBought: _bought,
    events.ChipsCashed: _cashed,
    events.PlayBegan: _began,
    events.StakeChanged: _staked,
    events.ResultBooked: _booked,
    events.FeePaid: _fee_paid,
    events.FeeReturned: _fee_returned,
    events.PlayEnded: _ended,
    events.CaseOpened: _opened,
    events.CaseClosed: _closed,
    events.CardSuspended: _card_suspended,
}
