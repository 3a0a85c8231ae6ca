"""Messages of a WebSocket client, and the short answers to them."""

import json
from dataclasses import dataclass
from typing import Any, Final

from houserules.core.refusal import Refusal
from houserules.floor.tables.decision import Rejected
from houserules.floor.tables.run import Accepted
from houserules.web.schemas import COMMAND_ID_RULE, is_command_id

_KINDS: Final = ("command", "snapshot", "ping")


class MessageError(ValueError):
    """A message that cannot be read: what is wrong with it, and the id of its command, if any."""

    def __init__(self, detail: str, id: str | None = None) -> None:  # noqa: A002
        super().__init__(detail)
        self.detail, self.id = detail, id


@dataclass(frozen=True, slots=True)
class Given:
    """A command as it was sent; the floor checks its fields."""

    id: str
    name: str
    data: dict[str, Any]


def read_message(text: str) -> Given | str:
    """Read a message: a command, `snapshot` or `ping`; raises MessageError."""
    message = _object(text)
    kind = message.pop("type", None)
    if kind not in _KINDS:
        raise MessageError(f"type: use one of {', '.join(_KINDS)}")
    if kind != "command":
        if message:
            raise MessageError(f"{kind}: takes no other fields")
        return str(kind)
    return _command(message)


def _command(message: dict[str, Any]) -> Given:
    id_ = message.pop("id", None)
    if not is_command_id(id_):
        raise MessageError(f"id: {COMMAND_ID_RULE}")
    name = message.pop("do", None)
    if not isinstance(name, str):
        raise MessageError("do: name the command", id_)
    return Given(id_, name, message)


def _object(text: str) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise MessageError("this is not JSON") from None
    if not isinstance(message, dict):
        raise MessageError("a message is a JSON object")
    return message


def answer_to(given: Given, outcome: Accepted | Rejected) -> str:
    """Return the answer to a command that could be read."""
    if isinstance(outcome, Accepted):
        said = {"position": outcome.position, "repeated": outcome.repeated}
        return json.dumps({"type": "accepted", "id": given.id, **said})
    clause = outcome.clause if isinstance(outcome, Refusal) else None
    no = {"code": outcome.code, "clause": clause, "detail": outcome.detail}
    return json.dumps({"type": "refused", "id": given.id, **no})


def error(code: str, detail: str, id: str | None = None) -> str:  # noqa: A002
    """Return the answer to a message that could not be read or came too often."""
    return json.dumps({"type": "error", "id": id, "code": code, "detail": detail})


PONG: Final = '{"type":"pong"}'
