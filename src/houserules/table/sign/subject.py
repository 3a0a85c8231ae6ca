"""The sign and its limits for `table.house`: commands with judge and doer, events with their step."""

from typing import Final

from houserules.table.cards.events import CardsShuffled
from houserules.table.events import BetsClosed, RoundVoided, TableCleared
from houserules.table.people.events import PlayerLeft
from houserules.table.round import box_control, evolve_chips
from houserules.table.sign import (
    announcements,
    attendance,
    crowding,
    found_in_play,
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
from houserules.table.sign import events as e
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
    steps={
        e.SignPutUp: stated_limits.sign_put_up,
        e.LimitsChanged: limit_changes.limits_changed,
        e.WagersKept: box_control.wagers_kept,
        e.WagerFound: found_wagers.wager_found,
        e.WagerFoundInPlay: found_in_play.wager_found_in_play,
        e.LimitsAnnounced: announcements.limits_announced,
        e.OwnLimitsSet: limit_changes.own_limits_set,
        e.PlayerMaximumSet: limit_changes.player_maximum_set,
        e.PlayerRestricted: restrictions.player_restricted,
        e.RestrictionLifted: restrictions.restriction_lifted,
        e.SideWagersLimited: side_wagers.side_wagers_limited,
        e.SideWagerConfirmed: side_wagers.side_wager_confirmed,
        e.ResplitPermitted: resplitting.resplit_permitted,
        e.SideWagerDisplaced: evolve_chips.side_wager_withdrawn,
        e.WagerDisplaced: evolve_chips.wager_withdrawn,
        e.BettorsLimited: crowding.bettors_limited,
        e.PlayersLimited: crowding.players_limited,
        e.BoxesLimited: crowding.boxes_limited,
        e.BoxUncontrolled: crowding.box_uncontrolled,
        e.PatronageReported: crowding.patronage_reported,
        e.BoxesReserved: reservations.boxes_reserved,
        e.BoxGivenUp: reservations.box_given_up,
        e.WagerRaised: raise_wager.wager_raised,
        e.WagersArranged: crowding.wagers_arranged,
    },
    also=(
        (BetsClosed, attendance.round_began),
        (RoundVoided, attendance.round_never_began),
        (CardsShuffled, attendance.cards_shuffled),
        (TableCleared, attendance.table_cleared),
        (PlayerLeft, limit_changes.player_left),
    ),
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
