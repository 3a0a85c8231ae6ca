"""The values of Part 4A of the Casino Control Regulation 2019 (NSW), each beside its clause.

Clauses are those of the Regulation. Cash is limited by the Casino Control Act 1992, `s 73A`.
"""

from typing import Final

from houserules.core.money import Cents
from houserules.core.people import MINUTE
from houserules.core.refusal import Clause
from houserules.rulebook.values import Value

HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

ONE_CARD: Final = Clause("31D(3)")
NOT_FOR_EXCLUDED: Final = Clause("31E")
IDENTITY_IS_VERIFIED: Final = Clause("31F(1)")
IDENTITY_IS_RECORDED: Final = Clause("31F(2)")
CARD_IS_OWN: Final = Clause("31G")
OTHER_CARD: Final = Clause("31H(1)")
REASONS_ARE_RECORDED: Final = Clause("31H(3)")
DEPOSIT_LIMIT: Final = Clause("31K(4)")
LOSS_LIMIT: Final = Clause("31K(5)")
INFORMATION_FIRST: Final = Clause("31J(1)")
INFORMATION_GIVEN: Final = Clause("31J(1)(a)")
LIMITS_CHOSEN: Final = Clause("31J(1)(b)")
LIMITS_CHANGE_ANY_TIME: Final = Clause("31J(5)")
SUSPENSION: Final = Clause("31S(3)")

RAISE_WAITS: Final = Value(DAY, Clause("31K(3)(b)"))
INFORMATION_AGAIN: Final = Value(365 * DAY, Clause("31J(3)"))
"""Twelve months, counted as 365 days so that it is never late in a leap year."""

PAUSE: Final = Value(15 * MINUTE, Clause("31L(1)"))
"""A pause that ends continuous play. The Regulation says how long only for machines."""

ASSESSMENT_AFTER: Final = Value(6 * HOUR, Clause("31L(2)"))
SUSPENSION_LEAST: Final = Value(DAY, Clause("31S(1)"))
CASH_PER_DAY: Final[Value[Cents]] = Value(1_000_00, Clause("s 73A"))

RETENTION: Final = Value(7 * 366 * DAY, Clause("31F(4)"))
"""How long a verified identity is kept after it was last needed. The Regulation names no period; seven
years is how long Australian law has casinos keep what identifies their customers."""

TOO_LONG: Final = (
    (Value(12 * HOUR, Clause("31L(3)")), DAY, DAY),
    (Value(48 * HOUR, Clause("31L(4)")), 7 * DAY, 7 * DAY),
)
"""How much play within which time sends a player out, and for how long."""
