"""What has happened about vouchers."""

from dataclasses import dataclass
from typing import ClassVar

from houserules.core.money import Cents
from houserules.core.people import Moment
from houserules.core.refusal import Clause
from houserules.table.bases import HouseEvent


@dataclass(frozen=True, slots=True)
class VoucherExchanged(HouseEvent):
    """A player has tokens for a voucher, of the same value."""

    name: ClassVar[str] = "voucher.exchanged"
    voucher: str
    player: str
    value: Cents
    conditions: str
    by: str
    at: Moment
    clause: Clause
