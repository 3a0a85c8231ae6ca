"""The one shape of every error: code, detail, and the clause or the part of the request it is about."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from houserules.core.codec import DataError
from houserules.core.refusal import Refusal
from houserules.floor.damage import DamageError, denial_of
from houserules.floor.denial import Denied
from houserules.floor.store import AWAY, why_away

Data = dict[str, Any]

_UNPROCESSABLE: Final = 422
_STATUS: Final[dict[str, int]] = {
    "session.none": 401,
    "sign-in.wrong": 401,
    "scope.missing": 403,
    "guest.may-not": 403,
    "table.live": 403,
    "tournament.live": 403,
    "coach.live": 403,
    "odds.at-live-table": 403,
    "sign-in.suspended": 403,
    "password.must-change": 403,
    "proof.needed": 403,
    "password.wrong": 403,
    "code.wrong": 403,
    "record.damaged": 423,
    "sign-in.throttled": 429,
    "sign-in.locked": 429,
    "table.too-many": 429,
    "store.unavailable": 503,
    "store.unknown": 503,
    "busy": 503,
    "table.busy": 503,
    "tournament.busy": 503,
    "carded.busy": 503,
    "carded.guest": 403,
    "money.busy": 503,
    "money.amount": _UNPROCESSABLE,
    "table.setting": _UNPROCESSABLE,
    "tournament.size": _UNPROCESSABLE,
    "tournament.too-many": 429,
    "token.scope": _UNPROCESSABLE,
    "token.days": _UNPROCESSABLE,
}
_BEGINS: Final = (("role.", 403), ("second-factor.", 403), ("password.", _UNPROCESSABLE))
_ENDS: Final = ((".unknown", 404), (".bad", _UNPROCESSABLE))
REFUSED: Final = 409
"""The status of a refusal by the rules or the state of the table."""


@dataclass
class ApiError(Exception):
    """An error on its way to the caller."""

    status: int
    code: str
    detail: str
    clause: str | None = None
    where: str | None = None
    wait: int | None = None  # seconds, before it may be tried again

    def to_data(self) -> Data:
        """Return it in the one shape."""
        said = {"code": self.code, "detail": self.detail}
        return {"error": {**said, "clause": self.clause, "where": self.where}}

    @property
    def headers(self) -> dict[str, str]:
        """The HTTP headers that belong to it."""
        headers = {"Retry-After": str(self.wait)} if self.wait is not None else {}
        return headers | ({"WWW-Authenticate": "Bearer"} if self.status == 401 else {})


def status_of(code: str) -> int:
    """Return the HTTP status of a denial code; a refusal by the rules is a conflict (409)."""
    if code in _STATUS:
        return _STATUS[code]
    for start, status in _BEGINS:
        if code.startswith(start):
            return status
    for end, status in _ENDS:
        if code.endswith(end):
            return status
    return REFUSED


def error_for(no: Refusal | Denied) -> ApiError:
    """Return a refusal of the table or a denial of the floor as an error."""
    if isinstance(no, Refusal):
        return ApiError(REFUSED, no.code, no.detail, clause=no.clause)
    return ApiError(status_of(no.code), no.code, no.detail)


def error_from(error: Exception) -> ApiError | None:
    """Return an exception in the one shape; None: it is a bug."""
    match error:
        case ApiError():
            return error
        case DamageError():
            return error_for(denial_of(error))
        case HTTPException():
            return error_for_status(error.status_code)
        case RequestValidationError():  # the first error, and never what was sent
            first = error.errors()[0]
            where = ".".join(str(each) for each in first["loc"])
            return ApiError(_UNPROCESSABLE, "request.invalid", f"{first['msg']}.", where=where)
    return error_for(why_away(error)) if isinstance(error, AWAY) else None


def command_error(error: DataError) -> ApiError:
    """Return what is wrong with the command in the body of a request, and where."""
    where, _, detail = str(error).partition(": ")
    if not detail:
        return ApiError(_UNPROCESSABLE, "request.invalid", where, where="body")
    return ApiError(_UNPROCESSABLE, "request.invalid", detail, where=f"body.{where}")


def error_for_status(status: int) -> ApiError:
    """Return the error for a bare HTTP status, such as 404 or 405."""
    code, detail = _HTTP.get(status, ("http.error", f"{HTTPStatus(status).phrase}."))
    return ApiError(status, code, detail)


_HTTP: Final[dict[int, tuple[str, str]]] = {
    400: ("http.bad-request", "This request cannot be read."),
    404: ("http.not-found", "There is nothing at this address; /api/docs lists all addresses."),
    405: ("http.method", "This address does not support this method; /api/docs lists the methods."),
    413: ("http.too-large", "The body of the request is too large."),
}


def server_error(id: str) -> ApiError:  # noqa: A002
    """Report a bug, with the reference under which the log has it."""
    detail = f"Something went wrong on the server. Tell staff this reference: {id}."
    return ApiError(500, "server.error", detail)


def check(no: Denied | None) -> None:
    """Raise a denial, if there is one."""
    if no is not None:
        raise error_for(no)


# Every error of the web itself by its stable code; the floor and the rulebooks have their own.


CODES: Final[dict[str, str]] = {
    "backup.off": "The server was started without --backups.",
    "carded.off": "Carded play is not turned on in this house.",
    "clause.unknown": "The rulebook has no such clause; the detail names similar ones.",
    "coach.live": "There is no coach at live tables.",
    "coach.not-yours": "The hand is not the caller's to decide.",
    "coach.nothing": "There is no decision to make on the hand now.",
    "command.malformed": "The command cannot be read; the detail says what is allowed.",
    "sheets.missing": "This server cannot make PDFs: the extra houserules[sheets] is not installed.",
    "connections.too-many": "The person, the address or the server has reached its limit of WebSockets or event streams.",
    "draw.unknown": "The promotion has no draw of that prize.",
    "export.busy": "Too many exports are running; try again.",
    "export.face-down": "Cards lie face down at a table and must not be exported yet.",
    "export.nothing": "There is nothing to export under that name, or not in that format.",
    "host.unknown": "The request names a host that the operator has not listed with --hosts.",
    "http.bad-request": "The request is not valid HTTP.",
    "http.error": "Any other HTTP error; the status says which.",
    "http.method": "The address does not support the method.",
    "http.not-found": "There is nothing at the address.",
    "http.too-large": "The body is larger than is allowed.",
    "live.protocol": "The WebSocket must offer the subprotocol houserules.v1.",
    "message.malformed": "A message over the WebSocket cannot be read.",
    "odds.at-live-table": "Odds, strategy and coach are closed while the caller plays at a live table.",
    "odds.busy": "Too many requests for odds at once; try again.",
    "odds.failed": "A worker process was lost; try again.",
    "odds.no-game": "The changed rules make no playable game; the detail says which values are allowed.",
    "odds.not-installed": "The server lacks the extra houserules[numbers].",
    "odds.working": "The figures are being computed; try again in a moment.",
    "rate.limited": "Too many requests; the Retry-After header says when to try again.",
    "register.unknown": "There is no such register.",
    "request.forged": "A request that changes something must come from our own pages or carry an API token.",
    "request.invalid": "A part of the request is invalid; `where` names it.",
    "round.no-record": "The round cannot be written as a round record; the detail says why.",
    "round.under-way": "The round is not over yet.",
    "round.unknown": "The caller had no wager in such a round at the table.",
    "rulebook.unknown": "There is no such rulebook.",
    "server.error": "An unexpected error; the log has it under the reference in the detail.",
    "session.no-record": "The session of a tournament cannot be written as a session record; the detail says why.",
    "session.none": "Nobody has signed in, or the session is over.",
    "session.unknown": "The tournament has no such session, or the caller did not play in it.",
    "shoe.in-use": "The shoe is still in use; its stack and salt are secret until it is over.",
    "shoe.unknown": "The table has no shoe with that commitment.",
    "store.unavailable": "The database does not answer; try again.",
    "tournament.no-decision": "The player decided nothing in that round or session of a practice tournament that can be looked back on.",
    "tournament.not-yours": "What would have won is shown to the player of the practice tournament only.",
    "tournament.practice-only": "What would have won is shown after practice tournaments only.",
    "tournament.session-running": "The session is not over yet.",
}
"""What each code means."""
