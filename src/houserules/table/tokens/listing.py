"""Promotional tokens for `table.house`: commands with judge and doer, events with their step."""

from typing import Final

from houserules.table.subject import Subject
from houserules.table.tokens import commands as c
from houserules.table.tokens import events as e
from houserules.table.tokens import vouchers

TOKENS: Final = Subject(
    commands={
        c.ExchangeVoucher: (vouchers.why_not_exchange, vouchers.exchange),
    },
    steps={
        e.VoucherExchanged: vouchers.voucher_exchanged,
    },
)
