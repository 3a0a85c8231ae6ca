"""One sentence for every event of a table."""

from types import MappingProxyType
from typing import Any, Final

from houserules.table.narrator import cards, house, irregularities, session
from houserules.table.narrator import round as round_
from houserules.table.narrator.sentence import Scene, Sentence, Sentences, complete

CALLS: Final[Sentences] = MappingProxyType(
    {**round_.CALLS, **cards.CALLS, **irregularities.CALLS, **house.CALLS, **session.CALLS}
)
"""What is called aloud at the table."""
NOTES: Final[Sentences] = MappingProxyType(
    {**round_.NOTES, **cards.NOTES, **irregularities.NOTES, **house.NOTES, **session.NOTES}
)
"""What is only recorded."""


def narrate(event: Any, scene: Scene = Scene()) -> Sentence:  # noqa: B008  # it never changes
    """Return the sentence of an event of a table."""
    return narrate_from(CALLS, NOTES, event, scene)


def narrate_from(calls: Sentences, notes: Sentences, event: Any, scene: Scene) -> Sentence:
    """Return the sentence of an event that stands in one of two lists."""
    kind = type(event)
    teller = calls[kind] if kind in calls else notes[kind]
    told = teller if isinstance(teller, str) else teller(event, scene)
    return complete(event, told, called=kind in calls)
