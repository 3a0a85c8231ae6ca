"""Read the options of `houserules simulate`: numbers, shares, equipment, side wagers, counting."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeVar

from houserules.analysis.options import RequestError, SimulationOptions
from houserules.analysis.request import find_rulebook, read_amount
from houserules.core.cards import SUITS
from houserules.core.money import Cents, dollars
from houserules.odds.card_counting import SYSTEMS, CountingSystem, SystemsError, counting_system
from houserules.rulebook.options import OptionError, choose
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.simulator import (
    CardShoe,
    Equipment,
    FullShoe,
    ShufflingDevice,
)

T = TypeVar("T")

ROUNDS: Final = 10_000_000
MOST_ROUNDS: Final = 10**14
"""Beyond, lanes of the random sequence would meet those of sessions."""
_WORKERS: Final = 1024
_SIDE: Final = re.compile(r"(?P<name>[a-z-]+)(?::(?P<suit>\w))?(?:=(?P<amount>\S+))?", re.ASCII)
_SIDE_AMOUNT: Final = "5"
_SUIT: Final = "s"
_SIDES: Final = {"perfect-pairs": "perfect_pairs", "suits-you": "suits_you"}


@dataclass(frozen=True, slots=True)
class SideBet:
    """A side wager that every box makes."""

    name: str
    suit: str | None  # of suits-you
    amount: Cents

    def __str__(self) -> str:
        """Write it as the option takes it."""
        suit = "" if self.suit is None else f":{self.suit}"
        return f"{self.name}{suit}={dollars(self.amount)}"


def whole(option: str, text: str, *, most: int) -> int:
    """Read a whole number from 1: 5000000, 5_000_000 or 5e6."""
    try:
        number = Decimal(text.replace(",", ""))
    except InvalidOperation:
        number = Decimal(0)
    if not (number.is_finite() and 1 <= number <= most and number == number.to_integral_value()):
        takes = f"it takes a whole number from 1 to {most:,}, as in 1000 or 1e6"
        raise RequestError(f"{option} {text}", takes)
    return int(number)


def equipment(options: SimulationOptions) -> Equipment:
    """Read what the cards are dealt from; by default a card shoe."""
    dealt_from = {
        "--penetration": options.penetration is not None,
        "--device": options.device,
        "--fresh": options.fresh,
    }
    if sum(dealt_from.values()) > 1:
        given = " and ".join(option for option, is_given in dealt_from.items() if is_given)
        raise RequestError("", f"{given}: a round is dealt from one of them")
    if options.device:
        return ShufflingDevice()
    if options.fresh:
        return FullShoe()
    return CardShoe() if options.penetration is None else CardShoe(_share(options.penetration))


def _share(text: str) -> Fraction:
    try:
        of = 100 if text.endswith("%") else 1
        share = Fraction(text.removesuffix("%").strip()) / of
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not 0 < share <= 1:
        problem = "it takes a share of the cards, above 0 and up to 1, as in 0.75, 75% or 3/4"
        raise RequestError(f"penetration {text}", problem)
    return share


def of_boxes(option: str, given: Sequence[T], boxes: int) -> tuple[T, ...]:
    """Return one value per box: one for all, or one for each."""
    if len(given) not in (1, boxes):
        times = f"--{option} is given {len(given)} times for {boxes} box{'es' if boxes > 1 else ''}"
        raise RequestError("", f"{times}; give it once for all boxes, or once for each")
    return tuple(given) * (boxes if len(given) == 1 else 1)


def boxes_of(rulebook: str, options: SimulationOptions) -> int:
    """Return the number of boxes: as given, or as many as have their own wager or strategy."""
    boxes = options.boxes
    if boxes is None:
        boxes = max(len(options.wagers), len(options.strategies))
    layout = find_rulebook(rulebook).equipment.boxes
    if not 1 <= boxes <= layout.value:
        raise RequestError(
            f"boxes {boxes}", f"the layout has boxes 1 to {layout.value} ({layout.clause})"
        )
    return boxes


def side_of(rules: Rulebook, text: str | None) -> SideBet | None:
    """Read the side wager; refuse one that the game does not have."""
    if text is None:
        return None
    match = _SIDE.fullmatch(text)
    offered = [
        name for name, part in _SIDES.items() if not isinstance(getattr(rules, part), NotOffered)
    ]
    if match is None or match["name"] not in offered:
        there = " and ".join(f"{name}, as in {name}={_SIDE_AMOUNT}" for name in offered)
        raise RequestError(f"side {text}", f"{rules.id} has {there}", tuple(offered))
    suit, takes_suit = match["suit"], match["name"] == "suits-you"
    if suit is not None and not (takes_suit and suit in SUITS):
        takes = f"it takes one of {' '.join(SUITS)}" if takes_suit else "it takes none"
        raise RequestError(f"side {text}", f"{suit!r} is not a suit for {match['name']}; {takes}")
    laid = read_amount(f"side {text}", match["amount"] or _SIDE_AMOUNT)
    return SideBet(match["name"], (suit or _SUIT) if takes_suit else None, laid)


def offering(rules: Rulebook, side: SideBet | None) -> Rulebook:
    """Return the rulebook with the side wager offered for its amount."""
    if side is None:
        return rules
    try:
        return choose(rules, {_SIDES[side.name]: dollars(side.amount)})
    except OptionError as error:
        raise RequestError(f"side {side}", str(error)) from None


def workers_of(workers: int | None) -> int:
    """Return the number of threads: as given, or one per core."""
    if workers is None:
        allowed = hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0))
        return allowed or os.cpu_count() or 1
    if not 1 <= workers <= _WORKERS:
        raise RequestError(f"workers {workers}", f"it takes 1 to {_WORKERS}")
    return workers


def cluster_of(options: SimulationOptions) -> str | None:
    """Return the address of the cluster, if one was given."""
    if options.cluster is not None and options.workers is not None:
        raise RequestError("", "--workers and --cluster: batches are played here or there")
    return options.cluster


def error_of(error: float | None) -> float | None:
    """Read the standard error at which to stop."""
    if error is not None and not (isfinite(error) and 0 < error < 1):
        raise RequestError(
            f"until-error {error:g}", "it takes a number above 0 and below 1, as in 1e-5"
        )
    return error


def seed_of(seed: int) -> int:
    if not 0 <= seed < 1 << 64:
        raise RequestError(f"seed {seed}", "it takes a whole number from 0 to 2^64 - 1")
    return seed


# A card counter: the system, the ramp of wagers, and the rounds per hour.


MOST: Final = 10
"""True counts beyond it are counted with it."""
_FLAT: Final = {-MOST: 1}
_STEP: Final = re.compile(r"([+-]?\d{1,2}):(\d{1,4})", re.ASCII)
_PER_HOUR: Final = 60.0
_MOST_PER_HOUR: Final = 100_000


@dataclass(frozen=True, slots=True)
class CountPlan:
    """How a bettor counts, and what follows from the count."""

    system: CountingSystem
    ramp: Mapping[int, int]  # units from a true count on
    deviates: bool


def count_of(options: SimulationOptions) -> CountPlan | None:
    """Read the count; refuse options that need one where there is none."""
    if options.count is None:
        for option, value in (("--ramp", options.ramp), ("--deviations", options.deviations)):
            if value:
                raise RequestError("", f"{option} goes with --count, as in --count hi-lo-48")
        return None
    if options.by:
        raise RequestError("", "--count counts the rounds by true count; --by goes without it")
    if options.fresh or options.device:
        problem = "--count goes with a card shoe: give --penetration, not --fresh or --device"
        raise RequestError("", problem)
    return CountPlan(_system(options.count), _ramp(options.ramp), options.deviations)


def check_balance(count: CountPlan, *, tens: bool) -> None:
    """Refuse deviations by a count that drifts: its true count says nothing about the shoe."""
    off = drift(count.system, tens=tens)
    if count.deviates and off:
        raise RequestError(
            "",
            f"--deviations takes a count whose tags add up to 0 over a deck; {count.system.name} "
            f"comes to {off:+d}{'' if tens else ' without the tens, hi-lo-48 to 0'}",
        )


def _system(name: str) -> CountingSystem:
    try:
        is_file = name not in SYSTEMS and "=" not in name and Path(name).is_file()
        return counting_system(Path(name).read_text("utf-8").strip() if is_file else name)
    except SystemsError as error:
        there = f"it takes {', '.join(SYSTEMS)}, tags as in 'A=-1 5=+1', or a file with tags"
        raise RequestError(f"count {name}", f"{error}; {there}") from None
    except (OSError, ValueError):
        raise RequestError(f"count {name}", "the file cannot be read as text") from None


def _ramp(text: str | None) -> dict[int, int]:
    """Read the ramp; without one the wager is always one unit."""
    if text is None:
        return dict(_FLAT)
    ramp: dict[int, int] = {}
    for word in text.replace(",", " ").split():
        step = _STEP.fullmatch(word)
        if step is None or int(step[1]) in ramp or abs(int(step[1])) > MOST:
            takes = f"true counts from -{MOST} to {MOST}, each once, and units, as in 1:1,2:4,3:8"
            raise RequestError(f"ramp {text}", f"{word!r} is not possible; it takes {takes}")
        ramp[int(step[1])] = int(step[2])
    if not any(ramp.values()):
        raise RequestError(f"ramp {text!r}", "nothing is ever wagered; write it as in 1:1,2:4,3:8")
    return dict(sorted(ramp.items()))


def hourly(options: SimulationOptions) -> float | None:
    """Return the rounds per hour, where they matter."""
    rounds = options.rounds_per_hour
    if rounds is None:
        return None if options.count is None else _PER_HOUR
    if not 0 < rounds <= _MOST_PER_HOUR:
        takes = f"it takes a number above 0, up to {_MOST_PER_HOUR:,}"
        raise RequestError(f"rounds-per-hour {rounds:g}", takes)
    return rounds


def count_data(count: CountPlan) -> dict[str, Any]:
    """Name a count for a program."""
    return {
        "system": count.system.name,
        "tags": str(count.system),
        "ramp": {str(start): units for start, units in count.ramp.items()},
        "deviations": count.deviates,
    }


def drift(system: CountingSystem, *, tens: bool) -> int:
    """Return what a whole deck counts; a balanced count comes to zero."""
    return 4 * (sum(system.tags) - (0 if tens else system.tag("T")))


def equipment_data(equipment: Equipment) -> dict[str, str]:
    """Name the equipment for a program; a penetration is an exact fraction."""
    match equipment:
        case CardShoe(penetration):
            return {"kind": "shoe", "penetration": str(penetration)}
        case ShufflingDevice():
            return {"kind": "device"}
        case FullShoe():
            return {"kind": "fresh"}
