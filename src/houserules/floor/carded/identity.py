"""Verified identities: sealed with a key that is not in the database, and erased for good when they are due.

The journal has only a digest of the sealed record. Whoever has the database but not the key file can
read nothing; after an erasure nobody can, and the journal still verifies.
"""

import hmac
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from json import dumps, loads
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from houserules.core.codec import from_data, to_data
from houserules.floor.denial import Denied

SEALED: Final = "identity"
"""The kind under which the vault keeps sealed identities, by the key of the handle."""

_NONCE_SIZE: Final = 12
_LONGEST: Final = 200
PHOTO_LIMIT: Final = 40_000
"""Bytes of a photo."""

_PICTURES: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")
_ADULT: Final = 18


@dataclass(frozen=True, slots=True)
class Identity:
    """What was read from a document with a photo, and the photo that staff took."""

    name: str
    born: str  # as 1990-05-31
    address: str  # as on the document; empty if it shows none
    document: str  # such as "driver licence NSW"
    number: str
    photo: str  # JPEG or PNG in base64


def why_not_identity(identity: Identity, today: date) -> Denied | None:
    """Deny an identity that is incomplete, or of somebody under 18."""
    texts = {"name": identity.name, "document": identity.document, "number": identity.number}
    for field, text in texts.items():
        if not text.strip() or len(text) > _LONGEST or not text.isprintable():
            return Denied("identity.bad", f"Enter the {field}: 1 to {_LONGEST} characters.")
    if len(identity.address) > _LONGEST:
        return Denied("identity.bad", f"The address has more than {_LONGEST} characters.")
    try:
        born = date.fromisoformat(identity.born)
    except ValueError:
        return Denied("identity.bad", "Enter the date of birth as 1990-05-31.")
    had_birthday = (today.month, today.day) >= (born.month, born.day)
    if today.year - born.year - (not had_birthday) < _ADULT:
        return Denied("identity.minor", f"Nobody under {_ADULT} gets a Player Card.")
    try:
        photo = b64decode(identity.photo, validate=True)
    except (Base64Error, ValueError):
        return Denied("identity.bad", "The photo is not base64.")
    if len(photo) > PHOTO_LIMIT or not photo.startswith(_PICTURES):
        detail = f"The photo has to be a JPEG or PNG of at most {PHOTO_LIMIT // 1000} kB."
        return Denied("identity.bad", detail)
    return None


class Sealer:
    """Seals and opens identities with the operator's key."""

    def __init__(self, key: bytes, random: Callable[[int], bytes]) -> None:
        self._cipher, self._random = AESGCM(key), random
        self._marks = hmac.digest(key, b"houserules identity marks", "sha256")

    def mark(self, *texts: str) -> str:
        """Return a digest of some details that nobody can compute or try out without the key."""
        return hmac.digest(self._marks, dumps(texts).encode(), "sha256").hex()

    def seal(self, key: str, identity: Identity) -> bytes:
        """Seal an identity for the person with a key; nobody else's record opens with it."""
        nonce = self._random(_NONCE_SIZE)
        text = dumps(to_data(identity), sort_keys=True, separators=(",", ":")).encode()
        return nonce + self._cipher.encrypt(nonce, text, key.encode())

    def open(self, key: str, sealed: bytes) -> Identity | None:
        """Open a sealed identity; None: it was sealed with another key, or changed."""
        nonce, text = sealed[:_NONCE_SIZE], sealed[_NONCE_SIZE:]
        try:
            opened = self._cipher.decrypt(nonce, text, key.encode())
        except InvalidTag:
            return None
        return from_data(Identity, loads(opened))


def digest_of(sealed: bytes) -> str:
    """Return the digest under which the journal records a sealed identity."""
    return sha256(sealed).hexdigest()
