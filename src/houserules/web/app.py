"""The application: the API, the pages and the static files of one floor."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from mimetypes import guess_type
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from houserules.floor.app import Floor
from houserules.floor.damage import DamageError
from houserules.floor.store import AWAY
from houserules.version import __version__
from houserules.web.app_state import Services
from houserules.web.errors import ApiError, error_from
from houserules.web.guard import Guard
from houserules.web.live.endpoint import LiveEndpoint
from houserules.web.live.hub import Hub
from houserules.web.logs import log_failure
from houserules.web.models import ErrorAnswer
from houserules.web.pages import consoles, history, rules, staff_desk, table
from houserules.web.pages import odds as odds_page
from houserules.web.pages import people as people_pages
from houserules.web.pages import practice_tournaments as practice_pages
from houserules.web.pages import promotion_desk as promotion_desk_pages
from houserules.web.pages import promotion_inspection as promotion_inspection_pages
from houserules.web.pages import promotions as promotion_pages
from houserules.web.pages import tournament_desk as tournament_desk_pages
from houserules.web.pages import tournaments as tournament_pages
from houserules.web.pages.templates import STATIC, error_page, stamp, wants_page
from houserules.web.routes import (
    backups,
    cage,
    carded,
    docs,
    exports,
    health,
    inspection,
    odds,
    people,
    practice_tournaments,
    promotion_desk,
    promotion_records,
    promotions,
    records,
    registers,
    rounds,
    rulebooks,
    staff,
    tables,
    tournament_chances,
    tournament_desk,
    tournament_records,
    tournaments,
    updates,
    wallets,
)
from houserules.web.settings import Settings

ROUTES: Final = (
    *(health, docs, rulebooks, tables, rounds, records, odds),
    *(promotion_desk, promotions, promotion_records),
    *(tournament_desk, tournaments, tournament_records, practice_tournaments, updates),
    tournament_chances,
    *(wallets, cage, carded, people, staff, registers, exports, inspection, backups),
)
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_PAGES: Final = (
    practice_pages,
    *(table, rules, odds_page, people_pages, history, consoles),
    *(tournament_desk_pages, tournament_pages),  # in this order: "new" is no tournament
    *(promotion_desk_pages, promotion_pages),  # likewise
    promotion_inspection_pages,
)


def create_app(floor: Floor, settings: Settings | None = None) -> FastAPI:
    """Return the application for an open floor."""
    services = Services(floor, settings or Settings())
    hub = Hub(services)
    app = FastAPI(
        title="houserules",
        summary="Casino tables that refuse what the rules refuse, and say which clause.",
        version=__version__,
        openapi_url=None,  # `routes.docs` has it, beside the event loop
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(hub),
        responses={status: {"model": ErrorAnswer} for status in ("4XX", "5XX")},
        middleware=[Middleware(Guard, services=services)],
    )
    app.state.services, app.state.hub = services, hub
    _answer_errors(app, with_pages=True)
    for module in ROUTES:
        app.include_router(module.router)
    live = LiveEndpoint(services, hub)
    app.router.routes.append(WebSocketRoute("/api/tables/{table}/live", live))
    for module in _PAGES:
        app.include_router(module.router, include_in_schema=False)
    for more in (staff_desk.router, odds_page.api):
        app.include_router(more)
    # A page asks for many files at once: they are looked for before all other addresses.
    files = Mount(f"/static/{stamp()}", _Files(directory=STATIC), name="static")
    app.router.routes.insert(0, files)
    return app


def create_operations_app(app: FastAPI) -> FastAPI:
    """Return the application for the operations address: health, readiness and metrics only."""
    guard = Middleware(Guard, services=app.state.services, public=False)
    apart = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, middleware=[guard])
    apart.state.services, apart.state.hub = app.state.services, app.state.hub
    _answer_errors(apart, with_pages=False)
    apart.include_router(health.router)
    return apart


def _answer_errors(app: FastAPI, *, with_pages: bool) -> None:
    """Answer every error in its one shape: a browser gets a page, a program JSON."""

    async def answer(request: Request, error: Exception) -> Response:
        no = error_from(error)
        assert no is not None
        if with_pages and wants_page(request):
            return error_page(request, no)
        more = error.headers if isinstance(error, HTTPException) else None
        return JSONResponse(no.to_data(), no.status, headers={**no.headers, **(more or {})})

    for kind in (ApiError, DamageError, *AWAY, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, answer)


def _lifespan(hub: Hub) -> Callable[[FastAPI], Any]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: log_failure(
                context.get("exception") or RuntimeError(), "loop", path="beside"
            )
        )
        looking = asyncio.create_task(hub.run())
        yield
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
        hub.close()
        app.state.services.solver.close()

    return lifespan


@cache
def _static_files() -> dict[str, tuple[bytes, str]]:
    """Read every static file and its type into memory: they are few and small."""
    files = (each for each in STATIC.rglob("*") if each.is_file())
    return {
        each.relative_to(STATIC).as_posix(): (
            each.read_bytes(),
            guess_type(each.name)[0] or "application/octet-stream",
        )
        for each in files
    }


class _Files(StaticFiles):
    """Static files from memory; their address changes with them, so browsers may cache them forever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file that browsers may cache forever."""
        if path not in _static_files() or scope["method"] not in ("GET", "HEAD"):
            return await super().get_response(path, scope)
        body, kind = _static_files()[path]
        return Response(body, media_type=kind, headers={"Cache-Control": _FOR_EVER})
