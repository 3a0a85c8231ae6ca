"""Requests as they were typed, before anything is read: nothing here loads NumPy or `odds`."""

from dataclasses import dataclass
from typing import Final

WAGER: Final = "25"


@dataclass(frozen=True, slots=True)
class OddsOptions:
    """A request as it was typed."""

    rulebook: str
    decks: int | None = None
    wager: str = WAGER
    settings: tuple[str, ...] = ()
    removed: str = ""


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """A simulation as it was typed; None and empty: not given."""

    rounds: str | None = None
    seed: int = 1
    boxes: int | None = None
    penetration: str | None = None
    device: bool = False
    fresh: bool = False
    strategies: tuple[str, ...] = ("best",)
    wagers: tuple[str, ...] = (WAGER,)
    insures: bool = False
    side: str | None = None
    in_chips: bool = False
    workers: int | None = None
    cluster: str | None = None
    by: tuple[str, ...] = ()
    until_error: float | None = None
    session: str | None = None
    sessions: str | None = None
    bankroll: str | None = None
    count: str | None = None
    ramp: str | None = None
    deviations: bool = False
    rounds_per_hour: float | None = None
    full: bool = False
    save: str | None = None
    resume: str | None = None
    csv: str | None = None
    parquet: str | None = None
    plot: str | None = None
