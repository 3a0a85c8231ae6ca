"""Whether the floor can serve people now: the store writes, and how much there is."""

from dataclasses import dataclass

from houserules.floor.app import Floor


@dataclass(frozen=True, slots=True)
class Health:
    """The floor in figures."""

    tables: int
    locked: int
    records: int
    batches: int


async def check_health(floor: Floor, *, patience: float) -> Health | None:
    """Let the store write something; None: it does not within so many seconds."""
    tip = await floor.store.probe(floor.now(), patience=patience)
    if tip is None:
        return None
    locked = sum(running.state.locked is not None for running in floor.tables.values())
    return Health(len(floor.tables), locked, tip.serial, tip.batch)
