"""The staff consoles: the pit, the cage, inspection and the back office."""

from typing import Annotated, Any, get_args

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from houserules.core.codec import WHOLE_MOST, to_data
from houserules.core.people import Moment, Role
from houserules.floor.local_time import local_text
from houserules.floor.people.signed_in import Caller
from houserules.floor.registers import REGISTERS, entry_data
from houserules.floor.rounds.find import Wanted
from houserules.floor.rounds.index import WantedEntries
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.house_commands import MANAGERS, SUPERVISORS
from houserules.floor.tables.view import table_listing
from houserules.promotion.event_builder import terms_of
from houserules.promotion.view import STAFF as PROMOTION_STAFF
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import options
from houserules.rulebook.readings import readings
from houserules.rulebook.render import value_view
from houserules.rulebook.schema import Rulebook
from houserules.web.app_state import Services
from houserules.web.auth import OptionalCaller, Shared, TablesStaff
from houserules.web.history_access import round_data
from houserules.web.pages.promotion_desk import PHASES, may_draft_promotion
from houserules.web.pages.staff_desk import desk_of, waiting_at
from houserules.web.pages.table import info_of
from houserules.web.pages.templates import page, to_sign_in
from houserules.web.routes.backups import backups_data
from houserules.web.routes.cage import cage_data, cage_staff
from houserules.web.routes.promotion_records import readable_promotions
from houserules.web.routes.promotions import listed_promotions
from houserules.web.routes.staff import Overseer, check_overseer
from houserules.web.routes.tables import RequestedTable

router = APIRouter()


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
        return to_sign_in(request)
    return page(request, "pit.html", caller)


@router.get("/cage", response_class=HTMLResponse)
async def cage(request: Request, caller: OptionalCaller, services: Shared) -> Response:
    """Sell and redeem chips, approve requests, and see today's cash."""
    if caller is None or caller.pending is not None:
        return to_sign_in(request)
    data = {**await cage_data(services, cage_staff(caller)), "me": caller.handle}
    return page(request, "cage.html", caller, data=data)


@router.get("/inspection", response_class=HTMLResponse)
async def inspection(request: Request, caller: OptionalCaller, services: Shared) -> Response:
    """Show registers, rounds, shoes and exports, and verify the journal."""
    if not _oversees(caller):
        return to_sign_in(request)
    tables = sorted(services.floor.shared)
    return page(
        request,
        "inspection.html",
        caller,
        registers=REGISTERS,
        tables=tables,
        reads_promotions=caller is not None and caller.role in PROMOTION_STAFF,
        promotions=listed_promotions(services, caller),
        phases=PHASES,
    )


@router.get("/office", response_class=HTMLResponse)
async def office(request: Request, caller: OptionalCaller, services: Shared) -> Response:
    """Manage people, tables and documents."""
    if caller is None or not _oversees(caller):
        return to_sign_in(request)
    tables = services.floor.shared
    data = {
        "me": caller.handle,
        "zone": str(services.floor.zone),
        "documents": [
            {
                "rulebook": name,
                "title": f"{rulebook(name).title}, {rulebook(name).edition}",
                "file": document.file if document else None,
                "sha256": document.sha256 if document else None,
            }
            for name in RULEBOOKS
            for document in (services.floor.documents.of(name),)
        ],
        "documents_shown": [
            {**to_data(each), "when": local_text(each.at, services.floor.zone)}
            for each in await services.floor.documents.last_shown()
        ],
        "kept": backups_data(services),
        "owner": caller.owner,
        "sets_up": caller.owner or caller.role in MANAGERS,
        "roles": [each for each in get_args(Role) if each != "player"],
        "games": [_game(rulebook(name)) for name in RULEBOOKS],
        "tables": [to_data(table_listing(tables[name].state)) for name in sorted(tables)],
    }
    return page(
        request,
        "office.html",
        caller,
        data=data,
        promotions=_promotions(services) if caller.role in PROMOTION_STAFF else None,
        deadlines=_deadlines(caller, services),
        may_draft_promotion=may_draft_promotion(caller),
    )


def _promotions(services: Services) -> list[dict[str, object]]:
    """Return the promotions for the back office: those in progress first."""
    over = ("finished", "cancelled")
    known = sorted(
        services.floor.promotions.all.items(),
        key=lambda row: (row[1].state.phase in over, -terms_of(row[1].state).starts),
    )
    return [
        {
            "promotion": name,
            "name": terms_of(each.state).name,
            "kind": each.setting.kind,
            "game": each.rules.title,
            "phase": PHASES[each.state.phase],
        }
        for name, each in known
    ]


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
            reading: dict[str, object] = to_data(each)
            return reading
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
        "deadlines": _deadlines(caller, services),
    }


def _deadlines(caller: Caller, services: Services) -> list[dict[str, object]]:
    """Return the deadlines of promotions that are near or have passed; names only for some roles."""
    has_desk = caller.role in PROMOTION_STAFF
    return [
        {
            "promotion": each.promotion,
            "name": each.name,
            "what": each.step.what if has_desk else each.step.what_unnamed,
            "clause": each.step.clause,
            "due": each.step.due,
            "is_overdue": each.is_overdue,
            "has_desk": has_desk,
        }
        for each in services.floor.promotion_house.deadlines()
    ]


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
    private = await services.private_tables.names_for(person) if person else []
    if table is not None and await services.floor.find(table):
        private.append(table)
    every = dict.fromkeys((*services.floor.shared, *private))
    tables, hours = tuple(name for name in every if table in (None, name)), (since, until)
    tournaments = [name for name in services.floor.tournaments.shared if table in (None, name)]
    rounds = Wanted(tables, person or None, hours)
    promotions = [name for name in readable_promotions(services, caller) if table in (None, name)]
    streams = (*tables, *tournaments, *promotions)
    entries = WantedEntries(streams, person=person or None, hours=hours)
    history = services.history
    return {
        "rounds": [round_data(past, caller) for past in await history.rounds(rounds, limit=_LIMIT)],
        "more_rounds": max(0, await history.count_rounds(rounds) - _LIMIT),
        "entries": [entry_data(entry) for entry in await history.entries(entries, limit=_LIMIT)],
        "more_entries": max(0, await history.count_entries(entries) - _LIMIT),
    }
