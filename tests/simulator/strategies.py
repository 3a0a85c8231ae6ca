"""Strategies for tests: random, but the same for hands of one total, so that they stay small."""

from functools import cache

import numpy as np

from houserules.simulator.cards import hands
from houserules.simulator.decisions import (
    CONTEXTS,
    LATER,
    MOST_HANDS,
    Action,
    may_split,
    soft_total,
    split,
    unsplit,
)
from houserules.simulator.packed_rules import Packed, Rule
from houserules.simulator.strategy import (
    ANYWHERE,
    BONUS_PAIRS,
    MISSING,
    Doubled,
    Strategy,
    empty_tables,
)


@cache
def random_strategy(packed: Packed, seed: int) -> Strategy:
    """Return a lawful strategy that does all sorts of things, and splits whatever it can."""
    rng = np.random.default_rng(seed)
    actions, suited = empty_tables()
    every, drawn = hands(), {}
    for state in range(len(every.values)):
        total, hard, cards = soft_total(state), int(every.hard[state]), int(every.cards[state])
        may = [Action.HIT, Action.HIT]
        may += [Action.STAND] * 3 if total >= packed[Rule.MUST_DRAW_BELOW] else []
        may += [Action.DOUBLE] if cards <= packed[Rule.DOUBLE_MOST_CARDS] else []
        key = (total, hard == total, min(cards, 5))
        if key not in drawn:
            drawn[key] = rng.choice(np.array(may, dtype=np.uint8), size=actions.shape[:2])
        actions[:, :, state] = drawn[key]
        _put_offers(packed, rng, actions, state=state)
    bonus = suited[:, :, : len(BONUS_PAIRS)]
    bonus[..., 2] = np.where(rng.random(bonus.shape[:3]) < 0.5, Action.HIT, MISSING)
    pink = suited[:, :, len(BONUS_PAIRS) :]
    of_pinks = np.random.default_rng([seed, 1])  # told apart by rules with Pinkjacks alone
    pink[...] = np.where(of_pinks.random(pink.shape) < 0.3, Action.HIT, MISSING)
    return Strategy(f"random {seed}", actions, suited, _forfeits(rng))


def _put_offers(packed, rng, actions, *, state) -> None:
    ups = [up for up in range(12) if rng.random() < 0.3]
    against = int(packed[Rule.SURRENDER_AGAINST])
    if hands().cards[state] == 2 and against:
        for up in ups:
            rank = {9: 10, 10: 0, 11: 10}.get(up, up)
            if against >> rank & 1:
                actions[up, :3, state] = Action.SURRENDER
    value = hands().values[state][:1]
    for number in range(1, MOST_HANDS):
        context = unsplit(0) if number == 1 else split(value[0] if value else 0, number)
        if value and may_split(packed, state, context):
            place = slice(0, 3) if number == 1 else 3 + 10 * (number - 2) + value[0]
            actions[:, place, state] = Action.SPLIT
            if number > 1:  # later hands: as the first, or a decision of their own
                actions[:, place + LATER - 3, state] = MISSING if rng.random() < 0.5 else Action.HIT


def _forfeits(rng) -> dict[Doubled, bool]:
    """Give up on totals below 17 against some upcards, in some contexts; in some of them not."""
    places = [(up, place) for up in range(12) for place in (ANYWHERE, *range(CONTEXTS))]
    chosen = [(each, bool(rng.random() < 0.7)) for each in places if rng.random() < 0.2]
    found: dict[Doubled, bool] = {}
    for state, hard in enumerate(hands().hard):
        for card in range(10):
            points = hard + card + 1
            if rng.random() < 0.1:
                for (up, place), given_up in chosen:
                    if points < 17:
                        found[up, place, state, card, points] = given_up
                    if points <= 8:
                        found[up, place, state, card, points + 10] = given_up
    return found
