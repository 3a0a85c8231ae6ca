"""Whole tournaments, simulated: seats drawn, sessions played, stage after stage, to the winner."""

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houserules.analysis.options import RequestError
from houserules.simulator.tournament import layout
from houserules.simulator.tournament.layout import MOST_SEATS, STYLES, Numbers
from houserules.simulator.tournament.play import (
    Game,
    Session,
    draw_seats,
    opening_seats,
    play,
    session_table,
)

LANES_FROM: Final = 3 << 30
"""Tournaments have lanes of their own, which no batch and no session comes to."""

_CHUNK: Final = 2000
"""About so many sessions are played between two reports of progress."""


@dataclass(frozen=True, slots=True)
class SimulatedStage:
    """One stage of a tournament with a known number of players."""

    name: str
    kind: str
    session: Session
    sizes: tuple[int, ...]  # players at each table
    byes: int  # who go on without playing
    tables: int  # that play at the same time
    is_second_chance: bool = False  # for players who have not advanced

    @property
    def sittings(self) -> int:
        """How often tables are filled one after the other."""
        return -(-len(self.sizes) // self.tables)


@dataclass(slots=True)
class StageTally:
    """What the sessions of a stage came to, added up over all tournaments."""

    seated: Numbers = field(default_factory=lambda: _zeros(MOST_SEATS + 1, MOST_SEATS))
    """Players by the size of their table and by box; the next two have the same shape."""
    won: Numbers = field(default_factory=lambda: _zeros(MOST_SEATS + 1, MOST_SEATS))
    advanced: Numbers = field(default_factory=lambda: _zeros(MOST_SEATS + 1, MOST_SEATS))
    seated_by_style: Numbers = field(default_factory=lambda: _zeros(len(STYLES)))
    advanced_by_style: Numbers = field(default_factory=lambda: _zeros(len(STYLES)))
    sessions: int = 0
    rounds: int = 0
    concluded_early: int = 0
    play_offs: int = 0
    play_off_rounds: int = 0

    def add(self, other: "StageTally") -> None:
        """Add what another part of the tournaments came to."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class TournamentTally:
    """What tournaments came to, added up."""

    stages: list[StageTally]
    won: Numbers = field(default_factory=lambda: _zeros(len(STYLES)))  # by style
    prizes: Numbers = field(default_factory=lambda: _zeros(len(STYLES)))
    rounds: list[Numbers] = field(default_factory=list)  # of every tournament, one sitting after
    # the other, each as long as its longest session

    def add(self, other: "TournamentTally") -> None:
        """Add what another part of the tournaments came to."""
        for mine, theirs in zip(self.stages, other.stages, strict=True):
            mine.add(theirs)
        self.won, self.prizes = self.won + other.won, self.prizes + other.prizes
        self.rounds += other.rounds


def _zeros(*shape: int) -> Numbers:
    return np.zeros(shape, dtype=np.int64)


def assign_styles(names: Sequence[str], entries: int) -> tuple[int, ...]:
    """Return the style of every player: those that are named, in turn; `steady=3` counts three times."""
    turn: list[int] = []
    for text in names:
        name, _, times = text.partition("=")
        if name not in STYLES:
            raise RequestError(f"styles {text}", f"choose {', '.join(STYLES)}", STYLES)
        if not re.fullmatch(r"|0*[1-9]\d{0,3}", times, re.ASCII):
            problem = f"a style counts 1 to 9999 times, as in {name}=6"
            raise RequestError(f"styles {text}", problem)
        turn += [STYLES.index(name)] * int(times or "1")
    if not turn:
        raise RequestError("styles", f"name one or more of {', '.join(STYLES)}", STYLES)
    return tuple(turn[player % len(turn)] for player in range(entries))


def simulate_tournaments(
    game: Game,
    stages: Sequence[SimulatedStage],
    styles: Sequence[int],
    *,
    tournaments: int,
    seed: int = 1,
    workers: int = 2,
    on_progress: Callable[[int, int], object] | None = None,
) -> TournamentTally:
    """Play so many tournaments; `styles` has the number of every player's style.

    The seed alone decides the result, not the number of workers.
    """
    sessions = sum(len(stage.sizes) for stage in stages)
    size = max(1, _CHUNK // sessions)
    chunks = [range(at, min(at + size, tournaments)) for at in range(0, tournaments, size)]
    total = TournamentTally([StageTally() for _ in stages])
    pool = ThreadPoolExecutor(workers)
    try:
        everybody = np.array(styles, dtype=np.int64)
        played = [pool.submit(_play, game, stages, everybody, chunk, seed) for chunk in chunks]
        for chunk, future in zip(chunks, played, strict=True):
            total.add(future.result())
            if on_progress is not None:
                on_progress(chunk.stop, tournaments)
    finally:
        pool.shutdown(cancel_futures=True)
    return total


def _play(
    game: Game, stages: Sequence[SimulatedStage], styles: Numbers, chunk: range, seed: int
) -> TournamentTally:
    return _Tournaments(game, styles, chunk, seed, _lanes_of_one(stages)).play(stages)


def _lanes_of_one(stages: Sequence[SimulatedStage]) -> int:
    """Return how many lanes a tournament needs: one per session, one for each draw."""
    return sum(len(stage.sizes) + 1 for stage in stages)


class _Tournaments:
    """Several tournaments side by side: one row each of players by number."""

    def __init__(self, game: Game, styles: Numbers, chunk: range, seed: int, lanes: int) -> None:
        self.game, self.styles, self.seed, self.number = game, styles, seed, len(chunk)
        self.lanes = LANES_FROM + np.array(chunk, dtype=np.int64) * lanes
        self.qualified = np.tile(np.arange(len(styles), dtype=np.int64), (self.number, 1))
        self.eliminated = self.qualified[:, :0]

    def play(self, stages: Sequence[SimulatedStage]) -> TournamentTally:
        """Play stage after stage; the last one is the final."""
        tally = TournamentTally([StageTally() for _ in stages])
        rounds = _zeros(self.number)
        for stage, counts in zip(stages, tally.stages, strict=True):
            places = self._stage(stage, counts, rounds)
        winners, prized = places[:, 0], places[:, : stages[-1].session.advance]
        tally.won = self._by_style(winners)
        tally.prizes = self._by_style(prized)
        tally.rounds = [rounds]
        return tally

    def _stage(self, stage: SimulatedStage, counts: StageTally, rounds: Numbers) -> Numbers:
        """Play a stage; return the players of its last session by place."""
        entrants = self._draw(stage)
        advance = stage.session.advance
        through = [entrants[:, : stage.byes]] if stage.byes else []
        behind, at, lengths = [], stage.byes, _zeros(self.number, len(stage.sizes))
        table, places = session_table(self.game, stage.session), entrants
        for session, size in enumerate(stage.sizes):
            seated = entrants[:, at : at + size]
            results = play(
                table,
                opening_seats(stage.session, size),
                self.styles[seated],
                lanes=self._next_lanes(),
                seed=self.seed,
            )
            places = np.take_along_axis(seated, results[:, :size], axis=1)
            through.append(places[:, :advance])
            behind.append(places[:, advance:])
            lengths[:, session] = self._count(counts, results, seated, advance)
            at += size
        for first in range(0, len(stage.sizes), stage.tables):
            rounds += lengths[:, first : first + stage.tables].max(axis=1)
        self._advance(stage, through, behind)
        return places

    def _draw(self, stage: SimulatedStage) -> Numbers:
        """Draw who plays a stage, and their seats; those of a second chance from who is out."""
        entrants = np.ascontiguousarray(
            self.eliminated if stage.is_second_chance else self.qualified
        )
        draw_seats(entrants, self._next_lanes(), self.seed)
        if stage.is_second_chance:
            number = sum(stage.sizes)
            entrants, self.eliminated = entrants[:, :number], entrants[:, number:]
        return entrants

    def _next_lanes(self) -> Numbers:
        lanes = self.lanes.copy()
        self.lanes += 1
        return lanes

    def _advance(
        self, stage: SimulatedStage, through: list[Numbers], behind: list[Numbers]
    ) -> None:
        if stage.is_second_chance:
            self.qualified = np.hstack([self.qualified, *through])
            self.eliminated = np.hstack([self.eliminated, *behind])
        else:
            self.qualified, self.eliminated = np.hstack(through), np.hstack(behind)

    def _count(
        self, counts: StageTally, results: Numbers, seated: Numbers, advance: int
    ) -> NDArray[np.int64]:
        """Count a session of every tournament; return how many rounds each took."""
        size = seated.shape[1]
        by_place = results[:, :size]
        counts.seated[size, :size] += len(results)
        counts.won[size] += np.bincount(by_place[:, 0], minlength=MOST_SEATS)
        advanced = by_place[:, :advance]
        counts.advanced[size] += np.bincount(advanced.ravel(), minlength=MOST_SEATS)
        counts.seated_by_style += self._by_style(seated)
        counts.advanced_by_style += self._by_style(np.take_along_axis(seated, advanced, axis=1))
        counts.sessions += len(results)
        counts.rounds += int(results[:, layout.RESULT_ROUNDS].sum())
        counts.concluded_early += int(results[:, layout.RESULT_EARLY].sum())
        play_off = results[:, layout.RESULT_PLAY_OFF]
        counts.play_offs += int(np.count_nonzero(play_off))
        counts.play_off_rounds += int(play_off.sum())
        return results[:, layout.RESULT_ROUNDS] + play_off

    def _by_style(self, players: Numbers) -> Numbers:
        return np.bincount(self.styles[players].ravel(), minlength=len(STYLES))
