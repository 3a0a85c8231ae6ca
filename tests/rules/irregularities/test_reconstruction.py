"""A wrongly dealt round is put right as if the error had not happened."""

import pytest

from game_table import ALL, NSW, NZ, PJ, S24, S65, assert_refused, by_nsw_rulebook, by_rulebook
from houserules.core.cards import cards
from houserules.core.people import Person
from houserules.table import commands as c
from houserules.table.cards.commands import DrawCuttingCard, OrderShuffle, ShuffleCards
from houserules.table.irregularities import commands as m
from houserules.table.irregularities.state import CardOnOffer, LateOffer, Move, WrongDeal
from houserules.table.state import changed
from rules.irregularities.irregular_table import IrregularTable, of
from seated_table import DEALER, NOW, SUPERVISOR

MISDEAL = ("18.8", "17.8", "16.5", "15.8")
DEALT = "9c 5s 9s 6s Kd 6d 9d"  # Ann 19, Bob 11, Cat 18, the dealer a 6
TRUE = "5s 9c 9s 6s Kd 6d 9d"  # Ann 15, Bob 15: their first cards had been swapped


def three(name: str, text: str = DEALT, **options: object) -> IrregularTable:
    game = IrregularTable(name, **options)  # type: ignore[arg-type]
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal(text)
    return game


def proposal(game: IrregularTable) -> WrongDeal:
    assert isinstance(game.table.irregularity, WrongDeal)
    return game.table.irregularity


def same(one: IrregularTable, other: IrregularTable) -> None:
    """Check that two tables stand alike, chips and cards."""
    for field in ("phase", "boxes", "dealer", "dealer_total", "racks", "float_tray", "awaiting"):
        assert getattr(one.table, field) == getattr(other.table, field), field
    assert sorted(map(str, one.table.discards)) == sorted(map(str, other.table.discards))
    assert one.table.source == other.table.source


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(NZ, "16.5")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize(("name", "clause"), by_rulebook(*MISDEAL))
def test_the_table_proposes_and_the_supervisor_confirms(name: str, clause: str) -> None:
    game = three(name)
    assert_refused(game.report(DEALT), "misdeal.no-error", clause)
    before = game.table
    assert game.report(TRUE) is None
    found = proposal(game)
    assert set(found.moves) == {
        Move(of("5s"), "box 2, hand 1", "box 1, hand 1"),
        Move(of("9c"), "box 1, hand 1", "box 2, hand 1"),
    }
    assert (found.falls_away, found.leftover) == ((), ())
    assert game.table.boxes == before.boxes  # nothing has moved yet
    assert_refused(game.say(c.Hit("ann", 1, 1)), "irregularity.open", clause)
    refusal = game.say(m.ConfirmReconstruction(DEALER, NOW))
    assert_refused(refusal, "role.may-not", clause)
    assert game.confirm() is None
    same(game, three(name, TRUE))
    assert game.table.irregularity is None and game.table.rounds == 1


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(NZ, "16.5")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize("stage", ["over", "cleared"])
@pytest.mark.parametrize("name", ALL)
def test_a_settled_round_is_settled_anew(name: str, stage: str) -> None:
    def played(text: str, *further: str) -> IrregularTable:
        game = three(name, text)
        game.do(c.Stand("ann", 1, 1))
        game.do(c.Double("bob", 2, 1, 2000))
        game.deal(further[0])
        if game.table.awaiting:
            game.do(c.Decline("bob", 2))
        game.do(c.Stand("cat", 3, 1))
        game.deal(further[1])
        return game

    wrong = played(DEALT, "8h", "Ks 9h")
    if stage == "cleared":
        wrong.do(c.ClearTable())
        wrong.bet((1, "ann", "15"))  # for the next round: goes back first
    assert wrong.report(f"{TRUE} 6h Ks 9h") is None  # and the double's card was a six
    assert wrong.confirm() is None
    same(wrong, played(TRUE, "6h", "Ks 9h"))
    assert wrong.table.phase == "over"
    wrong.do(c.ClearTable())
    assert wrong.table.rounds == 1


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("18.8", "17.8", "15.8"))
def test_an_error_is_notified_before_the_next_round_begins(name: str, clause: str) -> None:
    game = IrregularTable(name)
    assert_refused(game.report(), "misdeal.no-round", clause)
    game.bet((1, "ann", "10"))
    game.do(c.CloseBets())
    assert_refused(game.report(), "misdeal.no-round", clause)  # no card has been dealt
    game.deal("9c 6s Kd")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Ks 9h")
    game.do(c.ClearTable())
    game.bet((1, "ann", "10"))
    assert game.report("8c 6s Kd Ks 9h") is None
    game.do(m.DismissMisdeal(SUPERVISOR, NOW))
    game.do(c.CloseBets())
    assert game.report("8c 6s Kd Ks 9h") is None  # on the line: no card has left the shoe
    game.do(m.DismissMisdeal(SUPERVISOR, NOW))
    assert game.table.phase == "dealing"
    game.deal("9c")
    assert_refused(game.report("9c"), "misdeal.no-error", clause)  # about the new round now


def finished(name: str) -> IrregularTable:
    """Ann stood on 19 and lost $10 to 20; the next bets are closed, and Bob has wagered too."""
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c 6s Kd")
    game.do(c.Stand("ann", 1, 1))
    game.deal("5s 9h")
    game.do(c.ClearTable())
    game.bet((1, "ann", "20"), (2, "bob", "30"))
    game.do(c.CloseBets())
    assert game.up("ann") == -3000 and game.up("bob") == -3000
    return game


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(NZ, "16.5")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("reshuffle", [False, True])
def test_the_round_before_is_put_right_after_bets_are_closed(name: str, *, reshuffle: bool) -> None:
    """Until the first card of the next round leaves the shoe (reading 76)."""
    game = finished(name)
    if reshuffle:
        game.do(DrawCuttingCard(DEALER, NOW))  # it opens the round, so the cards are shuffled first
    assert game.report("9c 6s Kd 5s 4h 9d") is None
    assert game.confirm() is None
    assert game.table.dealer == cards("6s 5s 4h 9d") and game.table.phase == "over"
    assert (game.up("ann"), game.up("bob")) == (1000, 0)  # the next wagers were handed back
    assert game.table.rounds == 1
    game.do(c.ClearTable())


@pytest.mark.parametrize("name", ALL)
def test_the_round_before_is_void_after_bets_are_closed(name: str) -> None:
    game = finished(name)
    assert game.report() is None
    game.do(m.VoidMisdeal(SUPERVISOR, NOW, ((1, 1),) if name == NZ else ()))
    assert (game.up("ann"), game.up("bob")) == (0, 0)
    assert_refused(game.report(), "misdeal.no-round", game.rules.misdeal.misdeal_is_reconstructed)


@pytest.mark.parametrize("name", NSW)
def test_wrong_cards_before_the_first_card_leave_the_round_before_alone(name: str) -> None:
    game = finished(name)
    game.do(m.ReportWrongCards(DEALER, NOW, "missing"))
    assert (game.up("ann"), game.up("bob")) == (-1000, 0)


@pytest.mark.parametrize("name", ALL)
def test_decisions_hold_as_far_as_they_can(name: str) -> None:
    game = three(name)
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Hit("bob", 2, 1))
    game.deal("8h")
    game.do(c.Stand("bob", 2, 1))
    # in truth Bob had two kings' worth: 9c Ks is 19, hits to a bust with the eight
    assert game.report("5s 9c 9s 6s Kd Ks 9d 8h") is None
    assert proposal(game).falls_away == ("box 2, hand 1: stand by bob",)
    assert game.confirm() is None
    assert game.hand(1).done and game.hand(2).cleared and game.hand(2).total == 27
    turn = game.table.turn()
    assert turn is not None and turn[0].number == 3


@pytest.mark.parametrize("name", ALL)
def test_a_player_decides_anew_where_the_decision_does_not_hold(name: str) -> None:
    game = three(name, "8c 5s 9s 6s 8d 6d 9d")
    game.do(c.Split("ann", 1, 1))
    game.deal("2h")
    game.do(c.Hit("ann", 1, 1))
    game.deal("9h")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kh")
    assert game.report("8c 5s 9s 6s 7d 6d 9d 2h 9h Kh") is None  # no pair at all
    assert proposal(game).falls_away == (
        "box 1, hand 1: split by ann",
        "box 1, hand 1: hit by ann",
        "box 1, hand 1: stand by ann",
    )
    assert proposal(game).leftover == cards("2h 9h Kh")
    assert game.confirm() is None
    assert len(game.table.box(1).hands) == 1  # type: ignore[union-attr]
    assert game.hand(1).cards == cards("8c 7d")


@pytest.mark.clause(S24, "18.2", "18.8")
@pytest.mark.clause(S65, "17.2", "17.8")
@pytest.mark.clause(PJ, "15.2", "15.8")
@pytest.mark.parametrize("name", NSW)
def test_cards_left_over_are_the_next_cards(name: str) -> None:
    game = three(name, "8c 5s 9s 6s 8d 6d 9d")
    game.do(c.Split("ann", 1, 1))
    game.deal("2h")
    assert game.report("8c 5s 9s 6s 7d 6d 9d 2h") is None
    assert game.confirm() is None
    assert game.table.aftermath.ready == cards("2h")
    game.answer(1, take=True)
    assert game.hand(1).cards == cards("8c 7d 2h")
    assert game.table.aftermath.ready == ()


@pytest.mark.clause(NZ, "16.3")
def test_in_new_zealand_cards_left_over_are_discarded() -> None:
    game = three(NZ, "8c 5s 9s 6s 8d 6d 9d")
    game.do(c.Split("ann", 1, 1))
    game.deal("2h")
    assert game.report("8c 5s 9s 6s 7d 6d 9d 2h") is None
    assert game.confirm() is None
    assert game.table.aftermath.ready == () and game.table.discards == cards("2h")
    assert getattr(game.events[-1], "clause", None) == "16.3"


@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_offers_are_made_when_the_true_card_asks_for_them(name: str) -> None:
    game = three(name, DEALT)
    game.do(c.Stand("ann", 1, 1))
    assert game.report("9c 5s 9s As Kd 6d 9d") is None
    assert game.confirm() is None
    assert game.table.phase == "offers" and not game.hand(1).done
    game.do(c.Insure("ann", 1, 500))
    game.do(c.CloseOffers())
    assert game.report(DEALT) is None  # after all it was a six: the insurance goes back
    assert proposal(game).falls_away == ("box 1: insure by ann",)
    assert game.confirm() is None
    same(game, three(name, DEALT))


@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_offers_are_not_closed_when_the_true_card_brings_another(name: str) -> None:
    game = three(name, "9c 5s 9s Ks Kd 6d 9d")
    game.do(c.CloseOffers())  # surrender only
    game.do(c.Stand("ann", 1, 1))
    assert game.report("9c 5s 9s As Kd 6d 9d") is None  # an ace: insurance was never offered
    assert game.confirm() is None
    assert game.table.phase == "offers"


@pytest.mark.clause(S24, "18.17")
@pytest.mark.clause(S65, "17.17")
@pytest.mark.clause(NZ, "16.1")
@pytest.mark.clause(PJ, "15.16")
@pytest.mark.parametrize("name", ALL)
def test_what_was_burned_stays_burned(name: str) -> None:
    game = three(name)
    game.do(m.ReportFacedCard(DEALER, NOW, of("2h")))
    game.do(c.Stand("ann", 1, 1))
    assert game.report(TRUE) is None
    assert game.confirm() is None
    assert game.table.discards == cards("2h")
    eight = IrregularTable(name)
    for _ in range(8):
        eight.do(m.ReportFacedCard(DEALER, NOW, of("2h")))
    eight.bet((1, "ann", "10"))
    eight.deal("9c")
    impossible = eight.rules.cards.card_impossible
    assert_refused(eight.report("2h"), "card.impossible", impossible)  # it would be a burned one


@pytest.mark.parametrize(("name", "clause"), by_rulebook(*MISDEAL))
def test_what_was_paid_must_still_be_there(name: str, clause: str) -> None:
    game = three(name, "Ac 5s 9s 6s Kd 6d 9d")  # a natural, paid at once
    paid = game.table.racks["ann"]
    game.do(c.TakeChips("ann", paid))
    assert_refused(game.report("9c 5s 9s 6s Kd 6d 9d"), "misdeal.chips-gone", clause)
    game.do(c.BringChips("ann", paid))
    assert game.report("9c 5s 9s 6s Kd 6d 9d") is None
    game.do(c.TakeChips("ann", paid))
    assert_refused(game.confirm(), "misdeal.chips-gone", clause)
    game.do(m.DismissMisdeal(SUPERVISOR, NOW))
    assert game.table.irregularity is None


@pytest.mark.parametrize(("name", "clause"), by_rulebook(*MISDEAL))
def test_only_a_supervisor_decides_and_only_what_was_reported(name: str, clause: str) -> None:
    game = three(name)
    assert_refused(game.confirm(), "misdeal.none", clause)
    assert_refused(game.say(m.DismissMisdeal(SUPERVISOR, NOW)), "misdeal.none", clause)
    assert game.report() is None
    assert_refused(game.confirm(), "misdeal.not-possible", clause)
    for role in ("dealer", "inspector", "Surveillance", "player"):
        person = Person("x", role)  # type: ignore[arg-type]
        assert_refused(game.say(m.ConfirmReconstruction(person, NOW)), "role.may-not", clause)
        assert_refused(game.say(m.DismissMisdeal(person, NOW)), "role.may-not", clause)
    assert game.report(TRUE) is None  # somebody remembers after all
    assert game.confirm() is None


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(NZ, "16.5")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize("name", ALL)
def test_a_round_with_a_card_in_error_is_put_right(name: str) -> None:
    """Every effort is made: what players answered about the card holds like any decision."""
    game = three(name)
    game.in_error("8h")
    game.answer(1, take=False)
    game.answer(2, take=True)  # 19
    game.do(c.Stand("bob", 2, 1))
    assert game.report(f"{TRUE} 8h") is None
    assert proposal(game).falls_away == ("box 2, hand 1: stand by bob",)  # he is bust now
    assert game.confirm() is None
    assert game.hand(1).cards == cards("5s Kd") and game.hand(1).done  # bound by her refusal
    assert game.hand(2).cards == cards("9c 6d 8h") and game.hand(2).cleared  # 23
    game.do(c.Stand("cat", 3, 1))


@pytest.mark.parametrize("name", NSW)
def test_a_card_on_offer_is_on_offer_again(name: str) -> None:
    game = three(name)
    game.in_error("8h")
    game.answer(1, take=False)
    assert game.report(TRUE) is None
    assert proposal(game).leftover == cards("8h")
    assert game.confirm() is None
    assert game.table.aftermath.ready == cards("8h")
    assert isinstance(game.table.irregularity, CardOnOffer)
    assert game.table.irregularity.asked == ((2, 1), (3, 1))  # Ann has refused it


@pytest.mark.parametrize("name", NSW)
def test_a_misdeal_that_is_dismissed_leaves_the_card_on_offer(name: str) -> None:
    game = three(name)
    game.in_error("8h")
    game.answer(1, take=False)
    offer = game.table.irregularity
    assert game.report() is None
    game.do(m.DismissMisdeal(SUPERVISOR, NOW))
    assert game.table.irregularity == offer


@pytest.mark.clause(S24, "18.3", "18.8")
def test_a_card_that_went_past_a_hand_which_had_to_draw_is_not_redealt() -> None:
    game = three(S24, "8c 5s 9s 6s 8d 6d 9d")
    game.do(c.Split("ann", 1, 1))
    game.in_error("3h")
    game.answer(1, take=False)
    game.answer(2, take=True)
    game.deal("2h 2d")  # the second cards of Ann's hands
    assert_refused(game.report("8c 5s 9s 6s 8d 6d 9d 3h 2d 2h"), "misdeal.not-repeatable", "18.8")
    assert game.report() is None


@pytest.mark.clause(S24, "18.8", "18.13")
@pytest.mark.clause(S65, "17.8", "17.13")
@pytest.mark.clause(NZ, "16.5", "16.11")
@pytest.mark.parametrize("name", [S24, S65, NZ])
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("stood", [True, False])
def test_a_round_with_a_late_offer_is_put_right(name: str, *, closed: bool, stood: bool) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("9c 5s As Kd 6d")
    game.do(c.CloseOffers())
    game.do(c.Stand("ann", 1, 1))
    if stood:
        game.do(c.Stand("bob", 2, 1)) if name != NZ else game.do(c.Hit("bob", 2, 1))
        if name == NZ:
            game.deal("2h")
            game.do(c.Stand("bob", 2, 1))
    drawn = " 2h" if stood and name == NZ else ""
    game.do(m.ReportNotOffered(DEALER, NOW, "insurance"))
    game.do(c.Insure("ann", 1, 500))
    if closed:
        game.do(c.CloseOffers())
    assert game.report(f"5s 9c As Kd 6d{drawn}") is None  # the first two cards were swapped
    assert proposal(game).falls_away == ()
    assert game.confirm() is None
    assert game.hand(1).cards == cards("5s Kd")
    box = game.table.box(1)
    assert box is not None and [each.amount for each in box.insurance] == [500]
    assert isinstance(game.table.irregularity, LateOffer) is not closed


@pytest.mark.parametrize("name", ALL)
def test_a_second_error_in_the_same_round_is_put_right_too(name: str) -> None:
    game = three(name)
    assert game.report(TRUE) is None
    assert game.confirm() is None
    game.do(c.Stand("ann", 1, 1))
    assert game.report("5s 9c 9s 7s Kd 6d 9d") is None
    assert game.confirm() is None
    assert game.table.dealer == cards("7s") and game.hand(1).done


@pytest.mark.parametrize(("name", "clause"), by_rulebook(*MISDEAL))
def test_cards_that_were_shuffled_away_are_not_dealt_again(name: str, clause: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c 6s Kd")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Ks 9h")
    game.do(c.ClearTable())
    game.do(OrderShuffle(SUPERVISOR, NOW))
    game.do(ShuffleCards(DEALER, NOW))
    assert_refused(game.report("8c 6s Kd Ks 9h"), "misdeal.cards-gone", clause)
    assert game.report() is None  # but it may be void


@pytest.mark.clause(S24, "18.17")
@pytest.mark.clause(S65, "17.17")
@pytest.mark.clause(NZ, "16.1")
@pytest.mark.clause(PJ, "15.16")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.17", "17.17", "16.1", "15.16"))
def test_no_more_cards_are_dealt_again_than_can_have_come(name: str, clause: str) -> None:
    game = IrregularTable(name)
    source = game.table.source
    assert source is not None
    game.table = changed(game.table, source=changed(source, left=4, burned=source.cards - 4))
    game.bet((1, "ann", "10"))
    game.deal("9c 6s Kd")
    assert game.report("9c 6s Qd 2c") is None
    assert_refused(game.report("9c 6s Qd 2c 3c"), "misdeal.too-many", clause)


@pytest.mark.parametrize("name", ALL)
def test_a_card_kept_under_the_shoe_is_the_next_again(name: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c 6s Kd")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Ks 9h")
    left = game.table.source.left if game.table.source else 0
    assert game.in_error(None) is None  # the dealer had enough: it is for the next round
    assert game.report("6s 9c Kd Ks 9h") is None
    assert game.confirm() is None
    source = game.table.source
    assert source is not None and source.under is None
    assert source.left == left


@pytest.mark.clause(S24, "18.8")
@pytest.mark.clause(S65, "17.8")
@pytest.mark.clause(NZ, "16.5")
@pytest.mark.clause(PJ, "15.8")
@pytest.mark.parametrize(("name", "clause"), by_rulebook(*MISDEAL))
def test_whoever_reports_a_misdeal_does_not_confirm_how_it_is_put_right(
    name: str, clause: str
) -> None:
    game = three(name)
    game.do(m.ReportMisdeal(SUPERVISOR, NOW, cards(TRUE)))
    assert_refused(game.confirm(), "misdeal.own-report", clause)
    game.do(m.ConfirmReconstruction(Person("max", "casino supervisor"), NOW))
    assert game.table.irregularity is None
    assert game.hand(1).cards[0] is of("5s")
