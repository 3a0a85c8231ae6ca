"""`houserules doctor`: is everything as a server needs it?"""

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.text import Text

from houserules.cli.common.options import AsJson, clean_exit, fail
from houserules.cli.render.console import console, printable
from houserules.cli.render.tables import grid, print_json
from houserules.cli.server.checkup import Check, Level, check_house
from houserules.cli.server.settings import ConfigError, environment, read_config
from houserules.core.codec import to_data

_MARKS: Final[dict[Level, tuple[str, str]]] = {
    "good": ("ok", "green"),
    "warning": ("warning", "yellow"),
    "bad": ("bad", "bold red"),
}


def doctor(
    *,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            envvar="HOUSERULES_CONFIG",
            help="The settings of the server, as a TOML file.",
            show_envvar=False,
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="Another database than the settings name."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check what a server depends on, with the settings that `houserules serve` would use.

    Looks at packages, network settings, disks, the database, the clock, the signing key,
    checkpoints, backups and key files. It changes nothing, and a server may be running.
    `houserules verify journal` checks the records themselves.

    Exit codes: 0 nothing is bad, 1 something is, 2 invalid configuration.

    Examples:

        houserules doctor
        houserules doctor --config /etc/houserules/config.toml
    """
    try:
        settings = read_config(config, {**environment(), "database": database or None})
    except ConfigError as error:
        fail("doctor", str(error), as_json=as_json)
    with clean_exit():
        checks = list(check_house(settings))
    is_good = all(each.level != "bad" for each in checks)
    if as_json:
        print_json({"good": is_good, "checks": to_data(checks)})
    else:
        _show(checks)
    raise typer.Exit(0 if is_good else 1)


def _show(checks: list[Check]) -> None:
    screen, rows = console(), grid(8, 12, None)
    for each in checks:
        word, style = _MARKS[each.level]
        says = f"{each.says}. {each.remedy}" if each.remedy else each.says
        rows.add_row(Text(word, style), each.subject, printable(says))
    screen.print(rows)
    bad, warnings = (sum(each.level == level for each in checks) for level in ("bad", "warning"))
    counted = f"{bad} bad, {warnings} to look at." if bad or warnings else "Everything is fine."
    screen.print(Text(counted, "bold"))
