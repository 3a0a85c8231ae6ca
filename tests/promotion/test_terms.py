"""Terms: drafted, sent, started, amended; what refuses each step, and at the very limit of each."""

from hashlib import sha256
from typing import Any

import pytest

from houserules.core.people import Person
from houserules.promotion import commands as c
from houserules.promotion.agenda import due_steps
from houserules.promotion.promotion_file import DETAILS
from houserules.promotion.promotion_file import TERMS as REQUIRED
from houserules.rulebook.loader import rulebook
from promotion.office import (
    CLOSES,
    EVERY_WAY,
    HOUR,
    MANAGER,
    OPENS,
    SCRUTINEER,
    Office,
    clauses,
    document,
    number_of,
    prize,
)
from promotion.promotions import BOOKS, PJ, S24, S65

EVERY = pytest.mark.parametrize("book", BOOKS)
EACH_TERM = [key for key in REQUIRED if key not in ("minimum_wager", "presence_required")]


@clauses("1")
def test_a_promotion_is_drafted_and_started(book: str) -> None:
    office = Office(book).start()
    assert office.state.phase == "open"
    assert [event.name for event in office.history] == [
        *("promotion.drafted", "promotion.terms-sent", "promotion.terms-published"),
        *("promotion.scrutineer-nominated", "promotion.marketing-added", "promotion.started"),
    ]
    assert office.findings() == []


@clauses(*(f"7.{item}" for item in range(1, 12)), "7", "6")
def test_a_draft_may_lack_terms_but_is_neither_sent_nor_started_so(book: str) -> None:
    for key in EACH_TERM:
        office = Office(book).draft(**{f"terms__{key}": None})
        clause = number_of(book, f"7.{REQUIRED[key]}")
        assert office.refusal(c.SendTerms, how="by email") == ("promotion.incomplete", clause)
        assert office.refusal(c.StartPromotion, entropy=office.bytes_for(1))[1] == clause
    office = Office(book).draft(terms__available_at=None)
    assert office.refusal(c.SendTerms, how="x") == ("promotion.incomplete", number_of(book, "6"))
    office = Office(book).draft(terms__minimum_wager=" ")
    assert office.refusal(c.SendTerms, how="x")[1] == number_of(book, "7.4")
    undescribed = {"kind": "goods", "value": "500"}
    assert Office(book).draft(undescribed).refusal(c.SendTerms, how="x") == (
        "promotion.incomplete",
        number_of(book, "7.11"),
    )


_ITEMS = {
    f"7.11.{number}({roman})": (kind, key)
    for number, (kind, keys) in enumerate(DETAILS.items(), 1)
    for roman, key in zip(("i", "ii", "iii", "iv", "v", "vi"), keys, strict=False)
}


@clauses(*_ITEMS, *(f"7.11.{number}" for number in range(1, 5)))
def test_the_details_of_a_prize_are_stated_item_by_item(book: str) -> None:
    for item, (kind, missing) in _ITEMS.items():
        details = {key: "as described" for key in DETAILS[kind] if key != missing}
        office = Office(book).draft(prize(kind, details=details))
        assert office.refusal(c.SendTerms, how="x") == (
            "promotion.incomplete",
            number_of(book, item),
        )
    for kind, keys in DETAILS.items():
        whole = prize(kind, details=dict.fromkeys(keys, "as described"))
        Office(book).draft(whole).give(c.SendTerms, how="x")


@clauses("5", "5.1", "5.2", "5.3", "5.4", "5.5")
def test_forbidden_prizes_are_refused(book: str) -> None:
    for item, kind in enumerate(("tobacco", "firearm", "weapon"), 1):
        office = Office(book).draft(prize(kind))
        assert office.refusal(c.SendTerms, how="x")[1] == number_of(book, f"5.{item}")
    assert Office(book).draft(prize("prescribed")).refusal(c.SendTerms, how="x")[1] == number_of(
        book, "5.5"
    )
    Office(book).draft(prize("liquor", litres="20.0")).give(c.SendTerms, how="x")
    wine = Office(book).draft(prize("liquor", litres="20.01"))
    assert wine.refusal(c.SendTerms, how="x")[1] == number_of(book, "5.4")


@clauses("3", "4")
def test_money_and_alternatives_in_the_terms_differ_between_the_documents(book: str) -> None:
    def refused(*prizes: dict[str, Any]) -> str:
        return Office(book).draft(*prizes).refusal(c.SendTerms, how="x")[1]

    def allowed(*prizes: dict[str, Any]) -> None:
        Office(book).draft(*prizes).give(c.SendTerms, how="x")

    big = prize("cash", "10000.01", paid_by=EVERY_WAY)
    unstated = prize(cash_alternative="400")
    stated = {"cash_alternative": "400", "stated_in_terms": True}
    assert refused(prize("casino-dollars", **stated)) == number_of(book, "3")
    if book == S24:
        assert refused(big) == refused(prize("cash", "5")) == number_of(book, "4")
        allowed(prize("cash", "10000.01", paid_by=["cheque", "transfer"]))
        allowed(unstated, prize("slots-dollars", **stated))
    else:
        allowed(big, prize("cash", "10000", paid_by=["cash"]), prize(**stated))
        assert refused(prize("cash", "10000.01", paid_by=["cash"])) == number_of(book, "4")
        assert refused(unstated) == number_of(book, "3")
        assert refused(prize("slots-dollars", **stated)) == number_of(book, "3")


@clauses("9")
def test_the_authority_has_the_terms_24_hours_before_the_start(book: str) -> None:
    for late, code in ((0, None), (1, "promotion.sent-late")):
        office = Office(book).draft()
        office.at = OPENS - 24 * HOUR + late
        office.send()
        entropy = office.bytes_for(1)
        if code is None:
            office.give(c.StartPromotion, entropy=entropy, at=OPENS)
        else:
            refusal = office.refusal(c.StartPromotion, entropy=entropy, at=OPENS)
            assert refusal == (code, number_of(book, "9"))
        assert office.findings() == ([] if code is None else [("9", "log[0]")])


@EVERY
def test_a_draft_that_was_changed_is_sent_again_before_the_start(book: str) -> None:
    office = Office(book).draft().send()
    office.draft(prize(value="600"))
    start = {"entropy": office.bytes_for(1), "at": OPENS}
    assert office.refusal(c.StartPromotion, **start) == (
        "promotion.not-sent",
        number_of(book, "9"),
    )
    office.give(c.SendTerms, how="by email", at=OPENS - 30 * HOUR)
    office.give(c.StartPromotion, **start)
    assert [line.event for line in office.state.log] == [
        *("authority-told", "terms-amended", "authority-told"),
    ]
    assert office.findings() == []


def test_what_was_sent_has_a_hash_of_its_own_text() -> None:
    office = Office().draft().send()
    (sent,) = office.state.submissions
    assert sent.digest == sha256(office.state.document.encode()).hexdigest()
    other = Office().draft(prize(value="501")).send()
    assert other.state.submissions[0].digest != sent.digest


@clauses("6")
def test_terms_are_readily_available_and_marketing_refers_to_them(book: str) -> None:
    clause = number_of(book, "6")
    office = Office(book).draft()
    office.give(c.SendTerms, how="by email")
    start = {"entropy": office.bytes_for(1), "at": OPENS}
    assert office.refusal(c.StartPromotion, **start) == ("promotion.not-available", clause)
    assert office.refusal(c.PublishTerms, where=" ") == ("promotion.no-text", clause)
    office.give(c.PublishTerms, where="at the cage and on the page")
    poster = {"title": "Poster"}
    assert office.refusal(c.AddMarketing, **poster, reference="") == ("promotion.no-text", clause)
    office.give(c.AddMarketing, **poster, reference="Terms: see the cage.")
    assert office.state.marketing[0].reference == "Terms: see the cage."
    office.give(c.StartPromotion, **start)


def test_a_promotion_starts_at_its_time_and_not_after_entries_would_close() -> None:
    office = Office().draft().send()
    entropy = office.bytes_for(1)
    assert office.refusal(c.StartPromotion, entropy=entropy, at=OPENS - 1)[0] == (
        "promotion.too-early"
    )
    assert office.refusal(c.StartPromotion, entropy=entropy, at=CLOSES)[0] == "promotion.over"
    office.give(c.StartPromotion, entropy=entropy, at=CLOSES - 1)


def test_the_public_event_is_named_before_the_start() -> None:
    office = Office().draft(outside_event=" ").send()
    refusal = office.refusal(c.StartPromotion, entropy=office.bytes_for(1), at=OPENS)
    assert refusal == ("promotion.no-outside-event", "21.2")


@EVERY
def test_a_document_that_cannot_be_read_is_refused(book: str) -> None:
    office = Office(book)
    for change in ({"extra": 1}, {"log": []}, {"rulebook": "nz-pontoon"}, {"prizes": []}):
        wrong = {**document(book), **change}
        assert office.refusal(c.DraftPromotion, document=wrong) == (
            "promotion.malformed",
            number_of(book, "7"),
        )
    other = S65 if book != S65 else PJ
    assert office.refusal(c.DraftPromotion, document=document(other))[0] == "promotion.malformed"


@clauses("9.1", "13", "13.1")
def test_amendments_after_the_start_are_approved_first_and_sent_again_in_2024(book: str) -> None:
    office = Office(book).start()
    office.at = OPENS + HOUR
    changed = document(book, prize(value="700"))
    clause = number_of(book, "9.1")
    assert office.refusal(c.DraftPromotion, document=changed) == ("promotion.started", clause)
    assert office.refusal(c.AmendTerms, entropy="") == ("promotion.not-approved", clause)
    approval = {"document": changed, "reference": "L&G 17"}
    assert office.refusal(c.RecordApproval, document=changed, reference="")[0] == (
        "promotion.no-text"
    )
    office.give(c.RecordApproval, **approval)
    office.give(c.AmendTerms, entropy=office.entropy)
    assert office.state.version == 2 and not office.state.approvals
    amended_at = office.at
    assert office.refusal(c.AmendTerms, entropy="") == ("promotion.not-approved", clause)
    office.give(c.RecordApproval, **approval, at=office.at + HOUR)
    office.give(c.AmendTerms, entropy=office.entropy)
    steps = due_steps(rulebook(book), office.state)
    day = amended_at + 24 * HOUR
    assert ("send-terms" in [s.command for s in steps if s.due == day]) is (book == S24)
    assert office.findings(day) == []
    assert office.findings(day + 1) == ([("13.1", "log[2]")] if book == S24 else [])
    office.give(c.SendTerms, how="by email", at=day)
    assert office.findings(day + 1) == []
    assert office.history[-1].clause == number_of(book, "13.1" if book == S24 else "9")


@EVERY
def test_an_amendment_keeps_what_has_happened(book: str) -> None:
    office = Office(book).start(prize(), prize(value="50"))
    clause = number_of(book, "9.1")

    def approve(*prizes: dict[str, Any], **changes: Any) -> Any:
        return office.ask(
            c.RecordApproval, document=document(book, *prizes, **changes), reference="L&G 17"
        )

    assert approve(prize(), prize(), name="Autumn draw").code == "promotion.fixed"
    assert approve(prize()).code == "promotion.prizes-fixed"
    assert approve(prize(), prize(), terms__held_at=None).code == "promotion.incomplete"
    three = (prize(), prize(value="60"), prize(value="70"))
    assert approve(*three)[0].name == "promotion.amendment-approved"
    office.entropy = office.bytes_for(3)
    office.give(c.AmendTerms, entropy=office.entropy)
    assert len(office.state.draws) == 3
    assert len({draw.commitment for draw in office.state.draws}) == 3
    office.enter("Ann", "Bob").close().draw(2)
    assert approve(*three, prize()).clause == clause
    assert approve(prize(), prize(value="60"), prize(value="71")).code == "promotion.prizes-fixed"
    later = {"terms__entries_close": "2026-10-01T18:00:00+10:00"}
    assert approve(*three, **later).code == "promotion.closing-fixed"
    assert approve(prize(), prize(value="61"), prize(value="70"))[0].clause == clause


@clauses("7.4")
def test_an_amendment_keeps_stating_the_wager_that_play_must_reach(book: str) -> None:
    criteria = {"minimum_wager": "25"}
    office = Office(book).start(terms__minimum_wager="25", criteria=criteria)
    for wager in (None, "24.99", "25.01"):
        changed = {"document": document(book, terms__minimum_wager=wager), "reference": "L&G 17"}
        assert office.refusal(c.RecordApproval, **changed) == (
            "promotion.minimum-not-stated",
            number_of(book, "7.4"),
        )
    kept = document(book, terms__minimum_wager="25", terms__held_at="In the theatre")
    office.give(c.RecordApproval, document=kept, reference="L&G 17")


@EVERY
def test_an_approval_that_events_have_overtaken_is_not_put_into_force(book: str) -> None:
    """Approved while entries were open; put into force after the close it would add a draw whose
    secret the house could choose, move the close, or change a prize that was drawn."""
    more, clause = (prize(), prize(value="60")), number_of(book, "9.1")
    later = document(book, prize(), terms__entries_close="2026-10-01T18:00:00+10:00")
    for approved, code in (
        (document(book, *more), "promotion.prizes-fixed"),
        (later, "promotion.closing-fixed"),
        (document(book, prize(value="60")), "promotion.prizes-fixed"),
    ):
        office = Office(book).start(prize()).enter("Ann")
        office.give(c.RecordApproval, document=approved, reference="L&G 17")
        office.close().draw()
        assert office.refusal(c.AmendTerms, entropy=office.bytes_for(2)) == (code, clause)
        due = {each.command for each in due_steps(rulebook(book), office.state)}
        assert "amend-terms" not in due  # or it could never be finished


def test_an_amendment_cannot_close_entries_in_the_past() -> None:
    office = Office().start()
    earlier = document(terms__entries_close="2026-09-02T10:00:00+10:00")
    office.give(c.RecordApproval, document=earlier, reference="L&G 17")
    at = OPENS + 24 * HOUR
    assert office.refusal(c.AmendTerms, entropy=office.entropy, at=at) == (
        "promotion.over",
        "21.7.6",
    )
    office.give(c.AmendTerms, entropy=office.entropy, at=at - 1)


def test_after_the_end_nothing_is_drafted_or_entered() -> None:
    office = Office()
    assert office.refusal(c.AddEntries, player="Ann", entries=1, reason="x") == (
        "promotion.not-started",
        "21.9",
    )
    office.start()
    office.give(c.CancelPromotion, reason="The roof leaks")
    assert office.refusal(c.AddEntries, player="Ann", entries=1, reason="x") == (
        "promotion.cancelled",
        "21.12",
    )


@clauses("2")
def test_only_the_operator_nominates_a_scrutineer(book: str) -> None:
    office = Office(book).draft()
    clause = number_of(book, "2")
    dealer = Person("Dan", "dealer")
    assert office.refusal(c.NominateScrutineer, dealer, scrutineer="Dan") == (
        "role.may-not",
        clause,
    )
    assert office.refusal(c.NominateScrutineer, scrutineer="") == ("promotion.no-text", clause)
    office.give(c.NominateScrutineer, MANAGER, scrutineer=SCRUTINEER.name)
    assert office.state.scrutineer == "Iris"
