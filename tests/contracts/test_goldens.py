"""The form that is hashed never changes: a journal of today is verified in thirty years."""

import hashlib
import json

from contracts.making import append, batch
from houserules.journal.chain import journal_start
from houserules.journal.checkpoints import checkpoint
from houserules.journal.memory import MemoryJournal
from houserules.journal.records import Append, NewRecord

ID = "00112233445566778899aabbccddeeff"
KEY = bytes(range(32))
EXPECTED = {
    "stream": "9b226b0a1a9a76546e1c3f6c94c219e35cf4e8ed18568f914b9708a234ca7a1b",
    "record": "0a35de62f5f652c26e98c590f4bdf2b02e0c5f89085d07118a474c1d97aec9c6",
    "next": "f1490d989810c1635a5f8d3c44c255ed116bffb67e994466f21517b6414eab93",
    "batch": "6f9cf1964cbe86bfc158375c8780bdfc22af6112f06b7f8327888a6e1cb6ad31",
    "signature": (
        "cf64b02a26510124cad2c2b3c04f24d75aa96c3e50e265d748a4880aab3933dc"
        "bfb779ef119844720e88601d523223feb2b434628d4c93bfb00821132d8d4a08"
    ),
}


def golden() -> MemoryJournal:
    journal = MemoryJournal()
    journal.id = ID
    journal._held.end = journal_start(ID)
    payload = {"b": [1, None, True, {"é": "♠\n\x00"}], "a": {}, "ß": "\u2028"}
    said = Append(
        "table:Zoë", 0, (NewRecord("round.ended", 2, payload), NewRecord("table.closed", 1, {}))
    )
    journal.append(batch(said, actor="Zoë", time=1_700_000_000_123, command_id="c-1"))
    return journal


def test_the_hashes_are_what_they_always_were() -> None:
    journal = golden()
    first, second = journal.read("table:Zoë")
    assert {
        "stream": first.previous,
        "record": first.hash,
        "next": second.hash,
        "batch": journal.tip().hash,
        "signature": checkpoint(journal, KEY, time=1).signature,
    } == EXPECTED


def test_anybody_can_compute_them_from_the_record_alone() -> None:
    """With nothing of ours: JSON with sorted keys, no blanks, UTF-8, under a label."""

    def sha(label: str, value: object) -> str:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(f"houserules/{label}\n{text}".encode()).hexdigest()

    journal = golden()
    journal.append(batch(append("table:Zoë", 2)))
    journal.append(batch(append("table:Zoë", 3), command_id="c-2", request=bytes(range(32))))
    hashes: dict[int, list[str]] = {}
    previous = sha("stream-1", {"journal": ID, "stream": "table:Zoë"})
    for record in journal.read("table:Zoë"):
        names = ("actor", "batch", "command_id", "name", "payload", "position", "stream", "time")
        said = {name: getattr(record, name) for name in (*names, "version")}
        assert sha("record-1", {**said, "previous": previous}) == record.hash
        hashes.setdefault(record.batch, []).append(record.hash)
        previous = record.hash
    chain = sha("journal-1", {"journal": ID})
    for number, actor, command_id, time, more in (
        (1, "Zoë", "c-1", 1_700_000_000_123, {}),
        (2, "ann", None, 1_000, {}),
        (3, "ann", "c-2", 1_000, {"request": bytes(range(32)).hex()}),
    ):
        said = {"actor": actor, "command_id": command_id, "number": number, "time": time, **more}
        chain = sha("batch-1", {**said, "previous": chain, "records": hashes[number]})
    assert chain == journal.tip().hash
