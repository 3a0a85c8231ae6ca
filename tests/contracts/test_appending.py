"""What every journal does with a batch: all of it or nothing, once, at the expected place."""

from dataclasses import asdict
from typing import Any

import pytest

from contracts.conftest import Store
from contracts.making import append, batch, entry, one, records
from houserules.journal.canonical import PAYLOAD_MOST
from houserules.journal.errors import PayloadError
from houserules.journal.protocol import Journal
from houserules.journal.records import (
    Append,
    Appended,
    Batch,
    Delete,
    NewRecord,
    Put,
    Reused,
    Speculation,
    Stale,
)

UNICODE = "Zoë ☃ 🃏 \u202e\x00\n\"'\\"


def everything(journal: Journal) -> tuple[Any, ...]:
    """All that a journal has, to see that nothing was left behind."""
    with journal.snapshot() as snapshot:
        return (
            snapshot.end,
            list(snapshot.rows()),
            list(snapshot.heads()),
            list(snapshot.batches()),
            list(journal.vault.items("shoe")),
        )


def test_a_record_says_everything(journal: Journal) -> None:
    given = Batch(
        (Append("table:1", 0, (NewRecord("round.ended", 3, {"net": {"ann": -500}}),)),),
        actor="Ann Lee",
        time=1_700_000_000_123,
        command_id="c 1",
    )
    (record,) = records(journal.append(given))
    assert asdict(record) | {"previous": None, "hash": None} == {
        "stream": "table:1",
        "position": 1,
        "name": "round.ended",
        "version": 3,
        "payload": {"net": {"ann": -500}},
        "actor": "Ann Lee",
        "time": 1_700_000_000_123,
        "command_id": "c 1",
        "batch": 1,
        "previous": None,
        "hash": None,
        "serial": 1,
    }
    assert list(journal.read("table:1")) == [record]
    assert list(journal.since(0)) == [record]


def test_positions_serials_and_batches_count_on(journal: Journal) -> None:
    first = records(journal.append(batch(append("a", 0, 2), append("b", 0, 1))))
    second = records(journal.append(batch(append("b", 1, 2))))
    shown = [(each.serial, each.stream, each.position, each.batch) for each in first + second]
    assert shown == [
        (1, "a", 1, 1),
        (2, "a", 2, 1),
        (3, "b", 1, 1),
        (4, "b", 2, 2),
        (5, "b", 3, 2),
    ]
    assert journal.head("b") == journal.head("b").__class__("b", 3, second[-1].hash)
    assert (journal.tip().serial, journal.tip().batch) == (5, 2)


def test_each_record_names_the_one_before(journal: Journal) -> None:
    start = journal.head("a")
    first, second = records(journal.append(batch(append("a", 0, 2))))
    assert (start.position, start.hash) == (0, first.previous)
    assert first.hash == second.previous != second.hash
    assert journal.head("b").hash != start.hash


def test_no_record_fits_into_another_journal(store: Store) -> None:
    one_journal = store.open()
    if store.name == "memory":
        other = store.open()
        assert other.id != one_journal.id
        hashes = [records(each.append(one("a", 0)))[0].hash for each in (one_journal, other)]
        assert hashes[0] != hashes[1]
    else:
        one_journal.close()
        assert store.open().id == one_journal.id


@pytest.mark.parametrize("expected", [0, 1, 3, 4])
def test_a_stale_append_leaves_nothing_behind(journal: Journal, expected: int) -> None:
    journal.append(batch(append("a", 0, 2), puts=(Put("shoe", "1", b"before"),)))
    before = everything(journal)
    stale = batch(
        append("b", 0),
        append("a", expected),
        command_id="c1",
        puts=(Put("shoe", "1", b"after"), Put("shoe", "2", b"new")),
    )
    assert journal.append(stale) == Stale("a", expected, 2)
    assert everything(journal) == before
    assert journal.outcome("ann", "c1") is None
    assert records(journal.append(one("b", 0, "c1")))[0].serial == 3


def test_only_the_stale_batch_of_several_fails(journal: Journal) -> None:
    outcomes = journal.append_all(
        [one("a", 0), one("a", 0), one("a", 1), batch(append("b", 0), append("a", 1)), one("b", 0)]
    )
    assert [type(each) for each in outcomes] == [Appended, Stale, Appended, Stale, Appended]
    assert [(each.stream, each.position) for each in journal.since(0)] == [
        ("a", 1),
        ("a", 2),
        ("b", 1),
    ]


def test_more_streams_than_are_remembered(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houserules.journal.sqlite._HEADS_REMEMBERED", 2)
    for position in range(3):
        for stream in "abcd":
            assert isinstance(journal.append(one(stream, position)), Appended)
            assert isinstance(journal.append(one(stream, position)), Stale)
    assert [journal.head(stream).position for stream in "abcd"] == [3, 3, 3, 3]


def test_an_append_without_entries_only_checks(journal: Journal) -> None:
    journal.append(one("a", 0))
    check = Append("a", 1, ())
    assert records(journal.append(batch(check, append("b", 0))))[0].stream == "b"
    assert journal.append(batch(Append("a", 0, ()), append("b", 1))) == Stale("a", 0, 1)
    assert journal.head("a").position == 1


def test_an_append_may_go_wherever_the_stream_ends(journal: Journal) -> None:
    for position in (1, 2, 3):
        assert records(journal.append(one("log", None)))[0].position == position


def test_the_same_command_twice_is_carried_out_once(journal: Journal) -> None:
    first = journal.append(batch(append("a", 0, 2), append("b", 0), command_id="c1"))
    again = journal.append(batch(append("a", 3), append("x", 9), command_id="c1"))
    assert again == Appended(records(first), repeated=True)
    assert journal.outcome("ann", "c1") == again
    assert journal.tip().serial == 3


def test_the_same_command_twice_in_one_group(journal: Journal) -> None:
    first, again = journal.append_all([one("a", 0, "c1"), one("a", 1, "c1")])
    assert again == Appended(records(first), repeated=True)
    assert journal.head("a").position == 1


def test_a_command_id_is_bound_to_its_request(journal: Journal) -> None:
    asked, other = bytes(32), bytes([1] * 32)
    first = journal.append(one("a", 0, "c1", request=asked))
    assert journal.append(one("a", 1, "c1", request=asked)) == Appended(
        records(first), repeated=True
    )
    assert journal.append(one("a", 1, "c1", request=other)) == Reused("c1")
    assert journal.outcome("ann", "c1", other) == Reused("c1")
    assert journal.outcome("ann", "c1", asked) == Appended(records(first), repeated=True)
    assert journal.head("a").position == 1
    _, within = journal.append_all(
        [one("b", 0, "c2", request=asked), one("b", 1, "c2", request=other)]
    )
    assert within == Reused("c2")


def test_what_is_no_digest_is_no_request() -> None:
    for wrong in ({"request": b"x", "command_id": "c1"}, {"request": bytes(32)}):
        with pytest.raises(PayloadError, match="digest"):
            batch(append("a", 0), **wrong)


def test_command_ids_are_each_actors_own(journal: Journal) -> None:
    for position, actor in enumerate(("ann", "bob")):
        outcome = journal.append(one("a", position, "c1", actor=actor))
        assert outcome == Appended(records(outcome), repeated=False)
    assert journal.outcome("cat", "c1") is None


def test_a_command_without_records_is_remembered_too(journal: Journal) -> None:
    puts = (Put("session", "1", b"token"),)
    assert journal.append(batch(command_id="c1", puts=puts)) == Appended((), repeated=False)
    again = batch(append("a", 0), command_id="c1", deletes=(Delete("session", "1"),))
    assert journal.append(again) == Appended((), repeated=True)
    assert journal.vault.get("session", "1") == b"token"
    assert (journal.tip().serial, journal.tip().batch) == (0, 1)


def test_the_house_needs_no_command_id(journal: Journal) -> None:
    journal.append(one("a", 0))
    assert records(journal.append(one("a", 1)))[0].command_id is None


def test_reading_from_a_position_and_no_further_than_a_limit(journal: Journal) -> None:
    journal.append(batch(append("a", 0, 7), append("b", 0, 3)))
    assert [each.position for each in journal.read("a", after=2, limit=3)] == [3, 4, 5]
    assert [each.position for each in journal.read("a", 5)] == [6, 7]
    assert list(journal.read("a", 7)) == list(journal.read("nothing")) == []
    assert list(journal.read("a", limit=0)) == []
    assert [each.serial for each in journal.since(6, limit=2)] == [7, 8]


def test_reading_goes_on_over_many_pages(journal: Journal) -> None:
    journal.append(batch(append("a", 0, 1_500), append("b", 0, 1_500)))
    assert [each.position for each in journal.read("b")] == list(range(1, 1_501))
    assert [each.serial for each in journal.since(0, limit=2_500)] == list(range(1, 2_501))


def test_streams_by_prefix_in_order(journal: Journal) -> None:
    names = ["table:2", "table:10", "table_x", "tablé", "wallet:Zoë", "Wallet", "table:🃏"]
    journal.append(batch(*(append(name, 0) for name in names)))
    assert list(journal.streams()) == sorted(names)
    assert list(journal.streams("table:")) == ["table:10", "table:2", "table:🃏"]
    assert list(journal.streams("%")) == list(journal.streams("table:1000")) == []


def test_any_text_comes_back_as_it_was(journal: Journal) -> None:
    payload = {UNICODE: [UNICODE, {"": None}], "e\u0301": "é", "n": [-(2**63) + 1, 2**63 - 1, True]}
    given = Batch(
        (Append("table:Zoë🃏", 0, (NewRecord("round.ended", 1, payload),)),),
        actor="Zoë 'x' \"y\" \\ %s :name",
        time=0,
        command_id="🃏 %(x)s",
    )
    (record,) = records(journal.append(given))
    assert record.payload == payload
    assert list(journal.read("table:Zoë🃏")) == [record]
    assert journal.outcome(given.actor, "🃏 %(x)s") == Appended((record,), repeated=True)


def test_a_big_payload(journal: Journal) -> None:
    (record,) = records(journal.append(batch(Append("a", 0, (entry(text="♠" * 1_000_000),)))))
    assert list(journal.read("a")) == [record]


def test_a_tuple_comes_back_as_a_list(journal: Journal) -> None:
    payload = {"cards": ("As", "Kd")}
    (record,) = records(journal.append(batch(Append("a", 0, (NewRecord("n", 1, payload),)))))
    assert record.payload == {"cards": ["As", "Kd"]}


def test_what_is_changed_after_the_append_is_not_in_the_journal(journal: Journal) -> None:
    payload = {"cards": ["As"]}
    (record,) = records(journal.append(batch(Append("a", 0, (NewRecord("n", 1, payload),)))))
    payload["cards"].append("Kd")
    record.payload["cards"].append("Kd")
    assert [each.payload for each in journal.read("a")] == [{"cards": ["As"]}]


@pytest.mark.parametrize(
    ("payload", "says"),
    [
        ({"odds": 1.5}, r"payload\.odds: 1\.5 is a float"),
        ({"a": [{"b": float("nan")}]}, r"payload\.a\[0\]\.b: nan is a float"),
        ({1: "x"}, "the key 1 is not a str"),
        ({"a": b"x"}, "is a bytes"),
        ({"a": {"x"}}, "is a set"),
        ({"a": 2**63}, "64 bits"),
        ({"a": 10**5000}, "64 bits"),
        ({"a": "\ud800"}, "half a character"),
        ({"\udfff": 1}, "half a character"),
        ({"a": "x" * PAYLOAD_MOST}, "at most"),
        (["a"], "a payload is a dict"),
    ],
    ids=range(11),
)
def test_what_is_no_payload_is_refused_where_it_is_made(payload: Any, says: str) -> None:
    with pytest.raises(PayloadError, match=f"^wager.placed: .*{says}"):
        NewRecord("wager.placed", 1, payload)


def test_a_payload_without_an_end_is_refused() -> None:
    payload: dict[str, Any] = {}
    payload["self"] = payload
    with pytest.raises(PayloadError, match="nested deeper than 64"):
        NewRecord("n", 1, payload)


@pytest.mark.parametrize("name", ["", "a b", "a\tb", "a\x00b", "\ud800", "x" * 201, None, 7, b"a"])
def test_what_is_no_name_is_refused(name: Any) -> None:
    with pytest.raises(PayloadError, match=r"name|blank"):
        Append(name, 0, ())
    with pytest.raises(PayloadError, match=r"name|blank"):
        NewRecord(name, 1, {})


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Append("a", -1, ()),
        lambda: Append("a", expected=True, entries=()),
        lambda: NewRecord("a", 0, {}),
        lambda: NewRecord("a", 1.0, {}),  # type: ignore[arg-type]
        lambda: batch(time=1.5),
        lambda: batch(time=-1),
        lambda: batch(actor=""),
        lambda: batch(command_id="\n"),
        lambda: batch(append("a", 0), append("a", 1)),
        lambda: batch(puts=(Put("k", "1", b""),), deletes=(Delete("k", "1"),)),
        lambda: Put("k", "1", "text"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_batch_is_refused(wrong: Any) -> None:
    with pytest.raises(PayloadError):
        wrong()


def test_what_rests_on_a_batch_that_was_not_written_is_not_written_either(journal: Journal) -> None:
    """Not even if somebody else has written so many records instead that the position fits."""
    journal.append(one("a", 0))
    speculation, free = Speculation(), Speculation()
    journal.append(one("a", 1, actor="bob"))
    before = everything(journal)
    outcomes = journal.append_all(
        [
            one("a", 1, speculation=speculation),
            one("a", 2, speculation=speculation, puts=(Put("shoe", "1", b"x"),)),
        ]
    )
    assert [type(each) for each in outcomes] == [Stale, Stale] and speculation.broken
    assert isinstance(
        journal.append(one("a", 2, speculation=speculation)), Stale
    )  # nor in a later commit
    assert everything(journal) == before
    outcomes = journal.append_all([one("a", 2, speculation=free), one("a", 3, speculation=free)])
    assert [type(each) for each in outcomes] == [Appended, Appended] and not free.broken


def test_a_repeated_command_breaks_the_line_behind_it(journal: Journal) -> None:
    journal.append(one("a", 0, "c1"))
    speculation = Speculation()
    first, second = journal.append_all(
        [one("a", 0, "c1", speculation=speculation), one("a", 1, "c2", speculation=speculation)]
    )
    assert isinstance(first, Appended) and first.repeated
    assert isinstance(second, Stale)
    assert journal.head("a").position == 1
