"""The subsequent deal: turns, draws, doubles, forfeits, splits, absent players."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable, assert_refused
from houserules.core.cards import card
from houserules.table import commands as c
from houserules.table.events import HandDoubled, PlayerAbsent

ALL = (S24, S65, NZ, PJ)
DEALT = {S24: "8.1", S65: "7.1", NZ: "8.2", PJ: "7.1"}


def dealt(name: str, cards: str, *wagers: tuple[int, str, str], **options: object) -> GameTable:
    """A table after the initial deal, offers closed; ann alone on box 1 unless told otherwise."""
    game = GameTable(name, **options)
    game.bet(*(wagers or ((1, "ann", "20"),)))
    game.deal(cards)
    if game.table.phase == "offers":
        game.do(c.CloseOffers())
    return game


TURNS = [
    (S24, "12.1", "14.2", "6.6"),
    (S65, "11.1", "13.2", "5.5"),
    (NZ, "8.3", "13.3", "15.3(a)"),
    (PJ, "9.1", "11.2", "5.5"),
]


@pytest.mark.clause(S24, "2.1:controlling-player", "8.1", "12.1", "6.6", "14.2")
@pytest.mark.clause(S65, "7.1", "11.1", "5.5", "13.2")
@pytest.mark.clause(NZ, "8.2", "8.2(a)", "8.2(b)", "8.2(c)", "8.3", "15.3(a)", "13.3")
@pytest.mark.clause(PJ, "7.1", "9.1", "5.5", "11.2")
@pytest.mark.parametrize(("name", "turn", "split", "controls"), TURNS)
def test_boxes_and_hands_are_played_in_turn(
    name: str, turn: str, split: str, controls: str
) -> None:
    wagers = ((2, "ann", "20"), (2, "bob", "5"), (5, "cat", "20"))
    game = dealt(name, "8s 9s 6h 8d 7d", *wagers)
    assert [len(box.hands[0].cards) for box in game.table.boxes] == [2, 2]
    assert_refused(game.say(c.Stand("cat", 5, 1)), "decision.out-of-turn", turn)
    assert_refused(game.say(c.Hit("bob", 2, 1)), "decision.not-yours", controls)
    assert_refused(game.say(c.Hit("ann", 2, 2)), "hand.none", turn)
    assert_refused(game.say(c.Hit("ann", 3, 1)), "hand.none", turn)
    assert_refused(game.say(c.DealCard(game.table.dealer[0])), "card.not-due", _deal(game))
    game.do(c.Split("ann", 2, 1))
    game.do(c.Decline("bob", 2))
    assert_refused(game.say(c.Hit("ann", 2, 1)), "card.due", turn)
    game.deal("9c")
    assert_refused(game.say(c.Stand("ann", 2, 2)), "decision.out-of-turn", split)
    game.do(c.Stand("ann", 2, 1))
    game.deal("9d")
    game.do(c.Stand("ann", 2, 2))
    assert_refused(game.say(c.Hit("ann", 2, 2)), "hand.finished", turn)
    game.do(c.Stand("cat", 5, 1))
    assert game.table.phase == "dealer"


def _deal(game: GameTable) -> str:
    return game.rules.initial_deal.deal_order


@pytest.mark.parametrize("name", ALL)
def test_nobody_decides_while_the_first_cards_come(name: str) -> None:
    game = GameTable(name)
    game.bet((1, "ann", "20"))
    game.deal("9s")
    turn = game.rules.play.turn_order
    assert_refused(game.say(c.Hit("ann", 1, 1)), "decision.too-early", turn)
    assert_refused(game.say(c.Decline("ann", 1)), "answer.none", turn)


@pytest.mark.clause(S24, "4.1")
@pytest.mark.clause(S65, "3.1")
@pytest.mark.clause(NZ, "3.3(a)")
@pytest.mark.parametrize(("name", "clause"), [(S24, "4.1"), (S65, "3.1"), (NZ, "3.3(a)")])
def test_a_ten_is_foreign_to_a_deck_of_48(name: str, clause: str) -> None:
    game = GameTable(name)
    game.bet((1, "ann", "20"))
    game.do(c.CloseBets())
    assert_refused(game.say(c.DealCard(card("Ts"))), "card.foreign", clause)


@pytest.mark.clause(S24, "12.2", "12.1.3")
@pytest.mark.clause(S65, "11.2", "11.1.3")
@pytest.mark.clause(NZ, "14.1(d)")
@pytest.mark.clause(PJ, "9.2", "9.1.3")
@pytest.mark.parametrize(
    ("name", "clause"), [(S24, None), (S65, None), (NZ, "14.1(d)"), (PJ, "9.2")]
)
def test_standing_below_12(name: str, clause: str | None) -> None:
    game = dealt(name, "5s 6h 6d")  # 11
    if clause is None:
        game.do(c.Stand("ann", 1, 1))
        return
    assert_refused(game.say(c.Stand("ann", 1, 1)), "stand.must-draw", clause)
    twelve = dealt(name, "5s 6h 7d")
    twelve.do(c.Stand("ann", 1, 1))
    soft = dealt(name, "As 6h 2d")  # 13 with the ace at 11
    soft.do(c.Stand("ann", 1, 1))


DOUBLES = [
    (S24, "13.1", "13.1", "13.4"),
    (S65, "12.1", "12.1", "12.4"),
    (NZ, "12.3(a)", "12.4", "15.3(e)"),
    (PJ, "10.1", "10.2", "10.3"),
]


@pytest.mark.clause(S24, "13.1", "13.1.1", "13.3", "13.4")
@pytest.mark.clause(S65, "12.1", "12.1.1", "12.3", "12.4")
@pytest.mark.clause(NZ, "12.1", "12.3", "12.3(a)", "12.4", "14.1(b)", "15.3(c)", "15.3(e)")
@pytest.mark.clause(PJ, "10.1", "10.2", "10.3")
@pytest.mark.parametrize(("name", "most", "one_card", "follow"), DOUBLES)
def test_a_double_is_at_most_the_wager_and_takes_one_card(
    name: str, most: str, one_card: str, follow: str
) -> None:
    wagers = ((1, "ann", "20"), (1, "bob", "10"))
    game = dealt(name, "5s 6h 6d", *wagers)
    assert_refused(game.say(c.Double("bob", 1, 1, 1000)), "double.not-first", follow)
    assert_refused(game.say(c.Double("ann", 1, 1, 2001)), "double.too-much", most)
    game.do(c.Double("ann", 1, 1, 2000))
    assert_refused(
        game.say(c.Hit("ann", 1, 1)), "answers.awaited", game.rules.doubling.others_may_double
    )
    assert_refused(game.say(c.Double("bob", 1, 1, 1001)), "double.too-much", most)
    game.do(c.Double("bob", 1, 1, 1000))
    assert_refused(game.say(c.Double("bob", 1, 1, 1000)), "double.not-first", follow)
    game.deal("7c")
    assert_refused(game.say(c.Hit("ann", 1, 1)), "hand.finished", one_card)


@pytest.mark.clause(NZ, "12.3(b)")
@pytest.mark.clause(S24, "13.1")
@pytest.mark.parametrize(("name", "clause"), [(S24, None), (NZ, "12.3(b)")])
def test_the_smallest_double(name: str, clause: str | None) -> None:
    game = dealt(name, "5s 6h 6d", unit="2.50")
    assert_refused(game.say(c.Double("ann", 1, 1, 0)), "double.too-little", clause or "13.1")
    if clause:
        assert_refused(game.say(c.Double("ann", 1, 1, 249)), "double.too-little", clause)
        game.do(c.Double("ann", 1, 1, 250))
    else:
        assert_refused(game.say(c.Double("ann", 1, 1, 1)), "chips.odd-amount", "6.2")
        game.do(c.Double("ann", 1, 1, 50))


@pytest.mark.clause(S24, "13.1.3")
@pytest.mark.clause(S65, "12.1.3")
@pytest.mark.clause(NZ, "12.1")
@pytest.mark.clause(PJ, "10.1")
@pytest.mark.parametrize("name", ALL)
def test_pontoon_doubles_on_any_number_of_cards_and_pinkjack_on_three(name: str) -> None:
    three = dealt(name, "2s 6h 2d")
    three.do(c.Hit("ann", 1, 1))
    three.deal("2c")
    three.do(c.Double("ann", 1, 1, 2000))
    four = dealt(name, "2s 6h 2d")
    for drawn in ("2c", "3c"):
        four.do(c.Hit("ann", 1, 1))
        four.deal(drawn)
    if name == PJ:
        assert_refused(four.say(c.Double("ann", 1, 1, 2000)), "double.cards", "10.1")
    else:
        four.do(c.Double("ann", 1, 1, 2000))


@pytest.mark.clause(S24, "13.1.4", "13.1.4.1", "4.2.1")
@pytest.mark.clause(S65, "12.1.4", "12.1.4.1", "3.2.1")
@pytest.mark.clause(NZ, "12.2", "4.1(c)(ii)")
@pytest.mark.clause(PJ, "3.2.1")
@pytest.mark.parametrize(
    ("name", "two_aces", "drawn_ace"), [(S24, 2, 5), (S65, 2, 5), (NZ, 2, 15), (PJ, 12, 15)]
)
def test_what_an_ace_counts_in_a_double(name: str, two_aces: int, drawn_ace: int) -> None:
    aces = dealt(name, "As 6h Ad")
    aces.do(c.Double("ann", 1, 1, 2000))
    later = dealt(name, "2s 6h 2d")
    later.do(c.Hit("ann", 1, 1))
    later.deal("Ac")  # 2 2 A: the ace is not of the initial deal
    later.do(c.Double("ann", 1, 1, 2000))
    totals = [e.total for g in (aces, later) for e in g.events if isinstance(e, HandDoubled)]
    assert totals == [two_aces, drawn_ace]


@pytest.mark.clause(S24, "13.1.4")
@pytest.mark.clause(NZ, "4.1(c)(ii)")
@pytest.mark.parametrize(("name", "total"), [(S24, 9), (NZ, 19)])
def test_of_a_split_hand_only_the_split_card_is_of_the_initial_deal(name: str, total: int) -> None:
    game = dealt(name, "8s 6h 8d")
    game.do(c.Split("ann", 1, 1))
    game.deal("Ac")  # 8 A: the ace came after the split
    game.do(c.Double("ann", 1, 1, 2000))
    assert [e.total for e in game.events if isinstance(e, HandDoubled)] == [total]


FORFEITS = [(S24, "13.5", "13.7"), (S65, "12.5", "12.7"), (NZ, "12.8", "12.8")]


@pytest.mark.clause(S24, "13.5", "13.6", "13.7", "2.1:forfeit")
@pytest.mark.clause(S65, "12.5", "12.6", "12.7", "1.1:forfeit")
@pytest.mark.clause(NZ, "12.8")
@pytest.mark.parametrize(("name", "closes", "others"), FORFEITS)
def test_each_bettor_who_doubled_may_forfeit_before_the_next_hand(
    name: str, closes: str, others: str
) -> None:
    wagers = ((1, "ann", "20"), (1, "bob", "10"), (1, "cat", "5"), (2, "dan", "5"))
    game = dealt(name, "5s 9c 6h 6d 9d", *wagers)
    assert_refused(game.say(c.Forfeit("ann", 1, 1)), "forfeit.not-now", closes)
    game.do(c.Double("ann", 1, 1, 2000))
    game.do(c.Double("bob", 1, 1, 1000))
    game.do(c.Decline("cat", 1))
    game.deal("4c")
    assert_refused(game.say(c.Forfeit("cat", 1, 1)), "forfeit.no-double", others)
    assert_refused(game.say(c.Stand("dan", 2, 1)), "answers.awaited", closes)
    game.do(c.Decline("ann", 1))
    game.do(c.Forfeit("bob", 1, 1))
    assert_refused(game.say(c.Forfeit("ann", 1, 1)), "forfeit.not-now", closes)
    rows = [(row.player, row.wager, row.result, row.returned) for row in game.settled]
    assert rows == [("bob", "original", "forfeited", 0), ("bob", "double", "stand-off", 1000)]
    hand = game.table.hand(1, 1)
    assert hand is not None
    assert not hand.cleared  # ann and cat are still on it


@pytest.mark.clause(S24, "13.6")
@pytest.mark.clause(S65, "12.6")
@pytest.mark.parametrize("name", [S24, S65])
def test_when_all_forfeit_the_cards_go_and_the_dealer_draws_nothing(name: str) -> None:
    game = dealt(name, "5s 6h 6d")
    game.do(c.Double("ann", 1, 1, 2000))
    game.deal("4c")
    game.do(c.Forfeit("ann", 1, 1))
    assert game.table.phase == "over"
    assert len(game.table.discards) == 3
    assert len(game.table.dealer) == 1


@pytest.mark.clause(S24, "15.1", "15.3")
@pytest.mark.clause(S65, "14.1", "14.3")
@pytest.mark.clause(NZ, "8.5", "14.4")
@pytest.mark.clause(PJ, "12.1", "12.3")
@pytest.mark.parametrize(("name", "dealers_cards"), [(S24, 1), (S65, 1), (NZ, 2), (PJ, 1)])
def test_only_new_zealand_deals_a_second_card_that_decides_nothing(
    name: str, dealers_cards: int
) -> None:
    game = dealt(name, "Ks 6h 6d")
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kc")  # bust
    if game.table.phase == "dealer":
        game.deal("2c")  # 8: below any total on which a dealer stands
    assert game.table.phase == "over"
    assert len(game.table.dealer) == dealers_cards


SPLITS = [
    (S24, "14.1", "14.1", "14.10"),
    (S65, "13.1", "13.1", "13.10"),
    (NZ, "13.1", "13.1", "15.3(e)"),
    (PJ, "11.1", "11.4.3", "11.5"),
]


@pytest.mark.clause(S24, "14.1", "14.10")
@pytest.mark.clause(S65, "13.1", "13.10")
@pytest.mark.clause(NZ, "13.1", "13.2", "15.3(e)")
@pytest.mark.clause(PJ, "11.1", "11.4.3", "11.5")
@pytest.mark.parametrize(("name", "values", "third", "follow"), SPLITS)
def test_two_cards_of_one_value_may_be_split(
    name: str, values: str, third: str, follow: str
) -> None:
    unequal = dealt(name, "8s 6h 9d")
    assert_refused(unequal.say(c.Split("ann", 1, 1)), "split.values", values)
    late = dealt(name, "2s 6h 2d")
    late.do(c.Hit("ann", 1, 1))
    late.deal("2c")
    assert_refused(late.say(c.Split("ann", 1, 1)), "split.cards", third)
    tens = dealt(name, "Js 6h Kd", (1, "ann", "20"), (1, "bob", "10"))
    assert_refused(tens.say(c.Split("bob", 1, 1)), "split.not-first", follow)
    tens.do(c.Split("ann", 1, 1))
    tens.do(c.Split("bob", 1, 1))
    stakes = [(s.player, s.kind, s.amount) for h in tens.table.boxes[0].hands for s in h.stakes]
    assert stakes == [
        ("ann", "original", 2000),
        ("bob", "original", 1000),
        ("ann", "split", 2000),
        ("bob", "split", 1000),
    ]


AGAIN = [
    (S24, {}, "split.again", "14.8"),
    (S65, {}, "split.again", "13.8"),
    (S24, {"resplit": True}, "split.limit", "14.9.3"),
    (S65, {"resplit": True}, "split.limit", "13.9.3"),
    (NZ, {}, "split.limit", "13.4(a)"),
    (PJ, {}, "split.limit", "11.4.2"),
]


@pytest.mark.clause(S24, "14.8", "14.9", "14.9.2", "14.9.3")
@pytest.mark.clause(S65, "13.8", "13.9", "13.9.2", "13.9.3")
@pytest.mark.clause(NZ, "13.4", "13.4(a)")
@pytest.mark.clause(PJ, "11.3", "11.4", "11.4.1", "11.4.2")
@pytest.mark.parametrize(("name", "options", "code", "clause"), AGAIN)
def test_two_hands_or_three(name: str, options: dict[str, object], code: str, clause: str) -> None:
    game = dealt(name, "8s 6h 8d", **options)
    game.do(c.Split("ann", 1, 1))
    game.deal("8c")
    if code == "split.limit":
        game.do(c.Split("ann", 1, 1))
        game.deal("8h")
        assert len(game.table.boxes[0].hands) == 3
    assert_refused(game.say(c.Split("ann", 1, 1)), code, clause)


@pytest.mark.clause(NZ, "13.4(a)")
@pytest.mark.clause(PJ, "11.4")
@pytest.mark.clause(S24, "14.9", "14.9.5")
@pytest.mark.parametrize(
    ("name", "options", "clause"),
    [(NZ, {}, "13.4(a)"), (PJ, {}, "11.4"), (S24, {"resplit": True}, "14.9")],
)
def test_a_split_hand_is_split_again_only_on_two_equal_cards(
    name: str, options: dict[str, object], clause: str
) -> None:
    game = dealt(name, "8s 6h 8d", **options)
    game.do(c.Split("ann", 1, 1))
    game.deal("2c")
    assert_refused(game.say(c.Split("ann", 1, 1)), "split.values", clause)
    game.do(c.Hit("ann", 1, 1))
    game.deal("2d")
    assert_refused(game.say(c.Split("ann", 1, 1)), "split.values", clause)


@pytest.mark.clause(S24, "14.9")
@pytest.mark.clause(S65, "13.9")
@pytest.mark.clause(NZ, "13.4(a)")
@pytest.mark.clause(PJ, "11.4")
@pytest.mark.parametrize(
    ("name", "options"), [(S24, {"resplit": True}), (S65, {"resplit": True}), (NZ, {}), (PJ, {})]
)
def test_court_cards_of_different_ranks_are_split_again(
    name: str, options: dict[str, object]
) -> None:
    game = dealt(name, "Ks 6h Qd", **options)
    game.do(c.Split("ann", 1, 1))
    game.deal("Jc")
    game.do(c.Split("ann", 1, 1))
    assert [len(hand.cards) for hand in game.table.boxes[0].hands] == [1, 1, 1]


ACES = [(S24, "14.6"), (S65, "13.6"), (NZ, "13.4(b)")]


@pytest.mark.clause(S24, "14.3", "14.6", "14.7", "14.7.1", "14.7.2", "2.1:pontoon")
@pytest.mark.clause(S65, "13.3", "13.6", "13.7", "13.7.1", "13.7.2", "1.1:pontoon")
@pytest.mark.clause(NZ, "13.4(b)", "13.4(c)", "14.1(c)")
@pytest.mark.parametrize(("name", "clause"), ACES)
def test_split_aces_get_one_card_each_and_make_no_natural(name: str, clause: str) -> None:
    game = dealt(name, "As 9c 6h Ad 9d", (1, "ann", "20"), (2, "bob", "20"))
    game.do(c.Split("ann", 1, 1))
    game.deal("Kc 5c")
    assert_refused(game.say(c.Hit("ann", 1, 2)), "hand.finished", clause)
    assert_refused(game.say(c.Double("ann", 1, 2, 2000)), "hand.finished", clause)
    assert [(row.hand, str(row.odds)) for row in game.settled] == [(1, "1 to 1")]
    game.do(c.Stand("bob", 2, 1))


@pytest.mark.clause(S24, "14.9.4")
@pytest.mark.clause(S65, "13.9.4")
@pytest.mark.parametrize(("name", "clause"), [(S24, "14.6"), (S65, "13.6")])
def test_aces_may_be_split_again_before_the_other_gets_its_card(name: str, clause: str) -> None:
    game = dealt(name, "As 6h Ad", resplit=True)
    game.do(c.Split("ann", 1, 1))
    game.deal("Ac")
    assert_refused(game.say(c.Stand("ann", 1, 1)), "answers.awaited", clause)
    game.do(c.Split("ann", 1, 1))
    game.deal("Ah")  # a third ace of the box: three hands is the most, so it stands
    game.deal("5c 5d")
    assert [hand.total for hand in game.table.boxes[0].hands] == [12, 16, 16]
    assert game.table.phase == "dealer"
    kept = dealt(name, "As 6h Ad", resplit=True)
    kept.do(c.Split("ann", 1, 1))
    kept.deal("Ac")
    kept.do(c.Decline("ann", 1))
    kept.deal("5d")
    assert [hand.total for hand in kept.table.boxes[0].hands] == [12, 16]


@pytest.mark.clause(NZ, "13.4(b)")
def test_in_new_zealand_aces_are_split_only_once() -> None:
    game = dealt(NZ, "As 6h Ad")
    game.do(c.Split("ann", 1, 1))
    game.deal("Ac")
    assert_refused(game.say(c.Split("ann", 1, 1)), "split.aces", "13.4(b)")
    assert_refused(game.say(c.Hit("ann", 1, 1)), "hand.finished", "13.4(b)")


@pytest.mark.clause(PJ, "11.3", "11.3.1", "11.4", "1.1:blackjack")
def test_in_pinkjack_split_aces_play_on_and_make_naturals() -> None:
    game = dealt(PJ, "As 6h Ad")
    game.do(c.Split("ann", 1, 1))
    game.deal("5c")
    game.do(c.Hit("ann", 1, 1))
    game.deal("2c")
    game.do(c.Stand("ann", 1, 1))
    game.deal("Kd")
    assert [(row.hand, row.odds, row.clause) for row in game.settled] == [
        (2, game.rules.blackjack.suited_blackjack_pays.value, "8.1.3")
    ]


@pytest.mark.clause(S24, "14.10.2")
@pytest.mark.clause(S65, "13.10.2")
@pytest.mark.clause(PJ, "11.5.2")
@pytest.mark.parametrize(("name", "clause"), [(S24, "14.10.2"), (S65, "13.10.2"), (PJ, "11.5.2")])
def test_who_does_not_follow_a_split_stays_on_the_first_hand(name: str, clause: str) -> None:
    game = dealt(name, "8s 6h 8d", (1, "ann", "20"), (1, "bob", "10"))
    game.do(c.Split("ann", 1, 1))
    assert_refused(game.say(c.Designate("bob", 1, 2)), "designate.none", clause)
    game.do(c.Decline("bob", 1))
    hands = game.table.boxes[0].hands
    assert [[stake.player for stake in hand.stakes] for hand in hands] == [["ann", "bob"], ["ann"]]


@pytest.mark.clause(NZ, "15.3(d)")
def test_in_new_zealand_a_bettor_names_the_hand() -> None:
    game = dealt(NZ, "8s 6h 8d", (1, "ann", "20"), (1, "bob", "10"), (1, "cat", "5"))
    assert_refused(game.say(c.Designate("bob", 1, 1)), "designate.not-now", "15.3(d)")
    game.do(c.Split("ann", 1, 1))
    assert_refused(game.say(c.Designate("bob", 1, 3)), "designate.hand", "15.3(d)")
    assert_refused(game.say(c.Designate("bob", 1, 0)), "designate.hand", "15.3(d)")
    game.do(c.Designate("bob", 1, 2))
    game.do(c.Designate("cat", 1, 1))
    hands = game.table.boxes[0].hands
    assert [[(s.player, s.kind) for s in hand.stakes] for hand in hands] == [
        [("ann", "original"), ("cat", "original")],
        [("ann", "split"), ("bob", "original")],
    ]


ABSENT = [
    (S24, {}, "18.10", 0),
    (S65, {}, "17.10.1", 0),
    (S65, {"absent_player": "draw-to-12"}, "17.10.1", 2),
    (NZ, {}, "16.6", 2),
    (PJ, {}, "15.10", 2),
]


@pytest.mark.clause(S24, "18.10")
@pytest.mark.clause(S65, "17.10", "17.10.1")
@pytest.mark.clause(NZ, "16.6")
@pytest.mark.clause(PJ, "15.10")
@pytest.mark.parametrize(("name", "options", "clause", "drawn"), ABSENT)
def test_an_absent_player(name: str, options: dict[str, object], clause: str, drawn: int) -> None:
    game = dealt(name, "2s 6h 3d", **options)
    game.do(c.ReportAbsent(1, 1))
    assert [e.clause for e in game.events if isinstance(e, PlayerAbsent)] == [clause]
    game.deal("4c 3h"[: 3 * drawn])  # 9, then exactly 12
    assert game.table.phase == "dealer"
    assert len(game.table.boxes[0].hands[0].cards) == 2 + drawn


@pytest.mark.parametrize("name", ALL)
def test_doubles_and_splits_take_chips(name: str) -> None:
    game = dealt(name, "8s 6h 8d")
    game.do(c.TakeChips("ann", game.table.racks["ann"] - 1950))
    chips = game.rules.wagers.wagers_in_chips
    assert_refused(game.say(c.Split("ann", 1, 1)), "chips.short", chips)
    assert_refused(game.say(c.Double("ann", 1, 1, 2000)), "chips.short", chips)
    game.do(c.Double("ann", 1, 1, 1950))


@pytest.mark.clause(S24, "17.3", "2.1:round-of-play")
@pytest.mark.clause(S65, "16.3", "1.1:round-of-play")
@pytest.mark.clause(NZ, "8.6", "1.0:round")
@pytest.mark.clause(PJ, "14.1.6", "1.1:round-of-play")
@pytest.mark.parametrize("name", ALL)
def test_at_the_end_every_card_goes_to_the_discard_rack(name: str) -> None:
    game = dealt(name, "9s 8h 9d")
    game.do(c.Stand("ann", 1, 1))
    game.deal("9c")  # 18 against 17
    assert game.table.phase == "over"
    assert game.table.discards == ()
    game.do(c.ClearTable())
    assert [str(each) for each in game.table.discards] == ["9s", "9d", "8h", "9c"]
    assert (game.table.phase, game.table.boxes, game.table.dealer) == ("betting", (), ())
    game.bet((1, "ann", "20"))


@pytest.mark.clause(NZ, "13.5", "14.2")
def test_in_new_zealand_a_bust_collects_the_wagers_of_its_hand_alone() -> None:
    game = dealt(NZ, "8s 6h 8d")
    game.do(c.Split("ann", 1, 1))
    game.deal("5c")
    game.do(c.Hit("ann", 1, 1))
    game.deal("Kc")  # 23
    assert [(row.hand, row.result) for row in game.settled] == [(1, "lose")]
    second = game.table.hand(1, 2)
    assert second is not None and second.open_stakes and not second.cleared


@pytest.mark.clause(S24, "2.1:hard-total")
@pytest.mark.clause(S65, "1.1:hard-total")
@pytest.mark.clause(NZ, "1.0:hard-total")
@pytest.mark.parametrize("name", [S24, S65, NZ])
def test_a_hand_whose_aces_all_count_1_has_a_hard_total(name: str) -> None:
    game = dealt(name, "As 6h 5d")
    for drawn, total, soft in (("Ac", 17, True), ("9c", 16, False)):  # 11+5+1, then 1+5+1+9
        game.do(c.Hit("ann", 1, 1))
        game.deal(drawn)
        hand = game.table.hand(1, 1)
        assert hand is not None and (hand.total, hand.soft) == (total, soft)


@pytest.mark.clause(S24, "4.2.1")
@pytest.mark.clause(S65, "3.2.1")
@pytest.mark.clause(NZ, "4.1(c)", "4.1(c)(i)")
@pytest.mark.clause(PJ, "3.2.1")
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("drawn", "total", "soft"), [("4c", 20, True), ("5c", 21, True), ("6c", 12, False)]
)
def test_an_ace_counts_11_as_long_as_the_total_is_not_above_21(
    name: str, drawn: str, total: int, *, soft: bool
) -> None:
    game = dealt(name, "As 6h 5d")
    game.do(c.Hit("ann", 1, 1))
    game.deal(drawn)
    hand = game.table.hand(1, 1)
    assert hand is not None and (hand.total, hand.soft) == (total, soft)


@pytest.mark.clause(S24, "11.2.1")
@pytest.mark.clause(S65, "10.2.1")
@pytest.mark.clause(NZ, "5.1(d)")
@pytest.mark.clause(PJ, "9.6")
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("first_two", ["As 5d", "9s 5d"])
def test_a_21_wins_at_once_with_an_ace_or_without(name: str, first_two: str) -> None:
    first, second = first_two.split()
    game = dealt(name, f"{first} 6h {second}")
    game.do(c.Hit("ann", 1, 1))
    game.deal("5c" if first == "As" else "7c")
    assert [(each.result, each.stage, each.returned) for each in game.settled] == [
        ("win", "interim", 4_000)
    ]


@pytest.mark.clause(NZ, "1.0:initial-deal", "8.2")
@pytest.mark.clause(S24, "8.1")
@pytest.mark.clause(S65, "7.1")
@pytest.mark.clause(PJ, "7.1")
@pytest.mark.parametrize("name", ALL)
def test_the_initial_deal_is_two_cards_a_player_and_one_for_the_dealer(name: str) -> None:
    game = GameTable(name)
    game.bet((1, "ann", "20"), (2, "bob", "20"))
    game.deal("Ks 9s 6h 9c")
    assert game.table.phase == "dealing"
    game.deal("Kh")
    assert game.table.phase == "playing"
    assert len(game.table.dealer) == 1
    assert [len(hand.cards) for _, _, hand in game.table.hands()] == [2, 2]
    assert_refused(game.say(c.DealCard(card("8d"))), "card.not-due", DEALT[name])


@pytest.mark.clause(S24, "17.1.4", "17.1.9")
@pytest.mark.clause(S65, "16.1.4", "16.1.9")
@pytest.mark.clause(NZ, "5.1(a)", "5.1(g)")
@pytest.mark.clause(PJ, "14.1.3", "14.1.4")
@pytest.mark.parametrize(
    ("name", "loses", "wins"),
    [
        (S24, "17.1.9", "17.1.4"),
        (S65, "16.1.9", "16.1.4"),
        (NZ, "5.1(g)", "5.1(a)"),
        (PJ, "14.1.4", "14.1.3"),
    ],
)
def test_20_loses_to_21_and_wins_when_the_dealer_goes_above_it(
    name: str, loses: str, wins: str
) -> None:
    for last, expected in (("5h", ("lose", loses, 0)), ("6h", ("win", wins, 4_000))):
        game = dealt(name, "Ks 9d Qc")
        game.do(c.Stand("ann", 1, 1))
        game.deal(f"7c {last}")
        assert [(each.result, each.clause, each.returned) for each in game.settled] == [expected]
