"""Payments of too much or too little: the register, what is tried, what is put right and reported."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused
from houserules.core.cards import cards
from houserules.core.money import cents
from houserules.core.people import Moment
from houserules.rulebook.schema_house import WrongPayments
from houserules.table import commands as c
from houserules.table.commands import StaffCommand
from houserules.table.events import WagerSettled
from houserules.table.irregularities import commands as m
from houserules.table.people.commands import LeaveTable
from houserules.table.staff import commands as o
from houserules.table.staff import events as e
from houserules.table.staff.evolve import REGULATOR, notice_about
from houserules.table.staff.register import (
    Duty,
    duties,
    is_excused,
    is_no_credit,
    month_report,
    was_tried,
)
from houserules.table.staff.state import WrongPayment
from seated_table import DEALER, MANAGER, NOW, SeatedTable


def part(game: GameTable) -> WrongPayments:
    found = game.rules.wrong_payments
    assert isinstance(found, WrongPayments)
    return found


def played(*wagers: tuple[int, str, str]) -> SeatedTable:
    """A table where these wagers have lost with 18 against 19, and the cards are cleared."""
    game = SeatedTable(S24)
    game.bet(*wagers)
    boxes = len({box for box, _, _ in wagers})
    game.deal(f"{'9c ' * boxes}9s {'9d ' * boxes}")
    while turn := game.table.turn():
        box, hand, _ = turn
        assert box.controller is not None
        game.do(c.Stand(box.controller, box.number, hand))
    game.deal("Kh")
    game.do(c.ClearTable())
    return game


def paid_wrongly(
    paid: str, due: str, player: str | None = "ann", *, wager: str = "10", at: int = NOW
) -> SeatedTable:
    """A table where a wager of the first round was paid wrongly, and a supervisor has noticed."""
    game = played((1, "ann", wager))
    game.must(o.ReportWrongPayment, 1, 1, cents(paid), cents(due), player, at=at)
    return game


def entry(game: GameTable, number: int = 1) -> WrongPayment:
    found = game.table.staff.payment(number)
    assert found is not None
    return found


def left(game: GameTable) -> tuple[Duty, ...]:
    return duties(part(game), entry(game))


@pytest.mark.clause(S24, "18.18")
def test_a_wrong_payment_is_entered_in_the_register() -> None:
    game = paid_wrongly("20", "25")
    assert entry(game) == WrongPayment(1, 1, 1, 2_000, 2_500, NOW, "sue", "ann")
    game.must(o.ReportWrongPayment, 1, 1, 100, 0)
    assert [each.number for each in game.table.staff.payments] == [1, 2]
    assert {event.clause for event in game.all(e.WrongPaymentEntered)} == {"18.18"}


@pytest.mark.clause(S24, "18.18")
@pytest.mark.parametrize(("paid", "due"), [(0, 0), (500, 500), (-1, 500), (500, -1)])
def test_only_a_payment_that_is_wrong_is_entered(paid: int, due: int) -> None:
    game = paid_wrongly("20", "25")
    assert_refused(game.order(o.ReportWrongPayment, 1, 1, paid, due), "payment.amounts", "18.18")


@pytest.mark.clause(S24, "18.18")
def test_an_entry_is_about_a_box_in_a_round_that_was_played() -> None:
    game = paid_wrongly("20", "25")
    for number in (0, 2):
        assert_refused(game.order(o.ReportWrongPayment, number, 1, 0, 1), "payment.round", "18.18")
    assert_refused(game.order(o.ReportWrongPayment, 1, 8, 0, 1), "box.none", "3.2.1")


@pytest.mark.clause(S24, "18.18")
def test_a_wrong_payment_is_one_of_a_settled_wager() -> None:
    game = played((1, "ann", "10"), (2, "bob", "10"))
    for box, player in ((7, "bob"), (1, "bob"), (1, "dan"), (7, None)):
        answer = game.order(o.ReportWrongPayment, 1, box, 0, 500, player)
        assert_refused(answer, "payment.no-wager", "18.18")
    game.must(o.ReportWrongPayment, 1, 2, 0, 500, "bob")
    game.bet((3, "cat", "10"))
    game.deal("9c 9s 9d")  # Cat's wager is not settled
    assert_refused(game.order(o.ReportWrongPayment, 2, 3, 0, 1, "cat"), "payment.no-wager", "18.18")


@pytest.mark.clause(S24, "18.18")
def test_a_wager_settled_in_the_round_under_way_can_be_paid_wrongly() -> None:
    game = SeatedTable(S24)
    game.bet((1, "ann", "10"), (2, "bob", "10"))
    game.deal("Ac 9c 9s Kd 9d")
    game.must(o.ReportWrongPayment, 1, 1, 1_000, 1_500, "ann")
    assert_refused(game.order(o.ReportWrongPayment, 1, 2, 0, 1, "bob"), "payment.no-wager", "18.18")


@pytest.mark.clause(S24, "18.18")
def test_no_more_is_due_than_the_wager_can_pay() -> None:
    game = played((1, "ann", "10"), (1, "bob", "500"))
    assert_refused(
        game.order(o.ReportWrongPayment, 1, 1, 0, 4_001, "ann"), "payment.too-much", "18.18"
    )
    assert_refused(
        game.order(o.ReportWrongPayment, 1, 1, 0, 500_000, "ann"), "payment.too-much", "18.18"
    )
    game.must(o.ReportWrongPayment, 1, 1, 0, 3_999, "ann")  # $10 at 3 to 1, and the $10
    assert_refused(game.order(o.ReportWrongPayment, 1, 1, 0, 2, "ann"), "payment.too-much", "18.18")
    game.must(o.ReportWrongPayment, 1, 1, 0, 1, "ann")
    game.must(o.ReportWrongPayment, 1, 1, 0, 200_000, "bob")


@pytest.mark.clause(S24, "18.18")
def test_a_prize_may_have_been_paid_by_mistake() -> None:
    game = played((1, "ann", "25"))
    assert_refused(
        game.order(o.ReportWrongPayment, 1, 1, 515_001, 0, "ann"), "payment.too-much", "18.18"
    )
    game.must(o.ReportWrongPayment, 1, 1, 507_500, 7_500, "ann")  # a Super Bonus that was none


@pytest.mark.clause(S24, "18.18", "18.18.1", "18.18.2")
@pytest.mark.parametrize(
    ("order", "fields", "clause"),
    [
        (o.ReportWrongPayment, (1, 1, 0, 500, "ann"), "18.18"),
        (o.RecordEnquiries, (1, "A slip.", False), "18.18"),
        (o.IdentifyPatron, (1, "ann"), "18.18"),
        (o.RecordAttempt, (1, "contact", "Called."), "18.18"),
        (o.RectifyPayment, (1,), "18.18.2"),
    ],
)
def test_a_dealer_alone_creates_no_payment(
    order: type[StaffCommand], fields: tuple[object, ...], clause: str
) -> None:
    game = paid_wrongly("20", "25")
    assert_refused(game.order(order, *fields, by=DEALER), "role.may-not", clause)


@pytest.mark.clause(S24, "18.18.1", "18.19")
def test_an_enquiry_does_not_overwrite_a_suspicion() -> None:
    game = paid_wrongly("20", "25")
    game.must(o.RecordEnquiries, 1, "Collusion.", suspected=True, by=MANAGER)
    answer = game.order(o.RecordEnquiries, 1, "All fine.", suspected=False)
    assert_refused(answer, "enquiries.suspected", "18.19")
    assert (entry(game).enquiries, entry(game).suspected) == ("Collusion.", True)
    game.must(o.RecordEnquiries, 1, "Collusion, on film.", suspected=True)


@pytest.mark.clause(S24, "18.8", "18.18")
@pytest.mark.parametrize("cleared", [False, True])
@pytest.mark.parametrize("how", ["void", "reconstructed"])
@pytest.mark.parametrize(("paid", "due"), [(0, 4_000), (2_000, 0), (0, 500)])
def test_a_correction_goes_back_with_its_round(
    paid: int, due: int, how: str, *, cleared: bool
) -> None:
    game = SeatedTable(S24)
    game.bet((1, "ann", "20"))
    game.deal("9s 7h 7d")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kd")
    if cleared:
        game.do(c.ClearTable())
    assert game.up("ann") == -2_000
    game.must(o.ReportWrongPayment, 1, 1, paid, due, "ann")
    game.must(o.RectifyPayment, 1)
    game.must(o.ReportWrongPayment, 1, 1, 0, 100, "ann")
    assert game.up("ann") == -2_000 + due - paid
    true = cards("9s 7h 7d 9d") if how == "reconstructed" else None
    game.must(m.ReportMisdeal, true, by=DEALER)
    if how == "void":
        game.must(m.VoidMisdeal)
        assert game.up("ann") == 0
    else:
        game.must(m.ConfirmReconstruction)
        game.deal("2c")  # the dealer has 18: Ann's 16 loses
        assert game.up("ann") == -2_000
    assert [each.annulled for each in game.table.staff.payments] == [True, True]
    assert_refused(game.order(o.RectifyPayment, 2), "payment.annulled", "18.18.2")
    assert left(game) == ()


@pytest.mark.clause(S24, "18.8", "18.18")
def test_a_correction_that_has_left_the_table_is_owed() -> None:
    game = paid_wrongly("0", "40", wager="20")
    game.must(o.RectifyPayment, 1)
    game.do(c.TakeChips("ann", game.table.racks["ann"]))
    game.must(m.ReportMisdeal, None, by=DEALER)
    game.must(m.VoidMisdeal)
    assert game.table.racks["ann"] == 0  # the $20 that came back went into it
    assert game.table.people.outstanding == (("ann", 2_000),)


@pytest.mark.clause(S24, "18.18", "18.18.1", "18.18.2")
def test_an_unintended_payment_that_is_put_right_is_no_breach() -> None:
    game = paid_wrongly("20", "25")
    assert not is_excused(entry(game))
    assert [duty.clause for duty in left(game)] == ["18.18.1", "18.18.2"]
    game.must(o.RecordEnquiries, 1, "The dealer misread a 6-7-8.", suspected=False)
    assert not is_excused(entry(game))
    assert [duty.clause for duty in left(game)] == ["18.18.2"]
    game.must(o.RectifyPayment, 1)
    assert is_excused(entry(game))
    assert left(game) == ()
    assert game.all(e.EnquiriesMade)[-1].clause == "18.18.1"
    assert game.all(e.PaymentRectified)[-1].clause == "18.18.2"


@pytest.mark.clause(S24, "18.18.1")
def test_without_enquiries_nothing_is_excused() -> None:
    game = paid_wrongly("20", "25")
    game.must(o.RectifyPayment, 1)
    assert not is_excused(entry(game))
    assert [duty.clause for duty in left(game)] == ["18.18.1"]
    assert_refused(
        game.order(o.RecordEnquiries, 1, " ", suspected=False), "enquiries.empty", "18.18.1"
    )


@pytest.mark.clause(S24, "18.18.2", "2.1:nicc")
def test_telling_the_regulator_is_enough_where_nothing_is_suspected() -> None:
    game = paid_wrongly("20", "25")
    game.must(o.RecordEnquiries, 1, "A slip.", suspected=False)
    game.must(o.GiveNotice, REGULATOR, "wrong payment 2")
    assert not is_excused(entry(game))
    game.must(o.GiveNotice, REGULATOR, notice_about(1))
    assert is_excused(entry(game))


@pytest.mark.clause(S24, "18.20", "18.20.1", "18.20.1.1")
def test_an_attempt_to_reimburse_an_identified_patron_is_enough() -> None:
    game = paid_wrongly("20", "25")
    game.must(o.RecordEnquiries, 1, "A slip.", suspected=False)
    game.must(o.RecordAttempt, 1, "contact", "No answer at the number we have.")
    assert not was_tried(entry(game))
    game.must(o.RecordAttempt, 1, "reimburse", "A cheque came back.")
    assert was_tried(entry(game))
    assert is_excused(entry(game))
    assert [event.clause for event in game.all(e.AttemptRecorded)] == ["18.20.1", "18.20.1.1"]


@pytest.mark.clause(S24, "18.20.1", "18.20.1.2")
@pytest.mark.parametrize("kind", ["request return", "demand return"])
def test_an_overpaid_patron_is_asked_for_the_money(kind: str) -> None:
    game = paid_wrongly("25", "20")
    game.must(o.RecordEnquiries, 1, "A slip.", suspected=False)
    game.must(o.RecordAttempt, 1, kind, "Declined.")
    assert is_excused(entry(game))
    assert game.all(e.AttemptRecorded)[-1].clause == "18.20.1.2"


@pytest.mark.clause(S24, "18.20.1")
def test_what_is_not_practical_need_not_be_tried() -> None:
    game = paid_wrongly("20", "25")
    game.must(o.RecordEnquiries, 1, "A slip.", suspected=False)
    game.must(o.RecordAttempt, 1, "not practical", "The patron has left the country.")
    assert is_excused(entry(game))


@pytest.mark.clause(S24, "18.20.1", "18.20.1.1", "18.20.1.2")
def test_what_is_tried_fits_the_error() -> None:
    under, over = paid_wrongly("20", "25"), paid_wrongly("25", "20")
    for kind in ("request return", "demand return"):
        assert_refused(under.order(o.RecordAttempt, 1, kind, "No."), "attempt.kind", "18.20.1.1")
    assert_refused(over.order(o.RecordAttempt, 1, "reimburse", "No."), "attempt.kind", "18.20.1.2")
    assert_refused(over.order(o.RecordAttempt, 1, "contact", " "), "attempt.empty", "18.20.1")


@pytest.mark.clause(S24, "18.20.1")
@pytest.mark.parametrize("kind", ["identify", "contact", "liaise"])
def test_an_unknown_patron_is_looked_for(kind: str) -> None:
    game = paid_wrongly("20", "25", None)
    game.must(o.RecordEnquiries, 1, "A slip.", suspected=False)
    early = game.order(o.RecordAttempt, 1, "reimburse", "To whom?")
    assert_refused(early, "payment.no-patron", "18.20.1")
    assert_refused(game.order(o.RectifyPayment, 1), "payment.no-patron", "18.18.2")
    assert not was_tried(entry(game))
    game.must(o.RecordAttempt, 1, kind, "Nobody knows.")
    assert was_tried(entry(game))


@pytest.mark.clause(S24, "18.20.1")
def test_a_patron_who_is_identified_later_is_reimbursed() -> None:
    game = played((1, "ann", "10"), (1, "bob", "10"))
    game.must(o.ReportWrongPayment, 1, 1, 2_000, 2_500)
    game.must(o.RecordAttempt, 1, "identify", "On the cameras.")
    assert_refused(game.order(o.IdentifyPatron, 1, ""), "payment.no-patron", "18.20.1")
    assert_refused(game.order(o.IdentifyPatron, 1, "cat"), "payment.no-wager", "18.20.1")
    game.must(o.IdentifyPatron, 1, "bob")
    assert not was_tried(entry(game))
    rack = game.table.racks["bob"]
    game.must(o.RectifyPayment, 1)
    assert game.table.racks["bob"] == rack + 500
    assert_refused(game.order(o.IdentifyPatron, 1, "ann"), "payment.rectified", "18.20.1")


@pytest.mark.clause(S24, "18.19", "18.19.1", "18.19.2")
def test_a_suspected_payment_is_put_right_and_its_patron_looked_for() -> None:
    game = paid_wrongly("500", "20", None, wager="200")
    game.must(o.RecordEnquiries, 1, "The dealer and a friend.", suspected=True)
    assert game.all(e.EnquiriesMade)[-1].clause == "18.19"
    assert [duty.clause for duty in left(game)] == ["18.19.1", "18.19.2"]
    game.must(o.GiveNotice, REGULATOR, notice_about(1))
    assert [duty.clause for duty in left(game)] == ["18.19.1", "18.19.2"]
    game.must(o.RecordAttempt, 1, "contact", "A call to the number on the voucher.")
    assert [duty.clause for duty in left(game)] == ["18.19.2"]
    game.must(o.RecordAttempt, 1, "identify", "On the cameras.")
    assert left(game) == ()
    assert not is_excused(entry(game))


@pytest.mark.clause(S24, "18.19.1")
def test_a_suspected_payment_may_be_taken_back() -> None:
    game = paid_wrongly("500", "20")
    game.must(o.RecordEnquiries, 1, "The dealer and a friend.", suspected=True)
    assert [duty.clause for duty in left(game)] == ["18.19.1"]
    rack, tray = game.table.racks["ann"], game.table.float_tray
    game.must(o.RectifyPayment, 1)
    assert game.table.racks["ann"] == rack - 48_000
    assert game.table.float_tray == tray + 48_000
    assert game.all(e.PaymentRectified)[-1].clause == "18.19.1"
    assert left(game) == ()
    assert not is_excused(entry(game))


@pytest.mark.clause(S24, "18.20", "18.20.2")
def test_an_unintended_overpayment_is_no_credit() -> None:
    game = paid_wrongly("25", "20")
    assert not is_no_credit(entry(game))
    game.must(o.RecordEnquiries, 1, "A slip.", suspected=False)
    assert is_no_credit(entry(game))
    game.must(o.RecordEnquiries, 1, "After all.", suspected=True)
    assert not is_no_credit(entry(game))
    under = paid_wrongly("20", "25")
    under.must(o.RecordEnquiries, 1, "A slip.", suspected=False)
    assert not is_no_credit(entry(under))


@pytest.mark.clause(S24, "18.20.2")
@pytest.mark.parametrize(
    ("paid", "due", "told"),
    [
        ("0", "999.99", 0),
        ("0", "1000", 0),
        ("0", "1000.01", 1),
        ("999.99", "0", 0),
        ("1000", "0", 0),
        ("1000.01", "0", 1),
        ("5000", "4000", 0),
        ("5000", "3999.99", 1),
    ],
)
def test_the_month_report_has_what_is_over_1000_dollars(paid: str, due: str, told: int) -> None:
    game = paid_wrongly(paid, due, wager="1500")
    entries = game.table.staff.payments
    report = month_report(part(game), entries, begin=Moment(0), end=Moment(NOW + 1))
    assert len(report) == told


@pytest.mark.clause(S24, "18.20.2")
def test_errors_are_not_added_up_and_those_put_right_are_told_too() -> None:
    game = paid_wrongly("0", "900", wager="1000")
    game.must(o.ReportWrongPayment, 1, 1, 0, 90_000, "ann")
    game.must(o.ReportWrongPayment, 1, 1, 0, 200_000, "ann")
    game.must(o.RecordEnquiries, 3, "A slip.", suspected=False)
    game.must(o.RectifyPayment, 3)
    entries = game.table.staff.payments
    report = month_report(part(game), entries, begin=Moment(0), end=Moment(NOW + 1))
    assert [each.number for each in report] == [3]


@pytest.mark.clause(S24, "18.20.2")
def test_a_month_begins_with_its_first_second_and_ends_before_the_next() -> None:
    game = paid_wrongly("0", "2000", wager="500")
    found = game.table.staff.payments

    def report(begin: int, end: int) -> int:
        return len(month_report(part(game), found, begin=Moment(begin), end=Moment(end)))

    assert (report(NOW, NOW + 1), report(NOW - 9, NOW), report(NOW + 1, NOW + 9)) == (1, 0, 0)


@pytest.mark.clause(S24, "18.18.2")
def test_chips_that_have_left_the_table_cannot_be_taken_back() -> None:
    game = paid_wrongly("5000", "0")
    game.do(c.TakeChips("ann", game.table.racks["ann"] - 499_999))
    assert_refused(game.order(o.RectifyPayment, 1), "chips.short", "6.2")
    assert entry(game).rectified is None


@pytest.mark.clause(S24, "18.18.2")
def test_a_patron_who_has_left_is_reimbursed_all_the_same() -> None:
    game = paid_wrongly("20", "25")
    game.do(LeaveTable("ann"))
    rack = game.table.racks["ann"]
    game.must(o.RectifyPayment, 1, at=NOW + 60)
    assert game.table.racks["ann"] == rack + 500
    assert entry(game).rectified == NOW + 60


@pytest.mark.clause(S24, "18.18.2")
def test_a_payment_is_put_right_in_the_middle_of_a_round_without_touching_it() -> None:
    game = paid_wrongly("20", "25")
    game.bet((1, "ann", "10"))
    game.deal("9c 9s 9d")
    boxes, rows = game.table.boxes, len(game.all(WagerSettled))
    game.must(o.RectifyPayment, 1)
    assert game.table.boxes == boxes
    assert len(game.all(WagerSettled)) == rows


@pytest.mark.clause(S24, "18.18.2")
def test_there_is_nothing_to_do_about_an_entry_that_is_not_there() -> None:
    game = paid_wrongly("20", "25")
    for number in (0, 2):
        enquired = game.order(o.RecordEnquiries, number, "It.", suspected=False)
        assert_refused(enquired, "payment.unknown", "18.18.1")
        assert_refused(game.order(o.IdentifyPatron, number, "bob"), "payment.unknown", "18.20.1")
        assert_refused(
            game.order(o.RecordAttempt, number, "contact", "It."), "payment.unknown", "18.20.1"
        )
        assert_refused(game.order(o.RectifyPayment, number), "payment.unknown", "18.18.2")


@pytest.mark.parametrize(("name", "clause"), [(S65, "16.2"), (NZ, "5.4"), (PJ, "14.1.5")])
def test_the_other_documents_know_no_register_of_payments(name: str, clause: str) -> None:
    game = SeatedTable(name)
    game.round("ann")
    assert_refused(game.order(o.ReportWrongPayment, 1, 1, 0, 1), "role.may-not", clause)
