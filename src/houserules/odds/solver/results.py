"""How a round ends against one upcard: kinds of settlement, squares of results, all results."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from houserules.odds.solver.box_results import BoxResults, suits_of, two_of
from houserules.odds.solver.finished_hands import HandPlan, finish_hands, weigh_finishes, with_busts
from houserules.odds.solver.first_decision import SPLIT, SURRENDER, FirstDecision, PairChoice
from houserules.odds.solver.hand_index import ACE, HANDS, Floats
from houserules.odds.solver.natural_collection import doubles_collected
from houserules.odds.solver.player_outcomes import NATURAL
from houserules.odds.solver.result_kinds import Kinds, add_by_name, alike
from houserules.odds.solver.suits import COMPLETING, Suited, finish_of
from houserules.odds.solver.upcard import NATURAL_HAND

NOTHING: Final = 1e-15
"""What is left of a kind that never comes, once its parts have been subtracted from each other."""


@dataclass(frozen=True)
class Results:
    """Every round with one upcard; all probabilities are given the upcard."""

    opening: FirstDecision

    @property
    def kinds(self) -> Kinds:
        return self.opening.kinds

    @cached_property
    def unsplit(self) -> Floats:
        """Hands that are neither split nor surrendered: kinds by column."""
        against = self.opening.against
        chances = np.zeros((against.finishes.count, against.finishes.ends.count))
        all_ends = np.zeros(against.finishes.ends.count)
        for aces, played in enumerate(self.opening.unsplit_hands):
            start, ends = self.starts(aces)
            plan = HandPlan(played.action, played.forfeit)
            hands = finish_hands(against.rules, plan, start, own=-1, initial_aces=aces)
            chances += weigh_finishes(hands, against.left, against.unsplit_ends, against.finishes)
            all_ends += ends
        chances = with_busts(chances, all_ends)
        natural = sum(pair.chance for pair in self.opening.pairs if not pair.choices)
        chances[NATURAL] += natural * against.unsplit_ends.of(NATURAL_HAND)
        groups: dict[int, list[tuple[Suited, int]]] = {}
        for pair in self.opening.pairs:
            if pair.cards in COMPLETING:
                falls = [(each.fall, each.action) for each in pair.choices if each.fall]
                groups.setdefault(finish_of(pair.cards), []).extend(falls)
        return self.kinds.apart(self.kinds.columns(chances), suits_of(groups))

    def starts(self, aces: int) -> tuple[Floats, Floats]:
        """Return in how many orders each first action is reached, and the dealer's ends with them."""
        opening = self.opening
        start, ends = np.zeros((HANDS, 3)), np.zeros(opening.against.finishes.ends.count)
        for pair in opening.pairs:
            if min(pair.cards.count(ACE), len(opening.unsplit_hands) - 1) == aces and pair.choices:
                shares = np.array(pair.shares()[:3])
                start[pair.hand] = shares * (1 if pair.cards[0] == pair.cards[1] else 2)
                ends += shares.sum() * pair.chance * opening.against.unsplit_ends.of(pair.hand)
        return start, ends

    @cached_property
    def surrenders(self) -> tuple[float, float]:
        """Surrendered hands: that keep a part, and that lose all to a natural."""
        kept = void = 0.0
        for pair in self.opening.pairs:
            chance = pair.chance * pair.shares()[SURRENDER]
            natural = float(self.opening.against.unsplit_ends.of(pair.hand)[-1])
            kept, void = kept + chance * (1 - natural), void + chance * natural
        return kept, void

    @cached_property
    def boxes(self) -> list[tuple[float, BoxResults]]:
        """The pairs that are split, with their probabilities: by the pink cards of the pair."""
        boxes = []
        for pair in self.opening.pairs:
            split: dict[int, list[PairChoice]] = {}
            for each in pair.choices:
                if each.action == SPLIT and each.share:
                    pinks = each.fall.pinks if each.fall else None
                    split.setdefault(pinks or 0, []).append(each)
            faced = {pinks: self.opening.split_box(pair.cards[0], pinks) for pinks in split}
            two = two_of(list(faced.values())) if faced else None
            for pinks, choices in split.items():
                assert two is not None
                share = sum(each.share for each in choices)
                apart = sum(each.share * each.fall.split for each in choices if each.fall) / share
                boxes.append((pair.chance * share, BoxResults(faced[pinks], two, apart)))
        return boxes

    def counts(self) -> dict[str, float]:
        """Return the expected number of each kind of settlement in a round."""
        hands, spared, doubles_spared = self.unsplit.copy(), 0.0, 0.0
        for chance, box in self.boxes:
            split = chance * box.every_hand()
            doubles = self._doubles_at_risk(split) - chance * doubles_collected(box.faced)
            doubles_spared += doubles
            spared += (
                chance * self.opening.collection_value(box.box.card, box.faced.pinks) - doubles
            )
            hands += split
        counts = defaultdict[str, float](float, add_by_name(self.kinds, hands))
        counts["surrender"], counts["surrender-void"] = self.surrenders
        for doubled, number in (("", spared), ("doubled-", doubles_spared)):
            counts[f"{doubled}dealer-natural"] -= number
            counts[f"{doubled}natural-stand-off"] += number
        return {name: chance for name, chance in counts.items() if chance > NOTHING}

    def _doubles_at_risk(self, hands: Floats) -> float:
        """Return how many doubled hands meet a natural that could collect from them."""
        finishes, game = self.opening.against.finishes, self.opening.against.game
        natural = finishes.ends.natural
        if game.peeks:
            return 0.0
        columns = slice(natural, natural + 1 + game.pinkjack_counts)
        return float(hands[finishes.first_doubled : finishes.count, columns].sum())

    def _lost(self) -> float:
        return 1.0 - float(self.opening.against.game.surrender_keeps)

    def square(self) -> float:
        kept, void = self.surrenders
        square = float((self.unsplit * self.kinds.pays**2).sum()) + kept * self._lost() ** 2 + void
        return square + sum(chance * box.square() for chance, box in self.boxes)

    def all(self) -> Iterator[tuple[float, float]]:
        """Yield every result with its probability; a result may come more than once."""
        kept, void = self.surrenders
        yield from ((-self._lost(), kept), (-1.0, void))
        values, place = alike(self.kinds.pays)
        sums = np.bincount(place, self.unsplit.ravel(), values.size)
        yield from zip(values.tolist(), sums.tolist(), strict=True)
        for chance, box in self.boxes:
            for values, chances in box.results():
                yield from zip(values.tolist(), (chance * chances).tolist(), strict=True)
