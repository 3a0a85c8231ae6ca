"""A verdict in words and figures, for a person and for a program."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from houserules.rulebook.schema import Rulebook
from houserules.shoe.stack import deck_size
from houserules.trials.planted import PLANTED
from houserules.trials.suite import LEVEL, Judged, Verdict

_LEAST_SHOWN: Final = 1e-12  # smaller tails are not exact
_MANY: Final = 1000  # figures from here on are shown without decimal places


def as_data(verdict: Verdict) -> dict[str, Any]:
    """Give the verdict as a program reads it."""
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


def row(judged: Judged) -> tuple[str, ...]:
    """Give a test as a line of a table: name, what it looks at, observed, expected, p, verdict."""
    found = judged.finding
    places = 0 if found.expected >= _MANY else 1
    return (
        found.test,
        found.looks_at,
        f"{found.observed:,.{0 if found.observed == int(found.observed) else places}f}",
        f"{found.expected:,.{places}f} ± {found.deviation:,.{places}f}",
        _p(found.p),
        "FAILS" if judged.fails else "passes",
    )


def _p(p: float) -> str:
    return "< 1e-12" if p < _LEAST_SHOWN else f"{p:.0e}" if p < 0.0001 else f"{p:.4f}"


def conclusion(verdict: Verdict) -> Iterator[str]:
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
        "of a hundred runs a fair shuffle fails one at most."
    )
