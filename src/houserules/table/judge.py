"""The one judge: whether a command is allowed, and if not why. Then what it brings about."""

from collections.abc import Callable
from typing import Any, Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table import (
    chips,
    dealing,
    doubling,
    offers,
    playing,
    side_wagers,
    splitting,
    wagering,
)
from houserules.table import commands as c
from houserules.table.course import Course
from houserules.table.events import Event
from houserules.table.state import Table

_Judge = Callable[[Rulebook, Table, Any], Refusal | None]
_Doer = Callable[[Course, Any], None]

_COMMANDS: Final[dict[type, tuple[_Judge, _Doer]]] = {
    c.BringChips: (chips.why_not_bring, chips.bring),
    c.TakeChips: (chips.why_not_take, chips.take),
    c.PlaceWager: (wagering.why_not_place, wagering.place),
    c.WithdrawWager: (wagering.why_not_withdraw, wagering.withdraw),
    c.PlaceSideWager: (side_wagers.why_not_place_side, side_wagers.place_side),
    c.WithdrawSideWager: (side_wagers.why_not_withdraw_side, side_wagers.withdraw_side),
    c.CloseBets: (dealing.why_not_close_bets, dealing.close_bets),
    c.DealCard: (dealing.why_not_deal, dealing.deal),
    c.Insure: (offers.why_not_insure, offers.insure),
    c.Surrender: (offers.why_not_surrender, offers.surrender),
    c.CloseOffers: (offers.why_not_close_offers, offers.close_offers),
    c.Hit: (playing.why_not_hit, playing.hit),
    c.Stand: (playing.why_not_stand, playing.stand),
    c.Double: (doubling.why_not_double, doubling.double),
    c.Split: (splitting.why_not_split, splitting.split),
    c.Designate: (splitting.why_not_designate, splitting.designate),
    c.Forfeit: (doubling.why_not_forfeit, doubling.forfeit),
    c.Decline: (doubling.why_not_decline, doubling.decline),
    c.ReportAbsent: (playing.why_not_absent, playing.absent),
    c.ClearTable: (dealing.why_not_clear, dealing.clear),
}


def why_not(rules: Rulebook, table: Table, command: c.Command) -> Refusal | None:
    """Give the reason why the command is refused; None: it is allowed."""
    return _COMMANDS[type(command)][0](rules, table, command)


def carry_out(
    rules: Rulebook, table: Table, command: c.Command
) -> tuple[tuple[Event, ...], Table] | Refusal:
    """Decide a command: the events it brings about and the table after them, or a Refusal."""
    judge, do = _COMMANDS[type(command)]
    if refusal := judge(rules, table, command):
        return refusal
    course = Course(rules, table)
    do(course, command)
    return tuple(course.events), course.table


def decide(rules: Rulebook, table: Table, command: c.Command) -> tuple[Event, ...] | Refusal:
    """Decide a command: its events, or a Refusal."""
    outcome = carry_out(rules, table, command)
    return outcome if isinstance(outcome, Refusal) else outcome[0]
