"""What a chart is found from: for every cell the worth of each action, over the hands in it."""

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

from houserules.odds.arena import ARENA, COUNTS, SIZE, SOFT, TOTAL, Floats, Ints
from houserules.odds.finals import FORFEITED, OPEN
from houserules.odds.lists import Plan, reached
from houserules.odds.opening import SPLIT
from houserules.odds.playing import ACTIONS, DOUBLE, Played
from houserules.odds.results import Results
from houserules.odds.rules import doubled_hands
from houserules.odds.solving import Solved
from houserules.odds.suits import COMPLETING, MIXED, Suited

MOST_CARDS = 7
"""Hands of this many cards or more are played alike."""

_SHAPE = (2, 22, MOST_CARDS + 1, len(ACTIONS))  # soft or not, total, cards, action


@dataclass(slots=True)
class Sums:
    """Sums over hands, each with the probability that it comes up."""

    cells: dict[str, Floats] = field(default_factory=dict)  # by upcard
    pairs: dict[tuple[str, tuple[int, int]], list[tuple[float, Suited | None, Floats]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    given_up: dict[tuple[int, str], float] = field(default_factory=lambda: defaultdict(float))

    def add(self, upcard: str, hands: Ints, worth: Floats) -> None:
        """Add hands to their cells; an action that one hand is refused, the cell is."""
        cells = self.cells.setdefault(upcard, np.zeros(_SHAPE))
        places = SOFT[hands].astype(int), TOTAL[hands], np.minimum(SIZE[hands], MOST_CARDS)
        np.add.at(cells, places, worth)

    def of(self, upcard: str, total: int, cards: int, *, soft: bool) -> Floats:
        """Give the worth of each action in a cell, NaN where it is refused; of none, nothing."""
        return np.asarray(self.cells[upcard][int(soft), total, cards])

    def forfeits(self, upcards: tuple[str, ...]) -> dict[int, dict[str, bool]]:
        """Give for each total of a doubled hand whether to give it up."""
        totals = sorted({total for total, _ in self.given_up})
        return {t: {u: self.given_up.get((t, u), 0.0) > 0 for u in upcards} for t in totals}


def sums_of(solved: Solved) -> Sums:
    """Add up every hand of a solved game."""
    sums = Sums()
    for results in solved.by_opening:
        _first_two(results, sums)
        for aces, played in enumerate(results.opening.played):
            start, _ = results.starts(aces)
            plan = Plan(played.action, played.forfeit)
            against = results.opening.against
            reach = results.opening.chance * reached(against.rules, plan, start, against.left)
            _more(results, played, reach, sums)
            _doubled(results, played, aces, reach, sums)
    return sums


def _first_two(results: Results, sums: Sums) -> None:
    opening, upcard = results.opening, results.opening.against.upcard.name
    for pair in opening.pairs:
        for choice in pair.choices:
            chance = opening.chance * pair.chance * choice.share
            if pair.cards[0] == pair.cards[1] or choice.fall is not None:
                sums.pairs[upcard, pair.cards].append((chance, choice.fall, choice.values))
            told = choice.fall is not None and pair.cards in COMPLETING
            suited = told and choice.fall is not None and choice.fall.suit != MIXED
            if suited or choice.action == SPLIT:
                continue
            values = choice.values.copy()
            values[SPLIT] = np.nan
            sums.add(upcard, np.array([pair.hand]), (chance * values)[None])


def _more(results: Results, played: Played, reach: Floats, sums: Sums) -> None:
    hands = np.flatnonzero((reach > 0) & (SIZE > 2))
    worth = np.full((hands.size, len(ACTIONS)), np.nan)
    worth[:, :3] = reach[hands, None] * played.values[hands]
    sums.add(results.opening.against.upcard.name, hands, worth)


def _doubled(results: Results, played: Played, aces: int, reach: Floats, sums: Sums) -> None:
    """Add what giving up is worth beyond standing, for every doubled hand and card."""
    against = results.opening.against
    if not against.game.forfeits:
        return
    finish, total = doubled_hands(against.rules, aces)
    pays = against.rules.pays
    for hand in np.nonzero((reach > 0) & (played.action == DOUBLE))[0].tolist():
        left = played.dealt.shoe - COUNTS[hand]
        for card in np.nonzero((left > 0) & (finish[hand] >= OPEN))[0].tolist():
            child = ARENA.child[hand, card]
            more = float(played.dealt.of(child) @ (pays[FORFEITED] - pays[finish[hand, card]]))
            chance = float(reach[hand] * left[card] / left.sum())
            key = (int(total[hand, card]), against.upcard.name)
            sums.given_up[key] += chance * more
