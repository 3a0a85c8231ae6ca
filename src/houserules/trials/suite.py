"""The suite: every test over the same shuffles, and one verdict at a family-wise level."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from houserules.shoe.stack import Stack
from houserules.trials.adjacency import adjacency
from houserules.trials.finding import Finding, holm
from houserules.trials.positions import positions
from houserules.trials.rates import rates
from houserules.trials.runs import runs
from houserules.trials.tally import Order, Tally, tally

LEAST: Final = 100  # shuffles; the distributions of sums hold from about here
LEVEL: Final = 0.01  # of all the tests together: a fair shuffle fails once in a hundred runs


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding beside the others: its p-value as Holm adjusts it, and whether it fails."""

    finding: Finding
    adjusted: float

    @property
    def fails(self) -> bool:
        """Whether this test fails at the level of the whole suite."""
        return self.adjusted <= LEVEL


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the suite says of a number of shuffles."""

    shuffles: int
    altered: int  # shuffles that did not have the cards of the shoe
    judged: tuple[Judged, ...]

    @property
    def passed(self) -> bool:
        """Whether no test fails and every shuffle has all its cards."""
        return not self.altered and not any(each.fails for each in self.judged)


def run(cards: Stack, shuffles: Iterable[Order]) -> Verdict:
    """Test shuffles of a full shoe that lay in the order of `cards` before each of them."""
    return judge(tally(cards, shuffles))


def judge(counts: Tally) -> Verdict:
    """Hold what was counted against what a fair shuffle gives."""
    if counts.shuffles < LEAST:
        raise ValueError(f"the suite takes {LEAST} shuffles or more, not {counts.shuffles}")
    findings = [*positions(counts), *adjacency(counts), *runs(counts), *rates(counts)]
    adjusted = holm([finding.p for finding in findings])
    return Verdict(counts.shuffles, counts.altered, tuple(map(Judged, findings, adjusted)))
