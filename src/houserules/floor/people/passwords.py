"""Passwords: requirements, and argon2id hashes computed in separate threads."""

import asyncio
import base64
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from zxcvbn import zxcvbn  # type: ignore[import-untyped]

from houserules.core.people import handle_key
from houserules.floor.denial import Denied
from houserules.floor.people.handles import Handle
from houserules.floor.people.vault import VaultError

SHORTEST: Final = 10
LONGEST: Final = 256
_LOOKED_AT: Final = 40  # characters; more would not be harder to guess
_HARD: Final = 3  # of 4: about 10^8 guesses
_OURS: Final = ("houserules", "pontoon", "pinkjack", "blackjack", "casino")
_THREADS: Final = 2  # a hash takes 64 MiB: too many at once would exhaust memory
_SALT_BYTES: Final = 16

Answer = TypeVar("Answer")


def why_not_password(password: str, handle: Handle) -> Denied | None:
    """Refuse a password that is too short, too long or easy to guess."""
    text = unicodedata.normalize("NFKC", password)
    if len(text) < SHORTEST:
        return Denied("password.short", f"A password has at least {SHORTEST} characters.")
    if len(text) > LONGEST:
        return Denied("password.long", f"A password has at most {LONGEST} characters.")
    if handle_key(text) == handle.key:
        return Denied("password.weak", "Your name is not a password.")
    known = (handle.shown, handle.key, *_OURS)
    guessed = zxcvbn(text[:_LOOKED_AT], user_inputs=known)
    if guessed["score"] >= _HARD:
        return None
    warning = guessed["feedback"]["warning"] or "This password is easy to guess."
    return Denied("password.weak", f"{warning} Choose another, or add a few words.")


def one_time_password(random: Callable[[int], bytes]) -> str:
    """Draw an 80-bit password in four groups of letters that are easy to type."""
    letters = base64.b32encode(random(10)).decode("ascii").lower()
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


class Hasher:
    """Hashes and verifies passwords; an unknown handle takes as long as a known one."""

    def __init__(
        self, hasher: PasswordHasher, *, random: Callable[[int], bytes], waiting: int
    ) -> None:
        self._hasher = hasher
        self._random = random
        self._most = waiting
        self._waiting = 0
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="passwords")
        self._nobodys = hasher.hash(b"", salt=random(_SALT_BYTES))

    @property
    def is_busy(self) -> bool:
        """Whether too many passwords are waiting to be hashed."""
        return self._waiting >= self._most

    async def hash(self, password: str) -> str:
        salt = self._random(_SALT_BYTES)
        return await self._run(lambda: self._hasher.hash(_bytes(password), salt=salt))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether a password matches a hash; without a hash, do the same work and return False."""
        known = self._nobodys if stored is None else stored
        return await self._run(lambda: self._verify(known, password)) and stored is not None

    def is_outdated(self, stored: str) -> bool:
        """Whether the hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=True)

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, _bytes(password))
        except VerifyMismatchError:
            return False
        except (InvalidHashError, VerificationError):
            raise VaultError("the hash of a password") from None

    async def _run(self, work: Callable[[], Answer]) -> Answer:
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _bytes(password: str) -> bytes:
    """Normalise, so that the same characters typed on different machines match."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
