"""Strategies and tables kept on disk: what was solved once need not be solved again.

They lie in the user's folder for such things, under a name made of the game and of all our sources.
What cannot be read or written is made as if there were no such folder.
"""

import os
import pickle
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")

_ENDING: Final = ".kept"
_MOST: Final = 100
"""Files that are kept; the oldest go."""
_PACKAGES: Final = ("houserules.odds", "houserules.simulator", "houserules.cli")


def kept(key: object, make: Callable[[], T]) -> T:
    """Return what was made for a key before, or make it and keep it."""
    place = folder() / f"{_digest(key)}{_ENDING}"
    try:
        with place.open("rb") as stream:
            found: T = pickle.load(stream)
            return found
    except Exception:  # whatever is wrong with it, it is made again
        pass
    made = make()
    _keep(place, made)
    return made


def folder() -> Path:
    """Return the folder that they are kept in."""
    named = os.environ.get("XDG_CACHE_HOME")
    return (Path(named) if named else Path.home() / ".cache") / "houserules"


def _keep(place: Path, made: object) -> None:
    """Write all of it or nothing."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_suffix(f".{os.getpid()}")
        part.write_bytes(pickle.dumps(made))
        part.replace(place)
        there = sorted(place.parent.glob(f"*{_ENDING}"), key=lambda file: file.stat().st_mtime)
        for old in there[:-_MOST]:
            old.unlink()
    except OSError:
        pass


def _digest(key: object) -> str:
    return sha256(f"{_sources()} {key!r}".encode()).hexdigest()[:32]


@cache
def _sources() -> str:
    """Return a digest of everything that they are made by, in subfolders too."""
    digest = sha256()
    for package in _PACKAGES:
        folder = Path(str(files(package)))
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()
