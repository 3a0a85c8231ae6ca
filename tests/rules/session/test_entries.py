"""Before the cards of a session's round: wagers, pass cards, absence, the clock, the order of wagering."""

import pytest

from game_table import S24, S65, assert_refused, report_found
from houserules.core.money import cents
from houserules.table import commands as c
from houserules.table.session import commands as s
from houserules.table.session.events import (
    EntryTakenBack,
    MinimumDeducted,
    SessionRoundBegan,
    SessionRoundCounted,
    WagerAdjusted,
    WageringTimeCalled,
)
from houserules.table.session.state import Limits
from houserules.table.sign.commands import RaiseWager
from seated_table import GAMING_SUPERVISOR
from session_table import BOTH, TOURNAMENT_MANAGER, SessionTable, by_tournament_rulebook

both = pytest.mark.parametrize(("name", "section"), BOTH)


@pytest.mark.clause(S65, "20.6.14", "20.6.4", "20.6.1")
@pytest.mark.clause(S24, "21.6.14", "21.6.4", "21.6.1")
@both
def test_a_wager_is_within_the_limits_and_in_units_of_the_minimum(name: str, section: str) -> None:
    game = SessionTable(name, limits=(Limits(1, 2_500, 50_000),), chips=40_000)
    clause = f"{section}.6.14"
    assert_refused(game.wager("ann", "24"), "wager.below-minimum", clause)
    assert_refused(game.wager("ann", "26"), "wager.unit", clause)
    assert_refused(game.wager("ann", "525"), "wager.above-maximum", clause)
    assert_refused(game.wager("ann", "425"), "chips.short", f"{section}.6.1")
    game.wagers(ann="25", bob="400", cat="50")
    assert game.table.racks == {"ann": 37_500, "bob": 0, "cat": 35_000}
    assert_refused(game.wager("ann", "25"), "wager.twice", game.rules.wagers.placed_wagers_stay)


@pytest.mark.clause(S65, "20.6.15")
@pytest.mark.clause(S24, "21.6.15")
@both
def test_limits_change_in_the_round_that_the_conditions_say(name: str, section: str) -> None:
    game = SessionTable(name, limits=(Limits(1, 2_500, 50_000), Limits(2, 5_000, 100_000)))
    game.round(ann="25", bob="25", cat="25")
    assert game.last(SessionRoundBegan) == SessionRoundBegan(2, 5_000, 100_000, None)
    assert_refused(game.wager("ann", "25"), "wager.below-minimum", f"{section}.6.14")
    game.wagers(ann="1000")


@pytest.mark.clause(S65, "20.6.10", "20.2.1")
@pytest.mark.clause(S24, "21.6.10", "21.2.1")
@both
def test_players_wager_only_from_their_own_box(name: str, section: str) -> None:
    game = SessionTable(name, options={"perfect_pairs": "5"})
    other = game.say(c.PlaceWager("ann", 2, 2_500))
    assert_refused(other, "tournament.own-box", f"{section}.6.10")
    game.wagers(ann="25", bob="25")
    pairs = game.say(c.PlaceSideWager("ann", 2, "perfect-pairs", 500))
    assert_refused(pairs, "tournament.own-box", f"{section}.6.10")
    game.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    assert game.table.racks["ann"] == 100_000 - 3_000


@pytest.mark.clause(S65, "20.6.1")
@pytest.mark.clause(S24, "21.6.1")
@both
def test_perfect_pairs_take_chips_that_are_left_beside_the_wager(name: str, section: str) -> None:
    game = SessionTable(name, options={"perfect_pairs": "5"}, chips=5_400)
    game.wagers(ann="50")
    pairs = c.PlaceSideWager("ann", 1, "perfect-pairs", 500)
    assert_refused(game.say(pairs), "chips.short", f"{section}.6.1")
    exactly = SessionTable(name, options={"perfect_pairs": "5"}, chips=5_500)
    exactly.wagers(ann="50")
    exactly.do(pairs)
    assert exactly.table.racks["ann"] == 0


@pytest.mark.clause(S65, "20.6.14")
@pytest.mark.clause(S24, "21.6.14")
@pytest.mark.parametrize(("name", "section"), BOTH)
@pytest.mark.parametrize(
    ("found", "plays"),
    [("10", "25"), ("24", "25"), ("60", "50"), ("525", "500"), ("510", "500"), ("49", "25")],
)
def test_a_wager_found_outside_the_limits_is_put_right_when_bets_are_closed(
    name: str, section: str, found: str, plays: str
) -> None:
    game = SessionTable(name)
    game.do(report_found(c.PlaceWager("ann", 1, cents(found), seated=True)))
    game.wagers(bob="25", cat="25")
    game.do(c.CloseBets())
    clause = f"{section}.6.14"
    assert game.last(WagerAdjusted) == WagerAdjusted(1, "ann", cents(found), cents(plays), clause)
    assert game.table.racks["ann"] == 100_000 - cents(plays)


@pytest.mark.clause(S65, "20.6.1", "20.6.14")
@pytest.mark.clause(S24, "21.6.1", "21.6.14")
@both
def test_what_makes_a_wager_up_to_the_minimum_is_not_free(name: str, section: str) -> None:
    game = SessionTable(name, options={"perfect_pairs": "5"}, chips=2_900)
    game.do(report_found(c.PlaceWager("ann", 1, 1_000, seated=True)))
    pairs = game.say(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    assert_refused(pairs, "chips.short", f"{section}.6.1")


@both
def test_without_an_order_wagers_are_raised_and_taken_back_until_the_first_card(
    name: str, section: str
) -> None:
    game = SessionTable(name)
    game.wagers(bob="25", ann="25")
    game.do(RaiseWager("bob", 2, 5_000))
    too_much = game.say(RaiseWager("bob", 2, 50_000))
    assert_refused(too_much, "wager.above-maximum", f"{section}.6.14")
    game.do(c.WithdrawWager("ann", 1))
    assert game.session.entry("ann") is None
    assert game.table.racks == {"ann": 100_000, "bob": 92_500, "cat": 100_000}


# Pass cards.


@pytest.mark.clause(S65, "20.7.1", "20.1.1:pass-card")
@pytest.mark.clause(S24, "21/21.7.1", "21.1.1:pass-card")
@pytest.mark.parametrize(("name", "clause"), by_tournament_rulebook("20.7.1", "21/21.7.1"))
def test_a_pass_card_takes_the_place_of_a_wager_and_is_collected(name: str, clause: str) -> None:
    game = SessionTable(name, pass_cards=1)
    game.wagers(ann="25", cat="25")
    assert_refused(game.say(s.PlayPassCard("ann")), "tournament.entered", clause)
    game.do(s.PlayPassCard("bob"))
    assert_refused(game.wager("bob", "25"), "tournament.entered", clause)
    game.round("9c 9d 9h Kc Kd Kh")
    assert game.last(SessionRoundCounted).pass_cards == ("bob",)
    assert [player.pass_cards for player in game.session.players] == [1, 0, 1]
    assert_refused(game.say(s.PlayPassCard("bob")), "tournament.no-pass-card", clause)
    game.do(s.PlayPassCard("ann"))


@pytest.mark.clause(S65, "20.7.1")
@pytest.mark.clause(S24, "21/21.7.1")
@pytest.mark.parametrize(("name", "clause"), by_tournament_rulebook("20.7.1", "21/21.7.1"))
def test_a_pass_card_can_be_taken_back_until_the_first_card(name: str, clause: str) -> None:
    game = SessionTable(name)
    nothing = game.say(s.TakeBackEntry("ann"))
    assert_refused(nothing, "tournament.no-entry-to-take-back", clause)
    game.do(s.PlayPassCard("ann"))
    game.do(s.TakeBackEntry("ann"))
    assert game.last(EntryTakenBack) == EntryTakenBack(1, "ann", "pass card")
    game.wagers(ann="25")


@pytest.mark.clause(S65, "20.7.1")
@pytest.mark.clause(S24, "21/21.7.1")
@both
def test_a_round_in_which_everybody_passes_counts_without_cards(name: str, section: str) -> None:
    game = SessionTable(name, pass_cards=1)
    for player in ("ann", "bob"):
        game.do(s.PlayPassCard(player))
    game.must(s.DeductForAbsence, "cat")
    game.do(c.CloseBets())
    counted = game.last(SessionRoundCounted)
    assert (counted.number, counted.dealt) == (1, False)
    assert game.chips() == {"ann": 1000, "bob": 1000, "cat": 975}
    assert (game.table.phase, game.table.rounds, game.session.round) == ("betting", 0, 2)


# Absence, and failing to wager.


@pytest.mark.clause(S65, "20.6.4")
@pytest.mark.clause(S24, "21.6.4")
@both
def test_bets_are_not_closed_before_everybody_has_wagered_passed_or_left(
    name: str, section: str
) -> None:
    game = SessionTable(name)
    game.wagers(ann="25")
    assert_refused(game.say(c.CloseBets()), "tournament.no-entry", f"{section}.6.4")
    game.do(s.PlayPassCard("bob"))
    assert_refused(game.say(c.CloseBets()), "tournament.no-entry", f"{section}.6.4")
    game.must(s.Disqualify, "cat", "no wager")
    game.do(c.CloseBets())


@pytest.mark.clause(S65, "20.5.6", "20.5.6.1")
@pytest.mark.clause(S24, "21.5.6", "21.5.6.1")
@both
def test_absence_costs_the_minimum_for_three_rounds_of_a_session(name: str, section: str) -> None:
    game = SessionTable(name, rounds=9)
    clause = f"{section}.5.6.1"
    for number in range(1, 4):
        game.must(s.DeductForAbsence, "cat")
        assert_refused(game.wager("cat", "25"), "tournament.entered", clause)
        assert game.chips()["cat"] == 1000 - 25 * (number - 1)  # after the round, not before
        game.round("9c 9d 9h Kc Kd Kh", ann="25", bob="25")
        assert game.last(MinimumDeducted) == MinimumDeducted(4, "cat", 2_500, "absent", clause)
    fourth = game.order(s.DeductForAbsence, "cat")
    assert_refused(fourth, "tournament.absent-too-often", clause)
    game.wagers(cat="25")
    assert_refused(game.order(s.DeductForAbsence, "cat"), "tournament.entered", clause)


# The clock.


@pytest.mark.clause(S65, "20.6.11", "20.6.12")
@pytest.mark.clause(S24, "21.6.11", "21.6.12")
@both
def test_who_is_late_may_only_wager_the_minimum(name: str, section: str) -> None:
    game = SessionTable(name, wager_seconds=20)
    game.wagers(ann="100")
    game.must(s.CallTime)
    called = WageringTimeCalled(("bob", "cat"), "dora", game.at, f"{section}.6.12")  # type: ignore[arg-type]
    assert game.last(WageringTimeCalled) == called
    assert_refused(game.wager("bob", "50"), "tournament.late", f"{section}.6.12")
    assert_refused(
        game.say(s.HandInForm("bob", "original", 2_500)), "tournament.late", f"{section}.6.12"
    )
    game.wagers(bob="25")
    game.do(RaiseWager("ann", 1, 2_500))  # who was in time may go on
    late = game.say(RaiseWager("bob", 2, 2_500))
    assert_refused(late, "tournament.late", f"{section}.6.12")
    again = game.order(s.CallTime)
    assert_refused(again, "tournament.nobody-late", f"{section}.6.11")
    game.do(report_found(c.PlaceWager("cat", 4, 30_000, seated=True)))
    game.do(c.CloseBets())
    clause = f"{section}.6.12"
    assert game.last(WagerAdjusted) == WagerAdjusted(4, "cat", 30_000, 2_500, clause)


@pytest.mark.clause(S65, "20.6.11")
@pytest.mark.clause(S24, "21.6.11")
@both
def test_a_clock_needs_notice_and_begins_with_the_next_round(name: str, section: str) -> None:
    game = SessionTable(name)
    clause = f"{section}.6.11"
    assert_refused(game.order(s.CallTime), "tournament.no-clock", clause)
    assert_refused(game.order(s.AnnounceWagerClock, 0), "tournament.clock", clause)
    game.must(s.AnnounceWagerClock, 30)
    assert_refused(game.order(s.CallTime), "tournament.no-clock", clause)
    game.round(ann="25", bob="25", cat="25")
    assert game.session.wager_seconds == 30
    game.must(s.CallTime)


# The order of wagering.


@pytest.mark.clause(S65, "20.9.1", "20.9.2", "20.9.4", "20.9.5", "20.1.1:marker")
@pytest.mark.clause(S24, "21/21.9.1", "21.9.2", "21.9.4", "21.9.5", "21.1.1:marker")
@both
def test_players_wager_in_turn_from_the_marker(name: str, section: str) -> None:
    game = SessionTable(name, order_of_wagering=True, undisclosed_wagers=2)
    clause = f"{section}.9.5"
    assert game.session.marker == 1
    assert_refused(game.wager("bob", "25"), "tournament.out-of-turn", clause)
    assert_refused(game.say(s.PlayPassCard("cat")), "tournament.out-of-turn", clause)
    form = game.say(s.HandInForm("cat", "original", 2_500))
    assert_refused(form, "tournament.out-of-turn", clause)
    assert_refused(game.order(s.DeductForAbsence, "bob"), "tournament.out-of-turn", clause)
    game.round(ann="25", bob="25", cat="25")
    assert game.session.marker == 2
    assert_refused(game.wager("ann", "25"), "tournament.out-of-turn", clause)
    game.round(bob="25", cat="25", ann="25")
    assert game.session.marker == 4  # box 3 is empty (reading 210)


@pytest.mark.clause(S65, "20.9.2")
@pytest.mark.clause(S24, "21.9.2")
@both
def test_the_marker_goes_round_and_passes_over_who_has_left(name: str, section: str) -> None:
    game = SessionTable(name, order_of_wagering=True, rounds=5)
    game.must(s.Disqualify, "bob", "conduct")
    for expected in (1, 4, 1, 4):
        assert game.session.marker == expected
        order = ("ann", "cat") if expected == 1 else ("cat", "ann")
        game.round("9c 9d 9h Kc Kd Kh", **dict.fromkeys(order, "25"))


@pytest.mark.clause(S65, "20.9.6")
@pytest.mark.clause(S24, "21.9.6")
@both
def test_a_wager_made_in_turn_stays_and_is_added_to_only_until_the_next(
    name: str, section: str
) -> None:
    game = SessionTable(name, order_of_wagering=True, options={"perfect_pairs": "5"})
    clause = f"{section}.9.6"
    game.wagers(ann="25")
    for command in (c.WithdrawWager("ann", 1), RaiseWager("ann", 1, 2_500)):
        assert_refused(game.say(command), "tournament.wager-stays", clause)
    game.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    pairs = game.say(c.WithdrawSideWager("ann", 1, "perfect-pairs"))
    assert_refused(pairs, "tournament.wager-stays", clause)
    game.wagers(bob="25")
    late = game.say(s.HandInForm("ann", "original", 2_500))
    assert_refused(late, "tournament.wagered", clause)
    game.do(s.HandInForm("bob", "original", 2_500))
    assert_refused(game.say(s.TakeBackEntry("bob")), "tournament.wager-stays", clause)


@pytest.mark.clause(S65, "20.9.4", "20.6.12")
@pytest.mark.clause(S24, "21.9.4", "21.6.12")
@both
def test_with_an_order_time_is_called_for_the_player_in_turn(name: str, section: str) -> None:
    game = SessionTable(name, order_of_wagering=True, wager_seconds=20)
    game.wagers(ann="25")
    game.must(s.CallTime)
    assert game.session.late == ("bob",)
    game.wagers(bob="25", cat="100")


@pytest.mark.clause(S65, "20.9.3")
@pytest.mark.clause(S24, "21.9.3")
@both
def test_the_deal_and_the_turns_start_at_the_marker_where_the_manager_chooses_it(
    name: str, section: str
) -> None:
    game = SessionTable(name, order_of_wagering=True, deal_from_marker=True)
    game.round(ann="25", bob="25", cat="25")
    game.wagers(bob="25", cat="25", ann="25")
    game.do(c.CloseBets())
    assert [box.number for box in game.table.boxes] == [2, 4, 1]
    game.deal("2c 4c 3c 9s 2d 4d 3d")
    assert [str(game.hand(box).cards[0]) for box in (2, 4, 1)] == ["2c", "4c", "3c"]
    turn = game.table.turn()
    assert turn is not None and turn[0].number == 2
    out_of_turn = game.say(c.Stand("ann", 1, 1))
    assert_refused(out_of_turn, "decision.out-of-turn", game.rules.play.turn_order)


# Who may.


@pytest.mark.clause(S65, "20.1.1:tournament-manager", "20.5.6", "20.8.2.5")
@pytest.mark.clause(S24, "21.1.1:tournament-manager", "21.5.6", "21.8.2.5")
@both
def test_the_tournament_manager_directs_and_a_supervisor_examines(name: str, section: str) -> None:
    game = SessionTable(name)
    manager = f"{section}.1.1:tournament-manager"
    deducts = game.order(s.DeductForAbsence, "ann", by=GAMING_SUPERVISOR)
    assert_refused(deducts, "role.may-not", manager)
    game.do(s.HandInForm("ann", "original", 2_500))
    examines = game.order(s.ExamineForm, "ann", by=TOURNAMENT_MANAGER)
    assert_refused(examines, "role.may-not", f"{section}.8.2.5")
    game.must(s.ExamineForm, "ann", by=GAMING_SUPERVISOR)
