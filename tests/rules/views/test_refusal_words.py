"""A refusal speaks to the player whom the command is about, and of that player to everybody else."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import houserules
from houserules.core.people import Moment, Person
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.loader import rulebook
from houserules.table.commands import PlaceWager
from houserules.table.judge import why_not
from houserules.table.narrator.refusals import VERBS, address_refusal, narrate_refusal
from houserules.table.sign.commands import ReportFoundWager
from houserules.table.state import Table

UNCHANGED = {"shuffled", "can", "may", "must", "this"}
"""Words after "you" that are the same after a name."""


@pytest.mark.parametrize(
    ("detail", "others", "unnamed"),
    [
        (
            "You can double for at most $25.",
            "Ann can double for at most $25.",
            "The player can double for at most $25.",
        ),
        (
            "You owe the house $5. You can take $2.",
            "Ann owes the house $5. Ann can take $2.",
            "The player owes the house $5. The player can take $2.",
        ),
        (
            "Your own minimum is $10.",
            "Ann's own minimum is $10.",
            "The player's own minimum is $10.",
        ),
        (
            "Box 3 plays without you this round.",
            "Box 3 plays without Ann this round.",
            "Box 3 plays without the player this round.",
        ),
        ("A suits-you wager must be $5.",) * 3,
        ("{x} decides for box 1.", "{x} decides for box 1.", "{x} decides for box 1."),
    ],
)
def test_only_the_player_is_you(detail: str, others: str, unnamed: str) -> None:
    refusal = Refusal("some.code", Clause("1.1"), detail)
    sentence = narrate_refusal(refusal, "Ann")
    assert sentence.text("Ann") == detail
    assert sentence.text("Dora") == sentence.text() == others
    assert narrate_refusal(refusal, None).text("Dora") == unnamed


def test_the_dealer_reads_of_the_player_whose_wager_she_enters() -> None:
    rules, dora = rulebook("nz-pontoon"), Person("Dora", "dealer")
    table = Table(racks={"Ann": 100})
    own, found = PlaceWager("Ann", 1, 2500), ReportFoundWager(dora, Moment(0), "Ann", 1, 2500)
    no, of_found = why_not(rules, table, own), why_not(rules, table, found)
    assert no is not None and of_found is not None
    words = "{} $1 in chips; this needs $25."
    assert address_refusal(no, own, "Ann").detail == words.format("You have")
    assert address_refusal(of_found, found, "Dora").detail == words.format("Ann has")
    assert address_refusal(no, own).clause == no.clause and address_refusal(no, own).code == no.code


def written_details() -> Iterator[str]:
    """Yield every text inside a `Refusal(...)` of the sources."""
    for path in Path(houserules.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                texts = [n.value for arg in node.args[2:] for n in ast.walk(arg) if _is_text(n)]
                yield "".join(texts)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_the_narrator_knows_every_verb_after_you() -> None:
    found = {
        verb
        for detail in written_details()
        for verb in re.findall(r"\byou (\w+)", detail, re.IGNORECASE)
    }
    assert "have" in found
    assert found <= {*VERBS, *UNCHANGED}
