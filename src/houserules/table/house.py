"""Everything around the round in one list: commands with judge and doer, events with their step.

A subject adds itself here and nowhere else. `DEALS_WITH`: which commands are open while a mishap of
that kind is; `OPEN_IN`: what `legal` then lists. `ALWAYS`: what no mishap holds up.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table import events, evolve_chips
from houserules.table.cards import evolution
from houserules.table.cards.listing import CARD_COMMANDS, CARD_STEPS
from houserules.table.course import Course
from houserules.table.evolve import STEPS, Step
from houserules.table.facing import commands as facing
from houserules.table.facing import events as facing_events
from houserules.table.facing import evolving, exposing
from houserules.table.malfunction import answering, reporting, sources
from houserules.table.malfunction import commands as malfunction
from houserules.table.malfunction import events as malfunction_events
from houserules.table.mishaps.listing import (
    MISHAP_COMMANDS,
    MISHAP_DEALS_WITH,
    MISHAP_OPEN_IN,
    MISHAP_STEPS,
)
from houserules.table.mishaps.offering import see_to_ready_cards
from houserules.table.office import (
    closing,
    deciding,
    dispute_steps,
    disputes,
    invalidating,
    late_payment,
    notices,
    opening,
    payment_events,
    payment_steps,
    returning,
    wrong_payments,
)
from houserules.table.office import commands as office
from houserules.table.office import events as office_events
from houserules.table.people import (
    abstaining,
    devices,
    invalid,
    places,
    player_cards,
    refusing,
    standing,
)
from houserules.table.people import commands as people
from houserules.table.people import events as people_events
from houserules.table.sign import (
    allowances,
    announcing,
    attendance,
    changing,
    crowding,
    keeping,
    raising_wagers,
    reservations,
    restrictions,
    sides,
    stating,
)
from houserules.table.sign import commands as sign
from houserules.table.sign import events as sign_events
from houserules.table.state import Table
from houserules.table.tokens import commands as tokens
from houserules.table.tokens import events as token_events
from houserules.table.tokens import vouchers

Judge = Callable[[Rulebook, Table, Any], Refusal | None]
Doer = Callable[[Course, Any], None]
Lister = Callable[[Rulebook, Table], Iterator[c.Command]]

COMMANDS: Final[dict[type, tuple[Judge, Doer]]] = {
    **CARD_COMMANDS,
    **MISHAP_COMMANDS,
    people.ComeToTable: (places.why_not_come, places.come),
    people.LeaveTable: (places.why_not_leave, places.leave),
    people.PresentPlayerCard: (player_cards.why_not_present, player_cards.present),
    people.FindWagerInvalid: (invalid.why_not_find_invalid, invalid.find_invalid),
    people.RefuseWager: (refusing.why_not_refuse, refusing.refuse_wager),
    people.FindDeviceUse: (devices.why_not_find_device, devices.find_device),
    people.DeclareWagersVoid: (devices.why_not_void, devices.declare_void),
    people.ExcludeFromGame: (devices.why_not_exclude_from_game, devices.exclude_from_game),
    people.ExcludeFromCasino: (devices.why_not_exclude_from_casino, devices.exclude_from_casino),
    people.DetainPerson: (devices.why_not_detain, devices.detain),
    people.RecordAttendance: (devices.why_not_attend, devices.attend),
    people.RequireToVacate: (abstaining.why_not_vacate, abstaining.require_to_vacate),
    office.GiveNotice: (notices.why_not_notice, notices.give_notice),
    office.AskForRules: (notices.why_not_ask_for_rules, notices.ask_for_rules),
    office.InvalidateGame: (invalidating.why_not_invalidate, invalidating.invalidate),
    office.ShowClosingSign: (closing.why_not_show_sign, closing.show_sign),
    office.TakeDownClosingSign: (closing.why_not_take_down, closing.take_down),
    office.CloseTable: (closing.why_not_close, closing.close),
    office.ReopenTable: (opening.why_not_reopen, opening.reopen),
    office.RaiseDispute: (disputes.why_not_raise, disputes.raise_dispute),
    office.DecideDispute: (deciding.why_not_decide, deciding.decide),
    office.AskReview: (disputes.why_not_ask_review, disputes.ask_review),
    office.ReviewDispute: (deciding.why_not_review, deciding.decide),
    office.AcceptDecision: (disputes.why_not_accept, disputes.accept),
    office.AdviseOfComplaint: (deciding.why_not_advise, deciding.advise),
    office.CloseDispute: (deciding.why_not_close, deciding.close),
    office.ApproveLatePayment: (late_payment.why_not_approve, late_payment.approve),
    office.ReportWrongPayment: (wrong_payments.why_not_report, wrong_payments.report),
    office.RecordEnquiries: (wrong_payments.why_not_enquire, wrong_payments.enquire),
    office.IdentifyPatron: (wrong_payments.why_not_identify, wrong_payments.identify),
    office.RecordAttempt: (wrong_payments.why_not_attempt, wrong_payments.attempt),
    office.RectifyPayment: (wrong_payments.why_not_rectify, wrong_payments.rectify),
    malfunction.ReportMalfunction: (reporting.why_not_report, reporting.report),
    malfunction.TakeWagersBack: (answering.why_not_answer, answering.answer),
    malfunction.PlayOn: (answering.why_not_answer, answering.answer),
    malfunction.EndReturnOffer: (answering.why_not_end, answering.end_offer),
    malfunction.ReturnToDevice: (sources.why_not_return, sources.return_to_device),
    tokens.ExchangeVoucher: (vouchers.why_not_exchange, vouchers.exchange),
    facing.ApproveFaceDown: (exposing.why_not_approve, exposing.approve),
    facing.TakeBackApproval: (exposing.why_not_take_back, exposing.take_back),
    facing.ChooseFacing: (exposing.why_not_choose, exposing.choose_facing),
    facing.ExposeCards: (exposing.why_not_expose, exposing.expose_cards),
    sign.PutUpSign: (stating.why_not_put_up, stating.put_up),
    sign.ChangeLimits: (changing.why_not_change, changing.change),
    sign.RaiseMinimum: (changing.why_not_raise, changing.raise_minimum),
    sign.AnnounceLimits: (announcing.why_not_announce, announcing.announce),
    sign.TakeDownAnnouncement: (announcing.why_not_take_down, announcing.take_down),
    sign.AllowMore: (allowances.why_not_allow_more, allowances.allow_more),
    sign.EndOwnLimits: (allowances.why_not_end_own, allowances.end_own),
    sign.RestrictForShoe: (restrictions.why_not_for_shoe, restrictions.restrict),
    sign.RestrictForFurtherShoes: (
        restrictions.why_not_for_further_shoes,
        restrictions.restrict,
    ),
    sign.LimitToOneBox: (restrictions.why_not_to_one_box, restrictions.restrict),
    sign.LiftRestriction: (restrictions.why_not_lift, restrictions.lift),
    sign.LimitSideWagers: (sides.why_not_limit_sides, sides.limit_sides),
    sign.LimitBettors: (crowding.why_not_limit_bettors, crowding.limit_bettors),
    sign.LimitPlayers: (crowding.why_not_limit_players, crowding.limit_players),
    sign.LimitBoxes: (crowding.why_not_limit_boxes, crowding.limit_boxes),
    sign.ReportPatronage: (crowding.why_not_report, crowding.report),
    sign.ReserveBoxes: (reservations.why_not_reserve, reservations.reserve),
    sign.GiveUpBox: (reservations.why_not_give_up, reservations.give_up),
    sign.RaiseWager: (raising_wagers.why_not_raise_wager, raising_wagers.raise_wager),
}

_STEPS: Final[dict[type, Step]] = {
    **CARD_STEPS,
    **MISHAP_STEPS,
    people_events.PlayerCame: places.player_came,
    people_events.PlayerLeft: places.player_left,
    people_events.PresenceNoted: abstaining.presence_noted,
    people_events.SeatVacated: abstaining.seat_vacated,
    people_events.PlayerCardPresented: player_cards.player_card_presented,
    people_events.WagersFoundInvalid: invalid.wagers_found_invalid,
    people_events.WinningsTakenBack: invalid.winnings_taken_back,
    people_events.WagerRefused: refusing.wager_refused,
    people_events.DeviceUseFound: standing.device_use_found,
    people_events.WagersDeclaredVoid: standing.wagers_declared_void,
    people_events.PersonExcluded: standing.person_excluded,
    people_events.PersonDetained: standing.person_detained,
    people_events.OfficerAttended: standing.officer_attended,
    office_events.NoticeGiven: notices.notice_given,
    office_events.NoticeBecameDue: notices.notice_became_due,
    office_events.GameInvalidated: invalidating.game_invalidated,
    office_events.WagerReturned: returning.wager_returned,
    office_events.ClosingSignShown: closing.sign_shown,
    office_events.ClosingSignTakenDown: closing.sign_taken_down,
    office_events.TableClosed: closing.table_closed,
    office_events.TableReopened: opening.table_reopened,
    office_events.DisputeRaised: dispute_steps.dispute_raised,
    office_events.DisputeDecided: dispute_steps.dispute_decided,
    office_events.ReviewAsked: dispute_steps.review_asked,
    office_events.DecisionAccepted: dispute_steps.decision_accepted,
    office_events.ComplaintAdvised: dispute_steps.complaint_advised,
    office_events.DisputeClosed: dispute_steps.dispute_closed,
    office_events.LatePaymentApproved: late_payment.late_payment_approved,
    payment_events.WrongPaymentEntered: payment_steps.payment_entered,
    payment_events.EnquiriesMade: payment_steps.enquiries_made,
    payment_events.PatronIdentified: payment_steps.patron_identified,
    payment_events.AttemptRecorded: payment_steps.attempt_recorded,
    payment_events.PaymentRectified: payment_steps.payment_rectified,
    malfunction_events.DeviceMalfunctioned: reporting.device_malfunctioned,
    malfunction_events.CardsTransferred: sources.cards_moved,
    malfunction_events.DamagedCardsReplaced: sources.cards_moved,
    malfunction_events.DeviceEmptied: sources.device_emptied,
    malfunction_events.ReturnOffered: answering.return_offered,
    malfunction_events.ReturnAnswered: answering.return_answered,
    malfunction_events.ReturnsDecided: answering.returns_decided,
    token_events.VoucherExchanged: vouchers.voucher_exchanged,
    facing_events.FaceDownApproved: evolving.face_down_approved,
    facing_events.ApprovalTakenBack: evolving.approval_taken_back,
    facing_events.FacingChosen: evolving.facing_chosen,
    facing_events.CardsExposed: evolving.cards_exposed,
    sign_events.SignPutUp: stating.sign_put_up,
    sign_events.LimitsChanged: changing.limits_changed,
    sign_events.WagersKept: keeping.wagers_kept,
    sign_events.LimitsAnnounced: announcing.limits_announced,
    sign_events.OwnLimitsSet: allowances.own_limits_set,
    sign_events.PlayerRestricted: restrictions.player_restricted,
    sign_events.RestrictionLifted: restrictions.restriction_lifted,
    sign_events.SideWagersLimited: sides.side_wagers_limited,
    sign_events.SideWagerDisplaced: evolve_chips.side_wager_withdrawn,
    sign_events.BettorsLimited: crowding.bettors_limited,
    sign_events.PlayersLimited: crowding.players_limited,
    sign_events.BoxesLimited: crowding.boxes_limited,
    sign_events.PatronageReported: crowding.patronage_reported,
    sign_events.BoxesReserved: reservations.boxes_reserved,
    sign_events.BoxGivenUp: reservations.box_given_up,
    sign_events.WagerRaised: raising_wagers.wager_raised,
    sign_events.WagersArranged: crowding.wagers_arranged,
}
STEPS.update(_STEPS)

_ALSO: Final[tuple[tuple[type, Step], ...]] = (
    (events.BetsClosed, evolution.bets_closed),
    (people_events.PlayerLeft, evolution.player_left),
    (events.BetsClosed, attendance.round_began),
    (people_events.PlayerLeft, changing.player_left),
)
"""What an event does beside its own step, to another subject's part of the table."""


def _one_after_the_other(first: Step, second: Step) -> Step:
    return lambda table, event: second(first(table, event), event)


for _kind, _step in _ALSO:
    STEPS[_kind] = _one_after_the_other(STEPS[_kind], _step)

ALWAYS: Final[set[type]] = {
    c.BringChips,
    c.TakeChips,
    people.ComeToTable,
    people.PresentPlayerCard,
    people.FindDeviceUse,
    people.ExcludeFromGame,
    people.ExcludeFromCasino,
    people.DetainPerson,
    people.RecordAttendance,
    office.GiveNotice,
    office.AskForRules,
    office.InvalidateGame,
    office.ShowClosingSign,
    office.TakeDownClosingSign,
    office.RaiseDispute,
    office.DecideDispute,
    office.AskReview,
    office.ReviewDispute,
    office.AcceptDecision,
    office.AdviseOfComplaint,
    office.CloseDispute,
    office.ApproveLatePayment,
    office.ReportWrongPayment,
    office.RecordEnquiries,
    office.IdentifyPatron,
    office.RecordAttempt,
    office.RectifyPayment,
    sign.ChangeLimits,
    sign.RaiseMinimum,
    sign.AnnounceLimits,
    sign.TakeDownAnnouncement,
}

DEALS_WITH: Final[dict[str, tuple[type, ...]]] = {
    **MISHAP_DEALS_WITH,
    "device malfunction": (
        malfunction.TakeWagersBack,
        malfunction.PlayOn,
        malfunction.EndReturnOffer,
    ),
}

OPEN_IN: Final[dict[str, Lister]] = {
    **MISHAP_OPEN_IN,
    "device malfunction": answering.open_answers,
}

AFTERWARDS: Final[tuple[Callable[[Course], None], ...]] = (see_to_ready_cards,)
"""What every command is followed by, if there is anything to do."""


def why_not_during_mishap(rules: Rulebook, table: Table, command: c.Command) -> Refusal | None:
    """While something must be put right, only what puts it right is open."""
    mishap = table.mishap
    if mishap is None or type(command) in ALWAYS or type(command) in DEALS_WITH[mishap.kind]:
        return None
    return Refusal("irregularity.open", mishap.clause, f"{mishap.what} That comes first.")
