"""The suite: every test over the same shuffles, and one verdict at a family-wise level, in words and figures."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from houserules.rng.planted_faults import PLANTED
from houserules.rng.tally import Order, Tally, tally
from houserules.rng.tests import ShuffleFinding, adjacency, holm, positions, rates, runs
from houserules.rulebook.schema import Rulebook
from houserules.shoe.stack import Stack, deck_size

LEAST: Final = 100  # shuffles; the distributions of sums hold from about here
LEVEL: Final = 0.01  # of all the tests together: a fair shuffle fails once in a hundred runs


@dataclass(frozen=True, slots=True)
class JudgedFinding:
    """A finding beside the others: its p-value as Holm adjusts it, and whether it fails."""

    finding: ShuffleFinding
    adjusted: float

    @property
    def fails(self) -> bool:
        """Whether this test fails at the level of the whole suite."""
        return self.adjusted <= LEVEL


@dataclass(frozen=True, slots=True)
class SuiteVerdict:
    """What the suite says of a number of shuffles."""

    shuffles: int
    altered: int  # shuffles that did not have the cards of the shoe
    judged: tuple[JudgedFinding, ...]

    @property
    def passed(self) -> bool:
        """Whether no test fails and every shuffle has all its cards."""
        return not self.altered and not any(each.fails for each in self.judged)


def run(cards: Stack, shuffles: Iterable[Order]) -> SuiteVerdict:
    """Test shuffles of a full shoe that lay in the order of `cards` before each of them."""
    return judge(tally(cards, shuffles))


def judge(counts: Tally) -> SuiteVerdict:
    """Compare the counts with those of a fair shuffle."""
    if counts.shuffles < LEAST:
        raise ValueError(f"the suite takes {LEAST} shuffles or more, not {counts.shuffles}")
    findings = [*positions(counts), *adjacency(counts), *runs(counts), *rates(counts)]
    adjusted = holm([finding.p for finding in findings])
    return SuiteVerdict(
        counts.shuffles, counts.altered, tuple(map(JudgedFinding, findings, adjusted))
    )


_LEAST_SHOWN: Final = 1e-12  # smaller tails are not exact
_MANY: Final = 1000  # figures from here on are shown without decimal places


def as_data(verdict: SuiteVerdict) -> dict[str, Any]:
    """Return the verdict as a program reads it."""
    return {
        "shuffles": verdict.shuffles,
        "altered": verdict.altered,
        "level": LEVEL,
        "tests": [
            {**asdict(each.finding), "holm": each.adjusted, "fails": each.fails}
            for each in verdict.judged
        ],
        "passed": verdict.passed,
    }


def head(rules: Rulebook, output: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Say what was shuffled, how often, by what, from which bytes."""
    decks = f"{output['decks']} decks of {deck_size(rules)}: {output['cards']} cards"
    yield "Shuffled", f"{decks}, {output['shuffles']:,} times"
    if output["planted"]:
        says = (PLANTED[output["planted"]].__doc__ or "").lower().rstrip(".")
        yield "Shuffler", f"with a planted fault, {output['planted']}: {says}"
    else:
        yield "Shuffler", "the shoe's own, as at a table"
    entropy = output["entropy"]
    if "sha256" in entropy:
        yield "Entropy", f"the first {entropy['bytes']:,} bytes of {entropy['source']}"
        yield "SHA-256", f"of those bytes: {entropy['sha256']}"
    else:
        yield "Entropy", entropy["source"]


def row(judged: JudgedFinding) -> tuple[str, ...]:
    """Return a test as a line of a table: name, what it looks at, observed, expected, p, verdict."""
    finding = judged.finding
    shown = f"{finding.p:.0e}" if finding.p < 0.0001 else f"{finding.p:.4f}"
    places = 0 if finding.expected >= _MANY else 1
    return (
        finding.test,
        finding.looks_at,
        f"{finding.observed:,.{0 if finding.observed == int(finding.observed) else places}f}",
        f"{finding.expected:,.{places}f} ± {finding.deviation:,.{places}f}",
        "< 1e-12" if finding.p < _LEAST_SHOWN else shown,
        "FAILS" if judged.fails else "passes",
    )


def conclusion(verdict: SuiteVerdict) -> Iterator[str]:
    """Say whether the shuffles pass, and what that means."""
    failing = [each.finding.test for each in verdict.judged if each.fails]
    number = len(verdict.judged)
    if verdict.altered:
        yield f"Failed: {verdict.altered:,} shuffles do not have the cards of the shoe."
    if failing:
        yield f"Failed: {len(failing)} of {number} tests ({', '.join(failing)})."
    if verdict.passed:
        yield f"Passed: none of {number} tests fails, and every shuffle has all its cards."
    yield (
        "Level: 99 % for all tests together, by Holm's method; "
        "a fair shuffle fails at most one run in a hundred."
    )
