"""What the tests of the commands share."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer.testing
from typer.main import get_command

from cli.journals import write_night
from cli.sessions import Stacker, stacker


@pytest.fixture(scope="session", autouse=True)
def _put_together_once() -> Iterator[None]:
    """Keep the command line that typer puts together: to make it again at every call took a sixth of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", cache(get_command))
        yield


@pytest.fixture(scope="session")
def night_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with rounds at two tables; a test that damages it takes a copy."""
    return write_night(tmp_path_factory.mktemp("night") / "night.db")


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Stacker:
    """Put cards on top of the shoe at every shuffle; where a rulebook burns one, it is the first."""
    return stacker(monkeypatch)


def of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all workers of this run share, and no other run does."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep solved games in a folder of this run, where all tests of the commands find them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(of_this_run(tmp_path_factory) / "kept"))
        yield


@pytest.fixture(scope="session")
def kernels() -> Iterator[None]:
    """Compile what a simulation may run."""
    from tools.compile_kernels import compile_simulator

    from houserules.analysis import simulation_run

    compile_simulator()
    with pytest.MonkeyPatch.context() as patch:
        # Another process may be writing to the disk what is compiled here already.
        patch.setattr(simulation_run, "is_compiled", lambda game: True)
        yield
