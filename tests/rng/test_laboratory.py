"""What a laboratory gets: shuffles in two forms, and a manifest that reads back."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from houserules.core.cards import CARDS, cards
from houserules.core.record_keys import MalformedRecord
from houserules.rng.lab_export import (
    Manifest,
    Written,
    as_numbers,
    as_text,
    first_difference,
    lines,
    lines_again,
    read_manifest,
    write_manifest,
)
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.shoe.entropy import GivenBytes
from houserules.shoe.stack import decks_of, shuffle

FILES = tuple(
    Written(name, size, letter * 64)
    for name, size, letter in [
        ("raw.bin", 900, "a"),
        ("shuffles.txt", 1152, "b"),
        ("shuffles.csv", 1080, "c"),
    ]
)
MANIFEST = Manifest("0.1.0", "nsw-pontoon-2024", {"decks": 6}, 1, "somewhere", 550, FILES)
SHOE = cards("As 2s 3s") * 3


def stored() -> dict[str, Any]:
    """Return the manifest as a file would have it."""
    return json.loads(json.dumps(write_manifest(MANIFEST, SHOE, decks=3)))  # type: ignore[no-any-return]


def test_a_shuffle_in_both_forms() -> None:
    assert as_text(cards("As Kc 7d")) == "As Kc 7d\n"
    assert as_numbers(cards("As Kc 7d Ah 2s")) == "0,51,26,1,4\n"
    assert as_numbers(tuple(CARDS.values())) == ",".join(map(str, range(52))) + "\n"


def test_the_manifest_reads_back() -> None:
    assert read_manifest(stored()) == MANIFEST
    assert stored()["shoe"] == {"decks": 3, "cards": 9, "deck": "As 2s 3s"}


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (["format"], "houserules/rng-export-9", "format: must be .* not 'houserules/rng-export-9'"),
        (["tool"], None, "tool: must be a table, not null"),
        (["tool", "version"], 1, r"tool\.version: must be a string"),
        (["shuffles"], "1", "shuffles: must be a whole number"),
        (["shuffles"], True, "shuffles: must be a whole number"),
        (["entropy", "consumed"], 1.5, r"entropy\.consumed: must be a whole number"),
        (["files"], {}, "files: must be a list"),
        (["files"], [1], r"files\[0\]: must be a table"),
        (["files"], [], r"files: must be raw\.bin, shuffles\.txt, shuffles\.csv"),
        (["files", 0, "name"], "/etc/passwd", r"files: must be raw\.bin"),
        (["files", 2, "sha256"], None, r"files\[2\]\.sha256: must be a string"),
    ],
)
def test_a_malformed_manifest_says_what_is_wrong(path: list[Any], value: object, says: str) -> None:
    found: Any = stored()
    part = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(MalformedRecord, match=says):
        read_manifest(found)


@pytest.mark.parametrize("found", [[], "text", 3, None])
def test_a_manifest_is_a_table_of_keys(found: object) -> None:
    with pytest.raises(MalformedRecord, match="must be a table of keys"):
        read_manifest(found)


def by_the_manifest(deck: list[str], decks: int, raw: bytes) -> tuple[list[str], int]:
    """Shuffle as the manifest tells a laboratory to, with nothing of the shoe's own."""
    order, at = deck * decks, 0
    for i in range(len(order) - 1, 0, -1):
        size, s = (1, 256) if i < 256 else (2, 65536)
        while True:
            v = int.from_bytes(raw[at : at + size], "big")
            at += size
            if v < s - s % (i + 1):
                break
        j = v % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order, at


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_manifest_tells_how_to_shuffle_from_the_raw_bytes(name: str) -> None:
    rules = rulebook(name)
    shoe, decks = decks_of(rules), rules.equipment.decks.value
    deck = write_manifest(MANIFEST, shoe, decks=decks)["shoe"]["deck"].split()
    raw = Random(name).randbytes(4000)
    entropy = GivenBytes(raw)
    by_hand, used = by_the_manifest(deck, decks, raw)
    assert [str(card) for card in shuffle(shoe, entropy)] == by_hand
    assert entropy.taken == used


def test_shuffles_made_again_are_the_same() -> None:
    raw = Random(3).randbytes(100)
    source = GivenBytes(raw)
    written = [lines(SHOE, source) for _ in range(5)]
    text, numbers = ([each[form] for each in written] for form in (0, 1))

    def compare(**change: list[bytes]) -> int | None:
        again = lines_again(SHOE, GivenBytes(raw), shuffles=5)
        return first_difference(again, **{"text": text, "numbers": numbers, **change})

    assert compare() is None
    swapped = deepcopy(text)
    swapped[2] = swapped[3]
    assert compare(text=swapped) == 3
    assert compare(numbers=numbers[:4]) == 5
    assert compare(numbers=[*numbers, numbers[0]]) == 6
    assert first_difference(lines_again(SHOE, GivenBytes(raw[:9]), shuffles=5), text, numbers)
