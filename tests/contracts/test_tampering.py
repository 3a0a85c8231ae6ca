"""Somebody alters the stored journal: whatever they do, it is found, and said where."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from contracts.conftest import Store
from contracts.making import append, batch
from houserules.floor.signing import make_signing_key
from houserules.journal.chain import RecordRow, batch_hash, journal_start, record_hash
from houserules.journal.checkpoints import Checkpoint, checkpoint
from houserules.journal.errors import DamagedError, Finding, JournalError
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.records import Batch, Put
from houserules.journal.signers import new_key
from houserules.journal.verify import verify

KEY = new_key()
EIGHT = "stream = 'table:1'"


def filled(store: Store) -> Journal:
    """A journal of eight records in table:1, five in wallet:ann, two in table:2, over six batches."""
    journal = store.open()
    journal.append(batch(append("table:1", 0, 2), append("wallet:ann", 0, 2), command_id="c1"))
    journal.append(batch(append("table:1", 2, 3)))
    journal.append(batch(append("wallet:ann", 2), append("table:2", 0)))
    journal.append(batch(append("table:1", 5), append("wallet:ann", 3), command_id="c2"))
    journal.append(batch(append("table:1", 6, 2), append("table:2", 1)))
    journal.append(batch(append("wallet:ann", 4)))
    return journal


def where(findings: tuple[Finding, ...]) -> list[tuple[str, str | None, int | None]]:
    return [(each.kind, each.stream, each.position) for each in findings]


def test_nothing_is_found_where_nothing_is_wrong(store: Store) -> None:
    journal = filled(store)
    steps: list[tuple[int, int]] = []
    signed = checkpoint(journal, KEY, time=1)
    report = verify(journal, [signed], progress=lambda *step: steps.append(step))
    assert (report.records, report.streams, report.batches, report.checkpoints) == (15, 3, 6, 1)
    assert report.ok and report.findings == () and report.journal == journal.id
    assert verify(MemoryJournal()).ok


@pytest.mark.parametrize(
    ("column", "position"),
    [
        *(("name = 'x'", 1), ("version = 2", 2), ("payload = '{}'", 3), ("actor = 'bob'", 5)),
        *(("time = time + 1", 6), ("command_id = 'c9'", 7), ("batch = 3", 8), ("batch = 3", 3)),
        *(("previous = hash", 4), ("hash = previous", 8), ("payload = 'no json'", 1)),
        ("payload = payload || ' '", 8),
    ],
)
def test_a_changed_record(durable: Store, column: str, position: int) -> None:
    journal = filled(durable)
    durable.tamper(f"UPDATE records SET {column} WHERE {EIGHT} AND position = {position}")
    assert where(verify(journal).findings) == [("changed", "table:1", position)]


@pytest.mark.parametrize("position", [1, 4, 8])
def test_a_changed_record_with_a_new_hash_to_match(durable: Store, position: int) -> None:
    journal = filled(durable)
    with journal.snapshot() as snapshot:
        row = [*snapshot.stream("table:1")][position - 1]
    durable.tamper(_update(row._replace(payload='{"amount":1}')))
    assert where(verify(journal).findings) == [("changed", "table:1", position)]


def _update(row: RecordRow) -> str:
    return (
        f"UPDATE records SET payload = '{row.payload}', hash = {_bytes(record_hash(row))} "
        f"WHERE stream = '{row.stream}' AND position = {row.position}"
    )


def _bytes(value: bytes) -> str:
    """Write bytes as `Store.execute` takes them for either database."""
    return f"<{value.hex()}>"


@pytest.mark.parametrize("position", [1, 4, 5])
def test_a_dropped_record(durable: Store, position: int) -> None:
    journal = filled(durable)
    durable.tamper(f"DELETE FROM records WHERE {EIGHT} AND position = {position}")
    assert where(verify(journal).findings) == [("missing", "table:1", position)]


def test_a_dropped_record_with_the_rest_moved_up(durable: Store) -> None:
    journal = filled(durable)
    durable.tamper(
        f"DELETE FROM records WHERE {EIGHT} AND position = 4",
        *(
            f"UPDATE records SET position = {at - 1} WHERE {EIGHT} AND position = {at}"
            for at in range(5, 9)
        ),
        "UPDATE heads SET position = 7 WHERE stream = 'table:1'",
    )
    assert where(verify(journal).findings) == [("missing", "table:1", 4)]


@pytest.mark.parametrize("drop_head", [False, True])
def test_a_cut_off_tail_of_a_stream(durable: Store, drop_head: bool) -> None:  # noqa: FBT001
    journal = filled(durable)
    with journal.snapshot() as snapshot:
        last = [*snapshot.stream("table:1")][5]
    durable.tamper(f"DELETE FROM records WHERE {EIGHT} AND position > 6")
    if drop_head:
        durable.execute(f"UPDATE heads SET position = 6, hash = {_bytes(last.hash)} WHERE {EIGHT}")
        (finding,) = verify(journal).findings
        assert (finding.kind, finding.stream, finding.count) == ("missing", None, 2)
        assert "of batch 5 on are gone" in finding.detail
    else:
        assert where(verify(journal).findings) == [("truncated", "table:1", 7)]


def test_a_cut_off_tail_of_the_journal_is_found_with_a_checkpoint(durable: Store) -> None:
    journal = filled(durable)
    early = checkpoint(journal, KEY, time=1)
    journal.append(batch(append("table:1", 8, 2), append("new", 0)))
    late = checkpoint(journal, KEY, time=2, previous=early)
    durable.tamper(*_back_to(early))
    assert verify(journal).ok, "all that is left fits; only who kept a checkpoint can know"
    assert verify(journal, [early]).ok
    assert where(verify(journal, [early, late]).findings) == [
        ("dropped", "new", 1),
        ("truncated", "table:1", 9),
    ]


def _back_to(kept: Checkpoint) -> list[str]:
    """Make the journal end where a checkpoint was made, as neatly as it can be done."""
    heads = [
        f"UPDATE heads SET position = {position}, hash = {_bytes(bytes.fromhex(digest))} "
        f"WHERE stream = '{stream}'"
        for stream, (position, digest) in kept.heads.items()
    ]
    names = ", ".join(f"'{stream}'" for stream in kept.heads)
    return [
        f"DELETE FROM records WHERE serial > {kept.records}",
        f"DELETE FROM batches WHERE number > {kept.batch}",
        f"DELETE FROM heads WHERE stream NOT IN ({names})",
        *heads,
        f"UPDATE journal SET serial = {kept.records}, batch = {kept.batch}, "
        f"hash = {_bytes(bytes.fromhex(kept.hash))}",
    ]


def test_a_history_written_anew_is_found_with_a_checkpoint(store: Store) -> None:
    """Whoever has the database can make a journal that fits; it is not the one that was signed."""
    journal = filled(store)
    signed = checkpoint(journal, KEY, time=1)
    later = checkpoint(journal, KEY, time=1)
    other = MemoryJournal()
    other.id = journal.id
    other._held.end = journal_start(journal.id)
    other.append(batch(append("table:1", 0, 2), append("wallet:ann", 0, 2), command_id="c1"))
    middle = checkpoint(other, KEY, time=1)
    other.append(
        batch(append("table:1", 2, 6), append("wallet:ann", 2, 3), append("table:2", 0, 2))
    )
    assert verify(other).ok
    found = where(verify(other, [middle, signed, later]).findings)
    assert found == [
        ("changed", "table:1", 3),
        ("changed", "table:2", 1),
        ("changed", "wallet:ann", 3),
    ]


@pytest.mark.parametrize("head_too", [False, True])
def test_a_dropped_stream(durable: Store, head_too: bool) -> None:  # noqa: FBT001
    journal = filled(durable)
    signed = checkpoint(journal, KEY, time=1)
    durable.tamper("DELETE FROM records WHERE stream = 'table:2'")
    if head_too:
        durable.execute("DELETE FROM heads WHERE stream = 'table:2'")
        (finding,) = verify(journal).findings
        assert (finding.kind, finding.stream, finding.count) == ("missing", None, 2)
        assert "of batch 3 on are gone" in finding.detail
        found = where(verify(journal, [signed]).findings)
        assert found == [("missing", None, None), ("dropped", "table:2", 1)]
    else:
        assert where(verify(journal).findings) == [("dropped", "table:2", 1)]


def test_an_inserted_record_at_the_end(durable: Store) -> None:
    journal = filled(durable)
    with journal.snapshot() as snapshot:
        last = [*snapshot.stream("table:1")][-1]
    forged = last._replace(position=9, serial=16, batch=6, previous=last.hash, payload="{}")
    forged = forged._replace(hash=record_hash(forged))
    durable.tamper(
        _insert(forged),
        f"UPDATE heads SET position = 9, hash = {_bytes(forged.hash)} WHERE {EIGHT}",
    )
    assert where(verify(journal).findings) == [("inserted", "table:1", 9)]


def _insert(row: RecordRow) -> str:
    values = [_literal(value) for value in row]
    return f"INSERT INTO records ({', '.join(RecordRow._fields)}) VALUES ({', '.join(values)})"


def _literal(value: object) -> str:
    match value:
        case None:
            return "NULL"
        case bytes():
            return _bytes(value)
        case int():
            return str(value)
    return f"'{value}'"


def test_an_inserted_record_with_the_rest_moved_back(durable: Store) -> None:
    journal = filled(durable)
    with journal.snapshot() as snapshot:
        before = [*snapshot.stream("table:1")][2]
    forged = before._replace(position=4, serial=16, previous=before.hash, payload="{}")
    forged = forged._replace(hash=record_hash(forged))
    moved = [
        f"UPDATE records SET position = {at + 1} WHERE {EIGHT} AND position = {at}"
        for at in range(8, 3, -1)
    ]
    heads = "UPDATE heads SET position = 9 WHERE stream = 'table:1'"
    durable.tamper(*moved, _insert(forged), heads)
    assert where(verify(journal).findings) == [("inserted", "table:1", 4)]


@pytest.mark.parametrize(("one", "other"), [(3, 4), (2, 7)])
def test_swapped_records(durable: Store, one: int, other: int) -> None:
    journal = filled(durable)
    durable.tamper(
        f"UPDATE records SET position = 99 WHERE {EIGHT} AND position = {one}",
        f"UPDATE records SET position = {one} WHERE {EIGHT} AND position = {other}",
        f"UPDATE records SET position = {other} WHERE {EIGHT} AND position = 99",
    )
    assert where(verify(journal).findings) == [
        ("swapped", "table:1", one),
        ("swapped", "table:1", other),
    ]


def test_swapped_payloads(durable: Store) -> None:
    journal = filled(durable)
    with journal.snapshot() as snapshot:
        rows = {row.position: row for row in snapshot.stream("table:1")}
    durable.tamper(
        f"UPDATE records SET payload = '{rows[3].payload}' WHERE {EIGHT} AND position = 6",
        f"UPDATE records SET payload = '{rows[6].payload}' WHERE {EIGHT} AND position = 3",
    )
    assert where(verify(journal).findings) == [
        ("changed", "table:1", 3),
        ("changed", "table:1", 6),
    ]


def test_swapped_order_of_the_journal(durable: Store) -> None:
    """Serials are not hashed; the batches are what holds their order."""
    journal = filled(durable)
    durable.tamper(
        "UPDATE records SET serial = 99 WHERE serial = 4",
        "UPDATE records SET serial = 4 WHERE serial = 8",
        "UPDATE records SET serial = 8 WHERE serial = 99",
    )
    (finding,) = verify(journal).findings
    assert finding.kind == "batch" and "batch 1 (table:1, wallet:ann) is not as" in finding.detail


def test_a_record_of_another_journal(durable: Store) -> None:
    journal = filled(durable)
    other = MemoryJournal()
    other.append(batch(append("table:1", 0, 2), append("wallet:ann", 0, 2), command_id="c1"))
    with other.snapshot() as snapshot:
        row = next(snapshot.stream("table:1"))
    durable.tamper(
        f"UPDATE records SET previous = {_bytes(row.previous)}, hash = {_bytes(row.hash)} "
        f"WHERE {EIGHT} AND position = 1"
    )
    assert where(verify(journal).findings) == [("changed", "table:1", 1)]


@pytest.mark.parametrize(
    ("statement", "kind", "stream", "position"),
    [
        ("UPDATE heads SET position = 7 WHERE stream = 'table:1'", "head", "table:1", 7),
        ("UPDATE heads SET hash = {zero} WHERE stream = 'table:1'", "head", "table:1", 8),
        ("DELETE FROM heads WHERE stream = 'table:1'", "head", "table:1", 8),
        ("UPDATE journal SET hash = {zero}", "head", None, None),
        ("UPDATE journal SET serial = 99, batch = 9", "truncated", None, None),
        ("UPDATE batches SET hash = {zero} WHERE number = 4", "batch", None, None),
        ("UPDATE batches SET command_id = 'c3' WHERE number = 4", "batch", None, None),
        ("UPDATE batches SET request = {zero} WHERE number = 4", "batch", None, None),
        ("UPDATE batches SET records = 1 WHERE number = 4", "batch", None, None),
        ("DELETE FROM batches WHERE number = 4", "batch", None, None),
    ],
)
def test_what_the_store_says_beside_the_records(
    durable: Store, statement: str, kind: str, stream: str | None, position: int | None
) -> None:
    journal = filled(durable)
    durable.tamper(statement.format(zero=_bytes(bytes(32))))
    assert where(verify(journal).findings) == [(kind, stream, position)]


def test_a_small_change_does_not_cover_up_a_large_one(durable: Store) -> None:
    journal = filled(durable)
    durable.tamper(
        f"UPDATE records SET actor = 'bob' WHERE {EIGHT} AND position = 8",
        "DELETE FROM records WHERE stream = 'table:2'",
        "DELETE FROM heads WHERE stream = 'table:2'",
    )
    assert where(verify(journal).findings) == [("changed", "table:1", 8), ("missing", None, None)]


def test_a_batch_given_to_somebody_else(durable: Store) -> None:
    """With all hashes of batches computed again: the records still say whose they are."""
    journal = filled(durable)
    with journal.snapshot() as snapshot:
        rows, batches, chain = (
            list(snapshot.rows()),
            list(snapshot.batches()),
            journal_start(journal.id),
        )
    statements = []
    last = chain.hash
    for each in batches:
        given = each._replace(actor="bob" if each.number == 4 else each.actor)
        last = batch_hash(given, last, [row.hash for row in rows if row.batch == each.number])
        statements.append(
            f"UPDATE batches SET actor = '{given.actor}', hash = {_bytes(last)} "
            f"WHERE number = {each.number}"
        )
    signed = checkpoint(journal, KEY, time=1)
    durable.tamper(*statements, f"UPDATE journal SET hash = {_bytes(last)}")
    (finding,) = verify(journal).findings
    assert finding.kind == "batch" and "batch 4 (table:1, wallet:ann)" in finding.detail
    assert ("checkpoint", None, None) in where(verify(journal, [signed]).findings)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE vault SET value = <00> WHERE kind = 'password' AND key = 'ann'",
        "UPDATE vault SET seal = NULL WHERE kind = 'password' AND key = 'ann'",
        "UPDATE vault SET seal = <00> WHERE kind = 'password' AND key = 'ann'",
        "UPDATE vault SET value = (SELECT value FROM vault WHERE key = 'bob'), "
        "seal = (SELECT seal FROM vault WHERE key = 'bob') WHERE key = 'ann'",
    ],
    ids=["value", "no seal", "seal", "another's value and seal"],
)
def test_a_changed_value_of_the_vault(durable: Store, statement: str) -> None:
    journal = filled(durable)
    make_signing_key(journal, at=1)
    puts = (Put("password", "ann", b"one"), Put("password", "bob", b"two"))
    journal.append(Batch((), actor="x", time=1, puts=puts))
    assert verify(journal).ok
    durable.execute(statement)
    assert where(verify(journal).findings) == [("vault", "vault/password", None)]
    assert where(verify(durable.open(read_only=True)).findings) == [
        ("vault", "vault/password", None)
    ]
    assert journal.vault.get("password", "bob") == b"two"
    for read in (
        lambda: journal.vault.get("password", "ann"),
        lambda: list(journal.vault.items("password")),
    ):
        with pytest.raises(DamagedError, match="ann: it"):
            read()


def test_without_the_signing_key_nothing_is_taken_on_trust(durable: Store) -> None:
    with durable.open() as journal:
        make_signing_key(journal, at=1)
        journal.vault.store("password", "ann", b"hash")
    durable.execute("DELETE FROM vault WHERE kind = 'signing-key'")
    for read_only in (True, False):
        with durable.open(read_only=read_only) as journal:
            found = verify(journal).findings
            assert [each.detail for each in found] == [
                "checkpoints: the key of all checksums is gone"
            ]
            for kind, key in (("signing-key", "checkpoints"), ("password", "ann")):
                with pytest.raises(DamagedError):
                    journal.vault.get(kind, key)


def test_another_signing_key_fits_none_of_the_seals(durable: Store) -> None:
    journal = filled(durable)
    make_signing_key(journal, at=1)
    journal.vault.store("password", "ann", b"one")
    durable.execute(f"UPDATE vault SET value = {_bytes(bytes(32))} WHERE kind = 'signing-key'")
    found = where(verify(durable.open(read_only=True)).findings)
    assert found == [("vault", "vault/password", None), ("vault", "vault/signing-key", None)]


READ_TAMPERING = {
    "payload": ("UPDATE records SET payload = '{}' WHERE {at}", "changed"),
    "no json": ("UPDATE records SET payload = 'no json' WHERE {at}", "changed"),
    "actor": ("UPDATE records SET actor = 'bob' WHERE {at}", "changed"),
    "hash": ("UPDATE records SET hash = previous WHERE {at}", "changed"),
    "taken out": ("DELETE FROM records WHERE {at}", "missing"),
    "cut off": ("DELETE FROM records WHERE stream = 'table:1' AND position >= 3", "truncated"),
    "dropped": ("DELETE FROM records WHERE stream = 'table:1'", "truncated"),
}


@pytest.mark.parametrize("how", READ_TAMPERING)
def test_a_tampered_record_is_never_read(durable: Store, how: str) -> None:
    """Whoever decides by a stream gets an error instead of what was put in its place."""
    journal = filled(durable)
    statement, kind = READ_TAMPERING[how]
    durable.tamper(statement.replace("{at}", "stream = 'table:1' AND position = 3"))
    with pytest.raises(DamagedError) as caught:
        list(journal.read("table:1"))
    assert [each.kind for each in caught.value.findings] == [kind]
    assert len(list(journal.read("wallet:ann"))) == 5, "the other streams can still be read"
    if kind == "changed":
        with pytest.raises(DamagedError):
            list(journal.since(0))


def test_a_record_with_a_new_hash_to_match_is_never_read(durable: Store) -> None:
    journal = filled(durable)
    with journal.snapshot() as snapshot:
        rows = [*snapshot.stream("table:1")]
    durable.tamper(_update(rows[3]._replace(payload='{"amount":1}')))
    with pytest.raises(DamagedError, match="table:1 5: changed: it does not follow"):
        list(journal.read("table:1"))
    with pytest.raises(DamagedError, match="table:1 5"):
        list(journal.read("table:1", 4))
    assert [each.position for each in journal.read("table:1", 5)] == [6, 7, 8]
    durable.execute(_update(rows[3]), _update(rows[7]._replace(payload='{"amount":1}')))
    with pytest.raises(DamagedError, match="table:1 8: changed: the end of the stream has another"):
        list(journal.read("table:1"))


def test_a_repeated_command_is_not_answered_by_a_tampered_record(durable: Store) -> None:
    journal = filled(durable)
    durable.tamper(f"UPDATE records SET payload = '{{}}' WHERE {EIGHT} AND position = 1")
    again = batch(append("table:1", 8), command_id="c1")
    with pytest.raises(DamagedError):
        journal.outcome(again.actor, "c1")
    with pytest.raises(DamagedError):
        journal.append(again)


def test_several_alterations_are_all_found(durable: Store) -> None:
    journal = filled(durable)
    durable.tamper(
        f"UPDATE records SET actor = 'bob' WHERE {EIGHT} AND position = 2",
        "DELETE FROM records WHERE stream = 'wallet:ann' AND position = 3",
        "DELETE FROM records WHERE stream = 'table:2' AND position = 2",
    )
    assert set(where(verify(journal).findings)) == {
        ("changed", "table:1", 2),
        ("missing", "wallet:ann", 3),
        ("truncated", "table:2", 2),
    }


def test_the_database_itself_refuses_mistakes(durable: Store) -> None:
    filled(durable)
    for table in ("records", "batches"):
        for mistake in (f"UPDATE {table} SET actor = 'x'", f"DELETE FROM {table}"):
            with pytest.raises(Exception, match=f"what is in {table} stays as it is"):
                durable.execute(mistake)


def test_nothing_is_signed_over_a_damaged_journal(durable: Store) -> None:
    journal = filled(durable)
    signed = checkpoint(journal, KEY, time=1)
    journal.append(batch(append("table:1", 8, 2)))
    durable.tamper(f"UPDATE records SET actor = 'bob' WHERE {EIGHT} AND position = 9")
    for previous in (None, signed):
        with pytest.raises(DamagedError, match="table:1 9: changed") as caught:
            checkpoint(journal, KEY, time=2, previous=previous)
        assert where(caught.value.findings) == [("changed", "table:1", 9)]
        assert isinstance(caught.value, JournalError)


Forge = Callable[[Checkpoint], Checkpoint]


@pytest.mark.parametrize(
    "forge",
    [
        lambda kept: replace(kept, time=kept.time + 1),
        lambda kept: replace(kept, heads={}),
        lambda kept: replace(kept, signature="00" * 64),
        lambda kept: replace(kept, signature="xyz"),
        lambda kept: replace(kept, public_key="00"),
        lambda kept: replace(kept, previous="x"),
    ],
)
def test_a_forged_checkpoint(memory: MemoryJournal, forge: Forge) -> None:
    memory.append(batch(append("a", 0)))
    forged = forge(checkpoint(memory, KEY, time=1))
    assert not forged.is_genuine()
    assert where(verify(memory, [forged]).findings) == [("signature", None, None)]
    with pytest.raises(JournalError, match="not genuine"):
        checkpoint(memory, KEY, time=2, previous=forged)
