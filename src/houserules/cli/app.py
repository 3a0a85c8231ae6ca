"""The commands of `houserules`, put together."""

import typer

from houserules.cli import explain, play, rules, settle

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
