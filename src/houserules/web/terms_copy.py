"""A copy of the terms for the Authority and for patrons: the text that is hashed, and a PDF of it."""

from dataclasses import dataclass
from datetime import tzinfo

from houserules.floor.local_time import local_text
from houserules.floor.promotions.stream import FloorPromotion
from houserules.promotion.drafting import digest_of
from houserules.promotion.event_builder import terms_of
from houserules.promotion.state import PromotionState
from houserules.promotion.statement import facts_of, printed_terms
from houserules.sheets.conditions import ConditionsSheet, conditions_pdf


@dataclass(frozen=True, slots=True)
class TermsCopy:
    """The terms of a promotion as they are at one version."""

    promotion: str
    number: int  # of the version
    text: str  # JSON; its SHA-256 is the digest
    digest: str
    name: str
    rulebook: str
    version: str  # of houserules
    known: FloorPromotion

    def pdf(self, zone: tzinfo) -> bytes:
        """Return the copy as a PDF; raises SheetError if Typst is not installed."""
        state, rules = self.known.state, self.known.rules
        return conditions_pdf(
            ConditionsSheet(
                name=self.name,
                game=rules.title,
                rulebook=self.rulebook,
                version=self.version,
                state=f"Version {self.number}",
                facts=(*facts_of(state), ("SHA-256 of the terms", self.digest)),
                items=printed_terms(rules, state),
                notices=_submissions(state, zone),
                heading="Terms of a promotion",
                notices_heading="Sent to the Authority",
                notices_head=("When", "What", "How"),
            )
        )


def _submissions(state: PromotionState, zone: tzinfo) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (local_text(each.at, zone), f"Version {each.version}", each.how)
        for each in state.submissions
    )


def terms_copy(known: FloorPromotion, *, version: str) -> TermsCopy:
    """Return a copy of the terms as they are now."""
    return TermsCopy(
        promotion=known.setting.promotion,
        number=known.state.version,
        text=known.state.document,
        digest=digest_of(known.state),
        name=terms_of(known.state).name,
        rulebook=known.rules.id,
        version=version,
        known=known,
    )
