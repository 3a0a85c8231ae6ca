"""What `houserules simulate` may be asked for, beside what all commands for numbers are asked."""

from dataclasses import dataclass
from typing import Annotated

import typer

Rounds = Annotated[
    str | None,
    typer.Option("--rounds", metavar="N", help="How many rounds in all: 5000000, 1e9; else 1e7."),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="S", help="The same seed gives the same result.")
]
Boxes = Annotated[
    int | None, typer.Option("--boxes", metavar="B", help="How many boxes play, 1 to 9.")
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
    typer.Option("--fresh", help="Every round from a full shoe: as `odds`, and held against it."),
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
    int | None, typer.Option("--workers", metavar="W", help="Threads; else one a core.")
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


@dataclass(frozen=True, slots=True)
class Typed:
    """The options of `simulate` as they were typed."""

    rounds: str | None = None
    seed: int = 1
    boxes: int | None = None
    penetration: str | None = None
    device: bool = False
    fresh: bool = False
    strategies: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()
    insures: bool = False
    side: str | None = None
    in_chips: bool = False
    workers: int | None = None
    cluster: str | None = None
    by: tuple[str, ...] = ()
    until_error: float | None = None
    session: str | None = None
    sessions: str | None = None
    bankroll: str | None = None
    count: str | None = None
    ramp: str | None = None
    deviations: bool = False
    rounds_per_hour: float | None = None
    full: bool = False
    save: str | None = None
    resume: str | None = None
    csv: str | None = None
    parquet: str | None = None
    plot: str | None = None
