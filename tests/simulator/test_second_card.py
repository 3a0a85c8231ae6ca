"""New Zealand's dealer always takes a second card; the others only where it can decide something."""

import pytest

from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.simulator import BoxBettor, pack, play_out
from houserules.simulator.strategy_sources import mimic_the_dealer

NZ = "nz-pontoon"


@pytest.mark.clause(NZ, "8.5")
@pytest.mark.clause(NZ, "14.4")
@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize(
    ("cards", "needed"),
    [
        ("As 6c Kd 9h 5s", 3),  # a natural is paid at once
        ("6s 6c 6h 4d Qc 9h 5s", 5),  # bust: 6, 6, 4, Q
        ("6s 6c 6h 4d 5c 9h 5s", 5),  # 21
    ],
)
def test_nothing_is_left_to_decide(name: str, cards: str, needed: int) -> None:
    rules = rulebook(name)
    played = play_out(rules, cards, [BoxBettor(mimic_the_dealer(pack(rules)))])
    assert played.used == needed + (name == NZ)


@pytest.mark.clause(NZ, "14.4")
def test_no_third_card_is_dealt_for_nothing() -> None:
    """Two twos: a dealer who shows a 4 has the same total, and draws to it."""
    rules = rulebook(NZ)
    played = play_out(rules, "As 2c Kd 2h 5s 9c", [BoxBettor(mimic_the_dealer(pack(rules)))])
    assert played.used == 4
