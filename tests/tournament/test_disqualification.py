"""Disqualified before play and after the final: who stays out, who moves up, and refunds (20.5.6, 20.5.7)."""

import pytest

from houserules.core.people import Person
from houserules.core.refusal import Clause
from houserules.tournament import commands as c
from houserules.tournament.state import PlayerResult
from tournament.conditions import BOTH, S24, S65
from tournament.desk import Desk, clauses, peer, placed


@pytest.mark.clause(S65, "20.5.7")
@pytest.mark.clause(S24, "21.5.6")
@pytest.mark.parametrize(("book", "section"), BOTH)
def test_before_play_begins_a_player_is_disqualified_and_stays_out(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob", "cy")
    broke = {"player": "ann", "ground": "broke a rule", "reason": "A false name on the form."}
    desk.give(c.DisqualifyEntrant, **broke)
    again = desk.refusal(
        c.ApplyForEntry, Person("ann", "player"), player="ann", form="Form", entitled=True
    )
    assert again == ("tournament.entrant-disqualified", peer(section, "5.7"))
    desk.close()
    assert desk.state.accepted == ("bob", "cy") and desk.balances() == (150_00, 0)


def ended(book: str, *rows: tuple[str, int, str]) -> Desk:
    """Play a final of these players; two places have a prize."""
    desk = Desk(book).publish().enter(*(name for name, _, _ in rows)).close().draw()
    desk.start()
    desk.result(1, *placed(*rows))
    assert desk.state.phase == "placed"
    return desk


@pytest.mark.clause(S65, "20.5.7", "20.6.7")
@pytest.mark.clause(S24, "21.5.6", "21.6.7")
@pytest.mark.parametrize(("book", "section"), BOTH)
def test_after_the_final_the_others_move_up_until_the_prizes_are_awarded(
    book: str, section: str
) -> None:
    rows = (("ann", 900, "in"), ("bob", 800, "in"), ("cy", 700, "in"), ("dan", 0, "eliminated"))
    desk = ended(book, *rows)
    assert desk.state.placings == ("ann", "bob")
    hid = {"ground": "hid chips", "reason": "Chips were found in a pocket."}
    desk.give(c.DisqualifyEntrant, player="ann", **hid)
    assert desk.state.placings == ("bob", "cy")
    desk.give(c.DisqualifyEntrant, player="dan", **hid)
    assert desk.state.placings == ("bob", "cy")
    desk.give(c.AwardPrizes)
    assert [prize.player for prize in desk.state.prizes] == ["bob", "cy"]
    late = desk.refusal(c.DisqualifyEntrant, player="bob", **hid)
    assert late == ("tournament.prizes-awarded", peer(section, "3.2"))


@pytest.mark.parametrize("book", [S65, S24])
def test_a_tie_is_decided_before_its_players_are_disqualified(book: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob", "cy").close().draw()
    hid = {"player": "ann", "ground": "hid chips", "reason": "Chips were found in a pocket."}
    desk.start()
    assert "at the table" in desk.ask(c.DisqualifyEntrant, **hid).detail
    desk.result(1, *placed(("ann", 900, "in"), ("bob", 900, "in"), ("cy", 0, "eliminated")))
    refusal = desk.ask(c.DisqualifyEntrant, **hid)
    assert refusal.code == "tournament.in-session" and "tie" in refusal.detail


@pytest.mark.parametrize("book", [S65, S24])
def test_who_cannot_be_told_apart_does_not_move_up(book: str) -> None:
    tied = (("ann", 900, "in"), ("bob", 800, "in"), ("cy", 700, "in"), ("dan", 700, "in"))
    desk = ended(book, *tied)
    hid = {"ground": "hid chips", "reason": "Chips were found in a pocket."}
    desk.give(c.DisqualifyEntrant, player="ann", **hid)
    assert desk.state.placings == ("bob",)
    desk.give(c.DisqualifyEntrant, player="bob", **hid)
    assert desk.state.placings == () and desk.refusal(c.AwardPrizes)[0] == "tournament.no-winner"


@clauses("5.6.2")
def test_a_refund_is_approved_until_the_prizes_are_awarded(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob", "cy").close().draw()
    desk.start()
    under = Clause(peer(section, "5.6.2"))
    away = PlayerResult("cy", None, 500_00, "disqualified", "absent", under)
    desk.result(1, *placed(("ann", 900, "in"), ("bob", 800, "in")), away)
    approve = {"player": "cy", "reason": "Ill."}
    assert desk.state.phase == "placed"
    desk.give(c.ApproveRefund, **approve)
    assert desk.balances() == (100_00, 0)
    other = Desk(book).publish().enter("ann", "bob", "cy").close().draw()
    other.start()
    other.result(1, *placed(("ann", 900, "in"), ("bob", 800, "in")), away)
    other.give(c.AwardPrizes)
    late = other.refusal(c.ApproveRefund, **approve)
    assert late == ("tournament.prizes-awarded", peer(section, "3.2"))
