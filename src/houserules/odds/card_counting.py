"""What a card counter could win: the advantage by true count, and a ramp of wagers."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, comb, copysign
from typing import Final

import numpy as np

from houserules.core.cards import RANKS, deck
from houserules.core.money import Cents
from houserules.odds.fixed_policy import replay
from houserules.odds.game import Game, game_of
from houserules.odds.side_wagers import insured_hands
from houserules.odds.solved_game import Progress, SolvedGame, solve
from houserules.odds.solver.hand_index import Floats
from houserules.odds.solver.shoe import Shoe, ShoeError, full_shoe
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered

# Counting systems: a tag for every rank, added up as cards are seen.


_TAG: Final = re.compile(r"([A2-9TJQK])=([+-]?\d{1,2})", re.ASCII)


class SystemsError(ValueError):
    """A text that is not a counting system."""


@dataclass(frozen=True, slots=True)
class CountingSystem:
    """A whole number for every rank; the running count is the sum over the cards seen."""

    name: str
    tags: tuple[int, ...]  # in the order of RANKS

    def tag(self, rank: str) -> int:
        return self.tags[RANKS.index(rank)]

    def __str__(self) -> str:
        """Write the system as `counting_system` reads it, ranks that count nothing left out."""
        pairs = zip(RANKS, self.tags, strict=True)
        return " ".join(f"{rank}={tag:+d}" for rank, tag in pairs if tag)


def _levels(name: str, *, plus: str, minus: str) -> CountingSystem:
    tags = tuple((rank in plus) - (rank in minus) for rank in RANKS)
    return CountingSystem(name, tags)


SYSTEMS: Final = {
    each.name: each
    for each in (
        _levels("hi-lo", plus="23456", minus="TJQKA"),
        _levels("hi-lo-48", plus="3456", minus="JQKA"),  # balanced where the tens are out
    )
}


def counting_system(text: str) -> CountingSystem:
    """Read a counting system: a name, or tags as in `A=-1 2=1 T=-1`.

    J, Q and K take the tag of T where they have none of their own; other ranks without one count 0.
    """
    if text in SYSTEMS:
        return SYSTEMS[text]
    tags: dict[str, int] = {}
    for word in text.split():
        match = _TAG.fullmatch(word)
        if match is None or match[1] in tags:
            raise SystemsError(f"{word!r} is not the one tag of a rank, as in 5=+1")
        tags[match[1]] = int(match[2])
    every = tuple(tags.get(rank, tags.get("T", 0) if rank in "JQK" else 0) for rank in RANKS)
    if len(set(every)) == 1:
        names = ", ".join(SYSTEMS)
        raise SystemsError(f"{text!r} counts nothing; name {names}, or tags as in A=-1 5=+1")
    return CountingSystem("custom", every)


# What is still in the shoe, given a count: exact, for any order of the cards being as likely.


@dataclass(frozen=True, slots=True, eq=False)
class RunningCount:
    """One running count at some depth of the shoe."""

    running: int  # tags of the cards seen
    probability: float
    unseen: Floats  # by rank: how many are expected among the cards not seen


def running_counts(shoe: Shoe, system: CountingSystem, unseen: int) -> tuple[RunningCount, ...]:
    """Return every count with its probability when so many cards of the shoe are not seen yet."""
    ranks = shoe.faces.sum(axis=1)
    tags = sorted({tag for tag, cards in zip(system.tags, ranks, strict=True) if cards})
    alike = np.array([[tag == each for tag in system.tags] for each in tags]) * ranks
    table, least = _draw_tags(tags, [int(cards) for cards in alike.sum(axis=1)], unseen)
    whole = int(ranks @ np.array(system.tags))
    counts = []
    for place in np.flatnonzero(table[0] > 0):
        means = table[1:, place] / table[0, place]
        by_rank = (means / alike.sum(axis=1)) @ alike
        running = whole - (least + int(place))
        counts.append(RunningCount(running, float(table[0, place] / table[0].sum()), by_rank))
    return tuple(counts)


def _draw_tags(tags: list[int], cards: list[int], unseen: int) -> tuple[Floats, int]:
    """Draw cards of each tag in turn: weights by sum of tags, and weights times cards of each tag."""
    least, most = min(0, unseen * tags[0]), max(0, unseen * tags[-1])
    table = np.zeros((1 + len(tags), unseen + 1, most - least + 1))
    table[0, 0, -least] = 1.0
    for kind, (tag, number) in enumerate(zip(tags, cards, strict=True)):
        after = np.zeros_like(table)
        for drawn in range(min(number, unseen) + 1):
            weight = comb(number, drawn) / comb(number, number // 2)
            moved = np.roll(table[:, : unseen + 1 - drawn], drawn * tag, axis=2)
            after[:, drawn:] += weight * moved
            after[1 + kind, drawn:] += weight * drawn * moved[0]
        table = after / after[0].max()
    return table[:, unseen], least


@dataclass(frozen=True, slots=True, eq=False)
class TrueCount:
    """Running counts with the same true count: per deck, to the nearest whole number."""

    count: int
    probability: float
    mean: float  # of the true counts put together here
    shoe: Shoe  # as many cards as the full shoe, in the mean proportions of those not seen


def true_counts(
    shoe: Shoe, system: CountingSystem, *, deck: int, unseen: int, most: int
) -> tuple[TrueCount, ...]:
    """Put running counts together by true count; the first and the last take all beyond `most`.

    The true count is what the running count has above its mean, a deck of cards not seen: in a
    balanced system the usual one, in others as if they were started at the right number.
    """
    cards, ranks = float(shoe.values.sum()), shoe.faces.sum(axis=1)
    mean = float(ranks @ np.array(system.tags)) * (cards - unseen) / cards
    groups: dict[int, list[tuple[RunningCount, float]]] = {}
    for each in running_counts(shoe, system, unseen):
        exact = (each.running - mean) * deck / unseen
        nearest = int(copysign(min(most, ceil(abs(exact) - 0.5)), exact))  # halves towards zero
        groups.setdefault(nearest, []).append((each, exact))
    counts = []
    for count, group in sorted(groups.items()):
        probability = sum(each.probability for each, _ in group)
        average = sum(each.probability * exact for each, exact in group) / probability
        left = np.zeros(len(RANKS))
        for each, _ in group:
            left += each.probability / probability * each.unseen
        counts.append(TrueCount(count, probability, average, expected_shoe(shoe, left)))
    return tuple(counts)


def expected_shoe(full: Shoe, unseen: Floats) -> Shoe:
    """Return a shoe of full size in the proportions of the cards of each rank that are not seen."""
    ranks = full.faces.sum(axis=1)
    share = np.divide(unseen, ranks, out=np.zeros(len(RANKS)), where=ranks > 0)
    faces = full.faces * share[:, None]
    return Shoe(faces * (ranks.sum() / faces.sum()))


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
    def average_wager(self) -> float:
        """Units wagered per round."""
        return sum(row.probability * row.units for row in self.rows)

    @property
    def win(self) -> float:
        """Units won per round if wagers, play and insurance follow the count."""
        return sum(row.probability * row.units * (row.best + row.insured) for row in self.rows)

    @property
    def win_of_wagers(self) -> float:
        """Units won per round if only the wagers follow the count."""
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
    """Value each count, with the edge of a full shoe for the same wager."""
    full: dict[int, SolvedGame] = {}
    for count in counts:
        units = units_at(ramp, count.count)
        laid = wager * (units or 1)
        if laid not in full:
            full[laid] = solve(rules, wager=laid)
        insurance, insured = _insurance(rules, count.shoe)
        row = AtCount(
            true_count=count.count,
            probability=count.probability,
            mean=count.mean,
            units=units,
            best=-solve(full[laid].game, shoe=count.shoe).house_edge,
            fixed=-replay(full[laid], count.shoe).house_edge,
            insurance=insurance,
            insured=insured,
        )
        yield row, full[laid].house_edge


def units_at(ramp: Ramp, count: int) -> int:
    """Return how many units are wagered at a true count."""
    reached = [start for start in ramp if start <= count]
    return ramp[max(reached)] if reached else 0


def _insurance(rules: Rulebook, shoe: Shoe) -> tuple[float | None, float]:
    """Return what insurance is worth by itself, and what the good part of it adds to a round."""
    hands = insured_hands(rules, shoe)
    if isinstance(rules.insurance, NotOffered) or not hands:
        return None, 0.0
    most = rules.insurance.insurance_most.value
    value = sum(hand.probability * hand.value for hand in hands)
    good = sum(hand.chance * hand.value for hand in hands if hand.favourable)
    return float(value), float(good * Fraction(most.pays, most.on))
