"""The three answers of `houserules odds`: the figures of a game, the effects of rules, a comparison.

Figures that are stored need no NumPy, so what needs it is imported where it is used.
"""

from dataclasses import replace
from time import perf_counter

from houserules.analysis.odds_report import answer_odds, as_data
from houserules.analysis.options import OddsOptions
from houserules.analysis.request import read_request
from houserules.cli.render.console import progress_bar, progress_of
from houserules.cli.render.odds import (
    compared_as_data,
    compared_page,
    effects_as_data,
    effects_page,
    page,
)
from houserules.cli.render.progress import report_to
from houserules.cli.render.tables import print_json, print_page


def print_odds(
    options: OddsOptions, *, by_chart: bool, full: bool, par: str | None, as_json: bool
) -> None:
    """Print the figures of one game."""
    request = read_request(options)
    if par:
        from houserules.cli import drawings  # noqa: PLC0415

        write_par = drawings.par_writer(par)
    with progress_bar("Solving") as work:
        report = answer_odds(request, by_chart=by_chart, full=full, report=report_to(work))
    if par:
        write_par(request, by_chart=by_chart)
    if as_json:
        print_json(as_data(report, full=full))
    else:
        print_page(*page(report, full=full))


def print_effects(options: OddsOptions, *, chart: str | None, as_json: bool) -> None:
    """Print what each single change of a rule is worth."""
    from houserules.cli import drawings  # noqa: PLC0415
    from houserules.odds.effects import effects  # noqa: PLC0415

    request, begun = read_request(options), perf_counter()
    draw = drawings.effects_drawer(chart) if chart else None
    with progress_bar("Solving one change after another") as work:
        worth = effects(
            request.rules, wager=request.wager, removed=request.removed, progress=progress_of(work)
        )
    seconds = perf_counter() - begun
    if draw:
        title = f"What each change of a rule is worth: {drawings.heading_of(request)}"
        draw(worth.effects, title)
    if as_json:
        print_json(effects_as_data(request, worth, seconds))
    else:
        print_page(*effects_page(request, worth, seconds))


def print_comparison(options: OddsOptions, other: str, *, chart: str | None, as_json: bool) -> None:
    """Print what each difference between two rulebooks is worth."""
    from houserules.cli import drawings  # noqa: PLC0415
    from houserules.odds.effects import compare  # noqa: PLC0415

    left, right = read_request(options), read_request(replace(options, rulebook=other))
    draw = drawings.effects_drawer(chart) if chart else None
    begun = perf_counter()
    with progress_bar("Solving one difference after another") as work:
        compared = compare(
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
