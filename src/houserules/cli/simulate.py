"""`houserules simulate`: very many rounds, by the rules, from the equipment that they are dealt from.

With `--json`: the object of the contract, and further keys that `simulate_data` names.
"""

from houserules.cli import simulate_options as options
from houserules.cli.ending import ends_quietly
from houserules.cli.listing import JSON, NAME
from houserules.cli.varying import WAGER, Asked, Decks, Settings, with_numbers


def simulate(
    name: NAME,
    *,
    rounds: options.Rounds = None,
    seed: options.Seed = 1,
    boxes: options.Boxes = None,
    penetration: options.Penetration = None,
    device: options.IsDevice = False,
    fresh: options.IsFresh = False,
    strategies: options.Strategies = None,
    decks: Decks = None,
    wagers: options.Wagers = None,
    settings: Settings = None,
    insures: options.Insures = False,
    side: options.Side = None,
    in_chips: options.InChips = False,
    by: options.By = None,
    session: options.SessionRounds = None,
    sessions: options.Sessions = None,
    bankroll: options.Bankroll = None,
    count: options.Count = None,
    ramp: options.Ramp = None,
    deviations: options.Deviations = False,
    rounds_per_hour: options.RoundsPerHour = None,
    until_error: options.UntilError = None,
    workers: options.Workers = None,
    cluster: options.Cluster = None,
    save: options.Save = None,
    resume: options.Resume = None,
    csv: options.Csv = None,
    parquet: options.Parquet = None,
    plot: options.Plot = None,
    full: options.Full = False,
    as_json: JSON = False,
) -> None:
    """Simulate a rulebook: the edge and its error, every kind of result, sessions, a shoe's depth.

    Exit code: 0 simulated, 2 the command line asks for something that is not
    there, 70 the cluster gave up, 74 a file could not be written, 130 stopped
    with Ctrl-C. What has been simulated is printed in any case.
    """
    typed = options.Typed(
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
    asked = Asked("simulate", name, as_json, decks, typed.wagers[0], tuple(settings or ()))
    with ends_quietly(), with_numbers("simulate", as_json=as_json):
        from houserules.cli import simulate_run  # noqa: PLC0415  # NumPy and Numba take a second

        simulate_run.run(asked, typed)
