"""The page of `houserules odds`: rules, assumptions, edge, deviation, results, side wagers.

Stored figures need no NumPy, so whatever needs it is imported where it is used.
"""

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from houserules.analysis.odds_report import ORDER, OddsReport, answer_odds, as_data, assumes, pays
from houserules.analysis.options import OddsOptions
from houserules.analysis.request import OddsRequest, read_request
from houserules.cli.render.console import progress_bar, rulebook_title
from houserules.cli.render.progress import report_to
from houserules.cli.render.tables import (
    InBlocks,
    InRows,
    grid,
    headed_table,
    heading,
    print_json,
    print_page,
)
from houserules.core.cards import show
from houserules.core.money import format_money
from houserules.odds.game import MAIN, PARTS, lender, money_values
from houserules.rulebook.loader import rulebook
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.value_text import PART_OF, describe_value
from houserules.rulebook.values import NotOffered
from houserules.version import __version__

UPCARDS: Final = "23456789TA"


def percent(share: float, digits: int = 6) -> str:
    """Print a share of one as a percentage."""
    return f"{100 * share:.{digits}f} %"


def print_odds(
    options: OddsOptions, *, by_chart: bool, full: bool, par: str | None, as_json: bool
) -> None:
    """Print the figures of one game."""
    request = read_request(options)
    if par:
        from houserules.cli.render import drawings  # noqa: PLC0415

        write_par = drawings.par_writer(par)
    with progress_bar("Solving") as work:
        report = answer_odds(request, by_chart=by_chart, full=full, report=report_to(work))
    if par:
        write_par(request, by_chart=by_chart)
    if as_json:
        print_json(as_data(report, full=full))
    else:
        print_page(*page(report, full=full))


def page(report: OddsReport, *, full: bool) -> Iterator[RenderableType]:
    """Yield the page, part by part."""
    request = report.request
    yield rulebook_title(request.rules)
    yield _figures(report)
    yield heading("Rules that move money")
    yield from rules_table(request)
    yield heading("Outcomes per round")
    yield _results(report)
    yield heading("By upcard")
    yield _by_upcard(report)
    if full:
        yield heading("Starting hands: value and best play")
        yield _by_hand(report)
        yield "n natural, h hit, s stand, d double, p split, u surrender; two letters: depends on suits"
        yield heading("Net result per round, in wagers")
        yield _distribution(report)
    if report.figures.side_wagers:
        yield heading("Insurance and side wagers")
        yield _sides(report)
    yield ""
    yield Text(f"houserules {__version__}, solved in {report.seconds:.2f} s", style="dim")


def _figures(report: OddsReport) -> RenderableType:
    figures, request = report.figures, report.request
    deviation = figures.standard_deviation
    table = grid(18, None)
    edge = Text(f"{percent(figures.house_edge)}  ({figures.house_edge:.10f})", style="bold")
    table.add_row("House edge", edge)
    if figures.chart_cost is not None:
        table.add_row("", f"by the chart; best play would save {percent(figures.chart_cost)}")
    table.add_row("Standard deviation", f"{deviation:.6f} wagers  (variance {deviation**2:.6f})")
    table.add_row("Shoe", shoe_in_words(request))
    table.add_row("Wager", format_money(request.wager))
    table.add_row("Assumes", assumes(request, by_chart=report.by_chart))
    return table


def shoe_in_words(request: OddsRequest) -> str:
    """Say what the round is dealt from."""
    game = request.game
    deck = 52 if game.tens_in_deck else 48
    cards = f"{game.decks} x {deck} = {game.decks * deck} cards"
    return f"{cards}, less {show(request.removed)}" if request.removed else cards


def rules_table(request: OddsRequest) -> Iterator[RenderableType]:
    """Yield the values that move money beside their clauses, and what was set."""
    table = headed_table("Value", "", "Clause", whole=(2,))
    for name, entry in money_values(request.rules).items():
        if name in MAIN:
            style = "bold" if name in request.chosen else ""
            words = describe_value(name, entry.value)
            table.add_row(name, words, _clause(request, name, entry.clause), style=style)
    for part in PARTS:
        if isinstance(getattr(request.rules, part), NotOffered):
            clause = "set" if part in request.chosen else getattr(request.rules, part).clause
            table.add_row(part, "not in this game", clause)
        elif part == "forfeit":
            table.add_row(part, "yes", _part_clause(request.rules, part))
    yield InRows(table)
    if request.idle:
        yield Text(f"Set, but without effect: {', '.join(request.idle)}", style="yellow")


def _part_clause(rules: Rulebook, part: str) -> str:
    if isinstance(getattr(rulebook(rules.id), part), NotOffered):
        return f"set, as in {lender(part)}"
    return str(getattr(rules, part).forfeit_by_controller)


def _clause(request: OddsRequest, name: str, clause: str) -> str:
    """Return the clause of a value; one that was set, or came with a part from elsewhere, says so."""
    printed = rulebook(request.rules.id)
    if isinstance(getattr(printed, PART_OF[name]), NotOffered):
        return f"set, as in {lender(PART_OF[name])}"
    before, now = money_values(printed)[name].value, money_values(request.rules)[name].value
    return clause if before == now else f"{clause}: {describe_value(name, before)}, set"


def _results(report: OddsReport) -> RenderableType:
    rules, results = report.request.rules, report.figures.results
    table = headed_table("Kind", "Number", "1 in", "Pays", "Clause", whole=(0, 4), right=(1, 2))
    part = rules.super_bonus
    large = not isinstance(part, NotOffered) and (
        report.request.wager >= part.super_bonus_large_from.value
    )
    for kind in sorted(results, key=ORDER.index):
        number = results[kind]
        table.add_row(kind, f"{number:.9f}", _one_in(number), *pays(rules, kind, large=large))
    return InRows(table)


def _one_in(number: float) -> str:
    times = 1 / number
    return f"{times:,.2f}" if times < 1000 else f"{times:,.0f}"


def _by_upcard(report: OddsReport) -> RenderableType:
    columns = ("Upcard", "Probability", "Value", "Share of the edge")
    table = headed_table(*columns, whole=(0,), right=(1, 2, 3))
    for name in UPCARDS:
        if name in report.figures.by_upcard:
            chance, value = report.figures.by_upcard[name]
            share = percent(-chance * value)
            table.add_row(name, f"{chance:.6f}", f"{value:+.6f}", share)
    return InBlocks(table)


def _by_hand(report: OddsReport) -> RenderableType:
    cells: dict[str, dict[str, str]] = {}
    for each in report.figures.by_hand:
        cells.setdefault(each.cards, {})[each.upcard] = _cell(each.value, each.best)
    table = headed_table("", *UPCARDS, whole=(0,), right=range(1, 11))
    table.padding = (0, 1, 0, 0)
    for cards, row in cells.items():
        table.add_row(cards.replace(" ", ""), *(row.get(name, "") for name in UPCARDS))
    return InBlocks(table)


def _cell(value: float, best: str) -> str:
    letters = {"split": "p", "surrender": "u"}
    actions = "".join(letters.get(action, action[0]) for action in best.split("/"))
    return f"{value:+.2f}".replace("0.", ".") + actions


def _distribution(report: OddsReport) -> RenderableType:
    table = headed_table("Net", "Probability", "1 in", right=(0, 1, 2))
    for value, chance in report.figures.distribution.items():
        table.add_row(f"{value:+g}", f"{chance:.9f}", _one_in(chance))
    return InRows(table)


def _sides(report: OddsReport) -> RenderableType:
    columns = ("Wager", "House edge", "Exactly", "Deviation", "Ends")
    table = headed_table(*columns, whole=(0,), right=(1, 3))
    for name, side in report.figures.side_wagers.items():
        ends = ", ".join(
            f"{end} {float(chance):.6f} ({'+' if side.pays[end] > 0 else ''}{side.pays[end]})"
            for end, chance in side.results.items()
        )
        deviation = f"{side.standard_deviation:.6f}"
        edge = percent(float(side.house_edge))
        table.add_row(name, edge, str(side.house_edge), deviation, ends)
        if side.when_open is not None:
            note = "over the hands that can be insured: those without a natural"
            table.add_row("", percent(float(side.when_open)), str(side.when_open), "", note)
    return InRows(table)
