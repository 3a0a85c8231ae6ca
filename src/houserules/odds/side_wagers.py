"""Side wagers and insurance as exact fractions, for any shoe of whole cards.

Perfect Pairs goes by a box's two cards, Suits You by its first. Cards come uniformly, so which
box it is, and that the upcard is dealt between the two, is no matter.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from houserules.core.cards import RANKS, SUITS
from houserules.odds.figures import SideWagerFigures
from houserules.odds.game import units
from houserules.odds.solver.hand_index import ACE, NAMES, TEN, VALUES
from houserules.odds.solver.shoe import Shoe, ShoeError, check_shoe
from houserules.rulebook.schema import Insurance, PerfectPairs, Rulebook, SuitsYou
from houserules.rulebook.values import NotOffered

LOSES = Fraction(-1)


@dataclass(frozen=True, slots=True)
class InsuredHand:
    """Two cards that may be insured, and what insuring them is worth."""

    upcard: str  # A 2 ... 9 T
    cards: str  # "6 T"
    chance: Fraction  # of the upcard and the hand together
    probability: Fraction  # among all hands that may be insured
    natural: Fraction  # the chance of a dealer natural
    value: Fraction  # per unit of the insurance wager

    @property
    def favourable(self) -> bool:
        """Whether insuring this hand wins in the long run."""
        return self.value > 0


def side_wagers(rules: Rulebook, shoe: Shoe) -> dict[str, SideWagerFigures]:
    """Return every side wager that the rulebook knows, whether or not the operator offers it.

    Insurance is missing where no card is left against which it is offered.
    """
    check_shoe(shoe)
    if (shoe.faces % 1).any():
        raise ShoeError("side wagers are counted out in whole cards")
    wagers = {}
    if not isinstance(rules.perfect_pairs, NotOffered):
        wagers["perfect-pairs"] = _perfect_pairs(rules.perfect_pairs, shoe)
    if not isinstance(rules.suits_you, NotOffered):
        wagers["suits-you"] = _suits_you(rules.suits_you, shoe)
    if hands := insured_hands(rules, shoe):
        assert not isinstance(rules.insurance, NotOffered)
        wagers["insurance"] = _insurance(rules.insurance, shoe, hands)
    return wagers


def _perfect_pairs(part: PerfectPairs, shoe: Shoe) -> SideWagerFigures:
    """A pair in the first two cards: by suit, by colour or neither (S24 16.7-16.8, NZ 11.2A)."""
    perfect = coloured = mixed = 0
    for row in shoe.faces.astype(int).tolist():
        spades, hearts, diamonds, clubs = row
        perfect += sum(cards * (cards - 1) for cards in row)
        coloured += 2 * (spades * clubs + hearts * diamonds)
        mixed += 2 * (spades + clubs) * (hearts + diamonds)
    cards = int(shoe.faces.sum())
    every = cards * (cards - 1)
    ways = {
        "no-pair": every - perfect - coloured - mixed,
        "mixed-pair": mixed,
        "coloured-pair": coloured,
        "perfect-pair": perfect,
    }
    pays = {
        "no-pair": LOSES,
        "mixed-pair": units(part.mixed_pair_pays.value),
        "coloured-pair": units(part.coloured_pair_pays.value),
        "perfect-pair": units(part.perfect_pair_pays.value),
    }
    return SideWagerFigures({end: Fraction(number, every) for end, number in ways.items()}, pays)


def _suits_you(part: SuitsYou, shoe: Shoe) -> SideWagerFigures:
    """The suit of the box's first card, named as the shoe advises (PJ 13.7)."""
    pays = {
        "other-suit": LOSES,
        "suit": units(part.suit_pays.value),
        "suit-of-jack": units(part.suit_of_jack_pays.value),
    }
    cards, wagers = int(shoe.faces.sum()), {}
    for column, suit in enumerate(SUITS):
        suited = int(shoe.faces[:, column].sum())
        jacks = int(shoe.faces[RANKS.index("J"), column])
        results = {
            "other-suit": Fraction(cards - suited, cards),
            "suit": Fraction(suited - jacks, cards),
            "suit-of-jack": Fraction(jacks, cards),
        }
        wagers[suit] = SideWagerFigures(results, pays)
    edge = min(wager.house_edge for wager in wagers.values())
    suits = "".join(suit for suit, wager in wagers.items() if wager.house_edge == edge)
    return SideWagerFigures(wagers[suits[0]].results, pays, suits)


def insured_hands(rules: Rulebook, shoe: Shoe) -> tuple[InsuredHand, ...]:
    """Return all hands that may be insured: two cards other than a natural (S24 9.1-9.2, NZ 10.1-10.2)."""
    part = rules.insurance
    if isinstance(part, NotOffered):
        return ()
    pays = units(part.insurance_pays.value)
    dealt = [each for each in _deals(part, shoe) if each[2] > 0]
    whole, cards = sum((ways for _, _, ways, _ in dealt), Fraction(0)), Fraction(shoe.faces.sum())
    return tuple(
        InsuredHand(
            upcard=NAMES[upcard],
            cards=" ".join(NAMES[card] for card in hand),
            chance=ways / (cards * (cards - 1) * (cards - 2)),
            probability=ways / whole,
            natural=natural,
            value=natural * pays - (1 - natural),
        )
        for upcard, hand, ways, natural in dealt
    )


def _deals(
    part: Insurance, shoe: Shoe
) -> Iterator[tuple[int, tuple[int, int], Fraction, Fraction]]:
    """Yield upcard, hand, how many ways there are to deal them, and the chance of a natural."""
    partner = {ACE: TEN, TEN: ACE}
    for upcard in range(VALUES):
        ranks = RANKS[upcard] if upcard != TEN else RANKS[TEN:]
        against = [RANKS.index(rank) for rank in ranks if rank in part.insurance_against.value]
        ups = Fraction(float(shoe.faces[against].sum()))
        left = [Fraction(float(cards)) for cards in shoe.values]
        left[upcard] -= 1
        for first in range(VALUES):
            for second in range(first, VALUES):
                if ups > 0 and (first, second) != (ACE, TEN):
                    orders = 1 if first == second else 2
                    ways = orders * ups * left[first] * (left[second] - (first == second))
                    used = [first, second].count(partner.get(upcard, -1))
                    tens = left[partner[upcard]] - used if upcard in partner else Fraction(0)
                    yield upcard, (first, second), ways, tens / (sum(left) - 2)


def _insurance(part: Insurance, shoe: Shoe, hands: tuple[InsuredHand, ...]) -> SideWagerFigures:
    """Insurance given the upcard alone; a natural cannot be insured (S24 9.2, 17.1.6)."""
    partner = {ACE: TEN, TEN: ACE}
    ups = won = 0
    for rank in part.insurance_against.value:
        upcard, cards = min(RANKS.index(rank), TEN), int(shoe.faces[RANKS.index(rank)].sum())
        ups += cards
        won += cards * int(shoe.values[partner[upcard]]) if upcard in partner else 0
    natural = Fraction(won, ups * (int(shoe.faces.sum()) - 1))
    results = {"no-natural": 1 - natural, "natural": natural}
    open_edge = -sum((hand.probability * hand.value for hand in hands), Fraction(0))
    pays = {"no-natural": LOSES, "natural": units(part.insurance_pays.value)}
    return SideWagerFigures(results, pays, when_open=open_edge)
