"""A record's cards, names, clauses and problems in the terminal, for `settle` and `explain`."""

from typing import Final

from rich.console import Console
from rich.text import Text

from houserules.cli.files import shown
from houserules.core.cards import Card
from houserules.core.refusal import Clause
from houserules.rulebook.register import register_of
from houserules.rulebook.schema import Rulebook

_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


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


def card_text(screen: Console, card: Card) -> Text:
    """Print a card with the symbol of its suit if the screen has it, hearts and diamonds in red."""
    rank = "10" if card.rank == "T" else card.rank
    shape = str(card) if screen.options.ascii_only else rank + _SUITS[card.suit]
    return Text(shape, style="bold red" if card.is_red else "bold")


def indented(screen: Console, text: Text, by: int) -> None:
    """Print a text with every line set in."""
    for line in text.wrap(screen, max(screen.width - by, 20)):
        line.rstrip()
        screen.print(Text(" " * by).append_text(line), soft_wrap=True)


def title_of(rules: Rulebook) -> Text:
    """Head a round with the name of its rulebook."""
    return Text.assemble((rules.title, "bold"), (f", {rules.edition} ({rules.id})", "dim"))


def says(rules: Rulebook, clause: Clause) -> str:
    """What a clause says, in the register's words."""
    return " ".join(entry.says for entry in register_of(rules.registers).find(clause)[:1])


def cited(name: str, words: str) -> Text:
    """Put a clause or a reading beside what it says."""
    return Text.assemble((f"{name}: ", "cyan"), (words, "dim"))


def show_malformed(screen: Console, problem: dict[str, str], name: str) -> None:
    """Say what is malformed, and where."""
    screen.print(Text("Malformed record", style="bold red"))
    where = "" if problem["where"] == shown(name) else f"{shown(name)}, "
    text = f"{where}{problem['where']}: {problem['message']}"
    indented(screen, Text(printable(text)), 2)
