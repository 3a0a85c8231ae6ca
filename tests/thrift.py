"""How much of what is repeated at random: little by default, much in `make full` and `make prove`."""

import os
from typing import TypeVar

_T = TypeVar("_T")
FULL = "HOUSERULES_FULL" in os.environ


def some(few: _T, many: _T) -> _T:
    """Give the amount for this run."""
    return many if FULL else few
