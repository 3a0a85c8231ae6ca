"""The judge and `houserules promotion check` agree: what is allowed is not found, what is forbidden is."""

import random
from dataclasses import replace
from typing import Any

import pytest

from houserules.core.money import dollars
from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.promotion import commands as c
from houserules.promotion.agenda import due_steps
from houserules.promotion.evolve import evolve
from houserules.promotion.state import PromotionState
from houserules.rulebook.loader import rulebook
from promotion.office import (
    ASSISTANT,
    CLOSES,
    EVERY_WAY,
    HOUR,
    MANAGER,
    OPENS,
    Office,
    document,
    number_of,
    prize,
)
from promotion.promotions import BOOKS, S24
from repetitions import repetitions

EVERY = pytest.mark.parametrize("book", BOOKS)
PLAYERS = ("Ann", "Bob", "Cat")


def prizes_of(book: str) -> list[dict[str, Any]]:
    """Return prizes of three kinds, all allowed."""
    ways = EVERY_WAY[1:] if book == S24 else EVERY_WAY
    return [
        prize("goods", "90", cash_alternative="80", stated_in_terms=True),
        prize("cash", "20000", paid_by=ways),
        prize("casino-dollars", "500"),
    ]


def any_command(
    office: Office, rng: random.Random
) -> tuple[type[c.PromotionCommand], dict[str, Any]]:
    """Return one command, sensible or not."""
    number, player = rng.randrange(3), rng.choice(PLAYERS)
    claim = rng.randint(1, len(office.state.claims) + 1)
    amounts = {way: rng.choice((0, 0, 8_000, 1_000_000, 2_000_000)) for way in EVERY_WAY}
    said = rng.choice(("something", "something", ""))
    changed = document(office.book, *prizes_of(office.book), name="Spring draw")
    changed["terms"]["prize_conditions"] = rng.choice(("none", "as stated"))
    choices: list[tuple[type[c.PromotionCommand], dict[str, Any]]] = [
        (c.AddEntries, {"player": player, "entries": rng.randint(1, 3), "reason": said}),
        (c.VoidEntry, {"entry": rng.randint(1, 5), "reason": said}),
        (c.ClosePromotionEntries, {}),
        (c.RecordApproval, {"document": changed, "reference": said}),
        (c.AmendTerms, {"entropy": office.entropy}),
        (c.SendTerms, {"how": said}),
        (c.ApproveConversion, {"prize": number, "amount": 8_000, "reference": said}),
        (c.GiveDrawEntropy, {"prize": number, "value": said}),
        (c.DrawPrize, {"prize": number, "entropy": office.entropy}),
        (c.PassOverWinner, {"prize": number, "reason": said}),
        (c.TellWinner, {"prize": number, "way": "mail", "note": ""}),
        (
            c.ClaimPrize,
            {"player": player, "prize": number, "name": player, "address": "1 Pitt St"},
        ),
        (c.RefuseClaim, {"claim": claim, "reason": said}),
        (c.TellRefusal, {"claim": claim, "how": said}),
        (c.HandOverPrize, {"prize": number, "reference": said}),
        (
            c.PayPromotionPrize,
            {"prize": number, **amounts, "chosen": rng.random() < 0.7, "reference": said},
        ),
        (c.RaisePromotionDispute, {"player": player, "about": said}),
        (
            c.DecidePromotionDispute,
            {"dispute": 1, "says": said, "complaint_right_told": rng.random() < 0.7},
        ),
        (c.DoubtIntegrity, {"says": said}),
        (c.TellInspector, {"how": said}),
        (c.PostponePromotion, {"reason": said}),
        (c.ResumePromotion, {"validated": said}),
        (c.FinishPromotion, {}),
    ]
    if rng.random() < 0.01:
        return c.CancelPromotion, {"reason": said}
    return rng.choice(choices)


_DUTIES: dict[str, tuple[type[c.PromotionCommand], dict[str, Any]]] = {
    "send-terms": (c.SendTerms, {"how": "by email"}),
    "tell-inspector": (c.TellInspector, {"how": "by telephone"}),
    "tell-winner": (c.TellWinner, {"way": "email", "note": ""}),
    "tell-refusal": (c.TellRefusal, {"how": "by letter"}),
}
"""What people owe others by a deadline."""


def do_duties(office: Office, *, before: int | None) -> None:
    """Do every duty, or only those whose deadline would pass by a time, the first one first."""
    while owed := [
        step
        for step in due_steps(rulebook(office.book), office.state)
        if step.command in _DUTIES and step.due is not None and (not before or step.due < before)
    ]:
        step = owed[0]
        command, given = _DUTIES[step.command]
        if command is c.TellWinner:
            given = {**given, "prize": step.prize}
        if command is c.TellRefusal:
            given = {**given, "claim": step.number}
        office.give(command, **given, at=max(office.at, step.due or 0) if before else office.at)


@EVERY
def test_what_the_judge_allows_is_not_found_when_duties_are_done_in_time(book: str) -> None:
    phases = set()
    for seed in range(repetitions(25, 1_000)):
        rng = random.Random(f"{book} {seed}")
        office = Office(book).start(*prizes_of(book))
        for _ in range(120):
            wait = rng.choice((0, 0, 1, HOUR, 20 * HOUR, 90 * HOUR))
            do_duties(office, before=office.at + wait)
            office.at += wait
            command, given = any_command(office, rng)
            office.ask(command, rng.choice((MANAGER, ASSISTANT)), **given)
        do_duties(office, before=None)
        assert office.findings() == [], seed
        assert office.findings(office.at + 1000 * HOUR) == [], seed
        replayed = PromotionState()
        for event in office.history:
            replayed = evolve(replayed, event)
        assert replayed == office.state
        phases.add(office.state.phase)
    assert {"closed"} <= phases


def forced(office: Office, event: str, at: int | None = None, **keys: Any) -> list[tuple[str, str]]:
    """Return what is found when something was done anyway and written into the file."""
    office.state = office.state.logged(Moment(at or office.at), event, **keys)
    return office.findings()


@EVERY
def test_what_the_judge_forbids_is_found_when_it_is_done_anyway(book: str) -> None:
    """Each pair: the clause of the refusal, and that of the finding at the last line of the log."""

    def agree(office: Office, refusal: tuple[str, str], found: list[tuple[str, str]]) -> None:
        clauses = {number_of(book, clause) for clause, _ in found}
        assert refusal[1] in clauses, (refusal, found)

    started = Office(book).start(*prizes_of(book)).enter(*PLAYERS)
    early = replace(started)
    draw = {"prize": 0, "entropy": started.entropy}
    agree(
        early,
        early.refusal(c.DrawPrize, **draw),
        forced(early, "draw", prize=0, winner="Ann"),
    )
    amended = replace(started)
    agree(
        amended,
        amended.refusal(c.AmendTerms, entropy="", at=OPENS + 1),
        forced(amended, "terms-amended", OPENS + 1),
    )
    closed = replace(started).close()
    closed.give(c.GiveDrawEntropy, prize=1, value="3")
    without = replace(closed, state=replace(closed.state, scrutineer=None))
    second = {"prize": 1, "entropy": closed.entropy}
    agree(
        without,
        without.refusal(c.DrawPrize, **second),
        forced(without, "draw", prize=1, winner="Ann"),
    )
    for stop, reason in ((c.PostponePromotion, "postponed"), (c.CancelPromotion, "cancelled")):
        stopped = replace(closed)
        stopped.give(stop, reason="Entries were lost")
        assert stopped.state.log[-1].event == reason
        agree(
            stopped,
            stopped.refusal(c.DrawPrize, **second),
            forced(stopped, "draw", prize=1, winner="Ann", scrutineer="Iris"),
        )
    drawn = replace(closed)
    drawn.draw(0), drawn.draw(1)
    nothing = {"cash": 0, "cheque": 0, "transfer": 0, "chosen": False, "reference": "R"}
    for pay in (
        {"prize": 0, "cheque": 8_001},
        {"prize": 1, "cash" if book == S24 else "cheque": 2_000_000},
    ):
        unpaid = replace(drawn)
        by = {way: dollars(amount) for way, amount in pay.items() if way != "prize"}
        agree(
            unpaid,
            unpaid.refusal(c.PayPromotionPrize, **{**nothing, **pay}),
            forced(unpaid, "prize-paid", prize=pay["prize"], by=by),
        )
    claimed = replace(drawn)
    claimed.give(c.ClaimPrize, player="Ann", prize=1, name="Ann", address="")
    agree(
        claimed,
        claimed.refusal(c.RefuseClaim, claim=1, reason="No entry"),
        forced(claimed, "claim-refused", amount="20000", claimant="Ann", reason="No entry"),
    )
    claimed.give(c.ClaimPrize, player="Bob", prize=1, name="Bob", address="1 Pitt St")
    agree(
        claimed,
        claimed.refusal(c.RefuseClaim, claim=2, reason=""),
        forced(claimed, "claim-refused", amount="20000", claimant="Bob", address="1 Pitt St"),
    )
    disputed = replace(drawn)
    disputed.give(c.RaisePromotionDispute, player="Ann", about="My entries")
    given = {"dispute": 1, "says": "No", "complaint_right_told": False}
    agree(
        disputed,
        disputed.refusal(c.DecidePromotionDispute, **given),
        forced(disputed, "dispute-decided", complaint_right_told=False),
    )


@EVERY
def test_terms_that_may_not_start_are_found(book: str) -> None:
    """A start that is refused for its terms, or for what the Authority has, is found in the file too."""
    for changes in (
        {"terms__held_at": None},
        {"terms__available_at": None},
        {"prizes": [prize("tobacco")]},
        {"prizes": [prize("vehicle")]},
    ):
        office = Office(book).draft(**changes)
        refusal = office.ask(c.StartPromotion, entropy=office.bytes_for(1), at=OPENS)
        assert isinstance(refusal, Refusal)
        found = {number_of(book, clause) for clause, _ in office.findings(OPENS)}
        assert refusal.clause in found
    office = Office(book).draft()
    refusal = office.ask(c.StartPromotion, entropy=office.bytes_for(1), at=OPENS)
    assert [number_of(book, clause) for clause, _ in office.findings(OPENS)] == [refusal.clause]
    assert CLOSES > OPENS
