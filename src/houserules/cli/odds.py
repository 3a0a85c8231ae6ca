"""`houserules odds`: the exact house edge, deviation and results of a rulebook.

With `--json`: the object of the contract; with `--effects` or `--compare` the lists of `render/effects`.
"""

from typing import Annotated

import typer

from houserules.analysis.options import WAGER, OddsOptions
from houserules.cli.common.options import (
    AsJson,
    Decks,
    Removed,
    Settings,
    Strategy,
    Wager,
    answers_request,
    clean_exit,
    fail,
)
from houserules.rulebook.loader import RULEBOOKS


def odds(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="RULEBOOK", help=f"One of {', '.join(RULEBOOKS)}; not needed with --compare."
        ),
    ] = None,
    *,
    decks: Decks = None,
    wager: Wager = WAGER,
    settings: Settings = None,
    removed: Removed = "",
    strategy: Strategy = "best",
    full: Annotated[
        bool, typer.Option("--full", help="Also print every starting hand and every net result.")
    ] = False,
    effects: Annotated[
        bool, typer.Option("--effects", help="Print what each single rule change is worth.")
    ] = False,
    pair: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--compare",
            metavar="A B",
            help="Print what each difference between two rulebooks is worth.",
        ),
    ] = None,
    chart: Annotated[
        str | None,
        typer.Option(
            "--chart", metavar="FILE", help="With --effects or --compare: draw a bar chart."
        ),
    ] = None,
    par: Annotated[
        str | None, typer.Option("--par", metavar="FILE.pdf", help="Write a PAR sheet.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the exact house edge, deviation and results.

    Also covers insurance and side wagers. Nothing is simulated.

    Exit codes: 0 solved, 2 invalid arguments.

    Examples:

        houserules odds nsw-pontoon-2024
        houserules odds nz-pontoon --set pontoon_pays=6:5 --full
        houserules odds --compare nsw-pontoon-2024 nz-pontoon
    """
    _check(
        name, strategy=strategy, effects=effects, pair=pair, chart=chart, par=par, as_json=as_json
    )
    left = pair[0] if pair else name or ""
    options = OddsOptions(left, decks, wager, tuple(settings or ()), removed)
    with clean_exit(), answers_request("odds", as_json=as_json):
        if pair or effects:
            from houserules.cli.render.effects import (  # noqa: PLC0415  # loads NumPy and Numba
                print_comparison,
                print_effects,
            )

            if pair:
                print_comparison(options, pair[1], chart=chart, as_json=as_json)
            else:
                print_effects(options, chart=chart, as_json=as_json)
        else:
            from houserules.cli.render.odds import print_odds  # noqa: PLC0415  # loads Rich

            print_odds(options, by_chart=strategy == "chart", full=full, par=par, as_json=as_json)


def _check(
    name: str | None,
    *,
    strategy: str,
    effects: bool,
    pair: tuple[str, str] | None,
    chart: str | None,
    par: str | None,
    as_json: bool,
) -> None:
    """Refuse options that contradict each other."""
    lists = effects or pair is not None
    problem = None
    if pair and (name or effects):
        problem = f"--compare takes two rulebooks and no {'--effects' if effects else 'third'}"
    elif name is None and pair is None:
        problem = f"name a rulebook; there are {', '.join(RULEBOOKS)}"
    elif strategy not in ("best", "chart"):
        problem = f"--strategy {strategy}: choose best or chart"
    elif lists and (par or strategy == "chart"):
        problem = "--par and --strategy chart go with one game, not with --effects or --compare"
    elif chart and not lists:
        problem = "--chart goes with --effects or --compare; to draw the strategy, use houserules strategy --chart"
    if problem:
        fail("odds", problem, as_json=as_json)
