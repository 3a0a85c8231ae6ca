"""What was played of a plan: its figures, their comparison with exact ones, and the words that go with them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Final

from houserules.analysis.simulation_plan import SimulationPlan
from houserules.analysis.simulation_request import CountPlan, drift
from houserules.analysis.simulation_run import SimulationRun
from houserules.analysis.strategies import BoxPlay
from houserules.core.money import format_money
from houserules.rng.exact import chi_square_tails
from houserules.simulator import (
    CardShoe,
    Cell,
    Earnings,
    FullShoe,
    Paths,
    Result,
    ShufflingDevice,
    earnings,
)
from houserules.simulator.results import add_counts

# How often each kind of result came, compared with how often it should have.


RARE: Final = 10.0
"""Kinds that are expected less often than this are counted together in the chi-square."""
_LEAST: Final = 1e-3
"""Stands in for 0 expected, so that a kind that cannot come and did is far off, not infinitely far."""


@dataclass(frozen=True, slots=True)
class KindCheck:
    """One kind of result."""

    expected: float
    observed: int
    z_score: float | None  # standard deviations above the expected number


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """All kinds together."""

    statistic: float
    freedom: int

    @property
    def p_value(self) -> float:
        """How likely chance alone is at least so far off."""
        return chi_square_tails(self.statistic, self.freedom).upper


def compare(result: Result, chances: Mapping[str, float]) -> dict[str, KindCheck]:
    """Compare counts with the expected number of each kind in a round.

    Boxes share the dealer's hand, so only those of one box have a z-score.
    """
    compared = {}
    kinds = dict.fromkeys(chances, 0)
    for kind, observed in add_counts(result.results, kinds).items():
        expected = chances.get(kind, 0.0) * result.rounds
        repeats = (result.repeats or {}).get(kind, 0)  # hands of one kind in a split box
        spread = expected * (1 - expected / result.rounds) + repeats
        z = (observed - expected) / sqrt(spread) if spread > 0 and result.boxes == 1 else None
        compared[kind] = KindCheck(expected, observed, z)
    return compared


def chi_square(result: Result, compared: Mapping[str, KindCheck]) -> ChiSquare | None:
    """Return Pearson's chi-square of the kinds; None with several boxes, or with too few kinds."""
    if result.boxes > 1:
        return None
    often = {kind: each for kind, each in compared.items() if each.expected >= RARE}
    rare = [each for kind, each in compared.items() if kind not in often]
    terms = [
        (each.observed, each.expected, (result.repeats or {}).get(kind, 0))
        for kind, each in often.items()
    ]
    if rare:
        together = sum(each.expected for each in rare)
        terms.append((sum(each.observed for each in rare), max(together, _LEAST), 0))
    if len(terms) < 2:
        return None
    statistic = sum((seen - mean) ** 2 / (mean + more) for seen, mean, more in terms)
    return ChiSquare(statistic, len(terms) - 1)


# The report.


LEVEL: Final = 0.95
_REACH: Final = NormalDist().inv_cdf((1 + LEVEL) / 2)
_FACES: Final = "TJQK"


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """A plan, and what was played of it."""

    plan: SimulationPlan
    plays: tuple[BoxPlay, ...]
    runs: Mapping[str, SimulationRun]  # at least one, with a result
    paths: Paths | None = None
    is_interrupted: bool = False

    @property
    def run(self) -> SimulationRun:
        """The run that the figures come from."""
        return next(iter(self.runs.values()))

    @property
    def result(self) -> Result:
        result = self.run.result
        assert result is not None, "nothing is printed before something was played"
        return result

    @property
    def interval(self) -> tuple[float, float]:
        """Where the edge lies with a probability of 95 %."""
        edge, reach = self.result.house_edge, _REACH * self.result.standard_error
        return edge - reach, edge + reach

    @property
    def exact(self) -> float | None:
        """The exact edge, if it is comparable: rounds from a full shoe, no insurance, no chips."""
        plan = self.plan
        if not plan.is_fresh or plan.insures or plan.in_chips:
            return None
        edges = [play.house_edge for play in self.plays]
        known = [edge for edge in edges if edge is not None]
        if len(known) < len(edges):
            return None
        laid = zip(known, plan.wagers, strict=True)
        return sum(edge * wager for edge, wager in laid) / sum(plan.wagers)

    @property
    def comparison(self) -> dict[str, KindCheck] | None:
        """Every kind of result beside its exact number, where the exact edge is known."""
        if self.exact is None:
            return None
        chances: Counter[str] = Counter()
        for play in self.plays:
            chances.update(play.results or {})
        return compare(self.result, chances)

    @property
    def z_score(self) -> float | None:
        """How many standard errors the simulated edge is above the exact one."""
        exact, error = self.exact, self.result.standard_error
        return None if exact is None or not error else (self.result.house_edge - exact) / error

    @property
    def earnings(self) -> Earnings | None:
        """What an hour brings, where that is asked for."""
        per_hour = self.plan.rounds_per_hour
        return None if per_hour is None else earnings(self.result, rounds_per_hour=per_hour)

    @property
    def rounds_per_second(self) -> float:
        return self.result.rounds / self.run.seconds if self.run.seconds > 0 else 0.0


def cells_of(result: Result) -> dict[str, Cell]:
    """Return the cells of a result; ten-value upcards are one, as in `odds`."""
    cells: dict[str, Cell] = {}
    for face, cell in (result.cells or {}).items():
        name = "T" if result.by == "upcard" and face in _FACES else face
        cells[name] = cells[name].plus(cell) if name in cells else cell
    return cells


# What a simulation is dealt from and by whom it is played, in words and for a program.


def equipment_words(plan: SimulationPlan) -> str:
    """Say what the rounds are dealt from."""
    game = plan.first.game
    deck = 52 if game.tens_in_deck else 48
    cards = f"{game.decks} x {deck} = {game.decks * deck} cards"
    match plan.equipment:
        case CardShoe():
            before = plan.equipment.cards_before_cut(game.decks * deck)
            return f"card shoe of {cards}, shuffled after the round in which card {before} is dealt"
        case ShufflingDevice():
            back = "discards return after the next initial deal"
            return f"shuffling device with {cards}; {back}"
        case FullShoe():
            return f"a full shoe of {cards}, shuffled before every round"


def notes(plan: SimulationPlan) -> Iterator[str]:
    """Say what is not as printed, or not as one might think."""
    most = plan.rules.cut.cutting_card_from_back
    if isinstance(plan.equipment, CardShoe):
        behind = 1 - Fraction(plan.equipment.penetration)
        if behind > Fraction(most.value.pays, most.value.on):
            place = f"at most {most.value.pays}/{most.value.on} of the stack from its back"
            yield f"Unlike the rulebook: {most.clause} puts the cutting card {place}"
    if plan.count is not None:
        off = drift(plan.count.system, tens=plan.first.game.tens_in_deck)
        if off:
            yield f"This count is unbalanced: a whole deck adds up to {off:+d}"


def count_words(count: CountPlan) -> str:
    """Say how the bettor on the first box counts and wagers; the others are not in the figures."""
    plays = ", plays and insures by the count" if count.deviates else ""
    alone = "on box 1; only its money is in the figures"
    return f"{ramp_words(count)}{plays}; {alone}; tags {count.system}"


def ramp_words(count: CountPlan) -> str:
    """Say what is wagered from which count on."""
    steps = [f"{units} from {start:+d}" for start, units in count.ramp.items()]
    return f"{count.system.name}, wagers {', '.join(steps)}"


def wagers_words(plan: SimulationPlan) -> str:
    """Say what is laid."""
    laid = each_once([format_money(each) for each in plan.wagers])
    also = [f"with {plan.side.name} of {format_money(plan.side.amount)}"] if plan.side else []
    also += ["insured whenever offered"] if plan.insures else []
    also += ["paid in chips, rounded up"] if plan.in_chips else []
    return ", ".join([laid, *also])


def each_once(texts: Sequence[str]) -> str:
    """Return one text for all boxes, or each with its box."""
    if len(set(texts)) == 1:
        return texts[0] + (" on every box" if len(texts) > 1 else "")
    return ", ".join(f"box {box}: {text}" for box, text in enumerate(texts, start=1))
