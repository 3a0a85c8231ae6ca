"""Figures that outsiders believe: the solver plays their games and comes to their digits."""

from dataclasses import replace
from decimal import Decimal
from functools import cache

import pytest

from houserules.odds.game import Game, game_of
from houserules.odds.published import PUBLISHED, Published, blackjack, spanish_21
from houserules.odds.solved_game import solve
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import vary

OURS = {"0.78": "0.777", "0.37": "0.364", "0.43": "0.431"}
"""Best play to three places: what is published for plain strategies is a little worse."""


@cache
def percent(game: Game) -> Decimal:
    """Return the house edge in percent, to four places."""
    return round(Decimal(100 * solve(game).house_edge), 4)


@pytest.mark.parametrize("published", PUBLISHED, ids=lambda each: each.name)
def test_published_games(published: Published) -> None:
    edge = percent(published.game())
    assert round(edge, 3) == Decimal(OURS[published.house_edge])
    below = Decimal(published.house_edge) - edge
    assert Decimal("-0.005") < below < Decimal("0.01")


def test_star_style_pontoon_without_super_bonus() -> None:
    """Six decks, split once, $4.99: too small a wager for the prize. The literature has 0.41 %."""
    edge = percent(game_of(vary(rulebook("nsw-pontoon-2024"), "decks", 6), 499))
    assert edge == Decimal("0.4088")
    assert round(edge, 2) == Decimal("0.41")


def test_spanish_21_of_eight_decks() -> None:
    """Published beside the six decks: 0.80 % and 0.38 %."""
    hits, stands = (percent(spanish_21(8, stands_on_soft=total)) for total in (18, 17))
    assert (round(hits, 2), round(stands, 2)) == (Decimal("0.80"), Decimal("0.38"))


@pytest.mark.parametrize(
    ("stands_on_soft", "no_surrender", "one_card"), [(18, "0.018", "0.28"), (17, "0.006", "0.28")]
)
def test_what_spanish_21_rules_are_worth(
    stands_on_soft: int, no_surrender: str, one_card: str
) -> None:
    """Published beside the edges: without surrender, and with one card only to split aces."""
    game = spanish_21(6, stands_on_soft=stands_on_soft)
    without = percent(replace(game, surrender_against="")) - percent(game)
    one = percent(replace(game, split_aces_get_one_card=True)) - percent(game)
    assert abs(without - Decimal(no_surrender)) < Decimal("0.001")
    assert abs(one - Decimal(one_card)) < Decimal("0.005")


def test_what_blackjack_rules_are_worth() -> None:
    """A dealer who hits soft 17 costs about 0.2 %; fewer decks are better for the player."""
    more = percent(blackjack(8, stands_on_soft=18)) - percent(blackjack(8))
    assert Decimal("0.18") < more < Decimal("0.24")
    assert percent(blackjack(2)) < percent(blackjack(6)) < percent(blackjack(8))
