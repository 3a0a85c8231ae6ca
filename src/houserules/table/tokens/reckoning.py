"""How much of a wager, and of what comes back of it, is in promotional tokens."""

from houserules.core.money import Cents
from houserules.table.events import WagerKind
from houserules.table.state import Box, Table


def tokens_back(stake: Cents, tokens: Cents, returned: Cents) -> Cents:
    """Give how much of what is returned is tokens, of a stake with so many in it.

    A win hands the tokens back and pays chips (S24 2.1:casino-promotional-token); a loss takes all.
    Where only part comes back, the chips come back first: the documents do not say, and so the
    player loses least.
    """
    return max(0, min(stake, returned) - (stake - tokens))


def tokens_staked(
    table: Table, player: str, wager: WagerKind, *, box: int | None, hand: int | None
) -> Cents:
    """Give how much of a wager that is being settled lies there in tokens."""
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
    """Give the tokens of an insurance or a side wager."""
    if wager == "insurance":
        return sum(w.tokens for w in box.insurance if w.player == player and not w.settled)
    return sum(
        side.tokens
        for side in box.sides
        if (side.player, side.kind) == (player, wager) and not side.settled
    )
