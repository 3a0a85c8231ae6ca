"""The work of the odds processes; only they load NumPy and Numba.

Arguments and results are plain data, because they pass between processes.
"""

from functools import lru_cache
from typing import Any

from houserules.analysis.options import RequestError, apply_settings
from houserules.analysis.tournament_decision import RoundBefore
from houserules.core.cards import cards
from houserules.core.money import Cents
from houserules.floor.tables.settings import Setting
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered

Data = dict[str, Any]
Settings = tuple[tuple[str, str], ...]
"""Values to change, by name, each as people write it."""


def solve_odds(rulebook: str, settings: Settings, wager: Cents) -> Data:
    """Solve a game: edge, deviation, results, side wagers."""
    from houserules.odds.side_wagers import side_wagers  # noqa: PLC0415
    from houserules.odds.solver.shoe import full_shoe  # noqa: PLC0415  # in the worker alone
    from houserules.sheets.par_tables import KINDS  # noqa: PLC0415

    rules, solved = _solve(rulebook, settings, wager)
    sides = side_wagers(rules, full_shoe(solved.game))
    return {
        "rulebook": rulebook,
        "decks": solved.game.decks,
        "wager": wager,
        "set": dict(settings),
        "house_edge": solved.house_edge,
        "standard_deviation": solved.standard_deviation,
        "by_upcard": {name: each._asdict() for name, each in solved.by_upcard.items()},
        "results": dict(solved.results),
        "names": {kind: KINDS[kind] for kind in solved.results},
        "side_wagers": {name: float(each.house_edge) for name, each in sides.items()},
    }


def find_chart(rulebook: str, settings: Settings, wager: Cents) -> Data:
    """Find the chart that fits on a card."""
    from houserules.odds.chart import Chart  # noqa: PLC0415
    from houserules.odds.chart import find_chart as find  # noqa: PLC0415

    chart: Chart = find(_solve(rulebook, settings, wager)[1])

    def column(cells: dict[str, Any]) -> Data:
        return {
            up: {"steps": each.steps, "otherwise": each.otherwise} for up, each in cells.items()
        }

    return {
        "rulebook": rulebook,
        "upcards": chart.upcards,
        "hard": {str(total): column(cells) for total, cells in chart.hard.items()},
        "soft": {str(total): column(cells) for total, cells in chart.soft.items()},
        "pairs": chart.pairs,
        "suited": [row._asdict() for row in chart.suited],
        "forfeit": {str(total): row for total, row in chart.forfeit.items()},
        "house_edge": chart.house_edge,
        "cost": chart.cost,
    }


def find_distribution(rulebook: str, settings: Settings, wager: Cents) -> Data:
    """Find how likely each net result of a round is, in units of the wager."""
    distribution = _solve(rulebook, settings, wager)[1].distribution
    return {"rulebook": rulebook, "net": [list(each) for each in sorted(distribution.items())]}


def coach(setting: Setting, hand: Data) -> Data:
    """Value every action for a hand at a table, and insurance per unit of it where it is offered."""
    from houserules.odds.coach import advise  # noqa: PLC0415

    advice = advise(
        setting.rules,
        cards(hand["cards"]),
        cards(hand["upcard"])[0],
        seen=cards(hand["seen"]),
        wager=hand["wager"],
        split=hand["split"],
        later=hand.get("later", False),
    )
    values = dict(advice.values)
    if not hand["offers"]:
        values["surrender"] = None
    open_now = [name for name, value in values.items() if value is not None]
    best = max(open_now, key=lambda name: values[name] or 0.0, default=None)
    insurance = _insurance(setting.rules, hand) if hand["offers"] else None
    return {"best": best, "values": values, "insurance": insurance}


def tournament_chances(setting: Setting, before: RoundBefore) -> Data:
    """Return the chances to go on by everything a player could have entered for a round."""
    from houserules.analysis.tournament_chances import find_chances  # noqa: PLC0415

    return find_chances(setting.rules, before)


def _insurance(rules: Rulebook, hand: Data) -> float | None:
    """Return what a unit of insurance is worth for a hand; None: it is not offered."""
    from houserules.odds.game import game_of  # noqa: PLC0415
    from houserules.odds.side_wagers import insured_hands  # noqa: PLC0415
    from houserules.odds.solver.hand_index import NAMES  # noqa: PLC0415
    from houserules.odds.solver.shoe import full_shoe  # noqa: PLC0415

    (upcard,) = cards(hand["upcard"])
    if isinstance(rules.insurance, NotOffered):
        return None
    if upcard.rank not in rules.insurance.insurance_against.value:
        return None
    shoe = full_shoe(game_of(rules, hand["wager"])).without(cards(hand["seen"]))
    own = " ".join(NAMES[each] for each in sorted(card.value - 1 for card in cards(hand["cards"])))
    name = NAMES[upcard.value - 1]
    found = (each for each in insured_hands(rules, shoe) if each.upcard == name)
    return next((float(each.value) for each in found if each.cards == own), None)


@lru_cache(maxsize=4)
def _solve(rulebook: str, settings: Settings, wager: Cents) -> tuple[Rulebook, Any]:
    from houserules.odds.game import ImpossibleError  # noqa: PLC0415
    from houserules.odds.solved_game import solve  # noqa: PLC0415

    rules = apply_settings(Setting("odds", "odds", rulebook).rules, dict(settings))
    try:
        return rules, solve(rules, wager=wager)
    except ImpossibleError as error:
        raise RequestError("set", error.problem, name=error.name) from None


# What a worker process computes for the odds page: the switches of a game, and rounds of it.


def switches(rulebook: str, wager: Cents) -> Data:
    """Return every rule that can be changed on its own, with its other values."""
    from houserules.odds.effects import changes  # noqa: PLC0415  # in the worker alone

    rules = Setting("odds", "odds", rulebook).rules
    listed: dict[str, Data] = {}
    for each in changes(rules, wager):
        if each.name in ("peeks", "hands_most"):  # no value of a rulebook by itself
            continue
        entry = {"name": each.name, "now": each.before, "clause": each.clause, "group": each.group}
        value = {"yes": "true", "no": "false"}.get(each.after, each.after)  # as a request has it
        choice = {"value": value, "says": each.after}
        listed.setdefault(each.name, entry | {"choices": []})["choices"].append(choice)
    return {"rulebook": rulebook, "switches": list(listed.values())}


def simulate(rulebook: str, settings: Settings, wager: Cents, batch: int, rounds: int) -> Data:
    """Play a batch of rounds by the best strategy; the batch is the seed, so it can be played again."""
    from houserules.simulator import simulate as play  # noqa: PLC0415

    rules, strategy = _solved_strategy(rulebook, settings, wager)
    result = play(rules, strategy, rounds=rounds, seed=batch, wagers=wager, workers=1)
    unit = float(result.unit) / wager
    return {
        "rounds": result.rounds,
        "won": result.total * unit,
        "squares": result.squares * unit * unit,
    }


@lru_cache(maxsize=4)
def _solved_strategy(rulebook: str, settings: Settings, wager: Cents) -> tuple[Rulebook, Any]:
    """Solve a game once for many batches."""
    from houserules.odds.strategy import strategy_rows  # noqa: PLC0415
    from houserules.simulator import from_rows  # noqa: PLC0415

    rules, solved = _solve(rulebook, settings, wager)
    return rules, from_rows(strategy_rows(solved), name="best")
