"""Rounds of a session: counted, void, taken back; players who are eliminated; play-offs."""

from dataclasses import replace
from typing import Any

import pytest

from game_table import S24, S65, assert_refused
from houserules.core.cards import cards
from houserules.core.people import Moment
from houserules.table import commands as c
from houserules.table.events import RoundVoided
from houserules.table.irregularities.commands import (
    ConfirmReconstruction,
    ReportMisdeal,
    VoidMisdeal,
)
from houserules.table.session import commands as s
from houserules.table.session.events import (
    FormsTakenBack,
    PlayerEliminated,
    SessionOver,
    SessionRoundBegan,
    SessionRoundCounted,
    SessionRoundTakenBack,
    UndisclosedWagerSettled,
)
from houserules.table.session.state import Limits, PlaceTaken, Player
from houserules.table.staff.commands import InvalidateGame
from seated_table import DEALER, SECOND_SUPERVISOR, SUPERVISOR
from session_table import BOTH, SessionTable

both = pytest.mark.parametrize(("name", "section"), BOTH)
TWO = (Player("ann", 1), Player("bob", 2))
ANN_LOSES = "8c 9d 9s 7d Kh Ks"  # 15 and 19 against 19


@pytest.mark.clause(S65, "20.6.13")
@pytest.mark.clause(S24, "21.6.13")
@both
def test_who_cannot_wager_the_next_minimum_is_eliminated_and_leaves(
    name: str, section: str
) -> None:
    limits = (Limits(1, 2_500, 50_000), Limits(2, 50_000, 50_000))
    game = SessionTable(name, TWO, chips=52_500, limits=limits, pass_cards=3)
    game.round(ANN_LOSES, ann="25", bob="25")
    assert game.session.round == 2 and not game.all(PlayerEliminated)  # $500 is just enough
    poor = SessionTable(name, TWO, chips=52_450, limits=limits, pass_cards=3)
    poor.round(ANN_LOSES, ann="25", bob="25")
    clause = f"{section}.6.13"
    assert poor.last(PlayerEliminated) == PlayerEliminated(1, "ann", 49_950, clause)
    assert poor.table.racks == {"bob": 52_450}
    assert poor.table.patron("ann") is None
    gone = poor.say(s.PlayPassCard("ann"))  # a pass card does not help (reading 207)
    assert_refused(gone, "tournament.not-in", {S65: "20.5.2", S24: "21/21.5.2"}[name])


@pytest.mark.clause(S65, "20.10.2", "20.10.4")
@pytest.mark.clause(S24, "21.10.2", "21.10.4")
@both
def test_after_the_last_round_only_who_has_no_chips_is_eliminated(name: str, section: str) -> None:
    game = SessionTable(name, rounds=1, chips=5_000, limits=(Limits(1, 2_500, 5_000),))
    game.round("8c 8d 9h 9s 7d 7h Kh Ks", ann="50", bob="25", cat="25")
    assert game.all(PlayerEliminated) == [PlayerEliminated(1, "ann", 0, f"{section}.6.13")]
    assert game.last(SessionOver) == SessionOver(
        "rounds",
        (PlaceTaken(1, "cat", 5_000), PlaceTaken(2, "bob", 2_500), PlaceTaken(3, "ann", 0)),
    )
    assert_refused(game.wager("bob", "25"), "tournament.over", f"{section}.1.1:session")
    assert_refused(game.say(c.CloseBets()), "tournament.over", f"{section}.1.1:session")


@pytest.mark.clause(S65, "20.10.4")
@pytest.mark.clause(S24, "21.10.4")
@pytest.mark.parametrize(("name", "section"), BOTH)
@pytest.mark.parametrize(
    ("wagers", "deal", "order"),
    [
        # both bust with all their chips: who busts first is eliminated first
        (("50", "50"), "8c 8d 9s 7d 7h Kh Kc", ["bob", "ann"]),
        # the smaller total staked is eliminated first
        (("50", "25"), "8c 8d 9s 7d 7h Kh Kc", ["bob", "ann"]),
    ],
)
def test_players_eliminated_together_are_placed_by_chips_stakes_and_collection(
    name: str, section: str, wagers: tuple[str, str], deal: str, order: list[str]
) -> None:
    limits = (Limits(1, 2_500, 5_000), Limits(2, 5_000, 5_000))
    game = SessionTable(name, TWO, chips=5_000, limits=limits)
    game.wagers(ann=wagers[0], bob=wagers[1])
    game.do(c.CloseBets())
    game.deal("8c 8d 9s 7d 7h")
    for box, player in ((1, "ann"), (2, "bob")):
        game.do(c.Hit(player, box, 1))
        game.deal("Kh")
    game.do(c.ClearTable())
    assert game.last(SessionOver).why == "nobody left"
    assert [place.player for place in game.last(SessionOver).places] == order


@pytest.mark.clause(S65, "20.2.2", "20.2.2.1")
@pytest.mark.clause(S24, "21.2.2", "21.2.2.1")
@both
def test_a_void_round_repays_everything_and_does_not_count(name: str, section: str) -> None:
    game = SessionTable(name, order_of_wagering=True)
    game.wagers(ann="100")
    game.do(s.PlayPassCard("bob"))
    game.form("cat", "300")
    game.do(c.CloseBets())
    game.deal("Kc 9h 9s Ad Kh")  # ann has a natural and is paid at once
    assert game.chips()["ann"] > 1000
    game.do(c.Stand("cat", 4, 1))
    game.deal("8s")
    assert game.all(UndisclosedWagerSettled)
    void = InvalidateGame(SUPERVISOR, Moment(game.at), "fire")
    game.do(void)
    assert game.last(RoundVoided)
    assert game.chips() == {"ann": 1000, "bob": 1000, "cat": 1000}
    moved = game.last(FormsTakenBack)
    assert moved.clause == f"{section}.2.2.1" and dict(moved.moved) == {"cat": -30_000}
    game.do(c.ClearTable())
    assert not game.all(SessionRoundCounted)
    assert game.last(SessionRoundBegan).number == 1
    assert (game.session.marker, game.session.entries) == (1, ())  # the marker stays
    assert [(p.pass_cards, p.forms) for p in game.session.players] == [(1, 1)] * 3


@pytest.mark.clause(S65, "20.2.2.1")
@pytest.mark.clause(S24, "21.2.2.1")
@both
def test_a_round_under_way_that_is_void_repays_its_interim_payouts(name: str, section: str) -> None:
    game = SessionTable(name)
    game.wagers(ann="100", bob="25", cat="25")
    game.do(c.CloseBets())
    game.deal("Kc 9d 9h 9s As Kd Kh")
    assert game.chips()["ann"] > 1000
    game.do(InvalidateGame(SUPERVISOR, Moment(game.at), "riot"))
    game.do(c.ClearTable())
    assert game.chips() == {"ann": 1000, "bob": 1000, "cat": 1000}


def misdealt(name: str, **conditions: Any) -> SessionTable:
    """A round that has counted, after which Ann is out, and wagers for the next are placed."""
    limits = (Limits(1, 2_500, 50_000), Limits(2, 100_000, 200_000))
    game = SessionTable(name, order_of_wagering=True, limits=limits, rounds=5, **conditions)
    game.wagers(ann="25")
    game.do(s.PlayPassCard("bob"))
    game.form("cat", "300")
    game.round("8c 9h 9s 7d Kh 8s")
    assert game.chips() == {"bob": 1000, "cat": 1300} and game.session.marker == 2
    return game


@pytest.mark.clause(S65, "20.2.2.1")
@pytest.mark.clause(S24, "21.2.2.1")
@pytest.mark.parametrize(("name", "section"), BOTH)
@pytest.mark.parametrize("bets", ["open", "closed"])
def test_a_round_is_declared_void_until_the_first_card_of_the_next(
    name: str, section: str, bets: str
) -> None:
    game = misdealt(name)
    game.wagers(bob="1000", cat="1000")
    if bets == "closed":
        game.do(c.CloseBets())
    game.do(ReportMisdeal(DEALER, Moment(game.at), None))
    game.do(VoidMisdeal(SUPERVISOR, Moment(game.at)))
    back = game.last(SessionRoundTakenBack)
    assert (back.number, back.returned) == (1, (("ann", 1, 97_500),))
    assert game.chips() == {"bob": 1000, "cat": 1000, "ann": 1000}
    assert (game.session.counted, game.session.marker, game.session.round) == (0, 1, 1)
    assert [(p.pass_cards, p.forms, p.is_in) for p in game.session.players] == [(1, 1, True)] * 3
    assert game.session.entries == () and game.table.boxes == ()
    assert game.table.patron("ann") is not None
    game.round(ann="25", bob="25", cat="25")
    assert game.session.counted == 1


@both
def test_a_round_that_has_counted_is_dealt_again_in_its_true_order(name: str, section: str) -> None:
    game = misdealt(name)
    game.wagers(bob="1000")
    order = cards("9h 8c 9s Kh 7d 8s")  # ann has 19, cat 15 against 17
    game.do(ReportMisdeal(DEALER, Moment(game.at), tuple(order)))
    game.do(ConfirmReconstruction(SECOND_SUPERVISOR, Moment(game.at)))
    assert game.table.phase == "over"
    assert game.chips() == {"bob": 1000, "cat": 700, "ann": 1025}
    game.do(c.ClearTable())
    counted = game.last(SessionRoundCounted)
    assert (counted.number, dict(counted.chips)["ann"]) == (1, 102_500)
    assert [(p.pass_cards, p.forms) for p in game.session.players] == [(1, 1), (0, 1), (1, 0)]
    assert [each.name for each in game.session.players_in] == ["ann", "bob"]


@both
def test_a_disqualification_after_a_round_that_is_taken_back_is_declared_again(
    name: str, section: str
) -> None:
    game = misdealt(name)
    game.must(s.Disqualify, "bob", "hid chips")
    game.do(ReportMisdeal(DEALER, Moment(game.at), None))
    game.do(VoidMisdeal(SUPERVISOR, Moment(game.at)))
    assert [each.name for each in game.session.players_in] == ["ann", "cat"]
    assert game.session.player("bob").disqualified is not None  # type: ignore[union-attr]


@both
def test_the_last_round_is_put_right_until_the_result_is_announced(name: str, section: str) -> None:
    game = SessionTable(name, TWO, rounds=1)
    game.round(ANN_LOSES, ann="25", bob="25")
    assert game.session.is_over
    game.do(ReportMisdeal(DEALER, Moment(game.at), None))
    game.do(VoidMisdeal(SUPERVISOR, Moment(game.at)))
    assert not game.session.is_over and game.session.round == 1
    game.round(ANN_LOSES, ann="25", bob="25")
    game.must(s.RecordCount, (("ann", 97_500), ("bob", 100_000)))
    game.must(s.AnnounceResult)
    late = game.say(ReportMisdeal(DEALER, Moment(game.at), None))
    assert_refused(late, "misdeal.no-round", game.rules.misdeal.misdeal_is_reconstructed)


# Play-offs.


@pytest.mark.clause(S65, "20.10.3", "20.1.1:play-off", "20.1.1:tie")
@pytest.mark.clause(S24, "21.10.3", "21.1.1:play-off", "21.1.1:tie")
@both
def test_a_play_off_is_over_when_the_places_at_stake_are_told_apart(
    name: str, section: str
) -> None:
    game = SessionTable(name, TWO, rounds=None, play_off=1, advance=1)
    game.round("9c 9d 9s Kc Kd Ks", ann="25", bob="25")
    assert not game.session.is_over
    game.round(ANN_LOSES, ann="25", bob="25")
    assert game.last(SessionOver).why == "play-off decided"
    assert [place.player for place in game.session.places] == ["bob", "ann"]


@pytest.mark.clause(S65, "20.10.3")
@pytest.mark.clause(S24, "21.10.3")
@both
def test_a_play_off_for_a_later_place_counts_from_there(name: str, section: str) -> None:
    three = (*TWO, Player("cat", 4))
    game = SessionTable(name, three, rounds=None, play_off=2, advance=2)
    game.round("Kc 9d 9h 9s Kd Kh Ks Kc", ann="25", bob="25", cat="25")  # ann alone wins
    assert game.last(SessionOver).why == "play-off decided"
    assert [place.place for place in game.session.places] == [2, 3, 3]


@pytest.mark.clause(S65, "20.5.5.1", "20.10.3")
@pytest.mark.clause(S24, "21.5.5.1", "21.10.3")
@both
def test_a_play_off_for_the_last_place_is_not_concluded_while_it_is_tied(
    name: str, section: str
) -> None:
    """Two players and two who go on, but one of those has gone on before the play-off."""
    game = SessionTable(name, TWO, rounds=None, play_off=2, advance=2)
    game.round("9c 9d 9s Kc Kd Ks", ann="25", bob="25")
    no = game.order(s.ConcludeSession, "early")
    assert_refused(no, "tournament.not-determined", f"{section}.5.5.1")
    game = SessionTable(name, TWO, rounds=3, advance=2)  # all who are there go on
    game.round("9c 9d 9s Kc Kd Ks", ann="25", bob="25")
    game.must(s.ConcludeSession, "early")


@both
def test_a_play_off_whose_minimum_nobody_can_wager_ends_at_once(name: str, section: str) -> None:
    limits = (Limits(1, 200_000, 200_000),)
    game = SessionTable(name, TWO, begin=False)
    conditions = replace(game.conditions, rounds=None, play_off=1, limits=limits)
    game.must(s.BeginSession, "play-off", conditions, TWO)
    assert game.last(SessionOver).why == "nobody left"
    assert [place.place for place in game.session.places] == [1, 1]
