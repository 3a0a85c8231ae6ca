"""Old records in today's words."""

from dataclasses import replace
from typing import Any

import pytest

from contracts.making import one, records
from houserules.floor.stored_events import Upcasters
from houserules.journal.errors import NewerVersionError, UnknownEventError
from houserules.journal.memory import MemoryJournal
from houserules.journal.records import NewRecord, Record


@pytest.fixture
def upcasters() -> Upcasters:
    """A wager that was once in dollars, then in cents, and now says whose it is."""
    found = Upcasters()
    found.register("wager.placed", 1, lambda old: {"cents": old["dollars"] * 100})
    found.register("wager.placed", 2, lambda old: {**old, "player": "unknown"})
    found.know("round.ended", 1)
    return found


def record(name: str, version: int, payload: dict[str, Any]) -> Record:
    (made,) = records(MemoryJournal().append(one("a", 0)))
    return replace(made, name=name, version=version, payload=payload)


@pytest.mark.parametrize(
    ("version", "payload", "cents"),
    [
        (1, {"dollars": 5}, 500),
        (2, {"cents": 700}, 700),
        (3, {"cents": 1, "player": "unknown"}, 1),
    ],
)
def test_every_version_becomes_the_newest(
    upcasters: Upcasters, version: int, payload: dict[str, Any], cents: int
) -> None:
    entry = upcasters.upcast(record("wager.placed", version, payload))
    assert entry == NewRecord("wager.placed", 3, {"cents": cents, "player": "unknown"})


def test_a_name_with_one_version_stays_as_it_is(upcasters: Upcasters) -> None:
    assert upcasters.newest("round.ended") == 1
    assert upcasters.upcast(record("round.ended", 1, {"x": 1})).payload == {"x": 1}


def test_the_record_itself_does_not_change(upcasters: Upcasters) -> None:
    old = record("wager.placed", 1, {"dollars": 5})
    upcasters.upcast(old)
    assert old.payload == {"dollars": 5}


def test_an_unknown_name(upcasters: Upcasters) -> None:
    with pytest.raises(UnknownEventError, match=r"'hand\.folded' is not a name"):
        upcasters.upcast(record("hand.folded", 1, {}))


def test_a_newer_version(upcasters: Upcasters) -> None:
    with pytest.raises(NewerVersionError, match=r"a 1: wager\.placed has version 4, .* up to 3"):
        upcasters.upcast(record("wager.placed", 4, {}))


def test_a_step_that_nobody_wrote(upcasters: Upcasters) -> None:
    upcasters.know("round.ended", 3)
    upcasters.register("round.ended", 1, dict)
    with pytest.raises(UnknownEventError, match="the step from version 2"):
        upcasters.upcast(record("round.ended", 1, {}))


def test_a_step_is_registered_once(upcasters: Upcasters) -> None:
    with pytest.raises(ValueError, match="is there already"):
        upcasters.register("wager.placed", 1, dict)
