"""The kinds of results and the figures of a PAR sheet, as rows of text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log10
from typing import Any, Final

from houserules.core.money import format_money
from houserules.odds.game import Game
from houserules.odds.solved_game import SolvedGame
from houserules.sheets.files import SheetError
from houserules.sheets.number_text import one_in, percent, probability, units, with_sign
from houserules.sheets.par_content import ParSheet
from houserules.sheets.volatility import moments

ROUNDING: Final = 1e-9
"""Sums of a whole solve agree to better than this."""

KINDS: Final = {
    "pontoon": "Pontoon",
    "pinkjack": "Pinkjack",
    "held-pinkjack": "Pinkjack held, dealer without",
    "ultimate-pinkjack": "Pinkjack held, dealer's Pinkjack",
    "suited-blackjack": "Blackjack of one suit",
    "unsuited-blackjack": "Blackjack of two suits",
    "super-bonus": "7-7-7 with Super Bonus",
    "spades-777": "7-7-7 of spades",
    "suited-777": "7-7-7 of one suit",
    "mixed-777": "7-7-7 of several suits",
    "spades-678": "6-7-8 of spades",
    "suited-678": "6-7-8 of one suit",
    "mixed-678": "6-7-8 of several suits",
    "seven-card-21": "21 of seven or more cards",
    "six-card-21": "21 of six cards",
    "five-card-21": "21 of five cards",
    "five-card-trick": "Five card trick",
    "21": "Any other 21",
    "higher": "Higher total",
    "dealer-bust": "Dealer bust",
    "stand-off": "Equal totals",
    "tie-lost": "Equal totals, lost",
    "lower": "Lower total",
    "dealer-natural": "Dealer natural",
    "dealer-pinkjack": "Dealer Pinkjack",
    "bust": "Bust",
    "doubled-21": "Doubled: 21",
    "doubled-five-card-trick": "Doubled: five card trick",
    "doubled-higher": "Doubled: higher total",
    "doubled-dealer-bust": "Doubled: dealer bust",
    "doubled-stand-off": "Doubled: equal totals",
    "doubled-tie-lost": "Doubled: equal totals, lost",
    "doubled-lower": "Doubled: lower total",
    "doubled-dealer-natural": "Doubled: dealer natural",
    "doubled-dealer-pinkjack": "Doubled: dealer Pinkjack",
    "doubled-bust": "Doubled: bust",
    "forfeit": "Doubled: forfeited",
    "surrender": "Surrendered",
    "surrender-void": "Surrendered, dealer natural",
    "natural-stand-off": "Split: spared by a dealer natural",
    "doubled-natural-stand-off": "Split, doubled: spared by a dealer natural",
}
"""Every kind of settlement in the order of the sheet."""


@dataclass(frozen=True, slots=True)
class KindLine:
    """One kind of result; `pays` has two amounts where the kind has two."""

    words: str
    count: float  # expected in a round
    pays: tuple[float, ...]
    returned: float
    squared: float


@dataclass(frozen=True, slots=True)
class KindTable:
    """All kinds, and what hands of one box add to the variance together."""

    lines: tuple[KindLine, ...]
    together: float
    mean: float
    variance: float


def kind_table(solved: SolvedGame) -> KindTable:
    """Return the table of kinds; its sums are the return and the variance of the whole game."""
    mean, variance = -float(solved.house_edge), float(solved.standard_deviation) ** 2
    lines = tuple(_lines(solved.results, _amounts(solved.game), mean))
    if abs(sum(line.returned for line in lines) - mean) > ROUNDING:
        raise SheetError("the kinds of results do not add up to the house edge")
    together = variance + mean**2 - sum(line.squared for line in lines)
    return KindTable(lines, together, mean, variance)


def hands_and_wagers(solved: SolvedGame) -> tuple[float, float]:
    """Return how many hands a round has and how much is wagered on them, in units of the wager."""
    double = float(solved.game.double_size)
    hands = sum(solved.results.values())
    doubled = sum(
        count
        for kind, count in solved.results.items()
        if kind.startswith("doubled-") or kind == "forfeit"
    )
    return float(hands), float(hands + double * doubled)


def _lines(
    results: Mapping[str, float], amounts: Mapping[str, tuple[Fraction, ...]], mean: float
) -> Iterator[KindLine]:
    known = sum(
        results[kind] * float(pays[0])
        for kind, pays in amounts.items()
        if kind in results and len(pays) == 1
    )
    for kind, words in KINDS.items():
        if kind in results:
            count, pays = float(results[kind]), tuple(map(float, amounts[kind]))
            shares = (1.0,) if len(pays) == 1 else _shares(count, pays, mean - known)
            yield KindLine(
                words,
                count,
                pays,
                count * sum(share * each for share, each in zip(shares, pays, strict=True)),
                count * sum(share * each**2 for share, each in zip(shares, pays, strict=True)),
            )
    if missing := results.keys() - KINDS.keys():
        raise SheetError(f"no words for results of the kind {', '.join(sorted(missing))}")


def _shares(count: float, pays: tuple[float, ...], returned: float) -> tuple[float, ...]:
    """Part the one kind that pays two amounts: its return is what the other kinds leave."""
    low, high = pays
    share = (returned / count - low) / (high - low)
    if not -ROUNDING / count <= share * (high - low) <= high - low + ROUNDING / count:
        raise SheetError("the kinds of results do not add up to the house edge")
    return 1 - share, share


def _amounts(game: Game) -> dict[str, tuple[Fraction, ...]]:
    """Return what each kind pays, in units of the wager."""
    one, both = Fraction(1), 1 + game.double_size
    naturals, trick = game.naturals, game.trick or Fraction(0)
    open_hands = {
        "higher": game.higher_total_pays,
        "dealer-bust": game.dealer_bust_pays,
        "stand-off": Fraction(0),
        "tie-lost": -one,
        "lower": -one,
        "dealer-pinkjack": -one,
    }
    amounts = {
        **open_hands,
        **{f"doubled-{kind}": both * pays for kind, pays in open_hands.items()},
        "bust": -one,
        "doubled-bust": -both,
        "forfeit": -one,
        "dealer-natural": -one,
        "doubled-dealer-natural": -one,
        "natural-stand-off": Fraction(0),
        "doubled-natural-stand-off": Fraction(0),
        "surrender": game.surrender_keeps - 1,
        "surrender-void": -one,
        "21": game.twenty_one or one,
        "doubled-21": game.doubled_21 * both,
        "five-card-trick": trick,
        "doubled-five-card-trick": trick * both,
        "pontoon": naturals.unsuited,
        "unsuited-blackjack": naturals.unsuited,
        "suited-blackjack": naturals.suited,
        "pinkjack": naturals.pinkjack,
        "held-pinkjack": naturals.held,
        "ultimate-pinkjack": naturals.ultimate,
    }
    bonuses = game.bonuses
    if bonuses is None:
        return {kind: (pays,) for kind, pays in amounts.items()}
    amounts |= zip(("mixed-678", "suited-678", "spades-678"), bonuses.run, strict=True)
    amounts |= zip(("mixed-777", "suited-777", "spades-777"), bonuses.sevens, strict=True)
    amounts |= {
        "five-card-21": bonuses.five,
        "six-card-21": bonuses.six,
        "seven-card-21": bonuses.seven,
    }
    prizes = {pays + bonuses.prize for pays in bonuses.sevens[1:]}  # a Super Bonus pays by suit
    single = {kind: (pays,) for kind, pays in amounts.items()}
    return single | {"super-bonus": tuple(sorted(prizes))}


# The figures of a PAR sheet as rows of text, ready to be set.


Row = list[str]

MOST_DECADES: Final = 16
"""Bars are drawn down to this power of ten."""


def key_figures(sheet: ParSheet) -> Iterator[Row]:
    """Yield the figures that people ask for first."""
    edge, deviation = float(sheet.solved.house_edge), float(sheet.solved.standard_deviation)
    hands, amount = hands_and_wagers(sheet.solved)
    yield ["House edge (expected hold)", percent(edge, 6), "of the initial wager"]
    yield ["Return to player", percent(1 - edge, 6), "of the initial wager"]
    yield ["Standard deviation", f"{deviation:.6f}", "units of the initial wager, one round"]
    yield ["Variance", f"{deviation**2:.6f}", "squared units"]
    yield [
        "House win per round",
        format_money(round(edge * sheet.wager * 100), divisor=100),
        "expected at this wager",
    ]
    yield ["Hands per round", f"{hands:.4f}", "expected, with splits"]
    yield ["Wagered per round", f"{amount:.3f}", "units, with doubles and splits"]
    yield ["House edge on total wagers", percent(edge / amount, 4), "hold divided by total wagers"]
    yield from _shape(sheet, edge, deviation)
    cost = f"simplicity costs {percent(sheet.chart.cost, 4)}"
    yield ["House edge by the chart", percent(sheet.chart.house_edge, 6), cost]


def _shape(sheet: ParSheet, edge: float, deviation: float) -> Iterator[Row]:
    results = sheet.solved.distribution
    won = sum(chance for result, chance in results.items() if result > 0)
    level = results.get(0.0, 0.0)
    yield [
        "Rounds won / even / lost",
        " / ".join(percent(p, 2) for p in (won, level, 1 - won - level)),
        "",
    ]
    yield ["Best and worst round", f"{units(max(results))} and {units(min(results))}", "units"]
    shape = moments(results)
    skew, tails = with_sign(shape.skewness, 3), with_sign(shape.kurtosis, 3)
    yield ["Skewness, excess kurtosis", f"{skew}, {tails}", "of one round"]
    if edge > 0:
        rounds = f"{(deviation / edge) ** 2:,.0f}"
        yield ["Rounds to one standard deviation", rounds, "expected hold equals its deviation"]


def kind_rows(sheet: ParSheet) -> dict[str, Any]:
    """Return the table of kinds with its sums."""
    table = kind_table(sheet.solved)
    rows = [
        [
            line.words,
            probability(line.count),
            one_in(line.count),
            " or ".join(map(units, line.pays)),
            with_sign(100 * line.returned, 5),
            percent(line.squared / table.variance, 3),
        ]
        for line in table.lines
    ]
    counts, part = sum(line.count for line in table.lines), table.variance
    sums = [
        ["Hands of one box together", "", "", "", "", percent(table.together / part, 3)],
        ["Less the square of the mean", "", "", "", "", percent(-(table.mean**2) / part, 3)],
        ["All", probability(counts), "", "", with_sign(100 * table.mean, 5), percent(1.0, 3)],
    ]
    return {"rows": rows, "sums": sums}


def distribution(sheet: ParSheet) -> dict[str, Any]:
    """Return the distribution of a round's result: bars on a logarithmic scale, and rows."""
    results = sheet.solved.distribution
    shape = moments(results)
    variance, below, rows = shape.deviation**2, 0.0, []
    for result, chance in results.items():
        below += chance
        rows.append(
            [
                units(result),
                format_money(round(result * sheet.wager)),
                probability(chance),
                one_in(chance),
                probability(min(below, 1.0)),
                with_sign(100 * result * chance, 5),
                percent((result - shape.mean) ** 2 * chance / variance, 3),
            ]
        )
    decades = min(MOST_DECADES, max(1, ceil(-log10(min(results.values())))))
    step = 1 if decades <= 8 else 2
    lines = [{"at": 1 - power / decades, "power": -power} for power in range(0, decades + 1, step)]
    bars = [
        {"label": units(result), "height": max(0.0, 1 + log10(chance) / decades)}
        for result, chance in results.items()
    ]
    return {"rows": rows, "bars": bars, "lines": lines}


def upcard_rows(sheet: ParSheet) -> list[Row]:
    """Return what the round is worth with each upcard, and with all of them."""
    tens = "10, J, Q, K" if sheet.solved.game.tens_in_deck else "J, Q, K"
    rows = [
        [
            tens if name == "T" else name,
            probability(float(row.probability)),
            with_sign(100 * float(row.value), 4),
            with_sign(100 * float(row.probability) * float(row.value), 5),
        ]
        for name, row in sheet.solved.by_upcard.items()
    ]
    whole = -100 * float(sheet.solved.house_edge)
    return [*rows, ["All", probability(1.0), with_sign(whole, 4), with_sign(whole, 5)]]
