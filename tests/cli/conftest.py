"""What the tests of the commands share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.journals import write_night
from cli.sessions import Stacker, stacker


@pytest.fixture(scope="session")
def night_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with rounds at two tables; a test that damages it takes a copy."""
    return write_night(tmp_path_factory.mktemp("night") / "night.db")


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Stacker:
    """Put cards on top of the shoe at every shuffle; where a rulebook burns one, it is the first."""
    return stacker(monkeypatch)


@pytest.fixture(scope="session")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compile what a simulation may run, and keep its strategies in a folder of the tests."""
    from houserules.cli import simulate_course
    from houserules.rulebook.loading import rulebook
    from houserules.simulator import (
        Bettor,
        Counting,
        Fresh,
        Shoe,
        game,
        mimic_the_dealer,
        pack,
        run_batch,
        sessions,
    )

    rules = rulebook("nsw-pontoon-2024")
    strategy = mimic_the_dealer(pack(rules))
    count = Counting((1, *[0] * 11, -1), {-10: 1})
    plain = game(rules, [Bettor(strategy)], equipment=Fresh(), plain=True)
    for each in (
        game(rules, [Bettor(strategy)], equipment=Fresh()),
        plain,
        game(rules, [Bettor(strategy, counting=count)], equipment=Shoe()),
    ):
        run_batch(each, 1, 0, rounds=8)
    sessions(plain, number=1, rounds=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("kept")))
        # Another process may be writing to the disk what is compiled here already.
        patch.setattr(simulate_course, "is_compiled", lambda game: True)
        yield
