"""What every test may use."""

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine must not fail a test: nothing here depends on how long it takes.
settings.register_profile("houserules", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("houserules")

pytest_plugins = ["clause_selection"]


_MEMORY = Path("/dev/shm")
if (
    "TMPDIR" not in os.environ
    and os.access(_MEMORY, os.W_OK)
    and shutil.disk_usage(_MEMORY).free >= 2**30
):
    # No test takes the machine's power away, so no commit needs to wait for a disk.
    os.environ["TMPDIR"] = str(_MEMORY)
    tempfile.tempdir = None

gc.disable()  # while thousands of tests are collected


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking the collected tests again and again."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def rounds() -> int:
    """How many random rounds each rulebook plays; `make full` asks for 100,000."""
    return int(os.environ.get("HOUSERULES_ROUNDS", "400"))
