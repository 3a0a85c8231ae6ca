"""Exact odds: the edge, the strategy and the volatility of every rulebook.

from houserules.odds import solve

solved = solve("nsw-pontoon-2024")
solved.house_edge, solved.standard_deviation, solved.by_upcard["A"]

NumPy and Numba are loaded when a name is first used, not by the import.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houserules.odds.chart import Chart, ChartPlay, find_chart
    from houserules.odds.coach import Advice, advise
    from houserules.odds.figures import ByHand, ByUpcard
    from houserules.odds.game import Game, game_of
    from houserules.odds.solved_game import SolvedGame, solve
    from houserules.odds.solver.shoe import Shoe, ShoeError, full_shoe, shoe_of
    from houserules.odds.strategy import strategy_rows

for _package in ("numba", "numpy"):
    if find_spec(_package) is None:
        raise ModuleNotFoundError(
            f"houserules.odds needs {_package}: pip install 'houserules[numbers]'", name=_package
        )

_NAMES = {
    "chart": ("Chart", "ChartPlay", "find_chart"),
    "coach": ("Advice", "advise"),
    "figures": ("ByHand", "ByUpcard"),
    "game": ("Game", "game_of"),
    "solved_game": ("SolvedGame", "solve"),
    "solver.shoe": ("Shoe", "ShoeError", "full_shoe", "shoe_of"),
    "strategy": ("strategy_rows",),
}

__all__ = [
    "Advice",
    "ByHand",
    "ByUpcard",
    "Chart",
    "ChartPlay",
    "Game",
    "Shoe",
    "ShoeError",
    "SolvedGame",
    "advise",
    "find_chart",
    "full_shoe",
    "game_of",
    "shoe_of",
    "solve",
    "strategy_rows",
]


def __getattr__(name: str) -> Any:
    for module, names in _NAMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
