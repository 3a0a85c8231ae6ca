"""The plan of a simulation: the options of `houserules simulate`, read and checked."""

from dataclasses import dataclass, replace
from typing import Final

from houserules.analysis.options import OddsOptions, RequestError, SimulationOptions
from houserules.analysis.request import OddsRequest, read_amount, read_request
from houserules.analysis.simulation_request import (
    MOST_ROUNDS,
    ROUNDS,
    CountPlan,
    SideBet,
    boxes_of,
    check_balance,
    cluster_of,
    count_of,
    equipment,
    error_of,
    hourly,
    of_boxes,
    offering,
    seed_of,
    side_of,
    whole,
    workers_of,
)
from houserules.core.money import Cents, format_money
from houserules.rulebook.schema import Rulebook
from houserules.simulator import By, Equipment, FullShoe

SESSIONS: Final = 10_000
_MOST_SESSIONS: Final = 1_000_000
_MOST_IN_A_SESSION: Final = 100_000_000
"""A session has one lane of the random sequence."""


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """Sessions to play in addition to the rounds."""

    rounds: int
    number: int


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """A simulation before it begins."""

    requests: tuple[OddsRequest, ...]  # a box each; they differ in their wager alone
    rules: Rulebook  # those of the requests, with the side wager's amount
    strategies: tuple[str, ...]  # a box each
    equipment: Equipment
    rounds: int
    is_capped: bool  # whether the number of rounds was given
    seed: int
    insures: bool
    side: SideBet | None
    in_chips: bool
    by: tuple[By, ...]
    until_error: float | None
    sessions: SessionPlan | None
    count: CountPlan | None
    bankroll: Cents | None
    rounds_per_hour: float | None
    workers: int
    cluster: str | None
    full: bool

    @property
    def first(self) -> OddsRequest:
        """The request of the first box: what all boxes have in common, and a wager."""
        return self.requests[0]

    @property
    def wagers(self) -> tuple[Cents, ...]:
        return tuple(each.wager for each in self.requests)

    @property
    def counted_by(self) -> tuple[By, ...]:
        """How the rounds are counted; they are played once for each way."""
        return self.by or ("nothing" if self.count is None else "true-count",)

    @property
    def is_fresh(self) -> bool:
        """Whether every round is dealt from a full shoe."""
        return isinstance(self.equipment, FullShoe)


def plan_simulation(game: OddsOptions, options: SimulationOptions) -> SimulationPlan:
    """Read a request; raises RequestError, which says what is allowed."""
    boxes, count = boxes_of(game.rulebook, options), count_of(options)
    by_wager = {
        wager: read_request(replace(game, wager=wager)) for wager in dict.fromkeys(options.wagers)
    }
    wagers = of_boxes("wager", options.wagers, boxes)
    printed = by_wager[wagers[0]].rules
    side = side_of(printed, options.side)
    if options.in_chips:
        _check_chips(printed, wagers, side)
    if count is not None:
        check_balance(count, tens=by_wager[wagers[0]].game.tens_in_deck)
    rounds = ROUNDS if options.until_error is None else MOST_ROUNDS
    if options.rounds is not None:
        rounds = whole("rounds", options.rounds, most=MOST_ROUNDS)
    return SimulationPlan(
        requests=tuple(by_wager[each] for each in wagers),
        rules=offering(printed, side),
        strategies=of_boxes("strategy", options.strategies, boxes),
        equipment=equipment(options),
        rounds=rounds,
        is_capped=options.rounds is not None,
        seed=seed_of(options.seed),
        insures=options.insures,
        side=side,
        in_chips=options.in_chips,
        by=_by(options),
        until_error=error_of(options.until_error),
        sessions=_sessions(options),
        count=count,
        bankroll=_bankroll(options),
        rounds_per_hour=hourly(options),
        workers=workers_of(options.workers),
        cluster=cluster_of(options),
        full=options.full,
    )


def _check_chips(rules: Rulebook, wagers: tuple[str, ...], side: SideBet | None) -> None:
    """Refuse a wager that the smallest chip cannot make (reading 44)."""
    chip = rules.wagers.smallest_chip.value
    laid = [(f"wager {text}", read_amount("wager", text)) for text in wagers]
    laid += [(f"side {side}", side.amount)] if side else []
    for option, wager in laid:
        if wager % chip:
            problem = f"with --chips, wager a multiple of the smallest chip, {format_money(chip)}"
            raise RequestError(option, problem)


def _by(options: SimulationOptions) -> tuple[By, ...]:
    ways: dict[str, By] = {"upcard": "upcard", "first-two": "first-two", "depth": "depth"}
    for name in options.by:
        if name not in ways:
            raise RequestError(f"by {name}", f"it takes {', '.join(ways)}", tuple(ways))
        if name == "depth" and (options.fresh or options.device):
            problem = "--by depth goes with a card shoe, not with --fresh or --device"
            raise RequestError("", problem)
    return tuple(dict.fromkeys(ways[name] for name in options.by))


def _sessions(options: SimulationOptions) -> SessionPlan | None:
    if options.session is None:
        if options.sessions is not None:
            raise RequestError("", "--sessions goes with --session N: sessions of N rounds")
        return None
    number = options.sessions
    return SessionPlan(
        whole("session", options.session, most=_MOST_IN_A_SESSION),
        SESSIONS if number is None else whole("sessions", number, most=_MOST_SESSIONS),
    )


def _bankroll(options: SimulationOptions) -> Cents | None:
    if options.bankroll is None:
        return None
    if options.session is None and options.count is None and options.rounds_per_hour is None:
        problem = "--bankroll goes with --session N, --count or --rounds-per-hour"
        raise RequestError("", problem)
    return read_amount("bankroll", options.bankroll)
