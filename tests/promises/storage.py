"""What stored data rely on: events, the SQL schema, the vault, formats, derived names, digits of a seed."""

import re
from collections.abc import Iterator
from typing import Any

from promises import entry
from promises.snapshots import as_text


def events() -> Any:
    """Stored events: version, and every field of the payload with the kind of its value."""
    return {
        name: {"version": version, "fields": as_text(sorted(_fields(payload)))}
        for name, (version, payload) in entry.stored_events().items()
    }


def _fields(payload: Any, where: str = "") -> set[str]:
    if isinstance(payload, dict):
        return {one for key, each in payload.items() for one in _fields(each, f"{where}.{key}")}
    if isinstance(payload, list):
        return {one for each in payload for one in _fields(each, f"{where}[]")}
    return {f"{where.lstrip('.')}: {type(payload).__name__}"}


def storage() -> Any:
    """The SQL schema, and the names under which the vault keeps things."""
    return {
        "vault": entry.vault_names(),
        **{name: _schema("\n".join(sql)) for name, sql in entry.migrations().items()},
    }


def _schema(sql: str) -> Any:
    tables = re.findall(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+) \((.*?)\n\)", sql, re.DOTALL)
    return {
        "tables": {name: dict(_columns(columns)) for name, columns in tables},
        "indexes": re.findall(r"CREATE UNIQUE INDEX .*", sql),
        "triggers": sorted(re.findall(r"CREATE TRIGGER (\w+ BEFORE .*? ON \w+)", sql)),
    }


def _columns(columns: str) -> Iterator[tuple[str, str]]:
    for each in re.split(r",\s+(?![^()]*\))", columns.strip()):
        name, _, kind = each.partition(" ")
        yield (each, "") if name in ("PRIMARY", "UNIQUE") else (name, kind)


def formats() -> Any:
    """Names of file formats, labels that go into hashes, and the WebSocket's subprotocol."""
    server, client = entry.subprotocols()
    return {**entry.formats(), "WebSocket, server": server, "WebSocket, client": client}


def derived_names() -> Any:
    """What a name or a place in the source once decided, and must not decide again after a move."""
    groups = [entry.order_groups(name) for name in entry.RULEBOOKS]
    return {
        "faults that can be planted in the shuffle": sorted(entry.planted_faults()),
        "groups of orders on the staff desk": {do: g for each in groups for do, g in each.items()},
        "whether an event is an order, which no audit decides again": entry.events_of_orders(),
        "parts of rulebook keys": entry.parts_of_keys(),
    }


def digits() -> Any:
    """What simulations of 20 seeds come to, to the last digit."""
    found: dict[str, Any] = {}
    for name in entry.RULEBOOKS:
        for number, (game, simulate) in enumerate(entry.simulated_games(name).items()):
            for seed in range(5 * number + 1, 5 * number + 6):
                result = simulate(1000, seed)
                found[f"{name}, {game}, seed {seed}"] = {
                    "house edge": result.house_edge,
                    "standard error": result.standard_error,
                    "results": as_text(f"{k} {v}" for k, v in sorted(result.results.items()) if v),
                }
    return found
