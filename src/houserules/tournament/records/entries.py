"""The entries of a session's round: whether a player may wager so (20.5.6, 20.6.1, 20.7 to 20.9)."""

from dataclasses import dataclass

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table.session.state import LAST_COLLECTED, Elimination, Limits, Player
from houserules.tournament.records.record import PlayerEntry


@dataclass(slots=True)
class Count:
    """What one player has in the session."""

    player: Player
    chips: Cents
    pass_cards: int
    forms: int
    deductions: int = 0
    staked: Cents = 0  # in the last round that counted
    collected: tuple[int, int] = LAST_COLLECTED
    eliminated: Elimination | None = None
    disqualified: bool = False

    @property
    def is_in(self) -> bool:
        """Whether the player is still in the session."""
        return self.eliminated is None and not self.disqualified


def why_not_in_turn(rules: Rulebook, entry: PlayerEntry, in_turn: Count) -> Refusal | None:
    """Where there is an order, players wager clockwise from the marker (20.9.4, 20.9.5)."""
    if entry.player == in_turn.player.name:
        return None
    return Refusal(
        "tournament.out-of-turn",
        require_offered(rules.tournament).wager_out_of_turn,
        f"It is {in_turn.player.name}'s turn to wager: {entry.player} takes the wager back and "
        "waits.",
    )


def why_not_allowance(rules: Rulebook, entry: PlayerEntry, count: Count) -> Refusal | None:
    """A pass card, a form or a deduction that the player still has (20.7.1, 20.8.1, 20.5.6.1)."""
    part = require_offered(rules.tournament)
    if entry.pass_card and not count.pass_cards:
        return Refusal(
            "tournament.no-pass-card",
            part.pass_card_instead_of_wager,
            f"{entry.player} has no pass card left.",
        )
    if entry.form and not count.forms:
        return Refusal(
            "tournament.no-form",
            part.undisclosed_wagers,
            f"{entry.player} has no undisclosed wager left.",
        )
    most = part.absences_deducted.value
    if entry.absent == "deduct" and count.deductions >= most:
        return Refusal(
            "tournament.absent-too-often",
            part.absences_deducted.clause,
            f"The minimum was deducted from {entry.player} for {most} rounds already.",
        )
    return None


def why_not_chips(
    rules: Rulebook, entry: PlayerEntry, count: Count, limits: Limits
) -> Refusal | None:
    """The wager, and Perfect Pairs beside it, are within the chips in possession (20.6.1)."""
    if entry.amount is None:
        return None
    amount = max(entry.amount, limits.minimum)
    return (
        _why_not_held(rules, count, amount)
        or _why_not_perfect_pairs(rules, entry)
        or _why_not_held(rules, count, amount + perfect_pairs_amount(rules, entry))
    )


def _why_not_held(rules: Rulebook, count: Count, amount: Cents) -> Refusal | None:
    if amount <= count.chips:
        return None
    return Refusal(
        "tournament.chips-short",
        require_offered(rules.tournament).tournament_chips_only,
        f"{count.player.name} has {format_money(count.chips)} in tournament chips, and this takes "
        f"{format_money(amount)}.",
    )


def _why_not_perfect_pairs(rules: Rulebook, entry: PlayerEntry) -> Refusal | None:
    pairs = require_offered(rules.perfect_pairs)
    if not entry.perfect_pairs or pairs.perfect_pairs.value is not None:
        return None
    return Refusal(
        "side-wager.not-offered",
        pairs.perfect_pairs_offered,
        "Perfect Pairs is not offered at this table.",
    )


def perfect_pairs_amount(rules: Rulebook, entry: PlayerEntry) -> Cents:
    """Return the sign's amount if the player has a Perfect Pairs wager."""
    amount = require_offered(rules.perfect_pairs).perfect_pairs.value
    return amount if entry.perfect_pairs and amount else 0
