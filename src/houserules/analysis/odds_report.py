"""The answer to an odds request: its figures, and the object that a program gets.

Figures are stored on disk, so that an unchanged rulebook is answered without NumPy and Numba.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from houserules.analysis.cache import load_or_make
from houserules.analysis.request import OddsRequest, Report, steps_of
from houserules.core.cards import show
from houserules.core.money import dollars, format_money
from houserules.odds.figures import OddsFigures
from houserules.odds.game import money_options, money_values, setting
from houserules.rulebook.loader import rulebook_hash
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import describe_value
from houserules.rulebook.values import require_offered

_SPLITS: Final = (
    "each split hand is played on its own, with the other split cards removed whatever they are, "
    "a dealer natural counted against its own wager{}, and splitting again as the sum of two hands "
    "of the larger box; the box is then valued exactly, all hands and the collection against a "
    "dealer natural together"
)
_LATER: Final = " (of later hands against none, since only the original hand is collected from)"
_DIAMONDS: Final = (
    "a pair of aces or ten-value cards is played by how many A♦ or J♦ it has, every other suit "
    "of it and of the upcard averaged (from a full shoe no decision depends on these)"
)
_FITTED: Final = (
    "the distribution of rounds with three hands or more is fitted to its exact pairs of hands "
    "(the deviation uses it only for three hands against a dealer natural: estimated below 1e-8 "
    "from four decks on)"
)
_SUITS: Final = (
    "in deviation and distribution the suits of two hands of one box are taken as independent "
    "(estimated below 1e-9 from four decks on)"
)


@dataclass(frozen=True, slots=True)
class OddsReport:
    """A request and its answer."""

    request: OddsRequest
    figures: OddsFigures
    seconds: float

    @property
    def by_chart(self) -> bool:
        """Whether the chart is played instead of the best play."""
        return self.figures.chart_cost is not None


def answer_odds(
    request: OddsRequest, *, by_chart: bool, full: bool = False, report: Report | None = None
) -> OddsReport:
    """Return everything that is printed; `full` adds the distribution."""
    begun = perf_counter()
    rules = request.rules
    money = [(name, entry.value) for name, entry in money_values(rules).items()]
    key = ("odds", rulebook_hash(rules.id), request.game, money, show(request.removed))
    figures = load_or_make(
        (*key, by_chart, full),
        lambda: _compute(request, by_chart=by_chart, full=full, report=report),
    )
    return OddsReport(request, figures, perf_counter() - begun)


def _compute(
    request: OddsRequest, *, by_chart: bool, full: bool, report: Report | None
) -> OddsFigures:
    from houserules.odds.chart import ChartPlay, find_chart  # noqa: PLC0415  # NumPy and Numba
    from houserules.odds.side_wagers import side_wagers  # noqa: PLC0415
    from houserules.odds.solved_game import solve  # noqa: PLC0415

    solved = solve(request.game, shoe=request.shoe, progress=steps_of(report, "Solving"))
    chart = None
    if by_chart:
        if report:
            report("Drawing the chart", 0, 0)
        chart = find_chart(solved)
        solved = solve(request.game, shoe=request.shoe, policy=ChartPlay(chart))
    if report:
        report("Deviation and results", 0, 0)
    return OddsFigures(
        house_edge=solved.house_edge,
        standard_deviation=solved.standard_deviation,
        by_upcard=solved.by_upcard,
        results=solved.results,
        by_hand=solved.by_hand,
        distribution=solved.distribution if full else {},
        side_wagers=side_wagers(request.rules, request.shoe),
        chart_cost=None if chart is None else chart.cost,
    )


def assumes(request: OddsRequest, *, by_chart: bool) -> str:
    """Say what the figures assume."""
    shoe = f"less {show(request.removed)}" if request.removed else ""
    played = (
        "play by the chart of `houserules strategy` (totals, number of cards, suits it names)"
        if by_chart
        else "best play for the cards in the hand (suits where a payment depends on them)"
    )
    parts = [
        f"one box, one bettor, first round of a full shoe {shoe}".rstrip() + ", no chip rounding",
        f"{played} and the upcard, cards drawn without replacement",
        "insurance not taken, doubles for the full amount",
        _SPLITS.format(_LATER if request.game.natural_collects == "original-hand" else ""),
        *([_DIAMONDS] if request.game.naturals.by_suit else []),
        _exactness(request),
    ]
    return "; ".join(parts)


def _exactness(request: OddsRequest) -> str:
    """Say what is approximated; never the house edge."""
    but = [_FITTED] if request.game.hands_most > 2 else []
    but += [_SUITS] if request.game.bonuses is not None else []
    return "all figures are exact" + (", except that " if but else "") + ", and that ".join(but)


def options_of(request: OddsRequest) -> dict[str, str | int | bool]:
    """Return the house options that move money and everything that was set, except decks."""
    names = dict.fromkeys((*money_options(request.rules), *request.chosen))
    return {name: setting(request.rules, name) for name in names if name != "decks"}


def head_of(request: OddsRequest, *, by_chart: bool) -> dict[str, Any]:
    """Return the keys that every JSON answer begins with."""
    return {
        "rulebook": request.rules.id,
        "decks": request.game.decks,
        "wager": dollars(request.wager),
        "options": options_of(request),
        "assumes": assumes(request, by_chart=by_chart),
    }


def as_data(report: OddsReport, *, full: bool = False) -> dict[str, Any]:
    """Return the JSON answer; `full` adds every starting hand and every net result."""
    figures = report.figures
    more: dict[str, Any] = {}
    if full:
        more["by_hand"] = [each._asdict() for each in figures.by_hand]
        more["distribution"] = [
            {"net": net, "probability": chance} for net, chance in figures.distribution.items()
        ]
    return {
        **head_of(report.request, by_chart=report.by_chart),
        "house_edge": figures.house_edge,
        "standard_deviation": figures.standard_deviation,
        "by_upcard": {name: each._asdict() for name, each in figures.by_upcard.items()},
        "results": figures.results,
        "side_wagers": {
            name: {"house_edge": float(each.house_edge)}
            | ({} if name == "insurance" else {"standard_deviation": each.standard_deviation})
            for name, each in figures.side_wagers.items()
        },
        **more,
        "seconds": round(report.seconds, 6),
    }


# The kinds of settlement in the words of a rulebook: what each pays, and by which clause.


PAID: Final = {
    "pontoon": "pontoon_pays",
    "unsuited-blackjack": "unsuited_blackjack_pays",
    "suited-blackjack": "suited_blackjack_pays",
    "pinkjack": "pinkjack_pays",
    "held-pinkjack": "held_pinkjack_pays",
    "ultimate-pinkjack": "ultimate_pinkjack_pays",
    "super-bonus": "super_bonus_small",
    "spades-777": "spades_777_pays",
    "suited-777": "suited_777_pays",
    "mixed-777": "mixed_777_pays",
    "spades-678": "spades_678_pays",
    "suited-678": "suited_678_pays",
    "mixed-678": "mixed_678_pays",
    "seven-card-21": "seven_card_21_pays",
    "six-card-21": "six_card_21_pays",
    "five-card-21": "five_card_21_pays",
    "21": "twenty_one_pays",
    "doubled-21": "doubled_21_pays",
    "five-card-trick": "five_card_trick_pays",
    "doubled-five-card-trick": "five_card_trick_pays",
    "higher": "higher_total_pays",
    "doubled-higher": "higher_total_pays",
    "dealer-bust": "dealer_bust_pays",
    "doubled-dealer-bust": "dealer_bust_pays",
    "surrender": "surrender_keeps",
}
"""Kinds that bring something, by the value that says what."""

Lost = tuple[str, Callable[[Rulebook], Any]]
LOST: Final[dict[str, Lost]] = {
    "stand-off": ("stands off", lambda rules: rules.final.equal_totals.clause),
    "doubled-stand-off": ("both stand off", lambda rules: rules.final.equal_totals.clause),
    "natural-stand-off": ("stands off", lambda rules: rules.final.natural_leaves_split),
    "doubled-natural-stand-off": (
        "both stand off",
        lambda rules: rules.final.natural_leaves_split,
    ),
    "surrender-void": (
        "loses to a natural",
        lambda rules: require_offered(rules.surrender).surrender_void_against_natural,
    ),
    "forfeit": (
        "loses, the double goes back",
        lambda rules: require_offered(rules.forfeit).forfeit_by_controller,
    ),
    "bust": ("loses", lambda rules: rules.play.bust_loses),
    "doubled-bust": ("both lose", lambda rules: rules.play.bust_loses),
    "tie-lost": ("loses", lambda rules: rules.final.equal_totals.clause),
    "doubled-tie-lost": ("both lose", lambda rules: rules.final.equal_totals.clause),
    "lower": ("loses", lambda rules: rules.final.lower_total_loses),
    "doubled-lower": ("both lose", lambda rules: rules.final.lower_total_loses),
    "dealer-natural": ("loses", lambda rules: rules.final.natural_beats_hand),
    "doubled-dealer-natural": (
        "loses, the double goes back",
        lambda rules: rules.final.natural_leaves_double,
    ),
    "dealer-pinkjack": ("loses", lambda rules: rules.final.lower_total_loses),
    "doubled-dealer-pinkjack": ("both lose", lambda rules: rules.final.lower_total_loses),
}
"""Kinds that bring nothing, in words, and the clause that says so."""

ORDER: Final = (*PAID, *LOST)


def pays(rules: Rulebook, kind: str, *, large: bool) -> tuple[str, str]:
    """Say what a kind of settlement pays, and by which clause; `large`: the wager's Super Bonus."""
    if kind in LOST:
        words, clause = LOST[kind]
        return words, str(clause(rules))
    entry = money_values(rules)[PAID[kind]]
    words = describe_value(PAID[kind], entry.value)
    if kind == "super-bonus":
        part, odds = require_offered(rules.super_bonus), require_offered(rules.bonus_21)
        prize = (part.super_bonus_large if large else part.super_bonus_small).value
        spades = f"spades {odds.spades_777_pays.value}"
        words = f"{odds.suited_777_pays.value} ({spades}) and {format_money(prize)}"
    elif kind == "ultimate-pinkjack":
        words += (
            f" and {format_money(require_offered(rules.blackjack).ultimate_pinkjack_bonus.value)}"
        )
    elif kind == "surrender":
        words = f"keeps {words}"
    return words + (" on both" if kind.startswith("doubled-") else ""), entry.clause
