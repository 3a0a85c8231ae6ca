"""What was stored at tables and about money loads forever; upcasters bring it to today's form."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from houserules.core.codec import Data, DataError, from_data, to_data
from houserules.core.money import Cents
from houserules.floor import stored_events
from houserules.floor.losses import LossAccepted
from houserules.floor.money.accounts import MoneyMoved
from houserules.floor.promotions.stream import KINDS as PROMOTIONS
from houserules.floor.rules_documents import EVENTS as DOCUMENTS
from houserules.floor.signing import SigningKeyChanged, SigningKeyMade
from houserules.floor.stored_events import (
    KINDS,
    UPCASTERS,
    StoredError,
    read_event,
    stored_form,
    version_of,
)
from houserules.floor.tournaments.stream import KINDS as TOURNAMENTS
from houserules.table.events import WagerPlaced

FOLDER = Path(__file__).parent / "stored"
TABLE = sorted(FOLDER.glob("table.*.json"))
HOUSE = {
    each.name: each
    for each in (MoneyMoved, SigningKeyMade, SigningKeyChanged, LossAccepted, *DOCUMENTS.values())
}
WHAT_TO_DO = (
    "Stored payloads load forever. If an event is new, write its sample: "
    "`python -m tools.stored_samples`. If its fields changed, leave its sample as it is, add "
    "the step from the old version to houserules.floor.stored_events.UPCASTERS, and write the sample of "
    "the new version with the same tool."
)


def sample(file: Path) -> Data:
    """Read a sample."""
    found: Data = json.loads(file.read_text("utf-8"))
    return found


def test_every_version_of_every_event_loads() -> None:
    problems = [problem for file in TABLE for problem in _problems_of(file)]
    assert problems == [], WHAT_TO_DO


def _problems_of(file: Path) -> Iterator[str]:
    stored = sample(file)
    name, version = stored["name"], stored["version"]
    if file.name != f"table.{name}.{version}.json":
        yield f"{file.name} holds version {version} of {name}"
    try:
        event = read_event(name, version, stored["payload"])
    except (DataError, StoredError) as error:
        yield f"{file.name} does not load any more: {error}"
        return
    if type(event) is not KINDS[name]:
        yield f"{file.name} loads as {type(event).__name__}"
    if version == version_of(name) and to_data(event) != stored["payload"]:
        yield f"{name} has other fields now"


def test_there_is_a_sample_of_every_version_of_every_event() -> None:
    every = {f"table.{name}.{n + 1}.json" for name in KINDS for n in range(version_of(name))}
    assert {file.name for file in TABLE} == every, WHAT_TO_DO


@pytest.mark.parametrize("name", HOUSE)
def test_money_and_keys_load_too(name: str) -> None:
    found = sample(FOLDER / f"house.{name}.1.json")
    event: Any = from_data(HOUSE[name], found["payload"])
    assert to_data(event) == found["payload"], f"{name} has other fields now. {WHAT_TO_DO}"


AT_A_DESK = {**TOURNAMENTS, **PROMOTIONS}


@pytest.mark.parametrize("name", AT_A_DESK)
def test_tournaments_and_promotions_load_too(name: str) -> None:
    found = sample(FOLDER / f"{name}.1.json")
    event: Any = from_data(AT_A_DESK[name], found["payload"])
    assert to_data(event) == found["payload"], f"{name} has other fields now. {WHAT_TO_DO}"


@dataclass(frozen=True, slots=True)
class WagerLaid:
    """A wager as a later version might store it: where it lies has a name, and tokens are gone."""

    name: ClassVar[str] = "wager.placed"
    place: str
    player: str
    amount: Cents
    seated: bool


def to_version_2(payload: Data) -> Data:
    """The worked example of an upcaster: pure, and from one version to the next."""
    rest = {key: payload[key] for key in ("player", "amount", "seated")}
    return {"place": f"box {payload['box']}", **rest}


def test_an_upcaster_brings_an_old_payload_to_the_new_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UPCASTERS, "wager.placed", (to_version_2,))
    monkeypatch.setitem(KINDS, "wager.placed", WagerLaid)
    old = to_data(WagerPlaced(3, "Ann", 25_00, seated=True))
    new = WagerLaid("box 3", "Ann", 25_00, seated=True)
    assert version_of("wager.placed") == 2
    assert read_event("wager.placed", 1, old) == new
    assert stored_form(new) == ("wager.placed", 2, to_data(new))
    assert read_event("wager.placed", 2, to_data(new)) == new
    with pytest.raises(StoredError, match="version 3"):
        read_event("wager.placed", 3, {})


def test_every_step_is_taken_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = (
        lambda payload: {**payload, "second": 2},
        lambda payload: {"amount": payload["second"]},
    )
    monkeypatch.setitem(UPCASTERS, "wager.placed", steps)
    monkeypatch.setattr(stored_events, "from_data", lambda kind, payload, name: payload)
    old = {"first": 1}
    assert read_event("wager.placed", 1, old) == {"amount": 2}
    assert read_event("wager.placed", 2, {"second": 5}) == {"amount": 5}
    assert read_event("wager.placed", 3, old) == old == {"first": 1}
    with pytest.raises(StoredError, match="version 0"):
        read_event("wager.placed", 0, {})
