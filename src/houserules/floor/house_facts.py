"""Facts that count at every table: exclusions from the casino, vouchers, dealers and debts."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from houserules.core.money import Cents, format_money
from houserules.core.people import handle_key
from houserules.core.refusal import Clause, Refusal
from houserules.floor.commands import SeatDealer, TakeSeat
from houserules.floor.denial import Denied
from houserules.floor.tables.decision import Rejected
from houserules.floor.tables.settings import Money, Setting
from houserules.floor.tables.table import FloorTable
from houserules.rulebook.values import NotOffered
from houserules.table.commands import Double, Insure, PlaceSideWager, PlaceWager, Split
from houserules.table.people.state import Exclusion
from houserules.table.sign.commands import RaiseWager
from houserules.table.tokens import ExchangeVoucher, same_voucher, used_voucher

NEW_WAGERS: Final = (PlaceWager, PlaceSideWager, RaiseWager)
"""Wagers that begin something; doubles, splits and insurance belong to a round in progress."""

_PLAYS: Final = (TakeSeat, *NEW_WAGERS, Insure, Double, Split)
"""Everything by which somebody takes further part in a game."""


def why_not_in_house(
    state: FloorTable, others: Iterable[FloorTable], command: Any
) -> Rejected | None:
    """Deny a command because of something that happened at another table."""
    if isinstance(command, _PLAYS):
        return _why_not_excluded(state.setting, others, command.player)
    if isinstance(command, ExchangeVoucher):
        return _why_not_voucher(state.setting, others, command.voucher)
    if isinstance(command, SeatDealer) and (
        other := dealt_by(state.setting, others, command.by.name)
    ):
        detail = (
            f"You deal at {other.setting.title} ({other.setting.table}). Leave that table first."
        )
        return Denied("dealer.elsewhere", detail)
    return None


def dealt_by(here: Setting, others: Iterable[FloorTable], dealer: str) -> FloorTable | None:
    """Return the other live table that a dealer who wants this one is dealing at, if any."""
    for other in others if here.kind == "live" else ():
        if other.setting.kind == "live" and other.dealer == dealer and not other.table.staff.closed:
            return other
    return None


def _why_not_excluded(here: Setting, others: Iterable[FloorTable], player: str) -> Denied | None:
    """An exclusion from the casino counts everywhere; one from a practice table, in practice only."""
    for other in others:
        exclusion = exclusion_from_casino(other, player)
        if exclusion is not None and (other.setting.kind == "live" or here.kind == "practice"):
            return Denied(
                "casino.excluded",
                f"You are excluded from the casino ({other.setting.rulebook} {exclusion.clause}).",
            )
    return None


def exclusion_from_casino(state: FloorTable, player: str) -> Exclusion | None:
    """Return the order by which a table's staff excluded a person from the casino."""
    return state.table.people.exclusion(player, "the casino")


def _why_not_voucher(here: Setting, others: Iterable[FloorTable], number: str) -> Refusal | None:
    """A voucher is exchanged once, at one table; practice vouchers are a kind of their own."""
    part = here.rules.promotional_tokens
    if isinstance(part, NotOffered):
        return None  # the table's own judge refuses it
    for other in others:
        used = used_voucher(other.table, number)
        if used is not None and other.setting.money == here.money:
            return Refusal(
                "voucher.used",
                part.vouchers_are_exchanged,
                f"{used.player} received {format_money(used.value)} in tokens for voucher "
                f"{used.number} at {other.setting.title}.",
            )
    return None


def live_table_of(states: Iterable[FloorTable], handle: str) -> FloorTable | None:
    """Return the live table at which a person is playing, if any."""
    for state in states:
        if state.setting.kind == "live" and state.table.patron(handle) is not None:
            return state
    return None


@dataclass(frozen=True, slots=True)
class DebtAt:
    """A debt to the house at one table, and the clause it comes from."""

    table: str
    money: Money
    amount: Cents
    clause: Clause


def debts_of(states: Iterable[FloorTable], handle: str) -> list[DebtAt]:
    """Return a person's debts at all tables."""
    return [
        DebtAt(state.setting.table, state.setting.money, debt.amount, debt.clause)
        for state in states
        for debt in state.table.people.debts
        if handle_key(debt.player) == handle_key(handle)
    ]


def voucher_stream(setting: Setting, number: str) -> str:
    """Name a voucher's stream: it can begin only once, so a voucher is exchanged only once."""
    return f"voucher/{setting.money}/{sha256(same_voucher(number).encode()).hexdigest()[:32]}"
