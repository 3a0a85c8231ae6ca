"""A rulebook as the mathematics sees it: only what moves the money of one box.

Amounts are in units of the original wager. Two rules that none of our rulebooks has can be set too,
so that published figures for other games can be recomputed: a hole card that the dealer looks at first
(`peeks`), and a 21 that waits for the dealer (`twenty_one` is None).
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from houserules.core.money import Cents, Odds
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import values
from houserules.rulebook.schema import Rulebook, SuperBonus
from houserules.rulebook.value_text import describe_type
from houserules.rulebook.values import NotOffered

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
        twenty_one=_units(play.twenty_one_pays.value),
        trick=None if isinstance(trick, NotOffered) else _units(trick.five_card_trick_pays.value),
        must_draw_below=play.must_draw_below.value,
        double_most_cards=double.double_most_cards.value,
        double_size=_units(double.double_most.value),
        aces_when_doubling=double.aces_when_doubling.value,
        doubled_21=_units(double.doubled_21_pays.value),
        forfeits=not isinstance(rules.forfeit, NotOffered),
        surrender_against=(
            "" if isinstance(surrender, NotOffered) else surrender.surrender_against.value
        ),
        surrender_keeps=(
            Fraction(0)
            if isinstance(surrender, NotOffered)
            else _units(surrender.surrender_keeps.value)
        ),
        hands_most=max(2, split.hands_most.value) if split.resplit.value else 2,
        resplit_aces=split.resplit_aces.value,
        split_aces_get_one_card=split.split_aces_get_one_card.value,
        naturals_after_split=split.naturals_after_split.value,
        dealer_bust_pays=_units(final.dealer_bust_pays.value),
        higher_total_pays=_units(final.higher_total_pays.value),
        tie_pays=Fraction(0) if final.equal_totals.value == "stand-off" else Fraction(-1),
        natural_collects=final.natural_collects.value,
        pinkjack_counts=_pinkjack_counts(rules),
    )


def _units(odds: Odds) -> Fraction:
    return Fraction(odds.pays, odds.on)


def _pinkjack_counts(rules: Rulebook) -> bool:
    part = rules.blackjack
    return isinstance(part, NotOffered) or part.dealer_pinkjack_counts_as_blackjack.value


def _naturals(rules: Rulebook, wager: Cents) -> Naturals:
    kinds = rules.blackjack
    if isinstance(kinds, NotOffered):
        assert not isinstance(rules.pontoon, NotOffered)
        pays = _units(rules.pontoon.pontoon_pays.value)
        return Naturals(pays, pays, pays, pays, pays, by_suit=False)
    return Naturals(
        unsuited=_units(kinds.unsuited_blackjack_pays.value),
        suited=_units(kinds.suited_blackjack_pays.value),
        pinkjack=_units(kinds.pinkjack_pays.value),
        held=_units(kinds.held_pinkjack_pays.value),
        ultimate=_units(kinds.ultimate_pinkjack_pays.value)
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
        five=_units(part.five_card_21_pays.value),
        six=_units(part.six_card_21_pays.value),
        seven=_units(part.seven_card_21_pays.value),
        run=(_units(run[0].value), _units(run[1].value), _units(run[2].value)),
        sevens=(_units(sevens[0].value), _units(sevens[1].value), _units(sevens[2].value)),
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
    if name == "surrender_keeps" and _share(value) > 1:
        return f"{value} is more than the wager; it takes {may_be(name)}"
    return None


def _share(value: object) -> Fraction:
    if isinstance(value, Odds):
        return Fraction(value.pays, value.on)
    return value if isinstance(value, Fraction) else Fraction(0)


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
