"""What must hold whatever the rules: laws of probability, and that a better rule is never worse."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import fsum, sqrt

import pytest

from houserules.core.cards import CARDS, cards
from houserules.odds.game import Game, game_of
from houserules.odds.solved_game import SolvedGame, solve
from houserules.odds.solver.shoe import Shoe, ShoeError, full_shoe, shoe_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import vary

S24, NZ, PJ = "nsw-pontoon-2024", "nz-pontoon", "nsw-pinkjack-2016"
SMALL = "7s 7s 7h 7h 7d 7d 6s 8s 6h 8h Ks Kd Jd Ad As 9c 9c Qc 5h 4c 2d 3s"


def small() -> Shoe:
    """Return a shoe of a few cards, with naturals, 6-7-8 and 7-7-7."""
    return shoe_of(cards(SMALL))


@cache
def solved(name: str, decks: int = 1, wager: int = 2500) -> SolvedGame:
    """Solve a rulebook for some decks."""
    return solve(vary(rulebook(name), "decks", decks), wager=wager)


@cache
def solved_small(name: str) -> SolvedGame:
    """Solve a rulebook for the small shoe, without prizes."""
    return solve(rulebook(name), shoe=small(), wager=100)


def game(name: str, **chosen: object) -> Game:
    """Return a game of two decks with values changed."""
    return replace(game_of(rulebook(name), 2500), decks=2, **chosen)  # type: ignore[arg-type]


CASES: dict[str, Callable[[], SolvedGame]] = {
    **{f"{name}, one deck": lambda name=name: solved(name) for name in (S24, PJ)},
    **{f"{name}, small": lambda name=name: solved_small(name) for name in RULEBOOKS},
    "split again": lambda: solve(game(S24, hands_most=3), shoe=small()),
    "the dealer looks first": lambda: solve(game(S24, peeks=True)),
    "six decks and a half": lambda: solve(rulebook(S24), shoe=decks_of(S24, 6.5)),
    "cards removed": lambda: solve(rulebook(S24), shoe=small(), removed=cards("7s 7h Ks")),
}


def decks_of(name: str, decks: float) -> Shoe:
    """Return a shoe of so many decks, part of one included: what is left, as far as it is known."""
    return Shoe(full_shoe(replace(game_of(rulebook(name), 2500), decks=1)).faces * decks)


@pytest.fixture(params=CASES.values(), ids=CASES.keys(), scope="module")
def case(request: pytest.FixtureRequest) -> SolvedGame:
    found: SolvedGame = request.param()
    return found


def test_the_distribution_is_one(case: SolvedGame) -> None:
    """It sums to 1, its mean is minus the edge, its spread the standard deviation."""
    law = case.distribution
    assert min(law.values()) > 0
    assert fsum(law.values()) == pytest.approx(1, abs=1e-9)
    mean = fsum(net * chance for net, chance in law.items())
    square = fsum(net**2 * chance for net, chance in law.items())
    assert mean == pytest.approx(-case.house_edge, abs=1e-9)
    assert sqrt(square - mean**2) == pytest.approx(case.standard_deviation, abs=1e-9)


def test_upcards_average_to_the_edge(case: SolvedGame) -> None:
    each = case.by_upcard.values()
    assert fsum(one.probability for one in each) == pytest.approx(1, abs=1e-12)
    value = fsum(one.probability * one.value for one in each)
    assert value == pytest.approx(-case.house_edge, abs=1e-12)


def test_a_round_has_a_settlement_for_every_hand(case: SolvedGame) -> None:
    """At least one, at most as many as hands may be formed, and no more than naturals can be."""
    hands = fsum(case.results.values())
    assert 1 - 1e-12 < hands < 1 + (case.game.hands_most - 1) * 0.4
    values = case.shoe.values
    whole = values.sum()
    natural = 2 * values[0] * values[-1] / (whole * (whole - 1))
    if not case.game.naturals.by_suit:
        assert case.results["pontoon"] == pytest.approx(natural, abs=1e-12)


PAID = {
    "pontoon": 3 / 2,
    "21": 1,
    "five-card-21": 3 / 2,
    "six-card-21": 2,
    "seven-card-21": 3,
    "mixed-678": 3 / 2,
    "suited-678": 2,
    "spades-678": 3,
    "mixed-777": 3 / 2,
    "suited-777": 2,
    "spades-777": 3,
    "bust": -1,
    "forfeit": -1,
    "higher": 1,
    "lower": -1,
    "stand-off": 0,
    "dealer-bust": 1,
    "dealer-natural": -1,
    "natural-stand-off": 0,
    "surrender": -1 / 2,
    "surrender-void": -1,
    "doubled-bust": -2,
    "doubled-21": 2,
    "doubled-higher": 2,
    "doubled-lower": -2,
    "doubled-stand-off": 0,
    "doubled-dealer-bust": 2,
    "doubled-dealer-natural": -1,
    "doubled-natural-stand-off": 0,
}
"""What each kind of settlement brings in New South Wales and New Zealand, for a wager without prizes."""


@pytest.mark.parametrize("name", [S24, NZ])
@pytest.mark.parametrize("decks", [1, 6])
def test_results_pay_the_edge(name: str, decks: int) -> None:
    """Settlements by kind, times what the kind pays, are what a round is worth."""
    found = solved(name, decks, wager=100)
    assert found.results.keys() <= PAID.keys()
    value = fsum(PAID[kind] * number for kind, number in found.results.items())
    assert value == pytest.approx(-found.house_edge, abs=1e-12)


KEPT: dict[str, object] = {"surrender_keeps": "2 to 3"}
"""Half is never worth it in pontoon: a 21 beats a natural, so that a hand against an ace can hope."""

BETTER: dict[str, tuple[str, dict[str, object], dict[str, object]]] = {
    "surrender": (S24, {"surrender_against": "A", **KEPT}, {"surrender_against": "JQKA", **KEPT}),
    "more is kept": (S24, {}, KEPT),
    "pontoon": (S24, {"pontoon_pays": "6 to 5"}, {"pontoon_pays": "3 to 2"}),
    "five cards": (S24, {"five_card_21_pays": "1 to 1"}, {}),
    "spades": (S24, {"spades_678_pays": "2 to 1"}, {}),
    "split again": (S24, {}, {"resplit": True}),
    "four hands": (S24, {"resplit": True}, {"resplit": True, "hands_most": 4}),
    "aces once": (S24, {"resplit": True, "resplit_aces": False}, {"resplit": True}),
    "aces play on": (S24, {}, {"split_aces_get_one_card": False}),
    "any double": (S24, {"double_most_cards": 2}, {}),
    "half a double": (S24, {"double_most": "1 to 2"}, {}),
    "aces in a double": (S24, {}, {"aces_when_doubling": "initial aces are 1"}),
    "aces as usual": (NZ, {}, {"aces_when_doubling": "usual"}),
    "no need to draw": (NZ, {"must_draw_below": 15}, {}),
    "ties stand off": (PJ, {}, {"equal_totals": "stand-off"}),
    "the trick": (PJ, {}, {"five_card_trick_pays": "3 to 2"}),
    "collection": (S24, {}, {"natural_collects": "original-hand"}),
    "a pinkjack spares": (PJ, {}, {"dealer_pinkjack_counts_as_blackjack": True}),
}


@pytest.mark.parametrize(("name", "worse", "better"), BETTER.values(), ids=BETTER.keys())
def test_a_better_rule_is_worth_something(
    name: str, worse: dict[str, object], better: dict[str, object]
) -> None:
    """Whoever may do more, or is paid more, cannot expect less."""
    assert edge(name, tuple(better.items())) < edge(name, tuple(worse.items())) - 1e-9


@cache
def edge(name: str, chosen: tuple[tuple[str, object], ...]) -> float:
    """Return the edge of two decks with values changed."""
    rules = vary(rulebook(name), "decks", 2)
    for key, raw in chosen:
        rules = vary(rules, key, raw)
    return solve(rules).house_edge


def test_a_forfeit_is_worth_something() -> None:
    assert edge(S24, ()) < solve(game(S24, forfeits=False)).house_edge - 1e-9


def test_half_is_never_worth_a_surrender() -> None:
    assert edge(S24, ()) == solve(game(S24, surrender_against="")).house_edge
    assert "surrender" not in solved(S24).results


def test_looking_first_is_worth_nothing_to_one_plain_wager() -> None:
    """Without 21s that win at once, doubles and splits a natural takes one wager in either case."""
    none = {"double_most_cards": 1, "bonuses": None, "twenty_one": None}
    plain = solve(game(S24, **none)).openings, solve(game(S24, peeks=True, **none)).openings
    for without, looked in zip(*plain, strict=True):
        for one, other in zip(without.pairs, looked.pairs, strict=True):
            if one.cards[0] != one.cards[1] and one.choices:
                assert one.value == pytest.approx(other.value, abs=1e-12)


def test_removing_nothing() -> None:
    found = solve(rulebook(S24), shoe=small(), wager=100, removed=())
    assert found.house_edge == solved_small(S24).house_edge


def test_removing_a_card_is_a_shoe_without_it() -> None:
    removed = solve(rulebook(NZ), shoe=small(), removed=cards("7h Ad"))
    without = solve(rulebook(NZ), shoe=small().without(cards("7h Ad")))
    assert removed.house_edge == without.house_edge
    with pytest.raises(ShoeError):
        solve(rulebook(NZ), shoe=small(), removed=cards("As As"))


@pytest.mark.parametrize("name", [S24, PJ])
def test_knowing_a_card_helps(name: str) -> None:
    """Burn a card: unseen it changes nothing, seen it can only help, by much in a small shoe."""
    shoe, whole = small(), float(small().values.sum())
    known = fsum(
        shoe.of(card)
        / whole
        * solve(rulebook(name), shoe=shoe, wager=100, removed=[card]).house_edge
        for card in CARDS.values()
        if shoe.of(card)
    )
    assert known < solved_small(name).house_edge - 1e-6


def test_part_of_a_deck_lies_between() -> None:
    edges = [solve(rulebook(S24), shoe=decks_of(S24, decks)).house_edge for decks in (6, 6.5, 7)]
    assert edges == sorted(edges)
    assert edges[1] == pytest.approx((edges[0] + edges[2]) / 2, abs=1e-5)  # falls like 1 / decks
    assert edges[0] == solved(S24, 6).house_edge


def test_a_shoe_that_is_too_small() -> None:
    with pytest.raises(ShoeError, match="too few"):
        solve(rulebook(S24), shoe=shoe_of(cards("7s 7h Ks")))
