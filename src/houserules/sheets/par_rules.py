"""The rules that a PAR sheet rests on: every value that moves money, in our words, with its clause."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from houserules.rulebook.citing import entry_of
from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.rulebook.options import values
from houserules.rulebook.readings import readings
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.typed import PART_OF, is_money, shown
from houserules.rulebook.values import NotOffered, Value
from houserules.sheets.par_points import GROUPS, PARTS, SAID, WORDS, Group
from houserules.sheets.words import money

_RANKS: Final = ("insurance_against", "surrender_against")


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One point of the rules as the sheet prints it."""

    words: str
    value: str
    clause: str
    readings: tuple[int, ...] = ()
    changed: str | None = None  # from what, and whether the rulebook leaves that to the operator


def rule_groups(rules: Rulebook) -> Iterator[tuple[str, tuple[RuleLine, ...]]]:
    """Give the rules by group; a part that the game does not have takes one line."""
    for group in GROUPS:
        lines = tuple(_lines(rules, group))
        if lines:
            yield group.title, lines


def changed_values(rules: Rulebook) -> dict[str, tuple[Value[Any], Value[Any]]]:
    """Give the values that are not the rulebook's own: the rulebook's, then the one here."""
    if rules.id not in RULEBOOKS:
        return {}
    own = dict(values(rulebook(rules.id)))
    return {
        key: (own[key], value)
        for key, value in values(rules)
        if key in own and own[key].value != value.value
    }


def value_words(key: str, value: object) -> str:
    """Give a value in the words of the sheet."""
    if key in _RANKS and isinstance(value, str):
        return ", ".join(value) or "none"
    if key == "must_draw_below" and value == 0:
        return "no such duty"
    if is_money(key) and isinstance(value, int):
        return money(value, places=2 if value % 100 else 0)
    return WORDS.get(str(value)) or shown(key, value)


def _lines(rules: Rulebook, group: Group) -> Iterator[RuleLine]:
    changed = changed_values(rules)
    missing: set[str] = set()
    for key, words in group.points:
        entry = entry_of(rules, key)
        if isinstance(entry, NotOffered):
            part = PART_OF[key]
            if part in PARTS and part not in missing:
                yield RuleLine(PARTS[part], "not in this game", entry.clause)
            missing.add(part)
        elif isinstance(entry, Value):
            was = _was(key, changed.get(key))
            yield RuleLine(words, value_words(key, entry.value), entry.clause, entry.readings, was)
        else:
            concerned = tuple(each.number for each in readings().at(rules.id, entry))
            yield RuleLine(words, SAID[key], entry, concerned)


def _was(key: str, change: tuple[Value[Any], Value[Any]] | None) -> str | None:
    if change is None:
        return None
    own, here = change
    allowed = here.value in own.alternatives or own.choice is not None
    by = "an option of the operator" if allowed else "not open to the operator: a what-if"
    return f"the rulebook has {value_words(key, own.value)}; {by}"
