"""What a rulebook says about promotional prizes (S24 section 22, S65 section 21, PJ section 18)."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.refusal import Clause
from houserules.rulebook.values import Money, Value


@dataclass(frozen=True, slots=True)
class Promotions:
    """Prizes that may be offered, the terms, the draw, and whom the casino tells by when.

    Times are hours.
    """

    scrutineer_above: Value[Money]
    no_alternative_to: Value[Literal["casino dollars", "casino dollars and slots dollars"]]
    alternative_is_stated: Value[bool]
    prize_money_by: Value[Literal["cheque or transfer", "any way"]]
    winner_chooses_above: Value[Money | None]
    prizes_forbidden: Clause
    liquor_most: Value[int]  # litres
    terms_available: Clause
    terms_contain: Clause
    winner_told_within: Value[int]
    terms_sent_before: Value[int]
    amendment_approved: Clause
    amendment_sent_within: Value[int | None]
    refusal_explained: Clause
    refusal_kept_above: Value[Money]
    complaint_advised: Clause
    integrity_told_within: Value[int]
