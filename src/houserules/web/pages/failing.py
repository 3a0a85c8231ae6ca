"""A "no" as a page: what happened, and where to go from here."""

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from houserules.web.errors import ApiError
from houserules.web.pages.rendering import page

Handler = Callable[[Request, Exception], Awaitable[Response]]

_TITLES: Final = {
    401: "Sign in first",
    403: "This is not open to you",
    404: "There is nothing here",
    422: "That could not be read",
    429: "A moment, please",
    500: "Something went wrong on our side",
    503: "Back in a moment",
}


def wants_page(request: Request) -> bool:
    """Whether a person with a browser asks, and not a program."""
    is_api = request.url.path.startswith(("/api", "/static", "/metrics"))
    return not is_api and "text/html" in request.headers.get("accept", "")


def error_page(request: Request, error: ApiError) -> Response:
    """Give the page of a "no"."""
    title = _TITLES.get(error.status, "That did not work")
    detail = "The address leads nowhere." if error.code == "http.not-found" else error.detail
    return page(
        request, "error.html", None, status=error.status, title=title, detail=detail, error=error
    )


def paged(handler: Handler) -> Handler:
    """Let a handler of errors answer browsers with a page, and programs as before."""

    async def answer(request: Request, error: Exception) -> Response:
        response = await handler(request, error)
        if not wants_page(request):
            return response
        said: dict[str, Any] = json.loads(bytes(response.body))["error"]
        shown = error_page(request, ApiError(response.status_code, **said))
        if wait := response.headers.get("retry-after"):
            shown.headers["Retry-After"] = wait
        return shown

    return answer
