"""Side wagers and insurance: closed forms, and every way of dealing three cards written out."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from houserules.core.cards import CARDS, Card, cards, deck
from houserules.odds.figures import SideWagerFigures
from houserules.odds.game import game_of
from houserules.odds.side_wagers import insured_hands, side_wagers
from houserules.odds.solver.shoe import Shoe, ShoeError, full_shoe, shoe_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import vary
from houserules.rulebook.schema import Rulebook

PONTOONS = [name for name in RULEBOOKS if "pontoon" in name]
SMALL = {
    "a few of all": "As Ah Ad 2s 2s 2h 5c 6d 7s Js Jd Jd Qc Kh Ks",
    "aces and pictures": "As As Ad Ah Jd Jc Qd Qd Ks Kh Kc Kc",
    "no picture": "As Ah 2c 2c 2d 3d 3d 4h 5s 6c 8c 8s 9d",
}


def of_decks(name: str, decks: int) -> tuple[Rulebook, Shoe]:
    rules = vary(rulebook(name), "decks", decks)
    return rules, full_shoe(game_of(rules, 2500))


def dealt(shoe: Shoe) -> Counter[tuple[Card, Card, Card]]:
    """Every order of the first three cards: box, upcard, box."""
    every = [card for card in CARDS.values() for _ in range(int(shoe.of(card)))]
    return Counter(permutations(every, 3))


def pair_of(first: Card, second: Card) -> str:
    if first.rank != second.rank:
        return "no-pair"
    if first.suit == second.suit:
        return "perfect-pair"
    return "coloured-pair" if first.is_red == second.is_red else "mixed-pair"


def shares(ends: Counter[str]) -> dict[str, Fraction]:
    return {end: Fraction(number, ends.total()) for end, number in ends.items() if number}


def possible(wager: SideWagerFigures) -> dict[str, Fraction]:
    return {end: chance for end, chance in wager.results.items() if chance}


@pytest.mark.parametrize("name", PONTOONS)
@pytest.mark.parametrize("decks", [1, 4, 6, 8, 25, 30])
def test_perfect_pairs_on_full_shoes(name: str, decks: int) -> None:
    wager = side_wagers(*of_decks(name, decks))["perfect-pairs"]
    assert wager.house_edge == Fraction(25 - decks, 48 * decks - 1)
    left = 48 * decks - 1
    assert wager.results == {
        "no-pair": Fraction(44 * decks, left),
        "mixed-pair": Fraction(2 * decks, left),
        "coloured-pair": Fraction(decks, left),
        "perfect-pair": Fraction(decks - 1, left),
    }
    squares = Fraction(44 * decks + 25 * 2 * decks + 100 * decks + 625 * (decks - 1), left)
    assert wager.variance == squares - wager.house_edge**2


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_suits_you_on_full_shoes(decks: int) -> None:
    wager = side_wagers(*of_decks("nsw-pinkjack-2016", decks))["suits-you"]
    assert wager.house_edge == Fraction(5, 52)
    assert wager.suits == "shdc"
    assert wager.variance == Fraction(39 + 12 * 4 + 100, 52) - Fraction(5, 52) ** 2


def test_odds_can_be_varied() -> None:
    rules, shoe = of_decks("nsw-pontoon-2024", 8)
    rules = vary(vary(rules, "mixed_pair_pays", "6 to 1"), "perfect_pair_pays", "30 to 1")
    edge = side_wagers(rules, shoe)["perfect-pairs"].house_edge
    assert edge == Fraction(17 - 1 * 16 - 5 * 7, 383)
    rules, shoe = of_decks("nsw-pinkjack-2016", 8)
    edge = side_wagers(vary(rules, "suit_of_jack_pays", "15 to 1"), shoe)["suits-you"].house_edge
    assert edge == 0


def test_insurance_on_eight_decks() -> None:
    rules, shoe = of_decks("nsw-pontoon-2024", 8)
    wager = side_wagers(rules, shoe)["insurance"]
    # 383 cards are left behind an ace: 31 aces and 96 tens; a hand of both may not insure
    naturals = 2 * 31 * 96
    hands = 383 * 382 - naturals
    wins = 383 * 382 * Fraction(96, 383) - naturals * Fraction(95, 381)
    assert wager.results["natural"] == Fraction(96, 383)
    assert wager.house_edge == Fraction(95, 383)
    assert wager.when_open == 1 - 3 * wins / hands
    assert float(wager.when_open) == pytest.approx(0.2478752544606276, abs=1e-15)


@pytest.mark.parametrize("decks", [1, 4, 6, 8, 20])
def test_insurance_has_a_closed_form(decks: int) -> None:
    wager = side_wagers(*of_decks("nsw-pontoon-2024", decks))["insurance"]
    assert wager.house_edge == Fraction(12 * decks - 1, 48 * decks - 1)


def test_insurance_is_worse_with_tens_in_the_hand() -> None:
    rules, shoe = of_decks("nsw-pontoon-2024", 8)
    worth = {hand.cards: hand.value for hand in insured_hands(rules, shoe)}
    assert len(worth) == 54 and "A T" not in worth
    assert worth["2 3"] == Fraction(3 * 96, 381) - 1
    assert worth["9 T"] == Fraction(3 * 95, 381) - 1
    assert worth["T T"] == Fraction(3 * 94, 381) - 1


@pytest.mark.parametrize("shoe", SMALL.values(), ids=SMALL)
def test_small_shoes_dealt_out_in_every_order(shoe: str) -> None:
    small = shoe_of(cards(shoe))
    pontoon = side_wagers(rulebook("nsw-pontoon-2024"), small)
    pairs, suits, insured = Counter[str](), Counter[tuple[str, str]](), Counter[str]()
    for (first, upcard, second), orders in dealt(small).items():
        pairs[pair_of(first, second)] += orders
        for suit in "shdc":
            end = "suit-of-jack" if first.rank == "J" else "suit"
            suits[suit, end if first.suit == suit else "other-suit"] += orders
        if upcard.rank == "A":
            left = small.without([first, upcard, second])
            insured["natural"] += orders * int(left.values[9])
            insured["no-natural"] += orders * int(left.values[:9].sum())
    assert possible(pontoon["perfect-pairs"]) == shares(pairs)
    assert possible(pontoon["insurance"]) == shares(insured)
    _check_suits(side_wagers(rulebook("nsw-pinkjack-2016"), small)["suits-you"], suits)


def _check_suits(wager: SideWagerFigures, counted: Counter[tuple[str, str]]) -> None:
    pays = {"other-suit": -1, "suit": 2, "suit-of-jack": 10}
    worth = Counter[str]()
    for (suit, end), orders in counted.items():
        worth[suit] += pays[end] * orders
    best = max(worth.values())
    assert set(wager.suits) == {suit for suit in "shdc" if worth[suit] == best}
    assert wager.house_edge == Fraction(-4 * best, counted.total())


def test_removed_cards_name_the_suit() -> None:
    rules, shoe = of_decks("nsw-pinkjack-2016", 6)
    wager = side_wagers(rules, shoe.without(cards("2s 3h 4d")))["suits-you"]
    assert wager.suits == "c"
    assert wager.results["suit"] == Fraction(6 * 12, 6 * 52 - 3)


def test_favourable_hands_once_low_cards_are_gone() -> None:
    rules, shoe = of_decks("nsw-pontoon-2024", 1)
    assert not any(hand.favourable for hand in insured_hands(rules, shoe))
    rest = shoe.without(each for each in deck(tens=False) if each.rank in "234")
    good = {hand.cards for hand in insured_hands(rules, rest) if hand.favourable}
    # 33 cards behind the hand and the ace: more than 11 tens is what 2 to 1 asks for
    assert {"5 6", "9 9", "A A"} <= good
    assert not any("T" in hand for hand in good)


def test_what_a_rulebook_does_not_know_is_left_out() -> None:
    assert set(side_wagers(*of_decks("nsw-pontoon-2024", 8))) == {"perfect-pairs", "insurance"}
    assert set(side_wagers(*of_decks("nsw-pinkjack-2016", 8))) == {"suits-you"}


def test_no_insurance_without_a_card_to_insure_against() -> None:
    rules, shoe = of_decks("nz-pontoon", 1)
    assert set(side_wagers(rules, shoe.without(cards("As Ah Ad Ac")))) == {"perfect-pairs"}


def test_insurance_against_other_ranks_wins_by_a_natural_too() -> None:
    rules, shoe = of_decks("nsw-pontoon-2024", 8)
    hands = insured_hands(vary(rules, "insurance_against", "AK5"), shoe)
    worth = {(hand.upcard, hand.cards): hand.natural for hand in hands}
    assert worth["A", "2 3"] == Fraction(96, 381)
    assert worth["T", "A 3"] == Fraction(31, 381)
    assert worth["5", "2 3"] == 0
    assert sum(hand.probability for hand in hands) == 1
    by_upcard = Counter[str]()
    for hand in hands:
        by_upcard[hand.upcard] += hand.chance
    assert by_upcard["5"] == Fraction(1, 12) * (1 - Fraction(2 * 32 * 96, 383 * 382))


def test_shoes_that_cannot_be_counted_out() -> None:
    rules, shoe = of_decks("nsw-pontoon-2024", 8)
    with pytest.raises(ShoeError, match="whole cards"):
        side_wagers(rules, Shoe(shoe.faces * 0.99))
    with pytest.raises(ShoeError, match="too few"):
        side_wagers(rules, shoe_of(cards("As Kd")))
