"""Checkpoints: what they say, and that they can be read again."""

import json
from typing import Any

import pytest

from contracts.making import append, batch, one
from houserules.journal.checkpoints import Checkpoint, checkpoint
from houserules.journal.errors import CheckpointError
from houserules.journal.memory import MemoryJournal
from houserules.journal.protocol import Journal
from houserules.journal.signers import new_key, public_key
from houserules.journal.verify import verify

KEY = bytes(range(32))


def test_a_checkpoint_says_where_everything_ends(journal: Journal) -> None:
    journal.append(batch(append("a", 0, 2), append("Zoë", 0)))
    journal.append(one("a", 2))
    made = checkpoint(journal, KEY, time=1_700_000_000_000)
    assert (made.journal, made.time) == (journal.id, 1_700_000_000_000)
    assert (made.records, made.batch, made.hash) == (4, 2, journal.tip().hash)
    assert made.heads == {"a": (3, journal.head("a").hash), "Zoë": (1, journal.head("Zoë").hash)}
    assert made.public_key == public_key(KEY)
    assert made.is_genuine()


def test_a_checkpoint_is_a_text_that_can_be_kept(journal: Journal) -> None:
    journal.append(one("Zoë", 0))
    made = checkpoint(journal, KEY, time=1)
    assert Checkpoint.read(made.text()) == made
    assert json.loads(made.text())["format"] == "houserules/checkpoint-1"
    reordered = json.dumps(dict(reversed(json.loads(made.text()).items())), indent=2)
    assert Checkpoint.read(reordered).is_genuine()


def test_each_checkpoint_names_the_one_before(journal: Journal) -> None:
    first = checkpoint(journal, KEY, time=1)
    journal.append(one("a", 0))
    second = checkpoint(journal, KEY, time=2, previous=first)
    journal.append(one("b", 0))
    third = checkpoint(journal, KEY, time=3, previous=second)
    assert (first.previous, second.previous, third.previous) == (
        None,
        first.digest(),
        second.digest(),
    )
    assert third.heads == checkpoint(journal, KEY, time=3).heads
    assert verify(journal, [third, first, second], public_key=public_key(KEY)).ok


def test_a_key_that_is_not_the_houses(memory: MemoryJournal) -> None:
    signed = checkpoint(memory, new_key(), time=1)
    assert verify(memory, [signed]).ok
    (finding,) = verify(memory, [signed], public_key=public_key(KEY)).findings
    assert (finding.kind, str(finding)) == (
        "signature",
        "journal: signature: the checkpoint of batch 0 was signed with another key",
    )


def test_a_checkpoint_of_another_journal(memory: MemoryJournal) -> None:
    signed = checkpoint(MemoryJournal(), KEY, time=1)
    (finding,) = verify(memory, [signed]).findings
    assert finding.kind == "checkpoint" and signed.journal in finding.detail
    with pytest.raises(CheckpointError, match="another journal"):
        checkpoint(memory, KEY, time=2, previous=signed)


def _without(**changes: Any) -> str:
    memory = MemoryJournal()
    memory.append(one("a", 0))
    said = json.loads(checkpoint(memory, KEY, time=1).text()) | changes
    return json.dumps({key: value for key, value in said.items() if value != "gone"})


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "null", "{}", "[1", '"x"'),
        *(_without(format="x"), _without(heads="gone"), _without(extra=1), _without(time="x")),
        *(_without(hash="xyz"), _without(heads=[1]), _without(heads={"a": [1]})),
        *(_without(heads={"a": [1, "xyz"]}), _without(previous=7), _without(signature=None)),
    ],
    ids=range(16),
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(CheckpointError, match="not a checkpoint"):
        Checkpoint.read(text)
