"""Adds the pages and static files to the application."""

from functools import cache
from mimetypes import guess_type
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from houserules.floor.damage import DamageError
from houserules.floor.store import AWAY
from houserules.web.errors import ApiError
from houserules.web.pages import consoles, history, odds, people, rules, staff_desk, table
from houserules.web.pages.templates import STATIC, stamp, with_page

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_PAGES: Final = (table, rules, odds, people, history, consoles)


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


def add_pages(app: FastAPI) -> None:
    """Add the pages, their error pages and static files."""
    for module in _PAGES:
        app.include_router(module.router, include_in_schema=False)
    for more in (staff_desk.router, odds.api):
        app.include_router(more)
    for kind in (ApiError, DamageError, *AWAY, HTTPException, RequestValidationError):
        handler: Any = app.exception_handlers[kind]
        app.add_exception_handler(kind, with_page(handler))
    # A page asks for many files at once: they are looked for before all other addresses.
    files = Mount(f"/static/{stamp()}", _Files(directory=STATIC), name="static")
    app.router.routes.insert(0, files)
