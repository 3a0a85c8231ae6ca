"""What each single rule change is worth, with best play before and after it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.odds.cards import ShoeError, check_shoe, full_shoe
from houserules.odds.differing import differences
from houserules.odds.game import Game, game_of
from houserules.odds.solving import Progress, solve
from houserules.odds.what_ifs import Change, changes
from houserules.rulebook.schema import Rulebook


@dataclass(frozen=True, slots=True)
class Effect:
    """A change, the edge with it, and by how much that is more than without."""

    change: Change
    house_edge: float
    effect: float


@dataclass(frozen=True, slots=True)
class Effects:
    """The edge of a game, and what each change of one rule does to it."""

    house_edge: float
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """Two games, and each of their differences put alone into the left one."""

    left: float  # house edges
    right: float
    effects: tuple[Effect, ...]

    @property
    def difference(self) -> float:
        """By how much the right game is better for the house."""
        return self.right - self.left

    @property
    def total(self) -> float:
        """The sum of the single effects."""
        return sum(each.effect for each in self.effects)

    @property
    def rest(self) -> float:
        """What the differences do together beyond the sum of what they do alone."""
        return self.difference - self.total


def effects(
    rules: Rulebook,
    *,
    wager: Cents = 2500,
    removed: Iterable[Card] = (),
    progress: Progress | None = None,
) -> Effects:
    """Value every single rule change that is worth asking about."""
    gone = tuple(removed)
    every = tuple(each for each in changes(rules, wager) if _has(each.game, gone))
    games = (game_of(rules, wager), *(change.game for change in every))
    base, *others = _edges(games, gone, progress)
    return Effects(base, _valued(every, others, base))


def compare(
    left: Rulebook,
    right: Rulebook,
    *,
    wager: Cents = 2500,
    removed: Iterable[Card] = (),
    progress: Progress | None = None,
) -> Compared:
    """Put each difference between two rulebooks alone into the left one, and value it."""
    every, gone = differences(left, right, wager), tuple(removed)
    games = (game_of(left, wager), game_of(right, wager), *(change.game for change in every))
    base, other, *others = _edges(games, gone, progress)
    return Compared(base, other, _valued(every, others, base))


def _has(game: Game, removed: Sequence[Card]) -> bool:
    """Whether these cards can be gone from the shoe of a game."""
    try:
        check_shoe(full_shoe(game).without(removed))
    except ShoeError:
        return False
    return True


def _valued(every: Sequence[Change], edges: Sequence[float], base: float) -> tuple[Effect, ...]:
    return tuple(
        Effect(change, edge, edge - base) for change, edge in zip(every, edges, strict=True)
    )


def _edges(
    games: Sequence[Game], removed: Sequence[Card], progress: Progress | None
) -> Iterator[float]:
    for done, game in enumerate(games, start=1):
        yield solve(game, removed=removed).house_edge
        if progress is not None:
            progress(done, len(games))
