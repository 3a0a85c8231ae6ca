"""Passwords: what is asked of them, and their argon2id hashes, computed in threads of their own."""

import asyncio
import base64
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from zxcvbn import zxcvbn  # type: ignore[import-untyped]

from houserules.floor.denial import Denied
from houserules.floor.people.handles import Handle, key_of
from houserules.floor.people.vault import VaultError

SHORTEST: Final = 10
LONGEST: Final = 256
_LOOKED_AT: Final = 40  # characters: what is hard to guess by then does not get easier
_HARD: Final = 3  # of 4, which is to say 10^8 guesses
_OURS: Final = ("houserules", "pontoon", "pinkjack", "blackjack", "casino")
_THREADS: Final = 2  # a hash takes 64 MiB: many at once would be an attack on ourselves
_SALT_BYTES: Final = 16

Answer = TypeVar("Answer")


def why_not_password(password: str, handle: Handle) -> Denied | None:
    """Whether a password may be chosen."""
    text = unicodedata.normalize("NFKC", password)
    if len(text) < SHORTEST:
        return Denied("password.short", f"A password has at least {SHORTEST} characters.")
    if len(text) > LONGEST:
        return Denied("password.long", f"A password has at most {LONGEST} characters.")
    if key_of(text) == handle.key:
        return Denied("password.weak", "Your name is not a password.")
    known = (handle.shown, handle.key, *_OURS)
    guessed = zxcvbn(text[:_LOOKED_AT], user_inputs=known)
    if guessed["score"] >= _HARD:
        return None
    warning = guessed["feedback"]["warning"] or "This password is easy to guess."
    return Denied("password.weak", f"{warning} Choose another, or add a few words.")


def one_time_password(random: Callable[[int], bytes]) -> str:
    """Draw a password of 80 bits in four groups of letters that are easy to type."""
    letters = base64.b32encode(random(10)).decode("ascii").lower()
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


class Hasher:
    """Hashes and verifies; an unknown person's password takes as long as a known one's."""

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
        """Whether so many passwords wait that another should not join them."""
        return self._waiting >= self._most

    async def hash(self, password: str) -> str:
        """Return the hash to be kept."""
        salt = self._random(_SALT_BYTES)
        return await self._do(lambda: self._hasher.hash(_bytes(password), salt=salt))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether it is the password of that hash; None: nobody's, after as much work."""
        known = self._nobodys if kept is None else kept
        return await self._do(lambda: self._verify(known, password)) and kept is not None

    def is_outdated(self, kept: str) -> bool:
        """Whether the hash was made with other parameters than are used now."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=True)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _bytes(password))
        except VerifyMismatchError:
            return False
        except (InvalidHashError, VerificationError):
            raise VaultError("the hash of a password") from None

    async def _do(self, work: Callable[[], Answer]) -> Answer:
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _bytes(password: str) -> bytes:
    """The same characters typed on different machines are the same password."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
