"""Session and API tokens: an id that names the entry in the vault, and a secret of 256 bits.

The vault has the SHA-256 of the secret only, so that a stolen copy of it signs nobody in; the id
proves nothing and may stand in logs.
"""

import base64
import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

API_PREFIX: Final = "hr_"
_ID_BYTES: Final = 9
_SECRET_BYTES: Final = 32
_ID: Final = 12  # characters
_FORM: Final = re.compile(r"[A-Za-z0-9_-]{55}")


@dataclass(frozen=True, slots=True)
class Token:
    """A token as its holder has it."""

    id: str
    secret: str = field(repr=False)

    @property
    def text(self) -> str:
        """The whole token, for the cookie or the header."""
        return self.id + self.secret

    @property
    def proof(self) -> str:
        """What the vault keeps of it."""
        return sha256(self.secret.encode("ascii")).hexdigest()

    def proves(self, proof: str) -> bool:
        """Whether this is the token of which the vault keeps that."""
        return hmac.compare_digest(self.proof, proof)


def new_token(random: Callable[[int], bytes]) -> Token:
    """Draw a token."""
    return Token(_in_letters(random(_ID_BYTES)), _in_letters(random(_SECRET_BYTES)))


def read_token(text: str) -> Token | None:
    """Read a token; None: it has not even the form of one."""
    return Token(text[:_ID], text[_ID:]) if _FORM.fullmatch(text) else None


def read_api_token(text: str) -> Token | None:
    """Read a token with the prefix of those for programs."""
    return read_token(text.removeprefix(API_PREFIX)) if text.startswith(API_PREFIX) else None


def _in_letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
