"""The sign of a table: limits and payouts in short, each with its clause."""

from collections.abc import Iterator
from typing import Final

from houserules.rulebook.options import values
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.typed import shown

_SIGN: Final = (
    ("Decks", "decks"),
    ("Smallest, largest wager of a box", "minimum maximum"),
    ("Pontoon", "pontoon_pays"),
    ("Pinkjack, A and J of diamonds", "pinkjack_pays"),
    ("Ultimate Pinkjack, and its bonus", "ultimate_pinkjack_pays ultimate_pinkjack_bonus"),
    ("Blackjack in one suit, in two", "suited_blackjack_pays unsuited_blackjack_pays"),
    ("21 in 5, in 6, in 7 or more cards", "five_card_21_pays six_card_21_pays seven_card_21_pays"),
    ("6-7-8 mixed, suited, in spades", "mixed_678_pays suited_678_pays spades_678_pays"),
    ("7-7-7 mixed, suited, in spades", "mixed_777_pays suited_777_pays spades_777_pays"),
    ("Any other 21", "twenty_one_pays"),
    ("Five card trick", "five_card_trick_pays"),
    ("Super Bonus, small and large", "super_bonus_small super_bonus_large"),
    ("Insurance", "insurance_pays"),
    ("Equal totals", "equal_totals"),
    ("Dealer stands on hard, on soft", "dealer_stands_on_hard dealer_stands_on_soft"),
    ("Perfect Pairs wager", "perfect_pairs"),
    ("Mixed, coloured, perfect pair", "mixed_pair_pays coloured_pair_pays perfect_pair_pays"),
    ("Suits You wager", "suits_you"),
    ("The suit, the jack of the suit", "suit_pays suit_of_jack_pays"),
)
"""What stands on the sign of the table, by the keys of the rulebook."""


def sign(rules: Rulebook) -> Iterator[tuple[str, str, str]]:
    """Give the lines of the sign: what, how much, and the clause."""
    by_key = dict(values(rules))
    for label, keys in _SIGN:
        entries = [(key, by_key[key]) for key in keys.split() if key in by_key]
        if entries:
            texts = [shown(key, value.value) for key, value in entries]
            yield label, ", ".join(texts), entries[0][1].clause
