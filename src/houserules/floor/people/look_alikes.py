"""Handles that look like another handle, or like staff."""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final, get_args

from confusable_homoglyphs import categories, confusables  # type: ignore[import-untyped]

from houserules.core.people import Role, handle_key
from houserules.floor.denial import Denied
from houserules.floor.people.handles import Handle

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
