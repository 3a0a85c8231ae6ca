"""What the terms of a promotion must state, item by item; what is missing or wrong."""

from collections.abc import Iterator
from dataclasses import dataclass

from houserules.core.people import Moment
from houserules.promotion.citations import registered
from houserules.promotion.findings import detail_clauses, find_in, find_in_terms
from houserules.promotion.promotion_file import (
    TERMS,
    PromotionFile,
    read_promotion,
    write_promotion,
)
from houserules.promotion.state import PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered


@dataclass(frozen=True, slots=True)
class CheckItem:
    """One thing that the terms must say, or a prize must keep to, and what is missing or wrong."""

    clause: str
    where: str
    says: str
    is_given: bool


_SECOND = 1_000_000


def checklist(rules: Rulebook, terms: PromotionFile) -> tuple[CheckItem, ...]:
    """Return everything that terms and prizes must state; then what is wrong with the prizes."""
    findings = find_in_terms(terms)
    says = {finding.where: finding.message for finding in findings}
    items = dict(_items(rules, terms))
    required = (
        CheckItem(registered(rules, clause), where, says.get(where, ""), where not in says)
        for where, clause in items.items()
    )
    others = (
        CheckItem(registered(rules, each.clause), each.where, each.message, is_given=False)
        for each in findings
        if each.where not in items
    )
    return (*required, *others)


def _items(rules: Rulebook, terms: PromotionFile) -> Iterator[tuple[str, str]]:
    """Yield the places that must be filled, each with its clause."""
    part = require_offered(rules.promotions)
    for key, item in TERMS.items():
        yield f"terms.{key}", f"{part.terms_contain}.{item}"
    yield "terms.available_at", part.terms_available
    item = f"{part.terms_contain}.11"
    for number, prize in enumerate(terms.prizes):
        where = f"prizes[{number}]"
        yield f"{where}.description", item
        yield f"{where}.value", item
        for key, clause in detail_clauses(prize.kind, item):
            yield f"{where}.details.{key}", clause


def current_findings(rules: Rulebook, state: PromotionState, now: Moment) -> tuple[CheckItem, ...]:
    """Return what `houserules promotion check` would find in the promotion as it stands."""
    file = read_promotion(write_promotion(state))
    latest = max((entry.at for entry in file.log), default=0)
    return tuple(
        CheckItem(registered(rules, each.clause), each.where, each.message, is_given=False)
        for each in find_in(file, max(now * _SECOND, latest))
    )
