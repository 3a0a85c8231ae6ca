"""How the interpreter runs a server: its event loop, and how often it looks for garbage."""

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
    """Look for garbage seldom: tables are none, and looking through them took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
