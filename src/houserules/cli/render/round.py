"""A settled round for a person: the hands, a table for each stage, what everybody is up or down."""

from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houserules.cli.files import UnreadableFile, display_name
from houserules.cli.render.console import card_text, print_indented, printable
from houserules.cli.render.tables import InRows
from houserules.core.cards import cards
from houserules.core.money import cents, dollars
from houserules.shoe.record import MalformedShoeRecord
from houserules.table.records.record import MalformedRecord
from houserules.table.records.report import Output

_RESULTS: Final = {"win": "green", "bonus": "green", "lose": "red", "forfeited": "red"}
_MONEY: Final = ("Stake", "Returned", "Net")
_COLUMNS: Final = ("Box", "Player", "Wager", "Stake", "Result", "Returned", "Net", "Clause")
_HEAD: Final = [Text(name) for name in _COLUMNS]
_NET_WIDTH: Final = 60  # of the net results, whose names may fold
_NOTES: Final = ("natural", "split", "doubled", "surrendered")


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


def show_malformed(
    screen: Console, error: MalformedRecord | MalformedShoeRecord, name: str
) -> None:
    """Say what is malformed and where, or that there is nothing to read."""
    title = "Cannot read the file" if isinstance(error, UnreadableFile) else "Malformed record"
    screen.print(Text(title, style="bold red"))
    where = "" if error.where == display_name(name) else f"{display_name(name)}, "
    text = f"{where}{error.where}: {error.message}"
    print_indented(screen, Text(printable(text)), 2)
