"""Rounds that somebody asks for: by table, by player, by the hour."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from houserules.floor.people.handles import key_of
from houserules.floor.rounds import Round, rounds_of, tables_of
from houserules.journal.protocol import Journal


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rounds somebody asks for; what is None does not matter."""

    tables: tuple[str, ...] | None = None
    player: str | None = None
    hours: tuple[int, int] | None = None  # milliseconds: from, and before which, bets were closed

    def has(self, played: Round) -> bool:
        """Whether a round is among those asked for."""
        if self.hours is not None and not self.hours[0] <= played.began < self.hours[1]:
            return False
        if self.player is None:
            return True
        return key_of(self.player) in map(key_of, played.players)


def find(journal: Journal, wanted: Wanted) -> Iterator[Round]:
    """Give the rounds that are asked for, table by table."""
    for table in tables_of(journal) if wanted.tables is None else wanted.tables:
        yield from filter(wanted.has, rounds_of(journal, table).all())


def hours_of(day: date, zone: tzinfo = UTC) -> tuple[int, int]:
    """Give when a day begins and when the next one does, in milliseconds."""
    both = (datetime.combine(each, datetime.min.time(), zone) for each in (day, day + timedelta(1)))
    begins, ends = (round(each.timestamp()) * 1000 for each in both)
    return begins, ends
