"""The commands of `houserules`, put together."""

import typer

from houserules.cli import (
    audit,
    checkpoint,
    coach,
    explain,
    export,
    irregularity,
    odds,
    play,
    powers,
    replay,
    reset_access,
    rng,
    rng_check,
    rng_export,
    rules,
    serve,
    settle,
    simulate,
    strategy,
    told,
    verify,
    verify_export,
    verify_journal,
)

app = typer.Typer(
    name="houserules",
    help="The rulebook you can run: Pontoon, Pontoon 6 to 5, New Zealand Pontoon and Pinkjack.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("settle")(settle.settle)
app.command("explain")(explain.explain)
app.command("rules")(rules.rules)
app.command("odds")(odds.odds)
app.command("strategy")(strategy.strategy)
app.command("coach")(coach.coach)
app.command("simulate")(simulate.simulate)
app.command("told")(told.told)
app.command("powers")(powers.powers)
app.command("irregularity")(irregularity.irregularity)
app.command("replay")(replay.replay)
app.command("export")(export.export)
app.command("audit")(audit.audit)
app.command("reset-access")(reset_access.reset_access)
app.command("checkpoint")(checkpoint.checkpoint)
verify.app.command("journal")(verify_journal.journal)
verify.app.command("export")(verify_export.export)
app.add_typer(verify.app, name="verify")
rng.app.command("export")(rng_export.export)
rng.app.command("check")(rng_check.check)
app.add_typer(rng.app, name="rng")
