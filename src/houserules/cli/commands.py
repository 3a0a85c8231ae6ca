"""Which commands there are, and where; a command that is not asked for is not even loaded."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final

import typer

COMMANDS: Final = (
    *("play", "serve", "settle", "explain", "rules", "odds", "strategy", "coach", "simulate"),
    *("told", "powers", "irregularity", "replay", "export", "audit", "report", "reset-access"),
    *("checkpoint", "verify", "rng"),
)
COMMANDS_BELOW: Final = {"verify": ("journal", "export"), "rng": ("export", "check")}
"""Commands that have others below them: those with a file of their own."""


def app_with(names: Iterable[str]) -> typer.Typer:
    """Put some commands together."""
    app = typer.Typer(
        name="houserules",
        help="The rulebook you can run: Pontoon, Pontoon 6 to 5, New Zealand Pontoon and Pinkjack.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(_nothing_more)
    for name in names:
        _add(app, name)
    return app


def _nothing_more() -> None:
    """Keep a single command below `houserules`."""


def _add(app: typer.Typer, name: str) -> None:
    module = _module(name)
    if name not in COMMANDS_BELOW:
        app.command(name)(getattr(module, module.__name__.rpartition(".")[2]))
        return
    for below in COMMANDS_BELOW[name]:
        module.app.command(below)(getattr(_module(f"{name}-{below}"), below))
    app.add_typer(module.app, name=name)


def _module(name: str) -> Any:
    return import_module(f"houserules.cli.{name.replace('-', '_')}")
