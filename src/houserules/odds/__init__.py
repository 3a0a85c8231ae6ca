"""Exact odds: the edge, the strategy and the volatility of every rulebook.

from houserules.odds import solve
from houserules.rulebook.loading import rulebook

solved = solve(rulebook("nsw-pontoon-2024"))
solved.house_edge, solved.standard_deviation, solved.by_upcard["A"]
"""

from houserules.odds.cards import Shoe, ShoeError, full_shoe, shoe_of
from houserules.odds.chart import Chart, ChartPlay, find_chart
from houserules.odds.coach import Advice, advise
from houserules.odds.game import Game, game_of
from houserules.odds.solving import ByHand, ByUpcard, Solved, solve
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
