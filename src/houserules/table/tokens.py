"""Vouchers: the dealer exchanges each of them once, for tokens of its value."""

from typing import ClassVar, Final

from houserules.core.money import Cents, format_money
from houserules.core.people import Moment
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table.commands import StaffCommand, command
from houserules.table.event_builder import EventBuilder
from houserules.table.events import Event, TableCleared, event
from houserules.table.people.admission import not_here
from houserules.table.staff.state import Voucher
from houserules.table.state import Step, Steps, Table, changed
from houserules.table.subject import Subject

# Commands.


@command("exchange-voucher")
class ExchangeVoucher(StaffCommand):
    """Exchange a player's promotional voucher for tokens."""

    power: ClassVar[str] = "may_exchange_vouchers"
    voucher: str  # its number
    player: str
    value: Cents
    conditions: str = ""  # as they stand on the voucher


# Events.


@event("voucher.exchanged")
class VoucherExchanged(Event):
    """A voucher was exchanged for tokens of the same value."""

    voucher: str
    player: str
    value: Cents
    conditions: str
    by: str
    at: Moment
    clause: Clause


def why_not_exchange(rules: Rulebook, table: Table, command: ExchangeVoucher) -> Refusal | None:
    """A voucher with a number and a value, not exchanged before, of a player who is there."""
    part = require_offered(rules.promotional_tokens)
    if not command.voucher.strip() or command.value <= 0:
        return Refusal(
            "voucher.blank",
            part.vouchers_are_exchanged,
            "Enter the voucher's number and a value above zero.",
        )
    used = used_voucher(table, command.voucher)
    if used is not None:
        return Refusal(
            "voucher.used",
            part.vouchers_are_exchanged,
            f"Voucher {used.number} was already exchanged: {used.player} received "
            f"{format_money(used.value)} in tokens.",
        )
    if table.source is not None and table.patron(command.player) is None:
        return not_here(rules)
    return None


def same_voucher(number: str) -> str:
    """Return a voucher's number as it is compared: blanks around it and capitals do not matter."""
    return number.strip().casefold()


def used_voucher(table: Table, number: str) -> Voucher | None:
    """Return the voucher with this number if it was exchanged at this table.

    The table remembers the vouchers of those who still have tokens; a floor recalls the others.
    """
    asked = same_voucher(number)
    for each in table.vouchers:
        if same_voucher(each.number) == asked:
            return each
    return table.staff.recalled.voucher


def exchange(builder: EventBuilder, command: ExchangeVoucher) -> None:
    """Give tokens of the voucher's value, and keep what is written on it."""
    part = require_offered(builder.rules.promotional_tokens)
    builder.emit(
        VoucherExchanged(
            command.voucher,
            command.player,
            command.value,
            command.conditions,
            command.by.name,
            command.at,
            part.vouchers_are_exchanged,
        )
    )


def voucher_exchanged(table: Table, event: VoucherExchanged) -> Table:
    voucher = Voucher(
        event.voucher, event.player, event.value, event.conditions, event.by, event.at
    )
    held = table.tokens.get(event.player, 0) + event.value
    return changed(
        table,
        vouchers=(*table.vouchers, voucher),
        tokens={**table.tokens, event.player: held},
        tokens_given=table.tokens_given + event.value,
    )


def table_cleared(table: Table, event: TableCleared) -> Table:
    """After TableCleared: vouchers whose tokens are gone are done with."""
    if not table.tokens and not table.vouchers:
        return table
    tokens = {player: held for player, held in table.tokens.items() if held}
    vouchers = tuple([each for each in table.vouchers if each.player in tokens])
    return changed(table, tokens=tokens, vouchers=vouchers)


STEPS: Final[Steps] = {VoucherExchanged: voucher_exchanged}

ALSO: Final[tuple[tuple[type, Step], ...]] = ((TableCleared, table_cleared),)


# What `table.registry` collects: each command with its judge and its effect, each event with its step.


TOKENS: Final = Subject(commands={ExchangeVoucher: (why_not_exchange, exchange)})
