"""What a command brings about at a table of the floor: the game's events, and what the house adds.

Pure but for the house's entropy: the floor appends what is decided here, and only then it counts.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from houserules.core.money import Cents, dollars
from houserules.core.people import Moment
from houserules.floor.commands import (
    AcknowledgeAlert,
    BeReady,
    CreditFloat,
    FillFloat,
    GetUp,
    NextStep,
    RelieveDealer,
    RenamePlayer,
    RulesShown,
    SeatDealer,
    SettleDebt,
    TakeSeat,
    UnlockTable,
)
from houserules.floor.denial import Denied
from houserules.floor.events import TableLocked
from houserules.floor.house_facts import NEW_WAGERS
from houserules.floor.money import payouts
from houserules.floor.tables import house_commands
from houserules.floor.tables.auto_dealer import next_of_dealer
from houserules.floor.tables.card_handler import CardHandler
from houserules.floor.tables.decision import SECOND, Decision, Rejected
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.table.commands import ClearTable, Command, PlaceSideWager, PlaceWager
from houserules.table.staff.state import Recalled
from houserules.table.state import Table

_WHILE_LOCKED: Final = (UnlockTable, AcknowledgeAlert)

_MOST_STEPS: Final = 2000
"""The automatic dealer makes some hundred steps at a time; more is a bug."""

_ARRANGED: Final[dict[type, Callable[[Decision, Any], Rejected | None]]] = {
    BeReady: house_commands.be_ready,
    TakeSeat: house_commands.take_seat,
    GetUp: house_commands.get_up,
    SeatDealer: house_commands.seat_dealer,
    RelieveDealer: house_commands.relieve_dealer,
    NextStep: house_commands.next_step,
    FillFloat: house_commands.fill_float,
    CreditFloat: house_commands.credit_float,
    SettleDebt: house_commands.settle_debt,
    UnlockTable: house_commands.unlock,
    AcknowledgeAlert: house_commands.acknowledge,
    RulesShown: house_commands.rules_shown,
    RenamePlayer: house_commands.rename_player,
}


class DoubtError(Exception):
    """Something does not add up: the table must be locked."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happens, and the table and the house after it."""

    events: tuple[Any, ...]
    state: FloorTable
    handler: CardHandler


def locked_denial(why: str) -> Denied:
    """Answer what cannot be done at a locked table, or made it lock."""
    return Denied("table.locked", f"The table is locked: {why}")


def decide(
    state: FloorTable,
    handler: CardHandler,
    command: Any,
    *,
    at: int,
    recalled: Recalled = Recalled(),  # noqa: B008 - frozen
) -> Verdict | Rejected:
    """Decide a command at an hour in milliseconds; nothing has changed if the answer is no."""
    if state.locked is not None and not isinstance(command, _WHILE_LOCKED):
        return locked_denial(state.locked)
    if state.held is not None and not isinstance(command, payouts.WHILE_HELD):
        return payouts.WAITS
    decision = Decision(state, copy(handler), at, recalled)
    if no := payouts.pay(decision, lambda tried: _do(tried, command), command):
        return no
    if decision.state.locked is not None:  # somebody has seen it, and nothing else is done
        return Verdict(tuple(decision.events), decision.state, decision.handler)
    if decision.state.held is not None and isinstance(command, FillFloat):
        payouts.release(decision, _do)
    if decision.state.held is None:
        house_commands.see_off(decision)
        if state.setting.is_automatic:
            _go_on(decision)
    check(decision.state)
    return Verdict(tuple(decision.events), decision.state, decision.handler)


def _do(decision: Decision, command: Any) -> Rejected | None:
    arranged = _ARRANGED.get(type(command))
    if arranged is not None:
        return arranged(decision, command)
    if isinstance(command, NEW_WAGERS):
        house_commands.end_expired_card(decision, command.player)
    over = decision.state.table.phase == "over" and decision.state.setting.is_automatic
    if over and isinstance(command, PlaceWager | PlaceSideWager):
        decision.play_for_house(ClearTable())  # whoever wagers has seen the last round
    return decision.play(command)


def _go_on(decision: Decision) -> None:
    """Let the automatic dealer go on until somebody is waited for."""
    for _ in range(_MOST_STEPS):
        command = next_of_dealer(decision.state, decision.handler)
        if command is None:
            return
        payouts.pay(decision, partial(_play_for_house, command=command))
        if decision.state.held is not None:
            return
        house_commands.see_off(decision)
    raise DoubtError("the automatic dealer does not come to an end")


def _play_for_house(decision: Decision, command: Command) -> None:
    decision.play_for_house(command)


def worth(table: Table) -> Cents:
    """Count every chip at a table: racks, layout and float tray."""
    return sum(table.racks.values()) + table.layout() + table.float_tray


def check(state: FloorTable) -> None:
    """See that no chip and no token has come from nowhere; raises DoubtError."""
    table, chips = state.table, worth(state.table)
    if chips != state.brought:
        raise DoubtError(
            f"${dollars(chips)} in chips are at the table, ${dollars(state.brought)} came to it"
        )
    tokens = sum(table.tokens.values()) + table.layout_tokens() + table.token_tray
    given = table.tokens_given
    if tokens != given:
        raise DoubtError(f"${dollars(tokens)} in tokens are at the table, ${dollars(given)} came")


# A table that does not add up is locked: nothing is lost, and nothing more is done.


def lock_table(state: FloorTable, handler: CardHandler, why: str, *, at: int) -> Verdict:
    """Return the table as it was, locked: what the command would have done is not done."""
    events = (TableLocked(why, Moment(at // SECOND)),)
    return Verdict(events, apply_events(state, events, at=at), handler)
