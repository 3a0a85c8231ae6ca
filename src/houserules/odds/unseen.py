"""What is still in the shoe, given a count: exact, for any order of the cards being as likely."""

from dataclasses import dataclass
from math import ceil, comb, copysign

import numpy as np

from houserules.core.cards import RANKS
from houserules.odds.arena import Floats
from houserules.odds.cards import Shoe
from houserules.odds.systems import CountingSystem


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """One running count at some depth of the shoe."""

    running: int  # tags of the cards seen
    probability: float
    unseen: Floats  # by rank: how many are expected among the cards not seen


def running_counts(shoe: Shoe, system: CountingSystem, unseen: int) -> tuple[Count, ...]:
    """Give every count with its probability when so many cards of the shoe are not seen yet."""
    ranks = shoe.faces.sum(axis=1)
    tags = sorted({tag for tag, cards in zip(system.tags, ranks, strict=True) if cards})
    alike = np.array([[tag == each for tag in system.tags] for each in tags]) * ranks
    table, least = _drawn(tags, [int(cards) for cards in alike.sum(axis=1)], unseen)
    whole = int(ranks @ np.array(system.tags))
    found = []
    for place in np.flatnonzero(table[0] > 0):
        means = table[1:, place] / table[0, place]
        by_rank = (means / alike.sum(axis=1)) @ alike
        running = whole - (least + int(place))
        found.append(Count(running, float(table[0, place] / table[0].sum()), by_rank))
    return tuple(found)


def _drawn(tags: list[int], cards: list[int], unseen: int) -> tuple[Floats, int]:
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
    """Counts that are one to who counts: so many a deck, to the nearest whole number."""

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
    groups: dict[int, list[tuple[Count, float]]] = {}
    for each in running_counts(shoe, system, unseen):
        exact = (each.running - mean) * deck / unseen
        groups.setdefault(_nearest(exact, most), []).append((each, exact))
    return tuple(_together(shoe, count, groups[count]) for count in sorted(groups))


def _nearest(exact: float, most: int) -> int:
    """Round to the nearest whole number, halves towards none."""
    return int(copysign(min(most, ceil(abs(exact) - 0.5)), exact))


def _together(shoe: Shoe, count: int, every: list[tuple[Count, float]]) -> TrueCount:
    probability = sum(each.probability for each, _ in every)
    mean = sum(each.probability * exact for each, exact in every) / probability
    unseen = np.zeros(len(RANKS))
    for each, _ in every:
        unseen += each.probability / probability * each.unseen
    ranks = shoe.faces.sum(axis=1)
    share = np.divide(unseen, ranks, out=np.zeros(len(RANKS)), where=ranks > 0)
    faces = shoe.faces * share[:, None]
    return TrueCount(count, probability, mean, Shoe(faces * (ranks.sum() / faces.sum())))
