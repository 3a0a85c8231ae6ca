"""What was stored about people loads forever."""

import json
from pathlib import Path

import pytest

from floor.people.reception import House, in_house, yes
from houserules.core.codec import DataError, to_data
from houserules.floor.people.events import (
    EVENTS,
    KINDS,
    OwnerMade,
    TokenUsed,
    entry_of,
    read,
    version_of,
)
from houserules.floor.people.profile import Profile, evolve
from houserules.floor.people.signed_in import MadeToken, SignedIn

SAMPLES = sorted((Path(__file__).parents[1] / "stored").glob("person.*.json"))


def file_of(name: str, version: int) -> str:
    return f"person.{name.removeprefix('person.')}.{version}.json"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda file: file.name)
def test_every_stored_version_loads(sample: Path) -> None:
    stored = json.loads(sample.read_text("utf-8"))
    assert sample.name == file_of(stored["name"], stored["version"])
    event = read(stored["name"], stored["version"], stored["payload"])
    assert type(event) is KINDS[stored["name"]]
    if stored["version"] == version_of(stored["name"]):
        assert to_data(event) == stored["payload"]


def test_there_is_a_sample_of_every_version_of_every_event() -> None:
    versions = {file_of(kind.name, n + 1) for kind in EVENTS for n in range(version_of(kind.name))}
    assert {file.name for file in SAMPLES} == versions


def test_stored_names_are_unique() -> None:
    assert len(KINDS) == len(EVENTS)


@pytest.mark.parametrize(
    ("name", "version", "payload", "said"),
    [
        ("person.flew", 1, {}, "person.flew"),
        ("person.signed-out", 2, {"at": 1}, "version 1, not 2"),
        ("person.signed-out", 1, {}, "at is missing"),
        ("person.signed-out", 1, {"at": "noon"}, "whole number"),
        ("person.signed-out", 1, {"at": 1, "password": "x"}, "not a field"),
    ],
)
def test_what_cannot_be_read_is_said(name: str, version: int, payload: dict, said: str) -> None:
    with pytest.raises(DataError, match=said):
        read(name, version, payload)


def test_a_person_read_anew_is_the_person_that_was_kept() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        came = await house.staff(owner, "Ann", "dealer")
        yes(await house.people.make_token(came.caller, "bot", ["staff"]), MadeToken)
        await house.people.issue_player_card(owner.caller, "Ann", number="1234")
        await house.people.suspend(owner.caller, "Ann", why="peeked")
        await house.people.reinstate(owner.caller, "Ann", why="did not")
        await house.people.take_role(owner.caller, "Ann", why="left")
        yes(await house.people.guest(), SignedIn)
        kept = await house.people.all_persons()
        house.people._known.clear()
        assert await house.people.all_persons() == kept

    in_house(work)


def test_events_go_through_the_journals_form_and_back() -> None:
    for sample in SAMPLES:
        stored = json.loads(sample.read_text("utf-8"))
        event = read(stored["name"], stored["version"], stored["payload"])
        entry = entry_of(event)
        assert read(entry.name, entry.version, json.loads(entry.text)) == event
        if not isinstance(event, OwnerMade | TokenUsed):
            assert evolve(Profile("ann"), event).position == 1
