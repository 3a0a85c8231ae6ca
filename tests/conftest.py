"""What every test may use."""

import os

import pytest


@pytest.fixture(scope="session")
def rounds() -> int:
    """How many random rounds a rulebook gets; `make full` asks for 100,000."""
    return int(os.environ.get("HOUSERULES_ROUNDS", "400"))
