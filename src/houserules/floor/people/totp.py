"""Codes of six digits that change every half minute (RFC 6238, with HMAC-SHA-1 of RFC 4226)."""

import base64
import hmac
from typing import Final
from urllib.parse import quote, urlencode

from houserules.floor.people.limits import SECOND

SECRET_BYTES: Final = 20
DIGITS: Final = 6
PERIOD: Final = 30  # seconds
WINDOW: Final = 1  # steps that a clock may be wrong by, either way


def step_of(now: int) -> int:
    """Give the number of the half minute at an hour in milliseconds."""
    return now // (PERIOD * SECOND)


def code_at(secret: bytes, step: int) -> str:
    """Give the code of a half minute."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def matching_step(secret: bytes, code: str, *, now: int, after: int) -> int | None:
    """Give the half minute that a code is of; None: of none near now, or of one used already."""
    given = "".join(code.split()).encode("utf-8", "replace")
    present = step_of(now)
    found = None
    for step in range(max(0, present - WINDOW), present + WINDOW + 1):
        is_same = hmac.compare_digest(code_at(secret, step).encode("ascii"), given)
        if is_same and step > after and found is None:
            found = step
    return found


def in_letters(secret: bytes) -> str:
    """Give a secret in base32, for those who type it."""
    return base64.b32encode(secret).decode("ascii").rstrip("=")


def uri(secret: bytes, *, handle: str, issuer: str) -> str:
    """Give a secret in the form that authenticator applications read from a QR code."""
    label = f"{quote(issuer)}:{quote(handle)}"
    details = {"secret": in_letters(secret), "issuer": issuer, "algorithm": "SHA1"}
    query = urlencode({**details, "digits": DIGITS, "period": PERIOD}, quote_via=quote)
    return f"otpauth://totp/{label}?{query}"
