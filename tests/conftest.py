"""What every test may use."""

import gc
import os

import pytest


def pytest_collection_finish() -> None:
    """Leave thousands of collected tests, which stay to the end, to the collector no more."""
    gc.freeze()


@pytest.fixture(scope="session")
def rounds() -> int:
    """How many random rounds a rulebook gets; `make full` asks for 100,000."""
    return int(os.environ.get("HOUSERULES_ROUNDS", "400"))
