"""Disputes about entries and conditions: the Tournament Manager decides, and play waits (20.11.2)."""

import pytest

from houserules.core.people import Person
from houserules.tournament import commands as c
from tournament.desk import DEALER, OPERATOR, Desk, clauses, peer

ANN = Person("ann", "player")
DISPUTE = {"player": "ann", "about": "My application was refused."}


@clauses("11.2")
def test_play_waits_for_the_decision(book: str, section: str) -> None:
    clause = peer(section, "11.2")
    desk = Desk(book).publish().enter("ann", "bob").close()
    desk.give(c.RaiseEntryDispute, ANN, **DISPUTE)
    waits = ("tournament.dispute-open", clause)
    assert desk.refusal(c.CommitSeatDraw, entropy="00") == waits
    assert desk.refusal(c.AllotSeats, order=("ann", "bob"), how="Lot") == waits
    decide = {"dispute": 1, "says": "The refusal stands."}
    for nobody in (DEALER, OPERATOR, ANN):
        assert desk.refusal(c.DecideEntryDispute, nobody, **decide) == ("role.may-not", clause)
    desk.give(c.DecideEntryDispute, **decide)
    assert desk.refusal(c.DecideEntryDispute, **decide) == ("tournament.dispute-decided", clause)
    desk.draw()
    desk.at = desk.state.sessions[0].starts
    desk.give(c.RaiseEntryDispute, ANN, **DISPUTE)
    assert desk.refusal(c.StartSession, session=1) == waits
    desk.give(c.DecideEntryDispute, dispute=2, says="It stands.")
    desk.give(c.StartSession, session=1)


@clauses("11.2")
def test_who_may_dispute_what(book: str, section: str) -> None:
    clause = peer(section, "11.2")
    desk = Desk(book).publish()
    assert desk.refusal(c.RaiseEntryDispute, ANN, **DISPUTE) == (
        "tournament.not-entered",
        peer(section, "1.1:tournament"),
    )
    desk.give(c.ApplyForEntry, ANN, player="ann", form="T1", entitled=True)
    desk.give(c.RefuseEntry, player="ann", ground="right reserved", reason="No.")
    assert desk.refusal(c.RaiseEntryDispute, ANN, player="bob", about="x")[0] == "role.not-yours"
    for _ in range(3):
        desk.give(c.RaiseEntryDispute, ANN, **DISPUTE)
    many = desk.refusal(c.RaiseEntryDispute, ANN, **DISPUTE)
    assert many == ("tournament.too-many-disputes", clause)
    desk.give(c.DecideEntryDispute, dispute=2, says="No.")
    desk.give(c.RaiseEntryDispute, ANN, **DISPUTE)
    unknown = desk.refusal(c.DecideEntryDispute, dispute=5, says="No.")
    assert unknown == ("tournament.dispute-unknown", clause)
    empty = desk.refusal(c.DecideEntryDispute, dispute=1, says=" ")
    assert empty == ("tournament.no-reason", clause)


@pytest.mark.parametrize(("length", "fits"), [(0, False), (1, True), (500, True), (501, False)])
def test_a_dispute_is_put_in_words(length: int, fits: bool) -> None:  # noqa: FBT001
    desk = Desk().publish().enter("ann")
    outcome = desk.ask(c.RaiseEntryDispute, ANN, player="ann", about="x" * length)
    assert fits == isinstance(outcome, tuple)
    if not fits:
        assert (outcome.code, outcome.clause) == ("tournament.dispute-empty", "20.11.2")
