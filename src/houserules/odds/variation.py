"""The values of a rulebook that move money, and how to change any of them."""

from dataclasses import fields, replace
from typing import Any, Final

from houserules.core.refusal import Clause
from houserules.odds.game import ImpossibleError, UnknownNameError, may_be, why_impossible
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, options, values, vary
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import HINTS, PART_OF, write_value
from houserules.rulebook.values import NotOffered, Value

MAIN: Final = (
    *("decks", "tens_in_deck"),
    *("surrender_against", "surrender_keeps"),
    *("pontoon_pays", "pinkjack_pays", "suited_blackjack_pays", "unsuited_blackjack_pays"),
    *("ultimate_pinkjack_pays", "ultimate_pinkjack_bonus", "held_pinkjack_pays"),
    "dealer_pinkjack_counts_as_blackjack",
    *("five_card_21_pays", "mixed_678_pays", "mixed_777_pays", "six_card_21_pays"),
    *("suited_678_pays", "suited_777_pays", "seven_card_21_pays", "spades_678_pays"),
    "spades_777_pays",
    *("super_bonus_lowest_wager", "super_bonus_small", "super_bonus_large_from"),
    *("super_bonus_large", "five_card_trick_pays", "must_draw_below", "twenty_one_pays"),
    *("double_most_cards", "double_most", "aces_when_doubling", "doubled_21_pays"),
    *("resplit", "hands_most", "resplit_aces", "split_aces_get_one_card"),
    *("naturals_after_split", "dealer_stands_on_hard", "dealer_stands_on_soft"),
    *("dealer_bust_pays", "higher_total_pays", "equal_totals", "natural_collects"),
)
"""The values that move the money of the original wager and what is added to it."""

SIDE: Final = (
    *("insurance_against", "insurance_pays"),
    *("mixed_pair_pays", "coloured_pair_pays", "perfect_pair_pays"),
    *("suit_pays", "suit_of_jack_pays"),
)
"""The values that move the money of insurance and side wagers."""

PARTS: Final = ("surrender", "bonus_21", "super_bonus", "five_card_trick", "forfeit")
"""Parts of a game that can be taken away whole, or brought in from a rulebook that has them."""


def money_values(rules: Rulebook) -> dict[str, Value[Any]]:
    """Return every value of a rulebook that moves money."""
    return {name: value for name, value in values(rules) if name in MAIN or name in SIDE}


def money_names(rules: Rulebook) -> tuple[str, ...]:
    """Return the names of all that can be varied: values, and parts as a whole."""
    return (*money_values(rules), *PARTS)


def money_options(rules: Rulebook) -> dict[str, Value[Any]]:
    """Return what the operator may choose and moves money."""
    return {name: each for name, each in options(rules).items() if name in MAIN or name in SIDE}


def vary_value(rules: Rulebook, name: str, raw: object) -> Rulebook:
    """Return the rulebook with a value changed, or with a part taken away (False) or brought in (True)."""
    if name in PARTS:
        if not isinstance(raw, bool):
            raise ImpossibleError(name, f"{raw!r} is not possible; it takes true or false")
        return with_part(rules, name) if raw else without_part(rules, name)
    if name not in money_values(rules):
        raise UnknownNameError(name, _why_unknown(rules, name))
    try:
        changed = vary(rules, name, raw)
    except OptionError as error:
        said = f"{raw!r} is not possible; it takes {may_be(name)}"
        raise ImpossibleError(name, said) from error
    if problem := why_impossible(name, money_values(changed)[name].value):
        raise ImpossibleError(name, problem)
    return changed


def _why_unknown(rules: Rulebook, name: str) -> str:
    if name in (*MAIN, *SIDE):
        part = PART_OF[name]
        hint = f" ({part}=true brings it in)" if part in PARTS else ""
        return f"is not a value of {rules.id}{hint}"
    if name in HINTS:
        return "does not move money"
    return "is not a value of any rulebook"


def with_part(rules: Rulebook, part: str) -> Rulebook:
    """Return the rulebook with a part, as the first rulebook has it that offers one."""
    if not isinstance(getattr(rules, part), NotOffered):
        return rules
    return replace_part(rules, part, getattr(rulebook(lender(part)), part))


def lender(part: str) -> str:
    """Return the rulebook that a part is brought in from."""
    return next(n for n in RULEBOOKS if not isinstance(getattr(rulebook(n), part), NotOffered))


def without_part(rules: Rulebook, part: str) -> Rulebook:
    """Return the rulebook without a part."""
    now = getattr(rules, part)
    if isinstance(now, NotOffered):
        return rules
    return replace_part(rules, part, NotOffered(part_clause(now)))


def replace_part(rules: Rulebook, part: str, by: Any) -> Rulebook:
    """Return the rulebook with a part put in place of its own."""
    return replace(rules, **{part: by})


def part_clause(part: Any) -> Clause:
    """Return the clause that a part of a rulebook begins with."""
    if isinstance(part, NotOffered):
        return part.clause
    first = getattr(part, fields(part)[0].name)
    clause: Clause = first.clause if isinstance(first, Value) else first
    return clause


def setting(rules: Rulebook, name: str) -> str | int | bool:
    """Return what a name stands at, as a rulebook writes it; of a part whether it is there."""
    if name in PARTS:
        return not isinstance(getattr(rules, name), NotOffered)
    return write_value(name, money_values(rules)[name].value)
