"""Payments at a live table come out of its float; one that the float cannot make waits for a fill.

Nothing of a payment that waits has happened: the decision or card that leads to it is kept, and is
carried out with the fill that makes it possible. Whoever decided cannot take the decision back.
"""

import json
from collections.abc import Callable
from typing import Any, Final

from houserules.core.codec import from_data, to_data
from houserules.core.money import Cents, format_money
from houserules.floor.commands import (
    AcknowledgeAlert,
    FillFloat,
    FloorCommand,
    NextStep,
    RelieveDealer,
    SeatDealer,
    UnlockTable,
)
from houserules.floor.denial import Denied
from houserules.floor.events import PaymentHeld, PaymentReleased
from houserules.floor.tables.authority import COMMANDS, NAMES
from houserules.floor.tables.decision import Decision, Rejected
from houserules.floor.tables.table import FloorTable
from houserules.table.commands import StaffCommand
from houserules.table.staff.commands import AskForRules, GiveNotice, RaiseDispute, ReferDispute

WHILE_HELD: Final = (
    *(FillFloat, AcknowledgeAlert, UnlockTable),
    *(SeatDealer, RelieveDealer),
    *(AskForRules, GiveNotice, RaiseDispute, ReferDispute),
)
"""What can be done at a table while a payment waits."""

WAITS: Final = Denied(
    "float.short", "The table waits for chips. Play goes on when a supervisor has filled the float."
)
Act = Callable[[Decision], Rejected | None]


def shortfall(before: FloorTable, after: FloorTable) -> Cents:
    """Return by how much the float cannot pay what happens between two states of a live table."""
    left = after.table.float_tray
    is_paid = after.setting.kind == "practice" or left >= 0 or left >= before.table.float_tray
    return 0 if is_paid else -left


def pay(decision: Decision, act: Act, command: Any = None) -> Rejected | None:
    """Do something if the float can pay for it, and hold it if not; `command`: what was asked.

    An order of staff is refused instead: it can be given again after a fill.
    """
    if decision.state.setting.kind == "practice":
        return act(decision)
    tried = decision.fork()
    if no := act(tried):
        return no
    short = shortfall(decision.state, tried.state)
    if not short:
        decision.adopt(tried)
        return None
    if command is not None and not _is_kept(command):
        detail = f"The float is {format_money(short)} short. Fill it, then give this order again."
        return Denied("float.short", detail)
    name = None if command is None else NAMES[type(command)]
    given = "" if command is None else json.dumps(to_data(command), sort_keys=True)
    decision.emit(PaymentHeld(name, given, short, decision.moment))
    return None


def _is_kept(command: Any) -> bool:
    is_order = isinstance(command, StaffCommand | FloorCommand)
    return type(command) in NAMES and (isinstance(command, NextStep) or not is_order)


def release(decision: Decision, act: Callable[[Decision, Any], Rejected | None]) -> None:
    """Carry out what was held, if the float can pay for it now."""
    held, tried = decision.state.held, decision.fork()
    assert held is not None
    tried.emit(PaymentReleased(decision.moment))
    if held.command is not None:
        kind = COMMANDS[held.command]
        act(tried, from_data(kind, json.loads(held.given), held.command))
    if not shortfall(decision.state, tried.state):
        decision.adopt(tried)
