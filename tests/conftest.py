"""What every test may use."""

import gc
import os

import pytest

pytest_plugins = ["clause_selection"]


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking thousands of collected tests again and again."""
    gc.freeze()


@pytest.fixture(scope="session")
def rounds() -> int:
    """How many random rounds each rulebook plays; `make full` asks for 100,000."""
    return int(os.environ.get("HOUSERULES_ROUNDS", "400"))
