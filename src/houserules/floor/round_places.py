"""In which round a record of a table stands."""

from bisect import bisect_right
from collections.abc import Iterable

from houserules.floor.loading import table_stream
from houserules.floor.rounds import Round


class Places:
    """Some rounds by where they stand."""

    def __init__(self, rounds: Iterable[Round]) -> None:
        self._rounds: dict[str, list[Round]] = {}
        self._afterwards: dict[tuple[str, int], Round] = {}
        for played in rounds:
            stream = table_stream(played.table)
            self._rounds.setdefault(stream, []).append(played)
            self._afterwards |= {(stream, place): played for place in played.afterwards}

    def at(self, stream: str, position: int) -> Round | None:
        """Give the round, also where the record puts right one that was cleared."""
        if found := self._afterwards.get((stream, position)):
            return found
        rounds = self._rounds.get(stream, [])
        place = bisect_right(rounds, position, key=lambda played: played.first_position) - 1
        if place >= 0 and position <= rounds[place].last_position:
            return rounds[place]
        return None
