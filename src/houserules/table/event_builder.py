"""What a command brings about: its events so far, and the table as they leave it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from houserules.core.money import Cents, Odds, round_up
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.events import Event, Stage, WagerKind, WagerSettled
from houserules.table.round.token_shares import tokens_back, tokens_staked
from houserules.table.state import Result, Stake, Table


@dataclass(slots=True)
class EventBuilder:
    """Collect the events of one command; each is decided on the table that the last one left.

    `evolve` is handed in, so that rules which build events need not import every step.
    """

    rules: Rulebook
    table: Table
    evolve: Callable[[Table, Event], Table]
    events: list[Event] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.table = self.evolve(self.table, event)

    def win(self, odds: Odds, stake: Cents, wager: WagerKind, *, why: "Why") -> None:
        """Pay a winning wager, up to the next chip (S24 6.10)."""
        chip = self.rules.wagers.smallest_chip.value
        self._settle(
            wager, stake, "win", why, returned=stake + odds.winnings(stake, chip=chip), odds=odds
        )

    def lose(self, stake: Cents, wager: WagerKind, *, why: "Why") -> None:
        """Collect a losing wager."""
        self._settle(wager, stake, "lose", why, returned=0)

    def give_back(
        self, returned: Cents, stake: Cents, wager: WagerKind, result: Result, *, why: "Why"
    ) -> None:
        """Hand back all, part or nothing of a wager that neither wins nor simply loses."""
        self._settle(wager, stake, result, why, returned=returned)

    def pay_bonus(self, amount: Cents, wager: WagerKind, *, why: "Why") -> None:
        """Pay a fixed sum that no wager stands behind, up to the next chip."""
        chip = self.rules.wagers.smallest_chip.value
        self._settle(wager, 0, "bonus", why, returned=round_up(amount, 1, chip=chip))

    def _settle(
        self,
        wager: WagerKind,
        stake: Cents,
        result: Result,
        why: "Why",
        *,
        returned: Cents,
        odds: Odds | None = None,
    ) -> None:
        at = why.at
        tokens = 0
        if self.table.tokens and stake:
            tokens = tokens_staked(self.table, at.player, wager, box=at.box, hand=at.hand)
        self.emit(
            WagerSettled(
                at.box,
                at.hand,
                at.player,
                wager,
                stake,
                result,
                odds,
                returned,
                why.stage,
                why.clause,
                tokens,
                tokens_back(stake, tokens, returned) if tokens else 0,
            )
        )


class At(NamedTuple):
    """Whose wager, and where it lies."""

    player: str
    box: int | None
    hand: int | None = None


class Why(NamedTuple):
    """Where and when a wager is settled, and by which clause."""

    at: At
    clause: Clause
    stage: Stage = "interim"


def parts(stake: Stake) -> list[tuple[WagerKind, Cents]]:
    """Return the wagers that a stake consists of."""
    wagers: list[tuple[WagerKind, Cents]] = [(stake.kind, stake.amount)]
    if stake.double:
        wagers.append(("double", stake.double))
    return wagers
