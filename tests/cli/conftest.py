"""What the tests of the commands share."""

import pytest

from cli.sessions import Stacker, stacker


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Stacker:
    """Put cards on top of the shoe at every shuffle; where a rulebook burns one, it is the first."""
    return stacker(monkeypatch)
