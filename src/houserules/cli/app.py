"""The commands of `houserules`, put together."""

import typer

from houserules.cli import (
    coach,
    explain,
    irregularity,
    odds,
    play,
    powers,
    rng,
    rng_check,
    rng_export,
    rules,
    settle,
    strategy,
    told,
    verify,
)

app = typer.Typer(
    name="houserules",
    help="The rulebook you can run: Pontoon, Pontoon 6 to 5, New Zealand Pontoon and Pinkjack.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("play")(play.play)
app.command("settle")(settle.settle)
app.command("explain")(explain.explain)
app.command("rules")(rules.rules)
app.command("odds")(odds.odds)
app.command("strategy")(strategy.strategy)
app.command("coach")(coach.coach)
app.command("told")(told.told)
app.command("powers")(powers.powers)
app.command("irregularity")(irregularity.irregularity)
app.add_typer(verify.app, name="verify")
rng.app.command("export")(rng_export.export)
rng.app.command("check")(rng_check.check)
app.add_typer(rng.app, name="rng")
