"""Whether the floor can serve people now: the store answers, and how much there is."""

from dataclasses import dataclass

from houserules.floor.floor import Floor
from houserules.journal.errors import JournalError


@dataclass(frozen=True, slots=True)
class Soundness:
    """The floor in figures."""

    tables: int
    locked: int
    records: int
    batches: int


async def how_sound(floor: Floor) -> Soundness | None:
    """Ask the store; None: it does not answer."""
    try:
        tip = await floor.store.call(floor.store.journal.tip)
    except JournalError:
        return None
    locked = sum(running.standing.locked is not None for running in floor.tables.values())
    return Soundness(len(floor.tables), locked, tip.serial, tip.batch)
