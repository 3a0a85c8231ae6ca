"""How much of a wager, and of what comes back of it, is in promotional tokens."""

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.events import WagerKind
from houserules.table.state import Box, Table


def tokens_back(stake: Cents, tokens: Cents, returned: Cents) -> Cents:
    """Return how much of what is returned is tokens, of a stake with so many in it.

    A win hands the tokens back and pays chips (S24 2.1:casino-promotional-token); a loss takes all.
    Where only part comes back, the chips come back first: the documents do not say, and so the
    player loses least.
    """
    return max(0, min(stake, returned) - (stake - tokens))


def tokens_staked(
    table: Table, player: str, wager: WagerKind, *, box: int | None, hand: int | None
) -> Cents:
    """Return how much of a wager that is being settled lies there in tokens."""
    there = None if box is None else table.box(box)
    if there is None:
        return 0
    if hand is None:
        return _beside(there, player, wager)
    for stake in there.hands[hand - 1].stakes:
        if stake.player == player and wager == "double":
            return stake.double_tokens
        if stake.player == player and stake.is_open:
            return stake.tokens
    return 0


def _beside(box: Box, player: str, wager: WagerKind) -> Cents:
    """Return the tokens of an insurance or a side wager."""
    if wager == "insurance":
        return sum(w.tokens for w in box.insurance if w.player == player and not w.settled)
    return sum(
        side.tokens
        for side in box.sides
        if (side.player, side.kind) == (player, wager) and not side.settled
    )


# Wagers in tokens: which part of a wager may be in tokens, and who may wager them.


def why_not_tokens(
    rules: Rulebook, table: Table, player: str, *, amount: Cents, tokens: Cents
) -> Refusal | None:
    """Tokens may be wagered beside chips or alone (S24 6.2), and only those before the player."""
    part = rules.promotional_tokens
    if isinstance(part, NotOffered):
        return Refusal(
            "tokens.none", part.clause, "This game takes wagers in chips, not in tokens."
        )
    if not 0 <= tokens <= amount:
        return Refusal(
            "tokens.part",
            part.wagers_in_tokens,
            f"At most {format_money(amount)} of this wager can be in tokens.",
        )
    held = table.tokens.get(player, 0)
    if tokens > held:
        return Refusal(
            "tokens.short",
            part.wagers_in_tokens,
            f"You have {format_money(held)} in tokens; this needs {format_money(tokens)}.",
        )
    return None
