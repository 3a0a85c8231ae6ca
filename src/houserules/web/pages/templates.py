"""Renders templates: with the caller, their theme, and addresses of static files that never go stale."""

import json
import re
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from houserules.core.money import format_money, signed_money
from houserules.floor.people.signed_in import Caller
from houserules.web.errors import ApiError

_HERE: Final = Path(__file__).parent.parent
STATIC: Final = _HERE / "static"
_THEMES: Final = ("light", "dark")
_IMPORT: Final = re.compile(r'\bfrom "(\.[^"]+\.js)"')


@cache
def stamp() -> str:
    """Return a hash of all static files; their addresses contain it."""
    state = sha256()
    for file in sorted(each for each in STATIC.rglob("*") if each.is_file()):
        state.update(str(file.relative_to(STATIC)).encode())
        state.update(file.read_bytes())
    return state.hexdigest()[:12]


def static(path: str) -> str:
    """Return the address of a static file."""
    return f"/static/{stamp()}/{path}"


@cache
def modules(entry: str) -> tuple[str, ...]:
    """Return the addresses of a module and its imports, so that a browser can preload them."""
    found, waiting = {}, [(STATIC / entry).resolve()]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found[file] = static(file.relative_to(STATIC.resolve()).as_posix())
            named = _IMPORT.findall(file.read_text("utf-8"))
            waiting += [(file.parent / each).resolve() for each in named]
    return tuple(found.values())


def hour(milliseconds: int) -> str:
    """Write a time for programs; a script turns it into the reader's local time."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def printed_clause(clause: str) -> str:
    """Write a clause as its document prints it: the register adds a section or a term to some."""
    return clause.rpartition("/")[2].partition(":")[0]


def data_block(value: Any) -> Markup:
    """Return data for a script to read from the page, escaped so that nothing can end the block."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    safe = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return Markup(safe)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"static": static, "modules": modules}
    environment.filters |= {
        "money": format_money,
        "signed_money": signed_money,
        "data_block": data_block,
        "hour": hour,
        "printed": printed_clause,
    }
    return environment


def page(
    request: Request, name: str, caller: Caller | None, *, status: int = 200, **context: Any
) -> HTMLResponse:
    """Render a page for the caller; browsers must not store it."""
    theme = request.cookies.get("theme")
    around = {
        "caller": caller,
        "path": request.url.path,
        "theme": theme if theme in _THEMES else "",
        "zone": str(request.app.state.services.floor.zone),
        "carded": request.app.state.services.floor.carded.is_on,
    }
    text = _environment().get_template(name).render(**around, **context)
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})


def to_sign_in(request: Request) -> Response:
    """Send a browser to sign in, and back here afterwards."""
    return RedirectResponse(f"/sign-in?next={request.url.path}", 303)


# Errors as pages.


_TITLES: Final = {
    401: "Sign in first",
    403: "You can't open this",
    404: "Page not found",
    423: "This is locked",
    422: "Invalid address",
    429: "Too many requests",
    500: "Something went wrong",
    503: "Back in a moment",
}


def wants_page(request: Request) -> bool:
    """Whether the request comes from a browser rather than a program."""
    is_api = request.url.path.startswith(("/api", "/static", "/metrics"))
    return not is_api and "text/html" in request.headers.get("accept", "")


def error_page(request: Request, error: ApiError) -> Response:
    """Return the page for an error, with the same Retry-After as for a program."""
    title = _TITLES.get(error.status, "That did not work")
    detail = "There is no page at this address." if error.code == "http.not-found" else error.detail
    caller = getattr(request.state, "caller", None)
    shown = page(
        request, "error.html", caller, status=error.status, title=title, detail=detail, error=error
    )
    if error.wait is not None:
        shown.headers["Retry-After"] = str(error.wait)
    return shown
