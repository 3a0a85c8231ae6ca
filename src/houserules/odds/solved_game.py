"""Solve a game: `solve`, and the figures of a solved game."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Final, Literal

from houserules.core.cards import Card
from houserules.core.money import Cents
from houserules.core.notebook import html_table
from houserules.odds.figures import ByHand, ByUpcard
from houserules.odds.game import Game, check_game, read_game
from houserules.odds.solver.action_values import ACTIONS, BEST_PLAY, Policy
from houserules.odds.solver.first_decision import FirstDecision
from houserules.odds.solver.hand_index import name_of
from houserules.odds.solver.player_outcomes import finishes_of
from houserules.odds.solver.results import Results
from houserules.odds.solver.shoe import Shoe, check_shoe, full_shoe, upcards
from houserules.odds.solver.suits import Falls
from houserules.odds.solver.upcard import against
from houserules.rulebook.schema import Rulebook

if TYPE_CHECKING:
    import polars

Table = Literal["by_hand", "by_upcard", "results", "distribution", "strategy"]
NEEDS: Final = "data frames need Polars: pip install 'houserules[frames]'"
Progress = Callable[[int, int], None]
"""Called with the steps done and all steps."""


@dataclass(frozen=True)
class SolvedGame:
    """A game, a shoe and the best play: every figure of it."""

    game: Game
    shoe: Shoe
    openings: tuple[FirstDecision, ...]

    @cached_property
    def house_edge(self) -> float:
        """Minus the player's expected result per unit of original wager."""
        return -sum(opening.chance * opening.value for opening in self.openings)

    @cached_property
    def by_upcard(self) -> dict[str, ByUpcard]:
        """What the round is worth with each upcard."""
        worth: dict[str, ByUpcard] = {}
        for opening in self.openings:
            name = opening.against.upcard.name
            before = worth.get(name, ByUpcard(0.0, 0.0))
            chance = before.probability + opening.chance
            value = before.probability * before.value + opening.chance * opening.value
            worth[name] = ByUpcard(chance, value / chance)
        return worth

    @cached_property
    def by_hand(self) -> tuple[ByHand, ...]:
        """Every two cards against every upcard."""
        hands: dict[tuple[str, str], ByHand] = {}
        for opening in self.openings:
            for pair in opening.pairs:
                key = (opening.against.upcard.name, name_of(pair.hand))
                chance = opening.chance * pair.chance
                actions = dict.fromkeys(ACTIONS[choice.action] for choice in pair.choices)
                now = ByHand(*key, chance, pair.value, "/".join(actions) or "natural")
                if before := hands.get(key):  # another face of the upcard
                    both = before.probability + chance
                    value = before.probability * before.value + chance * pair.value
                    best = dict.fromkeys([*before.best.split("/"), *now.best.split("/")])
                    now = ByHand(*key, both, value / both, "/".join(best))
                hands[key] = now
        return tuple(hands.values())

    @cached_property
    def by_opening(self) -> tuple[Results, ...]:
        """Everything that can happen with each upcard."""
        return tuple(Results(opening) for opening in self.openings)

    @cached_property
    def results(self) -> dict[str, float]:
        """How many settlements of each kind a round is expected to have."""
        counts: dict[str, float] = defaultdict(float)
        for each in self.by_opening:
            for name, chance in each.counts().items():
                counts[name] += each.opening.chance * chance
        return dict(counts)

    @cached_property
    def standard_deviation(self) -> float:
        """The standard deviation of the round's net result, in units of the wager."""
        squares = sum(each.opening.chance * each.square() for each in self.by_opening)
        return sqrt(squares - self.house_edge**2)

    @cached_property
    def distribution(self) -> dict[float, float]:
        """The probability of each net result of a round, in units of the wager."""
        chances: dict[float, float] = defaultdict(float)
        for each in self.by_opening:
            for value, chance in each.all():
                chances[value] += each.opening.chance * chance
        return {value: chance for value, chance in sorted(chances.items()) if chance > 0}

    def __repr__(self) -> str:
        edge, deviation = f"{100 * self.house_edge:.4f} %", f"{self.standard_deviation:.4f}"
        return f"<SolvedGame {self._name}: house edge {edge}, standard deviation {deviation}>"

    @property
    def _name(self) -> str:
        return f"{self.game.id}, {self.game.decks} deck{'s' if self.game.decks > 1 else ''}"

    def _repr_html_(self) -> str:
        """Return the figures as a table, for notebooks."""
        rows = [
            ("House edge", f"{100 * self.house_edge:.6f} %"),
            ("Standard deviation", f"{self.standard_deviation:.6f} wagers"),
            *(
                (f"Value against {name}", f"{row.value:+.6f}")
                for name, row in self.by_upcard.items()
            ),
        ]
        return html_table(self._name, ("Figure", "Value"), rows)

    def to_frame(self, table: Table = "by_hand") -> "polars.DataFrame":
        """Return a table as a Polars data frame: by_hand, by_upcard, results, distribution, strategy."""
        try:
            import polars  # noqa: PLC0415
        except ImportError:
            raise ImportError(NEEDS) from None
        if table == "by_hand":
            return polars.DataFrame([each._asdict() for each in self.by_hand])
        if table == "by_upcard":
            rows = [{"upcard": name} | each._asdict() for name, each in self.by_upcard.items()]
            return polars.DataFrame(rows)
        if table == "strategy":
            from houserules.odds.strategy import strategy_rows  # noqa: PLC0415

            return polars.json_normalize(strategy_rows(self)["hands"], infer_schema_length=None)
        column = "result" if table == "distribution" else "kind"
        chances = self.distribution if table == "distribution" else self.results
        return polars.DataFrame({column: list(chances), "probability": list(chances.values())})


def solve(
    rules: Rulebook | Game | str,
    *,
    wager: Cents = 2500,
    shoe: Shoe | None = None,
    removed: Iterable[Card] = (),
    policy: Policy = BEST_PLAY,
    progress: Progress | None = None,
) -> SolvedGame:
    """Solve a rulebook exactly: best play for a wager, dealt from a full shoe or the one given.

    `rules` is a rulebook or its id, such as "nsw-pontoon-2024"; `wager` is in cents.
    """
    game = read_game(rules, wager)
    check_game(game)
    shoe = (shoe or full_shoe(game)).without(removed)
    check_shoe(shoe)
    finishes, every, falls = finishes_of(game), upcards(game, shoe), Falls(game, shoe)
    whole, openings = float(shoe.values.sum()), []
    for done, upcard in enumerate(every, start=1):
        faced = against(finishes, shoe, upcard, policy, falls)
        openings.append(FirstDecision(faced, upcard.cards / whole))
        assert openings[-1].value is not None
        if progress is not None:
            progress(done, len(every))
    return SolvedGame(game, shoe, tuple(openings))
