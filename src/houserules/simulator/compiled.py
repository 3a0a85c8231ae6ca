"""The compiler's few lines: two decorators, and numbers that wrap alike with and without it.

Without the compiler (NUMBA_DISABLE_JIT=1) the same functions run as they are written, on Python's
own whole numbers, which `u32` and `u64` cut to size.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numpy as np
from numba import njit
from numba.core import config

F = TypeVar("F", bound=Callable[..., Any])

DISABLED: Final = bool(vars(config)["DISABLE_JIT"])


_OPTIONS: Final[Any] = {
    "nogil": True,
    "cache": True,
    "error_model": "numpy",
    # Kernels allocate nothing. Counting who holds which array, at every call, made them ten times
    # slower, and two threads would count in each other's way.
    "_nrt": False,
}


def compile_kernel(function: F) -> F:
    """Compile a function for threads: without the interpreter's lock, kept on disk, exact."""
    return cast(F, _stamp_cache(njit(**_OPTIONS)(function)))


def inline_kernel(function: F) -> F:
    """Compile a small function into whatever calls it."""
    return cast(F, _stamp_cache(njit(forceinline=True, **_OPTIONS)(function)))


def _stamp_cache(made: Any) -> Any:
    """Stamp what is kept on disk with all of our sources.

    Numba looks at a function's own file alone, and would go on using machine code that has an older
    version of another file compiled into it. The stamp is part of Numba's version too: Numba compares
    that before it unpickles the rest of an index, which fails if a class named in it is gone.
    """
    kept = getattr(getattr(made, "_cache", None), "_cache_file", None)
    if kept is not None:
        kept._source_stamp = sources()
        kept._version = f"{kept._version} {sources()}"
    return made


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether machine code of a function is on disk, so that nothing need be compiled now."""
    kept = getattr(getattr(function, "_cache", None), "_cache_file", None)
    return DISABLED or (kept is not None and bool(kept._load_index()))


@cache
def sources() -> str:
    """Return a digest of all of the simulator's sources, those in subfolders too."""
    return digest_of(Path(__file__).parent)


def digest_of(folder: Path) -> str:
    """Return a digest of the modules in a folder and below it, with their paths."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _cut(bits: int) -> Callable[[Any], int]:
    return lambda number: int(number) & ((1 << bits) - 1)


u32 = cast(Callable[[Any], int], _cut(32) if DISABLED else np.uint32)
u64 = cast(Callable[[Any], int], _cut(64) if DISABLED else np.uint64)
i64 = cast(Callable[[Any], int], int if DISABLED else np.int64)
