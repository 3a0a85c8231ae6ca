"""The four styles of play: what each wagers, by hand, on chips of which the answer can be seen."""

from typing import Any

import numpy as np
import pytest

from houserules.simulator.tournament import layout as at
from houserules.simulator.tournament.layout import NOT_YET, STYLES
from houserules.simulator.tournament.styles import CLOSING_ROUNDS, choose_entry, rival_of

MINIMUM, MAXIMUM = 25, 500


def seats(
    *chips: int, passes: int = 0, forms: int = 0, wagers: dict[int, int] | None = None
) -> Any:
    rows = np.zeros((len(chips), at.SEAT), dtype=np.int64)
    rows[:, at.CHIPS], rows[:, at.IS_IN] = chips, [each > 0 for each in chips]
    rows[:, at.PASS_CARDS], rows[:, at.FORMS], rows[:, at.WAGER] = passes, forms, NOT_YET
    for row, wager in (wagers or {}).items():
        rows[row, at.WAGER] = wager
    return rows


def entry(style: str, rows: Any, *, left: int, aim: int = 1, luck: tuple[int, int] = (0, 0)) -> Any:
    """Return what the first player enters."""
    rows[0, at.STYLE] = STYLES.index(style)
    return choose_entry(rows, 0, len(rows), 0, MINIMUM, MAXIMUM, left, aim, *luck)


def test_the_rival_is_whom_one_has_to_pass() -> None:
    rows = seats(100, 300, 200, 400, 0)
    assert rival_of(rows, 0, 5, 0, 1) == 3
    assert rival_of(rows, 0, 5, 0, 2) == 1
    assert rival_of(rows, 0, 5, 0, 3) == 2
    assert rival_of(rows, 0, 5, 0, 4) == NOT_YET  # all the others may go on
    assert rival_of(rows, 0, 5, 3, 1) == 1
    assert rival_of(seats(100, 200, 200), 0, 3, 0, 1) == 1  # of two alike the first


@pytest.mark.parametrize(
    ("chips", "left", "wager"),
    [
        ((1000, 1100), 2, 25),  # not the last round
        ((1101, 1100), 1, 25),  # ahead
        ((1100, 1100), 1, 25),  # level: the least that passes is the minimum
        ((1000, 1100), 1, 125),  # 100 would only draw level
        ((1001, 1100), 1, 100),
        ((1000, 1499), 1, 500),
        ((1000, 1500), 1, 500),  # out of reach: all that is allowed
        ((140, 1000), 1, 125),  # all, in units of the minimum
    ],
)
def test_steady(chips: tuple[int, ...], left: int, wager: int) -> None:
    assert entry("steady", seats(*chips), left=left) == (wager, 0)


@pytest.mark.parametrize(
    ("chips", "wager"),
    [
        ((1000, 1000), 500),
        ((1500, 1000), 500),  # one maximum wager ahead is not enough
        ((1501, 1000), 25),
        ((130, 1000), 125),
    ],
)
@pytest.mark.parametrize("left", [1, 9])
def test_aggressive(chips: tuple[int, ...], wager: int, left: int) -> None:
    assert entry("aggressive", seats(*chips), left=left) == (wager, 0)


@pytest.mark.parametrize(
    ("chips", "seen", "left", "wager"),
    [
        ((1000, 1100), NOT_YET, CLOSING_ROUNDS + 1, 25),
        ((1000, 1100), NOT_YET, CLOSING_ROUNDS, 150),  # beats 1100 + 25 as well
        ((1000, 1100), 200, 1, 325),  # beats 1100 + 200
        ((1000, 1300), 400, 1, 325),  # cannot beat 1700: enough to beat 1300
        ((1000, 900), 300, 1, 300),  # ahead: as the rival
        ((1000, 900), 0, 1, 25),  # who has passed
        ((1000, 900), NOT_YET, 1, 425),  # more than 900 + 500 - 1000
        ((1400, 900), NOT_YET, 1, 25),  # level even if the rival wins 500: one more is enough
        ((1401, 900), NOT_YET, 1, 25),  # out of the rival's reach
    ],
)
def test_tactical(chips: tuple[int, int], seen: int, left: int, wager: int) -> None:
    assert entry("tactical", seats(*chips, wagers={1: seen}), left=left) == (wager, 0)


@pytest.mark.parametrize("style", ["steady", "aggressive", "tactical"])
def test_pass_cards_are_for_the_last_rounds_of_whoever_is_ahead(style: str) -> None:
    ahead = (5000, 1000)
    assert entry(style, seats(*ahead, passes=2), left=3) == (25, 0)
    assert entry(style, seats(*ahead, passes=2), left=2) == (0, 0)
    assert entry(style, seats(*ahead, passes=1), left=1) == (0, 0)
    assert entry(style, seats(1000, 1400, passes=2), left=1) != (0, 0)


@pytest.mark.parametrize("style", ["steady", "aggressive", "tactical"])
def test_a_form_hides_the_wager_of_the_last_round(style: str) -> None:
    wager, form = entry(style, seats(1000, 1200, forms=1), left=1)
    assert (wager, form) == (0, entry(style, seats(1000, 1200), left=1)[0])
    assert entry(style, seats(1000, 1200, forms=1), left=2)[1] == 0
    assert entry(style, seats(5000, 1200, forms=1), left=1) == (25, 0)


def test_random() -> None:
    most = (1 << 31) - 1
    fifth = (1 << 31) // 2  # neither a pass card nor a form
    assert entry("random", seats(1000, 1000), left=5, luck=(0, fifth)) == (25, 0)
    assert entry("random", seats(1000, 1000), left=5, luck=(most, fifth)) == (500, 0)
    assert entry("random", seats(130, 1000), left=5, luck=(most, fifth)) == (125, 0)
    assert entry("random", seats(1000, 1000), left=5, luck=(0, 0)) == (25, 0)
    assert entry("random", seats(1000, 1000, passes=1), left=5, luck=(0, 0)) == (0, 0)
    second = (1 << 31) // 10 + 1
    assert entry("random", seats(1000, 1000, forms=1), left=5, luck=(most, second)) == (0, 500)
