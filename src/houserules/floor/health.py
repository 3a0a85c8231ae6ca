"""Whether the floor can serve people now: the store accepts writes; and some figures."""

from dataclasses import dataclass

from houserules.floor.app import Floor


@dataclass(frozen=True, slots=True)
class Health:
    """Figures about a healthy floor."""

    tables: int
    locked: int
    records: int
    batches: int


async def check_health(floor: Floor, *, patience: float) -> Health | None:
    """Return the floor's figures; None: the store did not write in time."""
    tip = await floor.store.probe(floor.now(), patience=patience)
    if tip is None:
        return None
    locked = sum(running.state.locked is not None for running in floor.tables.values())
    return Health(len(floor.tables), locked, tip.serial, tip.batch)
