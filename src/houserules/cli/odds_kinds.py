"""The kinds of settlement in the words of a rulebook: what each pays, and by which clause."""

from collections.abc import Callable
from typing import Any, Final

from houserules.core.money import dollars
from houserules.odds.varying import money_values
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.typed import shown
from houserules.rulebook.values import NotOffered, offered

PAID: Final = {
    "pontoon": "pontoon_pays",
    "unsuited-blackjack": "unsuited_blackjack_pays",
    "suited-blackjack": "suited_blackjack_pays",
    "pinkjack": "pinkjack_pays",
    "held-pinkjack": "held_pinkjack_pays",
    "ultimate-pinkjack": "ultimate_pinkjack_pays",
    "super-bonus": "super_bonus_small",
    "spades-777": "spades_777_pays",
    "suited-777": "suited_777_pays",
    "mixed-777": "mixed_777_pays",
    "spades-678": "spades_678_pays",
    "suited-678": "suited_678_pays",
    "mixed-678": "mixed_678_pays",
    "seven-card-21": "seven_card_21_pays",
    "six-card-21": "six_card_21_pays",
    "five-card-21": "five_card_21_pays",
    "21": "twenty_one_pays",
    "doubled-21": "doubled_21_pays",
    "five-card-trick": "five_card_trick_pays",
    "doubled-five-card-trick": "five_card_trick_pays",
    "higher": "higher_total_pays",
    "doubled-higher": "higher_total_pays",
    "dealer-bust": "dealer_bust_pays",
    "doubled-dealer-bust": "dealer_bust_pays",
    "surrender": "surrender_keeps",
}
"""Kinds that bring something, by the value that says what."""

Lost = tuple[str, Callable[[Rulebook], Any]]
LOST: Final[dict[str, Lost]] = {
    "stand-off": ("stands off", lambda rules: rules.final.equal_totals.clause),
    "doubled-stand-off": ("both stand off", lambda rules: rules.final.equal_totals.clause),
    "natural-stand-off": ("stands off", lambda rules: rules.final.natural_leaves_split),
    "surrender-void": (
        "loses to a natural",
        lambda rules: offered(rules.surrender).surrender_void_against_natural,
    ),
    "forfeit": (
        "loses, the double goes back",
        lambda rules: offered(rules.forfeit).forfeit_by_controller,
    ),
    "bust": ("loses", lambda rules: rules.play.bust_loses),
    "doubled-bust": ("both lose", lambda rules: rules.play.bust_loses),
    "lower": ("loses", lambda rules: rules.final.lower_total_loses),
    "doubled-lower": ("both lose", lambda rules: rules.final.lower_total_loses),
    "dealer-natural": ("loses", lambda rules: rules.final.natural_beats_hand),
    "doubled-dealer-natural": (
        "loses, the double goes back",
        lambda rules: rules.final.natural_leaves_double,
    ),
}
"""Kinds that bring nothing, in words, and the clause that says so."""

ORDER: Final = (*PAID, *LOST)


def pays(rules: Rulebook, kind: str, *, large: bool) -> tuple[str, str]:
    """Say what a kind of settlement pays, and by which clause; `large`: the wager's Super Bonus."""
    if kind in LOST:
        words, clause = LOST[kind]
        return _but_pinkjack(rules, kind, words), str(clause(rules))
    entry = money_values(rules)[PAID[kind]]
    words = shown(PAID[kind], entry.value)
    if kind == "super-bonus":
        words = _super_bonus(rules, large=large)
    elif kind == "ultimate-pinkjack":
        words += f" and ${dollars(offered(rules.blackjack).ultimate_pinkjack_bonus.value)}"
    elif kind == "surrender":
        words = f"keeps {words}"
    return words + (" on both" if kind.startswith("doubled-") else ""), entry.clause


def _super_bonus(rules: Rulebook, *, large: bool) -> str:
    part, odds = offered(rules.super_bonus), offered(rules.bonus_21)
    prize = (part.super_bonus_large if large else part.super_bonus_small).value
    return (
        f"{odds.suited_777_pays.value} (spades {odds.spades_777_pays.value}) and ${dollars(prize)}"
    )


def _but_pinkjack(rules: Rulebook, kind: str, words: str) -> str:
    """A dealer's Pinkjack may take a double too (reading 9)."""
    part = rules.blackjack
    if kind != "doubled-dealer-natural" or isinstance(part, NotOffered):
        return words
    spares = part.dealer_pinkjack_counts_as_blackjack.value
    return words if spares else f"{words}; to a Pinkjack both"
