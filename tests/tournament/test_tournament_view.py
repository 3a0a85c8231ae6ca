"""What everybody, an entrant and staff see of a tournament."""

import json
from typing import Any

from houserules.core.codec import to_data
from houserules.core.people import Person
from houserules.rulebook.loader import rulebook
from houserules.tournament import commands as c
from houserules.tournament.agenda import due_steps
from houserules.tournament.play.seat_draw import verify_draw
from houserules.tournament.view import tournament_view
from houserules.tournament.view_types import MySeat, TournamentView
from tournament.desk import DEALER, MANAGER, OPERATOR, STARTS, Desk, placed, small

ANN, BOB = Person("ann", "player"), Person("bob", "player")
INSPECTOR = Person("Ida", "inspector")


def see(desk: Desk, person: Person | None) -> TournamentView:
    view = tournament_view(rulebook(desk.book), desk.state, person)
    assert view is not None
    return view


def text(desk: Desk, person: Person | None) -> str:
    return json.dumps(to_data(see(desk, person)))


def test_a_draft_is_for_staff_only() -> None:
    desk = Desk()
    assert tournament_view(rulebook(desk.book), desk.state, MANAGER) is None
    desk.give(c.DraftTournament, conditions=small())
    assert tournament_view(rulebook(desk.book), desk.state, None) is None
    assert tournament_view(rulebook(desk.book), desk.state, ANN) is None
    assert see(desk, MANAGER).phase == "draft"


def test_everybody_sees_conditions_entries_and_pool() -> None:
    desk = Desk().publish().enter("ann", "bob")
    view = see(desk, None)
    assert view.conditions["name"] == view.name == "Spring Pontoon Cup"
    assert (view.entries, view.minimum, view.maximum) == (2, 2, 7)
    assert view.pool == 600_00  # two fees and the sponsor's 500
    assert [prize.amount for prize in view.prizes] == [420_00, 180_00]
    assert [stage.status for stage in view.stages] == ["to come"]
    assert (view.mine, view.staff, view.may) == (None, None, ())


def test_applications_are_for_staff_only() -> None:
    desk = Desk().publish()
    form = "Born 1 May 1990, 12 Main Street"
    desk.give(c.ApplyForEntry, ANN, player="ann", form=form, entitled=True)
    desk.give(c.ApplyForEntry, BOB, player="bob", form="Form T1", entitled=True)
    desk.give(c.RefuseEntry, player="ann", ground="right reserved", reason="Owes us money.")
    desk.give(c.RaiseEntryDispute, ANN, player="ann", about="I owe nothing.")
    private = (form, "Owes us money.", "I owe nothing.", '"ann"')
    for stranger in (None, BOB, DEALER):
        assert not any(words in text(desk, stranger) for words in private)
    for staff in (MANAGER, OPERATOR, INSPECTOR):
        assert all(words in text(desk, staff) for words in private)
    mine = see(desk, ANN).mine
    assert mine is not None
    assert (mine.status, mine.reason, len(mine.disputes)) == ("refused", "Owes us money.", 1)


def test_an_entrant_sees_what_to_do_next() -> None:
    desk = Desk().publish(entry__agreement_in_writing=True)
    assert see(desk, ANN).may == ("apply-for-entry",)
    desk.give(c.ApplyForEntry, ANN, player="ann", form="T1", entitled=True)
    mine = see(desk, ANN).mine
    assert mine is not None
    assert (mine.has_copy, mine.agreement_due, mine.fee_due) == (False, True, 50_00)
    assert see(desk, ANN).may == (
        *("give-conditions", "pay-entry-fee", "withdraw-entry", "raise-entry-dispute"),
    )
    desk.give(c.GiveConditions, ANN, player="ann", how="page")
    desk.give(c.AgreeToConditions, ANN, player="ann", signature="Ann")
    desk.give(c.PayEntryFee, ANN, player="ann")
    mine = see(desk, ANN).mine
    assert mine is not None
    assert (mine.has_copy, mine.agreement_due, mine.fee_due) == (True, False, 0)
    assert see(desk, ANN).may == ("withdraw-entry", "raise-entry-dispute")


def test_the_timetable_is_planned_until_seats_are_drawn() -> None:
    stages: list[dict[str, Any]] = [
        {"kind": "heats", "rounds": 20, "tables": 1, "players_per_table": 3, "advance": 1},
        {"kind": "final", "minutes": 30, "tables": 1, "players_per_table": 7},
    ]
    desk = Desk().publish(stages=stages, entry__minimum=4)
    rows = [
        (
            row.stage,
            row.sitting,
            row.players,
            (row.starts - STARTS) // 60,
            (row.ends - STARTS) // 60,
        )
        for row in see(desk, None).timetable
    ]
    assert rows == [("Heats", 1, 2, 0, 30), ("Heats", 2, 2, 45, 75), ("Final", 1, 2, 90, 120)]
    desk.enter(*"abcde")
    assert [row.players for row in see(desk, None).timetable] == [3, 2, 2]
    desk.close().draw()
    assert see(desk, None).timetable == ()


BOUGHT: dict[str, Any] = {"method": "bought", "amount": "1000", "price": "100", "cash_value": False}


def test_the_bracket_from_the_draw_to_the_prizes() -> None:
    desk = Desk().publish(chips=BOUGHT).enter("ann", "bob").close()
    entropy = desk.entropy()
    desk.give(c.CommitSeatDraw, entropy=entropy)
    stage = see(desk, None).stages[0]
    assert stage.status == "being drawn"
    assert stage.draw is not None and "order" not in stage.draw
    assert "cut-seat-draw" in see(desk, ANN).may
    desk.give(c.CutSeatDraw, ANN, position=1)
    desk.give(c.RevealSeatDraw, entropy=entropy)
    stage = see(desk, None).stages[0]
    assert stage.draw is not None and all(check.passed for check in verify_draw(stage.draw))
    seat = see(desk, ANN).mine
    assert seat is not None and seat.seat is not None
    box = next(row.box for row in stage.sessions[0].seats if row.player == "ann")
    assert seat.seat == MySeat(1, "7", box, STARTS, "scheduled", 100_00)
    for player in (ANN, BOB):
        desk.give(c.PayBuyIn, player, player=player.name)
    desk.start()
    mine = see(desk, ANN).mine
    assert mine is not None and mine.seat is not None
    assert (mine.seat.status, mine.seat.buy_in_due) == ("running", 0)
    assert see(desk, None).stages[0].status == "being played"
    desk.result(1, *placed(("ann", 800, "in"), ("bob", 900, "in")))
    view = see(desk, BOB)
    assert view.mine is not None and view.mine.seat is None
    rows = {row.player: (row.place, row.chips) for row in view.stages[0].sessions[0].seats}
    assert rows == {"ann": (2, 800_00), "bob": (1, 900_00)}
    assert (view.stages[0].status, view.placings) == ("complete", ("bob", "ann"))
    desk.give(c.AwardPrizes)
    view = see(desk, None)
    assert [(prize.player, prize.amount) for prize in view.prizes] == [
        *(("bob", 420_00), ("ann", 180_00))
    ]
    assert view.pool == 600_00
    assert view.entries == 2


def test_staff_see_what_is_due() -> None:
    desk = Desk()
    assert due_steps(desk.state) == ()
    desk.give(c.DraftTournament, conditions=small())
    assert steps(desk) == ["publish-tournament"]
    desk.publish()
    desk.give(c.ApplyForEntry, ANN, player="ann", form="T1", entitled=True)
    assert steps(desk) == ["accept-entry", "close-entries"]
    desk.give(c.WithdrawEntry, ANN, player="ann")
    desk.enter("bob", "cy").close()
    assert steps(desk) == ["commit-seat-draw"]
    desk.give(c.RaiseEntryDispute, BOB, player="bob", about="x")
    assert steps(desk) == ["decide-entry-dispute", "commit-seat-draw"]
    desk.give(c.DecideEntryDispute, dispute=1, says="No.")
    desk.draw()
    assert steps(desk) == ["start-session"]
    desk.start()
    assert steps(desk) == ["record-result"]
    desk.result(1, *placed(("bob", 900, "in"), ("cy", 900, "in")))
    assert steps(desk) == ["call-play-off"]
    desk.give(c.CallPlayOff, session=1, table="7", starts=desk.at)
    assert steps(desk) == ["start-session"]
    staff = see(desk, MANAGER).staff
    assert staff is not None
    assert staff.balances["pool"] == 100_00
    assert [entrant.player for entrant in staff.entrants] == ["ann", "bob", "cy"]


def steps(desk: Desk) -> list[str]:
    return [step.command for step in due_steps(desk.state)]
