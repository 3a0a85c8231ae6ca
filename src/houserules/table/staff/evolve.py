"""The table after events about a wrong payment."""

from collections.abc import Iterable
from typing import Any, Final

from houserules.table.events import TableCleared
from houserules.table.irregularities.events import HandsVoided
from houserules.table.irregularities.previous_round import round_of
from houserules.table.round.evolve import rack
from houserules.table.round.evolve_chips import owing, wager_forfeited, wager_returned
from houserules.table.round.settled_wagers import held
from houserules.table.staff import events as e
from houserules.table.staff.events import (
    AttemptRecorded,
    ClosingSignShown,
    ClosingSignTakenDown,
    ComplaintAdvised,
    DecisionAccepted,
    DisputeClosed,
    DisputeDecided,
    DisputeRaised,
    EnquiriesMade,
    GameInvalidated,
    LatePaymentApproved,
    NoticeBecameDue,
    NoticeGiven,
    PatronIdentified,
    PaymentAnnulled,
    PaymentRectified,
    ReviewAsked,
    TableClosed,
    TableReopened,
    WagerForfeited,
    WagerReturned,
    WrongPaymentEntered,
)
from houserules.table.staff.state import (
    Attempt,
    ClosingSign,
    Decision,
    Dispute,
    Notice,
    NoticeOwed,
    SettledWager,
    WrongPayment,
)
from houserules.table.state import Step, Steps, Table, changed


def payment_entered(table: Table, event: e.WrongPaymentEntered) -> Table:
    new = WrongPayment(
        number=event.entry,
        round=event.round,
        box=event.box,
        paid=event.paid,
        due=event.due,
        found=event.at,
        by=event.by,
        player=event.player,
        dispute=event.dispute,
    )
    payments = (*table.staff.payments, new)
    return changed(table, staff=changed(table.staff, payments=payments))


def enquiries_made(table: Table, event: e.EnquiriesMade) -> Table:
    return _with(table, event.entry, enquiries=event.found, suspected=event.suspected)


def patron_identified(table: Table, event: e.PatronIdentified) -> Table:
    return _with(table, event.entry, player=event.player)


def attempt_recorded(table: Table, event: e.AttemptRecorded) -> Table:
    new = Attempt(event.kind, event.outcome, event.by, event.at)
    entry = table.staff.payments[event.entry - 1]
    return _with(table, event.entry, attempts=(*entry.attempts, new))


def payment_rectified(table: Table, event: e.PaymentRectified) -> Table:
    """After PaymentRectified: between the rack and the float tray."""
    table = changed(
        table,
        racks=rack(table, event.player, event.amount),
        float_tray=table.float_tray - event.amount,
    )
    return _with(table, event.entry, rectified=event.at)


def payment_annulled(table: Table, event: e.PaymentAnnulled) -> Table:
    """After PaymentAnnulled: between the rack and the float tray; what was not there is owed."""
    if event.player is not None:
        table = changed(
            table,
            racks=rack(table, event.player, -event.amount),
            float_tray=table.float_tray + event.amount,
        )
        table = owing(table, event.player, event.outstanding, event.clause)
    return _with(table, event.entry, annulled=True)


def _with(table: Table, number: int, **changes: Any) -> Table:
    old = table.staff.payments
    payments = tuple([changed(p, **changes) if p.number == number else p for p in old])
    return changed(table, staff=changed(table.staff, payments=payments))


# The table after events of a dispute.


def dispute_raised(table: Table, event: e.DisputeRaised) -> Table:
    new = Dispute(event.dispute, event.player, event.about, event.round)
    disputes = (*table.staff.disputes, new)
    return changed(table, staff=changed(table.staff, disputes=disputes))


def dispute_decided(table: Table, event: e.DisputeDecided) -> Table:
    """After DisputeDecided: a new decision is to be accepted again."""
    dispute = table.staff.disputes[event.dispute - 1]
    new = Decision(event.by, event.at, event.says, event.pays)
    decisions = (*dispute.decisions, new)
    return _with_dispute(table, event.dispute, decisions=decisions, accepted=False, advised=False)


def review_asked(table: Table, event: e.ReviewAsked) -> Table:
    return _with_dispute(table, event.dispute, review_asked=True, accepted=False)


def decision_accepted(table: Table, event: e.DecisionAccepted) -> Table:
    return _with_dispute(table, event.dispute, accepted=True)


def complaint_advised(table: Table, event: e.ComplaintAdvised) -> Table:
    return _with_dispute(table, event.dispute, advised=True)


def dispute_closed(table: Table, event: e.DisputeClosed) -> Table:
    return _with_dispute(table, event.dispute, closed=True)


def _with_dispute(table: Table, number: int, **changes: Any) -> Table:
    old = table.staff.disputes
    disputes = tuple([changed(d, **changes) if d.number == number else d for d in old])
    return changed(table, staff=changed(table.staff, disputes=disputes))


# Notices.


def notice_given(table: Table, event: NoticeGiven) -> Table:
    """After NoticeGiven: kept, and no longer owed."""
    staff = table.staff
    notice = Notice(event.to, event.about, event.player, event.by, event.at)
    owed = tuple([n for n in staff.owed if not n.is_met_by(event.to, event.about, event.player)])
    return changed(table, staff=changed(staff, notices=(*staff.notices, notice), owed=owed))


def notice_became_due(table: Table, event: NoticeBecameDue) -> Table:
    owed = (*table.staff.owed, NoticeOwed(event.to, event.about, event.clause, event.player))
    return changed(table, staff=changed(table.staff, owed=owed))


def game_invalidated(table: Table, event: GameInvalidated) -> Table:
    """After GameInvalidated: what becomes of the wagers follows."""
    return table


# Closing and late payments.


def sign_shown(table: Table, event: ClosingSignShown) -> Table:
    sign = ClosingSign(event.closes, event.at)
    return changed(table, staff=changed(table.staff, closing=sign))


def sign_taken_down(table: Table, event: ClosingSignTakenDown) -> Table:
    return changed(table, staff=changed(table.staff, closing=None))


def table_closed(table: Table, event: TableClosed) -> Table:
    return changed(table, staff=changed(table.staff, closing=None, closed=True))


def table_reopened(table: Table, event: TableReopened) -> Table:
    return changed(table, staff=changed(table.staff, closed=False))


def late_payment_approved(table: Table, event: LatePaymentApproved) -> Table:
    return changed(table, staff=changed(table.staff, late_payment=event.round))


def wagers_settled(table: Table, event: TableCleared) -> Table:
    """After TableCleared: a table with a source keeps what was paid in the round."""
    played = round_of(table)
    if table.source is None or played is None:
        return table
    before = table.staff.settled[: table.rounds - 1]
    missing = ((),) * (table.rounds - 1 - len(before))
    had_cards = played.before.rounds + 1 == table.rounds  # else the last round is an earlier one
    settled = (*before, *missing, _with_result(played.log) if had_cards else ())
    return changed(table, staff=changed(table.staff, settled=settled))


def _with_result(log: Iterable[Any]) -> tuple[SettledWager, ...]:
    """Leave out what is void: it was handed back, and nothing is due on it."""
    return tuple(
        SettledWager(row.player, row.box, row.wager, row.stake, row.returned)
        for row, amount in held(log)
        if row.result != "void" and amount == row.returned
    )


def round_is_void(table: Table, event: HandsVoided) -> Table:
    """After HandsVoided: a cleared round that is void as a whole has paid nothing."""
    if table.before_round is not None or event.hands:
        return table
    settled = list(table.staff.settled)
    with_cards = [number for number, rows in enumerate(settled) if rows]
    if with_cards:  # bets may have been closed since for a round without cards
        settled[with_cards[-1]] = ()
    return changed(table, staff=changed(table.staff, settled=tuple(settled)))


STEPS: Final[Steps] = {
    NoticeGiven: notice_given,
    NoticeBecameDue: notice_became_due,
    GameInvalidated: game_invalidated,
    WagerReturned: wager_returned,
    WagerForfeited: wager_forfeited,
    ClosingSignShown: sign_shown,
    ClosingSignTakenDown: sign_taken_down,
    TableClosed: table_closed,
    TableReopened: table_reopened,
    DisputeRaised: dispute_raised,
    DisputeDecided: dispute_decided,
    ReviewAsked: review_asked,
    DecisionAccepted: decision_accepted,
    ComplaintAdvised: complaint_advised,
    DisputeClosed: dispute_closed,
    LatePaymentApproved: late_payment_approved,
    WrongPaymentEntered: payment_entered,
    EnquiriesMade: enquiries_made,
    PatronIdentified: patron_identified,
    AttemptRecorded: attempt_recorded,
    PaymentRectified: payment_rectified,
    PaymentAnnulled: payment_annulled,
}

ALSO: Final[tuple[tuple[type, Step], ...]] = (
    (TableCleared, wagers_settled),
    (HandsVoided, round_is_void),
)
