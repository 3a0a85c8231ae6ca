"""Perfect Pairs wagers that the dealer has confirmed (NZ 5.6, as amended in 2009)."""

import pytest

from game_table import NZ, PJ, S24, S65, assert_refused
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.legal import legal
from houserules.table.powers import why_not_by
from houserules.table.sign.commands import ConfirmSideWager
from houserules.table.sign.events import SideWagerConfirmed
from rules.sign.sign_table import ROLES, START, SignTable, place, raise_wager, stated
from seated_table import SUPERVISOR

DEALER = Person("dora", "dealer")
CONFIRM = ConfirmSideWager(DEALER, START, "ann", 1)
BACK = c.WithdrawSideWager("ann", 1, "perfect-pairs")


def with_pairs(name: str = NZ) -> SignTable:
    """Lay wagers of ann and bob on box 1, each with Perfect Pairs."""
    game = SignTable(name, stated("10", "500", pairs="5"))
    for player in ("ann", "bob"):
        game.do(place(player, 1, "10"))
        game.do(c.PlaceSideWager(player, 1, "perfect-pairs", 500))
    return game


@pytest.mark.clause(NZ, "5.6")
def test_a_confirmed_wager_is_not_taken_back_alone_or_with_the_wager_beside_it() -> None:
    game = with_pairs()
    game.do(BACK)  # not confirmed yet
    game.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    game.do(CONFIRM)
    done = SideWagerConfirmed(1, "ann", "perfect-pairs", "dora", START, "5.6")
    assert done in game.events
    assert_refused(game.say(BACK), "side-wager.confirmed", "5.6")
    assert_refused(game.say(c.WithdrawWager("ann", 1)), "side-wager.confirmed", "5.6")
    mine = [type(each.command) for each in legal(game.rules, game.table) if each.who == "ann"]
    assert c.WithdrawSideWager not in mine and c.WithdrawWager not in mine
    game.do(raise_wager("ann", 1, "10"))  # the initial wager is no optional one
    game.do(c.WithdrawSideWager("bob", 1, "perfect-pairs"))
    game.do(c.WithdrawWager("bob", 1))


@pytest.mark.clause(NZ, "5.5", "5.5(b)", "5.6")
def test_the_end_of_betting_confirms_what_the_dealer_has_not() -> None:
    game = with_pairs()
    game.do(c.CloseBets())
    assert_refused(game.say(BACK), "side-wager.confirmed", "5.6")
    assert_refused(game.say(CONFIRM), "side-wager.confirmed", "5.6")
    assert_refused(game.say(c.WithdrawWager("ann", 1)), "wager.too-late", "5.5(b)")


@pytest.mark.clause(NZ, "5.6")
def test_a_wager_that_is_decided_is_not_confirmed() -> None:
    game = with_pairs()
    game.do(CONFIRM)
    game.deal("5s 7h 6d")
    assert [side.settled for side in game.table.boxes[0].sides] == [True, True]
    assert_refused(game.say(CONFIRM), "wager.none", "5.6")
    assert_refused(game.say(BACK), "wager.too-late", "5.5(b)")


@pytest.mark.clause(NZ, "5.6")
def test_only_a_wager_that_lies_there_is_confirmed_and_only_once() -> None:
    game = with_pairs()
    assert_refused(game.say(ConfirmSideWager(DEALER, START, "ann", 2)), "wager.none", "5.6")
    assert_refused(game.say(ConfirmSideWager(DEALER, START, "cat", 1)), "wager.none", "5.6")
    game.do(CONFIRM)
    assert_refused(game.say(CONFIRM), "side-wager.confirmed", "5.6")
    assert_refused(game.say(ConfirmSideWager(SUPERVISOR, START, "bob", 1)), "role.may-not", "5.6")
    may = [role for role in ROLES if not why_not_by(game.rules, CONFIRM, Person("pat", role))]
    assert may == ["dealer"]


@pytest.mark.clause(S24, "6.4")
@pytest.mark.clause(S65, "5.3")
@pytest.mark.clause(PJ, "5.3")
def test_new_south_wales_knows_no_confirmation() -> None:
    for name, clause in ((S24, "6.4"), (S65, "5.3"), (PJ, "5.3")):
        assert_refused(SignTable(name).say(CONFIRM), "role.may-not", clause)
    for name, clause in ((S24, "6.4"), (S65, "5.3")):
        game = with_pairs(name)
        game.do(BACK)
        game.do(c.CloseBets())
        late = c.WithdrawSideWager("bob", 1, "perfect-pairs")
        assert_refused(game.say(late), "wager.too-late", clause)
