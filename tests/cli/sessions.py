"""Sessions of `houserules play`: lines typed, the transcript read; and shoes stacked for a test."""

import re
from collections.abc import Callable, Iterable
from typing import Final

import pytest
import typer
from typer.testing import CliRunner, Result

from houserules.cli import play
from houserules.cli.practice.table import Practice, sit_down
from houserules.core.cards import cards
from houserules.core.money import cents
from houserules.core.refusal import Refusal
from houserules.floor.tables import card_handler
from houserules.floor.tables.card_handler import SeedEntropy, VirtualCardHandler
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import choose
from houserules.rulebook.schema import Rulebook
from houserules.shoe.cut import cut_depth
from houserules.shoe.entropy import Entropy
from houserules.shoe.record import Recording
from houserules.shoe.stack import Stack, deck_size
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table.state import Table

S24, S65, NZ, PJ = RULEBOOKS
PAYMENT: Final = re.compile(
    r"^  (?P<where>Box \d(?:\.\d)?|Table) +(?P<wager>[a-z-]+) +\$(?P<stake>[\d,.]+)"
    r"  (?P<result>[a-z-]+) +(?P<odds>\d+ to \d+)? +(?P<net>[+−]?\$[\d,.]+)  (?P<clause>\S+)$",
    re.MULTILINE,
)
SUMMARY: Final = re.compile(
    r"(\d+) rounds? played, \$(\S+) brought, \$(\S+) left: ([+−]?)\$(\S+)\."
)

app = typer.Typer(pretty_exceptions_enable=False)
app.command()(play.play)

Stacker = Callable[[str], None]
"""Puts cards where they come out first."""


def sit(typed: Iterable[str], *arguments: str) -> Result:
    """Play with these lines typed; after the last one the input ends."""
    return CliRunner().invoke(app, list(arguments), input="".join(line + "\n" for line in typed))


def at_table(typed: Iterable[str], *arguments: str) -> str:
    """Return the transcript of a session in which the first cut is taken with Enter."""
    return printed(sit(["", *typed], *arguments))


def printed(result: Result) -> str:
    """Return the transcript of a session that went well."""
    assert result.exception is None, result.exception
    assert result.exit_code == 0
    return result.output


def script(text: str) -> list[str]:
    """Read typed lines from words; a dot is Enter alone, an underline a space."""
    return ["" if word == "." else word.replace("_", " ") for word in text.split()]


def payments(transcript: str) -> list[tuple[str, ...]]:
    """Return where, wager, result, net and clause of every payment."""
    return [
        (m["where"], m["wager"], m["result"], m["net"], m["clause"])
        for m in PAYMENT.finditer(transcript)
    ]


def nets(transcript: str) -> int:
    """Add up the payments as printed."""
    found = [m["net"].replace("$", "") for m in PAYMENT.finditer(transcript)]
    return sum(-amount(net[1:]) if net[0] == "−" else amount(net.lstrip("+")) for net in found)


def amount(text: str) -> int:
    """Read dollars as a session prints them: 1,030."""
    return cents(text.replace(",", ""))


def summary(transcript: str) -> tuple[int, int, int]:
    """Return rounds, what was brought and what was left, in cents."""
    match = SUMMARY.search(transcript)
    assert match, transcript[-500:]
    rounds, brought, left = int(match[1]), amount(match[2]), amount(match[3])
    assert abs(left - brought) == amount(match[5])
    assert match[4] == ("+" if left > brought else "−" if left < brought else "")
    return rounds, brought, left


def squeezed(text: str) -> str:
    """Return a text with single spaces between its words."""
    return " ".join(text.split())


def assert_in_order(transcript: str, calls: list[str]) -> None:
    """Find each call after the one before it; how wide the columns are does not matter."""
    rest = squeezed(transcript)
    for call in calls:
        _, found, rest = rest.partition(squeezed(call))
        assert found, f"{call!r} was not called, or not in its place"


def stacker(monkeypatch: pytest.MonkeyPatch) -> Stacker:
    """Put cards where they come out first, at every shuffle, if the cut is made with Enter."""
    shuffled_for, wanted = card_handler.shuffled_for, list[Stack]()

    def stacked(rules: Rulebook, table: Table, shoe: VirtualShoe, entropy: Entropy) -> VirtualShoe:
        made = shuffled_for(rules, table, shoe, entropy)
        return made if made is shoe else VirtualShoe(waiting=on_top(rules, made.waiting, wanted[0]))

    def put(text: str) -> None:
        wanted[:] = [cards(text)]
        monkeypatch.setattr(card_handler, "shuffled_for", stacked)
        monkeypatch.setattr(
            VirtualCardHandler,
            "somewhere",
            lambda self, table: card_handler.cut_limits(self.rules, table).least,
        )

    return put


def on_top(rules: Rulebook, stack: Stack, wanted: Stack) -> Stack:
    """Return the stack with these cards where the shallowest cut brings them to the front."""
    rest = list(stack)
    for card in wanted:
        rest.remove(card)
    decks = rules.cut.cut_depth_decks.value
    at = cut_depth(len(stack), deck=deck_size(rules), decks=decks).least
    device = rules.cards.dealt_from.value == "shuffling device"
    at = 0 if device else at
    return (*rest[:at], *wanted, *rest[at:])


def seat(
    name: str = S24, *, boxes: int = 1, seed: str = "1", balance: str = "100", **options: object
) -> Practice:
    """Sit down at a practice table without a terminal."""
    rules = choose(rulebook(name), options)
    virtual = VirtualCardHandler(rules, SeedEntropy(seed), Recording(rules))
    practice = sit_down(rules, "ann", balance=cents(balance), boxes=boxes, house=virtual)
    assert not isinstance(practice, Refusal), practice
    return practice
