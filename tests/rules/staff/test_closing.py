"""Closing a table: with players at it only after the sign has stood, and not before its time."""

from collections.abc import Callable

import pytest

from game_table import NSW, PJ, S24, S65, assert_refused
from houserules.core.people import MINUTE, Moment
from houserules.table import commands as c
from houserules.table.people.commands import LeaveTable
from houserules.table.staff import commands as o
from houserules.table.staff.state import ClosingSign
from seated_table import DEALER, NOW, SeatedTable, chips_in_all

CLAUSE = {S24: "20.9", S65: "19.8", PJ: "17.8"}
TWENTY = NOW + 20 * MINUTE

Test = Callable[..., None]


def in_nsw(test: Test) -> Test:
    """Run a test under the three documents that have the clause, and mark it."""
    for name in NSW:
        test = pytest.mark.clause(name, CLAUSE[name])(test)
    return pytest.mark.parametrize("name", NSW)(test)


@in_nsw
def test_the_sign_stands_for_at_least_20_minutes(name: str) -> None:
    game = SeatedTable(name)
    game.must(o.ShowClosingSign, Moment(NOW + MINUTE))
    early = game.order(o.CloseTable, at=TWENTY - 1)
    assert_refused(early, "closing.sign-too-short", CLAUSE[name])
    assert early is not None and "19:59" in early.detail
    assert not game.table.staff.closed
    game.must(o.CloseTable, at=TWENTY)
    assert game.table.staff.closed


@in_nsw
def test_after_the_20_minutes_a_table_may_be_closed_at_any_time(name: str) -> None:
    game = SeatedTable(name)
    game.must(o.ShowClosingSign, Moment(NOW + MINUTE))
    game.must(o.CloseTable, at=TWENTY + 1)


@in_nsw
def test_a_table_is_not_closed_before_the_proposed_time(name: str) -> None:
    game = SeatedTable(name)
    game.must(o.ShowClosingSign, Moment(TWENTY + 5 * MINUTE))
    early = game.order(o.CloseTable, at=TWENTY + 5 * MINUTE - 1)
    assert_refused(early, "closing.too-early", CLAUSE[name])
    assert early is not None and "0:01" in early.detail
    game.must(o.CloseTable, at=TWENTY + 5 * MINUTE)


@in_nsw
def test_players_present_are_shown_a_sign(name: str) -> None:
    game = SeatedTable(name)
    assert_refused(game.order(o.CloseTable, at=TWENTY), "closing.no-sign", CLAUSE[name])


@in_nsw
def test_an_empty_table_is_closed_at_once(name: str) -> None:
    game = SeatedTable(name)
    for player in ("ann", "bob", "cat"):
        game.do(LeaveTable(player))
    game.must(o.CloseTable)
    assert game.table.staff.closed


@in_nsw
def test_one_player_is_enough_to_need_the_sign(name: str) -> None:
    game = SeatedTable(name)
    for player in ("ann", "bob"):
        game.do(LeaveTable(player))
    assert_refused(game.order(o.CloseTable), "closing.no-sign", CLAUSE[name])


@in_nsw
def test_another_time_on_the_sign_begins_the_20_minutes_again(name: str) -> None:
    game = SeatedTable(name)
    game.must(o.ShowClosingSign, Moment(TWENTY))
    game.must(o.ShowClosingSign, Moment(TWENTY + 1), at=NOW + MINUTE)
    assert game.table.staff.closing == ClosingSign(Moment(TWENTY + 1), Moment(NOW + MINUTE))
    early = game.order(o.CloseTable, at=TWENTY + MINUTE - 1)
    assert_refused(early, "closing.sign-too-short", CLAUSE[name])
    game.must(o.CloseTable, at=TWENTY + MINUTE)


@in_nsw
def test_a_sign_that_was_taken_down_counts_for_nothing(name: str) -> None:
    game = SeatedTable(name)
    assert_refused(game.order(o.TakeDownClosingSign), "closing.no-sign", CLAUSE[name])
    game.must(o.ShowClosingSign, Moment(TWENTY))
    game.must(o.TakeDownClosingSign)
    assert_refused(game.order(o.CloseTable, at=TWENTY), "closing.no-sign", CLAUSE[name])


@in_nsw
def test_the_sign_shows_a_time_to_come(name: str) -> None:
    game = SeatedTable(name)
    for past in (NOW - 1, NOW):
        assert_refused(
            game.order(o.ShowClosingSign, Moment(past)), "closing.time-past", CLAUSE[name]
        )
    game.must(o.ShowClosingSign, Moment(NOW + 1))


@in_nsw
def test_a_round_is_finished_and_cleared_before_the_table_closes(name: str) -> None:
    game = SeatedTable(name)
    game.must(o.ShowClosingSign, Moment(TWENTY))
    game.bet((1, "ann", "10"))
    game.deal("9c 9s 9d")
    assert_refused(game.order(o.CloseTable, at=TWENTY), "closing.round", CLAUSE[name])
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kh")
    assert_refused(game.order(o.CloseTable, at=TWENTY), "closing.round", CLAUSE[name])
    game.do(c.ClearTable())
    game.must(o.CloseTable, at=TWENTY)


@in_nsw
def test_wagers_that_lie_before_the_first_card_are_handed_back(name: str) -> None:
    side = {"suits_you": "5"} if name == PJ else {"perfect_pairs": "5"}
    game = SeatedTable(name, **side)
    before = chips_in_all(game.table)
    game.bet((1, "ann", "10"), (1, "bob", "20"), (2, "bob", "5"))
    game.do(
        c.PlaceSideWager("cat", 1, "suits-you", 500, "s")
        if name == PJ
        else c.PlaceSideWager("cat", 1, "perfect-pairs", 500)
    )
    game.must(o.ShowClosingSign, Moment(TWENTY))
    game.must(o.CloseTable, at=TWENTY)
    assert game.table.boxes == ()
    assert set(game.table.racks.values()) == {1_000_000}
    assert chips_in_all(game.table) == before


@in_nsw
def test_a_closed_table_takes_no_wagers_until_it_is_opened_again(name: str) -> None:
    game = SeatedTable(name)
    clause = CLAUSE[name]
    assert_refused(game.order(o.ReopenTable), "table.open", clause)
    game.must(o.ShowClosingSign, Moment(TWENTY))
    game.must(o.CloseTable, at=TWENTY)
    assert game.table.staff.closing is None
    assert_refused(game.say(c.PlaceWager("ann", 1, 1_000)), "table.closed", clause)
    assert_refused(game.order(o.CloseTable, at=TWENTY), "table.closed", clause)
    assert_refused(game.order(o.ShowClosingSign, Moment(99_999)), "table.closed", clause)
    assert game.order(o.ReopenTable, by=DEALER) is not None
    game.must(o.ReopenTable)
    game.do(c.PlaceWager("ann", 1, 1_000))
    assert_refused(game.order(o.CloseTable, at=TWENTY), "closing.no-sign", clause)


@in_nsw
def test_a_closed_table_takes_no_side_wagers(name: str) -> None:
    game = SeatedTable(name, **({"suits_you": "5"} if name == PJ else {"perfect_pairs": "5"}))
    for player in ("ann", "bob", "cat"):
        game.do(LeaveTable(player))
    game.must(o.CloseTable)
    side = (
        c.PlaceSideWager("ann", 1, "suits-you", 500, "s")
        if name == PJ
        else c.PlaceSideWager("ann", 1, "perfect-pairs", 500)
    )
    assert_refused(game.say(side), "table.closed", CLAUSE[name])
