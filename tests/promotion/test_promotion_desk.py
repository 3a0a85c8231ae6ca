"""The desk of a promotion: only what the judge allows is offered; dates at, before and after each deadline."""

import random

import pytest

from houserules.core.codec import to_data
from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.promotion import commands as c
from houserules.promotion.agenda import due_steps
from houserules.promotion.checklist import checklist
from houserules.promotion.desk import SHOWN, promotion_desk
from houserules.promotion.desk_types import PromotionDate, PromotionDesk
from houserules.promotion.drafting import document_of
from houserules.promotion.event_builder import terms_of
from houserules.promotion.promotion_file import DETAILS
from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import rulebook
from promotion.office import (
    ASSISTANT,
    CLOSES,
    EVERY_WAY,
    HOUR,
    MANAGER,
    OPENS,
    SCRUTINEER,
    Office,
    moment,
    number_of,
    prize,
)
from promotion.promotions import BOOKS, DRAWN, PJ, S24, S65
from promotion.test_whole_promotions import PLAYERS, any_command, prizes_of
from repetitions import repetitions

EVERY = pytest.mark.parametrize("book", BOOKS)
HELD = moment(DRAWN)
SUPERVISOR = Person("Sue", "casino supervisor")


def desk(office: Office, by: Person = MANAGER, *, at: int | None = None) -> PromotionDesk:
    now = Moment(office.at if at is None else at)
    return promotion_desk(rulebook(office.book), office.state, by, now)


def acts(office: Office, by: Person = MANAGER, *, at: int | None = None) -> set[str]:
    shown = desk(office, by, at=at).acts
    register = register_of(rulebook(office.book).registers)
    assert all(register.has(each.clause) for each in shown)
    return {each.command for each in shown}


def status(office: Office, what: str, at: int | None = None) -> str:
    return date(office, what, at).status


def date(office: Office, what: str, at: int | None = None) -> PromotionDate:
    return next(each for each in desk(office, at=at).dates if what in each.what)


RUNNING = {"raise-promotion-dispute", "doubt-integrity", "cancel-promotion"}
TERMS = {"publish-terms", "add-marketing", "nominate-scrutineer", "send-terms"}


@EVERY
def test_only_what_can_be_done_now_is_offered(book: str) -> None:
    cheque = prize("cash", "500", paid_by=["cheque"])
    office = Office(book).draft(cheque, terms__held_at=None)
    assert acts(office) == {"draft-promotion", "cancel-promotion"} | TERMS - {"send-terms"}
    office = Office(book).draft(cheque)
    assert acts(office) == {"draft-promotion", "cancel-promotion"} | TERMS
    assert acts(office.send(), at=OPENS) == acts(office) | {"start-promotion"}
    office = Office(book).start(cheque).enter("Ann", "Bob")
    running = RUNNING | TERMS | {"record-approval", "postpone-promotion", "claim-prize"}
    assert acts(office) == running | {"add-entries", "void-entry"}
    assert acts(office, at=CLOSES) == running | {"close-promotion-entries"}
    assert acts(office.close()) == running | {"give-draw-entropy"}
    office.give(c.GiveDrawEntropy, prize=0, value="3 14 15")
    assert acts(office) == running | {"draw-prize"}
    office.draw()
    won = running | {"tell-winner", "pay-promotion-prize"}
    assert acts(office) == won
    office.give(c.TellWinner, prize=0, way="email", note="")
    assert acts(office) == won | {"pass-over-winner"}
    pay = {"cash": 0, "cheque": 500_00, "transfer": 0, "chosen": False, "reference": "R-1"}
    office.give(c.PayPromotionPrize, prize=0, **pay)
    assert acts(office) == running | {"finish-promotion"}
    office.give(c.FinishPromotion)
    assert acts(office) == set()


@EVERY
def test_others_are_offered_nothing_and_the_scrutineer_their_numbers(book: str) -> None:
    office = Office(book).start(outside="scrutineer").enter("Ann").close()
    assert acts(office, SUPERVISOR) == acts(office, Person("Ina", "inspector")) == set()
    assert "nominate-scrutineer" not in acts(office, ASSISTANT)
    assert acts(office, SCRUTINEER) == {"give-draw-entropy"}
    assert "give-draw-entropy" not in acts(office)
    assert desk(office, SUPERVISOR).records is None
    office.give(c.GiveDrawEntropy, SCRUTINEER, prize=0, value="3 14 15")
    office.draw()
    shown = to_data(desk(office, SUPERVISOR))
    assert "Ann" not in str(shown) and shown["prizes"][0]["draw"]["value"] == "3 14 15"
    assert "Ann" in str(to_data(desk(office)))
    assert desk(office, SCRUTINEER).records is not None


@EVERY
def test_claims_disputes_and_integrity_bring_their_commands(book: str) -> None:
    office = Office(book).start().enter("Ann")
    claim = {"player": "Ann", "prize": 0, "name": "Ann Archer", "address": ""}
    office.give(c.ClaimPrize, **claim)
    assert "refuse-claim" not in acts(office)  # above $100: the address comes first
    step = next(each for each in desk(office).steps if each.step.command == "refuse-claim")
    assert step.refusal is not None and step.refusal.clause == number_of(book, "10.1")
    office = Office(book).start().enter("Ann")
    office.give(c.ClaimPrize, **{**claim, "address": "1 Pitt St"})
    office.give(c.RefuseClaim, claim=1, reason="Not drawn")
    office.give(c.RaisePromotionDispute, player="Bob", about="entries")
    office.give(c.DoubtIntegrity, says="Entries were lost")
    offered = {(each.command, each.number) for each in desk(office).acts}
    assert {("tell-refusal", 1), ("decide-promotion-dispute", 1)} <= offered
    assert "tell-inspector" in acts(office)
    office.give(c.PostponePromotion, reason="Entries were lost")
    assert {"resume-promotion"} <= acts(office) and "postpone-promotion" not in acts(office)
    assert ("decide-promotion-dispute", 1) not in {
        (each.command, each.number) for each in desk(office, ASSISTANT).acts
    }


def test_money_is_offered_as_each_document_allows() -> None:
    for book, ways, chooses in ((S24, ("cheque", "transfer"), False), (S65, EVERY_WAY, True)):
        big = prize("cash", "10000.01", paid_by=list(ways))
        (shown,) = desk(Office(book).draft(big)).prizes
        assert (list(shown.ways), shown.winner_chooses) == (list(ways), chooses)
        assert shown.needs_scrutineer
    (shown,) = desk(Office(PJ).draft(prize("cash", "10000", paid_by=["cheque"]))).prizes
    assert (shown.ways, shown.winner_chooses, shown.needs_scrutineer) == (("cheque",), False, False)


def test_the_alternative_is_offered_once_its_conversion_is_approved() -> None:
    other = prize(value="500", cash_alternative="400", stated_in_terms=True)
    office = Office(S65).drawn(other)
    assert {"hand-over-prize", "pay-promotion-prize"} <= acts(office)
    office = Office(S24).drawn(other)
    assert "pay-promotion-prize" not in acts(office)
    office.give(c.ApproveConversion, prize=0, amount=400_00, reference="C-1")
    assert "pay-promotion-prize" in acts(office)
    assert "approve-conversion" not in acts(Office(PJ).drawn(other))


@EVERY
def test_a_step_says_why_it_must_wait(book: str) -> None:
    office = Office(book).draft(terms__held_at=None)
    steps = {each.step.command: each for each in desk(office).steps}
    sending = steps["send-terms"].refusal
    assert sending is not None and sending.clause == number_of(book, "7.7")
    assert steps["draft-promotion"].refusal is None
    starting = steps["start-promotion"].refusal
    assert starting is not None and starting.code == "promotion.incomplete"


@EVERY
def test_the_authority_at_before_and_after_its_deadline(book: str) -> None:
    office, due = Office(book).draft(), OPENS - 24 * HOUR
    what = "The Authority has the terms"
    assert date(office, what).due == due
    assert status(office, what, due - 24 * HOUR - 1) == "ahead"
    assert status(office, what, due - 24 * HOUR) == status(office, what, due) == "soon"
    assert status(office, what, due + 1) == "overdue"
    office.at = due
    assert status(office.send(), what) == "done"
    late = Office(book).draft()
    late.at = due + 1
    assert status(late.send(), what) == "late"


@EVERY
def test_winners_inspector_and_refusals_at_before_and_after_their_deadlines(book: str) -> None:
    office = Office(book).drawn()
    winner, drawn = office.state.draws[0].winners[0].player, office.at
    what = f"{winner} is told of winning prize 1"
    assert status(office, what, drawn + 48 * HOUR) == "soon"
    assert status(office, what, drawn + 48 * HOUR + 1) == "overdue"
    office.give(c.TellWinner, prize=0, way="mail", note="", at=drawn + 48 * HOUR)
    assert status(office, what) == "done"
    office.give(c.DoubtIntegrity, says="Entries were lost")
    due = office.at + (48 if book == S24 else 1) * HOUR
    told = "The inspector knows"
    assert (status(office, told, due), status(office, told, due + 1)) == ("soon", "overdue")
    office.give(c.TellInspector, how="by telephone", at=due + 1)
    assert status(office, told) == "late"
    office.give(c.ClaimPrize, player="Bob", prize=0, name="Bob", address="1 Pitt St")
    office.give(c.RefuseClaim, claim=1, reason="Another has won")
    due, why = office.at + 48 * HOUR, "Bob knows why the claim was refused"
    assert (status(office, why, due), status(office, why, due + 1)) == ("soon", "overdue")
    office.give(c.TellRefusal, claim=1, how="by mail", at=due)
    assert status(office, why) == "done"


def test_amended_terms_go_again_to_the_authority_in_the_2024_rules_alone() -> None:
    for book in (S24, S65):
        office = Office(book).draft().send().start()  # a draft that was sent, and replaced
        more = {**document_of(office.state), "prizes": [prize(), prize(value="60")]}
        office.give(c.RecordApproval, document=more, reference="L&G 17")
        office.give(c.AmendTerms, entropy=office.bytes_for(2))
        what, amended = "The Authority has the amended terms", office.at
        if book == S65:
            assert not any(each.what == what for each in desk(office).dates)
            continue
        due = amended + 24 * HOUR
        assert (status(office, what, due), status(office, what, due + 1)) == ("soon", "overdue")
        office.give(c.SendTerms, how="by email", at=due + 1)
        assert status(office, what) == "late"


@EVERY
def test_dates_of_what_is_planned_end_with_a_cancellation(book: str) -> None:
    office = Office(book).start().enter("Ann")
    assert status(office, "Prize 1 is drawn", HELD + 1) == "overdue"
    assert status(office, "Entries close", CLOSES + 1) == "overdue"
    office.give(c.CancelPromotion, reason="Entries were lost")
    assert [each.what for each in desk(office, at=HELD + 1).dates] == [
        "The Authority has the terms",
        "The promotion starts",
    ]
    drawn = Office(book).drawn()
    assert status(drawn, "Entries close") == "done"


def test_the_checklist_names_the_details_of_each_kind() -> None:
    for kind, keys in DETAILS.items():
        given = prize(kind, details={keys[0]: "given"})
        items = checklist(rulebook(S65), terms_of(Office(S65).draft(given).state))
        details = [each for each in items if ".details." in each.where]
        assert [each.is_given for each in details] == [True] + [False] * (len(keys) - 1)
        assert details[0].clause.endswith("(i)")
    items = checklist(rulebook(S24), terms_of(Office(S24).draft(prize("tobacco")).state))
    assert [(each.clause, each.where) for each in items if not each.is_given] == [
        (number_of(S24, "5.1"), "prizes[0]")
    ]


def test_the_newest_entries_are_shown_or_those_of_one_player() -> None:
    office = Office(S65).start().enter("Ann").enter("Bob", entries=SHOWN)
    office.give(c.VoidEntry, entry=2, reason="Entered twice")
    records = desk(office).records
    assert records is not None
    entries = records.entries
    assert (entries.counted, entries.void, entries.players) == (SHOWN, 1, 2)
    assert len(entries.shown) == SHOWN and entries.shown[0].number == SHOWN + 1
    mine = promotion_desk(
        rulebook(S65), office.state, MANAGER, Moment(office.at), entries_of=" ann"
    ).records
    assert mine is not None and [each.number for each in mine.entries.shown] == [1]


@EVERY
def test_what_is_due_can_be_said_without_a_name(book: str) -> None:
    office = Office(book).drawn()
    winner = office.state.draws[0].winners[0].player
    office.give(c.ClaimPrize, player="Zoe", prize=0, name="Zoe", address="1 Pitt St")
    office.give(c.RefuseClaim, claim=1, reason="Another has won")
    office.give(c.RaisePromotionDispute, player="Zoe", about="entries")
    office.give(c.ClaimPrize, player="Zoe", prize=0, name="Zoe", address="1 Pitt St")
    unnamed = " ".join(each.what_unnamed for each in due_steps(rulebook(book), office.state))
    assert "Zoe" not in unnamed and winner not in unnamed
    assert "Tell a player of winning prize 1." in unnamed


@EVERY
def test_whatever_is_accepted_was_offered_and_whatever_is_due_is_offered_or_says_why(
    book: str,
) -> None:
    register = register_of(rulebook(book).registers)
    for seed in range(repetitions(8, 300)):
        rng = random.Random(f"desk {book} {seed}")
        office = Office(book).start(*prizes_of(book))
        for _ in range(80):
            office.at += rng.choice((0, 0, 1, HOUR, 20 * HOUR, 90 * HOUR))
            shown = desk(office)
            offered = {(each.command, each.prize, each.number) for each in shown.acts}
            assert all(register.has(each.clause) for each in (*shown.acts, *shown.dates))
            for due in shown.steps:
                is_offered = due.step.command in {each.command for each in shown.acts}
                assert is_offered or due.refusal is not None, due
            assert not any(name in str(to_data(desk(office, SUPERVISOR))) for name in PLAYERS)
            kind, given = any_command(office, rng)
            about = given.get("claim", given.get("dispute"))
            if not isinstance(office.ask(kind, MANAGER, **given), Refusal):
                assert (kind.api_name, given.get("prize"), about) in offered, (seed, kind)
