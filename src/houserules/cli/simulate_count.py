"""Somebody who counts cards: the system, the ramp of wagers, and what an hour is."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from houserules.cli.simulate_options import Typed
from houserules.cli.varying import Asked
from houserules.odds.systems import SYSTEMS, CountingSystem, SystemsError, counting_system

MOST: Final = 10
"""True counts beyond it are counted with it."""
_FLAT: Final = {-MOST: 1}
_STEP: Final = re.compile(r"([+-]?\d{1,2}):(\d{1,4})", re.ASCII)
_PER_HOUR: Final = 60.0
_MOST_PER_HOUR: Final = 100_000


@dataclass(frozen=True, slots=True)
class CountPlan:
    """How somebody counts, and what is made of it."""

    system: CountingSystem
    ramp: Mapping[int, int]  # units from a true count on
    deviates: bool


def count_of(asked: Asked, typed: Typed) -> CountPlan | None:
    """Read the count; refuse what goes with none."""
    if typed.count is None:
        for option, value in (("--ramp", typed.ramp), ("--deviations", typed.deviations)):
            if value:
                asked.refuse(f"{option} goes with --count, as in --count hi-lo-48")
        return None
    if typed.by:
        asked.refuse("--count counts the rounds by true count; --by goes without it")
    if typed.fresh or typed.device:
        asked.refuse("--count goes with a card shoe: give --penetration, not --fresh or --device")
    return CountPlan(_system(asked, typed.count), _ramp(asked, typed.ramp), typed.deviations)


def check_balance(asked: Asked, count: CountPlan, *, tens: bool) -> None:
    """Refuse deviations by a count that drifts: its true count would not tell what is in the shoe."""
    off = drift(count.system, tens=tens)
    if count.deviates and off:
        asked.refuse(
            f"--deviations takes a count whose tags add up to 0 over a deck; {count.system.name} "
            f"comes to {off:+d}{'' if tens else ' without the tens, hi-lo-48 to 0'}"
        )


def _system(asked: Asked, name: str) -> CountingSystem:
    try:
        is_file = name not in SYSTEMS and "=" not in name and Path(name).is_file()
        return counting_system(Path(name).read_text("utf-8").strip() if is_file else name)
    except SystemsError as error:
        there = f"it takes {', '.join(SYSTEMS)}, tags as in 'A=-1 5=+1', or a file with tags"
        asked.refuse(f"--count {name}: {error}; {there}")
    except (OSError, ValueError):
        asked.refuse(f"--count {name}: the file cannot be read as text")


def _ramp(asked: Asked, text: str | None) -> dict[int, int]:
    """Read the ramp; without one the wager is always one unit."""
    if text is None:
        return dict(_FLAT)
    found: dict[int, int] = {}
    for word in text.replace(",", " ").split():
        step = _STEP.fullmatch(word)
        if step is None or int(step[1]) in found or abs(int(step[1])) > MOST:
            takes = f"true counts from -{MOST} to {MOST}, each once, and units, as in 1:1,2:4,3:8"
            asked.refuse(f"--ramp {text}: {word!r} is not possible; it takes {takes}")
        found[int(step[1])] = int(step[2])
    if not any(found.values()):
        asked.refuse(f"--ramp {text!r}: nothing is ever wagered; write it as in 1:1,2:4,3:8")
    return dict(sorted(found.items()))


def units_at(ramp: Mapping[int, int], count: int) -> int:
    """Give how many wagers are laid at a true count."""
    starts = [start for start in ramp if start <= count]
    return ramp[max(starts)] if starts else 0


def hourly(asked: Asked, typed: Typed) -> float | None:
    """Give how many rounds are played an hour, where that matters."""
    rounds = typed.rounds_per_hour
    if rounds is None:
        return None if typed.count is None else _PER_HOUR
    if not 0 < rounds <= _MOST_PER_HOUR:
        takes = f"it takes a number above 0, up to {_MOST_PER_HOUR:,}"
        asked.refuse(f"--rounds-per-hour {rounds:g}: {takes}")
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
    """Give what a whole deck counts; a count that is balanced comes out at nothing."""
    return 4 * (sum(system.tags) - (0 if tens else system.tag("T")))
