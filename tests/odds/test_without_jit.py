"""The kernels are ordinary Python: with the compiler off they give the same figures."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from houserules.core.cards import cards
from houserules.odds.solved_game import solve
from houserules.odds.solver.shoe import shoe_of
from houserules.rulebook.loader import rulebook

NAMES = ("nsw-pontoon-2024", "nz-pontoon", "nsw-pinkjack-2016")
CARDS = "7s 7s 7h 7h 7d 7d 6s 8s 6h 8h Ks Kd Jd Ad As 9c 9c Qc"
"""Few values, so that plain Python is quick; with splits, naturals of every kind, 6-7-8 and 7-7-7."""


def figures() -> dict[str, dict[str, float]]:
    """Solve the small shoe for each rulebook and give every figure by name."""
    found = {}
    for name in NAMES:
        solved = solve(rulebook(name), shoe=shoe_of(cards(CARDS)))
        found[name] = {
            "house edge": solved.house_edge,
            "standard deviation": solved.standard_deviation,
            **{f"upcard {up}": each.value for up, each in solved.by_upcard.items()},
            **{f"result {kind}": number for kind, number in solved.results.items()},
            **{f"net {net:.9f}": chance for net, chance in solved.distribution.items()},
        }
    return found


def test_same_figures() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, str(Path(__file__))]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    plain, compiled = json.loads(ran.stdout), figures()
    assert plain.pop("compiled") is False
    assert plain.keys() == compiled.keys()
    for name in NAMES:
        assert len(compiled[name]) > 30
        assert plain[name] == pytest.approx(compiled[name], abs=1e-12, rel=0)


if __name__ == "__main__":
    from houserules.odds.solver.action_values import doubled_finish

    print(json.dumps({"compiled": hasattr(doubled_finish, "py_func"), **figures()}))
