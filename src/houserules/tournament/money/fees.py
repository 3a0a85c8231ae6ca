"""Entry fees: paid into the prize pool, and refunded where the conditions allow it (20.3.2, 20.3.4)."""

from collections.abc import Sequence

from houserules.core.money import format_money
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.tournament.commands import ApproveRefund, PayEntryFee
from houserules.tournament.event_builder import TournamentEvents, conditions_of
from houserules.tournament.ledger import POOL
from houserules.tournament.money.chips import buy_back_account, buy_in_account
from houserules.tournament.money.events import (
    BuyBackRefunded,
    BuyInRefunded,
    FeePaid,
    FeeRefunded,
    RefundReason,
    ValueReturned,
)
from houserules.tournament.state import TournamentState


def why_not_pay(rules: Rulebook, state: TournamentState, command: PayEntryFee) -> Refusal | None:
    """The fee is paid once, by somebody whose application is open or accepted (20.1, 20.3.2)."""
    part, fee = require_offered(rules.tournament), conditions_of(state).entry_fee
    entrant = state.entrants.get(command.player)
    if not fee:
        return Refusal("tournament.no-fee", part.states_entry_fee, "There is no entry fee.")
    if entrant is None or entrant.status not in ("applied", "accepted"):
        return Refusal("tournament.not-entered", part.entrants_only, "You have no open entry.")
    if entrant.paid is not None:
        return Refusal(
            "tournament.fee-paid",
            part.fees_go_to_prize_pool,
            f"You have paid the entry fee of {format_money(fee)}.",
        )
    return None


def pay(builder: TournamentEvents, command: PayEntryFee) -> None:
    """Put the whole fee into the prize pool."""
    amount = builder.conditions.entry_fee
    assert amount is not None
    clause = builder.part.fees_go_to_prize_pool
    builder.emit(FeePaid(command.player, amount, command.at, clause))


def refund_fee(builder: TournamentEvents, player: str, why: RefundReason, clause: Clause) -> None:
    """Refund what the player paid, if anything."""
    paid = builder.state.entrants[player].paid
    if paid:
        builder.emit(FeeRefunded(player, paid, why, clause))


def why_not_approve(
    rules: Rulebook, state: TournamentState, command: ApproveRefund
) -> Refusal | None:
    """Only a disqualification for absence leaves a refund to the Tournament Manager (20.5.6.2)."""
    part, entrant = require_offered(rules.tournament), state.entrants.get(command.player)
    if entrant is None or entrant.status != "disqualified":
        return Refusal(
            "tournament.not-disqualified",
            part.fees_go_to_prize_pool,
            "Entry fees are refunded only where the conditions allow it, or to a player who was "
            "disqualified for absence.",
        )
    if entrant.ground != "absent":
        clause = part.breach_disqualifies if entrant.clause is None else entrant.clause
        return Refusal(
            "tournament.no-refund",
            clause,
            "Only a disqualification for absence leaves room for a refund of the entry fee.",
        )
    if not entrant.paid:
        return Refusal(
            "tournament.nothing-paid",
            part.absence_disqualifies,
            "There is no entry fee left to refund.",
        )
    if refusal := why_not_before_prizes(rules, state):
        return refusal
    if not command.reason.strip():
        return Refusal("tournament.no-reason", part.absence_disqualifies, "Say why.")
    return None


def why_not_before_prizes(rules: Rulebook, state: TournamentState) -> Refusal | None:
    """Once the whole pool is divided among the places, neither it nor they change."""
    if not state.prizes:
        return None
    return Refusal(
        "tournament.prizes-awarded",
        require_offered(rules.tournament).fees_go_to_prize_pool,
        "The prizes are awarded. Pay them.",
    )


def approve(builder: TournamentEvents, command: ApproveRefund) -> None:
    """Refund the fee with the Tournament Manager's approval."""
    refund_fee(builder, command.player, "approved", builder.part.absence_disqualifies)


def refund_everything(builder: TournamentEvents) -> None:
    """Refund all entry fees and what was paid for chips that were not played with (20.3.4)."""
    clause = builder.part.cancellation_refunds_fees
    for player in builder.state.entrants:
        refund_fee(builder, player, "cancelled", clause)
        refund_buy_back(builder, player, clause)
    for session in builder.state.sessions:
        if session.status == "scheduled":
            refund_buy_ins(builder, session.number, clause)
    left = builder.state.ledger.balance(POOL)
    if left:
        builder.emit(ValueReturned(left, clause))


def refund_buy_back(builder: TournamentEvents, player: str, clause: Clause) -> None:
    """Refund a buy-back that its player had no session for."""
    unused = builder.state.entrants[player].unused_buy_back
    if unused:
        account = buy_back_account(builder.conditions)
        builder.emit(BuyBackRefunded(player, unused, account, clause))


def refund_buy_ins(
    builder: TournamentEvents, number: int, clause: Clause, *, except_for: Sequence[str] = ()
) -> None:
    """Refund the buy-ins of players who do not play a session."""
    session, price = builder.state.session(number), builder.conditions.chips.price
    assert session is not None
    for player in session.bought_in:
        if player not in except_for:
            assert price is not None
            account = buy_in_account(builder.conditions)
            builder.emit(BuyInRefunded(player, number, price, account, clause))
