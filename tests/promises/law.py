"""What the rulebooks promise: clauses, keys and values, readings, powers, irregularities, what is told."""

import json
from typing import Any

from promises import entry
from promises.command_line import printed
from promises.snapshots import as_text


def law() -> Any:
    """Clause numbers, rulebook keys with their values, and readings, by rulebook."""
    return {name: _law(printed("rules", name)) for name in entry.RULEBOOKS}


def _law(rules: Any) -> Any:
    clauses = [each for section in rules["sections"] for each in section["clauses"]]
    return {
        "documents": rules["documents"],
        "sections": [each["number"] for each in rules["sections"]],
        "clauses": [each["number"] for each in clauses],
        "values": {
            value["key"]: {
                "value": _exact(value["value"]),
                "clause": value["clause"],
                "allowed": [_exact(each) for each in value["allowed"] or ()],
                "readings": value["readings"],
            }
            for clause in clauses
            for value in clause["values"]
        },
        "not offered": sorted({each for clause in clauses for each in clause["not_offered"]}),
        "readings": {
            str(each["number"]): {
                "option": each["option"],
                "clauses": as_text(each["clauses"].get(rules["rulebook"], ())),
                "alternatives": [_exact(one["value"]) for one in each["alternatives"]],
            }
            for each in rules["readings"]
        },
    }


def _exact(value: Any) -> Any:
    """Keep a plain value; a list or an object must stay as it is, so it becomes a text."""
    return json.dumps(value, sort_keys=True) if isinstance(value, list | dict) else value


def powers() -> Any:
    """Who may give which command, and the clause that says so."""
    return {
        name: {
            each["command"]: f"{as_text(each['roles']) or 'nobody'} ({each['clause']})"
            for each in printed("powers", name)["powers"]
        }
        for name in entry.RULEBOOKS
    }


def irregularities() -> Any:
    """Irregularities with their clauses and with the commands that deal with them."""
    return {
        name: {
            each["id"]: {
                "provided": each["provided"],
                "clauses": [one["clause"] for one in each["rules_say"]],
                "commands": {one["command"]: as_text(one["roles"]) for one in each["who_decides"]},
            }
            for each in printed("irregularity", name)["irregularities"]
        }
        for name in entry.RULEBOOKS
    }


def told() -> Any:
    """What people are told: moments and clauses."""
    return {
        name: {
            each["id"]: {"who": each["who"], "clauses": [one["clause"] for one in each["told"]]}
            for each in printed("told", name)["moments"]
        }
        for name in entry.RULEBOOKS
    }
