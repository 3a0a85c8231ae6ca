"""`houserules settle`: what every wager of a written round wins or loses, clause by clause."""

import json
import sys
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houserules.cli.files import ends_quietly, exit_code, load, opened, settle_lines, shown
from houserules.core.cards import Card, cards
from houserules.core.money import cents, dollars
from houserules.table.records.printing import says, write_decision
from houserules.table.records.record import MalformedRecord, Record
from houserules.table.records.report import Output, malformed
from houserules.table.records.report import settle as settle_record

_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RESULTS: Final = {"win": "green", "bonus": "green", "lose": "red", "forfeited": "red"}
_MONEY: Final = ("Stake", "Returned", "Net")
_COLUMNS: Final = ("Box", "Player", "Wager", "Stake", "Result", "Returned", "Net", "Clause")
_HEAD: Final = [Text(name) for name in _COLUMNS]
_NOTES: Final = ("natural", "split", "doubled", "surrendered")


def settle(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Round records (.toml, .json); - is standard input."),
    ],
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, one object a line if several FILEs.")
    ] = False,
    lines: Annotated[
        bool, typer.Option("--lines", help="FILE holds one JSON record a line; prints as many.")
    ] = False,
) -> None:
    """Settle rounds: what every wager wins or loses, each with its clause.

    Exit code: 0 settled, 1 a record breaks a rule, 2 a record is malformed; of several the highest.
    """
    with ends_quietly():
        if lines:
            code = max(_settle_lines(name) for name in files)
        else:
            code = max(_settle_file(name, files, as_json=as_json) for name in files)
    raise typer.Exit(code)


def _settle_lines(name: str) -> int:
    """Settle one record a line; nothing here looks at a terminal."""
    code, out = 0, sys.stdout.buffer
    try:
        with opened(name) as stream:
            for text, worst in settle_lines(stream):
                out.write(text)
                out.flush()
                code = max(code, worst)
    except MalformedRecord as error:
        out.write(json.dumps(malformed(error)).encode() + b"\n")
        return 2
    return code


def _settle_file(name: str, files: list[str], *, as_json: bool) -> int:
    record: Record | None = None
    try:
        record = load(name)
        output = settle_record(record)
    except MalformedRecord as error:
        output = malformed(error)
    if as_json:
        print(json.dumps(output, indent=2 if len(files) == 1 else None), flush=len(files) > 1)
    else:
        screen = console()
        if len(files) > 1:
            screen.rule(Text(printable(shown(name))), align="left")
        show(screen, output, record, name)
    return exit_code(output)


class _Screen(Console):
    """A console that leaves a closed pipe to `ends_quietly`."""

    def on_broken_pipe(self) -> None:
        """Say so instead of ending the program here."""
        raise BrokenPipeError


def console() -> Console:
    """Give the terminal, or what stands in for it; names and messages are printed as they are."""
    return _Screen(highlight=False, markup=False, emoji=False)


def printable(text: str) -> str:
    """Show what is in a text without letting it steer the terminal."""
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text)


def card_text(card: Card, *, ascii_only: bool) -> Text:
    """Print a card with the symbol of its suit, hearts and diamonds in red."""
    rank = "10" if card.rank == "T" else card.rank
    shape = str(card) if ascii_only else rank + _SUITS[card.suit]
    return Text(shape, style="bold red" if card.is_red else "bold")


def indented(screen: Console, text: Text, by: int) -> None:
    """Print a text with every line set in."""
    for line in text.wrap(screen, max(screen.width - by, 20)):
        line.rstrip()
        screen.print(Text(" " * by).append_text(line), soft_wrap=True)


def show(screen: Console, output: Output, record: Record | None, name: str) -> None:
    """Print one outcome for a person."""
    if "malformed" in output or record is None:
        show_malformed(screen, output["malformed"], name)
    elif "violation" in output:
        show_violation(screen, output["violation"], record)
    else:
        _show_settled(screen, output, record)


def show_malformed(screen: Console, problem: dict[str, str], name: str) -> None:
    """Say what is malformed, and where."""
    screen.print(Text("Malformed record", style="bold red"))
    where = "" if problem["where"] == shown(name) else f"{shown(name)}, "
    text = f"{where}{problem['where']}: {problem['message']}"
    indented(screen, Text(printable(text)), 2)


def show_violation(screen: Console, problem: dict[str, Any], record: Record) -> None:
    """Say which decision breaks a rule, and what the clause says."""
    at = problem["decision"]
    what = "a wager"
    if at is not None:
        what = f'decisions[{at}], "{write_decision(record.decisions[at])}"'
    screen.print(Text(f"Breaks a rule: {printable(what)}", style="bold red"))
    indented(screen, Text(printable(problem["message"])), 2)
    show_clause(screen, record, problem["clause"])


def show_clause(screen: Console, record: Record, clause: str) -> None:
    """Print a clause in the register's words."""
    text = Text.assemble((f"{clause}: ", "cyan"), (says(record.rules, clause), "dim"))
    indented(screen, text, 2)


def _show_settled(screen: Console, output: Output, record: Record) -> None:
    rules = record.rules
    title = Text(rules.title, style="bold").append(
        f", {rules.edition} ({rules.id})", "not bold dim"
    )
    screen.print(title)
    screen.print(Padding(_hands(screen, output), (1, 0, 1, 2), expand=False))
    split = {hand["box"] for hand in output["hands"] if hand["hand"] > 1}
    every = [_cells(row, split) for row in output["settlements"]]
    widths = [max(cell.cell_len for cell in column) for column in zip(_HEAD, *every, strict=True)]
    for stage in ("interim", "final"):
        rows = zip(every, output["settlements"], strict=True)
        here = [cells for cells, row in rows if row["stage"] == stage]
        if here:
            screen.print(_settlements(f"{stage.capitalize()} settlement", here, widths, screen))
            screen.print()
    screen.print(_net(output))
    left = _cards(screen, output["unused"]) if output["unused"] else Text("none")
    screen.print(Text("\nCards left over: ").append(left))


def _cards(screen: Console, text: str) -> Text:
    plain = screen.options.ascii_only
    return Text(" ").join(card_text(card, ascii_only=plain) for card in cards(text))


def _hands(screen: Console, output: Output) -> Table:
    """Lay out the hands as cards, the dealer's first."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    split = {hand["box"] for hand in output["hands"] if hand["hand"] > 1}
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
    result = row["result"] + (f" {row['odds']}" if row["odds"] else "")
    return [
        Text(where),
        Text(printable(row["player"])),
        Text(row["wager"].replace("-", " ")),
        Text(_money(row["stake"])),
        Text(result, style=_RESULTS.get(row["result"], "yellow")),
        Text(_money(row["returned"])),
        Text(_money(row["net"], sign="+"), style="bold"),
        Text(row["clause"], style="cyan"),
    ]


def _net(output: Output) -> Table:
    """Add up what every player put down and got back."""
    table = _table("Net")
    table.add_column("Player", overflow="fold")
    for name in _MONEY:
        table.add_column(name, justify="right", no_wrap=True)
    for player, net in output["net"].items():
        rows = [row for row in output["settlements"] if row["player"] == player]
        sums = [dollars(sum(cents(row[key]) for row in rows)) for key in ("stake", "returned")]
        style = "bold red" if net.startswith("-") else "bold green"
        net_cell = Text(_money(net, sign="+"), style=style)
        table.add_row(Text(printable(player)), *map(_money, sums), net_cell)
    return table


def _money(text: str, *, sign: str = "") -> str:
    """Print an amount with thousands set off, and with a sign where it is a gain or a loss."""
    whole, places = text.removeprefix("-").split(".")
    before = "-" if text.startswith("-") else sign if text != "0.00" else ""
    return f"{before}{int(whole):,}.{places}"
