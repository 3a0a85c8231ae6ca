"""Disqualification on every ground, disputes that stop the game, and what is off in a session."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused, report_found
from houserules.core.people import Moment
from houserules.table import commands as c
from houserules.table.people.commands import ComeToTable, LeaveTable, RequireToVacate
from houserules.table.session import commands as s
from houserules.table.session.events import (
    DisqualificationDeclared,
    PlayerDisqualified,
    SessionOver,
)
from houserules.table.session.state import Ground, Limits, Player
from houserules.table.sign.commands import LimitBettors
from houserules.table.staff.commands import (
    CloseTable,
    DecideDispute,
    InvalidateGame,
    RaiseDispute,
    RectifyPayment,
    ReportWrongPayment,
)
from houserules.table.staff.events import DisputeClosed, PaymentRectified
from houserules.table.tokens import ExchangeVoucher
from seated_table import GAMING_SUPERVISOR, SUPERVISOR
from session_table import BOTH, TOURNAMENT_MANAGER, SessionTable, by_tournament_rulebook

both = pytest.mark.parametrize(("name", "section"), BOTH)

GROUNDS: dict[Ground, str] = {
    "absent": "5.6.2",
    "no wager": "6.4",
    "broke a rule": "5.7",
    "raised the buy-in": "6.5",
    "took chips off the table": "6.6",
    "exchanged chips": "6.6",
    "hid chips": "6.7",
    "advice": "11.1",
    "conduct": "11.4",
}


@pytest.mark.clause(S65, "20.5.6.2", "20.5.7", "20.6.4", "20.6.5", "20.6.6", "20.6.7", "20.11.4")
@pytest.mark.clause(S24, "21.5.6", "21.5.6.2", "21.6.4", "21.6.5", "21.6.6", "21.6.7", "21.11.4")
@pytest.mark.parametrize(("name", "section"), BOTH)
@pytest.mark.parametrize("ground", GROUNDS)
def test_a_player_is_disqualified_on_every_ground_and_keeps_the_last_count(
    name: str, section: str, ground: Ground
) -> None:
    game = SessionTable(name)
    game.round("8c 9d 9h 9s 7d Kd Kh Ks", ann="25", bob="25", cat="25")
    game.must(s.Disqualify, "ann", ground)
    number = GROUNDS[ground] if (name, ground) != (S24, "broke a rule") else "5.6"
    clause = f"{section}.{number}"
    assert game.last(PlayerDisqualified) == PlayerDisqualified(1, "ann", ground, 97_500, clause)
    assert "ann" not in game.table.racks and game.table.patron("ann") is None
    gone = game.order(s.Disqualify, "ann", ground)
    assert_refused(gone, "tournament.not-in", {S65: "20.5.2", S24: "21/21.5.2"}[name])


@both
def test_the_ground_is_one_that_the_documents_name(name: str, section: str) -> None:
    game = SessionTable(name)
    clause = game.rules.tournament.breach_disqualifies  # type: ignore[union-attr]
    assert_refused(game.order(s.Disqualify, "ann", "style"), "tournament.ground", clause)
    game.wagers(ann="25")
    wagered = game.order(s.Disqualify, "ann", "no wager")
    assert_refused(wagered, "tournament.entered", f"{section}.6.4")


@pytest.mark.clause(S65, "20.5.7")
@pytest.mark.clause(S24, "21.5.6")
@both
def test_before_the_cards_wagers_go_back_and_it_takes_effect_at_once(
    name: str, section: str
) -> None:
    game = SessionTable(name, options={"perfect_pairs": "5"})
    game.wagers(ann="25", bob="25")
    game.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    game.form("ann", "25")
    game.must(s.Disqualify, "ann", "broke a rule")
    assert game.last(PlayerDisqualified).chips == 100_000
    assert [box.number for box in game.table.boxes] == [2]
    assert [entry.player for entry in game.session.entries] == ["bob"]


@pytest.mark.clause(S65, "20.5.7", "20.11.4")
@pytest.mark.clause(S24, "21.5.6", "21.11.4")
@both
def test_after_the_cards_the_round_is_settled_for_the_player_first(name: str, section: str) -> None:
    game = SessionTable(name)
    game.wagers(ann="25", bob="25", cat="25")
    game.play("Kc 9d 9h 9s Kd Kd Kh Ks")
    game.must(s.Disqualify, "ann", "conduct")
    assert game.last(DisqualificationDeclared).player == "ann"
    twice = game.order(s.Disqualify, "ann", "conduct")
    clause = game.rules.tournament.breach_disqualifies  # type: ignore[union-attr]
    assert_refused(twice, "tournament.disqualified", clause)
    assert "ann" in game.table.racks
    game.do(c.ClearTable())
    assert game.last(PlayerDisqualified).chips == 102_500
    assert [each.name for each in game.session.players_in] == ["bob", "cat"]


@both
def test_a_disqualified_player_is_not_placed_even_without_chips(name: str, section: str) -> None:
    two = (Player("ann", 1), Player("bob", 2))
    game = SessionTable(name, two, chips=2_500, rounds=5, limits=(Limits(1, 2_500, 2_500),))
    game.wagers(ann="25", bob="25")
    game.play("8c 9d 9s 7d Kd Ks")
    game.must(s.Disqualify, "ann", "hid chips")
    game.do(c.ClearTable())
    assert game.session.player("ann").eliminated is None  # type: ignore[union-attr]
    game.must(s.Disqualify, "bob", "hid chips")
    assert game.last(SessionOver).why == "nobody left"
    assert game.session.places == ()


@pytest.mark.clause(S65, "20.5.7", "20.6.7")
@pytest.mark.clause(S24, "21.5.6", "21.6.7")
@both
def test_the_count_may_disqualify_who_has_hidden_chips(name: str, section: str) -> None:
    game = SessionTable(name, rounds=1, advance=1)
    game.round("8c 9d 9h 9s 7d Kd Kh Ks", ann="25", bob="25", cat="25")
    assert [(each.place, each.player) for each in game.session.places] == [
        (1, "bob"),
        (1, "cat"),
        (3, "ann"),
    ]
    game.must(s.RecordCount, (("ann", 97_500), ("bob", 90_000), ("cat", 100_000)))
    game.must(s.Disqualify, "bob", "hid chips")
    assert game.last(PlayerDisqualified).chips == 100_000
    assert [(each.place, each.player) for each in game.session.places] == [(1, "cat"), (2, "ann")]
    assert [each.player for each in game.session.counts] == ["ann", "cat"]
    failed = game.order(s.Disqualify, "ann", "no wager")
    assert_refused(failed, "tournament.entered", f"{section}.6.4")
    game.must(s.AnnounceResult)
    result = game.session.result
    assert result is not None and result.advance == ("cat",) and result.play_off == ()
    assert result.disqualified == (("bob", 100_000),)
    late = game.order(s.Disqualify, "ann", "hid chips")
    clause = game.rules.tournament.chips_are_counted  # type: ignore[union-attr]
    assert_refused(late, "tournament.announced", clause)


@pytest.mark.clause(S65, "20.11.4")
@pytest.mark.clause(S24, "21.11.4")
@both
def test_a_player_who_is_out_is_disqualified_at_once_and_has_no_place(
    name: str, section: str
) -> None:
    game = SessionTable(name, chips=2_500, rounds=3, limits=(Limits(1, 2_500, 2_500),))
    game.round("8c 9d 9h 9s 7d Kd Kh Ks", ann="25", bob="25", cat="25")
    assert game.session.player("ann").eliminated is not None  # type: ignore[union-attr]
    game.wagers(bob="25", cat="25")
    game.play("Kc 9d 9s Kd Kd Ks")
    game.must(s.Disqualify, "cat", "conduct")  # still in: after the round
    game.must(s.Disqualify, "ann", "conduct")
    assert [each.player for each in game.all(PlayerDisqualified)] == ["ann"]
    assert_refused(
        game.order(s.Disqualify, "ann", "conduct"),
        "tournament.not-in",
        {S65: "20.5.2", S24: "21/21.5.2"}[name],
    )
    game.do(c.ClearTable())
    assert [each.player for each in game.all(PlayerDisqualified)] == ["ann", "cat"]
    game.round("Kc 9s Kd Ks", bob="25")
    assert [each.player for each in game.session.places] == ["bob"]


# Disputes.


@pytest.mark.clause(S65, "20.11.2")
@pytest.mark.clause(S24, "21.11.2")
@both
def test_a_dispute_stops_the_game_until_the_tournament_manager_has_decided(
    name: str, section: str
) -> None:
    game = SessionTable(name)
    clause = f"{section}.11.2"
    game.wagers(ann="25", bob="25", cat="25")
    game.do(c.CloseBets())
    game.deal("9c")
    game.do(RaiseDispute("ann", "My wager was moved."))
    assert_refused(
        game.say(c.DealCard(game.table.boxes[0].hands[0].cards[0])), "tournament.disputed", clause
    )
    supervisor = game.say(DecideDispute(GAMING_SUPERVISOR, Moment(game.at), 1, "No.", 0))
    assert_refused(supervisor, "tournament.off", clause)
    assert_refused(game.order(s.RuleOnDispute, 2, "No."), "dispute.unknown", clause)
    assert_refused(game.order(s.RuleOnDispute, 1, " "), "decision.empty", clause)
    game.must(s.RuleOnDispute, 1, "It lies where it was.", 0)
    assert game.last(DisputeClosed).clause == clause
    game.deal("9d")


@pytest.mark.clause(S65, "20.11.2", "20.6.8")
@pytest.mark.clause(S24, "21.11.2", "21.6.8")
@both
def test_what_a_ruling_orders_is_paid_in_tournament_chips_within_the_session(
    name: str, section: str
) -> None:
    game = SessionTable(name, rounds=2)
    game.round(ann="25", bob="25", cat="25")
    game.do(RaiseDispute("ann", "I had 20."))
    game.must(s.RuleOnDispute, 1, "You had.", 2_500)
    game.must(RectifyPayment, 1)
    assert game.last(PaymentRectified).amount == 2_500
    assert game.chips()["ann"] == 1025
    game.must(s.Disqualify, "bob", "conduct")
    game.do(RaiseDispute("cat", "Me too."))
    game.must(s.RuleOnDispute, 2, "You too.", 2_500)
    game.must(s.Disqualify, "cat", "conduct")
    out = game.order(RectifyPayment, 2)
    assert_refused(out, "payment.other-chips", f"{section}.6.8")


@both
def test_a_payment_put_right_may_leave_somebody_short_of_the_minimum(
    name: str, section: str
) -> None:
    two = (Player("ann", 1), Player("bob", 2))
    game = SessionTable(name, two, chips=5_000, rounds=5, limits=(Limits(1, 2_500, 2_500),))
    game.round("Kc 9d 9s Kd Kd Ks", ann="25", bob="25")
    assert game.chips() == {"ann": 75, "bob": 50}
    game.do(RaiseDispute("bob", "Ann had 19."))
    game.must(s.RuleOnDispute, 1, "Bob pays.", -4_000)
    game.must(RectifyPayment, 1)
    assert [each.name for each in game.session.players_in] == ["ann"]


@pytest.mark.clause(S24, "21.6.8")  # S65 lets nobody report a wrong payment
@pytest.mark.parametrize(("name", "clause"), [(S24, "21.6.8")])
def test_a_wrong_payment_of_a_session_is_not_put_right_with_the_float(
    name: str, clause: str
) -> None:
    game = SessionTable(name, rounds=1, advance=3)
    game.round(ann="25", bob="25", cat="25")
    game.must(s.RecordCount, tuple((player, held) for player, held in game.table.racks.items()))
    game.must(s.AnnounceResult)
    game.must(s.ReturnChips)
    game.must(s.EndSession)
    assert game.table.plays_tournament_chips(1) and not game.table.plays_tournament_chips(2)
    game.do(ReportWrongPayment(SUPERVISOR, Moment(game.at), 1, 1, 2_500, 5_000, "ann"))
    assert_refused(game.order(RectifyPayment, 1), "payment.other-chips", clause)


# What is off.


@pytest.mark.clause(S65, "20.2.1", "20.5.2", "20.6.5", "20.6.6", "20.6.8")
@pytest.mark.clause(S24, "21.2.1", "21/21.5.2", "21.6.5", "21.6.6", "21.6.8")
@both
def test_rules_of_the_ordinary_game_that_are_off_in_a_session(name: str, section: str) -> None:
    game = SessionTable(name)
    at, table_only = Moment(game.at), {S65: "20.5.2", S24: "21/21.5.2"}[name]
    off = {
        c.BringChips("ann", 10_000): f"{section}.6.5",
        c.TakeChips("ann", 10_000): f"{section}.6.6",
        ComeToTable("dan", 3): table_only,
        LeaveTable("ann"): f"{section}.6.6",
        ExchangeVoucher(GAMING_SUPERVISOR, at, "ann", "V1", 1_000, ""): f"{section}.6.8",
        CloseTable(SUPERVISOR, at): table_only,
        LimitBettors(SUPERVISOR, at, 1): f"{section}.2.1",
        RequireToVacate(SUPERVISOR, at, "ann"): f"{section}.2.1",
    }
    for command, clause in off.items():
        refusal = game.say(command)
        if refusal is not None and refusal.code == "role.may-not":
            continue
        assert_refused(refusal, "tournament.off", clause)
    game.wagers(ann="25", bob="25", cat="25")
    game.do(c.CloseBets())
    found = game.say(report_found(c.PlaceWager("ann", 1, 5_000, seated=True)))
    assert_refused(found, "tournament.off", f"{section}.6.14")


@pytest.mark.parametrize("name", [NZ, PJ])
def test_a_rulebook_without_tournaments_refuses_them(name: str) -> None:
    game = GameTable(name)
    clause = {NZ: "2.0", PJ: "1.1"}[name]
    for command in (s.PlayPassCard("ann"), s.HandInForm("ann", "original", 100)):
        assert_refused(game.say(command), "tournament.none", clause)
    begin = SessionTable(S65).conditions
    order = s.BeginSession(TOURNAMENT_MANAGER, Moment(0), "heat", begin, (Player("ann", 1),))
    assert_refused(game.say(order), "tournament.none", clause)
    for kind in (s.CallTime, s.OrderCount, s.RecordForm):
        fields = ("ann",) if kind is s.RecordForm else ()
        assert_refused(game.say(kind(SUPERVISOR, Moment(0), *fields)), "tournament.none", clause)
    if name == NZ:  # a power that nobody has for another reason
        other = game.say(InvalidateGame(SUPERVISOR, Moment(0), "brawl"))
        assert_refused(other, "role.may-not", clause)


@pytest.mark.parametrize(
    ("name", "clause"), by_tournament_rulebook("20.1.1:session", "21.1.1:session")
)
def test_a_table_without_a_session_refuses_what_belongs_to_one(name: str, clause: str) -> None:
    game = SessionTable(name, begin=False)
    for command in (
        s.PlayPassCard("ann"),
        s.HandInForm("ann", "original", 100),
        s.TakeBackEntry("ann"),
    ):
        assert_refused(game.say(command), "tournament.no-session", clause)
    for kind, fields in (
        (s.ExamineForm, ("ann",)),
        (s.CallTime, ()),
        (s.AnnounceWagerClock, (20,)),
        (s.DeductForAbsence, ("ann",)),
        (s.Disqualify, ("ann", "conduct")),
        (s.RuleOnDispute, (1, "No.")),
        (s.ConcludeSession, ("early",)),
        (s.OrderCount, ()),
        (s.RecordCount, ((),)),
        (s.AnnounceResult, ()),
        (s.ReturnChips, ()),
        (s.EndSession, ()),
    ):
        assert_refused(game.order(kind, *fields), "tournament.no-session", clause)
