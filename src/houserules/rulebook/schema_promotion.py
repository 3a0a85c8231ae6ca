"""What a rulebook says about promotional prizes (S24 section 22, S65 section 21, PJ section 18)."""

from dataclasses import dataclass
from typing import Literal

from houserules.core.refusal import Clause
from houserules.rulebook.schema_house import Office
from houserules.rulebook.values import Money, Value


@dataclass(frozen=True, slots=True)
class Promotions:
    """Prizes that may be offered, the terms, the draw, and whom the casino tells by when.

    Times are hours. A key that begins with `may_` is a power, as in `schema_house.Powers`.
    """

    may_run_promotion: Value[Office]
    may_nominate_scrutineer: Value[Office]
    scrutineer_above: Value[Money]
    no_alternative_to: Value[Literal["casino dollars", "casino dollars and slots dollars"]]
    alternative_is_stated: Value[bool]
    may_award_promotion: Value[Office]
    prize_money_by: Value[Literal["cheque or transfer", "any way"]]
    winner_chooses_above: Value[Money | None]
    conversion_is_approved: Value[bool]
    prizes_forbidden: Clause
    liquor_most: Value[int]  # litres
    terms_available: Clause
    terms_contain: Clause
    winner_told_within: Value[int]
    terms_sent_before: Value[int]
    amendment_approved: Clause
    amendment_sent_within: Value[int | None]
    may_refuse_claim: Value[Office]
    refusal_explained: Clause
    refusal_kept_above: Value[Money]
    may_decide_promotion_dispute: Value[Office]
    complaint_advised: Clause
    may_judge_integrity: Value[Office]
    integrity_told_within: Value[int]
