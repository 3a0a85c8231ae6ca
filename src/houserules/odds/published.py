"""Games of other houses whose figures are published: the solver compared with what outsiders know.

Two things in them no rulebook of ours has: a hole card that the dealer looks at before anybody plays,
and in blackjack a 21 that waits for the dealer and a natural that can be tied.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from houserules.core.cards import RANKS
from houserules.odds.game import Bonuses, Game, Naturals

_EVEN: Final = Fraction(1)
_PAYS: Final = Fraction(3, 2)
_NATURALS: Final = Naturals(_PAYS, _PAYS, _PAYS, _PAYS, _PAYS, by_suit=False)


@dataclass(frozen=True, slots=True)
class Published:
    """A game with its rules in words, and the house edge that is published for it, in percent."""

    name: str
    rules: tuple[str, ...]
    house_edge: str
    game: Callable[[], Game]


def spanish_21(decks: int = 6, *, stands_on_soft: int = 18) -> Game:
    """Return Spanish 21 as it is dealt in the United States, without redoubling and Super Bonus."""
    odds = Fraction(3, 2), Fraction(2), Fraction(3)
    return Game(
        id="spanish-21",
        decks=decks,
        tens_in_deck=False,
        dealer_stands_on_hard=17,
        dealer_stands_on_soft=stands_on_soft,
        naturals=_NATURALS,
        bonuses=Bonuses(*odds, run=odds, sevens=odds, prize=Fraction(0)),
        twenty_one=_EVEN,
        trick=None,
        must_draw_below=0,
        double_most_cards=None,
        double_size=_EVEN,
        aces_when_doubling="usual",
        doubled_21=_EVEN,
        forfeits=True,
        surrender_against=RANKS,
        surrender_keeps=Fraction(1, 2),
        hands_most=4,
        resplit_aces=True,
        split_aces_get_one_card=False,
        naturals_after_split=False,
        dealer_bust_pays=_EVEN,
        higher_total_pays=_EVEN,
        tie_pays=Fraction(0),
        natural_collects="original-hand",
        pinkjack_counts=True,
        peeks=True,
    )


def blackjack(decks: int = 8, *, stands_on_soft: int = 17) -> Game:
    """Return blackjack as it is dealt in the United States: double after a split, no surrender."""
    return replace(
        spanish_21(decks, stands_on_soft=stands_on_soft),
        id="blackjack",
        tens_in_deck=True,
        naturals=replace(_NATURALS, tie=True),
        bonuses=None,
        twenty_one=None,
        double_most_cards=2,
        forfeits=False,
        surrender_against="",
        surrender_keeps=Fraction(0),
        resplit_aces=False,
        split_aces_get_one_card=True,
    )


_SPANISH: Final = (
    "48 cards per deck, no tens; the dealer looks for a natural first",
    "a natural pays 3 to 2, 21 pays 1 to 1, and both win whatever the dealer has",
    "21 of five cards pays 3 to 2, of six 2 to 1, of seven or more 3 to 1",
    "6-7-8 and 7-7-7 pay 3 to 2, of one suit 2 to 1, of spades 3 to 1; no Super Bonus",
    "double on any number of cards, also after a split; no redoubling",
    "a doubled hand may be given up for the original wager",
    "split up to four hands, aces too; split aces are played like any other card",
    "surrender half on the first two cards, once the dealer has no natural",
)

PUBLISHED: Final = (
    Published(
        "Spanish 21, six decks, dealer hits soft 17",
        ("the dealer draws to 16 and to soft 17", *_SPANISH),
        "0.78",
        lambda: spanish_21(6, stands_on_soft=18),
    ),
    Published(
        "Spanish 21, six decks, dealer stands on soft 17",
        ("the dealer draws to 16 and stands on every 17", *_SPANISH),
        "0.37",
        lambda: spanish_21(6, stands_on_soft=17),
    ),
    Published(
        "Blackjack, eight decks, dealer stands on soft 17",
        (
            "52 cards per deck; the dealer draws to 16 and stands on every 17, and looks for a natural",
            "a natural pays 3 to 2 and ties a dealer's; everything else pays 1 to 1, a tie nothing",
            "double on the first two cards of any hand, also after a split; no surrender",
            "split up to four hands; aces once, with one card each",
        ),
        "0.43",
        lambda: blackjack(8),
    ),
)
"""What is published comes from plain strategies and simulations, so best play may be a little better."""
