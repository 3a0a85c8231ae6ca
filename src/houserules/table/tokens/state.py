"""What promotional tokens came from."""

from dataclasses import dataclass

from houserules.core.money import Cents
from houserules.core.people import Moment


@dataclass(frozen=True, slots=True)
class Voucher:
    """A promotional voucher that the dealer has exchanged for tokens of its value."""

    number: str
    player: str
    value: Cents
    conditions: str  # as they stand on the voucher; the dealer keeps to them
    by: str
    at: Moment
