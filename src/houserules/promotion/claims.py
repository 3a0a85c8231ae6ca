"""Claims and their refusal, which is explained and kept; disputes, and the right to complain (21.10, 21.11)."""

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Refusal
from houserules.promotion.citations import why_not_said
from houserules.promotion.commands import (
    ClaimPrize,
    DecidePromotionDispute,
    RaisePromotionDispute,
    RefuseClaim,
    TellRefusal,
)
from houserules.promotion.draws import why_not_prize
from houserules.promotion.event_builder import PromotionEvents, terms_of
from houserules.promotion.events import (
    ClaimRefused,
    PrizeClaimed,
    PromotionDisputeDecided,
    PromotionDisputeRaised,
    RefusalTold,
)
from houserules.promotion.state import Claim, PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered

AT_ONCE = 3
"""Open claims or disputes of one player."""


def why_not_claim(rules: Rulebook, state: PromotionState, command: ClaimPrize) -> Refusal | None:
    """Anybody may claim a prize once, and again to give an address: whether they have won is decided then."""
    clause = require_offered(rules.promotions).winner_told_within.clause
    if refusal := why_not_prize(rules, state, command.prize):
        return refusal
    open_claims = [
        each for each in state.claims if each.player == command.player and each.status == "open"
    ]
    same = _open_claim(state, command)
    if same is not None and (same.address or not command.address.strip()):
        return Refusal("promotion.claimed", clause, "You have claimed this prize already.")
    if same is None and len(open_claims) >= AT_ONCE:
        return Refusal(
            "promotion.too-many-claims", clause, f"You have {AT_ONCE} open claims. Wait for one."
        )
    if len(command.address) > LONGEST_ADDRESS:
        return Refusal("promotion.no-text", clause, "Give a shorter address.")
    return why_not_said(clause, command.player, "Say who claims the prize") or why_not_said(
        clause, command.name, "Give your name"
    )


LONGEST_ADDRESS = 1000


def _open_claim(state: PromotionState, command: ClaimPrize) -> Claim | None:
    """Return the player's open claim to the same prize."""
    claims = (each for each in state.claims if each.status == "open")
    same = (
        each
        for each in claims
        if (each.player, each.prize) == (command.player.strip(), command.prize)
    )
    return next(same, None)


def claim(builder: PromotionEvents, command: ClaimPrize) -> None:
    """Record the claim with name and address; one that lacked the address keeps its number."""
    same = _open_claim(builder.state, command)
    builder.emit(
        PrizeClaimed(
            len(builder.state.claims) + 1 if same is None else same.number,
            command.prize,
            command.player.strip(),
            command.name.strip(),
            command.address.strip(),
            command.by.name,
            command.at,
            builder.part.winner_told_within.clause,
        )
    )


def _amount(state: PromotionState, claimed: Claim) -> Cents:
    return terms_of(state).prizes[claimed.prize].value or 0


def why_not_refuse(rules: Rulebook, state: PromotionState, command: RefuseClaim) -> Refusal | None:
    """A refusal has a reason; above $100, name and address are known too (21.10.1)."""
    part, claimed = require_offered(rules.promotions), state.claim(command.claim)
    if claimed is None:
        return _unknown(rules, command.claim)
    if claimed.status != "open":
        return Refusal(
            "promotion.claim-closed", part.refusal_explained, f"The claim was {claimed.status}."
        )
    above = part.refusal_kept_above
    if _amount(state, claimed) > above.value and not claimed.address:
        return Refusal(
            "promotion.no-address",
            above.clause,
            f"Above {format_money(above.value)}, record the claimant's address first: "
            "enter the claim again with it.",
        )
    return why_not_said(part.refusal_explained, command.reason, "Say why it is refused")


def _unknown(rules: Rulebook, number: int) -> Refusal:
    clause = require_offered(rules.promotions).refusal_explained
    return Refusal("promotion.claim-unknown", clause, f"There is no claim {number}.")


def refuse(builder: PromotionEvents, command: RefuseClaim) -> None:
    """Record the refusal with everything that is kept of it."""
    claimed = builder.state.claims[command.claim - 1]
    amount, above = _amount(builder.state, claimed), builder.part.refusal_kept_above
    builder.emit(
        ClaimRefused(
            claimed.number,
            claimed.prize,
            amount,
            claimed.player,
            claimed.name,
            claimed.address,
            command.reason.strip(),
            command.by.name,
            command.at,
            above.clause if amount > above.value else builder.part.refusal_explained,
        )
    )


def why_not_tell_refusal(
    rules: Rulebook, state: PromotionState, command: TellRefusal
) -> Refusal | None:
    """A claimant is told once why the claim was refused (21.10)."""
    clause, claimed = (
        require_offered(rules.promotions).refusal_explained,
        state.claim(command.claim),
    )
    if claimed is None:
        return _unknown(rules, command.claim)
    if claimed.status != "refused":
        return Refusal("promotion.claim-not-refused", clause, "The claim was not refused.")
    if claimed.told_at is not None:
        return Refusal("promotion.refusal-told", clause, "The claimant was told already.")
    return why_not_said(clause, command.how, "Say how the claimant was told")


def tell_refusal(builder: PromotionEvents, command: TellRefusal) -> None:
    """Record that the claimant was told the reason."""
    builder.emit(
        RefusalTold(
            command.claim,
            command.how.strip(),
            command.by.name,
            command.at,
            builder.part.refusal_explained,
        )
    )


# Disputes.


def why_not_raise(
    rules: Rulebook, state: PromotionState, command: RaisePromotionDispute
) -> Refusal | None:
    """Anybody may dispute something, a few things at a time."""
    clause = require_offered(rules.promotions).complaint_advised
    mine = [each for each in state.disputes if each.player == command.player]
    if sum(each.decision is None for each in mine) >= AT_ONCE:
        return Refusal(
            "promotion.too-many-disputes",
            clause,
            f"You have {AT_ONCE} open disputes. Wait until one is decided.",
        )
    return why_not_said(clause, command.player, "Say whose dispute it is") or why_not_said(
        clause, command.about, "Say what it is about"
    )


def raise_dispute(builder: PromotionEvents, command: RaisePromotionDispute) -> None:
    """Put the dispute before the casino operator."""
    builder.emit(
        PromotionDisputeRaised(
            len(builder.state.disputes) + 1,
            command.player.strip(),
            command.about.strip(),
            command.by.name,
            command.at,
            builder.part.complaint_advised,
        )
    )


def why_not_decide(
    rules: Rulebook, state: PromotionState, command: DecidePromotionDispute
) -> Refusal | None:
    """A dispute is decided once, and the person told of the right to complain (reading 238)."""
    clause, dispute = (
        require_offered(rules.promotions).complaint_advised,
        state.dispute(command.dispute),
    )
    if dispute is None:
        return Refusal(
            "promotion.dispute-unknown", clause, f"There is no dispute {command.dispute}."
        )
    if dispute.decision is not None:
        return Refusal("promotion.dispute-decided", clause, "The decision is final.")
    if not command.complaint_right_told:
        return Refusal(
            "promotion.complaint-not-told",
            clause,
            "Tell the person of the right to complain to an inspector, and confirm it here.",
        )
    return why_not_said(clause, command.says, "Say what is decided")


def decide(builder: PromotionEvents, command: DecidePromotionDispute) -> None:
    """Record the decision."""
    builder.emit(
        PromotionDisputeDecided(
            command.dispute,
            command.says.strip(),
            command.by.name,
            command.at,
            builder.part.complaint_advised,
        )
    )
