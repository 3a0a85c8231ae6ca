"""Who may wager how in a session: turns, pass cards, forms, absences, chips (20.5.6 to 20.9)."""

from typing import Any

import pytest

from houserules.core.cards import cards
from houserules.core.refusal import Refusal
from houserules.rulebook.loader import rulebook
from houserules.table import commands
from houserules.table.judge import why_not
from houserules.table.session.state import Form, Limits, Player
from houserules.table.state import Bettor, Box, Hand, Stake, Table
from houserules.tournament.records.entries import (
    Count,
    why_not_allowance,
    why_not_chips,
    why_not_in_turn,
)
from houserules.tournament.records.record import PlayerEntry
from tournament.sessions import S24, S65, form, played, settled, wager

BOTH = ((S65, "20"), (S24, "21"))
LIMITS = Limits(1, 2500, 50_000)


def count(**keys: Any) -> Count:
    """Ann with $1,000 and nothing else."""
    return Count(Player("ann", 1), **{"chips": 100_000, "pass_cards": 0, "forms": 0, **keys})


def violation(outcome: dict[str, Any]) -> tuple[Any, ...]:
    """Return where a record breaks a rule, and the clause."""
    found = outcome["violation"]
    return found["round"], found["wager"], found["decision"], found["clause"]


@pytest.mark.parametrize(("book", "section"), BOTH)
def test_a_wager_out_of_turn_is_taken_back(book: str, section: str) -> None:
    rules = rulebook(book)
    assert why_not_in_turn(rules, PlayerEntry("ann", 2500), count()) is None
    refusal = why_not_in_turn(rules, PlayerEntry("bob", 2500), count())
    assert refusal and (refusal.code, refusal.clause) == (
        "tournament.out-of-turn",
        f"{section}.9.5",
    )
    outcome = settled(
        played(wager("bob", "25"), wager("ann", "25"), cards="2s 3s 4s 5s 6s"),
        rulebook=book,
        order_of_wagering=True,
    )
    assert violation(outcome) == (0, 0, None, f"{section}.9.5")


@pytest.mark.parametrize(("book", "section"), BOTH)
def test_pass_cards_forms_and_deductions_run_out(book: str, section: str) -> None:
    rules = rulebook(book)
    cases = {
        "tournament.no-pass-card": (PlayerEntry("ann", pass_card=True), {"pass_cards": 1}, "7.1"),
        "tournament.no-form": (PlayerEntry("ann", form=Form("original", 1)), {"forms": 1}, "8.1"),
    }
    for code, (entry, has, clause) in cases.items():
        assert why_not_allowance(rules, entry, count(**has)) is None
        refusal = why_not_allowance(rules, entry, count())
        assert refusal is not None and refusal.code == code
        assert refusal.clause.rpartition("/")[2] == f"{section}.{clause}"


@pytest.mark.parametrize(("book", "section"), BOTH)
def test_the_minimum_is_deducted_three_times_at_most(book: str, section: str) -> None:
    away = PlayerEntry("ann", absent="deduct")
    assert why_not_allowance(rulebook(book), away, count(deductions=2)) is None
    refusal = why_not_allowance(rulebook(book), away, count(deductions=3))
    assert refusal is not None and refusal.code == "tournament.absent-too-often"
    rounds = [
        played(
            wager("ann", absent="deduct"), wager("bob", pass_card=True), wager("cy", pass_card=True)
        )
        for _ in range(4)
    ]
    outcome = settled(*rounds[:3], rulebook=book, pass_cards=4)
    assert [each["chips"]["ann"] for each in outcome["rounds"]] == ["975.00", "950.00", "925.00"]
    assert violation(settled(*rounds, rulebook=book, pass_cards=4)) == (
        *(3, 0, None),
        f"{section}.5.6.1",
    )


@pytest.mark.parametrize(("book", "section"), BOTH)
def test_wagers_are_within_the_chips_in_possession(book: str, section: str) -> None:
    rules = rulebook(book)
    assert why_not_chips(rules, PlayerEntry("ann", 100_000), count(), LIMITS) is None
    refusal = why_not_chips(rules, PlayerEntry("ann", 100_100), count(), LIMITS)
    assert refusal and (refusal.code, refusal.clause) == (
        "tournament.chips-short",
        f"{section}.6.1",
    )
    offered = {"table": {"perfect_pairs": "5"}, "rulebook": book, "players": {"ann": 1}}
    cards_dealt = {"cards": "8s 7h Kc Kd", "decisions": ("1 stand",)}
    exactly = settled(played(wager("ann", "995", perfect_pairs=True), **cards_dealt), **offered)
    assert exactly["rounds"][0]["wagers"] == {"ann": "500.00"}
    beyond = settled(played(wager("ann", "996", perfect_pairs=True), **cards_dealt), **offered)
    assert violation(beyond) == (0, 0, None, f"{section}.6.1")


@pytest.mark.parametrize(("book", "section"), BOTH)
def test_perfect_pairs_must_be_offered(book: str, section: str) -> None:
    outcome = settled(
        played(wager("ann", "25", perfect_pairs=True), cards="8s 7h Kc Kd", decisions=("1 stand",)),
        rulebook=book,
        players={"ann": 1},
    )
    assert violation(outcome) == (0, 0, None, "15.1" if section == "20" else "16.1")


@pytest.mark.parametrize("book", [S65, S24])
@pytest.mark.parametrize("decision", ["1 double", "1 double 9000", "1 split", "1 insure 25"])
def test_a_box_with_only_a_form_is_not_doubled_split_or_insured(book: str, decision: str) -> None:
    section = dict(BOTH)[book]
    outcome = settled(
        played(wager("ann", **form("100")), cards="8s As 8d Kc Kd", decisions=(decision,)),
        rulebook=book,
        players={"ann": 1},
        undisclosed_wagers=1,
    )
    assert violation(outcome) == (0, None, 0, f"{section}.8.2.4")
    assert outcome["violation"]["message"].startswith("ann has only an undisclosed wager")
    hand = Hand(cards("8s 8d"), (Stake("ann", "original", 0),), total=16)
    box = Box(
        1, (Bettor("ann", 0, 0, seated=True, has_form=True),), controller="ann", hands=(hand,)
    )
    table = Table(phase="playing", boxes=(box,), dealer=cards("Kd"), racks={"ann": 1000})
    refusal = why_not(rulebook(book), table, commands.Double("ann", 1, 1, 100))
    assert isinstance(refusal, Refusal) and refusal.code == "wager.undisclosed"


def test_a_decision_needs_free_chips() -> None:
    """Ann has $100: $75 wagered and $25 held for the form leave nothing to double with."""
    outcome = settled(
        played(
            wager("ann", "75", **form("25")),
            cards="5s 7h 6d Kc Kd",
            decisions=("1 double", "1 stand"),
        ),
        players={"ann": 1},
        chips="100",
        undisclosed_wagers=1,
    )
    assert violation(outcome) == (0, None, 0, "20.6.1")
