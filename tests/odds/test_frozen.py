"""The play of one solve on another shoe: what it earns on its own, and on the average of others."""

import pytest

from houserules.core.cards import CARDS, cards, deck
from houserules.odds.fixed_policy import replay
from houserules.odds.game import game_of
from houserules.odds.solved_game import SolvedGame, solve
from houserules.odds.solver.first_decision import SPLIT
from houserules.odds.solver.shoe import Shoe, full_shoe, shoe_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import vary


def few_ranks(name: str, ranks: str, decks: int) -> SolvedGame:
    """Solve a rulebook on decks that have only some ranks: everything happens, and quickly."""
    every = [card for card in deck(tens=True) if card.rank in ranks]
    return solve(rulebook(name), shoe=shoe_of(decks * every))


def average(solved: SolvedGame) -> float:
    """Return the edge of the same play with one card, nobody knows which, out of the shoe."""
    shoe = solved.shoe
    every = [card for card in CARDS.values() if shoe.of(card) > 0]
    edges = [shoe.of(card) * replay(solved, shoe.without([card])).house_edge for card in every]
    return sum(edges) / float(shoe.values.sum())


@pytest.mark.parametrize("name", RULEBOOKS)
def test_on_its_own_shoe_play_earns_what_it_was_solved_for(name: str) -> None:
    solved = few_ranks(name, "A678J", 2)
    again = replay(solved, solved.shoe)
    assert again.house_edge == pytest.approx(solved.house_edge, abs=1e-14)
    assert again.results == pytest.approx(solved.results, abs=1e-14)
    for upcard, each in solved.by_upcard.items():
        assert again.by_upcard[upcard].value == pytest.approx(each.value, abs=1e-14)


@pytest.mark.parametrize(
    ("name", "ranks"),
    [("nsw-pontoon-2024", "678J"), ("nz-pontoon", "A7J"), ("nsw-pinkjack-2016", "A7J")],
)
def test_a_card_that_nobody_saw_leave_changes_nothing(name: str, ranks: str) -> None:
    """It might as well be the last of the shoe: no step of solve or replay may lose anything."""
    solved = few_ranks(name, ranks, 4)
    assert average(solved) == pytest.approx(solved.house_edge, abs=1e-14)


def test_pairs_that_are_split_by_their_suits() -> None:
    solved = few_ranks("nsw-pontoon-2024", "A7J", 4)
    shares = [pair.shares()[SPLIT] for opening in solved.openings for pair in opening.pairs]
    assert any(0.1 < share < 0.9 for share in shares)
    again = replay(solved, solved.shoe)
    assert again.house_edge == pytest.approx(solved.house_edge, abs=1e-14)
    assert again.standard_deviation == pytest.approx(solved.standard_deviation, abs=1e-12)
    assert again.distribution == pytest.approx(solved.distribution, abs=1e-14)


def test_a_card_that_nobody_saw_leave_a_deck_changes_nothing() -> None:
    rules = vary(rulebook("nsw-pontoon-2024"), "decks", 1)
    solved = solve(rules)
    alike = {f"{rank}s": 4 for rank in "A23459"} | {"Js": 12}
    alike |= {f"{rank}s": 1 for rank in "678"} | {f"{rank}h": 3 for rank in "678"}
    edges = [
        number * replay(solved, solved.shoe.without(cards(card))).house_edge
        for card, number in alike.items()
    ]
    assert sum(alike.values()) == 48
    assert sum(edges) / 48 == pytest.approx(solved.house_edge, abs=1e-14)


def test_best_play_is_no_worse_than_play_for_another_shoe() -> None:
    solved = few_ranks("nz-pontoon", "A45678JQ", 2)
    shoe = solved.shoe.without(cards("4s 4h 4d 5s 5h 5c 6d"))
    best = solve(solved.game, shoe=shoe)
    assert best.house_edge < replay(solved, shoe).house_edge - 1e-6
    assert replay(best, solved.shoe).house_edge > solved.house_edge


def test_shoes_in_fractions() -> None:
    solved = solve(vary(rulebook("nsw-pontoon-2024"), "decks", 2))
    shoe = full_shoe(game_of(rulebook("nsw-pontoon-2024"), 2500))
    between = Shoe(shoe.faces * 0.250001)
    assert replay(solved, between).house_edge == pytest.approx(solved.house_edge, abs=1e-6)


def test_an_upcard_that_was_not_there_was_not_played_against() -> None:
    solved = few_ranks("nsw-pontoon-2024", "A678J", 1)
    with pytest.raises(KeyError, match="nothing was played against 2s"):
        replay(solved, shoe_of(cards("2s 2h As Ah Js Jd 6s 7s 8s 6h 7h 8h")))
