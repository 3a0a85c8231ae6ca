"""How kernels are compiled: Numba, cached on disk, IEEE arithmetic as written.

With NUMBA_DISABLE_JIT=1 the same functions run as plain Python, for small shoes.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function on its first call; no fast-math: the same digits everywhere."""
    compiled: Any = numba.njit(cache=True, fastmath=False, error_model="numpy")(function)
    return cast(F, compiled)
