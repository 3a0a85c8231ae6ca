"""The sign and its limits for `table.house`: commands with judge and doer, events with their step."""

from typing import Final

from houserules.table.sign import (
    announcements,
    crowding,
    found_wagers,
    limit_changes,
    raise_wager,
    reservations,
    resplitting,
    restrictions,
    side_wagers,
    stated_limits,
)
from houserules.table.sign import commands as c
from houserules.table.subject import Subject

SIGN: Final = Subject(
    commands={
        c.PutUpSign: (stated_limits.why_not_put_up, stated_limits.put_up),
        c.ChangeLimits: (limit_changes.why_not_change, limit_changes.change),
        c.RaiseMinimum: (limit_changes.why_not_raise, limit_changes.raise_minimum),
        c.AnnounceLimits: (announcements.why_not_announce, announcements.announce),
        c.TakeDownAnnouncement: (announcements.why_not_take_down, announcements.take_down),
        c.ReportFoundWager: (found_wagers.why_not_report, found_wagers.report),
        c.AllowMore: (limit_changes.why_not_allow_more, limit_changes.allow_more),
        c.EndOwnLimits: (limit_changes.why_not_end_own, limit_changes.end_own),
        c.SetPlayerMaximum: (limit_changes.why_not_set_maximum, limit_changes.set_maximum),
        c.RestrictForShoe: (restrictions.why_not_for_shoe, restrictions.restrict),
        c.RestrictForFurtherShoes: (
            restrictions.why_not_for_further_shoes,
            restrictions.restrict,
        ),
        c.LimitToOneBox: (restrictions.why_not_to_one_box, restrictions.restrict),
        c.LiftRestriction: (restrictions.why_not_lift, restrictions.lift),
        c.LimitSideWagers: (side_wagers.why_not_limit_sides, side_wagers.limit_sides),
        c.ConfirmSideWager: (side_wagers.why_not_confirm, side_wagers.confirm),
        c.PermitResplit: (resplitting.why_not_permit, resplitting.permit),
        c.LimitBettors: (crowding.why_not_limit_bettors, crowding.limit_bettors),
        c.LimitPlayers: (crowding.why_not_limit_players, crowding.limit_players),
        c.LimitBoxes: (crowding.why_not_limit_boxes, crowding.limit_boxes),
        c.ReportPatronage: (crowding.why_not_report, crowding.report),
        c.ReserveBoxes: (reservations.why_not_reserve, reservations.reserve),
        c.GiveUpBox: (reservations.why_not_give_up, reservations.give_up),
        c.RaiseWager: (raise_wager.why_not_raise_wager, raise_wager.raise_wager),
    },
    interrupts={c.ReportFoundWager: frozenset({"card in error", "late offer", "misdeal"})},
    always=frozenset(
        {
            c.ChangeLimits,
            c.RaiseMinimum,
            c.AnnounceLimits,
            c.TakeDownAnnouncement,
        }
    ),
)
