"""What is on record of a tournament: its history in sentences, and its entries in the registers."""

from typing import Any

import pytest

from floor.test_floor import MANAGER as OPERATOR
from floor.test_floor import Clockwork, guest, with_floor
from floor.test_tournaments import TESS, enter, give, published
from houserules.core.people import Person
from houserules.floor.app import Floor
from houserules.floor.registers import entry_data, open_disputes, register_of
from houserules.floor.rounds.history import History
from houserules.floor.rounds.index import WantedEntries
from houserules.floor.tournaments.history import history
from houserules.journal.records import JournalRecord


def record(name: str, payload: dict[str, Any]) -> JournalRecord:
    fields: dict[str, Any] = dict.fromkeys(JournalRecord.__dataclass_fields__)
    return JournalRecord(**{**fields, "stream": "table/t1", "name": name, "payload": payload})


@pytest.mark.parametrize(
    ("name", "payload", "register"),
    [
        ("chips.counted", {"counts": [{"counted": 5, "expected": 5}]}, "tournaments"),
        (
            "chips.counted",
            {"counts": [{"counted": 5, "expected": 5}, {"counted": 4, "expected": 5}]},
            "exceptions",
        ),
        ("chips.returned", {"missing": []}, "tournaments"),
        ("chips.returned", {"missing": [{"denomination": 500, "number": 2}]}, "exceptions"),
        ("tournament.fee-refunded", {"why": "withdrawn"}, "entries"),
        ("tournament.fee-refunded", {"why": "approved"}, "exceptions"),
    ],
)
def test_what_is_out_of_order_is_in_the_register_of_exceptions(
    name: str, payload: dict[str, Any], register: str
) -> None:
    assert register_of(record(name, payload)) == register


async def sentences(floor: Floor, person: Person | None) -> list[str]:
    found = await history(floor.store, "spring", person)
    return [each.event["sentence"]["template"] for each in found]


def test_everybody_hears_what_is_announced_and_only_staff_why_somebody_was_refused() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await published(floor, now)
        ann, bob = await guest(floor), await enter(floor)
        await give(floor, ann, "apply-for-entry", form="My secret", entitled=True)
        ground, reason = "not entitled", "Barred since May."
        await give(floor, TESS, "refuse-entry", player=ann.handle, ground=ground, reason=reason)
        everybody = await history(floor.store, "spring", None)
        assert {each.event["name"] for each in everybody} == {"tournament.published"}
        assert [each.by for each in everybody] == [None]
        own = await history(floor.store, "spring", ann.person)
        names = [each.event["name"] for each in own]
        assert names == [
            "tournament.entry-refused",
            "tournament.entry-applied",
            "tournament.published",
        ]
        of_bob = {each.event["name"] for each in await history(floor.store, "spring", bob.person)}
        assert "tournament.fee-paid" in of_bob and "tournament.entry-refused" not in of_bob
        staff = await history(floor.store, "spring", TESS.person)
        assert len(staff) == floor.tournaments.all["spring"].position
        assert staff[0].by == TESS.handle
        assert "Barred since May" in str(staff) and "Barred" not in str(own)
        assert "My secret" not in str(staff)
        assert await sentences(floor, TESS.person) == [
            each.event["sentence"]["template"] for each in staff
        ]
        older = await history(floor.store, "spring", TESS.person, below=staff[0].position)
        assert older == staff[1:]

    with_floor(test)


def test_disputes_refusals_and_approved_refunds_stand_in_the_registers() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await published(floor, now)
        player = await enter(floor)
        await give(floor, player, "raise-entry-dispute", about="My seat")
        shared = floor.tournaments.shared
        assert list(shared) == ["tournament/spring"]
        (waits,) = open_disputes(shared.values())
        assert (waits["table"], waits["player"]) == ("tournament/spring", player.handle)
        past = History(floor.store)
        wanted = WantedEntries(tuple(shared), "exceptions")
        (entry,) = await past.entries(wanted, limit=10)
        shown = entry_data(entry)
        assert (shown["table"], shown["event"]["name"]) == (
            "tournament/spring",
            "tournament.dispute-raised",
        )
        assert shown["event"].keys() == {"name", "clause", "sentence"}
        await give(floor, TESS, "decide-entry-dispute", dispute=1, says="It stays.")
        assert open_disputes(floor.tournaments.shared.values()) == []
        await give(floor, OPERATOR, "cancel-tournament", ground="other", reason="The roof leaks.")
        assert [entry.event.name for entry in await past.entries(wanted, limit=10)] == [
            "tournament.dispute-decided",
            "tournament.dispute-raised",
        ]
        refunds = WantedEntries(tuple(shared), "entries", events=("tournament.fee-refunded",))
        assert await past.count_entries(refunds) == 1
        named = WantedEntries(tuple(shared), person=player.handle)
        assert await past.count_entries(named) >= 5
        past.close()

    with_floor(test)
