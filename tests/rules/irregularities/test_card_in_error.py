"""A card dealt in error is the next card; who refuses it takes no more than he must."""

import pytest

from game_table import ALL, NSW, NZ, PJ, S24, S65, assert_refused, by_nsw_rulebook, by_rulebook
from houserules.core.cards import cards
from houserules.table import commands as c
from houserules.table.cards.events import CardBurned, CardKeptUnderShoe
from houserules.table.irregularities import commands as m
from houserules.table.irregularities.events import CardRefused
from houserules.table.irregularities.state import CardOnOffer
from rules.irregularities.irregular_table import IrregularTable, of
from seated_table import DEALER, NOW


def three(name: str, text: str = "9c 5s 9s 6s Kd 6d 9d", **options: object) -> IrregularTable:
    """Ann has 19, Bob 11, Cat 18; the dealer a 6; nobody has decided."""
    game = IrregularTable(name, **options)  # type: ignore[arg-type]
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal(text)
    return game


def asked(game: IrregularTable) -> list[tuple[int, int]]:
    """Whom the card waits for."""
    assert isinstance(game.table.irregularity, CardOnOffer)
    return list(game.table.irregularity.asked)


@pytest.mark.clause(S24, "18.2")
@pytest.mark.clause(S65, "17.2")
@pytest.mark.clause(NZ, "16.4")
@pytest.mark.clause(PJ, "15.2")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.2", "17.2", "16.4", "15.2"))
def test_a_card_in_error_is_the_next_card_for_who_is_next(name: str, clause: str) -> None:
    game = three(name)
    assert game.in_error("8h") is None
    assert game.table.irregularity is not None and game.table.irregularity.clause == clause
    assert asked(game) == [(1, 1), (2, 1), (3, 1)]
    assert_refused(game.say(c.Hit("ann", 1, 1)), "irregularity.open", clause)
    assert_refused(game.say(m.AcceptCard("bob", 2, 1)), "card-in-error.not-asked", clause)
    controls = game.rules.wagers.decisions_by_controller
    assert_refused(game.say(m.AcceptCard("bob", 1, 1)), "decision.not-yours", controls)
    game.answer(1, take=False)
    assert game.hand(1).done and game.hand(1).cards == cards("9c Kd")
    game.answer(2, take=True)
    assert game.hand(2).cards == cards("5s 6d 8h")
    assert game.table.irregularity is None and not game.hand(3).done
    turn = game.table.turn()
    assert turn is not None and turn[0].number == 2


@pytest.mark.clause(S24, "18.4")
@pytest.mark.clause(S65, "17.4")
@pytest.mark.clause(NZ, "16.4")
@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_a_card_that_all_refuse_is_the_dealers(name: str) -> None:
    game = three(name)
    assert game.in_error("8h") is None
    for box in (1, 2, 3):
        game.answer(box, take=False)
    assert game.table.phase == "dealer"
    assert game.table.dealer == cards("6s 8h")  # its second card, at once
    assert game.hand(2).done and game.hand(2).total == 11
    assert_refused(
        game.say(m.AcceptCard("cat", 3, 1)),
        "card-in-error.not-asked",
        game.rules.irregularities.card_in_error_is_next,
    )


@pytest.mark.clause(PJ, "15.3", "15.4")
def test_in_pinkjack_a_low_hand_draws_on_without_the_card() -> None:
    game = three(PJ)
    assert game.in_error("8h") is None
    for box in (1, 2, 3):
        game.answer(box, take=False)
    assert game.table.phase == "playing"  # Bob has 11 and must draw
    assert_refused(game.say(c.Double("bob", 2, 1, 2000)), "card.due", game.rules.play.turn_order)
    game.deal("Ah")
    assert game.hand(2).total == 12 and game.hand(2).done
    assert game.table.dealer == cards("6s 8h")


@pytest.mark.clause(PJ, "15.3")
def test_in_pinkjack_a_refusing_hand_draws_until_12_and_no_further() -> None:
    game = three(PJ, "9c 2s 9s 6s Kd 3d 9d")
    assert game.in_error("8h") is None
    game.answer(1, take=False)
    game.answer(2, take=False)
    assert asked(game) == [(3, 1)]  # offered on before Bob draws
    game.answer(3, take=True)
    assert game.hand(3).cleared  # 26: the card was taken out of turn
    game.deal("4h")
    assert game.hand(2).total == 9 and not game.hand(2).done
    game.deal("3h")
    assert game.hand(2).total == 12 and game.hand(2).done
    assert game.table.phase == "dealer"


@pytest.mark.clause(S24, "18.3")
@pytest.mark.clause(S65, "17.3")
@pytest.mark.parametrize(("name", "clause"), [(S24, "18.3"), (S65, "17.3")])
def test_a_hand_of_less_than_two_cards_gets_its_second_all_the_same(name: str, clause: str) -> None:
    game = three(name, "8c 5s 9s 6s 8d 6d 9d", refused_card_binds="the hand")
    game.do(c.Split("ann", 1, 1))
    assert game.in_error("Ah") is None
    assert asked(game) == [(1, 1), (1, 2), (2, 1), (3, 1)]
    game.answer(1, take=False)
    assert not game.hand(1).done
    game.answer(1, 2, take=True)
    assert game.hand(1, 2).cards == cards("8d Ah")
    assert_refused(game.say(c.Hit("ann", 1, 1)), "card.due", game.rules.play.turn_order)
    game.deal("2h")
    assert game.hand(1).cards == cards("8c 2h") and game.hand(1).done
    assert_refused(game.say(c.Hit("ann", 1, 1)), "hand.finished", game.rules.play.turn_order)
    stood = [each for each in game.events if each.name == "hand.stood"]
    assert [getattr(each, "clause", None) for each in stood] == [clause]


@pytest.mark.clause(NZ, "16.4")
def test_in_new_zealand_who_refuses_gets_no_card_not_even_a_second() -> None:
    game = three(NZ, "8c 5s 9s 6s 8d 6d 9d")
    game.do(c.Split("ann", 1, 1))
    assert game.in_error("Ah") is None
    game.answer(1, take=False)
    assert game.hand(1).done and game.hand(1).cards == cards("8c")
    game.answer(1, 2, take=False)
    game.answer(2, take=False)
    assert game.hand(2).done and game.hand(2).total == 11  # below 12, and no card
    game.answer(3, take=True)
    assert game.hand(3).cleared is False and game.hand(3).total == 19


@pytest.mark.clause(S24, "18.2", "18.3", "18.4")
@pytest.mark.clause(S65, "17.2", "17.3", "17.4")
@pytest.mark.clause(PJ, "15.2", "15.3", "15.4")
@pytest.mark.parametrize("name", NSW)
def test_in_the_initial_deal_the_card_is_offered_in_the_order_of_the_deal(name: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal("9c")
    assert game.in_error("2h") is None
    assert asked(game) == [(2, 1), (3, 1), (1, 1)]
    game.answer(2, take=False)
    game.answer(3, take=True)
    game.deal("Ks 6s 7d 8d 9d")  # to Bob, the dealer, Ann, Bob and Cat
    assert game.hand(3).cards == cards("2h 9d")
    assert game.hand(2).cards == cards("Ks 8d")
    game.do(c.Stand("ann", 1, 1))
    assert game.hand(2).done  # he refused: two cards and no more
    turn = game.table.turn()
    assert turn is not None and turn[0].number == 3


@pytest.mark.parametrize("name", NSW)
def test_refused_in_the_initial_deal_it_waits_for_the_dealers_next_card(name: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.do(c.CloseBets())
    assert game.in_error("2h") is None
    game.answer(1, take=False)
    game.deal("9c")
    assert game.table.dealer == cards("2h")  # dealt when the dealer's first was due
    game.deal("8c")
    assert game.hand(1).done  # 17, and no more


@pytest.mark.clause(NZ, "16.4")
def test_in_new_zealand_that_is_for_cards_after_the_initial_deal() -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"))
    game.deal("9c")
    assert_refused(game.in_error("2h"), "card-in-error.too-early", "16.4")
    game.deal("6s")
    assert_refused(game.in_error("2h"), "card-in-error.too-early", "16.4")
    game.deal("8c")
    assert game.in_error("2h") is None


@pytest.mark.clause(NZ, "16.2")
@pytest.mark.clause(S24, "18.2")
@pytest.mark.clause(S65, "17.2")
@pytest.mark.clause(PJ, "15.2")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.2", "17.2", "16.2", "15.2"))
def test_a_card_that_nobody_saw_is_simply_the_next(name: str, clause: str) -> None:
    game = three(name)
    left = game.table.source
    assert game.in_error(None) is None
    assert (game.events[-1].name, getattr(game.events[-1], "clause", "")) == (
        "irregularity.reported",
        clause,
    )
    assert game.table.irregularity is None and game.table.source == left
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Hit("bob", 2, 1))
    game.deal("8h")
    assert game.hand(2).cards == cards("5s 6d 8h")


@pytest.mark.parametrize("name", ALL)
def test_to_double_or_split_with_the_card_is_to_take_it(name: str) -> None:
    game = three(name, "5c 8s 9s 6s 6h 8d 9d")
    assert game.in_error("9h") is None
    game.do(c.Double("ann", 1, 1, 1000))
    assert game.hand(1).cards == cards("5c 6h 9h") and game.hand(1).done
    if game.table.awaiting:
        game.do(c.Decline("ann", 1))
    assert game.in_error("2h") is None
    assert asked(game)[0] == (2, 1)
    game.do(c.Split("bob", 2, 1))
    assert game.hand(2).cards == cards("8s 2h") and game.hand(2, 2).cards == cards("8d")


@pytest.mark.parametrize("name", ALL)
def test_who_doubled_has_asked_for_the_card(name: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"), (1, "bob", "10"), (3, "cat", "10"))
    game.deal("5c 8s 6s 6h 8d")
    game.do(c.Double("ann", 1, 1, 1000))
    assert game.in_error("9h") is None  # drawn before Bob has answered
    assert game.table.irregularity is None and game.hand(1).cards == cards("5c 6h")
    game.do(c.Decline("bob", 1))
    assert game.hand(1).cards == cards("5c 6h 9h")


@pytest.mark.clause(S24, "18.10")
@pytest.mark.clause(S65, "17.10.1")
@pytest.mark.clause(NZ, "16.6")
@pytest.mark.clause(PJ, "15.10")
@pytest.mark.parametrize("name", ALL)
def test_who_is_away_is_dealt_the_card_only_where_the_rules_draw_for_him(name: str) -> None:
    game = three(name, "5c 5s 9s 6s 6h 6d 9d")
    assert game.in_error("9h") is None
    game.do(c.ReportAbsent(1, 1))
    drawn = name in (NZ, PJ)
    assert game.hand(1).cards == cards("5c 6h 9h" if drawn else "5c 6h")
    assert game.hand(1).done
    if not drawn:
        assert asked(game) == [(2, 1), (3, 1)]


@pytest.mark.parametrize("name", NSW)
def test_who_is_away_in_the_initial_deal_gets_the_first_cards(name: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.do(c.CloseBets())
    assert game.in_error("2h") is None
    game.do(c.ReportAbsent(1, 1))
    assert game.hand(1).cards == cards("2h")
    game.deal("9c 8c")
    assert game.hand(1).done or game.table.phase == "playing"  # Pinkjack draws to 12


@pytest.mark.parametrize("name", ALL)
def test_during_the_offers_the_card_waits(name: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c Ks 8c")
    if name == PJ:  # no offers there
        assert game.table.phase == "playing"
        return
    assert game.in_error("2h") is None
    assert game.table.phase == "offers" and game.table.irregularity is None
    game.do(c.CloseOffers())
    assert asked(game) == [(1, 1)]
    game.answer(1, take=True)
    assert game.hand(1).total == 19


@pytest.mark.clause(S24, "18.5")
@pytest.mark.clause(S65, "17.5")
@pytest.mark.clause(NZ, "16.3")
@pytest.mark.clause(PJ, "15.5")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.5", "17.5", "16.3", "15.5"))
def test_a_card_seen_on_the_dealers_finished_hand_is_burned(name: str, clause: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c 7s Kd")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Jd")
    assert game.table.phase == "over"
    racks, discards = game.table.racks, game.table.discards
    assert game.in_error("2h") is None
    assert game.events[-1] == CardBurned(of("2h"), clause)  # type: ignore[arg-type]
    assert game.table.discards == (*discards, of("2h")) and game.table.racks == racks
    assert game.table.dealer == cards("7s Jd")


@pytest.mark.clause(S24, "18.6", "8.1")
@pytest.mark.clause(S65, "17.6", "7.1")
@pytest.mark.clause(NZ, "16.2")
@pytest.mark.clause(PJ, "15.6")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.6", "17.6", "16.2", "15.6"))
def test_one_that_nobody_saw_is_the_first_of_the_next_round(name: str, clause: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.deal("9c 7s Kd")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Jd")
    assert game.in_error(None) is None
    assert game.events[-1] == CardKeptUnderShoe(None, clause)  # type: ignore[arg-type]
    assert_refused(game.in_error(None), "card-in-error.kept", clause)
    source = game.table.source
    assert source is not None and source.under == "face down"
    game.do(c.ClearTable())
    game.bet((1, "ann", "10"))  # deemed not to have been removed: wagers may still be placed
    game.deal("2h")
    assert game.hand(1).cards == cards("2h")
    assert game.table.source is not None and game.table.source.under is None
    assert game.table.source.left == source.left


@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.2", "17.2", "16.4", "15.2"))
def test_before_a_round_there_is_no_card_in_error(name: str, clause: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    assert_refused(game.in_error("2h"), "card-in-error.no-round", clause)
    assert_refused(game.in_error(None), "card-in-error.no-round", clause)


@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("4.1", "3.1", "15.15"))
def test_an_impossible_card_is_not_dealt_in_error_either(name: str, clause: str) -> None:
    game = three(name)
    if name == PJ:
        game.table = game.table  # eight sevens of spades are possible, a ninth is not
        for _ in range(8):
            game.do(m.ReportFacedCard(DEALER, NOW, of("7s")))
        assert_refused(game.in_error("7s"), "card.impossible", clause)
    else:
        assert_refused(game.in_error("Th"), "card.foreign", clause)


@pytest.mark.clause(S24, "18.5")
@pytest.mark.clause(S65, "17.5")
@pytest.mark.clause(PJ, "15.5")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("18.5", "17.5", "15.5"))
def test_a_card_that_all_refused_is_burned_if_the_dealer_draws_none(name: str, clause: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"))
    game.deal("Ac 7s Ad")
    game.do(c.Split("ann", 1, 1))
    assert game.in_error("2h") is None
    game.answer(1, 1, take=False)  # for both hands
    game.deal("Kh Kd")  # each ace its second card: both paid, nothing left to draw for
    assert game.table.phase == "over" and game.table.dealer == cards("7s")
    assert game.events[-1] == CardBurned(of("2h"), clause)  # type: ignore[arg-type]
    assert game.table.discards[-1] is of("2h")


@pytest.mark.clause(S24, "18.2")
@pytest.mark.clause(S65, "17.2")
@pytest.mark.clause(PJ, "15.2")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("18.2", "17.2", "15.2"))
def test_who_refused_a_card_before_does_not_answer_for_another_hand(name: str, clause: str) -> None:
    game = IrregularTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "20"), (3, "cat", "40"))
    game.deal("9c")
    game.in_error("2h")
    game.answer(2, take=False)  # Bob takes no more than two cards
    game.answer(3, take=True)
    game.deal("9h 6s 7d 5d 9d")
    game.in_error("3c")
    game.answer(1, take=False)
    turn = game.table.turn()
    assert turn is not None and turn[0].number == 2 and asked(game) == [(3, 1)]
    assert_refused(game.say(c.Double("bob", 2, 1, 2000)), "card-in-error.not-asked", clause)
    assert_refused(game.say(c.ReportAbsent(2, 1)), "card-in-error.not-asked", clause)
    game.answer(3, take=True)
    assert game.hand(2).done and game.hand(3).cards == cards("2h 9d 3c")


@pytest.mark.clause(S24, "18.3")
@pytest.mark.clause(S65, "17.3")
@pytest.mark.clause(PJ, "15.3")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("18.3", "17.3", "15.3"))
def test_who_refuses_is_bound_on_every_box_and_hand(name: str, clause: str) -> None:
    """The clause speaks of the player, not of one hand (reading 46)."""
    game = IrregularTable(name)
    game.bet((1, "ann", "10"), (2, "bob", "10"))
    game.do(c.PlaceWager("ann", 3, 2000))
    game.do(c.PlaceWager("bob", 3, 1000))
    game.deal("8c 5s 9s 6s 8d 6d 5d")
    game.do(c.Split("ann", 1, 1))
    assert game.in_error("Ah") is None
    assert asked(game) == [(1, 1), (1, 2), (2, 1), (3, 1)]
    game.answer(1, take=False)
    assert asked(game) == [(2, 1)]  # box 3 is ann's too
    bound = [each for each in game.events if isinstance(each, CardRefused)]
    assert [(each.box, each.hand, each.clause) for each in bound] == [
        (1, 1, clause),
        (1, 2, clause),
        (3, 1, clause),
    ]
    game.answer(2, take=True)
    assert game.hand(2).cards == cards("5s 6d Ah")
    game.deal("5h 6h")  # the second cards of the split hands, and then no more
    if name == PJ:  # 13 and 14 are enough
        assert [hand.done for _, _, hand in game.table.hands()] == [True, True, False, False]
    game.do(c.Stand("bob", 2, 1))
    assert game.hand(3).cards == cards("9s 5d") and game.hand(3).done


@pytest.mark.clause(S24, "18.3")
@pytest.mark.parametrize("name", NSW)
def test_where_the_hand_is_bound_the_player_decides_for_the_others(name: str) -> None:
    game = IrregularTable(name, refused_card_binds="the hand")
    game.bet((1, "ann", "10"), (2, "bob", "10"))
    game.do(c.PlaceWager("ann", 3, 1000))
    game.deal("9c 5s 9s 6s 8d 6d 5d")
    assert game.in_error("Ah") is None
    game.answer(1, take=False)
    assert asked(game) == [(2, 1), (3, 1)]


@pytest.mark.clause(NZ, "16.4")
def test_in_new_zealand_the_hand_is_bound() -> None:
    game = IrregularTable(NZ)
    game.bet((1, "ann", "10"), (2, "bob", "10"))
    game.do(c.PlaceWager("ann", 3, 1000))
    game.deal("9c 5s 9s 6s 8d 6d 5d")
    assert game.in_error("Ah") is None
    game.answer(1, take=False)
    assert asked(game) == [(2, 1), (3, 1)]


@pytest.mark.clause(S24, "18.6")
@pytest.mark.clause(S65, "17.6")
@pytest.mark.clause(PJ, "15.6")
@pytest.mark.clause(NZ, "16.2")
@pytest.mark.parametrize(("name", "clause"), by_rulebook("18.6", "17.6", "16.2", "15.6"))
def test_an_unseen_card_to_the_dealers_hand_while_players_act(name: str, clause: str) -> None:
    """In New South Wales it opens the next round (reading 47); in New Zealand it is the next."""
    game = three(name)
    assert game.say(m.ReportCardInError(DEALER, NOW, None, to_dealer=True)) is None
    source = game.table.source
    assert source is not None
    assert source.under == (None if name == NZ else "face down")
    if name != NZ:
        again = game.say(m.ReportCardInError(DEALER, NOW, None, to_dealer=True))
        assert_refused(again, "card-in-error.kept", clause)
        assert game.in_error(None) is None  # one that went elsewhere is simply the next
    game.do(c.Stand("ann", 1, 1))
    game.do(c.Hit("bob", 2, 1))
    game.deal("8h")
    game.do(c.Stand("bob", 2, 1))
    game.do(c.Stand("cat", 3, 1))
    game.deal("Kh 5h")
    assert game.table.phase == "over"
    game.do(c.ClearTable())
    game.bet((1, "ann", "10"))
    left = game.table.source.left if game.table.source else 0
    game.deal("2h")
    assert game.table.source is not None
    assert left - game.table.source.left == (1 if name == NZ else 0)
