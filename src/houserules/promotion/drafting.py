"""The terms until the promotion starts: drafted, sent to the Authority, published, started (S65 21.1 to 21.9)."""

from hashlib import sha256
from json import loads
from typing import Any

from houserules.core.people import handle_key
from houserules.core.record_keys import MalformedRecord
from houserules.core.refusal import Refusal
from houserules.promotion.citations import registered, why_not_said
from houserules.promotion.commands import (
    AddMarketing,
    DraftPromotion,
    NominateScrutineer,
    PublishTerms,
    SendTerms,
    StartPromotion,
)
from houserules.promotion.criteria import read_criteria
from houserules.promotion.event_builder import PromotionEvents, terms_of
from houserules.promotion.events import (
    MarketingAdded,
    PromotionDrafted,
    PromotionStarted,
    ScrutineerNominated,
    TermsPublished,
    TermsSent,
)
from houserules.promotion.findings import find_in_terms
from houserules.promotion.moments import HOUR
from houserules.promotion.prize_draw import (
    SECRET_SIZE,
    commit_secret,
    entropy_needed,
    salt_of,
    secret_of,
)
from houserules.promotion.promotion_file import TERMS, PromotionFile, read_promotion
from houserules.promotion.state import PromotionState
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered

SECOND = 1_000_000
"""Microseconds, in which a promotion file's times are read."""


def why_not_draft(rules: Rulebook, _: PromotionState, command: DraftPromotion) -> Refusal | None:
    """A draft may lack anything that a promotion file may lack."""
    clause = require_offered(rules.promotions).may_run_promotion.clause
    read = read_terms(rules, command.document)
    if isinstance(read, Refusal):
        return read
    try:
        read_criteria(command.criteria)
    except MalformedRecord as error:
        return Refusal("promotion.criteria", clause, f"{error.where}: {error.message}.")
    return why_not_stated(rules, command.document, command.criteria or {})


def why_not_stated(
    rules: Rulebook, document: dict[str, Any], criteria: dict[str, Any]
) -> Refusal | None:
    """The terms state the minimum wager by which play earns entries (21.7.4)."""
    needed = criteria.get("minimum_wager")
    if needed is None or document.get("terms", {}).get("minimum_wager") == needed:
        return None
    item = f"{require_offered(rules.promotions).terms_contain}.{TERMS['minimum_wager']}"
    return Refusal(
        "promotion.minimum-not-stated",
        registered(rules, item),
        "The terms must state the minimum wager that the criteria ask for.",
    )


def read_terms(rules: Rulebook, document: dict[str, Any]) -> PromotionFile | Refusal:
    """Read a promotion file without its log."""
    clause = require_offered(rules.promotions).terms_contain
    if "log" in document:
        detail = "log: leave it out; it is written as things happen."
        return Refusal("promotion.malformed", clause, detail)
    try:
        terms = read_promotion(document)
    except MalformedRecord as error:
        return Refusal("promotion.malformed", clause, f"{error.where}: {error.message}.")
    if terms.rules.id == rules.id:
        return terms
    detail = f"rulebook: this promotion is run by {rules.id}, not {terms.rules.id}."
    return Refusal("promotion.malformed", clause, detail)


def draft(builder: PromotionEvents, command: DraftPromotion) -> None:
    """Record the draft."""
    builder.emit(
        PromotionDrafted(
            command.document,
            command.outside,
            command.outside_event.strip(),
            command.criteria,
            command.by.name,
            command.at,
            builder.part.may_run_promotion.clause,
        )
    )


def why_not_complete(rules: Rulebook, terms: PromotionFile) -> Refusal | None:
    """Refuse terms that lack something or offer what is forbidden: the first finding of all."""
    findings = find_in_terms(terms)
    if not findings:
        return None
    first, more = findings[0], len(findings) - 1
    others = f" And {more} more." if more else ""
    clause = registered(rules, first.clause)
    return Refusal("promotion.incomplete", clause, f"{first.where}: {first.message}{others}")


def why_not_send(rules: Rulebook, state: PromotionState, command: SendTerms) -> Refusal | None:
    """The Authority gets the full terms (21.9)."""
    clause = require_offered(rules.promotions).terms_sent_before.clause
    return why_not_complete(rules, terms_of(state)) or why_not_said(
        clause, command.how, "Say how they were sent"
    )


def digest_of(state: PromotionState) -> str:
    """Return the hash of the terms as they are now: SHA-256 of their JSON in UTF-8."""
    return sha256(state.document.encode()).hexdigest()


def send(builder: PromotionEvents, command: SendTerms) -> None:
    """Record when the terms were sent, and what was sent; amended terms are sent again in S24."""
    part, state = builder.part, builder.state
    resent = state.amended_since is not None and part.amendment_sent_within.value is not None
    clause = (part.amendment_sent_within if resent else part.terms_sent_before).clause
    builder.emit(
        TermsSent(
            state.version,
            digest_of(state),
            command.how.strip(),
            command.by.name,
            command.at,
            clause,
        )
    )


def why_not_publish(rules: Rulebook, _: PromotionState, command: PublishTerms) -> Refusal | None:
    """Terms are readily available somewhere (21.6)."""
    clause = require_offered(rules.promotions).terms_available
    return why_not_said(clause, command.where, "Say where the terms can be read")


def publish(builder: PromotionEvents, command: PublishTerms) -> None:
    """Record where the terms can be read."""
    builder.emit(
        TermsPublished(
            command.where.strip(), command.by.name, command.at, builder.part.terms_available
        )
    )


def why_not_add_marketing(
    rules: Rulebook, _: PromotionState, command: AddMarketing
) -> Refusal | None:
    """Marketing material refers to the terms (21.6)."""
    clause = require_offered(rules.promotions).terms_available
    return why_not_said(clause, command.title, "Name the material") or why_not_said(
        clause, command.reference, "Quote how the material refers to the terms"
    )


def add_marketing(builder: PromotionEvents, command: AddMarketing) -> None:
    """Record the material with its reference."""
    builder.emit(
        MarketingAdded(
            command.title.strip(),
            command.reference.strip(),
            command.by.name,
            command.at,
            builder.part.terms_available,
        )
    )


def why_not_nominate(
    rules: Rulebook, state: PromotionState, command: NominateScrutineer
) -> Refusal | None:
    """The casino operator names the scrutineer, who is somebody else and sees the draws through (21.2)."""
    clause = require_offered(rules.promotions).may_nominate_scrutineer.clause
    if handle_key(command.scrutineer) == handle_key(command.by.name):
        detail = "Nominate somebody else: nobody oversees a draw by their own nomination."
        return Refusal("promotion.own-scrutineer", clause, detail)
    given = [each for each in state.draws if each.value is not None and not each.winners]
    if state.outside == "scrutineer" and given:
        detail = f"{state.scrutineer} has given the numbers for prize {given[0].prize + 1}: draw it first."
        return Refusal("promotion.scrutineer-gave", clause, detail)
    return why_not_said(clause, command.scrutineer, "Name the scrutineer")


def nominate(builder: PromotionEvents, command: NominateScrutineer) -> None:
    """Record who oversees the draws."""
    builder.emit(
        ScrutineerNominated(
            command.scrutineer.strip(),
            command.by.name,
            command.at,
            builder.part.may_nominate_scrutineer.clause,
        )
    )


def why_not_start(
    rules: Rulebook, state: PromotionState, command: StartPromotion
) -> Refusal | None:
    """A promotion starts at its time, with terms that are complete, sent and published."""
    part, terms = require_offered(rules.promotions), terms_of(state)
    if refusal := why_not_complete(rules, terms) or _why_not_sent(rules, state):
        return refusal
    if not state.available:
        return Refusal(
            "promotion.not-available",
            part.terms_available,
            "Record first where the terms are readily available.",
        )
    if state.outside == "public event" and not state.outside_event:
        return Refusal(
            "promotion.no-outside-event",
            part.scrutineer_above.clause,
            "Name the public event whose result decides the draws together with the house.",
        )
    if command.at * SECOND < terms.starts:
        return Refusal(
            "promotion.too-early", part.terms_sent_before.clause, "It is not time to start yet."
        )
    if terms.entries_close is not None and command.at * SECOND >= terms.entries_close:
        item = f"{part.terms_contain}.{TERMS['entries_close']}"
        return Refusal(
            "promotion.over", registered(rules, item), "Entries would have closed already."
        )
    return None


def _why_not_sent(rules: Rulebook, state: PromotionState) -> Refusal | None:
    """The Authority has had the terms as they are now for 24 hours before the start (21.9)."""
    hours, sent = require_offered(rules.promotions).terms_sent_before, state.sent
    if sent is None:
        return Refusal(
            "promotion.not-sent",
            hours.clause,
            "The Authority has not been sent the terms as they are now.",
        )
    if sent.at * SECOND > terms_of(state).starts - hours.value * HOUR:
        return Refusal(
            "promotion.sent-late",
            hours.clause,
            f"The Authority gets the terms at least {hours.value} hours before the start: "
            "move the start, and send the terms again.",
        )
    return None


def start(builder: PromotionEvents, command: StartPromotion) -> None:
    """Start, and publish a commitment to the secret of each prize."""
    entropy = bytes.fromhex(command.entropy)
    terms = terms_of(builder.state)
    if len(entropy) != entropy_needed(len(terms.prizes)):
        raise ValueError(f"a promotion takes {SECRET_SIZE} bytes, and as many for each prize")
    builder.emit(
        PromotionStarted(
            salt_of(entropy),
            commitments(terms, entropy, first=0),
            command.by.name,
            command.at,
            builder.part.terms_sent_before.clause,
        )
    )


def commitments(terms: PromotionFile, entropy: bytes, *, first: int) -> tuple[str, ...]:
    """Return the commitments to the secrets of the prizes from `first`."""
    return tuple(
        commit_secret(terms.name, prize, secret_of(entropy, prize))
        for prize in range(first, len(terms.prizes))
    )


def document_of(state: PromotionState) -> dict[str, Any]:
    """Return the terms and prizes as data."""
    document: dict[str, Any] = loads(state.document)
    return document
