"""The interpreter's settings for a server: its event loop and garbage collection."""

import asyncio
import gc
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

Answer = TypeVar("Answer")

_YOUNG: Final = 20_000
_MIDDLE, _OLD = 20, 100


def run(server: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a server to its end, on the quicker event loop where there is one."""
    try:
        import uvloop  # noqa: PLC0415  # not for every system
    except ImportError:
        return asyncio.run(server)
    return uvloop.run(server)


def collect_garbage_rarely() -> None:
    """Collect garbage rarely: tables live long, and scanning them took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
