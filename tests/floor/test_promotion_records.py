"""What is on record of a promotion: its history in sentences by role, its entries in the registers, its audit."""

import json
from dataclasses import replace
from datetime import UTC
from typing import Any, Final

import pytest

from floor.test_floor import DEALER, Clockwork, guest, with_floor
from floor.test_floor import MANAGER as OPERATOR
from floor.test_promotions import give, play, refused, started, table
from floor.whole_promotion import ADDRESS, CLAIMANT, run_promotion, write_promotion
from houserules.core.people import Moment, Person
from houserules.floor.app import Floor
from houserules.floor.promotions import audit as promotion_audit
from houserules.floor.promotions import history
from houserules.floor.promotions.audit import PromotionAuditor
from houserules.floor.promotions.duties import open_duties
from houserules.floor.promotions.history import PromotionHappening, promotion_history
from houserules.floor.promotions.recount import compare_entries, recount_entries
from houserules.floor.promotions.stream import KINDS
from houserules.floor.registers import entry_data
from houserules.floor.rounds.history import History
from houserules.floor.rounds.index import WantedEntries
from houserules.journal.chain import RecordRow
from houserules.journal.memory import MemoryJournal
from houserules.promotion.view import STAFF
from promotion.office import HOUR

STREAM: Final = "promotion/spring"


async def told_to(floor: Floor, person: Person | None) -> list[PromotionHappening]:
    known = floor.promotions.all["spring"]
    return await promotion_history(floor.store, known, person, limit=1000)


def test_history_is_read_in_pieces_to_its_very_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await run_promotion(floor, now, *[await guest(floor) for _ in range(3)])
        whole = {person: await told_to(floor, person) for person in (None, OPERATOR.person)}
        known = floor.promotions.all["spring"]
        for size in (1, 7, known.position):
            monkeypatch.setattr(history, "_AT_A_TIME", size)
            for person, told in whole.items():
                assert await told_to(floor, person) == told
                three = await promotion_history(floor.store, known, person, limit=3)
                assert three == told[:3]
                below = three[-1].position
                rest = await promotion_history(floor.store, known, person, below=below, limit=1000)
                assert rest == told[3:]

    with_floor(test)


def names_of(happenings: list[PromotionHappening]) -> set[str]:
    return {each.event["name"].removeprefix("promotion.") for each in happenings}


ANNOUNCED = {
    *("terms-published", "scrutineer-nominated", "started", "terms-amended", "entries-closed"),
    *("entropy-given", "prize-drawn", "winner-passed-over", "postponed", "resumed", "finished"),
}


def test_history_is_told_by_role_and_a_refused_claim_to_the_right_people_only() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        first, second, other = [await guest(floor) for _ in range(3)]
        await run_promotion(floor, now, first, second, other)
        everybody = await told_to(floor, None)
        assert names_of(everybody) == ANNOUNCED
        assert {each.by for each in everybody} == {None}
        for secret in (CLAIMANT, ADDRESS, first.handle, other.handle, "Nobody answered"):
            assert secret not in str(everybody)

        own = await told_to(floor, other.person)
        assert names_of(own) - ANNOUNCED >= {
            *("entries-added", "entry-voided", "prize-claimed", "claim-refused", "refusal-told"),
            *("dispute-raised", "dispute-decided"),
        }
        assert ADDRESS in str(own) and "There was no draw yet" in str(own)
        assert first.handle not in str(own) and second.handle not in str(own)
        earned = await told_to(floor, first.person)
        assert "entries-earned" in names_of(earned)
        assert CLAIMANT not in str(earned) and other.handle not in str(earned)

        for role in ("casino supervisor", "Surveillance", "cashier", "dealer"):
            staff = replace(DEALER, role=role)  # type: ignore[arg-type]
            assert await told_to(floor, staff.person) == everybody
        for role in STAFF:
            seen = await told_to(floor, Person("Gus", role))
            assert len(seen) == floor.promotions.all["spring"].position
            assert CLAIMANT in str(seen) and ADDRESS in str(seen)
            assert {each.by for each in seen} >= {"Max", "house", other.handle}

    with_floor(test)


def test_everything_is_in_a_register_and_what_is_left_to_do_stands_there_too() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        player = await guest(floor)
        await started(floor, now)
        await give(floor, player, "claim-prize", prize=0, name=CLAIMANT, address=ADDRESS)
        await give(floor, OPERATOR, "doubt-integrity", says="Entries were lost")
        shared = floor.promotions.by_stream
        (claim,) = open_duties("claims", shared.values())
        assert (claim["table"], claim["command"], claim["number"]) == (STREAM, "refuse-claim", 1)
        (tell,) = open_duties("integrity", shared.values())
        assert tell["due"] == now.at // 1000 + HOUR and tell["clause"] == "21.12"
        assert tell["sentence"]["template"].endswith("by {due} ({clause}).")
        assert open_duties("shuffles", shared.values()) == []
        await give(floor, OPERATOR, "refuse-claim", claim=1, reason="No draw yet")
        past = History(floor.store)
        newest, oldest = await past.entries(WantedEntries((STREAM,), "claims"), limit=10)
        assert oldest.event.name == "promotion.prize-claimed"
        shown = entry_data(newest)
        assert shown["table"] == STREAM
        assert shown["event"].keys() == {"name", "clause", "sentence"}
        assert shown["event"]["sentence"]["values"]["address"] == ADDRESS
        assert await past.count_entries(WantedEntries((STREAM,), person=player.handle)) == 2
        assert await past.count_entries(WantedEntries((STREAM,), "integrity")) == 1
        past.close()

    with_floor(test)


def test_a_refusal_is_worded_for_its_reader() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        player = await guest(floor)
        await started(floor, now)
        claim = {"prize": 0, "name": CLAIMANT, "address": ADDRESS}
        await give(floor, player, "claim-prize", **claim)
        carry_out = floor.promotion_house.carry_out
        own: Any = await carry_out(player, "spring", "claim-prize", claim)
        assert own.detail == "You have claimed this prize already."
        staff: Any = await carry_out(
            OPERATOR, "spring", "claim-prize", {**claim, "player": player.handle}
        )
        assert staff.detail == f"{player.handle} has claimed this prize already."
        assert await refused(floor, player, "claim-prize", **claim) == "promotion.claimed"

    with_floor(test)


# The audit.


@pytest.fixture(scope="module")
def journal() -> MemoryJournal:
    made = MemoryJournal()
    write_promotion(made)
    return made


def rows_of(journal: MemoryJournal) -> list[RecordRow]:
    with journal.snapshot() as snapshot:
        return list(snapshot.stream(STREAM))


def audit(rows: list[RecordRow], *, since: int = 0) -> PromotionAuditor:
    auditor = PromotionAuditor("spring", since)
    list(auditor.follow(rows))
    return auditor


def test_every_kind_of_event_but_a_cancellation_is_decided_again_the_same(
    journal: MemoryJournal,
) -> None:
    rows = rows_of(journal)
    auditor = audit(rows)
    assert auditor.found == []
    assert {row.name for row in rows} == KINDS.keys() - {"promotion.cancelled"}
    assert auditor.commands["promotion.prize-drawn"] == 4
    assert not audit(rows, since=rows[-1].time + 1).commands


FORGED: Final[list[tuple[str, dict[str, Any]]]] = [
    ("promotion.drafted", {"clause": "1.1"}),
    ("promotion.terms-sent", {"digest": "00"}),
    ("promotion.started", {"commitments": ["00"]}),
    ("promotion.entries-earned", {"clause": "1.1"}),
    ("promotion.entries-closed", {"entries": 99}),
    ("promotion.entries-closed", {"list_hash": "00"}),
    ("promotion.prize-drawn", {"entry": 1, "player": "Cat"}),
    ("promotion.prize-drawn", {"secret": "00" * 32}),
    ("promotion.claim-refused", {"amount": 1}),
    ("promotion.claim-refused", {"address": "elsewhere"}),
    ("promotion.prize-handed-over", {"value": 1}),
    ("promotion.winner-told", {"player": "Cat"}),
]


@pytest.mark.parametrize(("name", "change"), FORGED)
def test_a_doctored_event_is_found(
    journal: MemoryJournal, name: str, change: dict[str, Any]
) -> None:
    rows = rows_of(journal)
    at = next(at for at, row in enumerate(rows) if row.name == name)
    payload = json.dumps({**json.loads(rows[at].payload), **change})
    rows[at] = rows[at]._replace(payload=payload)
    found = audit(rows).found
    assert any(each.position == rows[at].position for each in found), found
    assert all(each.table == STREAM for each in found)


def test_an_event_before_its_time_is_refused_again(journal: MemoryJournal) -> None:
    """Entries are closed before the time in the terms: the clause of the refusal is reported."""
    rows = rows_of(journal)
    at = next(at for at, row in enumerate(rows) if row.name == "promotion.entries-closed")
    data = json.loads(rows[at].payload)
    rows[at] = rows[at]._replace(payload=json.dumps({**data, "at": data["at"] - 1}))
    (first, *_) = audit(rows).found
    assert first.position == rows[at].position and "closing time" in first.detail


def test_a_stream_that_breaks_ends_the_audit_there(journal: MemoryJournal) -> None:
    rows = rows_of(journal)
    rows[5] = rows[5]._replace(name="promotion.unheard-of")
    auditor = audit(rows)
    assert [each.position for each in auditor.found] == [rows[5].position]
    assert "cannot be replayed" in auditor.found[0].detail


def test_entries_that_the_rounds_do_not_give_are_found_by_the_audit(
    journal: MemoryJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    auditor = audit(rows_of(journal))
    auditor.count_entries(journal, UTC)
    assert auditor.found == []
    everything = recount_entries(journal, auditor.known, UTC)  # type: ignore[arg-type]
    assert len(everything) == 2
    fewer = everything[1:]
    monkeypatch.setattr(promotion_audit, "recount_entries", lambda *_: fewer)
    auditor.count_entries(journal, UTC)
    (found,) = auditor.found
    earned = next(row for row in rows_of(journal) if row.name == "promotion.entries-earned")
    assert found.position == earned.position and "0 by the criteria, 1 on the list" in found.detail
    later = audit(rows_of(journal), since=rows_of(journal)[-1].time + 1)
    later.count_entries(journal, UTC)
    assert later.found == []


# Inspection.


def test_an_inspection_verifies_everything_and_finds_what_was_missed() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await run_promotion(floor, now, *[await guest(floor) for _ in range(3)])
        found = await floor.promotion_house.inspect("spring", count=True)
        assert found.position == floor.promotions.all["spring"].position
        assert found.hashes == found.decisions == found.entries == found.findings == ()
        assert found.counts_play
        assert [[check.passed for check in draw.checks] for draw in found.draws] == [[True] * 6] * 3
        assert {date.status for date in found.dates} == {"done"}

    with_floor(test)


def test_a_deadline_is_missed_a_second_after_it() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await started(floor, now)
        await give(floor, OPERATOR, "doubt-integrity", says="Entries were lost")

        async def status() -> set[str]:
            found = await floor.promotion_house.inspect("spring", count=True)
            return {each.status for each in found.dates if each.clause == "21.12"}

        now.at += HOUR * 1000
        assert await status() == {"soon"}
        now.at += 1000
        assert await status() == {"overdue"}
        await give(floor, OPERATOR, "tell-inspector", how="by telephone")
        assert await status() == {"late"}
        found = await floor.promotion_house.inspect("spring", count=True)
        assert [each.clause for each in found.findings] == ["21.12"]

    with_floor(test)


def test_entries_that_the_journal_does_not_give_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await table(floor)
        player = await guest(floor)
        await started(floor, now, criteria={"hand": "any"})
        await play(floor, now, player, 2)
        await floor.settle()
        house = floor.promotion_house
        assert (await house.inspect("spring", count=True)).entries == ()
        everything = await house._counter.recount(floor.promotions.all["spring"])

        state = floor.promotions.all["spring"].state
        more = (everything[0], replace(everything[1], entries=2))
        assert compare_entries(more, state) == ()  # the house may still count it
        closed = replace(state, closed_at=Moment(1))
        (finding,) = compare_entries(more, closed)
        assert (finding.player, finding.due, finding.listed) == (player.handle, 2, 1)
        (finding,) = compare_entries(everything[:1], closed)
        assert (finding.due, finding.listed) == (0, 1)

        async def fewer(_: Any) -> Any:
            return everything[:1]

        monkeypatch.setattr(house._counter, "recount", fewer)
        found = await house.inspect("spring", count=True)
        assert found.entries is not None
        assert [(each.earned_by, each.due) for each in found.entries] == [(everything[1].place, 0)]
        assert (await house.inspect("spring", count=False)).entries is None
        await give(floor, OPERATOR, "void-entry", entry=2, reason="The round was put right.")
        assert (await house.inspect("spring", count=True)).entries == ()
        monkeypatch.undo()
        assert (await house.inspect("spring", count=True)).entries == ()

    with_floor(test)
