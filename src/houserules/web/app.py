"""The application: the API and the pages of one floor."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import JSONResponse
from starlette.routing import WebSocketRoute

from houserules.floor.app import Floor
from houserules.floor.damage import DamageError, denial_of
from houserules.floor.store import AWAY, why_away
from houserules.version import __version__
from houserules.web.app_state import Services
from houserules.web.errors import ApiError, error_for, error_for_status
from houserules.web.guard import Guard
from houserules.web.live.endpoint import LiveEndpoint
from houserules.web.live.hub import Hub
from houserules.web.logs import log_failure
from houserules.web.models import ErrorAnswer
from houserules.web.pages.mount import add_pages
from houserules.web.routes import (
    cage,
    docs,
    exports,
    health,
    inspection,
    odds,
    people,
    records,
    registers,
    rounds,
    rulebooks,
    staff,
    tables,
    wallets,
)
from houserules.web.settings import Settings

ROUTES: Final = (
    *(health, docs, rulebooks, tables, rounds, records, odds),
    *(wallets, cage, people, staff, registers, exports, inspection),
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
    _answer_errors(app)
    for module in ROUTES:
        app.include_router(module.router)
    live = LiveEndpoint(services, hub)
    app.router.routes.append(WebSocketRoute("/api/tables/{table}/live", live))
    add_pages(app)
    return app


def create_operations_app(app: FastAPI) -> FastAPI:
    """Return the application for the operations address: health, readiness and metrics only."""
    guard = Middleware(Guard, services=app.state.services, public=False)
    apart = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, middleware=[guard])
    apart.state.services, apart.state.hub = app.state.services, app.state.hub
    _answer_errors(apart)
    apart.include_router(health.router)
    return apart


def _answer_errors(app: FastAPI) -> None:
    app.add_exception_handler(ApiError, _api_error)
    app.add_exception_handler(DamageError, _damage_error)
    for each in AWAY:
        app.add_exception_handler(each, _store_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _validation_error)


def _lifespan(hub: Hub) -> Callable[[FastAPI], Any]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(_log_unhandled)
        looking = asyncio.create_task(hub.run())
        yield
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
        hub.close()
        app.state.services.solver.close()

    return lifespan


def _log_unhandled(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log a failure outside all requests, without its message."""
    error = context.get("exception")
    log_failure(error or RuntimeError(), "loop", path="beside")


async def _api_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ApiError)
    return JSONResponse(error.to_data(), error.status, headers=error.headers)


async def _damage_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DamageError)
    return await _api_error(request, error_for(denial_of(error)))


async def _store_error(request: Request, error: Exception) -> JSONResponse:
    return await _api_error(request, error_for(why_away(error)))


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse(
        error_for_status(error.status_code).to_data(), error.status_code, error.headers
    )


async def _validation_error(request: Request, error: Exception) -> JSONResponse:
    """Report the first error: what, where, and what is allowed; never what was sent."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(each) for each in first["loc"])
    said = ApiError(422, "request.invalid", f"{first['msg']}.", where=where)
    return JSONResponse(said.to_data(), said.status)
