"""The promotion checker and a second reading of the documents find the same in the same files."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from houserules.core.record_keys import MalformedRecord
from houserules.promotion.findings import check_promotion
from repetitions import repetitions
from twins.promotion_check import BEGINS, Malformed, check
from twins.random_promotions import random_promotion, random_time, spoil


def found(file: Any, at: str | None = None) -> list[tuple[str, str]] | str:
    """Return what the product finds; messages are its own affair."""
    try:
        findings = check_promotion(file, at)["findings"]
    except MalformedRecord:
        return "malformed"
    assert all(each["message"].strip() for each in findings)
    return [(each["clause"], each["where"]) for each in findings]


def expected(file: Any, at: str | None = None) -> list[tuple[str, str]] | str:
    try:
        return check(file, at)
    except Malformed:
        return "malformed"


@pytest.mark.parametrize("share", range(4))
def test_they_find_the_same_in_random_files(share: int) -> None:
    rng = random.Random(f"promotions {share}")
    seen: Counter[str] = Counter()
    for _ in range(repetitions(400, 20_000)):
        file = random_promotion(rng)
        at = random_time(rng) if rng.random() < 0.5 else None
        outcome = found(file, at)
        assert outcome == expected(file, at), json.dumps([at, file], indent=1)
        assert isinstance(outcome, list)
        seen.update({clause.removeprefix(f"{BEGINS[file['rulebook']]}.") for clause, _ in outcome})
    kinds = {"2", "3", "4", "5.1", "5.4", "6", "7.1", "7.6", "7.11.4(vi)", "8", "9", "9.1", "10"}
    assert {*kinds, "10.1", "11", "12", "13.1"} <= set(seen)


@pytest.mark.parametrize("share", range(4))
def test_they_call_the_same_files_malformed(share: int) -> None:
    rng = random.Random(f"spoiled promotions {share}")
    seen: Counter[bool] = Counter()
    for _ in range(repetitions(100, 4_000)):
        file = random_promotion(rng)
        for _ in range(8):
            spoiled = spoil(file, rng)
            outcome = found(spoiled)
            assert outcome == expected(spoiled), json.dumps(spoiled, indent=1)
            seen[outcome == "malformed"] += 1
    assert seen[True] and seen[False]
