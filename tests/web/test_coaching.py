"""What the coach's worker values: surrender and insurance only while they are offered."""

import pytest

from houserules.floor.tables.settings import Setting
from houserules.web.odds_worker import coach

SIXTEEN = {"cards": "9s 7h", "upcard": "Ad", "seen": "", "wager": 2500, "split": None}
SETTING = Setting("t", "t", "nsw-pontoon-2024")


def test_insurance_goes_by_the_cards_that_are_left() -> None:
    advice = coach(SETTING, {**SIXTEEN, "offers": True})
    assert advice["values"]["surrender"] is not None
    tens, left = 8 * 12, 8 * 48 - 3
    assert advice["insurance"] == pytest.approx(3 * tens / left - 1)
    fewer = coach(SETTING, {**SIXTEEN, "seen": "Ks Kh", "offers": True})
    assert fewer["insurance"] == pytest.approx(3 * (tens - 2) / (left - 2) - 1)


def test_who_plays_on_is_not_told_to_surrender() -> None:
    advice = coach(SETTING, {**SIXTEEN, "offers": False})
    assert (advice["values"]["surrender"], advice["insurance"]) == (None, None)
    assert advice["best"] == "hit"
