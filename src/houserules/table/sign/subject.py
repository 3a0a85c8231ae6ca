"""The sign and its limits as a subject of the table."""

from typing import Final

from houserules.table.sign import (
    announcements,
    box_orders,
    commands,
    found_wagers,
    limit_changes,
    open_wagers,
    reservations,
    restrictions,
    side_wagers,
    stated_limits,
)
from houserules.table.subject import Subject

SIGN: Final = Subject(
    commands={
        commands.PutUpSign: (stated_limits.why_not_put_up, stated_limits.put_up),
        commands.ChangeLimits: (limit_changes.why_not_change, limit_changes.change),
        commands.RaiseMinimum: (limit_changes.why_not_raise, limit_changes.raise_minimum),
        commands.AnnounceLimits: (announcements.why_not_announce, announcements.announce),
        commands.TakeDownAnnouncement: (announcements.why_not_take_down, announcements.take_down),
        commands.ReportFoundWager: (found_wagers.why_not_report, found_wagers.report),
        commands.AllowMore: (limit_changes.why_not_allow_more, limit_changes.allow_more),
        commands.EndOwnLimits: (limit_changes.why_not_end_own, limit_changes.end_own),
        commands.SetPlayerMaximum: (limit_changes.why_not_set_maximum, limit_changes.set_maximum),
        commands.RestrictForShoe: (restrictions.why_not_for_shoe, restrictions.restrict),
        commands.RestrictForFurtherShoes: (
            restrictions.why_not_for_further_shoes,
            restrictions.restrict,
        ),
        commands.LimitToOneBox: (restrictions.why_not_to_one_box, restrictions.restrict),
        commands.LiftRestriction: (restrictions.why_not_lift, restrictions.lift),
        commands.LimitSideWagers: (side_wagers.why_not_limit_sides, side_wagers.limit_sides),
        commands.ConfirmSideWager: (side_wagers.why_not_confirm, side_wagers.confirm),
        commands.PermitResplit: (box_orders.why_not_permit, box_orders.permit),
        commands.LimitBettors: (box_orders.why_not_limit_bettors, box_orders.limit_bettors),
        commands.LimitPlayers: (box_orders.why_not_limit_players, box_orders.limit_players),
        commands.LimitBoxes: (box_orders.why_not_limit_boxes, box_orders.limit_boxes),
        commands.ReportPatronage: (box_orders.why_not_report, box_orders.report),
        commands.ReserveBoxes: (reservations.why_not_reserve, reservations.reserve),
        commands.GiveUpBox: (reservations.why_not_give_up, reservations.give_up),
        commands.RaiseWager: (open_wagers.why_not_raise_wager, open_wagers.raise_wager),
    },
    interrupts={commands.ReportFoundWager: frozenset({"card in error", "late offer", "misdeal"})},
    always=frozenset(
        {
            commands.ChangeLimits,
            commands.RaiseMinimum,
            commands.AnnounceLimits,
            commands.TakeDownAnnouncement,
        }
    ),
)
