"""A rulebook as HTML for notebooks: every value beside its clause."""

from dataclasses import fields, is_dataclass
from html import escape
from typing import Any, get_type_hints

from houserules.rulebook.values import NotOffered, Value, in_words, is_money


def rulebook_html(rules: Any) -> str:
    """Return a table of all values; takes the rulebook as a plain dataclass, so `schema` can use it."""
    rows = []
    for field in fields(rules):
        part = getattr(rules, field.name)
        heading = escape(field.name.replace("_", " "))
        if isinstance(part, NotOffered):
            rows.append(_row(f"<b>{heading}</b>", "not offered", part.clause))
        elif is_dataclass(part):
            rows += [f"<tr><th colspan=3 style='text-align:left'>{heading}</th></tr>", *_part(part)]
    return f"<h4>{escape(rules.title)} <code>{escape(rules.id)}</code></h4><table>{''.join(rows)}</table>"


def _part(part: Any) -> list[str]:
    hints = get_type_hints(type(part), include_extras=True)
    return [
        _row(key.replace("_", " "), in_words(key, entry.value, money=is_money(hint)), entry.clause)
        for key, hint in hints.items()
        if isinstance(entry := getattr(part, key), Value)
    ]


def _row(name: str, value: str, clause: str) -> str:
    return f"<tr><td>{name}</td><td>{escape(value)}</td><td>{escape(clause)}</td></tr>"
