"""Documents that people send as text instead of data."""

import tomllib
from typing import Any

from houserules.web.errors import ApiError


def read_toml(text: str, *, where: str) -> dict[str, Any]:
    """Read a document in TOML; raises ApiError that names the part of the request."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        detail = f"This is not TOML: {error}."
        raise ApiError(422, "request.invalid", detail, where=where) from None
