"""What the consoles ask for while they are open: the pit as it is now, one table's desk, the journal searched."""

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Query

from houserules.floor.arranging import SUPERVISORS
from houserules.floor.encoding import Data, to_data
from houserules.floor.history import TableHistory
from houserules.floor.registers import Entered
from houserules.floor.rounds import Round
from houserules.web.asking import Shared, Staff
from houserules.web.pages.desk_data import desk_of, waiting_at
from houserules.web.pages.table_page import info_of
from houserules.web.past import round_data
from houserules.web.routes.staff import Overseer
from houserules.web.routes.tables import Asked
from houserules.web.shapes import WHOLE_MOST

router = APIRouter()

Handle = Annotated[str | None, Query(max_length=60)]
Hour = Annotated[int, Query(ge=0, le=WHOLE_MOST)]
_LIMIT = 100


@router.get("/pit/now")
async def now(signed: Overseer, serving: Shared) -> Any:
    """Give all tables as they are now, with everything that runs or waits at them."""
    tables = serving.floor.tables
    at = serving.floor.now()
    standings = [tables[name].standing for name in sorted(tables)]
    desks = [{**desk_of(each, signed), "alerts": waiting_at(each, at)} for each in standings]
    return {"now": at, "tables": desks, "acknowledges": signed.role in SUPERVISORS}


@router.get("/tables/{table}/desk")
async def desk(running: Asked, signed: Staff, serving: Shared) -> Any:
    """Give one table with all that this office may order there."""
    standing = running.standing
    return {
        "now": serving.floor.now(),
        "desk": desk_of(standing, signed),
        "info": info_of(standing, signed),
    }


@router.get("/inspection/found")
async def found(
    signed: Overseer,
    serving: Shared,
    *,
    table: Handle = None,
    person: Handle = None,
    since: Hour = 0,
    until: Hour = WHOLE_MOST,
) -> Any:
    """Find rounds and entries of registers by table, person and hours; the newest first."""
    asked = _Asked(table, person, since, until)
    names = [each for each in serving.floor.tables if table in (None, each)]
    pasts = [await serving.history.of(each) for each in names]
    rounds = [(past, each) for past in pasts for each in past.rounds.all() if asked.round(each)]
    rounds.sort(key=lambda pair: (pair[1].began, pair[1].table), reverse=True)
    entries = sorted(asked.entries(pasts), key=lambda each: (each.at, each.position), reverse=True)
    return {
        "rounds": [round_data(past, each, signed) for past, each in rounds[:_LIMIT]],
        "more_rounds": max(0, len(rounds) - _LIMIT),
        "entries": to_data(entries[:_LIMIT]),
        "more_entries": max(0, len(entries) - _LIMIT),
    }


class _Asked:
    """What is looked for."""

    def __init__(self, table: str | None, person: str | None, since: int, until: int) -> None:
        self.table, self.since, self.until = table, since, until
        self.person = person.casefold() if person else None

    def round(self, each: Round) -> bool:
        """Whether a round was played then, and by whom it is asked for."""
        named = self.person is None or self.person in [name.casefold() for name in each.players]
        return named and self.since <= each.began < self.until

    def entries(self, pasts: list[TableHistory]) -> Iterator[Entered]:
        """Give the entries of registers that were made then and name the person."""
        for past in pasts:
            for each in past.entries:
                if self.since <= each.at < self.until and self._names(each):
                    yield each

    def _names(self, entry: Entered) -> bool:
        if self.person is None:
            return True
        return self.person in (text.casefold() for text in (entry.by, *_texts(entry.event)))


def _texts(data: Data | Any) -> Iterator[str]:
    """Give every text within some data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for each in data.values():
            yield from _texts(each)
    elif isinstance(data, list | tuple):
        for each in data:
            yield from _texts(each)
