"""Keys in files: 64 hexadecimal digits, readable by their owner only, made when they are first needed."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from houserules.journal.errors import KeyFileError

KEY_SIZE: Final = 32
"""Bytes of a key."""
_DIGITS: Final = f"{2 * KEY_SIZE} hexadecimal digits"


def read_key(file: Path, make: Callable[[int], bytes] | None = None) -> bytes:
    """Read a key file; `make` a new key if there is no such file. Raises KeyFileError."""
    try:
        if make is not None and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):  # another process has just made it
                _write(file, make(KEY_SIZE))
        return parse_key(str(file), file.read_text("ascii"))
    except OSError as error:
        raise KeyFileError(f"{file}: cannot be used: {error.strerror}") from None
    except UnicodeDecodeError:
        raise KeyFileError(f"{file}: is not a key: {_DIGITS}") from None


def _write(file: Path, key: bytes) -> None:
    made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(made, "w") as writer:
        writer.write(key.hex() + "\n")
        writer.flush()
        os.fsync(made)


def parse_key(name: str, text: str) -> bytes:
    """Read a key as it is written; raises KeyFileError."""
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_SIZE:
        raise KeyFileError(f"{name}: is not a key: {_DIGITS}")
    return key
