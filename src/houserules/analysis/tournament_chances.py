"""What would have won: a player's chance to go on, by what they enter for a round and how they play it.

The session is played out very many times from the moment of the decision, by the compiled simulator.
Opponents who had entered before the player keep their entry; a sealed form counts as what was on it.
Everybody else enters by a style, the player too in the rounds after this one, with best play of the
hands. Every round is dealt from a full, shuffled shoe. All choices are played with the same random
numbers, so that the difference between two of them is known better than either chance.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houserules.analysis.tournament_decision import RoundBefore, SeatBefore
from houserules.analysis.tournament_game import find_strategies
from houserules.rulebook.schema import Rulebook
from houserules.simulator import never_bust, pack, rough_chart
from houserules.simulator.strategy_sources import double_at_once, rough_drawing
from houserules.simulator.tournament import layout
from houserules.simulator.tournament.layout import STYLES, Numbers, SessionTable
from houserules.simulator.tournament.play import Game, Session, play, prepare, session_table

Data = dict[str, Any]
Entry = tuple[int, int]
"""The wager, and that on a sealed form; neither: a pass card."""

WAYS: Final = ("bots", "best", "never bust", "double at once")
"""Ways to play a hand: like the bots, by best play of the ordinary game, and two others."""
BOTS, BEST, NEVER_BUST, DOUBLE = range(len(WAYS))
LANES_FROM: Final = 3 << 29
"""Chances have lanes of their own among the random numbers."""

_MOST_WAGERS: Final = 20
_ROUNDS_PLAYED: Final = 10_000
"""Rounds to play for each choice; a session with more rounds left is played less often."""
_FEWEST: Final = 3_000


class Chance(NamedTuple):
    """A chance and its standard error."""

    chance: float
    error: float


def find_chances(
    rules: Rulebook, before: RoundBefore, *, sessions: int | None = None, seed: int = 1
) -> Data:
    """Return the chances of everything that the player could have entered, and what theirs cost."""
    number = sessions or max(_FEWEST, _ROUNDS_PLAYED // before.left)
    decision = Decision(rules, before, number, seed)
    choices = list(open_entries(before))
    played = {entry: decision.play_out(entry, BEST) for entry in choices}
    best = max(choices, key=lambda entry: (played[entry].mean(), -sum(entry)))
    mine = played[before.entry]
    at = before.entry if any(before.entry) else best
    return {
        "round": before.round,
        "left": before.left,
        "goal": "win" if before.final else "advance",
        "places": 1 if before.final else before.advance,
        "sessions": number,
        "entries": [_row(entry, played[entry]) for entry in choices],
        "entered": _row(before.entry, mine),
        "best": _row(best, played[best]),
        "cost": _difference(played[best], mine)._asdict(),
        "ways_at": {"wager": at[0], "form": at[1]},
        "ways": [
            {"way": WAYS[way], **chance_of(decision.play_out(at, way))._asdict()}
            for way in open_ways(before, at)
        ],
    }


def _row(entry: Entry, hits: NDArray[np.bool_]) -> Data:
    return {"wager": entry[0], "form": entry[1], **chance_of(hits)._asdict()}


def chance_of(hits: NDArray[np.bool_]) -> Chance:
    """Return how often it was, and the standard error of that."""
    share = float(hits.mean())
    return Chance(share, sqrt(share * (1 - share) / len(hits)))


def _difference(best: NDArray[np.bool_], mine: NDArray[np.bool_]) -> Chance:
    """Return how much better one choice is than another, both played with the same random numbers."""
    difference = best.astype(np.int8) - mine.astype(np.int8)
    return Chance(float(difference.mean()), float(difference.std()) / sqrt(len(difference)))


def open_entries(before: RoundBefore) -> Iterator[Entry]:
    """Yield what the player could have entered: wagers, a pass card, forms, and what they did enter."""
    seat, (minimum, top) = before.seats[before.me], before.bounds
    wagers = _wagers(minimum, top)
    entries = [(wager, 0) for wager in wagers]
    if seat.pass_cards:
        entries.insert(0, (0, 0))
    if seat.forms:
        entries += [(0, wager) for wager in _wagers(minimum, top, most=6)]
    if before.entry not in entries:
        entries.append(before.entry)
    yield from sorted(entries, key=lambda entry: (entry[1] > 0, sum(entry), entry))


def _wagers(minimum: int, top: int, most: int = _MOST_WAGERS) -> list[int]:
    """Return the amounts from the minimum to the top, spread evenly where there are too many."""
    steps = top // minimum
    if steps <= most:
        return [step * minimum for step in range(1, steps + 1)]
    return [round(1 + place * (steps - 1) / (most - 1)) * minimum for place in range(most)]


def open_ways(before: RoundBefore, entry: Entry) -> Iterator[int]:
    """Yield the ways to play a hand with these chips on it; players who cannot pay for a double have fewer."""
    wager, form = entry
    pays = wager and before.seats[before.me].chips - wager - form >= wager
    yield from (BEST, BOTS, NEVER_BUST, DOUBLE) if pays else (BEST, BOTS, NEVER_BUST)


class Decision:
    """A session set up at the moment of a decision, to be played out again and again."""

    def __init__(self, rules: Rulebook, before: RoundBefore, sessions: int, seed: int) -> None:
        self._before, self._seed = before, seed
        self._table = _table_at(prepared_game(rules), before)
        self._start = _seats_at(before)
        self._lanes = LANES_FROM + np.arange(sessions, dtype=np.int64)
        styles = [STYLES.index(seat.style) for seat in before.seats]
        self._styles = np.tile(np.array(styles, dtype=np.int64), (sessions, 1))

    def play_out(self, entry: Entry, way: int) -> NDArray[np.bool_]:
        """Return for every session whether the player goes on, or wins the final."""
        me, places = self._before.me, 1 if self._before.final else self._before.advance
        start = self._start.copy()
        start[me, layout.NEXT_WAGER], start[me, layout.NEXT_FORM] = entry
        start[me, layout.NEXT_WAY] = way
        played = play(self._table, start, self._styles, lanes=self._lanes, seed=self._seed)
        hits: NDArray[np.bool_] = (played[:, :places] == me).any(axis=1)
        return hits


@lru_cache(maxsize=4)
def prepared_game(rules: Rulebook) -> Game:
    """Make the game ready with all ways to play it, each with chips for a double and without."""
    packed = pack(rules)
    drawing = rough_drawing(packed)
    careful = never_bust(packed)
    return prepare(
        rules,
        (
            *(rough_chart(packed, gives_up=False), drawing),
            *find_strategies(rules, "best"),
            *(careful, careful),
            *(double_at_once(packed), drawing),
        ),
    )


def _table_at(game: Game, before: RoundBefore) -> SessionTable:
    """Return a table at which the session goes on from this round."""
    session = Session(
        rounds=before.rounds,
        chips=before.chips,
        advance=before.advance,
        limits=before.limits,
        final=before.final,
        pass_cards=before.pass_cards,
        forms=before.forms,
        order_of_wagering=before.order_of_wagering,
        deal_from_marker=before.deal_from_marker,
    )
    table = session_table(game, session)
    boxes = [seat.box for seat in before.seats]
    table.setup[layout.FIRST_ROUND] = before.round
    if before.marker is not None:
        table.setup[layout.FIRST_MARKER] = boxes.index(before.marker)
    return table


def _seats_at(before: RoundBefore) -> Numbers:
    """Return the seats as the kernels want them; who had entered already keeps that."""
    seats = np.zeros((len(before.seats), layout.SEAT), dtype=np.int64)
    seats[:, layout.COLLECTED] = layout.COLLECTED_LAST
    seats[:, (layout.NEXT_WAGER, layout.NEXT_WAY)] = layout.BY_STYLE
    for row, seat in enumerate(before.seats):
        _fill_seat(seats[row], seat)
    seats[before.me, layout.WAY] = BEST
    return seats


def _fill_seat(row: Numbers, seat: SeatBefore) -> None:
    row[layout.BOX], row[layout.CHIPS] = seat.box, seat.chips
    row[layout.PASS_CARDS], row[layout.FORMS] = seat.pass_cards, seat.forms
    row[layout.IS_IN], row[layout.OUT_IN] = seat.out_in is None, seat.out_in or 0
    if seat.entry is not None:
        row[layout.NEXT_WAGER], row[layout.NEXT_FORM] = seat.entry
