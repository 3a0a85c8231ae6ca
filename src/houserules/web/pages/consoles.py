"""The staff consoles: the pit, the cage, inspection and the back office."""

from collections.abc import Iterator
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from houserules.core.codec import WHOLE_MOST, Data, to_data
from houserules.core.people import Moment, Role
from houserules.floor.app import Floor
from houserules.floor.local_time import local_text
from houserules.floor.people.signed_in import Caller
from houserules.floor.registers import REGISTERS, RegisterEntry, entry_data
from houserules.floor.rounds.find import Round
from houserules.floor.rounds.history import TableHistory
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.house_commands import MANAGERS, SUPERVISORS
from houserules.floor.tables.lobby import table_listing
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import options
from houserules.rulebook.readings import readings
from houserules.rulebook.render import value_view
from houserules.rulebook.schema import Rulebook
from houserules.web.auth import OptionalCaller, Shared, TablesStaff
from houserules.web.history_access import round_data
from houserules.web.pages.staff_desk import desk_of, waiting_at
from houserules.web.pages.table import info_of
from houserules.web.pages.templates import page
from houserules.web.routes.cage import cage_data, cage_staff
from houserules.web.routes.staff import Overseer, check_overseer
from houserules.web.routes.tables import RequestedTable

router = APIRouter()


def _to_sign_in(request: Request) -> Response:
    return RedirectResponse(f"/sign-in?next={request.url.path}", 303)


def _oversees(caller: Caller | None) -> bool:
    """Whether an overseer has signed in; raises ApiError for any other role."""
    if caller is None or caller.pending is not None:
        return False
    check_overseer(caller)
    return True


@router.get("/pit", response_class=HTMLResponse)
async def pit(request: Request, caller: OptionalCaller) -> Response:
    """Show all tables and what needs attention."""
    if not _oversees(caller):
        return _to_sign_in(request)
    return page(request, "pit.html", caller)


@router.get("/cage", response_class=HTMLResponse)
async def cage(request: Request, caller: OptionalCaller, services: Shared) -> Response:
    """Sell and redeem chips, approve requests, and see today's cash."""
    if caller is None or caller.pending is not None:
        return _to_sign_in(request)
    data = {**await cage_data(services, cage_staff(caller)), "me": caller.handle}
    return page(request, "cage.html", caller, data=data)


@router.get("/inspection", response_class=HTMLResponse)
async def inspection(request: Request, caller: OptionalCaller, services: Shared) -> Response:
    """Show registers, rounds, shoes and exports, and verify the journal."""
    if not _oversees(caller):
        return _to_sign_in(request)
    tables = sorted(services.floor.shared)
    return page(request, "inspection.html", caller, registers=REGISTERS, tables=tables)


@router.get("/office", response_class=HTMLResponse)
async def office(request: Request, caller: OptionalCaller, services: Shared) -> Response:
    """Manage people, tables and documents."""
    if caller is None or not _oversees(caller):
        return _to_sign_in(request)
    tables = services.floor.shared
    data = {
        "me": caller.handle,
        "zone": str(services.floor.zone),
        "documents": [_document(services.floor, name) for name in RULEBOOKS],
        "documents_shown": [
            {**to_data(each), "when": local_text(each.at, services.floor.zone)}
            for each in await services.floor.documents.last_shown()
        ],
        "owner": caller.owner,
        "sets_up": caller.owner or caller.role in MANAGERS,
        "roles": [each for each in get_args(Role) if each != "player"],
        "games": [_game(rulebook(name)) for name in RULEBOOKS],
        "tables": [to_data(table_listing(tables[name].state)) for name in sorted(tables)],
    }
    return page(request, "office.html", caller, data=data)


def _document(floor: Floor, name: str) -> dict[str, object]:
    """Return a rulebook with the approved document that is attached to it."""
    rules, find_records = rulebook(name), floor.documents.of(name)
    return {
        "rulebook": name,
        "title": f"{rules.title}, {rules.edition}",
        "file": find_records.file if find_records else None,
        "sha256": find_records.sha256 if find_records else None,
    }


def _game(rules: Rulebook) -> dict[str, object]:
    """Return a rulebook with the options that an operator chooses when a table is set up."""
    return {
        "id": rules.id,
        "title": rules.title,
        "edition": rules.edition,
        "options": [
            {**to_data(value_view(name, value)), "reading": _reading(rules.id, name)}
            for name, value in options(rules).items()
        ],
    }


def _reading(rules: str, option: str) -> dict[str, object] | None:
    """Return the reading that an option chooses, with the other ways to read it; None: no reading."""
    for each in readings().entries:
        if each.option == option and rules in each.clauses:
            find_records: dict[str, object] = to_data(each)
            return find_records
    return None


# The data that open consoles load: the pit now, one table's desk, a search of the journal.


Handle = Annotated[str | None, Query(max_length=60)]
Hour = Annotated[int, Query(ge=0, le=WHOLE_MOST)]
_LIMIT = 100


@router.get("/pit/now")
async def now(caller: Overseer, services: Shared) -> Any:
    """Return all tables as they are now, with everything that runs or waits at them."""
    tables = services.floor.shared
    at = services.floor.now()
    states = [tables[name].state for name in sorted(tables)]
    desks = [{**desk_of(each, caller), "alerts": waiting_at(each, at)} for each in states]
    waiting = (await services.floor.cashier.cage()).waiting(
        Moment(at // SECOND), services.floor.zone
    )
    return {
        "now": at,
        "tables": desks,
        "acknowledges": caller.role in SUPERVISORS,
        "cash": to_data(waiting),
        "house": services.floor.alerts(),
    }


@router.get("/tables/{table}/desk")
async def desk(running: RequestedTable, caller: TablesStaff, services: Shared) -> Any:
    """Return one table with every order the caller may give there."""
    state = running.state
    return {
        "now": services.floor.now(),
        "desk": desk_of(state, caller),
        "info": info_of(state, caller, services.floor),
    }


@router.get("/inspection/found")
async def find_records(
    caller: Overseer,
    services: Shared,
    *,
    table: Handle = None,
    person: Handle = None,
    since: Hour = 0,
    until: Hour = WHOLE_MOST,
) -> Any:
    """Find rounds and register entries by table, person and time, newest first."""
    search = _Search(table, person, since, until)
    private = await services.private_tables.names_for(person) if person else []
    if table is not None and await services.floor.find(table):
        private.append(table)
    tables = dict.fromkeys((*services.floor.shared, *private))
    names = [each for each in tables if table in (None, each)]
    pasts = [await services.history.of(each) for each in names]
    rounds = [(past, each) for past in pasts for each in past.rounds.all() if search.round(each)]
    rounds.sort(key=lambda pair: (pair[1].began, pair[1].table), reverse=True)
    entries = sorted(search.entries(pasts), key=lambda each: (each.at, each.position), reverse=True)
    return {
        "rounds": [round_data(past, each, caller) for past, each in rounds[:_LIMIT]],
        "more_rounds": max(0, len(rounds) - _LIMIT),
        "entries": [entry_data(entry) for entry in entries[:_LIMIT]],
        "more_entries": max(0, len(entries) - _LIMIT),
    }


class _Search:
    """The criteria of a search."""

    def __init__(self, table: str | None, person: str | None, since: int, until: int) -> None:
        self.table, self.since, self.until = table, since, until
        self.person = person.casefold() if person else None

    def round(self, each: Round) -> bool:
        """Whether a round was played then, by the person if one is given."""
        named = self.person is None or self.person in [name.casefold() for name in each.players]
        return named and self.since <= each.began < self.until

    def entries(self, pasts: list[TableHistory]) -> Iterator[RegisterEntry]:
        """Yield the register entries of that time that name the person."""
        for past in pasts:
            for each in past.entries:
                if self.since <= each.at < self.until and self._names(each):
                    yield each

    def _names(self, entry: RegisterEntry) -> bool:
        if self.person is None:
            return True
        return self.person in (
            text.casefold() for text in (entry.by, *_texts(to_data(entry.event)))
        )


def _texts(data: Data | Any) -> Iterator[str]:
    """Yield every text within some data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for each in data.values():
            yield from _texts(each)
    elif isinstance(data, list | tuple):
        for each in data:
            yield from _texts(each)
