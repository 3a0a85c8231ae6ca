"""What the tests of the simulator share."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest

from houserules.simulator import game_setup
from houserules.simulator.bettors import Rungs
from houserules.simulator.lookup_tables import Built, align_rows, build
from houserules.simulator.payouts import Payments


@pytest.fixture(scope="session", autouse=True)
def _built_once() -> Iterator[None]:
    """Keep the tables of a game that several tests play: to build them takes most of their time."""
    kept = lru_cache(maxsize=40)(build)

    def built(payments: Payments, rungs: Rungs, *, alone: bool) -> Built:
        if any(each.counting for each in rungs[0]):
            return build(payments, rungs, alone=alone)
        found = kept(payments, rungs, alone=alone)
        return replace(found, tables=align_rows(found.tables))  # a game writes its equipment in

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_setup, "build", built)
        yield
