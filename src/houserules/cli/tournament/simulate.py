"""`houserules tournament simulate`: who wins, how long it lasts, and whether every box is as good."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from houserules.analysis.options import RequestError
from houserules.cli.common.files import load_data
from houserules.cli.common.options import (
    AsJson,
    Break,
    Conditions,
    RoundsPerHour,
    answers_request,
    check_range,
    check_timetable,
    clean_exit,
    whole_number,
)
from houserules.cli.render.console import console, progress_bar
from houserules.cli.render.progress import report_to
from houserules.cli.render.round import show_malformed
from houserules.cli.render.tables import print_json
from houserules.cli.render.tournament import show_simulation
from houserules.cli.tournament.check import show_findings
from houserules.core.record_keys import MalformedRecord
from houserules.table.records.report import Output, malformed_output
from houserules.tournament.conditions.document import TournamentConditions
from houserules.tournament.conditions.reader import read_conditions
from houserules.tournament.conditions.report import find_plan, why_not_played, why_not_works
from houserules.tournament.conditions.structure import MOST_ENTRIES, StagePlan

if TYPE_CHECKING:
    from houserules.analysis.tournament_simulation import SimulatedStage

MOST_TOURNAMENTS = 10_000_000


def simulate(
    file: Conditions,
    *,
    entries: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole_number,
            help="Number of entries [default: the most that the conditions allow]",
        ),
    ] = None,
    styles: Annotated[
        str,
        typer.Option(
            metavar="STYLE,...",
            help="Styles of the players, in turn: steady, aggressive, tactical, random. "
            "tactical,steady=6 is one tactical player for every six steady ones.",
        ),
    ] = "steady,aggressive,tactical,random",
    tournaments: Annotated[
        int, typer.Option(metavar="N", parser=whole_number, help="Tournaments to simulate.")
    ] = 10_000,
    seed: Annotated[
        int,
        typer.Option(metavar="S", parser=whole_number, help="The same seed gives the same result."),
    ] = 1,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How all players play their hands: best, never-bust or mimic (play like the "
            "dealer).",
        ),
    ] = "best",
    rounds_per_hour: RoundsPerHour = 60,
    pause: Break = 15,
    workers: Annotated[
        int, typer.Option(metavar="W", parser=whole_number, help="Threads to use.")
    ] = 2,
    as_json: AsJson = False,
) -> None:
    """Simulate a tournament: who wins, how long it lasts, whether every box is as good.

    Exit codes: 0 simulated, 1 the tournament cannot be played by these conditions, 2 the file is
    malformed or an argument is invalid.

    Examples:

        houserules tournament simulate conditions.toml --entries 49 --styles steady,aggressive
    """
    if entries is not None:
        check_range("--entries", entries, least=2, most=MOST_ENTRIES)
    check_range("--tournaments", tournaments, least=1, most=MOST_TOURNAMENTS)
    check_timetable(rounds_per_hour, pause)
    check_range("--workers", workers, least=1, most=1024)
    options = {
        "styles": tuple(filter(None, styles.replace(" ", "").split(","))),
        "strategy": strategy,
        "tournaments": tournaments,
        "seed": seed,
        "rounds_per_hour": rounds_per_hour,
        "pause": pause,
        "workers": workers,
    }
    screen = console()
    with clean_exit(), answers_request("tournament simulate", as_json=as_json):
        try:
            output = _simulate_file(read_conditions(load_data(file)), entries, options)
        except MalformedRecord as error:
            output = malformed_output(error)
            if not as_json:
                show_malformed(screen, error, file)
        if as_json:
            print_json(output)
        elif "findings" in output:
            show_findings(screen, output["findings"])
        elif "malformed" not in output:
            show_simulation(screen, output)
    raise typer.Exit(2 if "malformed" in output else 0 if output["works"] else 1)


def _simulate_file(
    conditions: TournamentConditions, entries: int | None, options: dict[str, Any]
) -> Output:
    entries = entries if entries is not None else conditions.entry.maximum
    if entries is None:
        raise RequestError("entries", "the conditions state no maximum: give --entries")
    plans, findings = find_plan(conditions, entries)
    findings = (*findings, *why_not_played(conditions))
    if findings:
        return why_not_works(conditions, entries, findings)
    return {
        "rulebook": conditions.rules.id,
        "name": conditions.name,
        "entries": entries,
        "works": True,
        **_simulate(conditions, plans, entries, **options),
    }


def _simulate(
    conditions: TournamentConditions,
    plans: tuple[StagePlan, ...],
    entries: int,
    *,
    styles: tuple[str, ...],
    strategy: str,
    tournaments: int,
    seed: int,
    rounds_per_hour: int,
    pause: int,
    workers: int,
) -> Output:
    # They load NumPy and Numba.
    from houserules.analysis.tournament_game import find_strategies  # noqa: PLC0415
    from houserules.analysis.tournament_report import tournament_data  # noqa: PLC0415
    from houserules.analysis.tournament_simulation import (  # noqa: PLC0415
        assign_styles,
        simulate_tournaments,
    )
    from houserules.simulator.tournament.play import prepare  # noqa: PLC0415

    players = assign_styles(styles, entries)
    stages = [_stage(conditions, plan, rounds_per_hour) for plan in plans]
    with progress_bar("Simulating") as work:
        report = report_to(work)
        game = prepare(conditions.rules, find_strategies(conditions.rules, strategy, report))
        tally = simulate_tournaments(
            game,
            stages,
            players,
            tournaments=tournaments,
            seed=seed,
            workers=workers,
            on_progress=None if work is None else work.update,
        )
    return {
        "tournaments": tournaments,
        "seed": seed,
        "strategy": strategy,
        "rounds_per_hour": rounds_per_hour,
        "break": pause,
        **tournament_data(stages, players, tally, rounds_per_hour=rounds_per_hour, pause=pause),
    }


def _stage(
    conditions: TournamentConditions, plan: StagePlan, rounds_per_hour: int
) -> "SimulatedStage":
    """Return a stage as the simulation takes it; minutes by the clock become rounds."""
    from houserules.analysis.tournament_simulation import SimulatedStage  # noqa: PLC0415
    from houserules.simulator.tournament.play import Session  # noqa: PLC0415

    stage, playing = plan.stage, conditions.play
    assert conditions.chips.amount is not None, "checked before"
    session = Session(
        rounds=stage.rounds or -(-(stage.minutes or 0) * rounds_per_hour // 60),
        chips=conditions.chips.amount,
        advance=plan.advance if stage.kind == "final" else stage.advance or 0,
        limits=tuple(
            (limits.from_round, limits.minimum, limits.maximum)
            for limits in conditions.limits_of(stage)
        ),
        final=stage.kind == "final",
        pass_cards=playing.pass_cards or 0,
        forms=playing.undisclosed_wagers or 0,
        order_of_wagering=bool(playing.order_of_wagering),
        deal_from_marker=playing.deal_from_marker,
    )
    return SimulatedStage(
        name=stage.name,
        kind=stage.kind,
        session=session,
        sizes=plan.sessions,
        byes=plan.byes,
        tables=stage.tables or 1,
        is_second_chance=stage.is_second_chance,
    )
