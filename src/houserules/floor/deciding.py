"""What a command brings about at a table of the floor: the game's events, and what the house adds.

Pure but for the house's entropy: the floor appends what is decided here, and only then it counts.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any, Final

from houserules.core.money import Cents, dollars
from houserules.floor import arranging, seating
from houserules.floor import commands as f
from houserules.floor.denied import Denied
from houserules.floor.driving import next_of_dealer
from houserules.floor.house import House
from houserules.floor.standing import Standing
from houserules.floor.work import No, Work
from houserules.table import commands as c
from houserules.table.state import Table

_WHILE_LOCKED: Final = (f.UnlockTable, f.AcknowledgeAlert)

_MOST_STEPS: Final = 2000
"""The automatic dealer makes some hundred steps at a time; more is a mistake of ours."""

_ARRANGED: Final[dict[type, Callable[[Work, Any], No | None]]] = {
    f.BeReady: arranging.be_ready,
    f.TakeSeat: seating.take_seat,
    f.GetUp: seating.get_up,
    f.SeatDealer: arranging.seat_dealer,
    f.RelieveDealer: arranging.relieve_dealer,
    f.NextStep: arranging.next_step,
    f.FillFloat: arranging.fill_float,
    f.CreditFloat: arranging.credit_float,
    f.UnlockTable: arranging.unlock,
    f.AcknowledgeAlert: arranging.acknowledge,
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
    work = Work(standing, copy(house), at)
    if no := _do(work, command):
        return no
    if work.standing.locked is not None:  # somebody has seen it, and nothing else is done
        return Decided(tuple(work.events), work.standing, work.house)
    seating.see_off(work)
    if standing.setting.is_automatic:
        _go_on(work)
    check(work.standing)
    return Decided(tuple(work.events), work.standing, work.house)


def _do(work: Work, command: Any) -> No | None:
    arranged = _ARRANGED.get(type(command))
    if arranged is not None:
        return arranged(work, command)
    over = work.standing.table.phase == "over" and work.standing.setting.is_automatic
    if over and isinstance(command, c.PlaceWager | c.PlaceSideWager):
        work.play_for_house(c.ClearTable())  # whoever wagers has seen the last round
    return work.play(command)


def _go_on(work: Work) -> None:
    """Let the automatic dealer go on until somebody is waited for."""
    for _ in range(_MOST_STEPS):
        command = next_of_dealer(work.standing, work.house)
        if command is None:
            return
        work.play_for_house(command)
        seating.see_off(work)
    raise DoubtError("the automatic dealer does not come to an end")


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
