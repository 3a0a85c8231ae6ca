"""Perfect Pairs wagers that the dealer has confirmed (NZ 5.6, as amended in 2009)."""

import pytest

from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.legal import legal
from houserules.table.powers import why_not_by
from houserules.table.sign.commands import ConfirmSideWager
from houserules.table.sign.events import SideWagerConfirmed
from rules.sign.desk import ROLES, START, SUPERVISOR, Desk, more, place, stated
from talk import NZ, PJ, S24, S65, refused

DEALER = Person("dora", "dealer")
CONFIRM = ConfirmSideWager(DEALER, START, "ann", 1)
BACK = c.WithdrawSideWager("ann", 1, "perfect-pairs")


def with_pairs(name: str = NZ) -> Desk:
    """Lay wagers of ann and bob on box 1, each with Perfect Pairs."""
    desk = Desk(name, stated("10", "500", pairs="5"))
    for player in ("ann", "bob"):
        desk.do(place(player, 1, "10"))
        desk.do(c.PlaceSideWager(player, 1, "perfect-pairs", 500))
    return desk


@pytest.mark.clause(NZ, "5.6")
def test_a_confirmed_wager_is_not_taken_back_alone_or_with_the_wager_beside_it() -> None:
    desk = with_pairs()
    desk.do(BACK)  # not confirmed yet
    desk.do(c.PlaceSideWager("ann", 1, "perfect-pairs", 500))
    desk.do(CONFIRM)
    done = SideWagerConfirmed(1, "ann", "perfect-pairs", "dora", START, "5.6")
    assert done in desk.events
    refused(desk.say(BACK), "side-wager.confirmed", "5.6")
    refused(desk.say(c.WithdrawWager("ann", 1)), "side-wager.confirmed", "5.6")
    mine = [type(each.command) for each in legal(desk.rules, desk.table) if each.who == "ann"]
    assert c.WithdrawSideWager not in mine and c.WithdrawWager not in mine
    desk.do(more("ann", 1, "10"))  # the initial wager is no optional one
    desk.do(c.WithdrawSideWager("bob", 1, "perfect-pairs"))
    desk.do(c.WithdrawWager("bob", 1))


@pytest.mark.clause(NZ, "5.5", "5.5(b)", "5.6")
def test_the_end_of_betting_confirms_what_the_dealer_has_not() -> None:
    desk = with_pairs()
    desk.do(c.CloseBets())
    refused(desk.say(BACK), "side-wager.confirmed", "5.6")
    refused(desk.say(CONFIRM), "side-wager.confirmed", "5.6")
    refused(desk.say(c.WithdrawWager("ann", 1)), "wager.too-late", "5.5(b)")


@pytest.mark.clause(NZ, "5.6")
def test_a_wager_that_is_decided_is_not_confirmed() -> None:
    desk = with_pairs()
    desk.do(CONFIRM)
    desk.deal("5s 7h 6d")
    assert [side.settled for side in desk.table.boxes[0].sides] == [True, True]
    refused(desk.say(CONFIRM), "wager.none", "5.6")
    refused(desk.say(BACK), "wager.too-late", "5.5(b)")


@pytest.mark.clause(NZ, "5.6")
def test_only_a_wager_that_lies_there_is_confirmed_and_only_once() -> None:
    desk = with_pairs()
    refused(desk.say(ConfirmSideWager(DEALER, START, "ann", 2)), "wager.none", "5.6")
    refused(desk.say(ConfirmSideWager(DEALER, START, "cat", 1)), "wager.none", "5.6")
    desk.do(CONFIRM)
    refused(desk.say(CONFIRM), "side-wager.confirmed", "5.6")
    refused(desk.say(ConfirmSideWager(SUPERVISOR, START, "bob", 1)), "role.may-not", "5.6")
    may = [role for role in ROLES if not why_not_by(desk.rules, CONFIRM, Person("pat", role))]
    assert may == ["dealer"]


@pytest.mark.clause(S24, "6.4")
@pytest.mark.clause(S65, "5.3")
@pytest.mark.clause(PJ, "5.3")
def test_new_south_wales_knows_no_confirmation() -> None:
    for name, clause in ((S24, "6.4"), (S65, "5.3"), (PJ, "5.3")):
        refused(Desk(name).say(CONFIRM), "role.may-not", clause)
    for name, clause in ((S24, "6.4"), (S65, "5.3")):
        desk = with_pairs(name)
        desk.do(BACK)
        desk.do(c.CloseBets())
        late = c.WithdrawSideWager("bob", 1, "perfect-pairs")
        refused(desk.say(late), "wager.too-late", clause)
