"""`houserules simulate`: very many rounds by the rules, from the equipment they are dealt from.

With `--json`: the object of the contract, and further keys that `analysis/simulation_data` names.
"""

from dataclasses import fields
from typing import Annotated, Any

import typer

from houserules.analysis.options import OddsOptions, SimulationOptions
from houserules.cli.common.options import (
    AsJson,
    Decks,
    RulebookName,
    Settings,
    answers_request,
    clean_exit,
    whole_number,
)


def simulate(
    name: RulebookName,
    *,
    rounds: Annotated[
        str | None,
        typer.Option(metavar="N", help="Rounds to simulate, such as 5000000 or 1e9 [default: 1e7]"),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(metavar="S", parser=whole_number, help="The same seed gives the same result."),
    ] = 1,
    boxes: Annotated[
        int | None,
        typer.Option(
            metavar="B", parser=whole_number, help="Boxes to play, up to the number on the layout."
        ),
    ] = None,
    penetration: Annotated[
        str | None,
        typer.Option(
            metavar="P",
            help="Use a card shoe, shuffled after the round in which this share of it has been "
            "dealt: 0.75, 75% or 3/4.",
        ),
    ] = None,
    device: Annotated[
        bool, typer.Option("--device", help="Use a shuffling device instead of a card shoe.")
    ] = False,
    fresh: Annotated[
        bool,
        typer.Option(
            "--fresh",
            help="Deal every round from a full shoe, as `odds` assumes, and compare every result "
            "with the exact figures.",
        ),
    ] = False,
    strategies: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            metavar="NAME|FILE",
            help="best, chart (same as for `odds`), never-bust, mimic (play like the dealer), or a "
            "file with the JSON of `houserules strategy`. Give it once for all boxes or once per "
            "box [default: best]",
        ),
    ] = None,
    decks: Decks = None,
    wagers: Annotated[
        list[str] | None,
        typer.Option(
            "--wager",
            metavar="AMOUNT",
            help="Original wager in dollars, once for all boxes or once per box [default: 25]",
        ),
    ] = None,
    settings: Settings = None,
    insures: Annotated[
        bool, typer.Option("--insure", help="Take insurance whenever it is offered.")
    ] = False,
    side: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[=AMOUNT]",
            help="Place a side wager on every box: perfect-pairs=5 or suits-you=5 (suits-you:h=5 "
            "for hearts).",
        ),
    ] = None,
    in_chips: Annotated[
        bool, typer.Option("--chips", help="Pay in chips, rounded up to the smallest chip.")
    ] = False,
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT",
            help="Also break the results down by upcard, first-two cards, or depth of the shoe. "
            "Can be repeated.",
        ),
    ] = None,
    session: Annotated[
        str | None,
        typer.Option(metavar="N", help="Also play sessions of N rounds and report the bankroll."),
    ] = None,
    sessions: Annotated[
        str | None, typer.Option(metavar="M", help="Number of sessions [default: 10000]")
    ] = None,
    bankroll: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT", help="With --session or --count: how often this amount is lost."
        ),
    ] = None,
    count: Annotated[
        str | None,
        typer.Option(
            metavar="SYSTEM",
            help='The bettor on box 1 counts cards: hi-lo, hi-lo-48, tags such as "A=-1 5=+1", or '
            "a file with tags.",
        ),
    ] = None,
    ramp: Annotated[
        str | None,
        typer.Option(
            metavar="COUNT:UNITS,...",
            help="With --count: units to wager from each true count on, such as 1:1,2:4,3:8. Below "
            "the lowest count the bettor sits out. One unit is --wager.",
        ),
    ] = None,
    deviations: Annotated[
        bool,
        typer.Option(
            "--deviations",
            help="With --count: use the best play and insurance decision for each count.",
        ),
    ] = False,
    rounds_per_hour: Annotated[
        float | None,
        typer.Option(
            metavar="N",
            help="Also report hourly figures at N rounds per hour [default with --count: 60]",
        ),
    ] = None,
    until_error: Annotated[
        float | None,
        typer.Option(
            metavar="E",
            help="Stop when the standard error of the edge reaches E, or after --rounds.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(metavar="W", parser=whole_number, help="Threads [default: one per core]"),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Run on a Dask cluster, such as tcp://host:8786, instead of local threads.",
        ),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE.json", help="Save the result, to continue from it later."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.json", help="Continue from a saved result, and save to the same file."
        ),
    ] = None,
    csv: Annotated[
        str | None, typer.Option(metavar="FILE.csv", help="Write every table as CSV.")
    ] = None,
    parquet: Annotated[
        str | None, typer.Option(metavar="FILE.parquet", help="Write every table as Parquet.")
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Plot how the edge converges and, with --session, how sessions go and end: .svg, "
            ".png or .pdf.",
        ),
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Print every row of every table.")] = False,
    as_json: AsJson = False,
) -> None:
    """Simulate millions of rounds.

    Prints the house edge with its standard error, and how often each result occurs; on request also
    sessions, bankrolls and card counters. If a run stops early, the rounds played so far are
    printed.

    Exit codes: 0 simulated, 2 invalid arguments, 70 the cluster failed, 74 a file could not be
    written, 130 stopped with Ctrl-C.

    Examples:

        houserules simulate nsw-pontoon-2024 --rounds 1e8
        houserules simulate nz-pontoon --penetration 75% --session 200 --bankroll 1000
        houserules simulate nsw-pontoon-2024 --count hi-lo --ramp 1:1,2:4,3:8 --deviations
    """
    typed = locals()
    given: dict[str, Any] = {
        field.name: tuple(value) if isinstance(value, list) else value
        for field in fields(SimulationOptions)
        if (value := typed[field.name]) is not None and value != []
    }
    options = SimulationOptions(**given)
    game = OddsOptions(name, decks, options.wagers[0], tuple(settings or ()))
    with clean_exit(), answers_request("simulate", as_json=as_json):
        from houserules.cli.simulate_run import run_simulation  # noqa: PLC0415  # loads NumPy and Numba

        run_simulation(game, options, as_json=as_json)
