"""Handles: the names at the table. Two handles that read the same belong to the same person."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from houserules.core.people import handle_key, normal_name
from houserules.floor.denial import Denied

SHORTEST: Final = 2
LONGEST: Final = 20
_RESERVED: Final = frozenset(
    {"house", "houserules", "console", "floor", "cage", "dealer", "automatic_dealer", "system"}
    | {"server", "inspector", "surveillance", "supervisor", "nobody", "everybody"}
)
_GUESTS: Final = re.compile(r"guest['_-]*[0-9]*")
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing: with them two handles would look the same."""


@dataclass(frozen=True, slots=True)
class Handle:
    """A handle as it is shown, and its unique key."""

    shown: str
    key: str


def read_handle(text: str) -> Handle | Denied:
    shown = normal_name(text)
    if no := _why_not(shown):
        return no
    key = handle_key(shown)
    if key in _RESERVED or is_guests(key):
        return Denied("name.bad", f"{shown} is reserved for the house.")
    return Handle(shown, key)


def guest_handle(number: int) -> Handle:
    shown = f"Guest {number}"
    return Handle(shown, handle_key(shown))


def is_guests(key: str) -> bool:
    """Whether a key belongs to a guest's handle, which nobody can choose."""
    return _GUESTS.fullmatch(key) is not None


def is_handle(text: str) -> bool:
    """Whether a text is a valid handle, guests' included."""
    return _why_not(normal_name(text)) is None


def stream_of(key: str) -> str:
    """Name the stream of a person."""
    return f"person/{key}"


def _why_not(shown: str) -> Denied | None:
    if not SHORTEST <= len(shown) <= LONGEST:
        detail = f"A handle has {SHORTEST} to {LONGEST} characters; this one has {len(shown)}."
        return Denied("name.bad", detail)
    if wrong := next((letter for letter in shown if not _is_allowed(letter)), None):
        return Denied("name.bad", f"A name has letters, digits, spaces, - and '; not {wrong!a}.")
    if "  " in shown or not shown[0].isalnum():
        detail = "A name begins with a letter or digit and has no double spaces."
        return Denied("name.bad", detail)
    return None


def _is_allowed(character: str) -> bool:
    """Letters of any script with their marks; only the digits 0 to 9, so a number reads one way."""
    if character in " -'0123456789":
        return True
    return unicodedata.category(character)[0] in "LM" and not _UNSEEN.match(character)
