"""`houserules tournament settle`: who has how many chips after every round, and who goes on."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houserules.cli.common.files import display_name, load_data, print_lines
from houserules.cli.common.options import AsJsonPerFile, Lines, clean_exit, exit_code
from houserules.cli.render.console import console, printable
from houserules.cli.render.round import show_malformed
from houserules.core.money import cents, format_money
from houserules.core.record_keys import MalformedRecord
from houserules.table.records.report import Output, malformed_output
from houserules.tournament.records.report import settle_session


def settle(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Session records (.toml, .json); - is standard input."),
    ],
    *,
    as_json: AsJsonPerFile = False,
    lines: Lines = False,
) -> None:
    """Settle written sessions: chips, eliminations and places.

    Prints each player's chips after every round, who was eliminated under which clause, and who
    advances.

    Exit codes: 0 settled, 1 a record breaks a rule, 2 a record is malformed; of several, the
    highest.

    Examples:

        houserules tournament settle session.toml
        houserules tournament settle --lines --json heats.jsonl
    """
    with clean_exit():
        if lines:
            code = max(print_lines(name, settle_session) for name in files)
        else:
            code = max(_settle_file(name, files, as_json=as_json) for name in files)
    raise typer.Exit(code)


def _settle_file(name: str, files: list[str], *, as_json: bool) -> int:
    problem: MalformedRecord | None = None
    try:
        output = settle_session(load_data(name))
    except MalformedRecord as error:
        output, problem = malformed_output(error), error
    if as_json:
        print(json.dumps(output, indent=2 if len(files) == 1 else None), flush=len(files) > 1)
        return exit_code(output)
    screen = console()
    if len(files) > 1:
        screen.rule(Text(printable(display_name(name))), align="left")
    if problem is not None:
        show_malformed(screen, problem, name)
    elif "violation" in output:
        _show_violation(screen, output["violation"])
    else:
        _show_session(screen, output)
    return exit_code(output)


def _show_violation(screen: Console, problem: dict[str, Any]) -> None:
    key = "wager" if problem["decision"] is None else "decision"
    place = f"round {problem['round'] + 1}, {key} {problem[key] + 1}"
    screen.print(Text(f"Breaks a rule: {place}", style="bold red"))
    screen.print(Text(f"  {printable(problem['message'])} ({problem['clause']})"))


def _show_session(screen: Console, output: Output) -> None:
    """Print a table of chips by round, who left, and the standing."""
    screen.print(Text(output["rulebook"], style="bold"))
    for title, key in (("Chips after each round", "rounds"), ("Play-off", "play_off_rounds")):
        if output.get(key):
            screen.print()
            screen.print(_chips(title, output[key]))
            for row in output[key]:
                for left in row["out"]:
                    player, why, clause = left["player"], left["why"], left["clause"]
                    screen.print(
                        f"  Round {row['round']}: {printable(player)} is {why} ({clause})."
                    )
    screen.print()
    screen.print(_places(output))
    for left in output["disqualified"]:
        screen.print(
            f"  Disqualified: {printable(left['player'])}, with {_money(left['chips'])} in chips."
        )
    if output["play_off"]:
        screen.print(f"A play-off is needed between {_names(output['play_off'])}.")
    if not output["over"]:
        screen.print("The session is not over.")


def _chips(title: str, rounds: list[Output]) -> Table:
    players = list(dict.fromkeys(player for row in rounds for player in row["chips"]))
    table = Table("Round", "Limits", title=title, title_justify="left", box=None)
    for player in players:
        table.add_column(printable(player), justify="right")
    for row in rounds:
        number = f"{row['round']} (void)" if row.get("void") else str(row["round"])
        limits = f"{_money(row['minimum'])} to {_money(row['maximum'])}"
        table.add_row(number, limits, *[_count(row, player) for player in players])
    return table


def _count(row: Output, player: str) -> str:
    if player not in row["chips"]:
        return ""
    mark = " •" if player in row["undisclosed"] else ""
    return f"{_money(row['chips'][player])}{mark}"


def _places(output: Output) -> Table:
    table = Table("Place", "Player", title="Standing", title_justify="left", box=None)
    table.add_column("Chips", justify="right")
    table.add_column("")
    for row in output["places"]:
        goes_on = "goes on" if row["player"] in output["advance"] else ""
        table.add_row(str(row["place"]), printable(row["player"]), _money(row["chips"]), goes_on)
    return table


def _names(players: list[str]) -> str:
    *first, last = [printable(player) for player in players]
    return f"{', '.join(first)} and {last}" if first else last


def _money(text: str) -> str:
    return format_money(cents(text))
