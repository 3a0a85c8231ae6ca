"""The table after the events of staff. What is finished leaves the table here.

A dispute or a wrong payment changes in the same way wherever it is kept: `dispute_after` and
`payment_after` serve the table, which drops what is finished, and the registers of a floor, which
have everything.
"""

from typing import Any, Final

from houserules.table.events import TableCleared
from houserules.table.irregularities.events import HandsVoided
from houserules.table.irregularities.previous_round import round_of
from houserules.table.round.evolve_chips import (
    collect_chips,
    owing,
    wager_forfeited,
    wager_returned,
)
from houserules.table.round.settled_wagers import wagers_with_result
from houserules.table.sign.state import TOLD_FIRST
from houserules.table.staff import events
from houserules.table.staff.state import (
    Attempt,
    ClosingSign,
    Dispute,
    DisputeDecision,
    Notice,
    NoticeOwed,
    SettledRound,
    WrongPayment,
    is_recent,
)
from houserules.table.state import Step, Steps, Table, changed

REGULATOR: Final = "NICC"


def _with(table: Table, **changes: Any) -> Table:
    return changed(table, staff=changed(table.staff, **changes))


# Notices.


def notice_given(table: Table, event: events.NoticeGiven) -> Table:
    """After NoticeGiven: it is no longer owed; it stays only while an order may need it."""
    staff = table.staff
    owed = tuple([n for n in staff.owed if not n.is_met_by(event.to, event.about, event.player)])
    payments = tuple([payment_after(payment, event) for payment in staff.payments])
    notices = staff.notices
    if event.about in TOLD_FIRST:
        told = (event.to, event.about, event.player)
        others = [n for n in notices if (n.to, n.about, n.player) != told]
        notices = (*others, Notice(*told, event.by, event.at))
    return _with(table, owed=owed, payments=payments, notices=notices)


def notice_became_due(table: Table, event: events.NoticeBecameDue) -> Table:
    owed = (*table.staff.owed, NoticeOwed(event.to, event.about, event.clause, event.player))
    return _with(table, owed=owed)


# Disputes.

DisputeEvent = (
    events.DisputeDecided
    | events.ReviewAsked
    | events.DecisionAccepted
    | events.ComplaintAdvised
    | events.DisputeClosed
)


def new_dispute(event: events.DisputeRaised) -> Dispute:
    """Return the dispute that an event begins."""
    return Dispute(event.dispute, event.player, event.about, event.round)


def dispute_after(dispute: Dispute, event: DisputeEvent) -> Dispute:
    """Return a dispute after one of its events; a new decision has to be accepted again."""
    match event:
        case events.DisputeDecided():
            new = DisputeDecision(event.by, event.at, event.says, event.pays)
            decisions = (*dispute.decisions, new)
            return changed(dispute, decisions=decisions, accepted=False, advised=False)
        case events.ReviewAsked():
            return changed(dispute, review_asked=True, accepted=False)
        case events.DecisionAccepted():
            return changed(dispute, accepted=True)
        case events.ComplaintAdvised():
            return changed(dispute, advised=True)
        case events.DisputeClosed():
            return changed(dispute, closed=True)


def dispute_raised(table: Table, event: events.DisputeRaised) -> Table:
    disputes = (*table.staff.disputes, new_dispute(event))
    return _with(table, disputes=disputes, disputes_raised=event.dispute)


def dispute_changed(table: Table, event: DisputeEvent) -> Table:
    """After any later event of a dispute; one that is closed leaves."""
    disputes = [
        dispute_after(dispute, event) if dispute.number == event.dispute else dispute
        for dispute in table.staff.disputes
    ]
    return _with(table, disputes=tuple([dispute for dispute in disputes if not dispute.closed]))


# Wrong payments.


def new_payment(event: events.WrongPaymentEntered) -> WrongPayment:
    """Return the entry that an event begins."""
    return WrongPayment(
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


_ABOUT_ENTRY: Final = "wrong payment "


def notice_about(entry: int) -> str:
    """Return what a notice to the regulator about an entry is about."""
    return f"{_ABOUT_ENTRY}{entry}"


def entry_named(event: events.NoticeGiven) -> int:
    """Return the entry that the regulator was told about; 0: the notice is about something else."""
    number = event.about.removeprefix(_ABOUT_ENTRY)
    is_meant = (event.to, event.player) == (REGULATOR, None) and number.isdecimal()
    return int(number) if is_meant and event.about == notice_about(int(number)) else 0


def payment_after(payment: WrongPayment, event: Any) -> WrongPayment:
    """Return an entry after an event, which may be about another entry."""
    if isinstance(event, events.NoticeGiven):
        is_meant = entry_named(event) == payment.number
        return changed(payment, regulator_told=True) if is_meant else payment
    if event.entry != payment.number:
        return payment
    match event:
        case events.EnquiriesMade(found=found, suspected=suspected):
            return changed(payment, enquiries=found, suspected=suspected)
        case events.PatronIdentified(player=player):
            return changed(payment, player=player)
        case events.AttemptRecorded(kind=kind, outcome=outcome, by=by, at=at):
            attempts = (*payment.attempts, Attempt(kind, outcome, by, at))
            return changed(payment, attempts=attempts)
        case events.PaymentRectified(at=at):
            return changed(payment, rectified=at)
        case events.PaymentAnnulled():
            return changed(payment, annulled=True)
    return payment


def payment_entered(table: Table, event: events.WrongPaymentEntered) -> Table:
    payments = (*table.staff.payments, new_payment(event))
    return _with(table, payments=payments, payments_entered=event.entry)


def payment_changed(table: Table, event: Any) -> Table:
    """After any later event of a wrong payment."""
    payments = tuple([payment_after(payment, event) for payment in table.staff.payments])
    return _with(table, payments=_drop_finished(payments, table.rounds))


def _drop_finished(payments: tuple[WrongPayment, ...], rounds: int) -> tuple[WrongPayment, ...]:
    """Leave out what is finished, except for recent rounds, which may still be void."""
    return tuple([p for p in payments if not p.is_finished or is_recent(p.round, rounds)])


def payment_rectified(table: Table, event: events.PaymentRectified) -> Table:
    """After PaymentRectified: between the rack and the float tray."""
    return payment_changed(collect_chips(table, event.player, -event.amount), event)


def payment_annulled(table: Table, event: events.PaymentAnnulled) -> Table:
    """After PaymentAnnulled: between the rack and the float tray; what was not there is owed."""
    if event.player is not None:
        table = collect_chips(table, event.player, event.amount)
        table = owing(table, event.player, event.outstanding, event.clause)
    return payment_changed(table, event)


# The wagers of recent rounds, which a wrong payment can be about.


def wagers_settled(table: Table, event: TableCleared) -> Table:
    """After TableCleared: a table with a source remembers what was paid, for some rounds."""
    last = round_of(table)
    if table.source is None or last is None:
        return table
    had_cards = last.before.rounds + 1 == table.rounds  # else the last round is an earlier one
    wagers = wagers_with_result(last.log) if had_cards else ()
    earlier = [r for r in table.staff.settled if r.number < table.rounds]
    settled = [*earlier, SettledRound(table.rounds, wagers)]
    return _with(
        table,
        settled=tuple([played for played in settled if is_recent(played.number, table.rounds)]),
        payments=_drop_finished(table.staff.payments, table.rounds),
    )


def round_is_void(table: Table, event: HandsVoided) -> Table:
    """After HandsVoided: a cleared round that is void as a whole has paid nothing."""
    if table.before_round is not None or event.hands:
        return table
    settled = list(table.staff.settled)
    with_cards = [place for place, played in enumerate(settled) if played.wagers]
    if with_cards:  # bets may have been closed since for a round without cards
        place = with_cards[-1]
        settled[place] = SettledRound(settled[place].number, ())
    return _with(table, settled=tuple(settled))


STEPS: Final[Steps] = {
    events.NoticeGiven: notice_given,
    events.NoticeBecameDue: notice_became_due,
    events.GameInvalidated: lambda table, event: table,  # what becomes of the wagers follows
    events.WagerReturned: wager_returned,
    events.WagerForfeited: wager_forfeited,
    events.ClosingSignShown: lambda table, event: _with(
        table, closing=ClosingSign(event.closes, event.at)
    ),
    events.ClosingSignTakenDown: lambda table, event: _with(table, closing=None),
    events.TableClosed: lambda table, event: _with(table, closing=None, closed=True),
    events.TableReopened: lambda table, event: _with(table, closed=False),
    events.DisputeRaised: dispute_raised,
    events.DisputeDecided: dispute_changed,
    events.ReviewAsked: dispute_changed,
    events.DecisionAccepted: dispute_changed,
    events.ComplaintAdvised: dispute_changed,
    events.DisputeClosed: dispute_changed,
    events.LatePaymentApproved: lambda table, event: _with(table, late_payment=event.round),
    events.WrongPaymentEntered: payment_entered,
    events.EnquiriesMade: payment_changed,
    events.PatronIdentified: payment_changed,
    events.AttemptRecorded: payment_changed,
    events.PaymentRectified: payment_rectified,
    events.PaymentAnnulled: payment_annulled,
}

ALSO: Final[tuple[tuple[type, Step], ...]] = (
    (TableCleared, wagers_settled),
    (HandsVoided, round_is_void),
)
