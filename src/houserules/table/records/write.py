"""A record in writing: the dict, the TOML and the JSON that it can be read from."""

import json
import textwrap
from typing import Any, Final

from houserules.core.cards import show
from houserules.core.money import Cents, dollars
from houserules.table.records.corrections import correction_keys
from houserules.table.records.record import FORMAT, Record, Wager, WrittenDecision, WrittenSideWager

_MAY_BE_MISSING: Final = ("table", "side_wagers", "corrections")
_LINE: Final = 90  # cards beyond this width go over several lines


def to_dict(record: Record) -> dict[str, Any]:
    """Return the keys of a record, in the order of the contract; an empty table is left out."""
    keys = {
        "format": FORMAT,
        "rulebook": record.rules.id,
        "cards": show(record.cards),
        "decisions": [write_decision(decision) for decision in record.decisions],
        "table": dict(record.options),
        "wagers": [_wager(wager) for wager in record.wagers],
        "side_wagers": [_side(side) for side in record.side_wagers],
        "corrections": [correction_keys(correction) for correction in record.corrections],
    }
    return {key: value for key, value in keys.items() if value or key not in _MAY_BE_MISSING}


def to_json(record: Record, *, indent: int | None = 2) -> str:
    """Return a record as JSON; without an indent on one line, for `settle --lines`."""
    return json.dumps(to_dict(record), indent=indent)


def to_toml(record: Record) -> str:
    """Return a record as TOML for people to read and change."""
    keys = to_dict(record)
    lines = [
        f"format = {quote(keys['format'])}",
        f"rulebook = {quote(keys['rulebook'])}",
        f"cards = {write_cards(keys['cards'])}",
        f"decisions = {write_list(keys['decisions'])}",
    ]
    if record.options:
        lines += ["", "[table]", *write_pairs(keys["table"])]
    for name in ("wagers", "side_wagers"):
        for entry in keys.get(name, ()):
            lines += ["", f"[[{name}]]", *write_pairs(entry)]
    for entry in keys.get("corrections", ()):
        lines += _correction(entry)
    return "\n".join(lines) + "\n"


def write_decision(decision: WrittenDecision) -> str:
    """Write a decision with its amount as short as a person would."""
    said, by, player = str(decision).partition(" by ")
    return said.removesuffix(".00") + by + player


def write_amount(amount: Cents) -> str:
    """Write an amount as short as a person would."""
    return dollars(amount).removesuffix(".00")


def _wager(wager: Wager) -> dict[str, Any]:
    keys = {"box": wager.box, "player": wager.player, "amount": write_amount(wager.amount)}
    return {**keys, "seated": True} if wager.seated else keys


def _side(side: WrittenSideWager) -> dict[str, Any]:
    keys = {
        "kind": side.kind,
        "box": side.box,
        "player": side.player,
        "amount": write_amount(side.amount),
    }
    return keys if side.suit is None else {**keys, "suit": side.suit}


def write_cards(cards: str) -> str:
    """Put many cards on several lines: white space of any kind stands between two cards."""
    if len(cards) <= _LINE:
        return quote(cards)
    return '"""\n' + "\n".join(textwrap.wrap(cards, _LINE)) + '\n"""'


def write_list(items: list[str]) -> str:
    """Write strings in TOML, one per line."""
    if not items:
        return "[]"
    return "\n".join(["[", *[f"  {quote(item)}," for item in items], "]"])


def _correction(entry: dict[str, Any]) -> list[str]:
    """Write a correction; its payments are tables of their own below it."""
    own = {key: value for key, value in entry.items() if key not in ("changes", "payments")}
    lines = ["", "[[corrections]]", *write_pairs(own)]
    if changes := entry.get("changes"):
        lines.append(f"changes = {write_list(changes)}")
    payments = entry.get("payments")
    if payments == []:
        lines.append("payments = []")
    for payment in payments or ():
        lines += ["", "[[corrections.payments]]", *write_pairs(payment)]
    return lines


def write_pairs(table: dict[str, Any]) -> list[str]:
    """Write the pairs of a table; whole numbers, true and false look as in JSON."""
    return [
        f"{key} = {quote(value) if isinstance(value, str) else json.dumps(value)}"
        for key, value in table.items()
    ]


def quote(text: str) -> str:
    """Quote as JSON does, which TOML reads too, but for the one control character JSON leaves."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
