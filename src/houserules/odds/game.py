"""A rulebook as the mathematics sees it: only what moves the money of one box.

Amounts are in units of the original wager. Two rules that none of our rulebooks has can be set too,
so that published figures for other games can be recomputed: a hole card that the dealer looks at first
(`peeks`), and a 21 that waits for the dealer (`twenty_one` is None).
"""

from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, Final, Literal

from houserules.core.money import Cents, Odds
from houserules.core.refusal import Clause
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, options, values, vary
from houserules.rulebook.schema import Rulebook, SuperBonus
from houserules.rulebook.value_text import HINTS, PART_OF, describe_type, write_value
from houserules.rulebook.values import NotOffered, Value

Aces = Literal["every ace is 1", "initial aces are 1", "usual"]
Collects = Literal["busted-bets-plus-one", "original-hand", "one-in-all"]


@dataclass(frozen=True, slots=True)
class Naturals:
    """What an ace and a ten-value card pay: one odds for all, or by suit (PJ 8.1, 14.1.1)."""

    unsuited: Fraction
    suited: Fraction
    pinkjack: Fraction
    held: Fraction  # a Pinkjack compared with the A or J of diamonds that stays alone
    ultimate: Fraction  # a held Pinkjack against a dealer's: odds and prize together
    by_suit: bool
    tie: bool = False  # stands off against a dealer natural; no rulebook of ours


@dataclass(frozen=True, slots=True)
class Bonuses:
    """What a 21 pays by its cards (S24 11.5, NZ 11.1), and the Super Bonus in units of the wager."""

    five: Fraction
    six: Fraction
    seven: Fraction
    run: tuple[Fraction, Fraction, Fraction]  # 6-7-8: mixed, one suit, spades
    sevens: tuple[Fraction, Fraction, Fraction]
    prize: Fraction  # on top of the odds, for 7-7-7 of one suit against a 7, unsplit and undoubled


@dataclass(frozen=True, slots=True)
class Game:
    """One rulebook for one size of wager."""

    id: str
    decks: int
    tens_in_deck: bool
    dealer_stands_on_hard: int
    dealer_stands_on_soft: int
    naturals: Naturals
    bonuses: Bonuses | None
    twenty_one: Fraction | None  # None: not paid at once but compared; no rulebook of ours
    trick: Fraction | None  # five cards not above 21
    must_draw_below: int
    double_most_cards: int | None
    double_size: Fraction
    aces_when_doubling: Aces
    doubled_21: Fraction
    forfeits: bool
    surrender_against: str  # ranks
    surrender_keeps: Fraction
    hands_most: int  # two where a hand may not be split again
    resplit_aces: bool
    split_aces_get_one_card: bool
    naturals_after_split: bool
    dealer_bust_pays: Fraction
    higher_total_pays: Fraction
    tie_pays: Fraction
    natural_collects: Collects
    pinkjack_counts: bool  # a dealer's Pinkjack spares doubles and splits as a blackjack does
    peeks: bool = False


def read_game(rules: Rulebook | Game | str, wager: Cents) -> Game:
    """Return the game for a rulebook, its id, or the game itself."""
    if isinstance(rules, Game):
        return rules
    if isinstance(rules, str):
        if rules not in RULEBOOKS:
            raise ValueError(f"no rulebook {rules!r}; there are {', '.join(RULEBOOKS)}")
        rules = rulebook(rules)
    if not isinstance(rules, Rulebook):
        kind = type(rules).__name__
        raise TypeError(f"give a rulebook or its id, such as {RULEBOOKS[0]!r}, not {kind}")
    return game_of(rules, wager)


def game_of(rules: Rulebook, wager: Cents) -> Game:
    """Return the values of a rulebook that move the money of a wager of this size."""
    play, double, split, final = rules.play, rules.doubling, rules.splitting, rules.final
    surrender, trick = rules.surrender, rules.five_card_trick
    return Game(
        id=rules.id,
        decks=rules.equipment.decks.value,
        tens_in_deck=rules.equipment.tens_in_deck.value,
        dealer_stands_on_hard=rules.dealer.dealer_stands_on_hard.value,
        dealer_stands_on_soft=rules.dealer.dealer_stands_on_soft.value,
        naturals=_naturals(rules, wager),
        bonuses=_bonuses(rules, wager),
        twenty_one=units(play.twenty_one_pays.value),
        trick=None if isinstance(trick, NotOffered) else units(trick.five_card_trick_pays.value),
        must_draw_below=play.must_draw_below.value,
        double_most_cards=double.double_most_cards.value,
        double_size=units(double.double_most.value),
        aces_when_doubling=double.aces_when_doubling.value,
        doubled_21=units(double.doubled_21_pays.value),
        forfeits=not isinstance(rules.forfeit, NotOffered),
        surrender_against=(
            "" if isinstance(surrender, NotOffered) else surrender.surrender_against.value
        ),
        surrender_keeps=(
            Fraction(0)
            if isinstance(surrender, NotOffered)
            else units(surrender.surrender_keeps.value)
        ),
        hands_most=max(2, split.hands_most.value) if split.resplit.value else 2,
        resplit_aces=split.resplit_aces.value,
        split_aces_get_one_card=split.split_aces_get_one_card.value,
        naturals_after_split=split.naturals_after_split.value,
        dealer_bust_pays=units(final.dealer_bust_pays.value),
        higher_total_pays=units(final.higher_total_pays.value),
        tie_pays=Fraction(0) if final.equal_totals.value == "stand-off" else Fraction(-1),
        natural_collects=final.natural_collects.value,
        pinkjack_counts=isinstance(rules.blackjack, NotOffered)
        or rules.blackjack.dealer_pinkjack_counts_as_blackjack.value,
    )


def units(odds: Odds) -> Fraction:
    """Return what odds pay on one unit."""
    return Fraction(odds.pays, odds.on)


def _naturals(rules: Rulebook, wager: Cents) -> Naturals:
    kinds = rules.blackjack
    if isinstance(kinds, NotOffered):
        assert not isinstance(rules.pontoon, NotOffered)
        pays = units(rules.pontoon.pontoon_pays.value)
        return Naturals(pays, pays, pays, pays, pays, by_suit=False)
    return Naturals(
        unsuited=units(kinds.unsuited_blackjack_pays.value),
        suited=units(kinds.suited_blackjack_pays.value),
        pinkjack=units(kinds.pinkjack_pays.value),
        held=units(kinds.held_pinkjack_pays.value),
        ultimate=units(kinds.ultimate_pinkjack_pays.value)
        + Fraction(kinds.ultimate_pinkjack_bonus.value, wager),
        by_suit=True,
    )


def _bonuses(rules: Rulebook, wager: Cents) -> Bonuses | None:
    part = rules.bonus_21
    if isinstance(part, NotOffered):
        return None
    run = (part.mixed_678_pays, part.suited_678_pays, part.spades_678_pays)
    sevens = (part.mixed_777_pays, part.suited_777_pays, part.spades_777_pays)
    return Bonuses(
        five=units(part.five_card_21_pays.value),
        six=units(part.six_card_21_pays.value),
        seven=units(part.seven_card_21_pays.value),
        run=(units(run[0].value), units(run[1].value), units(run[2].value)),
        sevens=(units(sevens[0].value), units(sevens[1].value), units(sevens[2].value)),
        prize=_prize(rules.super_bonus, wager),
    )


def _prize(part: SuperBonus | NotOffered, wager: Cents) -> Fraction:
    """The Super Bonus by the size of the wager (S24 11.5, NZ 11.2; reading 2)."""
    if isinstance(part, NotOffered) or wager < part.super_bonus_lowest_wager.value:
        return Fraction(0)
    large = wager >= part.super_bonus_large_from.value
    prize = part.super_bonus_large if large else part.super_bonus_small
    return Fraction(prize.value, wager)


# Values that no game can be solved with, and what is possible instead.


RANGES: Final[dict[str, tuple[int, int]]] = {
    "decks": (1, 1000),
    "dealer_stands_on_hard": (12, 20),
    "dealer_stands_on_soft": (12, 21),
    "must_draw_below": (0, 21),
    "hands_most": (2, 4),
}
"""The whole numbers that make sense, by value; the solver values boxes of two to four hands."""


class ImpossibleError(ValueError):
    """A value that makes no game possible."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name, self.problem = name, problem


class UnknownNameError(ImpossibleError):
    """An unknown name, or one that moves no money."""


def may_be(name: str) -> str:
    """Describe the values that a name accepts."""
    if name in RANGES:
        least, most = RANGES[name]
        return f"a whole number from {least} to {most}"
    return "a share, at most '1 to 1'" if name == "surrender_keeps" else describe_type(name)


def why_impossible(name: str, value: object) -> str | None:
    """Say why a value makes no game, or None."""
    whole = RANGES.get(name)
    if whole and isinstance(value, int) and not whole[0] <= value <= whole[1]:
        return f"{value} is not possible; it takes {may_be(name)}"
    share = units(value) if isinstance(value, Odds) else value
    if name == "surrender_keeps" and isinstance(share, Fraction) and share > 1:
        return f"{value} is more than the wager; it takes {may_be(name)}"
    return None


def check_rules(rules: Rulebook) -> None:
    """Refuse a rulebook with a value that makes no game."""
    for name, entry in values(rules):
        _refuse(name, entry.value)


def check_game(game: Game) -> None:
    """Refuse a game with a value that makes none."""
    for name in (*RANGES, "surrender_keeps"):
        _refuse(name, getattr(game, name))


def _refuse(name: str, value: object) -> None:
    if problem := why_impossible(name, value):
        raise ImpossibleError(name, problem)


# The values of a rulebook that move money, and how to change any of them.


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


def has_part(rules: Rulebook, part: str) -> bool:
    return not isinstance(getattr(rules, part), NotOffered)


def with_part(rules: Rulebook, part: str) -> Rulebook:
    """Return the rulebook with a part, as the first rulebook has it that offers one."""
    if has_part(rules, part):
        return rules
    return replace_part(rules, part, getattr(rulebook(lender(part)), part))


def lender(part: str) -> str:
    """Return the rulebook that a part is brought in from."""
    return next(name for name in RULEBOOKS if has_part(rulebook(name), part))


def without_part(rules: Rulebook, part: str) -> Rulebook:
    if not has_part(rules, part):
        return rules
    return replace_part(rules, part, NotOffered(part_clause(getattr(rules, part))))


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
        return has_part(rules, name)
    return write_value(name, money_values(rules)[name].value)
