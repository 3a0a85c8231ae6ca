"""How often what is random is repeated: little by default, much in `make full` and `make prove`."""

import os
from typing import TypeVar

_T = TypeVar("_T")
FULL = "HOUSERULES_FULL" in os.environ


def repetitions(few: _T, many: _T) -> _T:
    """Return the number for this run."""
    return many if FULL else few
