"""What the dealer does about vouchers."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.money import Cents
from houserules.table.bases import StaffCommand


@dataclass(frozen=True, slots=True)
class ExchangeVoucher(StaffCommand):
    """The dealer gives a player tokens for a promotional voucher."""

    power: ClassVar[str] = "may_exchange_vouchers"
    voucher: str  # its number
    player: str
    value: Cents
    conditions: str = ""  # as they stand on the voucher
