"""Settle round records, and print them for a person: hands, a table for each stage, net results."""

import json
from typing import Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houserules.cli.common.files import UnreadableFile, display_name, load_record, print_lines
from houserules.cli.common.options import exit_code
from houserules.cli.render.console import (
    card_text,
    citation,
    clause_text,
    console,
    print_indented,
    printable,
    rulebook_title,
)
from houserules.cli.render.tables import InRows
from houserules.core.cards import cards
from houserules.core.money import cents, format_money, signed_money
from houserules.core.record_keys import MalformedRecord
from houserules.table.records.read import read_record
from houserules.table.records.record import Record
from houserules.table.records.report import Output, malformed_output
from houserules.table.records.report import settle as settle_record
from houserules.table.records.write import write_decision

_RESULTS: Final = {"win": "green", "bonus": "green", "lose": "red", "forfeited": "red"}
_MONEY: Final = ("Stake", "Returned", "Net")
_COLUMNS: Final = ("Box", "Player", "Wager", "Stake", "Result", "Returned", "Net", "Clause")
_HEAD: Final = [Text(name) for name in _COLUMNS]
_NET_WIDTH: Final = 60  # of the net results, whose names may fold
_NOTES: Final = ("natural", "split", "doubled", "surrendered")


def settle_lines(name: str) -> int:
    """Settle a file with one record per line, print one result per line, return the exit code."""
    return print_lines(name, settle_data)


def settle_data(data: object) -> Output:
    """Settle a record as JSON gave it; raises MalformedRecord."""
    return settle_record(read_record(data))


def settle_file(name: str, *, as_json: bool, alone: bool) -> int:
    """Settle the record of a file, print the result, and return the exit code."""
    record: Record | None = None
    problem: MalformedRecord | None = None
    try:
        record = load_record(name)
        output = settle_record(record)
    except MalformedRecord as error:
        output, problem = malformed_output(error), error
    if as_json:
        print(json.dumps(output, indent=2 if alone else None), flush=not alone)
    else:
        screen = console()
        if not alone:
            screen.rule(Text(printable(display_name(name))), align="left")
        if problem is not None or record is None:
            show_malformed(screen, problem or MalformedRecord(name, "is empty"), name)
        elif "violation" in output:
            _show_violation(screen, output["violation"], record)
        else:
            screen.print(rulebook_title(record.rules))
            show_round(screen, output)
    return exit_code(output)


def _show_violation(screen: Console, problem: dict[str, Any], record: Record) -> None:
    """Say which decision breaks a rule, and what the clause says."""
    at = problem["decision"]
    what = "a wager"
    if at is not None:
        what = f'decisions[{at}], "{write_decision(record.decisions[at])}"'
    screen.print(Text(f"Breaks a rule: {printable(what)}", style="bold red"))
    print_indented(screen, Text(printable(problem["message"])), 2)
    clause = problem["clause"]
    print_indented(screen, citation(clause, clause_text(record.rules, clause)), 2)


def show_round(screen: Console, output: Output) -> None:
    """Print what `settle --json` would, as tables."""
    split = {hand["box"] for hand in output["hands"] if hand["hand"] > 1}
    screen.print(Padding(_hands(screen, output, split), (1, 0, 1, 2), expand=False))
    every = [_cells(row, split) for row in output["settlements"]]
    widths = [max(cell.cell_len for cell in column) for column in zip(_HEAD, *every, strict=True)]
    for stage in ("interim", "final"):
        rows = zip(every, output["settlements"], strict=True)
        here = [cells for cells, row in rows if row["stage"] == stage]
        if here:
            table = _settlements(f"{stage.capitalize()} settlement", here, widths, screen)
            _print_whole(screen, table, least=_least_width(widths))
            screen.print()
    _print_whole(screen, _net(output), least=_NET_WIDTH)
    left = _cards(screen, output["unused"]) if output["unused"] else Text("none")
    screen.print(Text("\nCards left over: ").append(left))


def _least_width(widths: list[int]) -> int:
    """How narrow a stage may get: names may fold, amounts and clauses may not."""
    words = [name.plain in ("Player", "Wager") for name in _HEAD]
    narrow = [min(w, 8) if word else w for word, w in zip(words, widths, strict=True)]
    return sum(narrow) + 2 * len(narrow)


def _print_whole(screen: Console, table: Table, *, least: int) -> None:
    """Print a table; where the screen is too narrow for it, its rows one under another."""
    if screen.width >= least:
        screen.print(table)
        return
    if table.title:
        screen.print(Text(str(table.title), style="bold"))
    table.title = None
    screen.print(InRows(table))


def _cards(screen: Console, text: str) -> Text:
    return Text(" ").join(card_text(screen, card) for card in cards(text))


def _hands(screen: Console, output: Output, split: set[int]) -> Table:
    """Lay out the hands as cards, the dealer's first."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for hand in ({"box": None, **output["dealer"]}, *output["hands"]):
        where = f"Box {hand['box']}" if hand["box"] else "Dealer"
        if hand["box"] in split:
            where += f".{hand['hand']}"
        notes = ["bust"] if hand["total"] > 21 else []
        notes += [note for note in _NOTES if hand.get(note)]
        total = Text(str(hand["total"]), style="bold")
        grid.add_row(where, _cards(screen, hand["cards"]), total, Text(", ".join(notes)))
    return grid


def _settlements(title: str, rows: list[list[Text]], widths: list[int], screen: Console) -> Table:
    """Lay out one stage, its columns as wide as the other stage's while that fits the screen."""
    table = _table(title)
    fits = sum(widths) + 2 * len(widths) - 2 <= screen.width
    for name, width in zip(_HEAD, widths, strict=True):
        is_word = name.plain in ("Player", "Wager")
        table.add_column(
            name,
            justify="right" if name.plain in _MONEY else "left",
            width=width if fits or not is_word else None,
            no_wrap=not is_word,
            overflow="fold",
        )
    for cells in rows:
        table.add_row(*cells)
    return table


def _table(title: str) -> Table:
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="dim",
        box=None,
        padding=(0, 2, 0, 0),
        pad_edge=False,
    )


def _cells(row: Output, split: set[int]) -> list[Text]:
    where = "" if row["box"] is None else str(row["box"])
    where += f".{row['hand']}" if row["box"] in split and row["hand"] else ""
    stake, returned = cents(row["stake"]), cents(row["returned"])
    result = row["result"] + (f" {row['odds']}" if row["odds"] else "")
    return [
        Text(where),
        Text(printable(row["player"])),
        Text(row["wager"].replace("-", " ")),
        Text(format_money(stake)),
        Text(result, style=_RESULTS.get(row["result"], "yellow")),
        Text(format_money(returned)),
        Text(signed_money(returned - stake), style="bold"),
        Text(row["clause"], style="cyan"),
    ]


def _net(output: Output) -> Table:
    """Add up what every player put down and got back."""
    table = _table("Net")
    table.add_column("Player", overflow="fold")
    for name in _MONEY:
        table.add_column(name, justify="right", no_wrap=True)
    for player in output["net"]:
        rows = [row for row in output["settlements"] if row["player"] == player]
        stake, returned = (sum(cents(row[key]) for row in rows) for key in ("stake", "returned"))
        net = Text(
            signed_money(returned - stake), style="bold red" if returned < stake else "bold green"
        )
        table.add_row(Text(printable(player)), format_money(stake), format_money(returned), net)
    return table


def show_malformed(screen: Console, error: MalformedRecord, name: str) -> None:
    """Say what is malformed and where, or that there is nothing to read."""
    title = "Cannot read the file" if isinstance(error, UnreadableFile) else "Malformed record"
    screen.print(Text(title, style="bold red"))
    where = "" if error.where == display_name(name) else f"{display_name(name)}, "
    text = f"{where}{error.where}: {error.message}"
    print_indented(screen, Text(printable(text)), 2)
