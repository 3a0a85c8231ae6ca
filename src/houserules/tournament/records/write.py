"""A session record in writing: the dict, the TOML and the JSON that it can be read from."""

import json
from typing import Any, Final

from houserules.core.cards import show
from houserules.core.money import dollars
from houserules.rulebook.options import options
from houserules.rulebook.value_text import write_value
from houserules.table.records.write import (
    quote,
    write_amount,
    write_cards,
    write_decision,
    write_list,
    write_pairs,
)
from houserules.table.session.state import Form, SessionConditions
from houserules.tournament.records.reader import TABLE_KEYS
from houserules.tournament.records.record import FORMAT, PlayerEntry, RoundEntry, SessionRecord

_HEAD: Final = ("format", "rulebook", "concluded")
_ROUNDS: Final = ("rounds", "play_off")


def session_dict(record: SessionRecord) -> dict[str, Any]:
    """Return the keys of a record, in the order of the contract; what is empty is left out."""
    keys = {
        "format": FORMAT,
        "rulebook": record.rules.id,
        "concluded": record.concluded,
        "conditions": _conditions(record.conditions),
        "table": _table(record),
        "players": [{"name": player.name, "box": player.box} for player in record.players],
        "rounds": [_round(entry) for entry in record.rounds],
        "play_off": [_round(entry) for entry in record.play_off],
    }
    return {key: value for key, value in keys.items() if value}


def session_json(record: SessionRecord, *, indent: int | None = 2) -> str:
    """Return a record as JSON; without an indent on one line, for `tournament settle --lines`."""
    return json.dumps(session_dict(record), indent=indent, ensure_ascii=False)


def session_toml(record: SessionRecord) -> str:
    """Return a record as TOML for people to read and change."""
    keys = session_dict(record)
    conditions = dict(keys["conditions"])
    limits = conditions.pop("limits")
    lines = write_pairs({key: keys[key] for key in _HEAD if key in keys})
    lines += ["", "[conditions]", *write_pairs(conditions)]
    for row in limits:
        lines += ["", "[[conditions.limits]]", *write_pairs(row)]
    lines += ["", "[table]", *write_pairs(keys["table"])]
    for player in keys["players"]:
        lines += ["", "[[players]]", *write_pairs(player)]
    for key in _ROUNDS:
        for entry in keys.get(key, ()):
            lines += ["", f"[[{key}]]", *_round_lines(entry)]
    return "\n".join(lines) + "\n"


def _conditions(conditions: SessionConditions) -> dict[str, Any]:
    keys = {
        "rounds": conditions.rounds,
        "chips": write_amount(conditions.chips),
        "advance": conditions.advance,
        "final": conditions.final,
        "pass_cards": conditions.pass_cards,
        "undisclosed_wagers": conditions.undisclosed_wagers,
        "order_of_wagering": conditions.order_of_wagering,
        "deal_from_marker": conditions.deal_from_marker,
    }
    limits = [
        {
            "from_round": row.from_round,
            "minimum": write_amount(row.minimum),
            "maximum": write_amount(row.maximum),
        }
        for row in conditions.limits
    ]
    return {**{key: value for key, value in keys.items() if value}, "limits": limits}


def _table(record: SessionRecord) -> dict[str, Any]:
    """Return the options that a session record knows, as the table has them."""
    return {
        key: write_value(key, option.value)
        for key, option in options(record.rules).items()
        if key in TABLE_KEYS and option.value is not None
    }


def _round(entry: RoundEntry) -> dict[str, Any]:
    keys: dict[str, Any] = {"wagers": [_entry(each) for each in entry.entries]}
    if entry.void:
        return {"void": True, **keys}
    if entry.cards:
        keys["cards"] = show(entry.cards)
        keys["decisions"] = [write_decision(decision) for decision in entry.decisions]
    return keys


def _entry(entry: PlayerEntry) -> dict[str, Any]:
    keys = {
        "amount": None if entry.amount is None else write_amount(entry.amount),
        "late": entry.late,
        "perfect_pairs": entry.perfect_pairs,
        "undisclosed": None if entry.form is None else _form(entry.form),
        "pass_card": entry.pass_card,
        "absent": entry.absent,
        "disqualify": entry.disqualified_under,
    }
    said = {key: value for key, value in keys.items() if value not in (None, False)}
    return {"player": entry.player, **said}


def _form(form: Form) -> dict[str, str]:
    kind = {} if form.kind is None else {"type": form.kind}
    return kind if form.amount is None else {**kind, "amount": dollars(form.amount)}


def _round_lines(entry: dict[str, Any]) -> list[str]:
    lines = write_pairs({"void": True}) if "void" in entry else []
    if "cards" in entry:
        lines.append(f"cards = {write_cards(entry['cards'])}")
        lines.append(f"decisions = {write_list(entry['decisions'])}")
    if not entry["wagers"]:
        return [*lines, "wagers = []"]
    return [*lines, "wagers = [", *[f"  {_inline(each)}," for each in entry["wagers"]], "]"]


def _inline(table: dict[str, Any]) -> str:
    """Write an inline table of TOML; a form is one within the other."""
    pairs = [f"{key} = {_inline_value(value)}" for key, value in table.items()]
    return f"{{ {', '.join(pairs)} }}" if pairs else "{}"


def _inline_value(value: Any) -> str:
    if isinstance(value, dict):
        return _inline(value)
    return quote(value) if isinstance(value, str) else json.dumps(value)
