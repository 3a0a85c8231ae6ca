"""The log: one JSON object per line, without secrets.

An exception is named by its kind and the places it passed, never by its message: a message may
quote a card, a password or a token.
"""

import json
import logging
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Literal

LOGGER: Final = logging.getLogger("houserules.web")

_Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON; extra fields come in `extra={"fields": {...}}`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        data: dict[str, Any] = {
            "time": _hour(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            data["error"] = describe_exception(record.exc_info)
        return json.dumps(data, ensure_ascii=True, default=lambda value: type(value).__name__)


class PlainFormatter(logging.Formatter):
    """Writes a record as one line for a person."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        fields = " ".join(f"{key}={value}" for key, value in getattr(record, "fields", {}).items())
        error = f" {describe_exception(record.exc_info)}" if record.exc_info else ""
        said = f"{_hour(record.created)} {record.levelname} {record.getMessage()} {fields}"
        return said.rstrip() + error


def _hour(created: float) -> str:
    seconds, parts = divmod(created, 1)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(parts * 1000):03d}Z"


def describe_exception(info: _Raised) -> dict[str, Any]:
    """Describe an exception without its message."""
    kind, _, trace = info
    places = [
        f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(trace)
    ]
    return {"kind": kind.__name__ if kind else None, "at": places[-12:]}


def log(level: int, message: str, **fields: Any) -> None:
    """Log something with its fields."""
    LOGGER.log(level, message, extra={"fields": fields})


def log_failure(error: BaseException, id: str, **fields: Any) -> None:  # noqa: A002
    """Log an error of ours under the id that the answer quotes."""
    info = (type(error), error, error.__traceback__)
    LOGGER.error("failed", exc_info=info, extra={"fields": {"id": id, **fields}})


@contextmanager
def log_to_stderr(form: Literal["json", "plain", "none"]) -> Iterator[None]:
    """Log the whole process in one of these forms; `plain` has warnings and errors only.

    Afterwards the root logger is as it was: a handler that outlives the command would write to a
    stream that may be closed by then.
    """
    handler = logging.StreamHandler() if form != "none" else logging.NullHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else PlainFormatter())
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO if form == "json" else logging.WARNING)
    for name in ("uvicorn.error", "httpx", "httpcore", "websockets"):
        logging.getLogger(name).setLevel(logging.WARNING)
    try:
        yield
    finally:
        root.handlers[:] = before
        root.setLevel(level)
