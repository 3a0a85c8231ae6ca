"""Vouchers: the dealer exchanges each of them once, for tokens of its value."""

from houserules.core.money import dollars
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import offered
from houserules.table.course import Course
from houserules.table.people.admission import not_here
from houserules.table.state import Table, changed
from houserules.table.tokens.commands import ExchangeVoucher
from houserules.table.tokens.events import VoucherExchanged
from houserules.table.tokens.state import Voucher


def why_not_exchange(rules: Rulebook, table: Table, command: ExchangeVoucher) -> Refusal | None:
    """A voucher with a number and a value, not exchanged before, of a player who is there."""
    part = offered(rules.promotional_tokens)
    if not command.voucher.strip() or command.value <= 0:
        return Refusal(
            "voucher.blank",
            part.vouchers_are_exchanged,
            "A voucher has a number and a value of more than nothing.",
        )
    used = next((each for each in table.vouchers if each.number == command.voucher), None)
    if used is not None:
        return Refusal(
            "voucher.used",
            part.vouchers_are_exchanged,
            f"{used.player} has had ${dollars(used.value)} in tokens for voucher {used.number}.",
        )
    if table.source is not None and table.patron(command.player) is None:
        return not_here(rules, command.player)
    return None


def exchange(course: Course, command: ExchangeVoucher) -> None:
    """Give tokens of the voucher's value, and keep what is written on it."""
    part = offered(course.rules.promotional_tokens)
    course.emit(
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
    """After VoucherExchanged."""
    voucher = Voucher(
        event.voucher, event.player, event.value, event.conditions, event.by, event.at
    )
    held = table.tokens.get(event.player, 0) + event.value
    return changed(
        table,
        vouchers=(*table.vouchers, voucher),
        tokens={**table.tokens, event.player: held},
    )
