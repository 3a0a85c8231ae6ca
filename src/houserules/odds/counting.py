"""What somebody who counts cards could win: the advantage by true count, and a ramp of wagers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from houserules.core.cards import deck
from houserules.core.money import Cents
from houserules.odds.cards import Shoe, ShoeError, full_shoe
from houserules.odds.frozen import replay
from houserules.odds.game import Game, game_of
from houserules.odds.side_wagers import insured_hands
from houserules.odds.solving import Progress, Solved, solve
from houserules.odds.systems import CountingSystem
from houserules.odds.unseen import TrueCount, true_counts
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered

Ramp = Mapping[int, int]
"""Units wagered from a true count on; below the lowest named, none."""

FLAT: Final[Ramp] = {-100: 1}
LEAST_DECKS: Final = 2
"""With fewer, the expected number of a face may be less than one card."""

ASSUMES: Final = (
    "one box alone with the dealer, one depth of the shoe, every order of the cards as likely; "
    "how likely a count is, and how many cards of each rank are then expected among those not seen, "
    "is exact (hypergeometric); true counts to the nearest whole number, the first and last with all "
    "beyond them; cards are then drawn from a shoe of full size in these expected proportions: an "
    "approximation, after which one number (`correction`) is added to the value of every count, so "
    "that fixed play over all counts comes to the edge of the full shoe, as it must; the count is "
    "not kept up within the round; no chip rounding, nobody is sent away, no share in the Super "
    "Bonus of others"
)


@dataclass(frozen=True, slots=True)
class AtCount:
    """What a round is worth at one true count, per unit of original wager."""

    true_count: int
    probability: float
    mean: float  # of the true counts that are rounded to this one
    units: int
    best: float  # the best play for the count
    fixed: float  # the best play for a full shoe, whatever the count
    insurance: float | None  # per unit of insurance, on every hand that may be insured
    insured: float  # what insuring hands where it pays adds, for as much as is allowed


@dataclass(frozen=True, slots=True)
class Advantage:
    """A game, a counting system and a depth: what each count is worth, and all counts together."""

    game: Game
    system: CountingSystem
    unseen: int  # cards left in the shoe
    house_edge: float  # of the full shoe, for one unit
    rows: tuple[AtCount, ...]
    correction: float  # in the value of every count: what mean proportions leave out
    assumes: str = ASSUMES

    @property
    def wagered(self) -> float:
        """Units wagered a round."""
        return sum(row.probability * row.units for row in self.rows)

    @property
    def win(self) -> float:
        """Units won a round by who wagers, plays and insures by the count."""
        return sum(row.probability * row.units * (row.best + row.insured) for row in self.rows)

    @property
    def win_of_wagers(self) -> float:
        """Units won a round by who wagers by the count and plays as from a full shoe."""
        return sum(row.probability * row.units * row.fixed for row in self.rows)


def advantage_by_true_count(
    rules: Rulebook,
    system: CountingSystem,
    *,
    depth: float = 0.5,
    most: int = 6,
    wager: Cents = 2500,
    ramp: Ramp = FLAT,
    progress: Progress | None = None,
) -> Advantage:
    """Solve the game at each true count, when this share of the shoe has been seen.

    `wager` is one unit. The Super Bonus goes by the wager of the ramp; a count without one is
    valued for one unit.
    """
    game = game_of(rules, wager)
    cards = len(deck(tens=game.tens_in_deck))
    unseen = round(game.decks * cards * (1 - depth))
    if game.decks < LEAST_DECKS or not 0 < unseen <= game.decks * cards:
        raise ShoeError(f"counts are valued from {LEAST_DECKS} decks on, while cards are left")
    counts = true_counts(full_shoe(game), system, deck=cards, unseen=unseen, most=most)
    rows, missed = [], 0.0
    for done, (row, edge) in enumerate(_rows(rules, counts, ramp, wager), start=1):
        rows.append(row)
        missed -= row.probability * (row.fixed + edge)
        if progress is not None:
            progress(done, len(counts))
    corrected = tuple(
        replace(row, best=row.best + missed, fixed=row.fixed + missed) for row in rows
    )
    return Advantage(game, system, unseen, solve(game).house_edge, corrected, missed)


def _rows(
    rules: Rulebook, counts: tuple[TrueCount, ...], ramp: Ramp, wager: Cents
) -> Iterator[tuple[AtCount, float]]:
    """Value each count, and give with it the edge of a full shoe for the same wager."""
    full: dict[int, Solved] = {}
    for count in counts:
        units = _units(ramp, count.count)
        laid = wager * (units or 1)
        if laid not in full:
            full[laid] = solve(rules, wager=laid)
        yield _row(rules, count, units, full[laid]), full[laid].house_edge


def _units(ramp: Ramp, count: int) -> int:
    reached = [start for start in ramp if start <= count]
    return ramp[max(reached)] if reached else 0


def _row(rules: Rulebook, count: TrueCount, units: int, full: Solved) -> AtCount:
    best = solve(full.game, shoe=count.shoe)
    insurance, insured = _insurance(rules, count.shoe)
    return AtCount(
        true_count=count.count,
        probability=count.probability,
        mean=count.mean,
        units=units,
        best=-best.house_edge,
        fixed=-replay(full, count.shoe).house_edge,
        insurance=insurance,
        insured=insured,
    )


def _insurance(rules: Rulebook, shoe: Shoe) -> tuple[float | None, float]:
    """Give what insurance is worth by itself, and what the good part of it adds to a round."""
    hands = insured_hands(rules, shoe)
    if isinstance(rules.insurance, NotOffered) or not hands:
        return None, 0.0
    most = rules.insurance.insurance_most.value
    value = sum(hand.probability * hand.value for hand in hands)
    good = sum(hand.chance * hand.value for hand in hands if hand.favourable)
    return float(value), float(good * Fraction(most.pays, most.on))
