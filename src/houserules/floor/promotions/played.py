"""Settled rounds of the house as promotions count them, read from the journal."""

from collections.abc import Iterable, Iterator
from datetime import datetime, tzinfo
from itertools import takewhile
from typing import Final

from houserules.core.people import Moment
from houserules.floor.rounds.find import Round, RoundStep, Wanted
from houserules.floor.rounds.history import History
from houserules.promotion.criteria import PlayedBox, PlayedHand
from houserules.promotion.state import EarnedBy
from houserules.table.events import RoundEnded
from houserules.table.session.events import SessionRoundBegan
from houserules.table.state import Box, Table

_PAGE: Final = 200
_LONGEST: Final = 24 * 3_600_000
"""Milliseconds that a round may have taken, at most, to be looked at."""


async def settled_rounds(
    history: History, table: str, period: tuple[int, int], *, after: int = 0
) -> list[Round]:
    """Return the rounds of a table that were settled in a period, oldest first.

    The period is in milliseconds; `after`: only rounds with higher numbers.
    """
    wanted = Wanted(tables=(table,), hours=(period[0] - _LONGEST, period[1]))
    found, below = list[Round](), None
    while True:
        page = [each.round for each in await history.rounds(wanted, limit=_PAGE, below=below)]
        new = list(takewhile(lambda played: played.number > after, page))
        found += new
        if len(new) < _PAGE:
            break
        below = new[-1].number
    return [
        played
        for played in reversed(found)
        if played.ended is not None and period[0] <= played.ended < period[1]
    ]


async def played_boxes(history: History, played: Round, zone: tzinfo) -> list[PlayedBox]:
    """Return what each bettor had on each box of a round; of a tournament's round nothing."""
    steps = await history.steps(played)
    return boxes_in(played, steps, await history.tables(played, steps), zone)


def boxes_in(
    played: Round, steps: tuple[RoundStep, ...], tables: Iterable[Table], zone: tzinfo
) -> list[PlayedBox]:
    """Return the same of a round whose steps were read, with the table before it and after each."""
    if any(isinstance(step.event, SessionRoundBegan) for step in steps):
        return []
    settled = _settled_table(tables, steps)
    if settled is None or played.ended is None:
        return []
    return [box for each in settled.boxes for box in _boxes(played, each, zone)]


def _settled_table(tables: Iterable[Table], steps: Iterable[RoundStep]) -> Table | None:
    """Return the table as the round left it, the last time that it ended."""
    ends = [
        table
        for table, step in zip(tuple(tables)[1:], steps, strict=True)
        if isinstance(step.event, RoundEnded)
    ]
    return ends[-1] if ends else None


def _boxes(played: Round, box: Box, zone: tzinfo) -> Iterator[PlayedBox]:
    assert played.ended is not None
    local = datetime.fromtimestamp(played.ended // 1000, zone)
    for bettor in box.bettors:
        hands = tuple(
            PlayedHand(hand.cards, hand.split, stake.result)
            for hand in box.hands
            for stake in hand.stakes
            if stake.player == bettor.player
        )
        if hands:
            yield PlayedBox(
                EarnedBy(played.table, played.number, box.number),
                bettor.player,
                played.setting.rulebook,
                Moment(played.ended // 1000),
                local.toordinal(),
                local.hour * 60 + local.minute,
                bettor.plays,
                hands,
            )
