"""Entries: applied for, agreed to in writing, accepted, refused, withdrawn, closed (20.1, 20.3, 20.4)."""

import pytest

from houserules.core.people import Person
from houserules.tournament import commands as c
from houserules.tournament.money.events import FeeRefunded
from tournament.desk import DEALER, MANAGER, STARTS, Desk, clauses, peer, small

ANN = Person("ann", "player")
FORM = {"player": "ann", "form": "Form T1", "entitled": True}


@clauses("1.1:tournament", "4.2(h)(i)")
def test_whoever_may_gamble_may_apply(book: str, section: str) -> None:
    desk = Desk(book).publish()
    assert desk.refusal(c.ApplyForEntry, ANN, **{**FORM, "entitled": False}) == (
        "tournament.not-entitled",
        peer(section, "4.2(h)(i)"),
    )
    desk.give(c.ApplyForEntry, ANN, **FORM)
    assert desk.state.entrants["ann"].status == "applied"
    assert desk.refusal(c.ApplyForEntry, ANN, **FORM) == (
        "tournament.already-entered",
        peer(section, "1.1:tournament"),
    )
    assert desk.refusal(c.ApplyForEntry, ANN, **{**FORM, "player": "bob"}) == (
        "role.not-yours",
        peer(section, "1.1:tournament"),
    )
    desk.give(c.ApplyForEntry, MANAGER, **{**FORM, "player": "bob"})  # at the desk


@clauses("4.2(i)")
@pytest.mark.parametrize(("length", "fits"), [(0, False), (1, True), (1000, True), (1001, False)])
def test_the_application_form_is_filled_in(
    book: str,
    section: str,
    length: int,
    fits: bool,  # noqa: FBT001
) -> None:
    outcome = Desk(book).publish().ask(c.ApplyForEntry, ANN, **{**FORM, "form": "x" * length})
    if fits:
        assert isinstance(outcome, tuple)
    else:
        assert (outcome.code, outcome.clause) == ("tournament.form-empty", peer(section, "4.2(i)"))


@clauses("4.1", "4.3")
def test_a_player_has_the_conditions_and_agrees_before_acceptance(book: str, section: str) -> None:
    desk = Desk(book).publish(entry__agreement_in_writing=True)
    desk.give(c.ApplyForEntry, ANN, **FORM)
    no_copy = ("tournament.no-copy", peer(section, "4.1"))
    assert desk.refusal(c.AcceptEntry, player="ann") == no_copy
    agree = {"player": "ann", "signature": "Ann Lee"}
    assert desk.refusal(c.AgreeToConditions, ANN, **agree) == no_copy
    assert desk.refusal(c.GiveConditions, ANN, player="ann", how="")[0] == "tournament.no-reason"
    desk.give(c.GiveConditions, ANN, player="ann", how="on the page")
    assert desk.refusal(c.GiveConditions, ANN, player="ann", how="on the page") == (
        "tournament.copy-given",
        peer(section, "4.1"),
    )
    unsigned = desk.refusal(c.AgreeToConditions, ANN, player="ann", signature=" ")
    assert unsigned == ("tournament.not-signed", peer(section, "4.3"))
    not_agreed = ("tournament.agreement-missing", peer(section, "4.3"))
    assert desk.refusal(c.AcceptEntry, player="ann") == not_agreed
    desk.give(c.AgreeToConditions, ANN, **agree)
    again = desk.refusal(c.AgreeToConditions, ANN, **agree)
    assert again == ("tournament.agreed", peer(section, "4.3"))
    desk.give(c.AcceptEntry, player="ann")
    assert desk.state.entrants["ann"].status == "accepted"


@clauses("4.1", "4.3")
def test_agreement_is_not_needed_where_it_is_not_asked_for(book: str, section: str) -> None:
    desk = Desk(book).publish()
    desk.give(c.ApplyForEntry, ANN, **FORM)
    desk.give(c.GiveConditions, MANAGER, player="ann", how="at the desk")
    desk.give(c.AcceptEntry, player="ann")


@clauses("4.1")
def test_a_new_copy_is_due_when_the_conditions_change(book: str, section: str) -> None:
    listed = {"changes": {"keys": ["play"]}}
    desk = Desk(book).publish(**listed).enter("ann", "bob").close().draw()
    changed = desk.state.sessions[0]
    conditions = small(book, **listed, play__pass_cards=2)
    desk.give(c.AmendTournament, conditions=conditions, notice="Email")
    desk.at = changed.starts
    no_copy = ("tournament.no-copy", peer(section, "4.1"))
    assert desk.refusal(c.StartSession, session=1) == no_copy
    desk.give(c.GiveConditions, ANN, player="ann", how="page")
    assert desk.refusal(c.StartSession, session=1) == no_copy
    desk.give(c.GiveConditions, MANAGER, player="bob", how="desk")
    desk.give(c.StartSession, session=1)


def test_only_somebody_with_an_application_is_decided_on() -> None:
    desk = Desk().publish()
    assert desk.refusal(c.AcceptEntry, player="ann")[0] == "tournament.no-application"
    refuse = {"player": "ann", "ground": "right reserved", "reason": "No."}
    assert desk.refusal(c.RefuseEntry, **refuse)[0] == "tournament.no-application"
    for command in (c.GiveConditions, c.AgreeToConditions):
        more = {"how": "page"} if command is c.GiveConditions else {"signature": "Ann"}
        assert desk.refusal(command, ANN, player="ann", **more)[0] == "tournament.not-entered"


# Refusals.


@clauses("4.2(h)", "4.2(h)(i)", "4.2(h)(ii)", "4.2(h)(iii)")
def test_an_application_is_refused_on_a_stated_ground(book: str, section: str) -> None:
    desk = Desk(book).publish(
        eligibility={
            "statement": "Only people who may gamble here.",
            "may_refuse": False,
            "selects": False,
        }
    )
    desk.give(c.ApplyForEntry, ANN, **FORM)
    refuse = {"player": "ann", "reason": "Too late last year."}
    assert desk.refusal(c.RefuseEntry, ground="right reserved", **refuse) == (
        "tournament.no-right-to-refuse",
        peer(section, "4.2(h)(ii)"),
    )
    assert desk.refusal(c.RefuseEntry, ground="criteria", **refuse) == (
        "tournament.no-criteria",
        peer(section, "4.2(h)(iii)"),
    )
    assert desk.refusal(c.RefuseEntry, player="ann", ground="not entitled", reason="") == (
        "tournament.no-reason",
        peer(section, "4.2(h)(ii)"),
    )
    desk.give(c.RefuseEntry, ground="not entitled", **refuse)
    entrant = desk.state.entrants["ann"]
    assert (entrant.status, entrant.clause) == ("refused", peer(section, "4.2(h)(i)"))
    assert desk.refusal(c.ApplyForEntry, ANN, **FORM) == (
        "tournament.entry-refused",
        peer(section, "4.2(h)(ii)"),
    )


@clauses("3.2", "4.2(h)(ii)")
def test_a_refused_player_gets_the_fee_back(book: str, section: str) -> None:
    desk = Desk(book).publish()
    desk.give(c.ApplyForEntry, ANN, **FORM)
    desk.give(c.PayEntryFee, ANN, player="ann")
    assert desk.balances() == (50_00, 0)
    events = desk.give(c.RefuseEntry, player="ann", ground="right reserved", reason="No.")
    assert isinstance(events[-1], FeeRefunded)
    assert (events[-1].amount, events[-1].why) == (50_00, "refused")
    assert desk.balances() == (0, 0)


@clauses("4.3")
def test_only_the_tournament_manager_accepts(book: str, section: str) -> None:
    desk = Desk(book).publish()
    desk.give(c.ApplyForEntry, ANN, **FORM)
    for nobody in (ANN, DEALER):
        refusal = desk.refusal(c.AcceptEntry, nobody, player="ann")
        assert refusal == ("role.may-not", peer(section, "4.3"))


# How many.


@clauses("4.2(i)")
def test_no_more_than_the_maximum(book: str, section: str) -> None:
    full = ("tournament.full", peer(section, "4.2(i)"))
    desk = Desk(book).publish().enter(*"abcdef")
    for player in ("ann", "bob"):
        by = Person(player, "player")
        desk.give(c.ApplyForEntry, by, player=player, form="T1", entitled=True)
        desk.give(c.GiveConditions, by, player=player, how="page")
    desk.give(c.AcceptEntry, player="ann")  # the seventh
    assert desk.refusal(c.AcceptEntry, player="bob") == full
    cy = Person("cy", "player")
    assert desk.refusal(c.ApplyForEntry, cy, player="cy", form="T1", entitled=True) == full


@clauses("1.1:tournament", "4.2(i)")
def test_entries_close_with_the_minimum_of_paid_entries(book: str, section: str) -> None:
    few = ("tournament.too-few", peer(section, "4.2(i)"))
    desk = Desk(book).publish(entry__minimum=3, prizes__guarantee_entries=3).enter("a", "b")
    desk.give(c.ApplyForEntry, ANN, **FORM)
    desk.give(c.GiveConditions, ANN, player="ann", how="page")
    desk.give(c.AcceptEntry, player="ann")
    assert desk.refusal(c.CloseEntries) == few  # accepted, but has not paid
    desk.give(c.PayEntryFee, ANN, player="ann")
    desk.give(c.CloseEntries)
    assert desk.state.phase == "play"
    assert desk.state.guaranteed
    assert desk.refusal(c.CloseEntries) == ("tournament.entries-closed", peer(section, "4.2(i)"))


@clauses("1.1:tournament")
def test_what_is_not_accepted_or_paid_lapses(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("a", "b")
    bob = Person("bob", "player")
    desk.give(c.ApplyForEntry, ANN, **FORM)
    desk.give(c.PayEntryFee, ANN, player="ann")  # paid, not accepted
    desk.give(c.ApplyForEntry, bob, player="bob", form="T1", entitled=True)
    desk.give(c.GiveConditions, bob, player="bob", how="page")
    desk.give(c.AcceptEntry, player="bob")  # accepted, not paid
    desk.give(c.CloseEntries)
    assert {desk.state.entrants[player].status for player in ("ann", "bob")} == {"lapsed"}
    assert desk.balances() == (100_00, 0)
    assert not desk.state.guaranteed


# Withdrawing.


@clauses("3.2", "4.2(i)")
@pytest.mark.parametrize(
    ("late", "refunded"), [(-1, 50_00), (0, 50_00), (1, 0)], ids=["before", "at", "after"]
)
def test_the_fee_goes_back_within_the_period(
    book: str, section: str, late: int, refunded: int
) -> None:
    desk = Desk(book).publish().enter("ann", "bob")
    desk.at = STARTS - 48 * 3600 + late
    desk.give(c.WithdrawEntry, ANN, player="ann")
    assert desk.state.entrants["ann"].status == "withdrawn"
    assert desk.state.entrants["ann"].refunded == refunded
    assert desk.balances() == (100_00 - refunded, 0)
    again = desk.refusal(c.WithdrawEntry, ANN, player="ann")
    assert again == ("tournament.not-entered", peer(section, "1.1:tournament"))


@clauses("4.2(i)")
def test_an_application_that_was_not_accepted_costs_nothing(book: str, section: str) -> None:
    desk = Desk(book).publish()
    desk.give(c.ApplyForEntry, ANN, **FORM)
    desk.give(c.PayEntryFee, ANN, player="ann")
    desk.give(c.WithdrawEntry, ANN, player="ann", at=STARTS)
    assert desk.balances() == (0, 0)


@clauses("4.2(i)")
def test_a_player_may_come_back_and_need_not_pay_twice(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann")
    desk.give(c.WithdrawEntry, ANN, player="ann", at=STARTS)  # too late for a refund
    desk.give(c.ApplyForEntry, ANN, **FORM)
    desk.give(c.AcceptEntry, player="ann")
    assert desk.refusal(c.PayEntryFee, ANN, player="ann")[0] == "tournament.fee-paid"
    assert desk.balances() == (50_00, 0)


@clauses("4.2(i)")
def test_nobody_withdraws_from_a_session_that_is_being_played(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob", "cy").close().draw()
    desk.start()
    assert desk.refusal(c.WithdrawEntry, ANN, player="ann") == (
        "tournament.in-session",
        peer(section, "4.2(i)"),
    )


def test_entries_are_open_only_between_publication_and_closing() -> None:
    desk = Desk()
    assert desk.refusal(c.ApplyForEntry, ANN, **FORM)[0] == "tournament.not-published"
    desk.publish().enter("a", "b")
    assert desk.refusal(c.StartSession, session=1)[0] == "tournament.entries-open"
    desk.close()
    assert desk.refusal(c.ApplyForEntry, ANN, **FORM)[0] == "tournament.entries-closed"
    assert desk.refusal(c.AwardPrizes)[0] == "tournament.not-placed"
