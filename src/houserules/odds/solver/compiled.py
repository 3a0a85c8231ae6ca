"""How kernels are compiled: Numba, cached on disk, IEEE arithmetic as written.

With NUMBA_DISABLE_JIT=1 the same functions run as plain Python, for small shoes.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: Final[Any] = {
    "cache": True,
    "fastmath": False,
    "error_model": "numpy",
    # Kernels allocate nothing: counting who holds which array made them several times slower.
    "_nrt": False,
}


@cache
def _all_sources() -> str:
    """Return a digest of everything that may be compiled into a kernel: all of `houserules.odds`."""
    return digest_of(Path(str(files("houserules.odds"))))


def digest_of(folder: Path) -> str:
    """Return a digest of the modules in a folder and below it, with their paths."""
    digest = sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def kernel(function: F) -> F:
    """Compile a function on its first call; no fast-math: the same digits everywhere."""
    return cast(F, _stamp_cache(numba.njit(**_OPTIONS)(function)))


def inline_kernel(function: F) -> F:
    """Compile a small function into every kernel that calls it."""
    return cast(F, _stamp_cache(numba.njit(forceinline=True, **_OPTIONS)(function)))


def _stamp_cache(made: Any) -> Any:
    """Stamp what is kept on disk with all sources: Numba would look at the function's own file.

    The stamp is part of Numba's version too: Numba compares that before it unpickles the rest of an
    index, which fails if a class named in it is gone.
    """
    on_disk = getattr(getattr(made, "_cache", None), "_cache_file", None)
    if on_disk is not None:
        on_disk._source_stamp = _all_sources()
        on_disk._version = f"{on_disk._version} {_all_sources()}"
    return made
