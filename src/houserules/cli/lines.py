"""Typed lines: one read at a time, and the choices that stand before it."""

import sys

from rich.console import Console
from rich.text import Text

Choices = dict[str, str]
"""What may be answered: a letter or a number, and what it means."""


class PlayerLeftError(Exception):
    """The player gets up: by q, by the end of the input or by Ctrl-C."""


def at_terminal() -> bool:
    """Whether a person types the input, and nothing is piped in."""
    return bool(sys.stdin) and sys.stdin.isatty()


def read_line(console: Console, prompt: Text) -> str:
    """Read one answer in plain small letters."""
    console.print(prompt, end="")
    console.print(" > ", end="")  # by itself: at the end of a full line Rich would crop it
    try:
        line = input()
    except UnicodeDecodeError:
        line = "(unreadable)"
    except (EOFError, KeyboardInterrupt, RuntimeError):  # the last: there is no input at all
        console.print()
        raise PlayerLeftError from None
    line = line.strip().lower().encode("ascii", "backslashreplace").decode()
    if not at_terminal():  # what was piped in stands in the transcript as if it were typed
        console.print(line, markup=False)
    return line


def listed(choices: Choices, default: str = "") -> Text:
    """Show the choices with their letters, and which of them Enter takes."""
    return Text("  ").join(
        Text.assemble((letter, "bold cyan"), f" {word}", " [Enter]" if letter == default else "")
        for letter, word in choices.items()
    )
