"""Files that are complete or not there, whenever the process or the power dies."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

PART: Final = ".part"
"""How the name of a file ends while it is being written."""


def write_durably(file: Path, data: bytes) -> None:
    """Write a new file that only its owner may read."""
    make_durably(file, lambda stream: stream.write(data))


def make_durably(file: Path, fill: Callable[[BinaryIO], object]) -> None:
    """Fill a file under another name, sync it, and give it its name; if that fails nothing is left."""
    part = file.with_name(file.name + PART)
    try:
        opened = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(opened, "wb") as stream:
            fill(stream)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(file)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new name in it survives a power failure."""
    with suppress(OSError):  # not possible on every system
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
