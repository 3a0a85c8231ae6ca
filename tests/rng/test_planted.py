"""Every test of the suite catches a fault that was planted, and every fault is caught."""

from functools import cache
from itertools import islice

import pytest

from houserules.core.cards import deck
from houserules.rng.planted_faults import PLANTED
from houserules.rng.suite import SuiteVerdict, run
from rng.shuffles import Seeded, shuffles

SHOE = deck(tens=False) * 4
SHUFFLES = 1000

CAUGHT_BY = {  # what each test is for, at least
    "card-position": ["modulo", "swap-any", "unmoved", "stuck-top", "riffle", "small-seed"],
    "face-position": ["stuck-top", "unmoved", "clumps"],
    "region": ["modulo", "swap-any", "riffle"],
    "unmoved": ["sattolo", "unmoved", "stuck-top"],
    "repeated": ["repeated", "unmoved", "small-seed"],
    "followed": ["riffle", "clumps"],
    "face-after-face": ["riffle", "clumps"],
    "rank-after-rank": ["riffle", "clumps"],
    "colour-runs": ["clumps", "small-seed"],
    "rising-runs": ["riffle", "clumps"],
    "perfect-pair": ["clumps"],
    "coloured-pair": ["clumps", "riffle"],
    "mixed-pair": ["clumps", "riffle"],
    "natural": ["clumps"],
    "6-7-8": ["clumps"],
    "6-7-8-suited": ["clumps"],
    "6-7-8-spades": ["clumps"],
    "7-7-7": ["clumps"],
    "7-7-7-suited": ["loaded"],
    "7-7-7-spades": ["loaded"],
}


@cache
def verdict(fault: str) -> SuiteVerdict:
    return run(SHOE, shuffles(SHOE, SHUFFLES, seed=4, fault=fault))


def failing(fault: str) -> set[str]:
    return {each.finding.test for each in verdict(fault).judged if each.fails}


def test_the_same_number_of_fair_shuffles_passes() -> None:
    assert verdict("").passed


def test_every_test_of_the_suite_is_shown_at_work() -> None:
    assert {each.finding.test for each in verdict("").judged} == set(CAUGHT_BY)


@pytest.mark.parametrize(
    ("test", "fault"), [(test, fault) for test, faults in CAUGHT_BY.items() for fault in faults]
)
def test_a_test_catches_the_fault_that_it_is_for(test: str, fault: str) -> None:
    assert test in failing(fault)


@pytest.mark.parametrize("fault", PLANTED)
def test_every_fault_is_caught(fault: str) -> None:
    assert not verdict(fault).passed


def test_a_lost_card_is_caught_by_counting_the_cards() -> None:
    assert 50 < verdict("lost-card").altered < 150


@pytest.mark.parametrize("fault", [fault for fault in PLANTED if fault != "lost-card"])
def test_the_other_faults_keep_every_card(fault: str) -> None:
    assert verdict(fault).altered == 0


def test_a_loaded_shoe_is_seen_by_the_sevens_alone() -> None:
    assert failing("loaded") <= {"7-7-7", "7-7-7-suited", "7-7-7-spades", "perfect-pair"}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_fault_says_what_it_is(fault: str) -> None:
    says = PLANTED[fault].__doc__ or ""
    assert says.endswith(".") and "\n" not in says
    assert len(list(islice(PLANTED[fault](SHOE, Seeded(1)), 3))) == 3
