"""How the interpreter runs a server: set once, when the tables are loaded."""

import gc
from typing import Final

_YOUNG: Final = 20_000
_MIDDLE, _OLD = 20, 100


def collect_seldom() -> None:
    """Look for garbage seldom: tables are none, and looking through them took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
