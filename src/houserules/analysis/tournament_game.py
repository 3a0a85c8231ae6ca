"""How the players of a simulated tournament play their hands: with chips for a double, and without."""

from typing import Any, Final

from houserules.analysis.cache import load_or_make
from houserules.analysis.options import RequestError
from houserules.analysis.request import OddsRequest, Report, steps_of
from houserules.analysis.strategies import BUILT_IN, best_strategy
from houserules.core.money import Cents
from houserules.odds.solved_game import solve
from houserules.odds.strategy import strategy_rows
from houserules.rulebook.schema import Rulebook
from houserules.simulator import Strategy, from_rows, pack
from houserules.simulator.bettors import UNIT_WAGER

STRATEGIES: Final = ("best", *BUILT_IN)
_WITHOUT_CHIPS: Final = ("hit", "stand", "surrender")

Strategies = tuple[Strategy, Strategy]
"""For a player who can pay for a split or a full double, and for one who cannot."""


def find_strategies(rules: Rulebook, name: str, report: Report | None = None) -> Strategies:
    """Return how hands are played: by best play of the ordinary game, or by a simple strategy."""
    if name in BUILT_IN:  # these only hit and stand
        simple = BUILT_IN[name](pack(rules))
        return simple, simple
    if name != "best":
        problem = f"choose {', '.join(STRATEGIES)}"
        raise RequestError(f"strategy {name}", problem, STRATEGIES)
    request = OddsRequest(rules, Cents(UNIT_WAGER), removed=(), chosen=(), idle=())
    return load_or_make(("tournament", request.game), lambda: _solve(request, report))


def _solve(request: OddsRequest, report: Report | None) -> Strategies:
    solved = solve(request.game, progress=steps_of(report, "Solving the game"))
    rows = strategy_rows(solved)
    for part in ("hands", "exceptions"):
        rows[part] = [row | {"best": _best_without_chips(row["values"])} for row in rows[part]]
    return best_strategy(solved), from_rows(rows, name="best without chips")


def _best_without_chips(values: dict[str, Any]) -> str:
    """Return the best of what costs no chips, by its value in the ordinary game."""
    open_to = [action for action in _WITHOUT_CHIPS if values.get(action) is not None]
    return max(open_to, key=lambda action: float(values[action]))
