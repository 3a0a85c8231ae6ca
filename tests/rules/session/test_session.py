"""A session from its beginning at an empty table to the moment its chips are back in the tray."""

from dataclasses import replace
from typing import Any

import pytest

from game_table import S24, S65, assert_refused
from houserules.table import commands as c
from houserules.table.session import commands as s
from houserules.table.session.events import (
    ChipsCounted,
    SessionEnded,
    SessionOver,
    SessionResultAnnounced,
    TournamentChipsReturned,
)
from houserules.table.session.state import (
    CountedChips,
    Limits,
    MissingChips,
    Player,
)
from houserules.table.staff.commands import RaiseDispute
from houserules.table.state import changed
from seated_table import DEALER, SUPERVISOR
from session_table import BOTH, FLOAT, SessionTable

both = pytest.mark.parametrize(("name", "section"), BOTH)
TWO = (Player("ann", 1), Player("bob", 2))
ANN_LOSES = "8c 9d 9s 7d Kh Ks"


def counts(game: SessionTable, **other: int) -> tuple[tuple[str, int], ...]:
    return tuple(({**game.table.racks} | other).items())


@pytest.mark.clause(S65, "20.6.2", "20.5.2")
@pytest.mark.clause(S24, "21.6.2", "21/21.5.2")
@both
def test_everybody_sits_down_with_the_same_chips_and_the_float_is_set_aside(
    name: str, section: str
) -> None:
    game = SessionTable(name)
    assert game.table.racks == {"ann": 100_000, "bob": 100_000, "cat": 100_000}
    assert (game.table.float_tray, game.session.float_set_aside) == (0, FLOAT)
    assert [(patron.name, patron.seat) for patron in game.table.patrons] == [
        ("ann", 1),
        ("bob", 2),
        ("cat", 4),
    ]


@pytest.mark.clause(S65, "20.5.2", "20.2.1", "20.10.1")
@pytest.mark.clause(S24, "21/21.5.2", "21.2.1", "21/21.10.1")
@pytest.mark.parametrize(("name", "section"), BOTH)
@pytest.mark.parametrize(
    ("players", "conditions", "code"),
    [
        ((), {}, "tournament.players"),
        ((Player("ann", 2), Player("bob", 1)), {}, "tournament.players"),
        ((Player("ann", 1), Player("bob", 1)), {}, "tournament.players"),
        ((Player("ann", 1), Player("ann", 2)), {}, "tournament.players"),
        ((Player("ann", 0),), {}, "tournament.players"),
        ((Player("ann", 8),), {}, "tournament.players"),
        (TWO, {"limits": ()}, "tournament.conditions"),
        (TWO, {"limits": (Limits(2, 2_500, 5_000),)}, "tournament.conditions"),
        (TWO, {"limits": (Limits(1, 2_500, 2_400),)}, "tournament.conditions"),
        (TWO, {"chips": 100_010}, "tournament.conditions"),
        (TWO, {"chips": 2_400}, "tournament.conditions"),
        (TWO, {"rounds": None}, "tournament.conditions"),
        (TWO, {"minutes": 30}, "tournament.conditions"),
        (TWO, {"rounds": 0}, "tournament.conditions"),
        (TWO, {"deal_from_marker": True}, "tournament.conditions"),
        (TWO, {"advance": 0}, "tournament.conditions"),
    ],
)
def test_players_have_a_box_each_and_conditions_fit_together(
    name: str, section: str, players: tuple[Player, ...], conditions: dict[str, Any], code: str
) -> None:
    game = SessionTable(name, begin=False)
    wanted = replace(game.conditions, **conditions)
    refusal = game.order(s.BeginSession, "heat", wanted, players)
    assert refusal is not None and refusal.code == code
    game.must(s.BeginSession, "heat", game.conditions, TWO)


@pytest.mark.clause(S65, "20.5.2")
@pytest.mark.clause(S24, "21/21.5.2")
@pytest.mark.parametrize(("name", "clause"), [(S65, "20.5.2"), (S24, "21/21.5.2")])
def test_a_session_begins_only_at_an_open_and_empty_table(name: str, clause: str) -> None:
    game = SessionTable(name, begin=False)
    free = game.table
    busy = {
        "a session": SessionTable(name).table,
        "no source": changed(free, source=None),
        "closed": changed(free, staff=changed(free.staff, closed=True)),
        "chips": changed(free, racks={"dan": 100}),
        "tokens": changed(free, tokens={"dan": 100}),
        "patrons": changed(free, patrons=SessionTable(name).table.patrons),
    }
    for what, table in busy.items():
        game.table = table
        refusal = game.order(s.BeginSession, "heat", game.conditions, TWO)
        assert refusal is not None and refusal.code == "tournament.table-not-free", what
        assert refusal.clause == clause


@pytest.mark.clause(S65, "6.7.1")
@pytest.mark.clause(S24, "6.7.1")
@both
def test_there_is_no_session_at_a_low_limit_table(name: str, section: str) -> None:
    options = {"low_limit": True, "dealt_from": "shuffling device"}
    game = SessionTable(name, begin=False, options=options)
    refusal = game.order(s.BeginSession, "heat", game.conditions, TWO)
    assert_refused(refusal, "tournament.low-limit", "6.7.1")


@pytest.mark.clause(S65, "20.5.8", "20.5.9", "20.6.9", "20.10.2")
@pytest.mark.clause(S24, "21.5.7", "21.5.8", "21.6.9", "21.10.2")
@both
def test_the_end_of_a_session_count_result_chips_table(name: str, section: str) -> None:
    counted, returned = f"{section}.5.8", f"{section}.5.9"
    if name == S24:
        counted, returned = "21.5.7", "21.5.8"
    game = SessionTable(name, rounds=1, advance=1)
    not_over = game.order(s.AnnounceResult)
    assert_refused(not_over, "tournament.not-over", counted)
    early = game.order(s.RecordCount, counts(game))
    assert_refused(early, "tournament.no-count-due", counted)
    game.round("8c 9d Kh 9s 7d Kd Kc Ks", ann="25", bob="25", cat="25")  # ann loses, cat wins
    assert_refused(game.order(s.AnnounceResult), "tournament.count-due", counted)
    wrong = game.order(s.RecordCount, (("ann", 97_500),))
    assert_refused(wrong, "tournament.count", counted)
    below = game.order(s.RecordCount, counts(game, bob=-1))
    assert_refused(below, "tournament.count", counted)
    game.must(s.RecordCount, counts(game, bob=100_500), by=DEALER)
    assert CountedChips("bob", 100_500, 100_000) in game.last(ChipsCounted).counts
    assert_refused(game.order(s.ReturnChips), "tournament.not-announced", returned)
    game.must(s.AnnounceResult)
    result = game.last(SessionResultAnnounced).result
    assert [(p.place, p.player, p.chips) for p in result.places] == [
        (1, "cat", 102_500),
        (2, "bob", 100_000),
        (3, "ann", 97_500),
    ]
    assert (result.advance, result.play_off) == (("cat",), ())
    assert_refused(game.order(s.AnnounceResult), "tournament.announced", counted)
    assert_refused(game.order(s.EndSession), "tournament.not-returned", returned)
    nothing = game.order(s.ReturnChips, (MissingChips(0, 1),))
    assert_refused(nothing, "tournament.missing-chips", returned)
    game.must(s.ReturnChips, (MissingChips(2_500, 2),), by=SUPERVISOR)
    assert game.last(TournamentChipsReturned).missing == (MissingChips(2_500, 2),)
    assert_refused(game.order(s.ReturnChips), "tournament.returned", returned)
    game.must(s.EndSession)
    assert game.last(SessionEnded).float_returned == FLOAT
    assert (game.table.session, game.table.racks, game.table.patrons) == (None, {}, ())
    assert game.table.float_tray == FLOAT


@pytest.mark.clause(S65, "20.5.8")
@pytest.mark.clause(S24, "21.5.7")
@both
def test_where_the_count_differs_the_tournament_manager_may_let_it_decide(
    name: str, section: str
) -> None:
    game = SessionTable(name, TWO, rounds=1)
    game.round(ANN_LOSES, ann="25", bob="25")
    game.must(s.RecordCount, counts(game, ann=110_000))
    game.must(s.AnnounceResult, by_count=True)
    assert game.last(SessionResultAnnounced).result.advance == ("ann",)


@pytest.mark.clause(S65, "20.10.3", "20.10.1")
@pytest.mark.clause(S24, "21.10.3", "21/21.10.1")
@both
def test_a_tie_across_the_line_is_played_off(name: str, section: str) -> None:
    game = SessionTable(name, rounds=1, advance=2)
    game.round("Kh 9d 9h 9s Kd Kd Kc Ks", ann="25", bob="25", cat="25")  # ann wins, others tie
    game.must(s.RecordCount, counts(game))
    game.must(s.AnnounceResult)
    result = game.last(SessionResultAnnounced).result
    assert (result.advance, result.play_off) == (("ann",), ("bob", "cat"))
    assert [place.place for place in result.places] == [1, 2, 2]


@pytest.mark.clause(S65, "20.11.2")
@pytest.mark.clause(S24, "21.11.2")
@both
def test_a_session_does_not_end_while_a_dispute_of_it_is_open(name: str, section: str) -> None:
    game = SessionTable(name, TWO, rounds=1)
    game.round(ANN_LOSES, ann="25", bob="25")
    game.must(s.RecordCount, counts(game))
    game.must(s.AnnounceResult)
    game.must(s.ReturnChips)
    game.do(RaiseDispute("ann", "I had 16."))
    open_ = game.order(s.EndSession)
    assert_refused(open_, "tournament.matters-open", f"{section}.11.2")
    game.must(s.RuleOnDispute, 1, "You had 15.")
    game.must(s.EndSession)


# Counts, and the end before the last round.


@pytest.mark.clause(S65, "20.11.3")
@pytest.mark.clause(S24, "21.11.3")
@both
def test_the_tournament_manager_may_order_a_count_at_any_time(name: str, section: str) -> None:
    game = SessionTable(name, TWO)
    game.must(s.OrderCount)
    clause = f"{section}.11.3"
    assert_refused(game.order(s.OrderCount), "tournament.count-due", clause)
    game.wagers(ann="25", bob="25")
    assert_refused(game.say(c.CloseBets()), "tournament.count-due", clause)
    on_layout = game.order(s.RecordCount, counts(game))
    counted = {S65: "20.5.8", S24: "21.5.7"}[name]
    assert_refused(on_layout, "tournament.count-later", counted)
    game.do(c.WithdrawWager("ann", 1))
    game.do(c.WithdrawWager("bob", 2))
    game.must(s.RecordCount, counts(game))
    assert game.last(ChipsCounted).clause == clause
    game.round(ANN_LOSES, ann="25", bob="25")


@pytest.mark.clause(S65, "20.5.5", "20.5.5.1")
@pytest.mark.clause(S24, "21/21.5.5", "21.5.5.1")
@both
def test_a_session_is_concluded_early_only_when_it_is_certain_who_goes_on(
    name: str, section: str
) -> None:
    game = SessionTable(name, rounds=9, advance=2)
    clause = f"{section}.5.5.1"
    uncertain = game.order(s.ConcludeSession, "early")
    assert_refused(uncertain, "tournament.not-determined", clause)
    game.round(ann="25", bob="25", cat="25")
    uncertain = game.order(s.ConcludeSession, "early")
    assert_refused(uncertain, "tournament.not-determined", clause)
    game.must(s.Disqualify, "cat", "conduct")
    game.wagers(ann="25")
    game.form("bob", "25")
    game.must(s.ConcludeSession, "early")
    assert game.last(SessionOver).why == "early"
    assert game.chips() == {"ann": 1000, "bob": 1000} and game.table.boxes == ()


@pytest.mark.clause(S65, "20.5.5.1")
@pytest.mark.clause(S24, "21.5.5.1")
@both
def test_in_a_final_the_order_of_places_must_be_certain_too(name: str, section: str) -> None:
    game = SessionTable(name, rounds=9, advance=3, final=True)
    game.round(ann="25", bob="25", cat="25")
    game.must(s.Disqualify, "cat", "conduct")
    uncertain = game.order(s.ConcludeSession, "early")
    assert_refused(uncertain, "tournament.not-determined", f"{section}.5.5.1")
    game.must(s.Disqualify, "bob", "conduct")
    game.must(s.ConcludeSession, "early")


@pytest.mark.clause(S65, "20.5.5.2")
@pytest.mark.clause(S24, "21.5.5.2")
@both
def test_with_a_cash_value_all_players_must_agree(name: str, section: str) -> None:
    game = SessionTable(name, rounds=9, advance=3, cash_value=True)
    game.round(ann="25", bob="25", cat="25")
    for agreed in ((), ("ann", "bob")):
        refused = game.order(s.ConcludeSession, "early", agreed)
        assert_refused(refused, "tournament.not-agreed", f"{section}.5.5.2")
    game.must(s.ConcludeSession, "early", ("ann", "bob", "cat"))
    assert game.session.is_over


@pytest.mark.clause(S65, "20.5.5", "20.1.1:session")
@pytest.mark.clause(S24, "21/21.5.5", "21.1.1:session")
@both
def test_by_the_clock_the_round_under_way_is_finished_and_counts(name: str, section: str) -> None:
    game = SessionTable(name, TWO, rounds=None, minutes=10)
    clause, began = f"{section}.1.1:session", game.at
    game.at = began + 599  # type: ignore[assignment]
    early = game.order(s.ConcludeSession, "clock")
    assert_refused(early, "tournament.time-left", clause)
    game.wagers(ann="25", bob="25")
    game.play("8c 9d 9s 7d Kh")
    game.at = began + 600  # type: ignore[assignment]
    game.must(s.ConcludeSession, "clock")
    assert_refused(game.order(s.ConcludeSession, "clock"), "tournament.concluded", clause)
    game.deal("Ks")
    game.do(c.ClearTable())
    assert game.last(SessionOver).why == "clock"
    assert [place.player for place in game.session.places] == ["bob", "ann"]
    by_rounds = SessionTable(name, TWO)
    assert_refused(by_rounds.order(s.ConcludeSession, "clock"), "tournament.no-clock", clause)


@both
def test_between_rounds_nobody_is_eliminated_for_a_round_that_is_not_played(
    name: str, section: str
) -> None:
    limits = (Limits(1, 2_500, 50_000), Limits(2, 100_000, 200_000))
    three = (*TWO, Player("cat", 4))
    game = SessionTable(name, three, rounds=None, minutes=1, limits=limits, advance=1)
    game.round("8c 8d 9h 9s 7d 7h Kh Ks", ann="50", bob="25", cat="25")  # ann and bob lose
    assert [each.name for each in game.session.players_in] == ["cat"]
    game.at += 60  # type: ignore[assignment]
    game.must(s.ConcludeSession, "clock")
    places = [(place.place, place.player) for place in game.last(SessionOver).places]
    assert places == [(1, "cat"), (2, "bob"), (3, "ann")]  # by chips, as those still in
