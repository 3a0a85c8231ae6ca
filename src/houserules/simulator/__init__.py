"""Very many rounds, compiled: every rule, every suit, repeatable to the last digit.

`simulate("nsw-pontoon-2024", "mimic")` plays rounds and returns a `Result`; `play_out` plays one round
with given cards. A prepared game (`game`) can be run batch by batch anywhere (`run_batch`), and in
`sessions`.
"""

try:
    import numba  # noqa: F401
    import numpy  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"houserules.simulator needs {missing.name}: pip install 'houserules[numbers]'",
        name=missing.name,
    ) from None

from houserules.simulator.bettors import BettorError, BoxBettor, Counting, CountingError
from houserules.simulator.direct import PlayedRound, play_out
from houserules.simulator.game_setup import (
    BYS,
    By,
    CardShoe,
    Equipment,
    EquipmentError,
    FullShoe,
    PreparedGame,
    ShufflingDevice,
    game,
)
from houserules.simulator.packed_rules import pack
from houserules.simulator.report import Counts, result_of
from houserules.simulator.results import (
    Cell,
    Earnings,
    MergeError,
    Result,
    SideWagerResult,
    earnings,
)
from houserules.simulator.runner import (
    BATCH,
    ClusterError,
    ResumeError,
    is_compiled,
    run,
    run_batch,
    simulate,
)
from houserules.simulator.sessions import Paths, sessions
from houserules.simulator.strategy import Strategy, StrategyError
from houserules.simulator.strategy_sources import (
    from_rows,
    mimic_the_dealer,
    never_bust,
    rough_chart,
)

__all__ = [
    "BATCH",
    "BYS",
    "BettorError",
    "BoxBettor",
    "By",
    "CardShoe",
    "Cell",
    "ClusterError",
    "Counting",
    "CountingError",
    "Counts",
    "Earnings",
    "Equipment",
    "EquipmentError",
    "FullShoe",
    "MergeError",
    "Paths",
    "PlayedRound",
    "PreparedGame",
    "Result",
    "ResumeError",
    "ShufflingDevice",
    "SideWagerResult",
    "Strategy",
    "StrategyError",
    "earnings",
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
]


def __dir__() -> list[str]:
    return __all__
