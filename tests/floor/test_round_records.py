"""Rounds of the floor as round records: settled again, they pay the same cents."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from floor.playing import Batches, disturbed_shift, practice, random_rounds, stored
from houserules.core.money import cents
from houserules.floor.round_records import Unwritten, record_of
from houserules.floor.rounds import Round, Step, TableRounds
from houserules.rulebook.loading import RULEBOOKS
from houserules.table.events import WagerSettled
from houserules.table.records.printing import to_dict
from houserules.table.records.reading import read_record
from houserules.table.records.record import Record
from houserules.table.records.report import settle

ROUNDS = 20
SHIFTS = 5


def written_down(batches: Batches) -> Iterator[tuple[Round, list[Any], Record | Unwritten]]:
    """Give every round with its events and its record."""
    rounds, events = TableRounds("t1"), [event for batch in batches for event in batch]
    rounds.follow(stored(batches))
    for played in rounds.all():
        own = events[played.first_position - 1 : played.last_position]
        steps = [Step(played.first_position + n, 0, "", event) for n, event in enumerate(own)]
        yield played, own, record_of(played, steps)


def paid(events: list[Any]) -> dict[str, int]:
    """Add up what everybody is up by the payments of a round."""
    net: Counter[str] = Counter()
    for event in events:
        if isinstance(event, WagerSettled):
            net[event.player] += event.net
    return dict(net)


def settled(record: Record) -> dict[str, int]:
    """Settle a record as a reader of its text does."""
    output = settle(read_record(to_dict(record)))
    assert "net" in output, output
    return {player: _signed(net) for player, net in output["net"].items()}


def _signed(text: str) -> int:
    return -cents(text[1:]) if text.startswith("-") else cents(text)


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("options", [{}, {"maximum": "60", "smallest_chip": "1"}])
def test_every_ordinary_round_is_a_record_that_pays_the_same(
    name: str, options: dict[str, Any]
) -> None:
    played = random_rounds(practice(name, **options), ROUNDS, "records")
    found = 0
    for round_, events, record in written_down([tuple(played.events)]):
        assert isinstance(record, Record), (round_.number, record)
        assert settled(record) == paid(events)
        assert set(record.players) == set(round_.players)
        found += 1
    assert found == played.standing.table.rounds >= ROUNDS


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_round_with_irregularities_pays_the_same_or_says_why_it_is_no_record(name: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(SHIFTS):
        _, batches = disturbed_shift(name, seed)
        for round_, own, record in written_down(batches):
            if isinstance(record, Unwritten):
                seen[record.why] += 1
            else:
                seen["written"] += 1
                assert settled(record) == paid(own), round_
    assert seen["written"] and len(seen) > 2
