"""Exact odds: the edge, the strategy and the volatility of every rulebook.

from houserules.odds import solve
from houserules.rulebook.loader import rulebook

solved = solve(rulebook("nsw-pontoon-2024"))
solved.house_edge, solved.standard_deviation, solved.by_upcard["A"]
"""

try:
    import numba  # noqa: F401
    import numpy  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"houserules.odds needs {missing.name}: pip install 'houserules[numbers]'",
        name=missing.name,
    ) from None

from houserules.odds.chart import Chart, ChartPlay, find_chart
from houserules.odds.coach import Advice, advise
from houserules.odds.game import Game, game_of
from houserules.odds.solve import ByHand, ByUpcard, Solved, solve
from houserules.odds.solver.shoe import Shoe, ShoeError, full_shoe, shoe_of
from houserules.odds.strategy import strategy_rows

__all__ = [
    "Advice",
    "ByHand",
    "ByUpcard",
    "Chart",
    "ChartPlay",
    "Game",
    "Shoe",
    "ShoeError",
    "Solved",
    "advise",
    "find_chart",
    "full_shoe",
    "game_of",
    "shoe_of",
    "solve",
    "strategy_rows",
]
