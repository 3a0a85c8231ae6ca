"""The product and the second adjudicator come to the same end of the same sessions."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from houserules.core.record_keys import MalformedRecord
from houserules.tournament.records.report import settle_session
from repetitions import repetitions
from twins.random_sessions import random_session, spoil
from twins.sessions import settle


def settled(record: Any) -> dict[str, Any]:
    """Settle a record by the product; messages are its own affair."""
    try:
        outcome = settle_session(record)
    except MalformedRecord as error:
        return {"malformed": {"where": error.where}}
    if "violation" in outcome:
        del outcome["violation"]["message"]
    return outcome


@pytest.mark.parametrize("share", range(4))
def test_they_agree_on_random_sessions(share: int) -> None:
    rng = random.Random(f"sessions {share}")
    seen: Counter[str] = Counter()
    for _ in range(repetitions(50, 2000)):
        record = random_session(rng)
        outcome = settled(record)
        assert outcome == settle(record), json.dumps(record, indent=1)
        seen.update(list(outcome))
    assert seen["places"]


@pytest.mark.parametrize("share", range(2))
def test_they_find_the_same_mistakes(share: int) -> None:
    rng = random.Random(f"mistakes {share}")
    seen: Counter[str] = Counter()
    for _ in range(repetitions(25, 500)):
        record = random_session(rng)
        for _ in range(8):
            spoiled = spoil(record, rng)
            outcome = settled(spoiled)
            assert outcome == settle(spoiled), json.dumps(spoiled, indent=1)
            seen.update(list(outcome))
    assert seen["violation"] and seen["malformed"]
