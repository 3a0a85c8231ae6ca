"""The cutting card came before the first card of a round: bets are open again (reading 63)."""

import pytest

from game_table import ALL, NZ, PJ, S24, S65, assert_refused, by_rulebook
from houserules.core.cards import cards
from houserules.table import commands as c
from houserules.table.cards.commands import DrawCuttingCard
from houserules.table.cards.events import BetsReopened
from houserules.table.irregularities.previous_round import is_past
from houserules.table.people.commands import FindWagerInvalid
from houserules.table.sign.commands import RaiseWager
from houserules.table.sign.limits import sat_out
from houserules.table.state import changed
from rules.cards.shoe_table import RESHUFFLE, ShoeTable
from rules.sign.sign_table import SignTable, found_wager, place, stated
from seated_table import DEALER, NOW, SUPERVISOR

DRAW = DrawCuttingCard(DEALER, NOW)


def reopened(name: str, **seats: int | None) -> ShoeTable:
    """Play a round, close bets on ann's wager, and let the cutting card come first."""
    game = ShoeTable(name).sit(**(seats or {"ann": 1, "bob": 2})).ready().round((1, "ann"))
    game.begin((1, "ann"))
    assert game.cutting_card() is None
    return game


@pytest.mark.clause(S24, "5.1.2", "6.3", "6.4", "8.1")
@pytest.mark.clause(S65, "4.1.2", "5.2", "5.3", "7.1")
@pytest.mark.clause(NZ, "5.1", "5.5(a)", "5.5(b)", "7.1(b)", "8.2")
@pytest.mark.clause(PJ, "4.3.2", "5.2", "5.3", "7.1")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("6.3", "5.2", "5.1", "5.2"))
def test_wagers_are_placed_raised_and_withdrawn_until_the_first_card(
    name: str, clause: str
) -> None:
    game = reopened(name)
    assert game.last("bets.reopened") == BetsReopened(clause)  # type: ignore[arg-type]
    assert game.due == RESHUFFLE
    game.wager((2, "bob"))
    game.until("cut")
    game.do(c.WithdrawWager("ann", 1))
    game.until(None)
    game.do(RaiseWager("bob", 2, 500))
    game.wager((1, "ann"))
    game.do(c.CloseBets())
    late, withdrawn = c.PlaceWager("ann", 3, 1000), c.WithdrawWager("ann", 1)
    for command in (late, withdrawn):
        assert game.say(command) is not None, "bets are closed again"
    game.deal_some(1)
    rules = game.rules.wagers
    assert_refused(game.say(late), "wager.too-late", rules.no_wager_after_first_card)
    assert_refused(game.say(withdrawn), "wager.too-late", rules.no_handling_after_first_card)
    stakes = [stake.amount for _, _, hand in game.table.hands() for stake in hand.stakes]
    assert stakes == [1000, 1500]


@pytest.mark.clause(S24, "8.1", "8.2")
@pytest.mark.clause(S65, "7.1")
@pytest.mark.clause(NZ, "8.2")
@pytest.mark.clause(PJ, "7.1")
@pytest.mark.parametrize("name", ALL)
def test_the_dealer_calls_no_more_bets_again_and_the_round_has_the_same_number(name: str) -> None:
    game = reopened(name)
    assert (game.table.rounds, game.table.phase, game.table.before_round) == (1, "betting", None)
    assert_refused(
        game.say(c.DealCard(game.card())), "card.not-due", game.rules.initial_deal.deal_order
    )
    occasions = str(game.rules.shuffle.shuffle_occasions)
    assert_refused(game.say(c.CloseBets()), "cards.not-ready", occasions)
    game.until(None).do(c.CloseBets())
    assert game.table.rounds == 2
    game.play_out()
    assert game.source.rounds == 1, "the first round of the new shoe"


@pytest.mark.clause(S24, "5.1.2")
@pytest.mark.parametrize("name", ALL)
def test_a_card_that_was_dealt_keeps_the_bets_closed(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().begin((1, "ann")).deal_some(1)
    assert game.cutting_card() is None
    assert game.named("bets.reopened") == [] and game.table.phase == "dealing"


@pytest.mark.parametrize("name", ALL)
def test_before_bets_are_closed_there_is_nothing_to_reopen(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready().round((1, "ann")).wager((1, "ann"))
    assert game.cutting_card() is None
    assert game.named("bets.reopened") == []


@pytest.mark.parametrize("name", ALL)
def test_with_every_wager_withdrawn_no_round_begins(name: str) -> None:
    game = reopened(name)
    game.do(c.WithdrawWager("ann", 1))
    assert (game.table.boxes, game.table.layout()) == ((), 0)
    game.until(None)
    assert_refused(
        game.say(c.CloseBets()),
        "bets.none",
        game.rules.irregularities.round_without_wagers.clause,
    )


@pytest.mark.clause(S24, "20.10")
@pytest.mark.clause(S65, "19.9")
@pytest.mark.clause(PJ, "17.9")
@pytest.mark.parametrize("name", [S24, S65, PJ])
def test_nobody_has_missed_a_round(name: str) -> None:
    game = reopened(name)
    assert [each.missed for each in game.table.patrons] == [0, 1]
    game.until(None).do(c.CloseBets())
    assert [each.missed for each in game.table.patrons] == [0, 2]


def cutting_card_first(desk: SignTable) -> None:
    """Close bets, and let the cutting card come first."""
    desk.do(c.CloseBets())
    desk.do(DRAW)


@pytest.mark.clause(S24, "6.11")
def test_nobody_has_sat_the_round_out() -> None:
    desk = SignTable(S24, stated("5", "100"))
    desk.round("ann", "bob")
    desk.do(place("ann", 1, "10"))
    cutting_card_first(desk)
    assert sat_out(desk.rules, desk.table, "bob") is None


@pytest.mark.clause(S24, "7.3")
@pytest.mark.clause(S65, "6.3")
@pytest.mark.clause(NZ, "15.2")
@pytest.mark.clause(PJ, "6.3")
@pytest.mark.parametrize("name", ALL)
def test_what_was_cut_back_stays_handed_back(name: str) -> None:
    desk = SignTable(name, stated("5", "100"))
    before = sum(desk.table.racks.values())
    desk.do(found_wager("ann", 1, "150"))
    cutting_card_first(desk)
    assert (desk.table.layout(), desk.table.boxes[0].bettors[0].placed) == (10_000, 10_000)
    desk.do(c.WithdrawWager("ann", 1))
    assert desk.table.layout() == 0
    assert sum(desk.table.racks.values()) == before


@pytest.mark.clause(S24, "17.21.1")
def test_a_wager_found_invalid_in_between_is_gone_and_can_be_found_again() -> None:
    desk = SignTable(S24, stated("5", "100"))
    desk.do(place("ann", 1, "10"))
    desk.do(place("bob", 2, "10"))
    desk.do(c.CloseBets())
    invalid = FindWagerInvalid(SUPERVISOR, NOW, "ann", "against the rules of the game")
    desk.do(invalid)
    desk.do(DRAW)
    assert [box.number for box in desk.table.boxes] == [2]
    desk.do(place("ann", 1, "10"))
    source = desk.table.source
    assert source is not None
    desk.table = changed(
        desk.table, source=changed(source, preparation=changed(source.preparation, due=()))
    )
    desk.do(c.CloseBets())
    desk.do(c.DealCard(cards("9s")[0]))
    desk.do(invalid)


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(NZ, "16.5")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize("name", ALL)
def test_the_round_before_can_be_put_right_until_the_first_card(name: str) -> None:
    game = reopened(name)
    assert is_past(game.table)
    game.until(None).do(c.CloseBets())
    assert is_past(game.table)
    game.deal_some(1)
    assert not is_past(game.table)


@pytest.mark.parametrize("name", ALL)
def test_a_virtual_shoe_reopens_bets_too(name: str) -> None:
    game = ShoeTable(name).sit(ann=1).ready(virtual=True)
    game.table = changed(game.table, source=changed(game.source, behind=game.source.left))
    game.begin((1, "ann"))
    assert game.cutting_card() is None
    game.do(c.WithdrawWager("ann", 1))
    game.wager((1, "ann")).until(None).do(c.CloseBets())
    assert game.table.rounds == 1
