"""What a card counter does at every true count: wagers, deviations from the strategy, insurance."""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from houserules import simulator
from houserules.analysis.cache import load_or_make
from houserules.analysis.request import OddsRequest, Report, steps_of
from houserules.analysis.simulation_plan import SimulationPlan
from houserules.analysis.simulation_request import MOST, CountPlan, units_at
from houserules.analysis.strategies import best_strategy
from houserules.core.cards import deck
from houserules.odds.counting import RunningCount, running_counts
from houserules.odds.game import Game, game_of
from houserules.odds.side_wagers import insured_hands
from houserules.odds.solved_game import solve
from houserules.odds.solver.shoe import Shoe, full_shoe
from houserules.rulebook.values import NotOffered
from houserules.simulator import Counting, Strategy

DEEPEST: Final = 6
"""Higher counts are played as this one."""


def find_counting(plan: SimulationPlan, report: Report | None = None) -> Counting | None:
    """Return the count that the bettor on the first box keeps."""
    count = plan.count
    if count is None:
        return None
    insures_from = -MOST if plan.insures else None
    if not count.deviates:
        return Counting(count.system.tags, count.ramp, insures_from=insures_from, most=MOST)
    shoes = _shoes(plan, count)
    return Counting(
        count.system.tags,
        count.ramp,
        strategies=dict(_strategies(plan, count, shoes, report)),
        insures_from=_insures_from(plan.first, shoes) if insures_from is None else insures_from,
        most=MOST,
    )


def _shoes(plan: SimulationPlan, count: CountPlan) -> dict[int, Shoe]:
    """Return the shoe to expect at every count, halfway to the cutting card."""
    game = plan.first.game
    full, cards = full_shoe(game), len(deck(tens=game.tens_in_deck))
    assert isinstance(plan.equipment, simulator.CardShoe), "a counter needs a card shoe"
    unseen = round(game.decks * cards * (1 - plan.equipment.penetration / 2))
    groups: dict[int, list[RunningCount]] = {}
    for each in running_counts(full, count.system, unseen):
        true_count = each.running * cards // unseen  # rounded down, as the simulator does
        groups.setdefault(min(max(true_count, -DEEPEST), DEEPEST), []).append(each)
    return {true_count: _expected_shoe(full, groups[true_count]) for true_count in sorted(groups)}


def _expected_shoe(full: Shoe, counts: list[RunningCount]) -> Shoe:
    """Return a shoe of full size in the mean proportions of the cards not seen."""
    ranks = full.faces.sum(axis=1)
    unseen = sum((each.probability * each.unseen for each in counts), np.zeros(len(ranks)))
    share = np.divide(unseen, ranks, out=np.zeros(len(ranks)), where=ranks > 0)
    faces = full.faces * share[:, None]
    return Shoe(faces * (ranks.sum() / faces.sum()))


def _strategies(
    plan: SimulationPlan, count: CountPlan, shoes: Mapping[int, Shoe], report: Report | None
) -> Iterator[tuple[int, Strategy]]:
    """Solve the game at every count at which something is wagered."""
    for true_count, shoe in shoes.items():
        units = units_at(count.ramp, true_count)
        if units:
            game = game_of(plan.first.rules, plan.first.wager * units)
            yield true_count, _strategy(game, shoe, true_count, report)


def _strategy(game: Game, shoe: Shoe, true_count: int, report: Report | None) -> Strategy:
    steps = steps_of(report, f"Solving a true count of {true_count:+d}")
    return load_or_make(
        ("count", game, shoe.faces.tolist()),
        lambda: best_strategy(solve(game, shoe=shoe, progress=steps)),
    )


def _insures_from(request: OddsRequest, shoes: Mapping[int, Shoe]) -> int | None:
    """Return the lowest count at which insurance pays, if any."""
    if isinstance(request.rules.insurance, NotOffered):
        return None
    lowest = None
    for true_count in sorted(shoes, reverse=True):
        hands = insured_hands(request.rules, shoes[true_count])
        if sum(hand.probability * hand.value for hand in hands) <= 0:
            break
        lowest = true_count
    return lowest
