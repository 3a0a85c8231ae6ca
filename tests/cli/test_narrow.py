"""Tables on a narrow screen: nothing is cut off."""

from io import StringIO

import pytest
from rich.console import Console
from rich.table import Table

from cli.numbers import page, squeezed
from houserules.cli.render.tables import InBlocks, InRows, headed_table
from houserules.rulebook.loader import RULEBOOKS

S24, S65, NZ, PJ = RULEBOOKS


def printed(what: object, width: int) -> list[str]:
    out = StringIO()
    Console(file=out, width=width).print(what)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def example() -> Table:
    table = headed_table("Name", "Number", "", "Clause", whole=(0, 1, 3))
    table.add_row("one", "1,234,567", "words that may be broken", "11.5", style="bold")
    table.add_row("two", "89", "", "17.1.10")
    return table


def test_a_table_that_fits_stays_a_table() -> None:
    for laid in (InRows, InBlocks):
        assert printed(laid(example()), 60)[0].split() == ["Name", "Number", "Clause"]


def test_rows_stand_one_under_another_where_it_does_not_fit() -> None:
    lines = printed(InRows(example()), 30)
    assert lines == [
        "one",
        "  Number 1,234,567; words that",
        "  may be broken; Clause 11.5",
        "two",
        "  Number 89; Clause 17.1.10",
    ]


def test_columns_are_dealt_out_where_they_do_not_fit() -> None:
    table = headed_table("", *"ABCDE", whole=tuple(range(6)))
    table.add_row("row", *(f"{number:,}" for number in range(1_000_000, 6_000_000, 1_000_000)))
    lines = printed(InBlocks(table), 27)
    assert [line.split() for line in lines] == [
        ["A", "B"],
        ["row", "1,000,000", "2,000,000"],
        ["C", "D"],
        ["row", "3,000,000", "4,000,000"],
        ["E"],
        ["row", "5,000,000"],
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ("coach", S24, "8s 8d", "Kh", "--wager", "5000"),
        ("strategy", PJ, "--decks", "1", "--set", "hands_most=2"),
        ("odds", PJ, "--decks", "1", "--set", "hands_most=2", "--full"),
        ("odds", "--compare", S24, S65, "--decks", "1"),
    ],
    ids=lambda each: each[0],
)
def test_every_figure_of_the_wide_page_is_on_the_narrow_one(arguments: tuple[str, ...]) -> None:
    wide, narrow = page(*arguments, width=100), page(*arguments, width=40)
    assert max(map(len, narrow.splitlines())) <= 40
    digits = {word.strip(";,()") for word in wide.split() if any(c.isdigit() for c in word)}
    there = set(squeezed(narrow).replace(";", " ").replace("(", " ").replace(")", " ").split())
    missing = {word for word in digits if word not in there and word + "," not in there}
    seconds = wide.partition("solved in ")[2].split()[:1]
    assert missing - set(seconds) == set()
