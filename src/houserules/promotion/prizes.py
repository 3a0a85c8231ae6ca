"""Winners are told and prizes awarded: in the ways that the document and the terms allow (21.3, 21.4, 21.8)."""

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Refusal
from houserules.promotion.citations import registered, why_not_said
from houserules.promotion.commands import HandOverPrize, PayPromotionPrize, TellWinner
from houserules.promotion.draws import why_not_winner
from houserules.promotion.event_builder import PromotionEvents, terms_of
from houserules.promotion.events import PrizeHandedOver, PromotionPrizePaid, WinnerTold
from houserules.promotion.findings import NOTICES
from houserules.promotion.promotion_file import Prize
from houserules.promotion.state import DrawnWinner, PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_promotion import Promotions
from houserules.rulebook.values import require_offered


def why_not_tell(rules: Rulebook, state: PromotionState, command: TellWinner) -> Refusal | None:
    """A winner is told in one of the four ways (21.8.1 to 21.8.4)."""
    winner = why_not_winner(rules, state, command.prize)
    return winner if isinstance(winner, Refusal) else None


def tell(builder: PromotionEvents, command: TellWinner) -> None:
    """Record the attempt."""
    way = NOTICES.index(command.way) + 1
    builder.emit(
        WinnerTold(
            command.prize,
            builder.state.draws[command.prize].winners[-1].player,
            command.way,
            command.note.strip(),
            command.by.name,
            command.at,
            registered(builder.rules, f"{builder.part.winner_told_within.clause}.{way}"),
        )
    )


def _why_not_claim(
    rules: Rulebook, state: PromotionState, prize: int, winner: DrawnWinner
) -> Refusal | None:
    """Whether the winner's last claim was refused."""
    own = [each for each in state.claims if (each.prize, each.player) == (prize, winner.player)]
    if not own or own[-1].status != "refused":
        return None
    clause = require_offered(rules.promotions).refusal_explained
    return Refusal("promotion.claim-refused", clause, "The winner's claim was refused.")


def why_not_hand_over(
    rules: Rulebook, state: PromotionState, command: HandOverPrize
) -> Refusal | None:
    """Every prize but money is handed over to its winner."""
    part, winner = require_offered(rules.promotions), why_not_winner(rules, state, command.prize)
    if isinstance(winner, Refusal):
        return winner
    if terms_of(state).prizes[command.prize].kind == "cash":
        return Refusal(
            "promotion.pay-money",
            part.prize_money_by.clause,
            "Prize money is paid, not handed over.",
        )
    return _why_not_claim(rules, state, command.prize, winner) or why_not_said(
        part.may_award_promotion.clause, command.reference, "Quote the receipt"
    )


def hand_over(builder: PromotionEvents, command: HandOverPrize) -> None:
    """Record that the winner has the prize."""
    prize = terms_of(builder.state).prizes[command.prize]
    builder.emit(
        PrizeHandedOver(
            command.prize,
            builder.state.draws[command.prize].winners[-1].player,
            prize.kind,
            prize.value or 0,
            command.reference.strip(),
            command.by.name,
            command.at,
            builder.part.may_award_promotion.clause,
        )
    )


def why_not_pay(
    rules: Rulebook, state: PromotionState, command: PayPromotionPrize
) -> Refusal | None:
    """Money is paid in full, in the ways allowed: as a cash prize, or as the alternative to another."""
    part, winner = require_offered(rules.promotions), why_not_winner(rules, state, command.prize)
    if isinstance(winner, Refusal):
        return winner
    prize = terms_of(state).prizes[command.prize]
    amounts = {"cash": command.cash, "cheque": command.cheque, "transfer": command.transfer}
    ways = {way: amount for way, amount in amounts.items() if amount}
    clause = part.prize_money_by.clause
    if not ways or any(amount < 0 for amount in ways.values()):
        return Refusal("promotion.no-amount", clause, "Enter what is paid, and how.")
    if "cash" in ways and part.prize_money_by.value == "cheque or transfer":
        return Refusal(
            "promotion.no-cash",
            clause,
            "Prize money is paid by crossed cheque or transfer, never in cash.",
        )
    if prize.kind == "cash":
        refusal = _why_not_cash_prize(part, prize, ways, chosen=command.chosen)
    else:
        refusal = _why_not_alternative(part, state, command, sum(ways.values()))
    return (
        refusal
        or _why_not_claim(rules, state, command.prize, winner)
        or why_not_said(clause, command.reference, "Quote the receipt")
    )


def _why_not_cash_prize(
    part: Promotions, prize: Prize, ways: dict[str, Cents], *, chosen: bool
) -> Refusal | None:
    """Above $10,000 the winner chooses; up to it the terms say (21.4, reading 227)."""
    if sum(ways.values()) != prize.value:
        due = format_money(prize.value or 0)
        return Refusal("promotion.not-in-full", part.prize_money_by.clause, f"The prize is {due}.")
    above = part.winner_chooses_above
    if above.value is not None and (prize.value or 0) > above.value:
        if chosen:
            return None
        return Refusal(
            "promotion.winner-chooses", above.clause, "The winner chooses how the prize is paid."
        )
    if prize.paid_by and not ways.keys() <= set(prize.paid_by):
        named = ", ".join(prize.paid_by)
        return Refusal(
            "promotion.way-not-stated", part.prize_money_by.clause, f"The terms name: {named}."
        )
    return None


def _why_not_alternative(
    part: Promotions, state: PromotionState, command: PayPromotionPrize, amount: Cents
) -> Refusal | None:
    """The alternative is in the terms, paid in its amount, and approved where that is asked for."""
    alternative = terms_of(state).prizes[command.prize].cash_alternative
    if amount != alternative:
        offered = "none" if alternative is None else format_money(alternative)
        return Refusal(
            "promotion.no-alternative",
            part.no_alternative_to.clause,
            f"The alternative in money to this prize is {offered}.",
        )
    approved = any(
        (each.prize, each.amount) == (command.prize, amount) for each in state.conversions
    )
    if part.conversion_is_approved.value and not approved:
        return Refusal(
            "promotion.not-converted",
            part.conversion_is_approved.clause,
            "Converting this prize into money has not been approved.",
        )
    return None


def pay(builder: PromotionEvents, command: PayPromotionPrize) -> None:
    """Record the payment."""
    part = builder.part
    above = part.winner_chooses_above
    prize = terms_of(builder.state).prizes[command.prize]
    if prize.kind != "cash":
        clause = part.no_alternative_to.clause
    elif above.value is not None and (prize.value or 0) > above.value:
        clause = above.clause
    else:
        clause = part.prize_money_by.clause
    builder.emit(
        PromotionPrizePaid(
            command.prize,
            builder.state.draws[command.prize].winners[-1].player,
            command.cash,
            command.cheque,
            command.transfer,
            command.chosen,
            command.reference.strip(),
            command.by.name,
            command.at,
            clause,
        )
    )
