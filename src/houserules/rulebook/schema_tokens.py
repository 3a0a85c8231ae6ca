"""Promotional tokens: where a document lets them be wagered."""

from dataclasses import dataclass

from houserules.core.refusal import Clause


@dataclass(frozen=True, slots=True)
class PromotionalTokens:
    """Tokens that the dealer gives for a voucher; they are wagered like chips, and win chips."""

    vouchers_are_exchanged: Clause
    tokens_win_chips: Clause
    wagers_in_tokens: Clause
