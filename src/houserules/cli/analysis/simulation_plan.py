"""What is to be simulated: the command line of `houserules simulate`, read and found possible."""

from dataclasses import dataclass, replace
from typing import Final

from houserules.cli.analysis.request import Question, question
from houserules.cli.analysis.simulation_request import (
    MOST_ROUNDS,
    ROUNDS,
    CountPlan,
    SideBet,
    amount,
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
from houserules.cli.options import Asked
from houserules.cli.simulate import Typed
from houserules.core.money import Cents, dollars
from houserules.rulebook.schema import Rulebook
from houserules.simulator import By, Equipment, Fresh

SESSIONS: Final = 10_000
_MOST_SESSIONS: Final = 1_000_000
_MOST_IN_A_SESSION: Final = 100_000_000
"""A session has one lane of the random sequence."""


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """Sessions that are to be played beside the rounds."""

    rounds: int
    number: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation before it begins."""

    questions: tuple[Question, ...]  # a box each; they differ in their wager alone
    rules: Rulebook  # those of the questions, with the side wager's amount
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
    def first(self) -> Question:
        """The question of the first box: what all boxes have in common, and a wager."""
        return self.questions[0]

    @property
    def wagers(self) -> tuple[Cents, ...]:
        """What is laid on every box."""
        return tuple(each.wager for each in self.questions)

    @property
    def counted(self) -> tuple[By, ...]:
        """By what the rounds are counted; for each of these they are played once."""
        return self.by or ("nothing" if self.count is None else "true-count",)

    @property
    def is_fresh(self) -> bool:
        """Whether every round is dealt from a full shoe."""
        return isinstance(self.equipment, Fresh)


def plan(asked: Asked, typed: Typed) -> Plan:
    """Read a command line, or end with exit code 2 and say what is allowed."""
    boxes, count = boxes_of(asked, typed), count_of(asked, typed)
    by_wager = {each: question(replace(asked, wager=each)) for each in dict.fromkeys(typed.wagers)}
    wagers = of_boxes(asked, "--wager", typed.wagers, boxes)
    printed = by_wager[wagers[0]].rules
    side = side_of(asked, printed, typed.side)
    if typed.in_chips:
        _check_chips(asked, printed, wagers, side)
    if count is not None:
        check_balance(asked, count, tens=by_wager[wagers[0]].game.tens_in_deck)
    return Plan(
        questions=tuple(by_wager[each] for each in wagers),
        rules=offering(asked, printed, side),
        strategies=of_boxes(asked, "--strategy", typed.strategies, boxes),
        equipment=equipment(asked, typed),
        rounds=_rounds(asked, typed),
        is_capped=typed.rounds is not None,
        seed=seed_of(asked, typed.seed),
        insures=typed.insures,
        side=side,
        in_chips=typed.in_chips,
        by=_by(asked, typed),
        until_error=error_of(asked, typed.until_error),
        sessions=_sessions(asked, typed),
        count=count,
        bankroll=_bankroll(asked, typed),
        rounds_per_hour=hourly(asked, typed),
        workers=workers_of(asked, typed.workers),
        cluster=cluster_of(asked, typed),
        full=typed.full,
    )


def _check_chips(
    asked: Asked, rules: Rulebook, wagers: tuple[str, ...], side: SideBet | None
) -> None:
    """Refuse a wager that the smallest chip cannot make (reading 44)."""
    chip = rules.wagers.smallest_chip.value
    laid = [(f"--wager {each}", amount(asked, "--wager", each)) for each in wagers]
    laid += [(f"--side {side}", side.amount)] if side else []
    for option, wager in laid:
        if wager % chip:
            asked.refuse(
                f"{option}: with --chips, wager a multiple of the smallest chip, ${dollars(chip)}"
            )


def _rounds(asked: Asked, typed: Typed) -> int:
    if typed.rounds is not None:
        return whole(asked, "--rounds", typed.rounds, most=MOST_ROUNDS)
    return ROUNDS if typed.until_error is None else MOST_ROUNDS


def _by(asked: Asked, typed: Typed) -> tuple[By, ...]:
    there: dict[str, By] = {"upcard": "upcard", "first-two": "first-two", "depth": "depth"}
    for name in typed.by:
        if name not in there:
            asked.refuse(f"--by {name}: it takes {', '.join(there)}")
        if name == "depth" and (typed.fresh or typed.device):
            asked.refuse("--by depth goes with a card shoe, not with --fresh or --device")
    return tuple(there[name] for name in typed.by)


def _sessions(asked: Asked, typed: Typed) -> SessionPlan | None:
    if typed.session is None:
        if typed.sessions is not None:
            asked.refuse("--sessions goes with --session N: sessions of N rounds")
        return None
    number = typed.sessions
    return SessionPlan(
        whole(asked, "--session", typed.session, most=_MOST_IN_A_SESSION),
        SESSIONS if number is None else whole(asked, "--sessions", number, most=_MOST_SESSIONS),
    )


def _bankroll(asked: Asked, typed: Typed) -> Cents | None:
    if typed.bankroll is None:
        return None
    if typed.session is None and typed.count is None and typed.rounds_per_hour is None:
        asked.refuse("--bankroll goes with --session N, --count or --rounds-per-hour")
    return amount(asked, "--bankroll", typed.bankroll)
