"""The sign and its limits for `table.house`: commands with judge and doer, events with their step."""

from typing import Final

from houserules.table import controlling, evolve_chips
from houserules.table.events import BetsClosed
from houserules.table.people.events import PlayerLeft
from houserules.table.sign import (
    allowances,
    announcing,
    attendance,
    changing,
    crowding,
    raising_wagers,
    reservations,
    restrictions,
    sides,
    stating,
)
from houserules.table.sign import commands as c
from houserules.table.sign import events as e
from houserules.table.subject import Subject

SIGN: Final = Subject(
    commands={
        c.PutUpSign: (stating.why_not_put_up, stating.put_up),
        c.ChangeLimits: (changing.why_not_change, changing.change),
        c.RaiseMinimum: (changing.why_not_raise, changing.raise_minimum),
        c.AnnounceLimits: (announcing.why_not_announce, announcing.announce),
        c.TakeDownAnnouncement: (announcing.why_not_take_down, announcing.take_down),
        c.AllowMore: (allowances.why_not_allow_more, allowances.allow_more),
        c.EndOwnLimits: (allowances.why_not_end_own, allowances.end_own),
        c.RestrictForShoe: (restrictions.why_not_for_shoe, restrictions.restrict),
        c.RestrictForFurtherShoes: (
            restrictions.why_not_for_further_shoes,
            restrictions.restrict,
        ),
        c.LimitToOneBox: (restrictions.why_not_to_one_box, restrictions.restrict),
        c.LiftRestriction: (restrictions.why_not_lift, restrictions.lift),
        c.LimitSideWagers: (sides.why_not_limit_sides, sides.limit_sides),
        c.LimitBettors: (crowding.why_not_limit_bettors, crowding.limit_bettors),
        c.LimitPlayers: (crowding.why_not_limit_players, crowding.limit_players),
        c.LimitBoxes: (crowding.why_not_limit_boxes, crowding.limit_boxes),
        c.ReportPatronage: (crowding.why_not_report, crowding.report),
        c.ReserveBoxes: (reservations.why_not_reserve, reservations.reserve),
        c.GiveUpBox: (reservations.why_not_give_up, reservations.give_up),
        c.RaiseWager: (raising_wagers.why_not_raise_wager, raising_wagers.raise_wager),
    },
    steps={
        e.SignPutUp: stating.sign_put_up,
        e.LimitsChanged: changing.limits_changed,
        e.WagersKept: controlling.wagers_kept,
        e.LimitsAnnounced: announcing.limits_announced,
        e.OwnLimitsSet: allowances.own_limits_set,
        e.PlayerRestricted: restrictions.player_restricted,
        e.RestrictionLifted: restrictions.restriction_lifted,
        e.SideWagersLimited: sides.side_wagers_limited,
        e.SideWagerDisplaced: evolve_chips.side_wager_withdrawn,
        e.BettorsLimited: crowding.bettors_limited,
        e.PlayersLimited: crowding.players_limited,
        e.BoxesLimited: crowding.boxes_limited,
        e.PatronageReported: crowding.patronage_reported,
        e.BoxesReserved: reservations.boxes_reserved,
        e.BoxGivenUp: reservations.box_given_up,
        e.WagerRaised: raising_wagers.wager_raised,
        e.WagersArranged: crowding.wagers_arranged,
    },
    also=(
        (BetsClosed, attendance.round_began),
        (PlayerLeft, changing.player_left),
    ),
    always=frozenset(
        {
            c.ChangeLimits,
            c.RaiseMinimum,
            c.AnnounceLimits,
            c.TakeDownAnnouncement,
        }
    ),
)
