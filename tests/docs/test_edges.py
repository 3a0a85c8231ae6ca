"""The page of edges says what the solver says."""

import re
from pathlib import Path

import pytest
from tools.edges import PAGE, WAGERS, games

from houserules.odds import solve
from houserules.rulebook.loader import RULEBOOKS, rulebook

_ROW = re.compile(r"^\| (\d+) \| (.*?) \| \$([\d.]+) \| (-?[\d.]+)% \|", re.M)


def listed(name: str) -> list[tuple[str, ...]]:
    """Return the rows of a rulebook: decks, options, wager, edge in per cent."""
    text = Path(PAGE).read_text("utf-8").split(f"\n## {name}\n")[1].split("\n## ")[0]
    return _ROW.findall(text)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_game_is_listed(name: str) -> None:
    assert len(listed(name)) == len(WAGERS) * len(list(games(rulebook(name))))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_first_and_the_last_game_have_the_listed_edge(name: str) -> None:
    rows, every = listed(name), [rules for _, rules in games(rulebook(name))]
    for rules, wager, row in ((every[0], WAGERS[0], rows[0]), (every[-1], WAGERS[-1], rows[-1])):
        assert f"{solve(rules, wager=wager).house_edge:.8%}" == f"{row[3]}%"
