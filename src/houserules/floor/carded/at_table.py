"""Carded play at a table: whether a player may wager, and what a command adds to the streams of players.

A wager is judged on the player's stream, which has what they lost and have in play at every table. The
batch that makes it names the position it was judged at, so two wagers at two tables, perhaps in two
processes, cannot both use the last of a limit: the second is judged again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from houserules.carded import judge
from houserules.carded.events import CaseOpened
from houserules.carded.regulation import REASONS_ARE_RECORDED
from houserules.carded.state import CardedPlayer
from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.floor.carded.app import CardedPlay
from houserules.floor.carded.played import carded_events
from houserules.floor.carded.stream import appends, carded_stream
from houserules.floor.commands import TakeSeat
from houserules.floor.house_facts import NEW_WAGERS
from houserules.floor.tables.decision import SECOND
from houserules.floor.tables.table import FloorTable
from houserules.journal.records import Append
from houserules.table.commands import Double, Insure, Split
from houserules.table.people.commands import FindWagerInvalid
from houserules.table.people.events import WagersFoundInvalid
from houserules.table.state import Table

FURTHER_STAKES: Final = (Double, Split, Insure)
"""Stakes in a round in progress: the round is finished, but a loss limit is not passed."""

JUDGED: Final = (TakeSeat, *NEW_WAGERS, *FURTHER_STAKES)
"""What a player may do only as far as the law and their own limits allow."""


@dataclass(frozen=True, slots=True)
class JudgedPlayer:
    """A player as a command was judged on them; the batch is stale if anything was added since."""

    handle: str
    position: int
    player: CardedPlayer


class CardedAtTable:
    """Carded play at the tables that it concerns."""

    def __init__(self, carded: CardedPlay) -> None:
        self._carded = carded

    async def judge(
        self, state: FloorTable, command: Any, at: int
    ) -> JudgedPlayer | Refusal | None:
        """Whether a player may sit down or stake; None: carded play has nothing to say about it."""
        if not self._carded.is_on or not isinstance(command, (*JUDGED, FindWagerInvalid)):
            return None
        position, player = await self._carded.current(command.player)
        judged = JudgedPlayer(command.player, position, player)
        if isinstance(command, FindWagerInvalid):
            return judged if command.reason == "another's card" else None
        moment, today = Moment(at // SECOND), self._carded.today(at)
        stake = added_stake(state.table, command)
        if isinstance(command, FURTHER_STAKES):
            no = judge.why_not_lose(player, moment, today, stake) if stake else None
        else:
            no = judge.why_not_play(player, moment, today, stake)
        return no or judged

    def records(
        self,
        before: FloorTable,
        after: FloorTable,
        events: Iterable[Any],
        at: int,
        judged: JudgedPlayer | None,
    ) -> tuple[Append, ...]:
        """Return the records of what a command changes for players."""
        if not self._carded.is_on:
            return ()
        events, moment = tuple(events), Moment(at // SECOND)
        new = [*carded_events(before, after, events, self._carded.today(at), moment)]
        if judged is None:
            return appends(new)
        new += _cases(before.table, events, judged)
        return appends(new, at={carded_stream(judged.handle): judged.position})


def added_stake(table: Table, command: Any) -> Cents:
    """Return the chips that a command adds to what a player has in play; chips of a session are no money."""
    if table.session is not None or isinstance(command, TakeSeat):
        return 0
    amount = command.amount if not isinstance(command, Split) else 0
    if isinstance(command, Split) and (hand := table.hand(command.box, command.hand)):
        stake = hand.stake_of(command.player)
        amount = stake.amount if stake else 0
    return max(0, int(amount - command.tokens))


def _cases(table: Table, events: Iterable[Any], judged: JudgedPlayer) -> Iterator[tuple[str, Any]]:
    """Yield a case for wagers that were found to be made with another person's card (31H)."""
    for event in events:
        if isinstance(event, WagersFoundInvalid) and event.reason == "another's card":
            patron, number = table.patron(event.player), len(judged.player.cases) + 1
            card = f"card {patron.card.number}" if patron and patron.card else "not known yet"
            case = CaseOpened(number, event.player, card, event.by, event.at, REASONS_ARE_RECORDED)
            yield event.player, case
