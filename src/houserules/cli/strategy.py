"""`houserules strategy`: what to do with every hand, as a chart for a person and as rows for a program.

With `--json`: `rulebook`, `decks`, and `hands`, `forfeit` and `exceptions` as the contract has them.
"""

from typing import Annotated

import typer

from houserules.analysis.options import WAGER, OddsOptions
from houserules.cli.common.options import (
    AsJson,
    Decks,
    Removed,
    RulebookName,
    Settings,
    Wager,
    answers_request,
    clean_exit,
)


def strategy(
    name: RulebookName,
    *,
    decks: Decks = None,
    wager: Wager = WAGER,
    settings: Settings = None,
    removed: Removed = "",
    chart: Annotated[
        str | None,
        typer.Option("--chart", metavar="FILE", help="Draw the chart: .svg, .png or .pdf."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the best strategy, as a chart or as data.

    Prints a chart that fits on a card, or with --json every hand and the value of each action.

    Exit codes: 0 printed, 2 invalid arguments.

    Examples:

        houserules strategy nsw-pontoon-2024
        houserules strategy nz-pontoon --decks 4 --chart chart.pdf
    """
    options = OddsOptions(name, decks, wager, tuple(settings or ()), removed)
    with clean_exit(), answers_request("strategy", as_json=as_json):
        from houserules.cli.render import strategy as strategy_page  # noqa: PLC0415  # NumPy and Numba take a second

        strategy_page.print_strategy(options, chart_file=chart, as_json=as_json)
