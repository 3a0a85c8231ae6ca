"""Winners told, prizes awarded, claims refused, disputes decided: who, how, by when."""

from typing import Any

import pytest

from houserules.core.people import Person
from houserules.promotion import commands as c
from houserules.promotion.agenda import due_steps
from houserules.rulebook.loader import rulebook
from promotion.office import EVERY_WAY, HOUR, MANAGER, Office, clauses, number_of, prize
from promotion.promotions import BOOKS, PJ, S24, S65

EVERY = pytest.mark.parametrize("book", BOOKS)
NOTHING = {"cash": 0, "cheque": 0, "transfer": 0, "chosen": False, "reference": "R-1"}


def paid(**given: Any) -> dict[str, Any]:
    """Return the fields of a payment of the first prize."""
    return {"prize": 0, **NOTHING, **given}


def deadlines(office: Office) -> dict[str, int]:
    """Return the deadlines of what is to be done."""
    steps = due_steps(rulebook(office.book), office.state)
    return {step.command: step.due for step in steps if step.due is not None}


def overdue(office: Office, at: int) -> list[str]:
    """Return what is overdue at a time."""
    return [s.command for s in due_steps(rulebook(office.book), office.state) if s.is_overdue(at)]


@clauses("8", "8.1", "8.2", "8.3", "8.4")
def test_a_winner_is_told_within_48_hours_in_one_of_four_ways(book: str) -> None:
    for number, way in enumerate(("face-to-face", "mail", "telephone", "email"), 1):
        office = Office(book).drawn()
        limit = office.at + 48 * HOUR
        assert deadlines(office)["tell-winner"] == limit
        assert overdue(office, limit) == [] and overdue(office, limit + 1) == ["tell-winner"]
        assert office.findings(limit) == []
        assert office.findings(limit + 1) == [("8", "log[1]")]
        (told,) = office.give(c.TellWinner, prize=0, way=way, note="", at=limit)
        assert told.clause == number_of(book, f"8.{number}")
        assert office.findings(limit + 1) == []
        assert "tell-winner" not in deadlines(office)


@clauses("7.8")
def test_where_entrants_must_be_present_nobody_needs_a_notice(book: str) -> None:
    office = Office(book).drawn(terms__presence_required=True)
    assert "tell-winner" not in deadlines(office)
    assert office.findings(office.at + 99 * HOUR) == []
    office.give(c.PassOverWinner, prize=0, reason="Not present")


def test_only_a_winner_is_told_and_only_once_awarded_no_more() -> None:
    office = Office().start().enter("Ann").close()
    tell = {"prize": 0, "way": "mail", "note": ""}
    assert office.refusal(c.TellWinner, **tell) == ("promotion.no-winner", "21.2")
    assert office.refusal(c.TellWinner, **{**tell, "prize": 1})[0] == "promotion.prize-unknown"
    office.draw()
    office.give(c.HandOverPrize, prize=0, reference="R-1")
    assert office.refusal(c.TellWinner, **tell) == ("promotion.awarded", "21.2")
    assert office.refusal(c.HandOverPrize, prize=0, reference="R-2")[0] == "promotion.awarded"


@clauses("4")
def test_prize_money_up_to_the_limit_is_paid_as_the_terms_say(book: str) -> None:
    ways = ["cheque", "transfer"] if book == S24 else ["cash", "cheque"]
    office = Office(book).drawn(prize("cash", "10000", paid_by=ways))
    clause = number_of(book, "4")
    assert office.refusal(c.HandOverPrize, prize=0, reference="x")[0] == "promotion.pay-money"
    assert office.refusal(c.PayPromotionPrize, **paid()) == ("promotion.no-amount", clause)
    assert office.refusal(c.PayPromotionPrize, **paid(cheque=-1))[0] == "promotion.no-amount"
    assert office.refusal(c.PayPromotionPrize, **paid(cheque=999_999)) == (
        "promotion.not-in-full",
        clause,
    )
    if book == S24:
        assert office.refusal(c.PayPromotionPrize, **paid(cash=1_000_000)) == (
            "promotion.no-cash",
            clause,
        )
        office.give(c.PayPromotionPrize, **paid(cheque=400_000, transfer=600_000))
    else:
        assert office.refusal(c.PayPromotionPrize, **paid(transfer=1_000_000)) == (
            "promotion.way-not-stated",
            clause,
        )
        no_receipt = paid(cash=1_000_000, reference=" ")
        assert office.refusal(c.PayPromotionPrize, **no_receipt)[0] == "promotion.no-text"
        office.give(c.PayPromotionPrize, **paid(cash=400_000, cheque=600_000))
    assert office.findings() == []


@clauses("4")
def test_above_the_limit_the_winner_chooses_but_in_2024(book: str) -> None:
    ways = EVERY_WAY[1:] if book == S24 else EVERY_WAY
    office = Office(book).drawn(prize("cash", "10000.01", paid_by=ways))
    given = paid(cheque=1_000_001)
    if book != S24:
        assert office.refusal(c.PayPromotionPrize, **given) == (
            "promotion.winner-chooses",
            number_of(book, "4"),
        )
        given["chosen"] = True
    office.give(c.PayPromotionPrize, **given)
    assert office.findings() == []


@clauses("3")
def test_an_alternative_is_paid_only_as_the_terms_state_it(book: str) -> None:
    stated = {"cash_alternative": "400", "stated_in_terms": True}
    office, clause = Office(book).drawn(prize(**stated)), number_of(book, "3")
    assert office.refusal(c.PayPromotionPrize, **paid(cheque=39_999)) == (
        "promotion.no-alternative",
        clause,
    )
    if book == S24:
        approved = {"prize": 0, "amount": 40_000, "reference": "L&G 9"}
        four = number_of(book, "4")
        assert office.refusal(c.PayPromotionPrize, **paid(cheque=40_000)) == (
            "promotion.not-converted",
            four,
        )
        assert office.refusal(c.ApproveConversion, **{**approved, "amount": 1}) == (
            "promotion.no-alternative",
            clause,
        )
        assert office.refusal(c.ApproveConversion, **{**approved, "prize": 1})[0] == (
            "promotion.prize-unknown"
        )
        assert office.refusal(c.ApproveConversion, **{**approved, "reference": ""}) == (
            "promotion.no-text",
            four,
        )
        office.give(c.ApproveConversion, **approved)
    else:
        assert office.refusal(c.ApproveConversion, prize=0, amount=40_000, reference="x") == (
            "promotion.no-conversion",
            clause,
        )
    office.give(c.PayPromotionPrize, **paid(cheque=40_000))
    assert office.findings() == []
    without = Office(book).drawn()
    assert without.refusal(c.PayPromotionPrize, **paid(cheque=50_000)) == (
        "promotion.no-alternative",
        clause,
    )


# Claims.


ANN = Person("Ann", "player")
CLAIM = {"player": "Ann", "prize": 0, "name": "Ann Archer", "address": "1 Pitt St"}


@clauses("10", "10.1")
def test_a_refused_claim_is_explained_and_kept_with_name_and_address(book: str) -> None:
    for value, kept in (("100", False), ("100.01", True)):
        office = Office(book).drawn(prize(value=value))
        ten, one = number_of(book, "10"), number_of(book, "10.1")
        office.give(c.ClaimPrize, ANN, **{**CLAIM, "address": ""})
        refuse = {"claim": 1, "reason": "No entry"}
        assert office.refusal(c.RefuseClaim, claim=2, reason="x")[0] == "promotion.claim-unknown"
        if kept:
            assert office.refusal(c.RefuseClaim, **refuse) == ("promotion.no-address", one)
            continue
        assert office.refusal(c.RefuseClaim, claim=1, reason="") == ("promotion.no-text", ten)
        office.give(c.RefuseClaim, **refuse)
        assert office.refusal(c.RefuseClaim, **refuse) == ("promotion.claim-closed", ten)
    office = Office(book).drawn(prize(value="100.01"))
    office.give(c.ClaimPrize, ANN, **CLAIM)
    office.give(c.RefuseClaim, claim=1, reason="No entry")
    (claim,) = office.state.claims
    assert (claim.name, claim.address, claim.reason) == ("Ann Archer", "1 Pitt St", "No entry")
    assert office.history[-1].clause == number_of(book, "10.1")


@clauses("10")
def test_a_claimant_is_told_why_and_staff_are_reminded_after_48_hours(book: str) -> None:
    office, ten = Office(book).drawn(), number_of(book, "10")
    office.give(c.TellWinner, prize=0, way="mail", note="")
    office.give(c.ClaimPrize, ANN, **CLAIM)
    tell = {"claim": 1, "how": "by letter"}
    assert office.refusal(c.TellRefusal, **tell) == ("promotion.claim-not-refused", ten)
    assert office.refusal(c.TellRefusal, claim=2, how="x")[0] == "promotion.claim-unknown"
    office.give(c.RefuseClaim, claim=1, reason="No entry")
    limit = office.at + 48 * HOUR
    assert deadlines(office)["tell-refusal"] == limit
    assert overdue(office, limit) == [] and overdue(office, limit + 1) == ["tell-refusal"]
    assert office.findings() == [("10", "log[3]")]
    assert office.refusal(c.TellRefusal, claim=1, how="") == ("promotion.no-text", ten)
    office.give(c.TellRefusal, **tell, at=limit)
    assert office.findings() == []
    assert office.refusal(c.TellRefusal, **tell) == ("promotion.refusal-told", ten)


def test_each_refusal_is_told_by_itself() -> None:
    office = Office().drawn()
    office.give(c.TellWinner, prize=0, way="mail", note="")
    for player in ("Ann", "Bob"):
        office.give(c.ClaimPrize, **{**CLAIM, "player": player})
    office.give(c.RefuseClaim, claim=2, reason="No entry")
    office.give(c.RefuseClaim, claim=1, reason="No entry")
    office.give(c.TellRefusal, claim=1, how="by letter")
    assert office.findings() == [("10", "log[3]")]
    office.give(c.TellRefusal, claim=2, how="by letter")
    assert office.findings() == []


def test_a_winner_whose_claim_was_refused_is_not_paid_until_it_is_claimed_again() -> None:
    office = Office().start().enter("Ann").close()
    office.draw()
    office.give(c.ClaimPrize, ANN, **CLAIM)
    assert office.refusal(c.ClaimPrize, ANN, **CLAIM) == ("promotion.claimed", "21.8")
    office.give(c.RefuseClaim, claim=1, reason="No identification")
    assert office.refusal(c.HandOverPrize, prize=0, reference="x") == (
        "promotion.claim-refused",
        "21.10",
    )
    office.give(c.ClaimPrize, ANN, **CLAIM)
    office.give(c.HandOverPrize, prize=0, reference="R-1")
    assert [claim.status for claim in office.state.claims] == ["refused", "met"]


@clauses("10.1")
def test_an_address_is_added_to_an_open_claim_before_it_is_refused(book: str) -> None:
    office = Office(book).start(*(prize() for _ in range(3))).enter("Ann")
    for number in range(3):
        office.give(c.ClaimPrize, ANN, **{**CLAIM, "prize": number, "address": ""})
    refuse = {"claim": 1, "reason": "Not drawn"}
    assert office.refusal(c.RefuseClaim, **refuse)[0] == "promotion.no-address"
    bare = {**CLAIM, "address": " "}
    assert office.refusal(c.ClaimPrize, ANN, **bare)[0] == "promotion.claimed"
    office.give(c.ClaimPrize, ANN, **CLAIM)
    assert len(office.state.claims) == 3 and office.state.claims[0].address == CLAIM["address"]
    office.give(c.RefuseClaim, **refuse)
    assert office.state.log[-1].keys["address"] == CLAIM["address"]


def test_players_claim_for_themselves_and_a_few_at_a_time() -> None:
    prizes = [prize() for _ in range(4)]
    office = Office().start(*prizes).enter("Ann").close()
    assert office.refusal(c.ClaimPrize, Person("Bob", "player"), **CLAIM)[0] == "role.not-yours"
    assert office.refusal(c.ClaimPrize, ANN, **{**CLAIM, "name": ""})[0] == "promotion.no-text"
    long = {**CLAIM, "address": "x" * 1001}
    assert office.refusal(c.ClaimPrize, ANN, **long)[0] == "promotion.no-text"
    for number in range(3):
        office.give(c.ClaimPrize, ANN, **{**CLAIM, "prize": number})
    fourth = {**CLAIM, "prize": 3}
    assert office.refusal(c.ClaimPrize, ANN, **fourth) == ("promotion.too-many-claims", "21.8")


# Disputes and integrity.


@clauses("11")
def test_whoever_disputes_is_told_of_the_right_to_complain(book: str) -> None:
    office, clause = Office(book).drawn(), number_of(book, "11")
    dispute = {"player": "Ann", "about": "My entries"}
    assert office.refusal(c.RaisePromotionDispute, ANN, **{**dispute, "about": ""}) == (
        "promotion.no-text",
        clause,
    )
    for _ in range(3):
        office.give(c.RaisePromotionDispute, ANN, **dispute)
    assert office.refusal(c.RaisePromotionDispute, ANN, **dispute) == (
        "promotion.too-many-disputes",
        clause,
    )
    decide = {"dispute": 1, "says": "They were counted", "complaint_right_told": False}
    assert office.refusal(c.DecidePromotionDispute, **decide) == (
        "promotion.complaint-not-told",
        clause,
    )
    decide["complaint_right_told"] = True
    assert office.refusal(c.DecidePromotionDispute, **{**decide, "says": ""})[0] == (
        "promotion.no-text"
    )
    assert office.refusal(c.DecidePromotionDispute, **{**decide, "dispute": 4})[0] == (
        "promotion.dispute-unknown"
    )
    office.give(c.DecidePromotionDispute, **decide)
    assert office.refusal(c.DecidePromotionDispute, **decide) == (
        "promotion.dispute-decided",
        clause,
    )
    office.give(c.TellWinner, prize=0, way="mail", note="")
    assert office.findings() == []


@clauses("12")
def test_the_inspector_is_told_of_doubts_in_time(book: str) -> None:
    hours = 48 if book == S24 else 1
    office, clause = Office(book).start(), number_of(book, "12")
    assert office.refusal(c.DoubtIntegrity, says="") == ("promotion.no-text", clause)
    assert office.refusal(c.TellInspector, how="x") == ("promotion.nothing-to-tell", clause)
    office.give(c.DoubtIntegrity, says="Entries were lost")
    limit = office.at + hours * HOUR
    assert deadlines(office)["tell-inspector"] == limit
    assert overdue(office, limit) == [] and overdue(office, limit + 1) == ["tell-inspector"]
    assert office.findings(limit) == [] and office.findings(limit + 1) == [("12", "log[1]")]
    assert office.refusal(c.TellInspector, how="") == ("promotion.no-text", clause)
    office.give(c.TellInspector, how="by telephone", at=limit)
    assert office.findings(limit + 1) == []
    commands = [step.command for step in due_steps(rulebook(book), office.state)]
    assert "tell-inspector" not in commands and "postpone-promotion" in commands
    office.give(c.PostponePromotion, reason="Entries were lost")
    assert "resume-promotion" in [s.command for s in due_steps(rulebook(book), office.state)]
    assert office.refusal(c.CancelPromotion, reason=" ") == ("promotion.no-text", clause)


@EVERY
def test_a_promotion_is_finished_when_nothing_is_left_to_do(book: str) -> None:
    office = Office(book).start()
    assert office.refusal(c.FinishPromotion)[0] == "promotion.entries-open"
    office.enter("Ann").close()
    assert office.refusal(c.FinishPromotion)[0] == "promotion.not-over"
    office.draw()
    assert office.refusal(c.FinishPromotion) == ("promotion.not-over", number_of(book, "8"))
    office.give(c.TellWinner, prize=0, way="mail", note="")
    office.give(c.HandOverPrize, prize=0, reference="R-1")
    office.give(c.FinishPromotion)
    assert due_steps(rulebook(book), office.state) == ()
    assert office.refusal(c.FinishPromotion)[0] == "promotion.finished"


@EVERY
def test_the_agenda_of_a_draft_has_the_deadline_of_the_authority(book: str) -> None:
    office = Office(book).draft(prize(value="10000.01"), terms__held_at=None)
    steps = due_steps(rulebook(book), office.state)
    assert [step.command for step in steps] == [
        *("send-terms", "publish-terms", "start-promotion", "draft-promotion", "add-marketing"),
        "nominate-scrutineer",
    ]
    assert {PJ, S24, S65} == set(BOOKS) and steps[0].clause == number_of(book, "9")


def test_new_zealand_has_no_promotions() -> None:
    office = Office()
    office.book = "nz-pontoon"
    outcome = office.ask(c.SendTerms, MANAGER, how="x")
    assert (outcome.code, outcome.clause) == ("promotion.none", "2.0")
