"""Entry fees and refunds, disqualification between sessions, buying back (20.3, 20.4.2(g), 20.5.6)."""

from typing import Any

import pytest

from houserules.core.people import Person
from houserules.core.refusal import Clause
from houserules.tournament import commands as c
from houserules.tournament.state import PlayerResult
from tournament.desk import DEALER, OPERATOR, Desk, clauses, peer, placed

ANN = Person("ann", "player")


@clauses("3.1", "3.2")
def test_all_fees_go_to_the_pool(book: str, section: str) -> None:
    desk = Desk(book).publish()
    pay = {"player": "ann"}
    not_entered = ("tournament.not-entered", peer(section, "1.1:tournament"))
    assert desk.refusal(c.PayEntryFee, ANN, **pay) == not_entered
    desk.give(c.ApplyForEntry, ANN, player="ann", form="T1", entitled=True)
    desk.give(c.PayEntryFee, ANN, **pay)
    assert desk.balances() == (50_00, 0)
    twice = desk.refusal(c.PayEntryFee, ANN, **pay)
    assert twice == ("tournament.fee-paid", peer(section, "3.2"))


@clauses("4.2(a)")
def test_without_a_fee_nothing_is_paid(book: str, section: str) -> None:
    desk = Desk(book).publish(entry_fee="0").enter("ann", "bob")
    assert desk.refusal(c.PayEntryFee, ANN, player="ann") == (
        "tournament.no-fee",
        peer(section, "4.2(a)"),
    )
    desk.give(c.CloseEntries)


# Disqualified between sessions.


@clauses("5.6.2")
def test_an_absent_player_may_get_the_fee_back_on_approval(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob", "cy").close()
    absent = {"player": "ann", "ground": "absent", "reason": "Did not come."}
    approve = {"player": "ann", "reason": "Ill, with a certificate."}
    assert desk.refusal(c.ApproveRefund, **approve) == (
        "tournament.not-disqualified",
        peer(section, "3.2"),
    )
    desk.give(c.DisqualifyEntrant, **absent)
    entrant = desk.state.entrants["ann"]
    assert (entrant.status, entrant.clause) == ("disqualified", peer(section, "5.6.2"))
    assert desk.balances() == (150_00, 0)
    assert desk.refusal(c.ApproveRefund, player="ann", reason="")[0] == "tournament.no-reason"
    assert desk.refusal(c.ApproveRefund, DEALER, **approve) == (
        "role.may-not",
        peer(section, "5.6.2"),
    )
    desk.give(c.ApproveRefund, **approve)
    assert desk.balances() == (100_00, 0)
    assert desk.refusal(c.ApproveRefund, **approve) == (
        "tournament.nothing-paid",
        peer(section, "5.6.2"),
    )


@pytest.mark.clause("nsw-pontoon-6to5-2017", "20.5.7", "20.6.5", "20.6.7", "20.11.4")
@pytest.mark.clause("nsw-pontoon-2024", "21.5.6", "21.6.5", "21.6.7", "21.11.4")
@pytest.mark.parametrize(
    ("book", "section"), [("nsw-pontoon-6to5-2017", "20"), ("nsw-pontoon-2024", "21")]
)
def test_a_broken_rule_leaves_no_refund(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob", "cy").close()
    broke = {"player": "ann", "ground": "broke a rule", "reason": "Signalled to bob."}
    assert desk.refusal(c.DisqualifyEntrant, **{**broke, "reason": ""}) == (
        "tournament.no-reason",
        peer(section, "5.7"),
    )
    assert desk.refusal(c.DisqualifyEntrant, **{**broke, "player": "dan"})[0] == (
        "tournament.not-entered"
    )
    desk.give(c.DisqualifyEntrant, **broke)
    refund = {"player": "ann", "reason": "Please."}
    assert desk.refusal(c.ApproveRefund, **refund) == (
        "tournament.no-refund",
        peer(section, "5.7"),
    )
    desk.draw()
    desk.start()
    hid = Clause(peer(section, "6.7"))
    desk.result(
        1,
        PlayerResult("bob", 1, 900_00, "in"),
        PlayerResult("cy", None, 500_00, "disqualified", "hid chips", hid),
    )
    assert desk.state.entrants["cy"].clause == hid
    assert desk.balances() == (150_00, 0)


@clauses("5.6.2")
def test_in_a_session_a_player_is_disqualified_at_the_table(book: str, section: str) -> None:
    desk = Desk(book).publish().enter("ann", "bob", "cy").close().draw()
    desk.start()
    absent = {"player": "ann", "ground": "absent", "reason": "Left."}
    refusal = desk.refusal(c.DisqualifyEntrant, **absent)
    assert refusal == ("tournament.in-session", peer(section, "5.7"))
    under = Clause(peer(section, "5.6.2"))
    desk.result(
        1,
        PlayerResult("bob", 1, 900_00, "in"),
        PlayerResult("cy", 2, 500_00, "in"),
        PlayerResult("ann", None, 500_00, "disqualified", "absent", under),
    )
    assert desk.state.entrants["ann"].ground == "absent"


# Buying back.

TWO_STAGES: list[dict[str, Any]] = [
    {"kind": "heats", "rounds": 10, "tables": 2, "players_per_table": 3, "advance": 1},
    {"kind": "final", "rounds": 10, "tables": 1, "players_per_table": 4},
]
OFFER = {"offered": True, "times": 1, "price": "20", "method": "At the desk", "timing": "At once"}


def after_heats(book: str, **changes: Any) -> Desk:
    """Return a tournament of six whose heats are over: two have advanced."""
    given = {"stages": TWO_STAGES, "entry__minimum": 6, "entry__maximum": 6, "buy_back": OFFER}
    given |= {"prizes__guarantee_entries": 6, **changes}
    desk = Desk(book).publish(**given)
    desk.enter("ann", "bob", "cy", "dan", "eve", "fay").close("1", "2").draw()
    for session in desk.state.sessions:
        players = desk.start(session.number).players
        desk.result(session.number, *placed(*((p, 900 - n, "in") for n, p in enumerate(players))))
    return desk


def out(desk: Desk) -> list[str]:
    return [p for p, entrant in desk.state.entrants.items() if entrant.status == "eliminated"]


@clauses("4.2(g)")
def test_an_eliminated_player_buys_back_until_the_next_draw(book: str, section: str) -> None:
    clause = peer(section, "4.2(g)")
    desk = after_heats(book)
    first, second, third, fourth = out(desk)
    waiting = desk.state.accepted[0]
    assert desk.refusal(c.BuyBackIn, player=waiting) == ("tournament.not-eliminated", clause)
    desk.give(c.BuyBackIn, Person(first, "player"), player=first)
    assert desk.state.entrants[first].status == "accepted"
    assert desk.balances() == (300_00, 0)  # not an entry fee (reading 221)
    desk.give(c.BuyBackIn, player=second)
    assert desk.refusal(c.BuyBackIn, player=third) == ("tournament.no-seat", clause)
    desk.draw()
    assert len(desk.state.sessions[-1].seats) == 4
    assert desk.refusal(c.BuyBackIn, player=fourth) == ("tournament.too-late", clause)


@clauses("4.2(g)")
def test_a_player_buys_back_as_often_as_offered(book: str, section: str) -> None:
    clause = peer(section, "4.2(g)")
    heats = {**TWO_STAGES[0], "advance": 2}
    again = {**heats, "kind": "semi-final", "players_per_table": 7}
    desk = after_heats(book, stages=[heats, again, TWO_STAGES[1]])
    player = out(desk)[0]
    desk.give(c.BuyBackIn, player=player)
    desk.draw()
    session = desk.state.sessions[-1]
    others = [seat.player for seat in session.seats if seat.player != player]
    desk.start(session.number)
    rows = [*((p, 900 - n, "in") for n, p in enumerate(others)), (player, 0, "eliminated")]
    desk.result(session.number, *placed(*rows))
    assert desk.refusal(c.BuyBackIn, player=player) == ("tournament.buy-backs-used", clause)


@clauses("4.2(g)")
def test_no_buy_back_where_none_is_offered(book: str, section: str) -> None:
    desk = after_heats(book, buy_back={"offered": False})
    refusal = desk.refusal(c.BuyBackIn, player=out(desk)[0])
    assert refusal == ("tournament.no-buy-back", peer(section, "4.2(g)"))


@clauses("3.2")
def test_buy_backs_go_to_the_pool_where_the_conditions_say_so(book: str, section: str) -> None:
    desk = after_heats(book, prizes__includes=["buy-backs"])
    desk.give(c.BuyBackIn, player=out(desk)[0])
    assert desk.balances() == (320_00, 0)


@clauses("3.4")
def test_a_buy_back_that_was_not_played_is_refunded(book: str, section: str) -> None:
    desk = after_heats(book)
    leaver, stayer, *_ = out(desk)
    desk.give(c.BuyBackIn, player=leaver)
    desk.give(c.BuyBackIn, player=stayer)
    house = desk.state.ledger.balance("house")
    desk.give(c.WithdrawEntry, player=leaver)
    assert desk.state.ledger.balance("house") == house - 20_00
    desk.give(c.CancelTournament, OPERATOR, ground="other", reason="Flood.")
    assert set(desk.state.ledger.balances.values()) == {0}
