"""Tournament conditions for tests: the complete example, and copies with some keys changed."""

import copy
import tomllib
from pathlib import Path
from typing import Any

from houserules.tournament.conditions.check import why_not_publish
from houserules.tournament.conditions.document import ConditionFinding, TournamentConditions
from houserules.tournament.conditions.reader import read_conditions

S65 = "nsw-pontoon-6to5-2017"
S24 = "nsw-pontoon-2024"
BOTH = ((S65, "20"), (S24, "21"))
EXAMPLE = Path(__file__).parents[2] / "examples" / "tournament.toml"
MISSING = object()


def document(book: str = S65, **changes: Any) -> dict[str, Any]:
    """Return the example with changes by dotted key: `chips__amount="0"`, MISSING leaves it out."""
    data = copy.deepcopy(tomllib.loads(EXAMPLE.read_text("utf-8")))
    data["rulebook"] = book
    for name, value in changes.items():
        *path, key = (int(part) if part.isdigit() else part for part in name.split("__"))
        place: Any = data
        for part in path:
            place = place[part]
        if value is MISSING:
            del place[key]
        else:
            place[key] = value
    return data


def conditions(book: str = S65, **changes: Any) -> TournamentConditions:
    return read_conditions(document(book, **changes))


def findings(book: str = S65, **changes: Any) -> tuple[ConditionFinding, ...]:
    return why_not_publish(conditions(book, **changes))


def brief(book: str = S65, **changes: Any) -> list[tuple[str, str, str]]:
    """Return key, state and clause of every finding."""
    return [
        (finding.key, finding.state, finding.clause.rpartition("/")[2])
        for finding in findings(book, **changes)
    ]
