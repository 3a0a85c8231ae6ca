"""The rules that a PAR sheet rests on: every value that moves money, in our words, with its clause."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import entry_of, values
from houserules.rulebook.readings import readings
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import PART_OF, describe_value
from houserules.rulebook.values import NotOffered, Value

# Which points of a rulebook move money, grouped and worded for a PAR sheet.


@dataclass(frozen=True, slots=True)
class PointGroup:
    """Points of the rules that belong together: keys of the rulebook, and what they are about."""

    title: str
    points: tuple[tuple[str, str], ...]


PARTS: Final = {
    "insurance": "Insurance",
    "surrender": "Surrender",
    "bonus_21": "Bonus odds for certain 21s",
    "super_bonus": "Super Bonus",
    "five_card_trick": "Five card trick",
    "forfeit": "Forfeiting after a double",
    "perfect_pairs": "Perfect Pairs",
    "suits_you": "Suits You",
}
"""Parts whose absence is worth a line."""

SAID: Final = {
    "surrender_void_against_natural": "the whole wager is lost",
    "no_insurance_with_natural": "no insurance",
    "double_one_card": "exactly one",
    "forfeit_by_controller": "the original wager is lost, the double handed back",
    "split_equal_values": "two cards of equal value",
    "natural_beats_hand": "loses, whatever its total",
    "natural_leaves_double": "handed back",
    "natural_leaves_split": "handed back",
    "pinkjack_is_held": "waits for the dealer's second card",
    "bust_loses": "lost at once",
    "lower_total_loses": "loses",
}
"""What clauses without a value come to."""

WORDS: Final = {
    "busted-bets-plus-one": "settled hands stand; one original wager of the open hands",
    "original-hand": "the first hand's own wager, if that hand is open",
    "one-in-all": "one original wager in all",
    "every ace is 1": "every ace in the hand counts 1",
    "initial aces are 1": "aces of the initial deal count 1",
    "usual": "1 or 11, as usual",
    "stand-off": "stand-off",
    "lose": "the player loses",
}

GROUPS: Final = (
    PointGroup(
        "Cards and dealer",
        (
            ("decks", "Decks in the shoe"),
            ("tens_in_deck", "Tens in the decks"),
            ("dealer_stands_on_hard", "Dealer stands on hard totals from"),
            ("dealer_stands_on_soft", "Dealer stands on soft totals from"),
        ),
    ),
    PointGroup(
        "Paid at once",
        (
            ("pontoon_pays", "Pontoon pays"),
            ("pinkjack_pays", "Pinkjack (A♦ J♦) pays"),
            ("suited_blackjack_pays", "Blackjack of one suit pays"),
            ("unsuited_blackjack_pays", "Blackjack of two suits pays"),
            ("pinkjack_is_held", "Pinkjack against A♦ or J♦"),
            ("held_pinkjack_pays", "Held Pinkjack pays"),
            ("ultimate_pinkjack_pays", "Held Pinkjack against the dealer's Pinkjack pays"),
            ("ultimate_pinkjack_bonus", "and a prize of"),
            ("twenty_one_pays", "Any other 21 pays"),
            ("five_card_21_pays", "21 of five cards pays"),
            ("six_card_21_pays", "21 of six cards pays"),
            ("seven_card_21_pays", "21 of seven or more cards pays"),
            ("mixed_678_pays", "6-7-8 of several suits pays"),
            ("suited_678_pays", "6-7-8 of one suit, not spades, pays"),
            ("spades_678_pays", "6-7-8 of spades pays"),
            ("mixed_777_pays", "7-7-7 of several suits pays"),
            ("suited_777_pays", "7-7-7 of one suit, not spades, pays"),
            ("spades_777_pays", "7-7-7 of spades pays"),
            ("super_bonus_lowest_wager", "Super Bonus (one-suit 7-7-7 against a 7) from"),
            ("super_bonus_small", "Super Bonus for smaller wagers"),
            ("super_bonus_large_from", "Larger Super Bonus from a wager of"),
            ("super_bonus_large", "Larger Super Bonus"),
            ("five_card_trick_pays", "Five card trick (five cards not above 21) pays"),
        ),
    ),
    PointGroup(
        "Play",
        (
            ("must_draw_below", "A player must draw below a total of"),
            ("bust_loses", "A hand above 21"),
            ("double_most_cards", "Maximum cards in a hand to double"),
            ("double_most", "The double is at most"),
            ("double_one_card", "Cards drawn to a double"),
            ("aces_when_doubling", "Aces in a doubled hand"),
            ("doubled_21_pays", "A double that makes 21 pays"),
            ("forfeit_by_controller", "Forfeiting after a double"),
            ("split_equal_values", "Splitting"),
            ("resplit", "Split hands may be split again"),
            ("hands_most", "Maximum hands per box, if split again"),
            ("resplit_aces", "Aces may be split again, if other cards may"),
            ("split_aces_get_one_card", "Split aces get one card each"),
            ("naturals_after_split", "A natural can be made after a split"),
        ),
    ),
    PointGroup(
        "Surrender and insurance",
        (
            ("surrender_against", "Surrender before any further card, against"),
            ("surrender_keeps", "A surrendered hand keeps"),
            ("surrender_void_against_natural", "Surrendered hand against a dealer natural"),
            ("insurance_against", "Insurance against"),
            ("insurance_most", "Insurance is at most"),
            ("insurance_pays", "Insurance pays"),
            ("no_insurance_with_natural", "For a player with a natural"),
        ),
    ),
    PointGroup(
        "Final settlement",
        (
            ("dealer_bust_pays", "Dealer above 21 pays"),
            ("higher_total_pays", "A higher total pays"),
            ("lower_total_loses", "A lower total"),
            ("equal_totals", "Equal totals"),
            ("natural_beats_hand", "An open hand against a dealer natural"),
            ("natural_leaves_double", "The double on it"),
            ("natural_collects", "After a split a dealer natural collects"),
            ("natural_leaves_split", "Other open wagers after a split"),
            (
                "dealer_pinkjack_counts_as_blackjack",
                "A dealer's Pinkjack spares doubles and splits",
            ),
        ),
    ),
    PointGroup(
        "Side wagers",
        (
            ("perfect_pairs", "Perfect Pairs: amount on the sign"),
            ("mixed_pair_pays", "Mixed pair pays"),
            ("coloured_pair_pays", "Pair of one colour pays"),
            ("perfect_pair_pays", "Pair of one suit pays"),
            ("suits_you", "Suits You: amount on the sign"),
            ("suit_pays", "First card of the chosen suit pays"),
            ("suit_of_jack_pays", "Jack of the chosen suit pays"),
        ),
    ),
)

POINTS: Final = frozenset(key for group in GROUPS for key, _ in group.points)
"""Every key that is on the sheet."""


_RANKS: Final = ("insurance_against", "surrender_against")


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One point of the rules as the sheet prints it."""

    words: str
    value: str
    clause: str
    readings: tuple[int, ...] = ()
    changed: str | None = None  # from what, and whether the rulebook leaves that to the operator


def rule_groups(rules: Rulebook) -> Iterator[tuple[str, tuple[RuleLine, ...]]]:
    """Yield the rules by group; a part that the game does not have takes one line."""
    for group in GROUPS:
        lines = tuple(_lines(rules, group))
        if lines:
            yield group.title, lines


def changed_values(rules: Rulebook) -> dict[str, tuple[Value[Any], Value[Any]]]:
    """Return the values that are not the rulebook's own: the rulebook's, then the one here."""
    if rules.id not in RULEBOOKS:
        return {}
    own = dict(values(rulebook(rules.id)))
    return {
        key: (own[key], value)
        for key, value in values(rules)
        if key in own and own[key].value != value.value
    }


def value_words(key: str, value: object) -> str:
    """Return a value in the words of the sheet."""
    if key in _RANKS and isinstance(value, str):
        return ", ".join(value) or "none"
    if key == "must_draw_below" and value == 0:
        return "no minimum"
    return WORDS.get(str(value)) or describe_value(key, value)


def _lines(rules: Rulebook, group: PointGroup) -> Iterator[RuleLine]:
    changed = changed_values(rules)
    missing: set[str] = set()
    for key, words in group.points:
        entry = entry_of(rules, key)
        if isinstance(entry, NotOffered):
            part = PART_OF[key]
            if part in PARTS and part not in missing:
                yield RuleLine(PARTS[part], "not in this game", entry.clause)
            missing.add(part)
        elif isinstance(entry, Value):
            was = None
            if key in changed:
                own, here = changed[key]
                allowed = here.value in own.alternatives or own.choice is not None
                by = f"{'' if allowed else 'not '}an option of the operator"
                by += "" if allowed else ": a what-if"
                was = f"the rulebook has {value_words(key, own.value)}; {by}"
            yield RuleLine(words, value_words(key, entry.value), entry.clause, entry.readings, was)
        else:
            concerned = tuple(each.number for each in readings().at(rules.id, entry))
            yield RuleLine(words, SAID[key], entry, concerned)
