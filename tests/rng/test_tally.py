"""What is counted, against a count that is slow and obvious."""

from collections import Counter
from itertools import pairwise

import pytest

from houserules.core.cards import RANKS, cards, deck
from houserules.rng.tally import ShoeShape, tally
from rng.shuffles import SMALL, quick


def test_the_tally_is_what_one_counts_by_hand() -> None:
    orders = list(quick(SMALL, 40, seed=5))
    counts = tally(SMALL, iter(orders))
    hands = [[SMALL[place] for place in order] for order in orders]
    triples = [
        tuple(hand[at : at + 3])
        for hand in hands
        for at in range(len(hand) - 2)
        if all(card.rank in "678" for card in hand[at : at + 3])
    ]
    assert counts.shuffles == 40 and counts.altered == 0
    assert counts.places[17] == Counter(order[17] for order in orders)
    assert counts.pairs == Counter(pair for hand in hands for pair in pairwise(hand))
    assert counts.triples == Counter(triples) and triples
    assert counts.colour_runs == Counter(
        1 + sum(one.is_red != two.is_red for one, two in pairwise(hand)) for hand in hands
    )
    assert counts.rising_runs == Counter(
        1 + sum(RANKS.index(one.rank) > RANKS.index(two.rank) for one, two in pairwise(hand))
        for hand in hands
    )
    assert counts.unmoved == sum(order[at] == at for order in orders for at in range(len(order)))
    assert counts.repeated == sum(
        one[at] == two[at] for one, two in pairwise(orders) for at in range(len(SMALL))
    )
    assert counts.followed == sum(
        two == one + 1 for order in orders for one, two in pairwise(order)
    )


def test_places_are_counted_over_many_shuffles_too() -> None:
    orders = list(quick(cards("As 2s As 2s As 2s"), 1203, seed=1))
    counts = tally(cards("As 2s As 2s As 2s"), orders)
    assert counts.places == [Counter(column) for column in zip(*orders, strict=True)]


def test_sevens_in_a_row_count_once_for_every_three() -> None:
    shoe = cards("7s 9c") * 4
    counts = tally(shoe, [(0, 2, 4, 6, 1, 3, 5, 7)])
    assert counts.triples == {(shoe[0],) * 3: 2}


def test_a_lost_card_is_noticed() -> None:
    whole = tuple(range(len(SMALL)))
    assert tally(SMALL, [whole, (1, *whole[1:])]).altered == 1


@pytest.mark.parametrize("shoe", [deck(tens=True) * 2, SMALL[1:], SMALL + SMALL[:1]])
def test_a_shoe_is_three_whole_decks_or_more(shoe: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="3 whole decks"):
        ShoeShape(shoe)  # type: ignore[arg-type]
