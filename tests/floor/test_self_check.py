"""The check before anything is served: it goes on from the last one, and stops on any doubt."""

import asyncio
from typing import Any

import pytest

from floor.playing import START, play_night, practice
from houserules.core.codec import to_data
from houserules.core.people import Moment
from houserules.floor.inspection import (
    KIND,
    LAST,
    RECONCILIATION,
    MoneyMismatchError,
    check_journal,
    last_checkpoint,
    self_check,
)
from houserules.floor.money.accounts import MoneyMoved
from houserules.floor.signing import SIGNING_KEY_STREAM, make_signing_key, signing_key
from houserules.floor.store import Store
from houserules.journal.checkpoints import Checkpoint, checkpoint
from houserules.journal.errors import CheckpointError, DamagedError
from houserules.journal.memory import MemoryJournal
from houserules.journal.records import Append, Batch, NewRecord
from houserules.journal.signers import new_key, public_key


@pytest.fixture
def night() -> MemoryJournal:
    return play_night(MemoryJournal(), practice("nsw-pontoon-2024"), rounds=2)


def alter(journal: MemoryJournal, serial: int) -> None:
    """Change what a record says, in place."""
    held: Any = journal._held
    row = held.by_serial[serial - 1]
    new = row._replace(actor="Mallory")
    held.by_serial[serial - 1] = new
    held.by_stream[row.stream][row.position - 1] = new


def one_ended(journal: MemoryJournal) -> None:
    moved = MoneyMoved("chips", 500, "issue:chips", "wallet:ann", "test", "Max", Moment(1))
    entry = NewRecord(moved.name, 1, to_data(moved))
    journal.append(Batch((Append("wallet/ann", None, (entry,)),), actor="Max", time=1))


def test_each_check_goes_on_from_the_one_before(night: MemoryJournal) -> None:
    first = check_journal(night, START)
    assert last_checkpoint(night) == first and first.previous is None
    second = check_journal(night, START + 1)
    assert second.previous == first.digest() and second.records == first.records
    play_night(night, practice("nz-pontoon", "t2"), rounds=1)
    third = check_journal(night, START + 2)
    assert third.records == night.tip().serial > second.records
    assert third.is_genuine()


def test_an_empty_journal_passes() -> None:
    made = check_journal(MemoryJournal(), START)
    assert (made.records, list(made.heads)) == (1, [SIGNING_KEY_STREAM])


def test_the_floor_asks_for_it_on_its_own_thread(night: MemoryJournal) -> None:
    async def check() -> Checkpoint:
        store = Store(night)
        made = await self_check(store, START)
        await store.close()
        return made

    assert asyncio.run(check()).records == night.tip().serial


def test_what_was_altered_since_is_named_and_nothing_is_kept(night: MemoryJournal) -> None:
    first = check_journal(night, START)
    play_night(night, practice("nz-pontoon", "t2"), rounds=1)
    alter(night, first.records + 20)
    with pytest.raises(DamagedError) as damage:
        check_journal(night, START + 1)
    assert [each.kind for each in damage.value.findings] == ["changed"]
    assert last_checkpoint(night) == first


def test_money_from_nowhere_stops_it(night: MemoryJournal) -> None:
    first = check_journal(night, START)
    one_ended(night)
    with pytest.raises(MoneyMismatchError, match=r"is recorded 0 times at issue:chips") as wrong:
        check_journal(night, START + 1)
    assert wrong.value.findings[0].stream == "wallet/ann"
    assert last_checkpoint(night) == first


def test_without_the_kept_sums_everything_is_reckoned_again(night: MemoryJournal) -> None:
    one_ended(night)
    night.vault.store(
        KIND, LAST, checkpoint(night, make_signing_key(night, at=1), time=1).text().encode()
    )
    for kept in (None, b'{"checkpoint": "another"}'):
        if kept:
            night.vault.store(KIND, RECONCILIATION, kept)
        with pytest.raises(MoneyMismatchError):
            check_journal(night, START)


def test_a_checkpoint_of_another_key_proves_nothing(night: MemoryJournal) -> None:
    check_journal(night, START)
    forged = checkpoint(night, new_key(), time=START)
    night.vault.store(KIND, LAST, forged.text().encode())
    with pytest.raises(CheckpointError, match="another key"):
        check_journal(night, START + 1)
    night.vault.store(KIND, LAST, b"{}")
    with pytest.raises(CheckpointError):
        check_journal(night, START + 1)


def test_there_is_one_key_and_its_public_half_is_in_the_journal() -> None:
    journal = MemoryJournal()
    assert signing_key(journal) is None
    key = make_signing_key(journal, at=START)
    assert make_signing_key(journal, at=START + 1) == key
    (record,) = journal.read(SIGNING_KEY_STREAM)
    assert record.payload == {"public_key": public_key(key), "at": START // 1000}
    assert key.hex() not in str(record)


def test_of_two_that_make_a_key_at_once_the_first_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = MemoryJournal()
    monkeypatch.setattr("houserules.floor.signing.new_key", lambda: _while_another(journal))
    key = make_signing_key(journal, at=START)
    assert key == FIRST and signing_key(journal) == FIRST
    assert len(list(journal.read(SIGNING_KEY_STREAM))) == 1


FIRST = bytes(range(32))


def _while_another(journal: MemoryJournal) -> bytes:
    """Another process makes its key between our looking and our writing."""
    with pytest.MonkeyPatch.context() as other:
        other.setattr("houserules.floor.signing.new_key", lambda: FIRST)
        make_signing_key(journal, at=START)
    return bytes(32)
