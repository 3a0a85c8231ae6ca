"""What all requests of one server process share."""

import time
from dataclasses import dataclass, field

from houserules.floor.floor import Floor
from houserules.floor.history import History
from houserules.web.inspecting import Inspecting
from houserules.web.limiting import Limiter
from houserules.web.metrics import Metrics
from houserules.web.settings import Settings
from houserules.web.solving import Solver


@dataclass(slots=True)
class Serving:
    """The floor, the operator's choices, and what is counted and limited."""

    floor: Floor
    settings: Settings
    metrics: Metrics = field(default_factory=Metrics)
    exports: int = 0  # that are being made
    inspecting: Inspecting = field(default_factory=Inspecting)
    addresses: Limiter = field(init=False)
    persons: Limiter = field(init=False)
    solvers: Limiter = field(init=False)
    history: History = field(init=False)
    solver: Solver = field(init=False)

    def __post_init__(self) -> None:
        """Make the limiters from the operator's choices."""
        self.addresses = Limiter(self.settings.by_address, time.monotonic)
        self.persons = Limiter(self.settings.by_person, time.monotonic)
        self.solvers = Limiter(self.settings.solves_by_address, time.monotonic)
        self.history = History(self.floor.store)
        self.solver = Solver(self.settings)
