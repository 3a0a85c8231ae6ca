"""The same code with the compiler off gives the same digits: those written down here."""

import json
import os
import subprocess
import sys
from functools import partial
from typing import Any

import pytest

from houserules.core.codec import to_data
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.simulator import (
    BoxBettor,
    CardShoe,
    Counting,
    FullShoe,
    ShufflingDevice,
    pack,
    rough_chart,
    simulate,
)
from houserules.simulator.compiled import DISABLED
from repetitions import repetitions

HI_LO = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1)
WRITTEN = {
    "nsw-pontoon-2024": (-58, 4662),
    "nsw-pontoon-6to5-2017": (-395, 113715),
    "nz-pontoon": (-25, 4953),
    "nsw-pinkjack-2016": (-25, 1467),
}


def runs() -> list[dict[str, Any]]:
    """Play with every equipment: two of them a rulebook in the short run, in turn."""
    results = []
    for number, name in enumerate(RULEBOOKS):
        rules, strategy = rulebook(name), rough_chart(pack(rulebook(name)))
        counts = BoxBettor(strategy, counting=Counting(HI_LO, {-1: 1, 0: 0, 1: 3}))
        ways = (
            partial(simulate, rules, strategy, rounds=200, seed=11, equipment=FullShoe()),
            partial(simulate, rules, strategy, rounds=120, seed=11, equipment=CardShoe(0.7)),
            partial(simulate, rules, strategy, rounds=60, boxes=3, equipment=ShufflingDevice()),
            partial(simulate, rules, [counts], rounds=120, equipment=CardShoe(0.7)),
        )
        results += [
            way() for way in ways[number % 2 :: 2] + repetitions((), ways[1 - number % 2 :: 2])
        ]
    return [to_data(result) for result in results]


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_with_and_without() -> None:
    code = (
        "import json; from simulator.test_without_compiler import runs; print(json.dumps(runs()))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(plain.stdout) == json.loads(json.dumps(runs()))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_digits_stay(name: str) -> None:
    """Another sequence of numbers is a change that users notice: change these on purpose."""
    rules = rulebook(name)
    result = simulate(rules, rough_chart(pack(rules)), rounds=1000, seed=11)
    assert (result.total, result.squares) == WRITTEN[name]
