"""Insurance or surrender that the dealer did not offer (S24 18.13, NZ 16.11-16.12)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.cards.opening import why_not_source
from houserules.table.event_builder import EventBuilder
from houserules.table.irregularities.commands import ReportNotOffered
from houserules.table.irregularities.events import LateOfferOpened
from houserules.table.irregularities.previous_round import is_void
from houserules.table.round.offers import (
    may_surrender_late,
    why_not_after_exposed_card,
    why_not_against,
)
from houserules.table.state import Table


def why_not_not_offered(rules: Rulebook, table: Table, command: ReportNotOffered) -> Refusal | None:
    """In time, of something that should have been offered, to somebody in the round."""
    if refusal := why_not_source(rules, table):
        return refusal
    if command.offer == "insurance":
        refusal = _why_not_insurance(rules, table)
    else:
        refusal = _why_not_surrender(rules, table, command.player)
    player = command.player
    if refusal or player is None or any(box.bettor(player) for box in table.boxes):
        return refusal
    return Refusal(
        "offer.no-wager",
        rules.wagers.wagers_before_first_card,
        f"{player} has no wager in this round.",
    )


def _why_not_insurance(rules: Rulebook, table: Table) -> Refusal | None:
    part, late = rules.insurance, rules.late_offers
    if isinstance(part, NotOffered) or isinstance(late, NotOffered):
        assert isinstance(part, NotOffered)
        return Refusal("insurance.none", part.clause, "This game has no insurance.")
    against = part.insurance_against
    if refusal := why_not_against(table, "insurance", against.value, against.clause):
        return refusal
    if table.phase == "offers":
        return Refusal("offers.open", part.insurance_closes, "Insurance is open now.")
    if len(table.dealer) > 1 or is_void(table):
        return Refusal(
            "insurance.too-late",
            late.late_insurance,
            "Insurance can no longer be offered: the dealer has a second card, or the "
            "round is void.",
        )
    return why_not_after_exposed_card(table, part)


def _why_not_surrender(rules: Rulebook, table: Table, player: str | None) -> Refusal | None:
    part, late = rules.surrender, rules.late_offers
    if isinstance(part, NotOffered) or isinstance(late, NotOffered):
        assert isinstance(part, NotOffered)
        return Refusal("surrender.none", part.clause, "This game has no surrender.")
    against, rule = part.surrender_against, late.late_surrender
    if refusal := why_not_against(table, "surrender", against.value, against.clause):
        return refusal
    if table.phase == "offers":
        return Refusal("offers.open", part.surrender_closes, "Surrender is open now.")
    if rule.value == "not provided":
        return Refusal(
            "surrender.not-provided",
            rule.clause,
            "In this game surrender is offered only before the subsequent deal, never later.",
        )
    boxes = [box for box in table.boxes if player in (None, box.controller)]
    if table.phase == "over" or not any(may_surrender_late(rules, table, box) for box in boxes):
        return Refusal(
            "surrender.too-late",
            rule.clause,
            "Further cards have been dealt, so surrender can no longer be offered.",
        )
    return None


def report_not_offered(builder: EventBuilder, command: ReportNotOffered) -> None:
    """Offer it now; the round waits until the dealer closes the offer."""
    late = builder.rules.late_offers
    assert not isinstance(late, NotOffered)
    insurance = command.offer == "insurance"
    clause = late.late_insurance if insurance else late.late_surrender.clause
    to = f" to {command.player}" if command.player else ""
    what = f"{command.offer.capitalize()} was not offered{to} and is offered now."
    by, at = command.by.name, command.at
    builder.emit(LateOfferOpened(command.offer, command.player, what, by, at, clause))
