"""What a result is worth by the hour, and how much money it takes to live to see it."""

from dataclasses import dataclass
from math import exp, inf, sqrt

from houserules.simulator.results import Result


@dataclass(frozen=True, slots=True)
class Earnings:
    """A bettor's rounds as a business, money in cents; rounds are taken as independent."""

    rounds_per_hour: float
    average_wager: float  # of a round; watched rounds lower it
    win_per_round: float
    variance_per_round: float

    @property
    def win(self) -> float:
        """What an hour is expected to bring."""
        return self.win_per_round * self.rounds_per_hour

    @property
    def standard_deviation(self) -> float:
        """Of what an hour brings."""
        return sqrt(self.variance_per_round * self.rounds_per_hour)

    @property
    def n0(self) -> float:
        """After how many rounds the expected win is as large as its standard deviation."""
        if not self.win_per_round:
            return inf
        return self.variance_per_round / self.win_per_round**2

    def risk_of_ruin(self, bankroll: int) -> float:
        """Give the chance that so many cents are ever lost, playing on for good.

        That is exp(-2 * win * bankroll / variance), as for a random walk in small steps with these
        two; without an expected win it is 1.
        """
        if self.win_per_round <= 0:
            return 1.0
        if not self.variance_per_round:
            return 0.0
        return exp(-2 * self.win_per_round * bankroll / self.variance_per_round)


def earnings(result: Result, *, rounds_per_hour: float) -> Earnings:
    """Reckon what a result comes to by the hour; side wagers are not in it."""
    unit = float(result.unit)
    return Earnings(
        rounds_per_hour=rounds_per_hour,
        average_wager=float(result.wagered / result.rounds) * unit,
        win_per_round=result.total / result.rounds * unit,
        variance_per_round=float(result.variance) * unit**2,
    )
