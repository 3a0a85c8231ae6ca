"""Handles: the names at the table. Two handles that read the same belong to the same person."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, get_args

from confusable_homoglyphs import categories, confusables  # type: ignore[import-untyped]

from houserules.core.people import Role, handle_key, normal_name
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


# Handles that look like another handle, or like staff.


_TITLES: Final = (
    *("owner", "admin", "administrator", "root", "sysadmin", "webmaster", "moderator", "staff"),
    *("manager", "supervisor", "pit boss", "pit manager", "casino", "casino manager", "croupier"),
    *("cashier", "cage", "host", "support", "help desk", "security", "official", "regulator"),
    *("house", "houserules", "console", "floor", "system", "server", "nobody", "everybody"),
    *("automatic dealer", "operator", "management", "police", "officer", "tournament director"),
)
_SAME: Final = str.maketrans("01", "ol")
_NO_SCRIPT: Final = frozenset({"COMMON", "INHERITED"})
_TOGETHER: Final = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
)
"""Scripts that people write together; every other mixture is made to deceive."""


def why_not_deceiving(handle: Handle) -> Denied | None:
    """Refuse a handle that mixes scripts, or poses as staff or the house."""
    scripts = {categories.alias(letter) for letter in handle.shown} - _NO_SCRIPT
    if len(scripts) > 1 and not any(scripts <= allowed for allowed in _TOGETHER):
        detail = "Use letters of one alphabet: letters of two can look the same."
        return Denied("name.bad", detail)
    if {_title(handle.key), _title(handle.key.rstrip("0123456789"))} & _titles():
        detail = f"{handle.shown} sounds like staff or the house. Choose another name."
        return Denied("name.bad", detail)
    return None


@cache
def _titles() -> frozenset[str]:
    roles = [role for role in get_args(Role) if role != "player"]
    return frozenset(_title(handle_key(title)) for title in (*roles, *_TITLES))


def _title(key: str) -> str:
    """Return a handle as it reads at a glance: letters only, with `1`, `l` and `i` alike."""
    return re.sub(r"[\W_]+", "", looks_of(key)).replace("i", "l")


@lru_cache(maxsize=100_000)
def looks_of(key: str) -> str:
    """Return what a handle's key looks like, in plain letters where possible."""
    return "".join(_look_of(letter) for letter in unicodedata.normalize("NFD", key)).translate(
        _SAME
    )


@cache
def _look_of(character: str) -> str:
    if character.isascii():
        return character
    forms = (character, character.upper())  # a key has small letters, but capitals may look alike
    letters = [entry["c"] for form in forms for entry in confusables.confusables_data.get(form, ())]
    alike = (letter.lower() for letter in letters)
    return next((letter for letter in alike if letter.isascii() and letter.isalnum()), character)
