"""One shape for every "no" and every failure: code, words, the clause and the place if there is one."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from houserules.core.refusal import Refusal
from houserules.floor.denied import Denied
from houserules.floor.encoding import DataError

Data = dict[str, Any]

_UNPROCESSABLE: Final = 422
_STATUS: Final[dict[str, int]] = {
    "session.none": 401,
    "sign-in.wrong": 401,
    "scope.missing": 403,
    "guest.may-not": 403,
    "table.live": 403,
    "coach.live": 403,
    "sign-in.suspended": 403,
    "password.must-change": 403,
    "password.wrong": 403,
    "code.wrong": 403,
    "sign-in.throttled": 429,
    "sign-in.locked": 429,
    "store.unavailable": 503,
    "store.unknown": 503,
    "busy": 503,
    "table.busy": 503,
    "money.busy": 503,
    "money.amount": _UNPROCESSABLE,
    "table.setting": _UNPROCESSABLE,
    "token.scope": _UNPROCESSABLE,
}
_BEGINS: Final = (("role.", 403), ("second-factor.", 403), ("password.", _UNPROCESSABLE))
_ENDS: Final = ((".unknown", 404), (".bad", _UNPROCESSABLE))
REFUSED: Final = 409
"""What the rules or the state of things refuse."""


@dataclass
class ApiError(Exception):
    """A "no" on its way to whoever asked."""

    status: int
    code: str
    detail: str
    clause: str | None = None
    where: str | None = None
    wait: int | None = None  # seconds, before it may be tried again

    def to_data(self) -> Data:
        """Give it in the one shape."""
        said = {"code": self.code, "detail": self.detail}
        return {"error": {**said, "clause": self.clause, "where": self.where}}

    @property
    def headers(self) -> dict[str, str]:
        """What HTTP itself says about it."""
        headers = {"Retry-After": str(self.wait)} if self.wait is not None else {}
        return headers | ({"WWW-Authenticate": "Bearer"} if self.status == 401 else {})


def status_of(code: str) -> int:
    """Give the HTTP status of a "no"; those of the rules are conflicts with what is on the table."""
    if code in _STATUS:
        return _STATUS[code]
    for start, status in _BEGINS:
        if code.startswith(start):
            return status
    for end, status in _ENDS:
        if code.endswith(end):
            return status
    return REFUSED


def error_of(no: Refusal | Denied) -> ApiError:
    """Give a "no" of the table or the floor as an answer."""
    if isinstance(no, Refusal):
        return ApiError(REFUSED, no.code, no.detail, clause=no.clause)
    return ApiError(status_of(no.code), no.code, no.detail)


def malformed(error: DataError) -> ApiError:
    """Say what is wrong with a command that cannot be read."""
    where, _, detail = str(error).partition(": ")
    if not detail:
        return ApiError(_UNPROCESSABLE, "command.malformed", where)
    return ApiError(_UNPROCESSABLE, "command.malformed", detail, where=where)


def of_status(status: int) -> ApiError:
    """Give what is said where only a status is known: no such address, method not allowed."""
    code, detail = _HTTP.get(status, ("http.error", f"{HTTPStatus(status).phrase}."))
    return ApiError(status, code, detail)


_HTTP: Final[dict[int, tuple[str, str]]] = {
    400: ("http.bad-request", "This request cannot be read."),
    404: ("http.not-found", "There is nothing at this address; /api/docs lists what there is."),
    405: ("http.method", "This address does not take this method; /api/docs lists what it takes."),
    413: ("http.too-large", "The body of the request is too large."),
}


def failure(id: str) -> ApiError:  # noqa: A002
    """Say that something went wrong on our side, with the id under which the log has it."""
    detail = (
        f"Something went wrong on our side; nothing more is known here. The log has it as {id}."
    )
    return ApiError(500, "server.error", detail)


def why(no: Denied | None) -> None:
    """Raise a "no" where there is one."""
    if no is not None:
        raise error_of(no)
