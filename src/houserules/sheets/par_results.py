"""The kinds of results: how often each comes, what it pays, what it adds to return and variance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houserules.odds.game import Bonuses, Game
from houserules.odds.solving import Solved
from houserules.sheets.saving import SheetError

ROUNDING: Final = 1e-9
"""Sums of a whole solve agree to better than this."""

KINDS: Final = {
    "pontoon": "Pontoon",
    "pinkjack": "Pinkjack",
    "held-pinkjack": "Pinkjack held, dealer without",
    "ultimate-pinkjack": "Pinkjack held, dealer's Pinkjack",
    "suited-blackjack": "Blackjack of one suit",
    "unsuited-blackjack": "Blackjack of two suits",
    "super-bonus": "7-7-7 with Super Bonus",
    "spades-777": "7-7-7 of spades",
    "suited-777": "7-7-7 of one suit",
    "mixed-777": "7-7-7 of several suits",
    "spades-678": "6-7-8 of spades",
    "suited-678": "6-7-8 of one suit",
    "mixed-678": "6-7-8 of several suits",
    "seven-card-21": "21 of seven or more cards",
    "six-card-21": "21 of six cards",
    "five-card-21": "21 of five cards",
    "five-card-trick": "Five card trick",
    "21": "Any other 21",
    "higher": "Higher total",
    "dealer-bust": "Dealer bust",
    "stand-off": "Equal totals",
    "lower": "Lower total",
    "dealer-natural": "Dealer natural",
    "bust": "Bust",
    "doubled-21": "Doubled: 21",
    "doubled-five-card-trick": "Doubled: five card trick",
    "doubled-higher": "Doubled: higher total",
    "doubled-dealer-bust": "Doubled: dealer bust",
    "doubled-stand-off": "Doubled: equal totals",
    "doubled-lower": "Doubled: lower total",
    "doubled-dealer-natural": "Doubled: dealer natural",
    "doubled-bust": "Doubled: bust",
    "forfeit": "Doubled: given up",
    "surrender": "Surrendered",
    "surrender-void": "Surrendered, dealer natural",
    "natural-stand-off": "Split: spared by a dealer natural",
}
"""Every kind of settlement in the order of the sheet."""


@dataclass(frozen=True, slots=True)
class KindLine:
    """One kind of result; `pays` has two amounts where the kind has two."""

    words: str
    count: float  # expected in a round
    pays: tuple[float, ...]
    returned: float
    squared: float


@dataclass(frozen=True, slots=True)
class KindTable:
    """All kinds, and what hands of one box add to the variance by hanging together."""

    lines: tuple[KindLine, ...]
    together: float
    mean: float
    variance: float


def kind_table(solved: Solved) -> KindTable:
    """Give the table of kinds; its sums are the return and the variance of the whole game."""
    mean, variance = -float(solved.house_edge), float(solved.standard_deviation) ** 2
    lines = tuple(_lines(solved.results, _amounts(solved.game), mean))
    if abs(sum(line.returned for line in lines) - mean) > ROUNDING:
        raise SheetError("the kinds of results do not add up to the house edge")
    together = variance + mean**2 - sum(line.squared for line in lines)
    return KindTable(lines, together, mean, variance)


def wagered(solved: Solved) -> tuple[float, float]:
    """Give how many hands a round has and how much is wagered on them, in units of the wager."""
    double = float(solved.game.double_size)
    hands = sum(solved.results.values())
    doubled = sum(
        count
        for kind, count in solved.results.items()
        if kind.startswith("doubled-") or kind == "forfeit"
    )
    return float(hands), float(hands + double * doubled)


def _lines(
    results: Mapping[str, float], amounts: Mapping[str, tuple[Fraction, ...]], mean: float
) -> Iterator[KindLine]:
    known = sum(
        results[kind] * float(pays[0])
        for kind, pays in amounts.items()
        if kind in results and len(pays) == 1
    )
    for kind, words in KINDS.items():
        if kind in results:
            count, pays = float(results[kind]), tuple(map(float, amounts[kind]))
            shares = (1.0,) if len(pays) == 1 else _shares(count, pays, mean - known)
            yield KindLine(
                words,
                count,
                pays,
                count * sum(share * each for share, each in zip(shares, pays, strict=True)),
                count * sum(share * each**2 for share, each in zip(shares, pays, strict=True)),
            )
    if missing := results.keys() - KINDS.keys():
        raise SheetError(f"no words for results of the kind {', '.join(sorted(missing))}")


def _shares(count: float, pays: tuple[float, ...], returned: float) -> tuple[float, ...]:
    """Part the one kind that pays two amounts: its return is what the other kinds leave."""
    low, high = pays
    share = (returned / count - low) / (high - low)
    if not -ROUNDING / count <= share * (high - low) <= high - low + ROUNDING / count:
        raise SheetError("the kinds of results do not add up to the house edge")
    return 1 - share, share


def _amounts(game: Game) -> dict[str, tuple[Fraction, ...]]:
    """Give what each kind pays, in units of the wager."""
    one, both = Fraction(1), 1 + game.double_size
    open_hands = {
        "higher": game.higher_total_pays,
        "dealer-bust": game.dealer_bust_pays,
        "stand-off": Fraction(0),
        "lower": -one,
    }
    amounts = {
        **open_hands,
        **{f"doubled-{kind}": both * pays for kind, pays in open_hands.items()},
        **_settled(game, both),
        **(_bonuses(game.bonuses) if game.bonuses else {}),
    }
    single = {kind: (pays,) for kind, pays in amounts.items()}
    return single | _of_two(game, both)


def _settled(game: Game, both: Fraction) -> dict[str, Fraction]:
    naturals, trick, one = game.naturals, game.trick or Fraction(0), Fraction(1)
    return {
        "bust": -one,
        "doubled-bust": -both,
        "forfeit": -one,
        "dealer-natural": -one,
        "natural-stand-off": Fraction(0),
        "surrender": game.surrender_keeps - 1,
        "surrender-void": -one,
        "21": game.twenty_one or one,
        "doubled-21": game.doubled_21 * both,
        "five-card-trick": trick,
        "doubled-five-card-trick": trick * both,
        "pontoon": naturals.unsuited,
        "unsuited-blackjack": naturals.unsuited,
        "suited-blackjack": naturals.suited,
        "pinkjack": naturals.pinkjack,
        "held-pinkjack": naturals.held,
        "ultimate-pinkjack": naturals.ultimate,
    }


def _bonuses(bonuses: Bonuses) -> dict[str, Fraction]:
    several = dict(zip(("mixed-678", "suited-678", "spades-678"), bonuses.run, strict=True))
    several |= zip(("mixed-777", "suited-777", "spades-777"), bonuses.sevens, strict=True)
    return several | {
        "five-card-21": bonuses.five,
        "six-card-21": bonuses.six,
        "seven-card-21": bonuses.seven,
    }


def _of_two(game: Game, both: Fraction) -> dict[str, tuple[Fraction, ...]]:
    """Give the kinds of two amounts: a Super Bonus by suit, a double by the dealer's natural."""
    found: dict[str, tuple[Fraction, ...]] = {"doubled-dealer-natural": (Fraction(-1),)}
    if not game.pinkjack_counts:
        found["doubled-dealer-natural"] = (-both, Fraction(-1))
    if game.bonuses is not None:
        prizes = {pays + game.bonuses.prize for pays in game.bonuses.sevens[1:]}
        found["super-bonus"] = tuple(sorted(prizes))
    return found
