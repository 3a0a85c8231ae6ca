"""Who may give which command at a table of the floor: by role, by relation, and by kind of table.

A command comes as a name and data; whose it is and when it was given the floor puts in itself.
"""

from dataclasses import fields
from functools import cache
from typing import Any, Final

from houserules.core.codec import Data, DataError, from_message, to_data
from houserules.core.people import Moment, Person
from houserules.floor.commands import (
    FLOOR_COMMANDS,
    BeReady,
    CreditFloat,
    FillFloat,
    FloorCommand,
    GetUp,
    SeatDealer,
    SettleDebt,
    TakeSeat,
)
from houserules.floor.denial import Denied
from houserules.floor.people.events import Scope
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.decision import Rejected
from houserules.floor.tables.table import FloorTable
from houserules.journal.canonical import canonical, digest
from houserules.table.cards.commands import DrawCuttingCard, ShowBurnedCard, ShuffleCards
from houserules.table.commands import DealCard, StaffCommand
from houserules.table.people.commands import (
    ComeToTable,
    EndPlayerCard,
    LeaveTable,
    PresentPlayerCard,
)
from houserules.table.powers import power_of, why_not_by
from houserules.table.registry import COMMANDS as TABLE_COMMANDS

_NOT_ASKED_FOR: Final = (ComeToTable, LeaveTable, PresentPlayerCard, EndPlayerCard)
"""What the floor does itself, with money and Player Card: `take-seat` and `get-up`."""


_MONEY: Final = (FillFloat, CreditFloat, SettleDebt)
"""What moves money between the table and the house: API tokens need a scope of its own for it."""

_FROM_SHOE: Final = (DealCard, DrawCuttingCard, ShowBurnedCard, ShuffleCards)
"""What tells which card came out: at a table with a virtual shoe the shoe says it."""


COMMANDS: Final[dict[str, type]] = {
    kind.api_name: kind  # type: ignore[attr-defined]
    for kind in (*TABLE_COMMANDS, *FLOOR_COMMANDS)
    if kind not in _NOT_ASKED_FOR
}
"""Every command that can be given to a table, by its name in the API."""

NAMES: Final[dict[type, str]] = {kind: name for name, kind in COMMANDS.items()}


@cache
def own_fields(kind: Any) -> tuple[str, ...]:
    """Return the fields of a command that whoever gives it fills."""
    return tuple(each.name for each in fields(kind) if each.name not in filled_by_floor(kind))


@cache
def filled_by_floor(kind: Any) -> tuple[str, ...]:
    """Return the fields that the floor fills: who, when, the Player Card, the licence."""
    if issubclass(kind, StaffCommand | FloorCommand):
        return ("by", "at", "licence") if kind is SeatDealer else ("by", "at")
    names = {each.name for each in fields(kind)}
    floors = {"player"} | ({"card"} if kind is TakeSeat else set())
    return tuple(sorted(names & floors))


def command_from(name: str, data: Data, person: Person, *, at: int) -> Any:
    """Read a command that somebody sends; raises DataError.

    This is the one place where the fields of a command are checked, however they came here.
    """
    kind = COMMANDS.get(name)
    if kind is None:
        raise DataError(f"{name!r} is no command; docs/reference/api.md lists them")
    for field in filled_by_floor(kind):
        if field in data:
            raise DataError(f"{name}: the field {field} is filled by the floor; leave it out")
    return _read_command(kind, data, person, _moment(kind, at), name)


def scope_of(caller: Caller, command: Any) -> Scope:
    """Return what a session or API token must be for, to give a command at a table."""
    if caller.role == "player":
        return "play"
    return "money" if isinstance(command, _MONEY) else "tables"


def request_of(table: str, command: Any) -> bytes:
    """Return the digest that binds a command id to what the person asked for, and where."""
    kind: Any = type(command)
    sent = {name: to_data(getattr(command, name)) for name in own_fields(kind)}
    said = {"table": table, "do": NAMES[kind], "fields": sent}
    return digest("request-1", canonical(said))


def _moment(kind: type, at: int) -> Moment:
    """Return the whole second of a command; a time that must pass runs from the next full one.

    So that the time between two moments is never longer than it was (S24 7.5, 20.9).
    """
    waits = issubclass(kind, StaffCommand) and kind.starts_wait
    return Moment(-(-at // 1000) if waits else at // 1000)


def _read_command(kind: type, data: Data, person: Person, at: Moment, where: str) -> Any:
    who: Data = {"by": {"name": person.name, "role": person.role}, "at": at}
    who["player"] = person.name
    mine = {field: who[field] for field in filled_by_floor(kind) if field in who}
    return from_message(kind, {**data, **mine}, where)


def why_not_person(state: FloorTable, command: Any, person: Person) -> Rejected | None:
    """Whether this person may give this command at this table at all."""
    setting = state.setting
    if isinstance(command, FloorCommand):
        return (
            None
            if command.by == person
            else Denied("role.may-not", "You cannot give this order for another person.")
        )
    if isinstance(command, BeReady | TakeSeat | GetUp):
        return _why_not_player(command.player, person)
    if refusal := why_not_by(setting.rules, command, person):
        return refusal
    if setting.is_virtual and isinstance(command, _FROM_SHOE):
        return Denied("card.from-shoe", "The cards come from the virtual shoe: send next-step.")
    power = power_of(setting.rules, command)
    if power is None or power.value not in ("dealer", "any staff") or person.role != "dealer":
        return None
    if setting.is_automatic:
        return Denied("dealer.automatic", "The software deals at this table.")
    if state.dealer != person.name:
        who = state.dealer or "Nobody"
        return Denied(
            "dealer.not-seated", f"{who} deals at this table. Take the dealer's place first."
        )
    return None


def _why_not_player(player: str, person: Person) -> Denied | None:
    if person.role == "player" and person.name == player:
        return None
    return Denied("role.not-yours", f"{person.name} cannot do this for {player}.")
