"""Decide a command at a table of the floor: the game's events, and what the house adds to them.

Pure, except for the randomness of a shuffle. Nothing counts until the floor has appended it.
"""

import json
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from houserules.core.codec import from_data, to_data
from houserules.core.money import Cents, format_money
from houserules.core.people import Moment
from houserules.floor.commands import (
    AcknowledgeAlert,
    BeReady,
    CreditFloat,
    FillFloat,
    FloorCommand,
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
from houserules.floor.events import PaymentHeld, PaymentReleased, TableLocked
from houserules.floor.house_facts import NEW_WAGERS
from houserules.floor.tables import house_commands
from houserules.floor.tables.authority import COMMANDS, NAMES
from houserules.floor.tables.auto_dealer import next_of_dealer
from houserules.floor.tables.card_handler import CardHandler
from houserules.floor.tables.decision import SECOND, Decision, Rejected
from houserules.floor.tables.table import FloorTable, apply_events
from houserules.table.commands import ClearTable, PlaceSideWager, PlaceWager, StaffCommand
from houserules.table.staff.commands import AskForRules, GiveNotice, RaiseDispute, ReferDispute
from houserules.table.staff.state import Recalled
from houserules.table.state import Table

_WHILE_LOCKED: Final = (UnlockTable, AcknowledgeAlert)

_MOST_STEPS: Final = 2000
"""The automatic dealer makes some hundred steps at a time; more is a bug."""

_FLOOR_COMMANDS: Final[dict[type, Callable[[Decision, Any], Rejected | None]]] = {
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
    """Something does not add up, so the table must be locked."""


@dataclass(frozen=True, slots=True)
class DecidedCommand:
    """The events that a command brought about, and the table and card handler after them."""

    events: tuple[Any, ...]
    state: FloorTable
    handler: CardHandler


def locked_denial(why: str) -> Denied:
    """Deny a command at a locked table, or one that made it lock."""
    return Denied("table.locked", f"The table is locked: {why}")


def decide(
    state: FloorTable,
    handler: CardHandler,
    command: Any,
    *,
    at: int,
    recalled: Recalled = Recalled(),  # noqa: B008 - frozen
) -> DecidedCommand | Rejected:
    """Decide a command at a time in milliseconds, without changing the arguments."""
    if state.locked is not None and not isinstance(command, _WHILE_LOCKED):
        return locked_denial(state.locked)
    if state.held is not None and not isinstance(command, _WHILE_HELD):
        return PAYMENT_WAITS
    decision = Decision(state, copy(handler), at, recalled)
    if rejected := _pay_or_hold(decision, lambda tried: _carry_out(tried, command), command):
        return rejected
    if decision.state.locked is not None:  # an acknowledged alert changes nothing else
        return DecidedCommand(tuple(decision.events), decision.state, decision.handler)
    if decision.state.held is not None and isinstance(command, FillFloat):
        _release_payment(decision)
    if decision.state.held is None:
        house_commands.see_off(decision)
        if state.setting.is_automatic:
            _run_auto_dealer(decision)
    check(decision.state)
    return DecidedCommand(tuple(decision.events), decision.state, decision.handler)


def _carry_out(decision: Decision, command: Any) -> Rejected | None:
    handle = _FLOOR_COMMANDS.get(type(command))
    if handle is not None:
        return handle(decision, command)
    if isinstance(command, NEW_WAGERS):
        house_commands.end_expired_card(decision, command.player)
    over = decision.state.table.phase == "over" and decision.state.setting.is_automatic
    if over and isinstance(command, PlaceWager | PlaceSideWager):
        decision.play_for_house(ClearTable())  # a player who bets again has seen the last round
    return decision.play(command)


def _run_auto_dealer(decision: Decision) -> None:
    """Let the automatic dealer play until the table waits for a person."""
    for _ in range(_MOST_STEPS):
        command = next_of_dealer(decision.state, decision.handler)
        if command is None:
            return
        _pay_or_hold(decision, partial(Decision.play_for_house, command=command))
        if decision.state.held is not None:
            return
        house_commands.see_off(decision)
    raise DoubtError("the automatic dealer does not finish")


# Payments at a live table come out of its float. One that the float cannot cover is held: none of it
# happens yet. The decision or card that leads to it is stored, and carried out as soon as a fill makes
# it possible. Meanwhile the player cannot take the decision back.

_WHILE_HELD: Final = (
    *(FillFloat, AcknowledgeAlert, UnlockTable),
    *(SeatDealer, RelieveDealer),
    *(AskForRules, GiveNotice, RaiseDispute, ReferDispute),
)
"""What a table takes while a payment is held."""

PAYMENT_WAITS: Final = Denied(
    "float.short",
    "The table is waiting for chips. Play continues when a supervisor fills the float.",
)
Action = Callable[[Decision], Rejected | None]


def _shortfall(before: FloorTable, after: FloorTable) -> Cents:
    """Return how much the float lacks for what was paid between two states of a live table."""
    if before.table.session is not None or after.table.session is not None:
        return 0  # tournament chips do not come out of the float
    left = after.table.float_tray
    is_paid = after.setting.kind == "practice" or left >= 0 or left >= before.table.float_tray
    return 0 if is_paid else -left


def _pay_or_hold(decision: Decision, act: Action, command: Any = None) -> Rejected | None:
    """Carry out an action if the float can pay for it; otherwise hold it until a fill.

    A staff order is refused, not held: staff can repeat it after the fill.
    """
    if decision.state.setting.kind == "practice":
        return act(decision)
    tried = decision.fork()
    if rejected := act(tried):
        return rejected
    short = _shortfall(decision.state, tried.state)
    if not short:
        decision.adopt(tried)
        return None
    if command is not None and not _can_be_held(command):
        detail = f"The float is {format_money(short)} short. Fill it, then give this order again."
        return Denied("float.short", detail)
    name = None if command is None else NAMES[type(command)]
    given = "" if command is None else json.dumps(to_data(command), sort_keys=True)
    decision.emit(PaymentHeld(name, given, short, decision.moment))
    return None


def _can_be_held(command: Any) -> bool:
    is_order = isinstance(command, StaffCommand | FloorCommand)
    return type(command) in NAMES and (isinstance(command, NextStep) or not is_order)


def _release_payment(decision: Decision) -> None:
    """Carry out the held command if the float can pay for it now."""
    held, tried = decision.state.held, decision.fork()
    assert held is not None
    tried.emit(PaymentReleased(decision.moment))
    if held.command is not None:
        kind = COMMANDS[held.command]
        _carry_out(tried, from_data(kind, json.loads(held.given), held.command))
    if not _shortfall(decision.state, tried.state):
        decision.adopt(tried)


def worth(table: Table) -> Cents:
    """Return the worth of all chips at a table: racks, layout and float tray."""
    return sum(table.racks.values()) + table.layout() + table.float_tray


def check(state: FloorTable) -> None:
    """Check that chips and tokens at the table equal those brought to it; raises DoubtError."""
    table, chips = state.table, worth(state.table)
    if table.session is not None:
        if chips != table.session.issued:
            raise DoubtError(
                f"the table has {format_money(chips)} in tournament chips, but "
                f"{format_money(table.session.issued)} were issued"
            )
        chips = table.session.float_set_aside
    if chips != state.brought:
        raise DoubtError(
            f"the table has {format_money(chips)} in chips, but {format_money(state.brought)} came to it"
        )
    tokens = sum(table.tokens.values()) + table.layout_tokens() + table.token_tray
    issued = table.tokens_given
    if tokens != issued:
        raise DoubtError(
            f"the table has {format_money(tokens)} in tokens, but {format_money(issued)} came to it"
        )


def lock_table(state: FloorTable, handler: CardHandler, why: str, *, at: int) -> DecidedCommand:
    """Lock the table as it was before the command."""
    events = (TableLocked(why, Moment(at // SECOND)),)
    return DecidedCommand(events, apply_events(state, events, at=at), handler)
