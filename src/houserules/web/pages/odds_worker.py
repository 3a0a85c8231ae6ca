"""What a worker process computes for the odds page: the switches of a game, and rounds of it."""

from functools import lru_cache
from typing import Any

from houserules.core.money import Cents
from houserules.floor.setting import Setting
from houserules.rulebook.schema import Rulebook
from houserules.web.solving_worker import Said, _solved

Data = dict[str, Any]


def switches(rulebook: str, wager: Cents) -> Data:
    """Give every rule that can be changed one at a time, and what it may say instead."""
    from houserules.odds.what_ifs import changes  # noqa: PLC0415  # in the worker alone

    rules = Setting("odds", "odds", rulebook).rules
    found: dict[str, Data] = {}
    for each in changes(rules, wager):
        if each.name in ("peeks", "hands_most"):  # no value of a rulebook by itself
            continue
        entry = {"name": each.name, "now": each.before, "clause": each.clause, "group": each.group}
        choice = {"value": _written(each.after), "says": each.after}
        found.setdefault(each.name, entry | {"choices": []})["choices"].append(choice)
    return {"rulebook": rulebook, "switches": list(found.values())}


def _written(shown: str) -> str:
    """Write a value as a question takes it."""
    return {"yes": "true", "no": "false"}.get(shown, shown)


def simulate(rulebook: str, said: Said, wager: Cents, batch: int, rounds: int) -> Data:
    """Play a batch of rounds by the best strategy; the batch is the seed, so it can be played again."""
    from houserules.simulator import simulate as play  # noqa: PLC0415

    rules, strategy = _ready(rulebook, said, wager)
    result = play(rules, strategy, rounds=rounds, seed=batch, wagers=wager, workers=1)
    unit = float(result.unit) / wager
    return {
        "rounds": result.rounds,
        "won": result.total * unit,
        "squares": result.squares * unit * unit,
    }


@lru_cache(maxsize=4)
def _ready(rulebook: str, said: Said, wager: Cents) -> tuple[Rulebook, Any]:
    """Solve a game once for many batches."""
    from houserules.odds.strategy import strategy_rows  # noqa: PLC0415
    from houserules.simulator import from_rows  # noqa: PLC0415

    rules, solved = _solved(rulebook, said, wager)
    return rules, from_rows(strategy_rows(solved), name="best")
