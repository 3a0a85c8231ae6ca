"""`houserules simulate`: very many rounds, by the rules, from the equipment that they are dealt from.

With `--json`: the object of the contract, and further keys that `simulate_data` names.
"""

from typing import Annotated

import typer

from houserules.analysis.options import WAGER, OddsOptions, SimulationOptions
from houserules.cli.exit import clean_exit
from houserules.cli.options import (
    AsJson,
    Decks,
    RulebookName,
    Settings,
    answers_request,
    whole_number,
)

# What `houserules simulate` may be asked for, beside what all commands for numbers are asked.


Rounds = Annotated[
    str | None,
    typer.Option("--rounds", metavar="N", help="How many rounds in all: 5000000, 1e9; else 1e7."),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed", metavar="S", parser=whole_number, help="The same seed gives the same result."
    ),
]
Boxes = Annotated[
    int | None,
    typer.Option(
        "--boxes",
        metavar="B",
        parser=whole_number,
        help="Boxes to play, up to the number on the layout.",
    ),
]
Penetration = Annotated[
    str | None,
    typer.Option(
        "--penetration",
        metavar="P",
        help="A card shoe, shuffled after the round in which this share of it is dealt: 0.75, "
        "75%, 3/4.",
    ),
]
IsDevice = Annotated[
    bool, typer.Option("--device", help="A shuffling device instead of a card shoe.")
]
IsFresh = Annotated[
    bool,
    typer.Option(
        "--fresh",
        help="Deal every round from a full shoe, as `odds` assumes, and compare every result with the exact figures.",
    ),
]
Strategies = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        metavar="NAME|FILE",
        help="best, chart (as of `odds`), never-bust, mimic (as the dealer does), or a file with the "
        "JSON of `houserules strategy`. Once for all boxes, or once for each; else best.",
    ),
]
Wagers = Annotated[
    list[str] | None,
    typer.Option(
        "--wager",
        metavar="AMOUNT",
        help="The original wager in dollars, once for all boxes or once for each; else 25.",
    ),
]
Insures = Annotated[bool, typer.Option("--insure", help="Insure whenever that is offered.")]
Side = Annotated[
    str | None,
    typer.Option(
        "--side",
        metavar="NAME[=AMOUNT]",
        help="A side wager on every box: perfect-pairs=5, or suits-you=5 (suits-you:h=5 for hearts).",
    ),
]
InChips = Annotated[
    bool, typer.Option("--chips", help="Pay as chips allow: rounded up to the smallest one.")
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", metavar="W", parser=whole_number, help="Threads [default: one per core]"
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Dask cluster, as in tcp://host:8786, instead of threads here.",
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        metavar="WHAT",
        help="Also what came of every upcard, first-two cards, or depth of the shoe. May be given "
        "several times.",
    ),
]
UntilError = Annotated[
    float | None,
    typer.Option(
        "--until-error",
        metavar="E",
        help="Go on until the standard error of the edge is E, or --rounds are played.",
    ),
]
SessionRounds = Annotated[
    str | None,
    typer.Option("--session", metavar="N", help="Also sessions of N rounds: how the money goes."),
]
Sessions = Annotated[
    str | None, typer.Option("--sessions", metavar="M", help="How many sessions; else 10000.")
]
Bankroll = Annotated[
    str | None,
    typer.Option(
        "--bankroll",
        metavar="AMOUNT",
        help="With --session or --count: how often this much is lost.",
    ),
]
Count = Annotated[
    str | None,
    typer.Option(
        "--count",
        metavar="SYSTEM",
        help='The bettor on box 1 counts cards: hi-lo, hi-lo-48, tags as in "A=-1 5=+1", or a file '
        "with tags.",
    ),
]
Ramp = Annotated[
    str | None,
    typer.Option(
        "--ramp",
        metavar="COUNT:UNITS,...",
        help="With --count: wagers from a true count on, as in 1:1,2:4,3:8; below the lowest the "
        "round is watched. One unit is --wager.",
    ),
]
Deviations = Annotated[
    bool,
    typer.Option(
        "--deviations", help="With --count: at every count the best play and insurance for it."
    ),
]
RoundsPerHour = Annotated[
    float | None,
    typer.Option(
        "--rounds-per-hour", metavar="N", help="Also what an hour brings; with --count else 60."
    ),
]
Full = Annotated[
    bool, typer.Option("--full", help="Every row of every table, however many there are.")
]
Save = Annotated[
    str | None,
    typer.Option("--save", metavar="FILE.json", help="Keep the result, to go on from it later."),
]
Resume = Annotated[
    str | None,
    typer.Option(
        "--resume",
        metavar="FILE.json",
        help="Go on from a result that was kept, and keep it there.",
    ),
]
Csv = Annotated[
    str | None, typer.Option("--csv", metavar="FILE.csv", help="Write every table as CSV.")
]
Parquet = Annotated[
    str | None,
    typer.Option("--parquet", metavar="FILE.parquet", help="Write every table as Parquet."),
]
Plot = Annotated[
    str | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="Draw how the edge settles down, and with --session how sessions end and go: .svg, "
        ".png or .pdf.",
    ),
]


def simulate(
    name: RulebookName,
    *,
    rounds: Rounds = None,
    seed: Seed = 1,
    boxes: Boxes = None,
    penetration: Penetration = None,
    device: IsDevice = False,
    fresh: IsFresh = False,
    strategies: Strategies = None,
    decks: Decks = None,
    wagers: Wagers = None,
    settings: Settings = None,
    insures: Insures = False,
    side: Side = None,
    in_chips: InChips = False,
    by: By = None,
    session: SessionRounds = None,
    sessions: Sessions = None,
    bankroll: Bankroll = None,
    count: Count = None,
    ramp: Ramp = None,
    deviations: Deviations = False,
    rounds_per_hour: RoundsPerHour = None,
    until_error: UntilError = None,
    workers: Workers = None,
    cluster: Cluster = None,
    save: Save = None,
    resume: Resume = None,
    csv: Csv = None,
    parquet: Parquet = None,
    plot: Plot = None,
    full: Full = False,
    as_json: AsJson = False,
) -> None:
    """Simulate a rulebook: the edge and its error, every kind of result, sessions, a shoe's depth.

    Exit code: 0 simulated, 2 the command line asks for something that is not
    there, 70 the cluster gave up, 74 a file could not be written, 130 stopped
    with Ctrl-C. What has been simulated is printed in any case.
    """
    options = SimulationOptions(
        rounds=rounds,
        seed=seed,
        boxes=boxes,
        penetration=penetration,
        device=device,
        fresh=fresh,
        strategies=tuple(strategies or ("best",)),
        wagers=tuple(wagers or (WAGER,)),
        insures=insures,
        side=side,
        in_chips=in_chips,
        workers=workers,
        cluster=cluster,
        by=tuple(dict.fromkeys(by or ())),
        until_error=until_error,
        session=session,
        sessions=sessions,
        bankroll=bankroll,
        count=count,
        ramp=ramp,
        deviations=deviations,
        rounds_per_hour=rounds_per_hour,
        full=full,
        save=save,
        resume=resume,
        csv=csv,
        parquet=parquet,
        plot=plot,
    )
    game = OddsOptions(name, decks, options.wagers[0], tuple(settings or ()))
    with clean_exit(), answers_request("simulate", as_json=as_json):
        from houserules.cli.run import simulate as simulate_run  # noqa: PLC0415  # NumPy and Numba take a second

        simulate_run.run_simulation(game, options, as_json=as_json)
