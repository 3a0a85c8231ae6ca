"""Seals: keyed checksums of values in the vault, which reveal changes.

The key is derived from the key that signs checkpoints, which is in the vault too. So a seal reveals
accidents and clumsy tampering, but does not stop an intruder who can read the whole database.
"""

import hmac
from typing import Final

from houserules.journal.canonical import canonical
from houserules.journal.errors import DamagedError, Finding

SIGNING_KEY: Final = ("signing-key", "checkpoints")
"""Kind and key under which the vault keeps the signing key."""
_LABEL: Final = b"houserules/vault-seal-1"


class Seals:
    """The seals of one journal; without a key nothing is sealed."""

    def __init__(self, journal: str) -> None:
        self._journal = journal
        self._key: bytes | None = None
        self.required = False  # whether every value must have one

    def use(self, signing_key: bytes) -> None:
        """Use a key derived from the signing key."""
        self._key = hmac.digest(signing_key, _LABEL, "sha256")

    @property
    def has_key(self) -> bool:
        """Whether values can be sealed."""
        return self._key is not None

    def of(self, kind: str, key: str, value: bytes | None) -> bytes | None:
        """Return the seal of a value; None: there is no value, or no key yet."""
        if self._key is None or value is None:
            return None
        name = canonical([self._journal, kind, key]).encode()
        return hmac.digest(self._key, b"%s\n%s\n%s" % (_LABEL, name, value), "sha256")

    def finding(self, kind: str, key: str, value: object, seal: object) -> Finding | None:
        """Return what is wrong with a stored value; None: nothing."""
        if not self.required:
            return None
        if isinstance(value, bytes) and isinstance(seal, bytes):
            expected = self.of(kind, key, value)
            if expected is not None and hmac.compare_digest(expected, seal):
                return None
        why = "it has no checksum" if seal is None else "its checksum is not that of its value"
        return Finding("vault", f"vault/{kind}", None, f"{key}: {why}")

    def check(self, kind: str, key: str, value: object, seal: object) -> None:
        """Refuse a value that was changed; raises DamagedError."""
        if finding := self.finding(kind, key, value, seal):
            raise DamagedError((finding,))
