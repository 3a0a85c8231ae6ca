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
from houserules.floor.tables.card_handler import House
from houserules.floor.tables.decision import SECOND, No, Work
from houserules.floor.tables.table import Standing, after
from houserules.table.commands import ClearTable, Command, PlaceSideWager, PlaceWager
from houserules.table.state import Table

_WHILE_LOCKED: Final = (UnlockTable, AcknowledgeAlert)

_MOST_STEPS: Final = 2000
"""The automatic dealer makes some hundred steps at a time; more is a bug."""

_ARRANGED: Final[dict[type, Callable[[Work, Any], No | None]]] = {
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
class Decided:
    """What happens, and the table and the house after it."""

    events: tuple[Any, ...]
    standing: Standing
    house: House


def is_locked(why: str) -> Denied:
    """Answer what cannot be done at a locked table, or made it lock."""
    return Denied("table.locked", f"The table is locked: {why}")


def decide(standing: Standing, house: House, command: Any, *, at: int) -> Decided | No:
    """Decide a command at an hour in milliseconds; nothing has changed if the answer is no."""
    if standing.locked is not None and not isinstance(command, _WHILE_LOCKED):
        return is_locked(standing.locked)
    if standing.held is not None and not isinstance(command, payouts.WHILE_HELD):
        return payouts.WAITS
    work = Work(standing, copy(house), at)
    if no := payouts.pay(work, lambda tried: _do(tried, command), command):
        return no
    if work.standing.locked is not None:  # somebody has seen it, and nothing else is done
        return Decided(tuple(work.events), work.standing, work.house)
    if work.standing.held is not None and isinstance(command, FillFloat):
        payouts.release(work, _do)
    if work.standing.held is None:
        house_commands.see_off(work)
        if standing.setting.is_automatic:
            _go_on(work)
    check(work.standing)
    return Decided(tuple(work.events), work.standing, work.house)


def _do(work: Work, command: Any) -> No | None:
    arranged = _ARRANGED.get(type(command))
    if arranged is not None:
        return arranged(work, command)
    if isinstance(command, NEW_WAGERS):
        house_commands.end_expired_card(work, command.player)
    over = work.standing.table.phase == "over" and work.standing.setting.is_automatic
    if over and isinstance(command, PlaceWager | PlaceSideWager):
        work.play_for_house(ClearTable())  # whoever wagers has seen the last round
    return work.play(command)


def _go_on(work: Work) -> None:
    """Let the automatic dealer go on until somebody is waited for."""
    for _ in range(_MOST_STEPS):
        command = next_of_dealer(work.standing, work.house)
        if command is None:
            return
        payouts.pay(work, partial(_play_for_house, command=command))
        if work.standing.held is not None:
            return
        house_commands.see_off(work)
    raise DoubtError("the automatic dealer does not come to an end")


def _play_for_house(work: Work, command: Command) -> None:
    work.play_for_house(command)


def worth(table: Table) -> Cents:
    """Count every chip at a table: racks, layout and float tray."""
    return sum(table.racks.values()) + table.layout() + table.float_tray


def check(standing: Standing) -> None:
    """See that no chip and no token has come from nowhere; raises DoubtError."""
    table, chips = standing.table, worth(standing.table)
    if chips != standing.brought:
        raise DoubtError(
            f"${dollars(chips)} in chips are at the table, ${dollars(standing.brought)} came to it"
        )
    tokens = sum(table.tokens.values()) + table.layout_tokens() + table.token_tray
    given = sum(voucher.value for voucher in table.vouchers)
    if tokens != given:
        raise DoubtError(f"${dollars(tokens)} in tokens are at the table, ${dollars(given)} came")


# A table that does not add up is locked: nothing is lost, and nothing more is done.


def locked(standing: Standing, house: House, why: str, *, at: int) -> Decided:
    """Return the table as it was, locked: what the command would have done is not done."""
    events = (TableLocked(why, Moment(at // SECOND)),)
    return Decided(events, after(standing, events, at=at), house)
