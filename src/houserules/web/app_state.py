"""The services that all requests of one server process share."""

import time
from dataclasses import dataclass, field

from houserules.floor.app import Floor
from houserules.floor.rounds.history import History
from houserules.floor.tables.private import PrivateTables
from houserules.web.inspection import InspectionRun
from houserules.web.metrics import Metrics
from houserules.web.odds_pool import Solver
from houserules.web.rate_limits import Limiter
from houserules.web.settings import Settings


@dataclass(slots=True)
class Services:
    """The floor, the operator's settings, metrics, limiters and workers."""

    floor: Floor
    settings: Settings
    metrics: Metrics = field(default_factory=Metrics)
    exports: int = 0  # that are being made
    inspection: InspectionRun = field(default_factory=InspectionRun)
    addresses: Limiter = field(init=False)
    persons: Limiter = field(init=False)
    operations: Limiter = field(init=False)
    solvers: Limiter = field(init=False)
    private_tables: PrivateTables = field(init=False)
    solver: Solver = field(init=False)

    @property
    def history(self) -> History:
        """The history of all tables."""
        return self.floor.history

    def __post_init__(self) -> None:
        """Build the limiters from the operator's settings."""
        self.addresses = Limiter(self.settings.by_address, time.monotonic)
        self.persons = Limiter(self.settings.by_person, time.monotonic)
        self.operations = Limiter(self.settings.operations_by_address, time.monotonic)
        self.solvers = Limiter(self.settings.solves_by_address, time.monotonic)
        self.private_tables = PrivateTables(self.floor)
        self.solver = Solver(self.settings)
