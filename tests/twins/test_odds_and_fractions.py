"""The fast solver against its slow twin: small shoes, every rulebook, every rule that moves money."""

from collections import Counter
from typing import Any

import pytest

from houserules.core.cards import card, cards, deck
from houserules.odds import SolvedGame, advise, shoe_of, solve, strategy_rows
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import vary
from repetitions import FULL
from twins.fraction_odds import Odds, Rounds, odds_of
from twins.fraction_play import without
from twins.fraction_rules import Hand, Money, in_order
from twins.fraction_shoes import SHOES

EXACT = 1e-12
NEAR = 1e-3
"""Where suits of two hands, or three hands against a natural, are not taken together exactly: of the
order of one card in the shoe squared, and these shoes have sixteen cards, not hundreds."""


def both(
    name: str, shoe: str, wager: int = 2500, *varied: tuple[str, object]
) -> tuple[Odds, SolvedGame]:
    rules = rulebook(name)
    for key, value in varied:
        rules = vary(rules, key, value)
    text = SHOES[shoe]
    return odds_of(rules, text.split(), wager), solve(rules, wager=wager, shoe=shoe_of(cards(text)))


FEWER = {
    "nsw-pontoon-6to5-2017": ("aces", "tens"),  # it differs in naturals only
    "nz-pontoon": ("sevens", "eights", "aces", "tens", "soft"),  # where it differs from Sydney's
    "nsw-pinkjack-2016": (  # by suits: seconds a shoe
        *("aces", "pinkjacks", "soft"),
        *("a-pink-jack", "two-pink-jacks", "pink-jacks"),
    ),
}
PINK = ("a-pink-jack", "two-pink-jacks", "pink-jacks", "pink-aces")
"""Shoes for Pinkjack: no other rulebook looks at their suits."""

GAMES = [
    (name, shoe)
    for name in RULEBOOKS
    for shoe in SHOES
    if (shoe in FEWER.get(name, SHOES) or FULL)
    and (shoe not in PINK or name == "nsw-pinkjack-2016")
]


@pytest.mark.parametrize(("name", "shoe"), GAMES)
def test_edge_and_distribution_are_the_same(name: str, shoe: str) -> None:
    slow, fast = both(name, shoe)
    assert -fast.house_edge == pytest.approx(float(slow.mean), abs=EXACT)
    for upcard, (chance, mean) in slow.by_upcard.items():
        assert fast.by_upcard[upcard].probability == pytest.approx(float(chance), abs=EXACT)
        assert fast.by_upcard[upcard].value == pytest.approx(float(mean), abs=EXACT)
    close = EXACT if name == "nsw-pontoon-2024" and shoe in PLAIN else NEAR
    results = {round(float(value), 9): float(chance) for value, chance in slow.distribution.items()}
    for value in results.keys() | fast.distribution.keys():
        chance_of = results.get(value, 0.0)
        assert fast.distribution.get(value, 0.0) == pytest.approx(chance_of, abs=close)
    square = fast.standard_deviation**2 + fast.house_edge**2
    assert square == pytest.approx(float(slow.second_moment), abs=close * 10)


PLAIN = ("eights", "aces", "tens", "small", "soft", "threes", "wide")
"""Shoes on which nothing at all is approximated where hands are split once."""

VARIED: list[tuple[str, str, str, object]] = [
    ("nsw-pontoon-2024", "eights", "natural_collects", "original-hand"),
    ("nsw-pontoon-2024", "eights", "natural_collects", "one-in-all"),
    ("nsw-pontoon-2024", "eights", "resplit", True),
    ("nsw-pontoon-2024", "aces", "resplit", True),
    ("nsw-pontoon-2024", "aces", "split_aces_get_one_card", False),
    ("nsw-pontoon-2024", "aces", "naturals_after_split", True),
    ("nsw-pontoon-2024", "tens", "equal_totals", "lose"),
    ("nsw-pontoon-2024", "tens", "surrender_against", "K"),
    ("nsw-pontoon-2024", "eights", "surrender_keeps", "3 to 4"),
    ("nsw-pontoon-2024", "soft", "aces_when_doubling", "usual"),
    ("nsw-pontoon-2024", "soft", "dealer_stands_on_soft", 17),
    ("nsw-pontoon-2024", "tens", "must_draw_below", 15),
    ("nsw-pontoon-2024", "threes", "dealer_stands_on_hard", 16),
    ("nsw-pontoon-2024", "threes", "double_most_cards", 2),
    ("nsw-pontoon-2024", "threes", "double_most", "1 to 2"),
    ("nsw-pontoon-2024", "fours", "doubled_21_pays", "3 to 2"),
    ("nsw-pontoon-2024", "tens", "dealer_bust_pays", "1 to 2"),
    ("nsw-pontoon-2024", "fours", "higher_total_pays", "2 to 1"),
    ("nsw-pontoon-2024", "tens", "twenty_one_pays", "3 to 1"),
    ("nsw-pontoon-2024", "tens", "pontoon_pays", "2 to 1"),
    ("nsw-pontoon-2024", "sevens", "resplit", True),
    ("nsw-pontoon-2024", "six-seven-eight", "suited_678_pays", "5 to 2"),
    ("nz-pontoon", "soft", "aces_when_doubling", "every ace is 1"),
    ("nz-pontoon", "eights", "natural_collects", "busted-bets-plus-one"),
    ("nz-pontoon", "tens", "natural_collects", "original-hand"),
    ("nsw-pinkjack-2016", "pinkjacks", "dealer_pinkjack_counts_as_blackjack", True),
    ("nsw-pinkjack-2016", "eights", "natural_collects", "original-hand"),
    ("nsw-pontoon-6to5-2017", "threes", "natural_collects", "original-hand"),
    ("nsw-pinkjack-2016", "tens", "natural_collects", "original-hand"),
    ("nsw-pinkjack-2016", "soft", "double_most_cards", "any number"),
    ("nsw-pinkjack-2016", "fours", "five_card_trick_pays", "2 to 1"),
    ("nsw-pinkjack-2016", "aces", "naturals_after_split", False),
]


@pytest.mark.parametrize(("name", "shoe", "key", "value"), VARIED)
def test_a_changed_rule_changes_both(name: str, shoe: str, key: str, value: object) -> None:
    slow, fast = both(name, shoe, 2500, (key, value))
    assert -fast.house_edge == pytest.approx(float(slow.mean), abs=EXACT)


LOW = (
    ("unsuited_blackjack_pays", "1 to 4"),
    ("suited_blackjack_pays", "1 to 4"),
    ("pinkjack_pays", "3 to 1"),
)
"""Payouts with which aces are split for a Pinkjack only."""

BY_DIAMONDS: list[tuple[str, tuple[tuple[str, object], ...]]] = [
    ("a-pink-jack", ()),
    ("a-pink-jack", (("natural_collects", "original-hand"),)),
    ("a-pink-jack", (("hands_most", 4),)),
    ("two-pink-jacks", ()),
    ("two-pink-jacks", (("dealer_pinkjack_counts_as_blackjack", True),)),
    ("two-pink-jacks", (("resplit", False),)),
    ("pink-jacks", (("hands_most", 4),)),
    ("pink-jacks", (("dealer_pinkjack_counts_as_blackjack", True),)),
    ("pink-aces", LOW),
    ("pink-aces", (*LOW, ("resplit", False))),
]


@pytest.mark.clause("nsw-pinkjack-2016", "8.1.1")
@pytest.mark.clause("nsw-pinkjack-2016", "11.3.1")
@pytest.mark.parametrize(("shoe", "varied"), BY_DIAMONDS)
def test_pairs_are_split_by_their_diamonds(
    shoe: str, varied: tuple[tuple[str, object], ...]
) -> None:
    """First decisions and splits again: the same edge, and the same choice for every pair."""
    slow, fast = both("nsw-pinkjack-2016", shoe, 2500, *varied)
    assert -fast.house_edge == pytest.approx(float(slow.mean), abs=EXACT)
    rows = {_key(row): row for row in strategy_rows(fast)["hands"]}
    chosen: dict[object, set[str]] = {}
    for (upcard, values, suits, _, split), (best, worth) in slow.decisions.items():
        if suits is None or upcard[0] in "AJK":  # these stand for more upcards than one
            continue
        row = rows[upcard[0], " ".join(values), suits, split and split[:2]]
        assert row["best"] == best
        for action, each in worth.items():
            assert row["values"][action] == pytest.approx(float(each), abs=EXACT)
        chosen.setdefault((upcard, values, split), set()).add(best)
    assert any(len(each) > 1 for each in chosen.values()), "no choice depends on a diamond"


def _key(row: dict[str, Any]) -> tuple[object, ...]:
    split = row["split_from"]
    return row["upcard"], row["cards"], row["suits"], split and (split["card"], split["hands"])


@pytest.mark.clause("nsw-pinkjack-2016", "11.3.1")
@pytest.mark.parametrize(("hand", "upcard"), [("Jd Ks", "9c"), ("Jd Jd", "8c"), ("Kd Ks", "Ks")])
def test_the_coach_values_the_exact_cards(hand: str, upcard: str) -> None:
    """Everything else of eight decks was seen: what is left is a small shoe, and suits differ."""
    rules, text = rulebook("nsw-pinkjack-2016"), SHOES["a-pink-jack"] + " Kd As"
    seen = Counter(8 * deck(tens=True)) - Counter(cards(text))
    left = list(seen.elements())
    advice = advise(rules, cards(hand), card(upcard), seen=left)
    choices = Rounds(Money(rules, 2500), in_order(tuple(text.split()))).choices(upcard)
    own = Hand(tuple(hand.split()))
    for action in ("stand", "hit", "double", "split"):
        worth = choices.worth(action, own, without(choices.shoe, *own.cards))
        assert advice.values[action] == pytest.approx(float(worth), abs=EXACT)


@pytest.mark.parametrize("wager", [499, 500, 2499, 2500])
def test_the_super_bonus_goes_by_the_wager(wager: int) -> None:
    slow, fast = both("nsw-pontoon-2024", "sevens", wager)
    assert -fast.house_edge == pytest.approx(float(slow.mean), abs=EXACT)


def test_varied_rules_matter_somewhere() -> None:
    """A rule that changed nothing on its shoe would prove nothing; most must move the edge."""
    moved = 0
    for name, shoe, key, value in VARIED:
        rules, small = rulebook(name), shoe_of(cards(SHOES[shoe]))
        changed = solve(vary(rules, key, value), shoe=small).house_edge
        moved += changed != solve(rules, shoe=small).house_edge
    assert moved >= len(VARIED) - 3
