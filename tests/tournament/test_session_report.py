"""Whole sessions, worked out by hand: chips, places, who goes on, play-offs (20.6 to 20.10)."""

import pytest

from houserules.core.record_keys import MalformedRecord
from tournament.sessions import S24, form, played, settled, wager

DUEL = {"players": {"ann": 1, "bob": 2}}
WIN_LOSE = {"cards": "Ks 9s 7h 9d Kd Kc", "decisions": ("1 stand", "2 stand")}
"""Ann has 19, Bob 19, the dealer 17: both win."""


def test_the_example_of_the_contract() -> None:
    """Ann wins $100 and loses $5 on Perfect Pairs; Cy wins $50 and the form's $300."""
    outcome = settled(
        played(
            wager("ann", "100", perfect_pairs=True),
            wager("bob", pass_card=True),
            wager("cy", "50", **form("300")),
            cards="8s 9c 7h 6d Kc 5c Kd",
            decisions=("1 hit", "1 stand", "4 stand"),
        ),
        table={"perfect_pairs": "5"},
        pass_cards=1,
        undisclosed_wagers=1,
        order_of_wagering=True,
    )
    assert outcome["rounds"][0]["net"] == {"ann": "95.00", "bob": "0.00", "cy": "350.00"}
    assert outcome["advance"] == ["cy"]
    assert [row["player"] for row in outcome["places"]] == ["cy", "ann", "bob"]


@pytest.mark.parametrize(
    ("amount", "late", "plays"),
    [
        ("24", False, "25.00"),  # made up to the minimum
        ("49", False, "25.00"),  # the last whole multiple of the minimum
        ("50", False, "50.00"),
        ("501", False, "500.00"),  # to the maximum
        ("100", True, "25.00"),  # too late
    ],
)
def test_how_much_of_a_wager_plays(amount: str, late: bool, plays: str) -> None:  # noqa: FBT001
    outcome = settled(
        played(wager("ann", amount, late=late), wager("bob", "25"), **WIN_LOSE), **DUEL
    )
    assert outcome["rounds"][0]["wagers"]["ann"] == plays


@pytest.mark.parametrize(
    ("written", "kind", "deemed", "net"),
    [
        ("24", "original", "25.00", "25.00"),
        ("501", "original", "500.00", "500.00"),
        ("300", "original", "300.00", "300.00"),
        (None, "original", "0.00", "-25.00"),  # no amount: the minimum is deducted
        ("300", "perfect pairs", "0.00", "-25.00"),  # not an original wager
        ("300", None, "0.00", "-25.00"),
    ],
)
def test_what_a_form_is_deemed_to_be_for(
    written: str | None, kind: str | None, deemed: str, net: str
) -> None:
    outcome = settled(
        played(wager("ann", **form(written, kind)), wager("bob", "25"), **WIN_LOSE),
        **DUEL,
        undisclosed_wagers=1,
    )
    (first,) = outcome["rounds"]
    assert (first["undisclosed"], first["net"]["ann"]) == ({"ann": deemed}, net)


def test_a_form_beside_a_wager_is_for_the_chips_that_are_left() -> None:
    """$600 of $1,000 is cut to $500; $500 are left for a form of $900."""
    outcome = settled(
        played(wager("ann", "600", **form("900")), wager("bob", "25"), **WIN_LOSE),
        **DUEL,
        limits=[{"from_round": 1, "minimum": "25", "maximum": "600"}],
        undisclosed_wagers=1,
    )
    assert outcome["rounds"][0]["undisclosed"] == {"ann": "400.00"}
    assert outcome["rounds"][0]["chips"]["ann"] == "2000.00"


def test_no_entry_disqualifies_and_too_few_chips_eliminate() -> None:
    """Bob loses $1,000 in round 1 and is out before round 2; Cy does not wager and is out at once."""
    lose = {"cards": "Ks 5s Kd 9d 5d 6h 9h", "decisions": ("1 stand", "2 hit", "2 stand")}
    outcome = settled(
        played(wager("ann", "25"), wager("bob", "1000"), **lose),
        played(wager("ann", "25"), cards="Ks 7h 9d Kd", decisions=("1 stand",)),
        limits=[{"from_round": 1, "minimum": "25", "maximum": "1000"}],
    )
    out = [row["out"] for row in outcome["rounds"]]
    assert out[0] == [{"player": "cy", "why": "disqualified", "clause": "20.6.4"}]
    assert out[1] == [{"player": "bob", "why": "eliminated", "clause": "20.6.13"}]
    assert outcome["disqualified"] == [{"player": "cy", "chips": "1000.00"}]
    assert [row["player"] for row in outcome["places"]] == ["ann", "bob"]


def test_a_tie_across_the_line_is_played_off() -> None:
    pass_round = played(wager("ann", pass_card=True), wager("bob", pass_card=True))
    tied = settled(pass_round, **DUEL, pass_cards=1)
    assert (tied["advance"], tied["play_off"]) == ([], ["ann", "bob"])
    off = played(wager("ann", "100"), wager("bob", "25"), **WIN_LOSE)
    decided = settled(pass_round, **DUEL, pass_cards=1, play_off=[off])
    assert (decided["advance"], decided["play_off"]) == (["ann"], [])
    assert [row["chips"] for row in decided["places"]] == ["1000.00", "1000.00"]
    with pytest.raises(MalformedRecord) as error:
        settled(pass_round, **DUEL, pass_cards=1, play_off=[off, off])
    assert error.value.where == "play_off[1]"


def test_the_marker_moves_and_the_deal_may_start_there() -> None:
    """From the marker on box 2 the first card goes to Bob: he has 19, Ann 15, the dealer 17."""
    passed = played(wager("ann", pass_card=True), wager("bob", pass_card=True))
    second = played(
        wager("bob", "25"),
        wager("ann", "25"),
        cards="9s Ks 7h Kd 5d Kc",
        decisions=("2 stand", "1 stand"),
    )
    keys = {**DUEL, "pass_cards": 1, "order_of_wagering": True, "deal_from_marker": True}
    outcome = settled(passed, second, **keys)
    assert [row["marker"] for row in outcome["rounds"]] == [1, 2]
    assert outcome["rounds"][1]["net"] == {"ann": "-25.00", "bob": "25.00"}


def test_a_void_round_gives_everything_back() -> None:
    void = played(wager("ann", pass_card=True), wager("bob", "25"), cards="Ks", void=True)
    outcome = settled(void, **DUEL, pass_cards=1)
    assert outcome["rounds"][0]["net"] == {"ann": "0.00", "bob": "0.00"}
    assert (outcome["rounds"][0]["void"], outcome["over"]) == (True, False)


@pytest.mark.parametrize("book", ["nz-pontoon", "nsw-pinkjack-2016"])
def test_rulebooks_without_tournaments_are_refused(book: str) -> None:
    with pytest.raises(MalformedRecord, match="has no tournament play") as error:
        settled(rulebook=book)
    assert error.value.where == "rulebook"


def test_clauses_are_cited_as_the_2024_document_prints_them() -> None:
    outcome = settled(
        played(wager("ann", pass_card=True), wager("bob", pass_card=True)), **DUEL, rulebook=S24
    )
    assert outcome["violation"]["clause"] == "21.7.1"
