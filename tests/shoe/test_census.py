"""The census: a card that cannot be there is noticed at once."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given as over
from hypothesis import strategies as st

from houserules.core.cards import CARDS, Card, card, cards
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.shoe.census import Census, Impossible, census_of
from houserules.shoe.stack import decks_of
from shoe.shoes import ALL, NZ, PJ, S24, S65

SEVEN = card("7s")


def census(name: str, **options: Any) -> Census:
    return census_of(decks_of(choose(rulebook(name), options)))


@pytest.mark.clause(NZ, "3.3(a)")
def test_a_fifth_seven_of_spades_cannot_be_in_four_decks() -> None:
    shoe = census(NZ, decks=4).saw(SEVEN, SEVEN, SEVEN)
    assert shoe.impossible(SEVEN) is None
    shoe = shoe.saw(SEVEN)
    assert shoe.impossible(SEVEN) == Impossible(SEVEN, seen=5, most=4)
    assert shoe.impossible(card("7h")) is None


@pytest.mark.clause(S24, "4.1")
@pytest.mark.clause(S65, "3.1")
@pytest.mark.clause(NZ, "3.3(a)")
@pytest.mark.clause(PJ, "3.1")
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("ten", ["Ts", "Th", "Td", "Tc"])
def test_a_ten_cannot_be_in_decks_of_48_cards(name: str, ten: str) -> None:
    found = census(name).impossible(card(ten))
    assert found == (None if name == PJ else Impossible(card(ten), seen=1, most=0))


@pytest.mark.parametrize("name", ALL)
def test_the_limit_is_the_number_of_decks(name: str) -> None:
    decks = rulebook(name).equipment.decks.value
    below = census(name).saw(*[SEVEN] * (decks - 1))
    assert below.impossible(SEVEN) is None
    assert below.saw(SEVEN).impossible(SEVEN) == Impossible(SEVEN, decks + 1, decks)


def test_an_impossible_card_has_been_seen_all_the_same() -> None:
    shoe = census(NZ, decks=4).saw(*[SEVEN] * 6)
    assert shoe.impossible(SEVEN) == Impossible(SEVEN, seen=7, most=4)
    assert shoe.left[SEVEN] == 0


def test_what_is_left_is_told_by_face() -> None:
    shoe = census(S24).saw(*cards("7s 7s Kd"))
    assert shoe.left[SEVEN] == 6
    assert shoe.left[card("Kd")] == 7
    assert shoe.left[card("As")] == 8
    assert card("Ts") not in shoe.left
    assert sum(shoe.left.values()) == 384 - 3


def test_cards_that_go_back_can_come_again() -> None:
    shoe = census(NZ, decks=4).saw(*[SEVEN] * 4, card("Kd"))
    back = shoe.put_back([SEVEN, card("Kd")])
    assert back.impossible(SEVEN) is None
    assert back.left[card("Kd")] == 4
    with pytest.raises(ValueError, match="Kd cannot be put back"):
        back.put_back([card("Kd")])


def test_a_census_is_a_value() -> None:
    first = census(S24)
    first.saw(SEVEN)
    first.saw(SEVEN).put_back([SEVEN])
    assert first == census(S24)


@over(st.lists(st.sampled_from(list(CARDS.values())), max_size=60))
def test_one_by_one_is_the_same_as_counting(seen: list[Card]) -> None:
    shoe, noticed = census(NZ, decks=4), []
    for each in seen:
        if shoe.impossible(each):
            noticed.append(each)
        shoe = shoe.saw(each)
    assert Counter(noticed) == Counter(seen) - Counter(decks_of(choose(rulebook(NZ), {"decks": 4})))
    assert shoe == census(NZ, decks=4).saw(*seen)
