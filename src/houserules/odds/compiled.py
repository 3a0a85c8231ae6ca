"""How kernels are compiled: Numba, cached on disk, IEEE arithmetic as written.

With NUMBA_DISABLE_JIT=1 the same functions run as plain Python, for small shoes.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


@cache
def _all_sources() -> str:
    """Give one number for everything that may be compiled into a kernel: this package's modules."""
    modules = sorted(files("houserules.odds").iterdir(), key=lambda file: file.name)
    texts = [file.read_bytes() for file in modules if file.name.endswith(".py")]
    return sha256(b"".join(texts)).hexdigest()


def kernel(function: F) -> F:
    """Compile a function on its first call; no fast-math: the same digits everywhere."""
    made: Any = numba.njit(cache=True, fastmath=False, error_model="numpy")(function)
    on_disk = getattr(getattr(made, "_cache", None), "_cache_file", None)
    if on_disk is not None:  # Numba would look at the function's own file only
        on_disk._source_stamp = _all_sources()
    return cast(F, made)
