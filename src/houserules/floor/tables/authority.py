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
from houserules.table.cards.commands import (
    AskForRiffle,
    AskToSeeBurnedCard,
    CutCards,
    DeclineCut,
    DrawCuttingCard,
    ShowBurnedCard,
    ShuffleCards,
)
from houserules.table.commands import (
    ComeBack,
    DealCard,
    Decline,
    Designate,
    Double,
    Forfeit,
    Hit,
    Insure,
    PlaceSideWager,
    PlaceWager,
    Split,
    StaffCommand,
    Stand,
    Surrender,
    WithdrawSideWager,
    WithdrawWager,
)
from houserules.table.face_down import ExposeCards
from houserules.table.irregularities.commands import AcceptCard, RefuseCard
from houserules.table.people.commands import (
    ComeToTable,
    EndPlayerCard,
    LeaveTable,
    PresentPlayerCard,
)
from houserules.table.powers import power_of, why_not_by
from houserules.table.registry import COMMANDS as TABLE_COMMANDS
from houserules.table.session.commands import BeginSession, PlayPassCard
from houserules.table.sign.commands import RaiseWager

_NOT_ASKED_FOR: Final = (
    *(ComeToTable, LeaveTable, PresentPlayerCard, EndPlayerCard, BeginSession),
)
"""What the floor does itself: `take-seat` and `get-up`, and sessions of a tournament."""


_MONEY: Final = (FillFloat, CreditFloat, SettleDebt)
"""What moves money between the table and the house: API tokens need a scope of its own for it."""

_FROM_SHOE: Final = (DealCard, DrawCuttingCard, ShowBurnedCard, ShuffleCards)
"""What tells which card came out: at a table with a virtual shoe the shoe says it."""

ENTERED_BY_DEALER: Final = frozenset(
    {PlaceWager, WithdrawWager, RaiseWager, PlaceSideWager, WithdrawSideWager}
    | {Insure, Surrender, Hit, Stand, Double, Split, Designate, Forfeit, Decline, ComeBack}
    | {CutCards, DeclineCut, AskForRiffle, AskToSeeBurnedCard, ExposeCards}
    | {AcceptCard, RefuseCard, PlayPassCard}
)
"""What players do with chips, hands and gestures at a real shoe: the dealer may enter it for them."""

COMMANDS: Final[dict[str, type]] = {
    kind.api_name: kind  # type: ignore[attr-defined]
    for kind in (*TABLE_COMMANDS, *FLOOR_COMMANDS)
    if kind not in _NOT_ASKED_FOR
}
"""Every command that can be given to a table, by its name in the API."""

NAMES: Final[dict[type, str]] = {kind: name for name, kind in COMMANDS.items()}


@cache
def own_fields(kind: Any) -> tuple[str, ...]:
    """Return the fields of a command that its sender fills in."""
    return tuple(field.name for field in fields(kind) if field.name not in filled_by_floor(kind))


@cache
def filled_by_floor(kind: Any) -> tuple[str, ...]:
    """Return the fields that the floor fills: who, when, the Player Card, the licence."""
    if issubclass(kind, StaffCommand | FloorCommand):
        return ("by", "at", "licence") if kind is SeatDealer else ("by", "at")
    names = {field.name for field in fields(kind)}
    floors = {"player"} | ({"card"} if kind is TakeSeat else set())
    return tuple(sorted(names & floors))


def command_from(name: str, data: Data, person: Person, *, at: int) -> Any:
    """Read a command that somebody sends; raises DataError.

    This is the one place where the fields of a command are checked, however they came here.
    """
    kind = COMMANDS.get(name)
    if kind is None:
        raise DataError(f"{name!r} is not a command; docs/reference/api.md lists them")
    entered = person.role == "dealer" and kind in ENTERED_BY_DEALER
    for field in filled_by_floor(kind):
        if field in data and not (entered and field == "player"):
            raise DataError(f"{name}: the field {field} is filled by the floor; leave it out")
    # A time that must pass runs from the next full second, so that it is never shorter (S24 7.5, 20.9).
    waits = issubclass(kind, StaffCommand) and kind.starts_wait
    moment = Moment(-(-at // 1000) if waits else at // 1000)
    by = {"name": person.name, "role": person.role}
    known = {"by": by, "at": moment, "player": person.name}
    filled = {field: known[field] for field in filled_by_floor(kind) if field in known}
    return from_message(kind, {**filled, **data}, name)


def own_data(command: Any) -> Data:
    """Return the fields of a command as a person sends them."""
    kind: Any = type(command)
    return {name: to_data(getattr(command, name)) for name in own_fields(kind)}


def scope_of(caller: Caller, command: Any) -> Scope:
    """Return what a session or API token must be for, to give a command at a table."""
    if caller.role == "player":
        return "play"
    return "money" if isinstance(command, _MONEY) else "tables"


def request_of(table: str, command: Any, person: Person) -> bytes:
    """Return the digest that binds a command id to what the person asked for, and where."""
    kind: Any = type(command)
    sent = own_data(command)
    if person.role == "dealer" and kind in ENTERED_BY_DEALER:
        sent["player"] = command.player
    said = {"table": table, "do": NAMES[kind], "fields": sent}
    return digest("request-1", canonical(said))


def why_not_person(state: FloorTable, command: Any, person: Person) -> Rejected | None:
    """Whether this person may give this command at this table at all."""
    setting = state.setting
    if isinstance(command, FloorCommand):
        no = Denied("role.may-not", "You cannot give this order for another person.")
        return None if command.by == person else no
    if isinstance(command, BeReady | TakeSeat | GetUp):
        is_own = person.role == "player" and person.name == command.player
        detail = f"{person.name} cannot do this for {command.player}."
        return None if is_own else Denied("role.not-yours", detail)
    if person.role == "dealer" and type(command) in ENTERED_BY_DEALER:
        return _why_not_entered(state, command.player, person)
    if refusal := why_not_by(setting.rules, command, person):
        return refusal
    if setting.is_virtual and isinstance(command, _FROM_SHOE):
        return Denied("card.from-shoe", "The cards come from the virtual shoe: send next-step.")
    power = power_of(setting.rules, command)
    if power is None or power.value not in ("dealer", "any staff") or person.role != "dealer":
        return None
    return _why_not_dealer(state, person)


def _why_not_dealer(state: FloorTable, person: Person) -> Denied | None:
    if state.setting.is_automatic:
        return Denied("dealer.automatic", "The software deals at this table.")
    if state.dealer != person.name:
        who = state.dealer or "Nobody"
        return Denied(
            "dealer.not-seated", f"{who} deals at this table. Take the dealer's place first."
        )
    return None


def _why_not_entered(state: FloorTable, player: str, person: Person) -> Denied | None:
    """A dealer enters what players do at a real shoe, where they need no device of their own."""
    if state.setting.is_virtual:
        return Denied(
            "role.not-yours",
            "Players decide for themselves here. A dealer enters it only at a real shoe.",
        )
    if no := _why_not_dealer(state, person):
        return no
    if state.table.patron(player) is None:
        return Denied("player.not-here", f"{player} is not at this table.")
    return None
