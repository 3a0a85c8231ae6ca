"""How a round ends against one upcard: kinds of settlement, squares of results, all results."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from houserules.odds.against import NATURAL_HAND
from houserules.odds.arena import ACE, HANDS, Floats
from houserules.odds.boxes import BoxResults, suits_of
from houserules.odds.finals import NATURAL, OPEN
from houserules.odds.kinds import Kinds
from houserules.odds.lists import Plan, finished, weighed, with_busts
from houserules.odds.naming import named
from houserules.odds.opening import SPLIT, SURRENDER, Opening
from houserules.odds.paying import alike
from houserules.odds.suits import COMPLETING, Suited, finish_of


@dataclass(frozen=True)
class Results:
    """Every round with one upcard; all probabilities are given the upcard."""

    opening: Opening

    @cached_property
    def kinds(self) -> Kinds:
        """The kinds of hands against this upcard."""
        return Kinds(self.opening.against)

    @cached_property
    def unsplit(self) -> Floats:
        """Hands that are neither split nor surrendered: kinds by column."""
        against = self.opening.against
        found = np.zeros((against.finishes.count, against.finishes.ends.count))
        all_ends = np.zeros(against.finishes.ends.count)
        for aces, played in enumerate(self.opening.played):
            start, ends = self.starts(aces)
            plan = Plan(played.action, played.forfeit)
            hands = finished(against.rules, plan, start, own=-1, initial_aces=aces)
            found += weighed(hands, against.left, against.dealt, against.finishes)
            all_ends += ends
        found = with_busts(found, all_ends)
        natural = sum(pair.chance for pair in self.opening.pairs if not pair.choices)
        found[NATURAL] += natural * against.dealt.of(NATURAL_HAND)
        return self.kinds.apart(self.kinds.columns(found), suits_of(self._groups()))

    def starts(self, aces: int) -> tuple[Floats, Floats]:
        """Give in how many orders each first action is reached, and the dealer's ends with them."""
        opening = self.opening
        start, ends = np.zeros((HANDS, 3)), np.zeros(opening.against.finishes.ends.count)
        for pair in opening.pairs:
            if min(pair.cards.count(ACE), len(opening.played) - 1) == aces and pair.choices:
                shares = np.array(pair.shares()[:3])
                start[pair.hand] = shares * (1 if pair.cards[0] == pair.cards[1] else 2)
                ends += shares.sum() * pair.chance * opening.against.dealt.of(pair.hand)
        return start, ends

    def _groups(self) -> dict[int, list[tuple[Suited, int]]]:
        groups: dict[int, list[tuple[Suited, int]]] = {}
        for pair in self.opening.pairs:
            if pair.cards in COMPLETING:
                falls = [(each.fall, each.action) for each in pair.choices if each.fall]
                groups.setdefault(finish_of(pair.cards), []).extend(falls)
        return groups

    @cached_property
    def surrendered(self) -> tuple[float, float]:
        """Surrendered hands: that keep a part, and that lose all to a natural."""
        kept = void = 0.0
        for pair in self.opening.pairs:
            chance = pair.chance * pair.shares()[SURRENDER]
            natural = float(self.opening.against.dealt.of(pair.hand)[-1])
            kept, void = kept + chance * (1 - natural), void + chance * natural
        return kept, void

    @cached_property
    def boxes(self) -> list[tuple[float, BoxResults]]:
        """The pairs that are split, with their probabilities."""
        found = []
        for pair in self.opening.pairs:
            split = [each for each in pair.choices if each.action == SPLIT]
            if share := sum(each.share for each in split):
                apart = sum(each.share * each.fall.split for each in split if each.fall) / share
                box = self.opening.box(pair.cards[0])
                found.append((pair.chance * share, BoxResults(box, self.kinds, apart)))
        return found

    def counts(self) -> dict[str, float]:
        """Give the expected number of each kind of settlement in a round."""
        hands, saved = self.unsplit.copy(), 0.0
        at_risk = 0.0
        for chance, box in self.boxes:
            split = chance * box.every_hand()
            at_risk += self._at_risk(split)
            saved += chance * self.opening.spared(box.box.card)
            hands += split
        found = defaultdict[str, float](float, named(self.kinds, hands))
        found["surrender"], found["surrender-void"] = self.surrendered
        found["dealer-natural"] += at_risk - saved
        found["natural-stand-off"] += saved
        return {name: chance for name, chance in found.items() if chance > 0}

    def _at_risk(self, hands: Floats) -> float:
        """Take out the open wagers of a split box, doubled or not, that a natural could collect."""
        rows = slice(OPEN, self.kinds.finishes)
        natural = self.opening.against.finishes.ends.natural
        at_risk = float(hands[rows, natural].sum())
        hands[rows, natural] = 0.0
        return at_risk

    def _lost(self) -> float:
        return 1.0 - float(self.opening.against.game.surrender_keeps)

    def square(self) -> float:
        """Give the expected square of the result."""
        kept, void = self.surrendered
        found = float((self.unsplit * self.kinds.pays**2).sum()) + kept * self._lost() ** 2 + void
        return found + sum(chance * box.square() for chance, box in self.boxes)

    def all(self) -> Iterator[tuple[float, float]]:
        """Give every result with its probability; a result may come more than once."""
        kept, void = self.surrendered
        yield from ((-self._lost(), kept), (-1.0, void))
        values, place = alike(self.kinds.pays)
        sums = np.bincount(place, self.unsplit.ravel(), values.size)
        yield from zip(values.tolist(), sums.tolist(), strict=True)
        for chance, box in self.boxes:
            for values, chances in box.results():
                yield from zip(values.tolist(), (chance * chances).tolist(), strict=True)
