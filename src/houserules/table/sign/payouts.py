"""The payout schedule and the inscriptions of the layout, from the values that are played."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.rulebook.options import values
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.typed import shown
from houserules.rulebook.values import NotOffered


class SignLine(NamedTuple):
    """One line of a sign: what, how much, and the clause that says so."""

    label: str
    text: str
    clause: Clause
    when: Moment | None = None  # the hour that the line proposes


_SCHEDULE: Final = (
    ("Pontoon", "pontoon_pays"),
    ("Pinkjack, A and J of diamonds", "pinkjack_pays"),
    ("Ultimate Pinkjack, and its bonus", "ultimate_pinkjack_pays ultimate_pinkjack_bonus"),
    ("Blackjack in one suit, in two", "suited_blackjack_pays unsuited_blackjack_pays"),
    ("21 in 5, in 6, in 7 or more cards", "five_card_21_pays six_card_21_pays seven_card_21_pays"),
    ("6-7-8 mixed, suited, in spades", "mixed_678_pays suited_678_pays spades_678_pays"),
    ("7-7-7 mixed, suited, in spades", "mixed_777_pays suited_777_pays spades_777_pays"),
    ("Any other 21", "twenty_one_pays"),
    ("Any other winning wager", "higher_total_pays"),
    ("A winning double", "doubled_21_pays"),
    ("Five card trick", "five_card_trick_pays"),
    ("Super Bonus, small and large", "super_bonus_small super_bonus_large"),
    ("Super Bonus from a wager of", "super_bonus_lowest_wager super_bonus_large_from"),
    ("To others, if somebody wins it", "bonus_of_others"),
    ("Insurance", "insurance_pays"),
    ("Equal totals", "equal_totals"),
    ("Mixed, coloured, perfect pair", "mixed_pair_pays coloured_pair_pays perfect_pair_pays"),
    ("The suit, the jack of the suit", "suit_pays suit_of_jack_pays"),
)
"""What the schedule has, by the keys of the rulebook."""


def payout_lines(rules: Rulebook) -> Iterator[SignLine]:
    """Give what wins and what it pays (S24 11.5, NZ 11 and 15A.8)."""
    by_key = dict(values(rules))
    for label, keys in _SCHEDULE:
        entries = [(key, by_key[key]) for key in keys.split() if key in by_key]
        if entries:
            texts = [shown(key, value.value) for key, value in entries]
            yield SignLine(label, ", ".join(texts), entries[0][1].clause)


def inscriptions(rules: Rulebook) -> Iterator[SignLine]:
    """Give what the layout has to say (S24 3.2.3, NZ 3.2(b), PJ 2.2.3)."""
    pontoon, insurance, sign = rules.pontoon, rules.insurance, rules.sign
    if sign.pontoon_inscribed.value and not isinstance(pontoon, NotOffered):
        text = f"Pontoon pays {pontoon.pontoon_pays.value}"
        yield SignLine("On the layout", text, sign.pontoon_inscribed.clause)
    yield SignLine("On the layout", _dealer(rules), sign.dealer_inscribed.clause)
    if sign.insurance_inscribed.value and not isinstance(insurance, NotOffered):
        text = f"Insurance pays {insurance.insurance_pays.value}"
        yield SignLine("On the layout", text, sign.insurance_inscribed.clause)


def _dealer(rules: Rulebook) -> str:
    """Say where the dealer stands or draws, in the terms of the document."""
    hard, soft = rules.dealer.dealer_stands_on_hard.value, rules.dealer.dealer_stands_on_soft.value
    match rules.sign.dealer_inscribed.value:
        case "stands on":
            return f"Dealer must stand on hard {hard} or soft {soft}"
        case "draws to":
            return f"Dealer must draw to hard {hard - 1} or soft {soft - 1}"
        case _:
            return f"Dealer must stand on {hard} and draw to {hard - 1}"
