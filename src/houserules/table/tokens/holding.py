"""A wager in tokens: where they may be wagered, as part of its amount, by who holds them."""

from houserules.core.money import Cents, dollars
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.state import Table


def why_not_tokens(
    rules: Rulebook, table: Table, player: str, *, amount: Cents, tokens: Cents
) -> Refusal | None:
    """Tokens may be wagered beside chips or alone (S24 6.2), and only those before the player."""
    part = rules.promotional_tokens
    if isinstance(part, NotOffered):
        return Refusal("tokens.none", part.clause, "Wagers are made in chips here, not in tokens.")
    if not 0 <= tokens <= amount:
        return Refusal(
            "tokens.part",
            part.wagers_in_tokens,
            f"Of a wager of ${dollars(amount)} nothing to ${dollars(amount)} may be in tokens.",
        )
    held = table.tokens.get(player, 0)
    if tokens > held:
        return Refusal(
            "tokens.short",
            part.wagers_in_tokens,
            f"{player} has ${dollars(held)} in tokens, and this takes ${dollars(tokens)}.",
        )
    return None
