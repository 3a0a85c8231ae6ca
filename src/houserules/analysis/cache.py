"""Solved games, strategies and tables on disk, so that nothing is solved twice.

They are in the user's cache folder, under a name made of the key, our version and our sources: a change
of either makes a new file. A file that cannot be read is made again, and one that cannot be written is
left out.
"""

import os
import pickle
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeVar

from houserules.version import __version__

T = TypeVar("T")

_HOUSERULES: Final = Path(__file__).parents[1]
_ENDING: Final = ".pickle"
_MOST: Final = 100
"""Files in the folder; the oldest are deleted."""
_PACKAGES: Final = ("odds", "simulator", "analysis", "rulebook", "core")


def load_or_make(key: object, make: Callable[[], T]) -> T:
    """Return what was made for a key before, or make it and store it."""
    digest = sha256(f"{_sources()} {key!r}".encode()).hexdigest()[:32]
    path = folder() / f"{digest}{_ENDING}"
    try:
        with path.open("rb") as stream:
            stored: T = pickle.load(stream)
            return stored
    except Exception:  # whatever is wrong with it, it is made again
        pass
    made = make()
    _store(path, made)
    return made


def folder() -> Path:
    chosen = os.environ.get("XDG_CACHE_HOME")
    return (Path(chosen) if chosen else Path.home() / ".cache") / "houserules"


def _store(path: Path, made: object) -> None:
    """Write all of it or nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(pickle.dumps(made))
        part.replace(path)
        stored = sorted(path.parent.glob(f"*{_ENDING}"), key=lambda file: file.stat().st_mtime)
        for old in stored[:-_MOST]:
            old.unlink()
    except OSError:
        pass


@cache
def _sources() -> str:
    """Return a digest of every source file that has a part in them, in subfolders too."""
    digest = sha256(__version__.encode())
    for package in _PACKAGES:
        folder = _HOUSERULES / package  # importing it would load NumPy and Numba
        for file in sorted(folder.rglob("*.py")):
            digest.update(
                file.relative_to(_HOUSERULES).as_posix().encode() + b"\0" + file.read_bytes()
            )
    return digest.hexdigest()
