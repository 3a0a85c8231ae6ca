"""Revealed shoes checked against their own proof and against the cards that the rounds were dealt."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from houserules.core.cards import Card
from houserules.floor.happenings import ShoeRevealed
from houserules.shoe.proof import verify
from houserules.shoe.record import CardOut, MalformedShoeRecord, ShoeRecord
from houserules.shoe.record_reading import read_shoe
from houserules.table.cards.events import CardsShuffled
from houserules.table.events import CardDealt


@dataclass(slots=True)
class _Shoe:
    """What the stream says of a shoe."""

    dealt: list[Card] = field(default_factory=list)
    irregular: bool = False  # cards were taken back, offered round or declared void


@dataclass(slots=True)
class Shoes:
    """The shoes of a table whose stacks are not revealed yet, by their commitments."""

    by_commitment: dict[str, _Shoe] = field(default_factory=dict)
    present: _Shoe = field(default_factory=_Shoe)

    def follow(self, event: Any, *, irregular: bool) -> None:
        """Keep in step with the cards of the stream."""
        if isinstance(event, CardsShuffled) and event.commitment:
            if event.new_shoe:
                self.present = _Shoe()
            self.by_commitment[event.commitment] = self.present
        elif isinstance(event, CardDealt):
            self.present.dealt.append(event.card)
        self.present.irregular |= irregular

    def revealed(self, event: ShoeRevealed) -> Iterator[str]:
        """Say what is wrong with a shoe that is over."""
        found = [self.by_commitment.pop(each, None) for each in event.commitments]
        shoe = found[0] if found else None
        if shoe is None:
            yield "a shoe is revealed to which nobody was committed"
            return
        try:
            record = read_shoe(json.loads(event.record))
        except (MalformedShoeRecord, ValueError) as error:
            yield f"the record of a revealed shoe cannot be read: {error}"
            return
        if [each.commitment for each in record.segments] != list(event.commitments):
            yield "the record of a revealed shoe has other commitments than were published"
        if not shoe.irregular:
            yield from _against(record, shoe)


def _against(record: ShoeRecord, shoe: _Shoe) -> Iterator[str]:
    for check in verify(record):
        if not check.passed:
            yield f"a revealed shoe fails its check {check.name!r}: {check.detail}"
    outs = [out for segment in record.segments for out in segment.out if isinstance(out, CardOut)]
    played = [out.card for out in outs if out.to.kind in ("box", "dealer")]
    if played != shoe.dealt:
        pairs = zip_longest(played, shoe.dealt)
        first, (told, came) = next((n, both) for n, both in enumerate(pairs, 1) if len({*both}) > 1)
        yield (
            f"card {first} dealt from a revealed shoe is {came or 'none'} in the rounds and "
            f"{told or 'none'} in its record"
        )
