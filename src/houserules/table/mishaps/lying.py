"""Where the cards of a round lie, and which of them move when it is put right."""

from collections import Counter
from collections.abc import Iterator

from houserules.core.cards import Card
from houserules.table.mishaps.past import round_of
from houserules.table.mishaps.state import Move
from houserules.table.mishaps.taking_back import replay
from houserules.table.state import Table


def as_it_lay(table: Table) -> Table:
    """Give the round as it lies, or lay before its cards were collected."""
    played = round_of(table)
    assert played is not None
    return table if table.before_round is not None else replay(played.before, played.log)


def moves_between(old: Table, new: Table) -> Iterator[Move]:
    """Pair the places that a face leaves with those it comes to."""
    before, after = Counter(_places(old)), Counter(_places(new))
    left, came = before - after, after - before
    for card in dict.fromkeys(card for card, _ in (*left, *came)):
        sources = [place for (face, place), n in left.items() for _ in range(n) if face is card]
        goals = [place for (face, place), n in came.items() for _ in range(n) if face is card]
        for number in range(max(len(sources), len(goals))):
            yield Move(
                card,
                sources[number] if number < len(sources) else None,
                goals[number] if number < len(goals) else None,
            )


def _places(table: Table) -> Iterator[tuple[Card, str]]:
    for box, number, hand in table.hands():
        for card in hand.cards:
            yield card, f"box {box.number}, hand {number}"
    for card in table.dealer:
        yield card, "dealer"
