"""Very many rounds, compiled: every rule, every suit, repeatable to the last digit.

`simulate` plays rounds and gives a `Result`; `play_out` plays one round with given cards. A game
that is ready (`game`) can be run batch by batch anywhere (`run_batch`), and by `sessions`.
"""

from houserules.simulator.batches import BATCH, Counts, is_compiled, run_batch
from houserules.simulator.bettors import Bettor, BettorError
from houserules.simulator.builtin import mimic_the_dealer, never_bust
from houserules.simulator.charts import rough_chart
from houserules.simulator.cluster import ClusterError
from houserules.simulator.counting import Counting, CountingError
from houserules.simulator.earning import Earnings, earnings
from houserules.simulator.equipment import Device, Equipment, EquipmentError, Fresh, Shoe
from houserules.simulator.games import BYS, By, Game, game
from houserules.simulator.kinds import coarse
from houserules.simulator.packing import pack
from houserules.simulator.paths import Paths, sessions
from houserules.simulator.playing_out import Played, play_out
from houserules.simulator.reporting import result_of
from houserules.simulator.results import Cell, MergeError, Result, SideWager
from houserules.simulator.running import ResumeError, run, simulate
from houserules.simulator.saving import from_data, to_data
from houserules.simulator.strategy import Strategy, StrategyError
from houserules.simulator.strategy_rows import from_rows

__all__ = [
    "BATCH",
    "BYS",
    "Bettor",
    "BettorError",
    "By",
    "Cell",
    "ClusterError",
    "Counting",
    "CountingError",
    "Counts",
    "Device",
    "Earnings",
    "Equipment",
    "EquipmentError",
    "Fresh",
    "Game",
    "MergeError",
    "Paths",
    "Played",
    "Result",
    "ResumeError",
    "Shoe",
    "SideWager",
    "Strategy",
    "StrategyError",
    "coarse",
    "earnings",
    "from_data",
    "from_rows",
    "game",
    "is_compiled",
    "mimic_the_dealer",
    "never_bust",
    "pack",
    "play_out",
    "result_of",
    "rough_chart",
    "run",
    "run_batch",
    "sessions",
    "simulate",
    "to_data",
]
