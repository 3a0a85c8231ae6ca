"""Sessions of a tournament for the page of a table: how their orders are filled in, and the clauses it cites."""

from dataclasses import fields
from typing import Final, get_args

from houserules.core.codec import Data
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered, Value
from houserules.table.session.discipline import ground_clause
from houserules.table.session.state import Ground

GROUP: Final = "Session of the tournament"
"""The orders of a session, which are listed only while one is played."""

FIELDS: Final[dict[tuple[str, str], Data]] = {
    ("disqualify", "ground"): {"as": "ground"},
    ("record-form", "kind"): {"as": "choice", "choices": ["original"], "label": "type of wager"},
    ("record-count", "counts"): {"as": "counts"},
    ("return-chips", "missing"): {"as": "missing"},
    ("conclude-session", "agreed"): {"as": "players"},
}
"""How the fields of these orders are filled in."""


def session_facts(rules: Rulebook) -> Data | None:
    """Return what a rulebook says about sessions, for the page; None: it has no tournaments."""
    part = rules.tournament
    if isinstance(part, NotOffered):
        return None
    clauses: Data = {}
    for field in fields(part):
        value = getattr(part, field.name)
        clauses[field.name] = value.clause if isinstance(value, Value) else value
    return {
        "absences": part.absences_deducted.value,
        "form_follows": part.undisclosed_follows.value,
        "grounds": [
            {"ground": ground, "clause": ground_clause(part, ground)} for ground in get_args(Ground)
        ],
        "clauses": clauses,
    }
