"""What `houserules odds` does once it is known what is asked: solve, list effects, compare."""

from dataclasses import replace
from time import perf_counter

from houserules.analysis.odds_report import as_data, compute_odds
from houserules.analysis.options import OddsOptions
from houserules.analysis.request import read_request
from houserules.cli import drawings
from houserules.cli.render.console import progress_bar, progress_of
from houserules.cli.render.odds import (
    compared_as_data,
    compared_page,
    effects_as_data,
    effects_page,
    page,
)
from houserules.cli.render.simulation_progress import report_to
from houserules.cli.render.tables import print_json, print_page
from houserules.odds import effects as worth


def print_odds(
    options: OddsOptions, *, by_chart: bool, full: bool, par: str | None, as_json: bool
) -> None:
    """Print the figures of one game."""
    request = read_request(options)
    write = drawings.par_writer(par) if par else None
    with progress_bar("Solving") as work:
        report = compute_odds(request, by_chart=by_chart, full=full, report=report_to(work))
    if write:
        write(report)
    if as_json:
        print_json(as_data(report, full=full))
    else:
        print_page(*page(report, full=full))


def print_effects(options: OddsOptions, *, chart: str | None, as_json: bool) -> None:
    """Print what each single change of a rule is worth."""
    request, begun = read_request(options), perf_counter()
    draw = drawings.effects_drawer(chart) if chart else None
    with progress_bar("Solving one change after another") as work:
        effects = worth.effects(
            request.rules, wager=request.wager, removed=request.removed, progress=progress_of(work)
        )
    seconds = perf_counter() - begun
    if draw:
        draw(
            effects.effects, f"What each change of a rule is worth: {drawings.heading_of(request)}"
        )
    if as_json:
        print_json(effects_as_data(request, effects, seconds))
    else:
        print_page(*effects_page(request, effects, seconds))


def print_comparison(options: OddsOptions, other: str, *, chart: str | None, as_json: bool) -> None:
    """Print what each difference between two rulebooks is worth."""
    left, right = read_request(options), read_request(replace(options, rulebook=other))
    draw = drawings.effects_drawer(chart) if chart else None
    begun = perf_counter()
    with progress_bar("Solving one difference after another") as work:
        compared = worth.compare(
            left.rules,
            right.rules,
            wager=left.wager,
            removed=left.removed,
            progress=progress_of(work),
        )
    seconds = perf_counter() - begun
    if draw:
        draw(compared.effects, f"{left.rules.id}, with one rule of {right.rules.id} at a time")
    if as_json:
        print_json(compared_as_data(left, right, compared, seconds))
    else:
        print_page(*compared_page(left, right, compared, seconds))
