"""Tables, times, buy-ins and the start of sessions (20.5.1 to 20.5.3, 20.6.2, 20.6.3)."""

from typing import Any

import pytest

from houserules.core.people import Person
from houserules.table.session.state import Limits, Player, SessionConditions
from houserules.tournament import commands as c
from houserules.tournament.events import EntrantEliminated
from houserules.tournament.play.at_table import session_conditions, session_players
from houserules.tournament.play.sessions import reserved_tables
from tournament.desk import DEALER, STARTS, Desk, clauses, peer, placed

ANN = Person("ann", "player")
STAGES = [
    {"kind": "heats", "rounds": 20, "tables": 2, "players_per_table": 2, "advance": 1},
    {"kind": "final", "minutes": 30, "tables": 1, "players_per_table": 3},
]
BOUGHT = {"method": "bought", "amount": "1000", "price": "100", "cash_value": False}
CASH = BOUGHT | {"cash_value": True, "issued_at": "10 to 1", "redeemed_at": "10 to 1"}


def heats(book: str, **changes: Any) -> Desk:
    """Return six players drawn to three tables, two of them at the same time."""
    given: dict[str, Any] = {"stages": STAGES, "entry__minimum": 6, "entry__maximum": 6}
    desk = Desk(book).publish(**given, prizes__guarantee_entries=6, **changes)
    return desk.enter("ann", "bob", "cy", "dan", "eve", "fay").close("7", "9").draw()


@clauses("5.1")
def test_the_manager_designates_the_tables(book: str, section: str) -> None:
    clause = peer(section, "5.1")
    desk = Desk(book).publish()
    assert desk.refusal(c.DesignateTables, DEALER, tables=("1",)) == ("role.may-not", clause)
    for wrong in ((), ("1", " "), ("1", "1"), ("1", " 1 ")):
        refusal = desk.refusal(c.DesignateTables, tables=wrong)
        assert refusal == ("tournament.tables-wrong", clause)
    desk.give(c.DesignateTables, tables=("1", "2"))
    desk.enter("ann", "bob").close("2", "3").draw()
    needed = desk.refusal(c.DesignateTables, tables=("3",))
    assert needed == ("tournament.table-needed", clause)
    desk.give(c.DesignateTables, tables=("2",))


@clauses("4.2(e)")
def test_sessions_get_tables_and_times(book: str, section: str) -> None:
    desk = heats(book)
    rows = [(each.sitting, each.table, each.starts - STARTS) for each in desk.state.sessions]
    assert rows == [(1, "7", 0), (1, "9", 0), (2, "7", (30 + 15) * 60)]  # 20 rounds at 40 an hour
    for number in (1, 2, 3):
        first, second = desk.start(number).players
        desk.result(number, *placed((first, 900, "in"), (second, 800, "in")))
    desk.draw()
    assert desk.state.sessions[3].starts - STARTS == (30 + 15 + 30 + 15) * 60


@clauses("4.2(e)")
def test_a_late_stage_begins_after_a_pause_from_now(book: str, section: str) -> None:
    desk = heats(book)
    for number in (1, 2, 3):
        first, second = desk.start(number).players
        desk.result(number, *placed((first, 900, "in"), (second, 800, "in")))
    desk.at = STARTS + 10 * 3600
    desk.draw()
    assert desk.state.sessions[3].starts == desk.at + 15 * 60


@clauses("5.3")
def test_a_session_is_moved_with_notice(book: str, section: str) -> None:
    clause = peer(section, "5.3")
    desk = heats(book, changes={"notice_minutes": 30})
    move = {"session": 2, "starts": STARTS + 1, "table": "7", "notice": "At the desk"}
    assert desk.refusal(c.RescheduleSession, **{**move, "session": 4}) == (
        "tournament.session-unknown",
        peer(section, "4.2(e)"),
    )
    assert desk.refusal(c.RescheduleSession, **{**move, "table": "8"}) == (
        "tournament.table-not-designated",
        peer(section, "5.1"),
    )
    at = STARTS + 1 - 30 * 60
    short = desk.refusal(c.RescheduleSession, **move, at=at + 1)
    assert short == ("tournament.notice-short", clause)
    desk.give(c.RescheduleSession, **move, at=at)
    session = desk.state.sessions[1]
    assert (session.starts, session.table) == (STARTS + 1, "7")
    assert desk.state.notices[-1].session == 2
    desk.start(1)
    assert desk.refusal(c.RescheduleSession, **{**move, "session": 1}) == (
        "tournament.session-started",
        clause,
    )


@clauses("1.1:session", "5.3")
@pytest.mark.parametrize(("late", "allowed"), [(-1, False), (0, True), (1, True)])
def test_a_session_starts_at_its_time(book: str, section: str, late: int, allowed: bool) -> None:  # noqa: FBT001
    desk = heats(book)
    desk.at = STARTS + late
    if not allowed:
        early = desk.refusal(c.StartSession, session=1)
        assert early == ("tournament.too-early", peer(section, "5.3"))
        return
    desk.give(c.StartSession, session=1)
    again = desk.refusal(c.StartSession, session=1)
    assert again == ("tournament.session-started", peer(section, "1.1:session"))
    assert desk.refusal(c.StartSession, session=9)[0] == "tournament.session-unknown"


@clauses("5.2")
def test_a_table_has_one_session_at_a_time(book: str, section: str) -> None:
    desk = heats(book)
    desk.start(1)
    assert reserved_tables(desk.state) == {"7"}
    desk.at = desk.state.sessions[2].starts
    in_use = desk.refusal(c.StartSession, session=3)
    assert in_use == ("tournament.table-in-use", peer(section, "5.2"))
    first, second = desk.state.sessions[0].players
    desk.result(1, *placed((first, 900, "in"), (second, 800, "in")))
    assert reserved_tables(desk.state) == frozenset()
    desk.give(c.StartSession, session=3)


# Buy-ins.


@clauses("1.1:buy-in", "6.2")
def test_every_player_buys_the_same_chips_once(book: str, section: str) -> None:
    clause = peer(section, "6.2")
    desk = heats(book, chips=BOUGHT)
    house = desk.state.ledger.balance("house")
    stranger = Person("zoe", "player")
    no_seat = desk.refusal(c.PayBuyIn, stranger, player="zoe")
    assert no_seat == ("tournament.not-seated", clause)
    desk.give(c.PayBuyIn, ANN, player="ann")
    assert desk.state.ledger.balance("house") == house + 100_00  # no entry fee (reading 221)
    twice = desk.refusal(c.PayBuyIn, ANN, player="ann")
    assert twice == ("tournament.bought-in", clause)


@clauses("6.2")
def test_allotted_chips_are_not_bought(book: str, section: str) -> None:
    refusal = heats(book).refusal(c.PayBuyIn, ANN, player="ann")
    assert refusal == ("tournament.chips-allotted", peer(section, "6.2"))


@clauses("6.3")
def test_no_buy_in_eliminates_and_the_fee_is_kept(book: str, section: str) -> None:
    desk = heats(book, chips=BOUGHT)
    session = desk.state.sessions[0]
    payer, other = (seat.player for seat in session.seats)
    desk.give(c.PayBuyIn, player=payer)
    desk.at = STARTS
    events = desk.give(c.StartSession, session=1)
    assert events[0] == EntrantEliminated(other, 1, 0, peer(section, "6.3"))  # type: ignore[arg-type]
    entrant = desk.state.entrants[other]
    assert (entrant.status, entrant.paid, entrant.refunded) == ("eliminated", 50_00, 0)
    assert desk.refusal(c.ApproveRefund, player=other, reason="Please.")[0] == (
        "tournament.not-disqualified"
    )
    # Nobody is left to play against: the other player goes on, and gets the buy-in back.
    assert desk.state.sessions[0].advanced == (payer,)
    assert desk.state.ledger.balance(f"player:{payer}") == -50_00
    assert desk.refusal(c.PayBuyIn, player=payer)[0] == "tournament.not-seated"


@clauses("6.2")
def test_a_player_who_leaves_before_the_start_gets_the_buy_in_back(book: str, section: str) -> None:
    desk = Desk(book).publish(chips=CASH).enter("ann", "bob", "cy").close().draw()
    for player in ("ann", "bob", "cy"):
        desk.give(c.PayBuyIn, player=player)
    assert desk.balances() == (150_00, 300_00)
    desk.give(c.WithdrawEntry, ANN, player="ann")
    desk.start()
    assert desk.state.sessions[0].players and "ann" not in desk.state.sessions[0].players
    assert desk.balances() == (100_00, 200_00)


# What the table needs.


@clauses("6.2", "6.15")
def test_the_table_learns_the_conditions_of_its_session(book: str, section: str) -> None:
    limits = [
        {"from_round": 1, "minimum": "25", "maximum": "500"},
        {"from_round": 11, "minimum": "50", "maximum": "1000"},
    ]
    desk = heats(book, limits=limits, chips=CASH)
    for player in ("ann", "bob", "cy", "dan", "eve", "fay"):
        desk.give(c.PayBuyIn, player=player)
    session = desk.start(1)
    assert session_players(desk.state, 1) == tuple(
        Player(seat.player, seat.box) for seat in session.seats
    )
    assert session_conditions(desk.state, 1) == SessionConditions(
        rounds=20,
        chips=1000_00,
        advance=1,
        final=False,
        pass_cards=1,
        undisclosed_wagers=1,
        order_of_wagering=True,
        deal_from_marker=False,
        limits=(Limits(1, 25_00, 500_00), Limits(11, 50_00, 1000_00)),
        wager_seconds=30,
        cash_value=True,
    )
    first, second = session.players
    desk.result(1, *placed((first, 900, "in"), (second, 900, "in")), rounds=12)
    desk.give(c.CallPlayOff, session=1, table="7", starts=desk.at)
    play_off = session_conditions(desk.state, 4)
    assert (play_off.rounds, play_off.minutes, play_off.play_off) == (None, None, 1)
    assert play_off.limits == (Limits(1, 50_00, 1000_00),)  # of the last round played
    assert not play_off.cash_value
