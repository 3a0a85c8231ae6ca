"""Player Cards: only with one's own, valid when play begins."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused
from houserules.core.money import cents
from houserules.core.people import Moment
from houserules.table import commands as c
from houserules.table.people.commands import (
    ComeToTable,
    EndPlayerCard,
    LeaveTable,
    PresentPlayerCard,
)
from houserules.table.people.state import PlayerCard
from seated_table import NOW, SeatedTable, present


@pytest.mark.clause(S24, "6.1", "20.1", "2.1:player-card")
def test_no_wager_of_any_kind_without_a_player_card() -> None:
    game = SeatedTable(S24, carded=False, perfect_pairs="5")
    assert_refused(game.say(c.PlaceWager("ann", 1, 1_000)), "player-card.missing", "6.1")
    game.do(present("bob"))
    game.do(c.PlaceWager("bob", 2, 1_000))
    side = c.PlaceSideWager("ann", 2, "perfect-pairs", cents("5"))
    assert_refused(game.say(side), "player-card.missing", "6.1")
    game.do(present("ann"))
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(side)


@pytest.mark.clause(S24, "20.1", "2.1:player-card")
def test_a_card_of_somebody_else_is_refused() -> None:
    game = SeatedTable(S24, carded=False)
    borrowed = PresentPlayerCard("ann", PlayerCard("17", "bob"), NOW)
    assert_refused(game.say(borrowed), "player-card.not-own", "20.1")
    assert game.table.patron("ann").card is None  # type: ignore[union-attr]


@pytest.mark.clause(S24, "20.1")
def test_a_card_is_presented_by_one_player_only() -> None:
    game = SeatedTable(S24, carded=False)
    game.do(present("ann", "17"))
    assert_refused(game.say(present("bob", "17")), "player-card.in-use", "20.1")
    game.do(present("ann", "17"))
    game.do(present("bob", "18"))
    game.do(LeaveTable("ann"))
    game.do(present("bob", "17"))


@pytest.mark.clause(S24, "6.1")
@pytest.mark.parametrize(("at", "valid"), [(999, True), (1_000, True), (1_001, False)])
def test_a_card_is_valid_up_to_its_last_moment(at: int, *, valid: bool) -> None:
    game = SeatedTable(S24, carded=False)
    card = PlayerCard("17", "ann", valid_until=Moment(1_000))
    answer = game.say(PresentPlayerCard("ann", card, Moment(at)))
    if valid:
        assert answer is None
        game.do(c.PlaceWager("ann", 1, 1_000))
    else:
        assert_refused(answer, "player-card.expired", "6.1")


@pytest.mark.clause(S24, "6.1")
def test_who_comes_back_presents_the_card_again_because_play_begins_anew() -> None:
    game = SeatedTable(S24)
    game.do(LeaveTable("ann"))
    assert_refused(game.say(present("ann")), "player.not-here", "6.3")
    game.do(ComeToTable("ann", 1))
    assert_refused(game.say(c.PlaceWager("ann", 1, 1_000)), "player-card.missing", "6.1")
    game.do(present("ann"))
    game.do(c.PlaceWager("ann", 1, 1_000))


@pytest.mark.parametrize(("name", "clause"), [(S65, "5.2"), (NZ, "2.0"), (PJ, "5.2")])
def test_the_other_games_ask_for_no_card(name: str, clause: str) -> None:
    game = SeatedTable(name)
    assert_refused(game.say(present("ann")), "player-card.none", clause)
    game.do(c.PlaceWager("ann", 1, 1_000))


@pytest.mark.parametrize("name", [S24, S65, NZ, PJ])
def test_a_written_record_has_nobody_to_look_after_cards(name: str) -> None:
    GameTable(name).do(c.PlaceWager("ann", 1, 1_000, seated=True))


@pytest.mark.clause(S24, "20.1", "6.1")
def test_a_card_that_ends_at_the_table_allows_no_new_wager() -> None:
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 1_000))
    other = EndPlayerCard("ann", "card of bob", "withdrawn", NOW)
    assert_refused(game.say(other), "player-card.not-shown", "6.1")
    game.do(EndPlayerCard("ann", "card of ann", "withdrawn", NOW))
    box = game.table.box(1)
    assert box is not None and box.bettor("ann") is not None  # what lies there is played out
    assert_refused(game.say(c.PlaceWager("ann", 3, 1_000)), "player-card.missing", "6.1")
    game.do(present("ann", "19"))
    game.do(c.PlaceWager("ann", 3, 1_000))


@pytest.mark.clause(S24, "20.1", "6.1")
def test_a_round_in_progress_is_finished_when_a_card_ends() -> None:
    """What was wagered plays on and is paid; the next round takes no wager (reading 67)."""
    game = SeatedTable(S24)
    game.do(c.PlaceWager("ann", 1, 1_000))
    game.do(c.CloseBets())
    game.deal("9s 7h Ks")
    game.do(EndPlayerCard("ann", "card of ann", "expired", NOW))
    game.do(c.Stand("ann", 1, 1))
    game.deal("9d Kd")
    assert [(row.wager, row.result) for row in game.settled] == [("original", "win")]
    game.do(c.ClearTable())
    assert_refused(game.say(c.PlaceWager("ann", 1, 1_000)), "player-card.missing", "6.1")


@pytest.mark.parametrize(("name", "clause"), [(S65, "5.2"), (NZ, "2.0"), (PJ, "5.2")])
def test_no_card_ends_where_none_is_needed(name: str, clause: str) -> None:
    assert_refused(
        SeatedTable(name).say(EndPlayerCard("ann", "1", "expired", NOW)), "player-card.none", clause
    )
