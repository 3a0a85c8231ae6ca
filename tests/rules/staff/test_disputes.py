"""Disputes: a Gaming Supervisor first, another supervisor on review, an inspector at the end."""

import pytest

from game_table import NSW, NZ, PJ, S24, S65, assert_refused
from houserules.core.people import Person
from houserules.table.commands import StaffCommand
from houserules.table.people.commands import ComeToTable, LeaveTable
from houserules.table.staff import commands as o
from houserules.table.staff import events as e
from houserules.table.staff.events import PaymentRectified
from houserules.table.staff.register import StaffRegister
from houserules.table.staff.state import Dispute, DisputeDecision
from houserules.table.views import Finished, disputes_for, view_for
from seated_table import DEALER, GAMING_SUPERVISOR, NOW, SECOND_SUPERVISOR, SeatedTable

FIRST = {S24: "20.13", S65: "19.12", PJ: "17.12"}
FINAL = {S24: "20.14", S65: "19.13", PJ: "17.13"}
proves = pytest.mark.parametrize("name", NSW)


def disputed(name: str, *, decided: bool = True, pays: int = 0) -> SeatedTable:
    """A table where Ann has disputed a payment, and a Gaming Supervisor has perhaps decided."""
    game = SeatedTable(name)
    game.round("ann")
    game.do(o.RaiseDispute("ann", "my 19 was not a stand-off"))
    if decided:
        game.must(o.DecideDispute, 1, "It was.", pays, by=GAMING_SUPERVISOR)
    return game


def register(game: SeatedTable) -> dict[int, Dispute]:
    """Return every dispute so far, closed or not."""
    found = StaffRegister()
    for event in game.events:
        found.follow(event)
    return found.disputes


@pytest.mark.clause(S24, "20.13")
@pytest.mark.clause(S65, "19.12")
@pytest.mark.clause(PJ, "17.12")
@proves
def test_a_gaming_supervisor_decides_in_the_first_instance(name: str) -> None:
    game = disputed(name, decided=False)
    (dispute,) = game.table.staff.disputes
    assert (dispute.number, dispute.player, dispute.round) == (1, "ann", 1)
    for order in (o.AdviseOfComplaint, o.CloseDispute):
        assert_refused(game.order(order, 1), "dispute.undecided", FIRST[name])
    assert_refused(game.say(o.AskReview("ann", 1)), "dispute.undecided", FIRST[name])
    assert_refused(game.say(o.AcceptDecision("ann", 1)), "dispute.undecided", FIRST[name])
    assert_refused(game.order(o.ReviewDispute, 1, "No."), "review.not-asked", FIRST[name])
    game.must(o.DecideDispute, 1, "It was.", by=GAMING_SUPERVISOR)
    (dispute,) = game.table.staff.disputes
    assert dispute.decisions == (DisputeDecision("gil", NOW, "It was.", 0),)
    again = game.order(o.DecideDispute, 1, "It was not.", by=GAMING_SUPERVISOR)
    assert_refused(again, "dispute.decided", FIRST[name])
    assert game.all(e.DisputeDecided)[-1].clause == FIRST[name]


@pytest.mark.clause(S24, "20.13")
@pytest.mark.clause(S65, "19.12")
@pytest.mark.clause(PJ, "17.12")
@proves
def test_staff_refer_a_dispute_for_a_player(name: str) -> None:
    game = SeatedTable(name)
    game.round("ann")
    assert_refused(game.order(o.ReferDispute, "ann", " "), "dispute.empty", FIRST[name])
    game.must(o.ReferDispute, "ann", "my 19 was not a stand-off", by=DEALER)
    (dispute,) = game.table.staff.disputes
    assert (dispute.player, dispute.about) == ("ann", "my 19 was not a stand-off")
    game.must(o.DecideDispute, 1, "It was.", by=GAMING_SUPERVISOR)
    game.do(o.AskReview("ann", 1))  # it is the player's own


@pytest.mark.clause(S24, "20.13", "20.14")
@pytest.mark.clause(S65, "19.12", "19.13")
@pytest.mark.clause(PJ, "17.12", "17.13")
@proves
def test_a_review_is_asked_for_and_made_by_somebody_else(name: str) -> None:
    game = disputed(name)
    assert_refused(game.say(o.AskReview("bob", 1)), "dispute.not-yours", FIRST[name])
    assert_refused(game.order(o.ReviewDispute, 1, "No."), "review.not-asked", FIRST[name])
    game.do(o.AskReview("ann", 1))
    assert_refused(game.say(o.AskReview("ann", 1)), "dispute.undecided", FIRST[name])
    assert_refused(game.order(o.CloseDispute, 1), "dispute.undecided", FIRST[name])
    own = game.order(o.ReviewDispute, 1, "Still.", by=GAMING_SUPERVISOR)
    assert_refused(own, "review.own-decision", FIRST[name])
    game.must(o.ReviewDispute, 1, "It was not.", 1_000, by=SECOND_SUPERVISOR)
    (dispute,) = game.table.staff.disputes
    assert [each.by for each in dispute.decisions] == ["gil", "stan"]
    assert_refused(game.order(o.ReviewDispute, 1, "No."), "dispute.reviewed", FINAL[name])
    assert_refused(game.say(o.AskReview("ann", 1)), "review.asked", FIRST[name])


@proves
def test_another_gaming_supervisor_is_a_casino_supervisor_and_may_review(name: str) -> None:
    game = disputed(name)
    game.do(o.AskReview("ann", 1))
    game.must(o.ReviewDispute, 1, "Yes.", by=Person("gwen", "Gaming Supervisor"))


@pytest.mark.clause(S24, "20.14", "2.1:inspector")
@pytest.mark.clause(S65, "19.13", "1.1:inspector")
@pytest.mark.clause(PJ, "17.13", "1.1:inspector")
@proves
def test_who_is_not_satisfied_is_advised_before_the_dispute_is_closed(name: str) -> None:
    game = disputed(name)
    game.do(o.AskReview("ann", 1))
    game.must(o.ReviewDispute, 1, "It was.")
    assert_refused(game.order(o.CloseDispute, 1), "dispute.no-advice", FINAL[name])
    game.must(o.AdviseOfComplaint, 1)
    game.must(o.CloseDispute, 1)
    closed = game.all(e.DisputeClosed)[-1]
    assert (closed.satisfied, closed.clause) == (False, FINAL[name])
    assert game.all(e.ComplaintAdvised)[-1].clause == FINAL[name]
    for late in (o.AskReview("ann", 1), o.AcceptDecision("ann", 1)):
        assert_refused(game.say(late), "dispute.closed", FINAL[name])
    assert_refused(game.order(o.CloseDispute, 1), "dispute.closed", FINAL[name])


@pytest.mark.clause(S24, "20.14")
@pytest.mark.clause(S65, "19.13")
@pytest.mark.clause(PJ, "17.13")
@proves
def test_who_accepts_the_decision_needs_no_advice(name: str) -> None:
    game = disputed(name)
    assert_refused(game.say(o.AcceptDecision("bob", 1)), "dispute.not-yours", FIRST[name])
    game.do(o.AcceptDecision("ann", 1))
    game.must(o.CloseDispute, 1)
    assert game.all(e.DisputeClosed)[-1].satisfied


@proves
def test_a_review_is_to_be_accepted_anew(name: str) -> None:
    game = disputed(name)
    game.must(o.AdviseOfComplaint, 1)
    game.do(o.AcceptDecision("ann", 1))
    game.do(o.AskReview("ann", 1))
    game.must(o.ReviewDispute, 1, "It was.")
    assert_refused(game.order(o.CloseDispute, 1), "dispute.no-advice", FINAL[name])


@pytest.mark.clause(S24, "20.14")
@pytest.mark.clause(S65, "19.13")
@pytest.mark.clause(PJ, "17.13")
@proves
@pytest.mark.parametrize("pays", [2_500, -500])
def test_what_the_final_decision_orders_is_paid_or_given_back(name: str, pays: int) -> None:
    game = disputed(name, pays=99)
    game.do(o.AskReview("ann", 1))
    game.must(o.ReviewDispute, 1, "It was not.", pays)
    game.do(o.AcceptDecision("ann", 1))
    assert game.table.staff.payments == ()
    game.must(o.CloseDispute, 1)
    (entry,) = game.table.staff.payments
    assert (entry.paid, entry.due) == ((0, pays) if pays > 0 else (-pays, 0))
    assert (entry.player, entry.dispute, entry.round) == ("ann", 1, 1)
    rack, tray = game.table.racks["ann"], game.table.float_tray
    game.must(o.RectifyPayment, 1)
    assert game.table.racks["ann"] == rack + pays
    assert game.table.float_tray == tray - pays
    put_right = game.all(PaymentRectified)[-1]
    assert put_right.clause == ("18.18.2" if name == S24 else FINAL[name])
    again = game.order(o.RectifyPayment, 1)
    assert_refused(again, "payment.rectified", "18.18.2" if name == S24 else FINAL[name])


@pytest.mark.clause(S24, "20.14")
@pytest.mark.clause(S65, "19.13")
@pytest.mark.clause(PJ, "17.13")
@proves
@pytest.mark.parametrize("order", [o.AdviseOfComplaint, o.CloseDispute])
def test_a_dealer_neither_advises_nor_closes(name: str, order: type[StaffCommand]) -> None:
    game = disputed(name)
    game.must(o.AdviseOfComplaint, 1)
    game.do(o.AcceptDecision("ann", 1))
    assert_refused(game.order(order, 1, by=DEALER), "role.may-not", FINAL[name])
    game.must(order, 1, by=GAMING_SUPERVISOR)


@pytest.mark.clause(S24, "20.13")
@pytest.mark.clause(S65, "19.12")
@pytest.mark.clause(PJ, "17.12")
@proves
def test_closing_at_once_does_not_cut_off_the_review(name: str) -> None:
    game = disputed(name)
    game.must(o.AdviseOfComplaint, 1)
    assert_refused(game.order(o.CloseDispute, 1), "dispute.review-open", FIRST[name])
    game.do(o.AskReview("ann", 1))
    game.must(o.ReviewDispute, 1, "It was.")
    game.must(o.AdviseOfComplaint, 1)
    game.must(o.CloseDispute, 1)


@pytest.mark.clause(S24, "20.14")
@pytest.mark.clause(S65, "19.13")
@pytest.mark.clause(PJ, "17.13")
@proves
def test_a_player_who_is_away_can_be_advised_in_another_way(name: str) -> None:
    game = disputed(name)
    game.do(LeaveTable("ann"))
    for how in (None, " "):
        assert_refused(game.order(o.AdviseOfComplaint, 1, how), "dispute.player-away", FINAL[name])
    assert_refused(game.order(o.CloseDispute, 1), "dispute.no-advice", FINAL[name])
    game.must(o.AdviseOfComplaint, 1, " by letter ")
    assert game.all(e.ComplaintAdvised)[-1].how == "by letter"
    game.must(o.CloseDispute, 1)
    (shown,) = disputes_for(game.rules, register(game).values(), Person("ann", "player"))
    assert shown.closed and shown.advice is not None and shown.decisions[0].says == "It was."


@pytest.mark.clause(S24, "20.14")
@pytest.mark.clause(S65, "19.13")
@pytest.mark.clause(PJ, "17.13")
@proves
def test_a_player_who_is_back_is_advised_at_the_table(name: str) -> None:
    game = disputed(name)
    game.do(LeaveTable("ann"))
    assert_refused(game.order(o.CloseDispute, 1), "dispute.no-advice", FINAL[name])
    game.do(ComeToTable("ann", 1))
    game.must(o.AdviseOfComplaint, 1)
    game.do(LeaveTable("ann"))  # without a word about a review
    game.must(o.CloseDispute, 1)
    assert_refused(game.order(o.AdviseOfComplaint, 1), "dispute.closed", FINAL[name])


@pytest.mark.clause(S24, "20.13", "20.14")
@pytest.mark.clause(S65, "19.12", "19.13")
@pytest.mark.clause(PJ, "17.12", "17.13")
@proves
def test_the_player_sees_the_decision_and_the_advice(name: str) -> None:
    game = disputed(name, pays=2_500)
    ann, bob = Person("ann", "player"), Person("bob", "player")
    (shown,) = view_for(game.rules, game.table, ann).disputes
    assert [(each.says, each.pays) for each in shown.decisions] == [("It was.", 2_500)]
    assert (shown.may_ask_review, shown.may_accept, shown.advice) == (True, True, None)
    assert view_for(game.rules, game.table, bob).disputes == ()
    assert view_for(game.rules, game.table, DEALER).disputes == ()
    assert len(view_for(game.rules, game.table, GAMING_SUPERVISOR).disputes) == 1
    game.must(o.AdviseOfComplaint, 1)
    game.do(o.AcceptDecision("ann", 1))
    (shown,) = view_for(game.rules, game.table, ann).disputes
    assert shown.advice is not None and f"inspector ({FINAL[name]})" in shown.advice
    assert (shown.accepted, shown.may_ask_review, shown.may_accept) == (True, True, False)
    game.must(o.CloseDispute, 1)
    assert game.table.staff.disputes == ()  # the register has it
    finished = Finished(tuple(register(game).values()))
    (shown,) = view_for(game.rules, game.table, ann, finished=finished).disputes
    assert view_for(game.rules, game.table, bob, finished=finished).disputes == ()
    assert (shown.closed, shown.may_ask_review, shown.may_accept) == (True, False, False)


@pytest.mark.clause(S24, "18.20.1", "20.14")
def test_a_payment_ordered_for_one_player_is_not_given_to_another() -> None:
    game = disputed(S24, pays=2_500)
    game.do(o.AcceptDecision("ann", 1))
    game.must(o.CloseDispute, 1)
    assert_refused(game.order(o.IdentifyPatron, 1, "bob"), "payment.identified", "18.20.1")


@proves
def test_a_decision_without_money_enters_nothing(name: str) -> None:
    game = disputed(name)
    game.do(o.AcceptDecision("ann", 1))
    game.must(o.CloseDispute, 1)
    assert game.table.staff.payments == ()


@proves
def test_a_dispute_is_about_something_and_has_a_number(name: str) -> None:
    game = SeatedTable(name)
    assert_refused(game.say(o.RaiseDispute("ann", "")), "dispute.empty", FIRST[name])
    for number in (0, 1):
        for order in (o.AdviseOfComplaint, o.CloseDispute):
            assert_refused(game.order(order, number), "dispute.unknown", FIRST[name])
        late = game.order(o.DecideDispute, number, "No.", by=GAMING_SUPERVISOR)
        assert_refused(late, "dispute.unknown", FIRST[name])
        assert_refused(game.order(o.ReviewDispute, number, "No."), "dispute.unknown", FIRST[name])
        assert_refused(game.say(o.AskReview("ann", number)), "dispute.unknown", FIRST[name])
        assert_refused(game.say(o.AcceptDecision("ann", number)), "dispute.unknown", FIRST[name])


@pytest.mark.clause(S24, "20.13")
@pytest.mark.clause(S65, "19.12")
@pytest.mark.clause(PJ, "17.12")
@proves
def test_only_who_had_a_wager_disputes_and_not_without_end(name: str) -> None:
    game = SeatedTable(name)
    game.round("ann", "bob")
    game.round("bob")
    assert_refused(game.say(o.RaiseDispute("cat", "it")), "dispute.no-wager", FIRST[name])
    game.do(ComeToTable("cat", None))
    assert_refused(game.say(o.RaiseDispute("cat", "it")), "dispute.no-wager", FIRST[name])
    assert_refused(game.say(o.RaiseDispute("ann", "x" * 501)), "dispute.long", FIRST[name])
    game.do(o.RaiseDispute("ann", "x" * 500))
    game.do(o.RaiseDispute("bob", "it"))
    assert [each.round for each in game.table.staff.disputes] == [1, 2]
    for _ in range(2):
        game.do(o.RaiseDispute("ann", "again"))
    assert_refused(game.say(o.RaiseDispute("ann", "again")), "dispute.too-many", FIRST[name])
    game.must(o.DecideDispute, 1, "No.", by=GAMING_SUPERVISOR)
    game.do(o.AcceptDecision("ann", 1))
    game.must(o.CloseDispute, 1)
    game.do(o.RaiseDispute("ann", "again"))


def test_the_division_leaves_disputes_to_the_general_rules() -> None:
    game = SeatedTable(NZ)
    for command in (o.RaiseDispute("ann", "it"), o.AskReview("ann", 1), o.AcceptDecision("ann", 1)):
        assert_refused(game.say(command), "dispute.none", "2.0")


@pytest.mark.clause(S24, "20.13")
@pytest.mark.clause(S65, "19.12")
@pytest.mark.clause(PJ, "17.12")
@proves
@pytest.mark.parametrize("nothing", ["", "  "])
def test_disputes_and_decisions_say_something(name: str, nothing: str) -> None:
    game = disputed(name, decided=False)
    assert_refused(game.say(o.RaiseDispute("ann", nothing)), "dispute.empty", FIRST[name])
    first = game.order(o.DecideDispute, 1, nothing, by=GAMING_SUPERVISOR)
    assert_refused(first, "decision.empty", FIRST[name])
    game.must(o.DecideDispute, 1, "It was.", by=GAMING_SUPERVISOR)
    game.do(o.AskReview("ann", 1))
    assert_refused(game.order(o.ReviewDispute, 1, nothing), "decision.empty", FIRST[name])
    game.must(o.ReviewDispute, 1, "Still.")
