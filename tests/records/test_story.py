"""A round told as a story: what happened, under which clause, with which sum."""

import random
import tomllib
from typing import Any

import pytest

from houserules.core.cards import Card
from houserules.core.record_keys import MalformedRecord
from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.records.read import read_record
from houserules.table.records.report import settle
from houserules.table.records.story import Story, tell
from houserules.table.records.story_rounds import StorySentence
from random_rounds import random_round


def told(text: str, *, rulebook: str = "nsw-pontoon-2024") -> Story:
    """Tell a record given as TOML without its head."""
    head = f'format = "houserules/round-1"\nrulebook = "{rulebook}"\n'
    return tell(read_record(tomllib.loads(head + text)))


def one(story: Story, start: str) -> StorySentence:
    """Return the only step that begins so."""
    found = [step for step in story.steps if step.text.startswith(start)]
    assert len(found) == 1, [step.text for step in story.steps]
    return found[0]


def texts(story: Story, part: str) -> list[str]:
    return [step.text for step in story.steps if step.part == part]


def alone(cards: str, *decisions: str, amount: str = "25", table: str = "") -> str:
    """Write a round of one player on one box."""
    return f"""
cards = "{cards}"
decisions = {list(decisions)}
[table]
{table}
[[wagers]]
box = 1
player = "ann"
amount = "{amount}"
"""


def test_a_plain_round_from_the_first_wager_to_the_result() -> None:
    story = told(alone("9s 6c 5d 3s Kc 8d", "1 hit", "1 stand"))
    assert [step.text for step in story.steps] == [
        "ann wagers $25 on box 1.",
        "No more bets.",
        "Box 1 gets 9s: 9.",
        "The dealer gets 6c: 6.",
        "Box 1 gets 5d: 14.",
        "ann asks for a card on box 1.",
        "Box 1 gets 3s: 17.",
        "ann stands on box 1 with 17.",
        "The dealer gets Kc: 16.",
        "The dealer gets 8d: 24, bust.",
        "The dealer is bust with 24.",
        "ann's original wager on box 1 wins at 1 to 1: 17, and the dealer is bust.",
        "ann ends $25 ahead.",
    ]
    parts = [step.part for step in story.steps]
    assert list(dict.fromkeys(parts)) == [
        "wagers",
        "deal",
        "play",
        "dealer",
        "settlement",
        "result",
    ]
    assert story.violation is None


def test_cards_stand_in_the_words_as_cards() -> None:
    story = told(alone("9s 6c 9d Kc 8d", "1 stand"))
    cards = [word for step in story.steps for word in step.words if isinstance(word, Card)]
    assert " ".join(map(str, cards)) == "9s 6c 9d Kc 8d"


@pytest.mark.clause("nsw-pontoon-2024", "11.1")
def test_the_arithmetic_of_a_payment() -> None:
    step = one(told(alone("As 6c Kd")), "ann's original wager")
    assert step.text == "ann's original wager on box 1 wins at 3 to 2: pontoon."
    assert step.arithmetic == "$25 at 3 to 2 = $37.50, and the wager back: $62.50"
    assert (step.clauses, step.readings) == (("11.1",), ())


@pytest.mark.clause("nsw-pontoon-2024", "6.10")
def test_rounding_up_is_shown_where_it_happened() -> None:
    step = one(told(alone("As 6c Kd", amount="7.50")), "ann's original wager")
    assert step.arithmetic == (
        "$7.50 at 3 to 2 = $11.25, made up to $11.50 in chips of $0.50, and the wager back: $19"
    )
    assert (step.clauses, step.readings) == (("11.1", "6.10"), (20,))
    chips = 'smallest_chip = "0.05"'
    fine = one(told(alone("As 6c Kd", amount="0.05", table=chips)), "ann's original wager")
    assert fine.arithmetic is not None
    assert fine.arithmetic.startswith("$0.05 at 3 to 2 = $0.075, made up to $0.10")


@pytest.mark.clause("nsw-pontoon-2024", "10.1", "10.3", "17.1.11")
def test_a_surrender_that_cannot_be_halved_in_chips() -> None:
    story = told(alone("9s Kc 7d 5s", "1 surrender", amount="12.50"))
    assert one(story, "ann surrenders").clauses == ("10.3",)
    assert one(story, "The dealer stops at 15").readings == (19,)
    step = one(story, "ann's original wager")
    assert step.text == "ann's original wager on box 1 is surrendered."
    assert step.arithmetic == (
        "1/2 of $12.50 = $6.25, made up to $6.50 in chips of $0.50, handed back"
    )
    assert step.readings == (17, 20)
    assert one(story, "ann ends").text == "ann ends $6 behind."


@pytest.mark.clause("nsw-pontoon-2024", "9.1", "15.2", "17.1.6")
def test_insurance_won_and_lost() -> None:
    won = told(alone("9s Ac 9d Ks", "1 insure 12.50", "1 stand"))
    assert texts(won, "offers") == [
        "Against Ac the dealer calls insurance and surrender.",
        "ann insures box 1 for $12.50.",
    ]
    step = one(won, "ann's insurance")
    assert step.text.endswith("wins at 2 to 1: the dealer has pontoon.")
    assert step.arithmetic == "$12.50 at 2 to 1 = $25, and the wager back: $37.50"
    assert one(won, "ann comes out even").arithmetic == "$25 − $25 = $0"
    lost = one(told(alone("9s Ac 9d 8s", "1 insure 12.50", "1 stand")), "ann's insurance")
    assert (lost.part, lost.clauses) == ("dealer", ("15.2",))
    assert lost.arithmetic == "$12.50 is collected"


@pytest.mark.clause("nsw-pontoon-2024", "7.2", "7.3", "6.6")
def test_wagers_outside_the_limits_and_who_decides() -> None:
    story = told(
        """
cards = "9s 6c 9d Kc 8d"
decisions = ["1 stand"]
[table]
maximum = "60"
[[wagers]]
box = 1
player = "ann"
amount = "2"
[[wagers]]
box = 1
player = "bob"
amount = "70"
seated = true
"""
    )
    wagers = {step.text: step.clauses for step in story.steps if step.part == "wagers"}
    assert wagers == {
        "ann wagers $2 on box 1; the minimum is $5, but found on the layout the wager is valid.": (
            "7.2",
        ),
        "bob, seated, wagers $70 on box 1.": (),
        "ann's wager on box 1 is over the maximum: $0 plays, $2 is handed back.": ("7.3.1",),
        "bob's wager on box 1 is over the maximum: $60 plays, $10 is handed back.": ("7.3.1",),
        "No more bets.": ("8.1",),
        "bob decides for box 1.": ("6.6",),
    }
    assert texts(story, "result") == ["ann comes out even.", "bob ends $60 ahead."]


TWO = """
[[wagers]]
box = 1
player = "ann"
amount = "20"
seated = true
[[wagers]]
box = 1
player = "bob"
amount = "10"
"""


@pytest.mark.clause("nsw-pontoon-2024", "13.4", "13.6")
def test_a_double_its_followers_and_a_forfeit() -> None:
    story = told(
        'cards = "As 6c 4d 2s Kc Kd"\ndecisions = ["1 double 15", "1 double 5 by bob", '
        '"1 forfeit"]' + TWO
    )
    assert texts(story, "play") == [
        "ann doubles box 1 with $15; with its aces at 1 the hand has 5.",
        "bob doubles box 1 too, with $5.",
        "Box 1 gets 2s: 7.",
        "Box 1 takes no more cards and has 7.",
        "ann's original wager on box 1 is forfeited.",
        "ann's double on box 1 goes back.",
    ]
    doubled = one(story, "ann doubles")
    assert (doubled.clauses, doubled.readings) == (("13.1", "13.1.4"), (10,))
    assert one(story, "ann's double").arithmetic == "$15 is handed back"


@pytest.mark.clause("nsw-pontoon-2024", "13.2", "13.4")
def test_a_doubled_21_for_who_doubled_and_for_who_did_not() -> None:
    story = told('cards = "6s 6c 5d Ks Kc Kd"\ndecisions = ["1 double"]' + TWO)
    assert one(story, "bob does not double").clauses == ("13.4",)
    assert one(story, "ann's original").readings == (13,)
    assert one(story, "bob's original").readings == (12, 31)


@pytest.mark.clause("nz-pontoon", "13.1", "15.3(d)", "15.3(e)")
def test_a_split_with_somebody_who_names_a_hand() -> None:
    story = told(
        'cards = "8s 6c 8d 2s Kc Ks 9c Kd 5d"\n'
        'decisions = ["1 split", "1 designate 2 by bob", "1 hit", "1 stand", "1 stand"]' + TWO,
        rulebook="nz-pontoon",
    )
    assert texts(story, "play")[:5] == [
        "ann splits 8s and 8d of box 1; $20 goes on hand 2, and hand 1 is first.",
        "bob does not follow; the wager goes to hand 2 of box 1.",
        "Hand 1 of box 1 gets 2s: 10.",
        "ann asks for a card on hand 1 of box 1.",
        "Hand 1 of box 1 gets Kc: 20.",
    ]
    assert one(story, "bob does not follow").clauses == ("15.3(d)",)
    assert one(story, "bob's original wager on hand 2 of box 1 wins").part == "settlement"


@pytest.mark.clause("nsw-pontoon-2024", "11.5")
def test_the_super_bonus_and_the_fifty_dollars() -> None:
    story = told(
        """
cards = "7s 9c 7h 7s 5c 7s Kc 5d"
decisions = ["1 hit", "2 stand"]
[[wagers]]
box = 1
player = "ann"
amount = "24.50"
[[wagers]]
box = 2
player = "bob"
amount = "20"
"""
    )
    bonus = one(story, "ann is paid a Super Bonus of $1,000")
    assert bonus.arithmetic == "the wager of $24.50 is less than $25, so $1,000"
    assert bonus.readings == (2, 3)
    fifty = one(story, "bob is paid a bonus of $50")
    assert fifty.readings == (4, 40)
    assert one(story, "ann's original").text.endswith("wins at 3 to 1: 21 in 7-7-7.")


@pytest.mark.clause("nsw-pontoon-2024", "15.3", "15.4")
@pytest.mark.parametrize(
    ("cards", "decisions", "start", "clauses", "readings"),
    [
        ("9s 6c 9d Kc 2d", ["1 stand"], "The dealer stands on 18.", ("15.4",), ()),
        ("9s 6c 9d Ac Kd", ["1 stand"], "The dealer stands on 17.", ("15.4",), ()),
        ("9s 6c 9d Ac Ad", ["1 stand"], "The dealer stands on soft 18.", ("15.4",), ()),
        ("9s 6c 9d Kc 7d", ["1 stand"], "The dealer is bust with 23.", (), ()),
        ("9s Ac 9d Kc", ["1 stand"], "The dealer has pontoon.", (), ()),
        ("As 6c Kd", [], "Every wager is settled, so the dealer draws no card.", ("15.3",), (19,)),
        ("9s Kc 7d 5s", ["1 surrender"], "The dealer stops at 15", ("15.3",), (19,)),
    ],
)
def test_why_the_dealer_stops(
    cards: str, decisions: list[str], start: str, clauses: Any, readings: Any
) -> None:
    step = one(told(alone(cards, *decisions)), start)
    assert (step.part, step.clauses, step.readings) == ("dealer", clauses, readings)


@pytest.mark.clause("nsw-pinkjack-2016", "8.1.2", "14.1.1")
def test_a_pinkjack_is_held_and_meets_another() -> None:
    story = told(alone("Ad Jd Jd Ad"), rulebook="nsw-pinkjack-2016")
    assert one(story, "Box 1 is held").clauses == ("8.1.2",)
    assert one(story, "ann's original").text.endswith(
        "wins at 5 to 1: Pinkjack against the dealer's Pinkjack."
    )
    assert one(story, "ann is paid the Ultimate Pinkjack bonus of $1,000").readings == (25,)


@pytest.mark.clause("nsw-pontoon-2024", "18.10")
def test_an_absent_player() -> None:
    story = told(alone("2s 6c 3d Kc 8d", "1 absent"))
    assert one(story, "ann is away").clauses == ("18.10",)
    assert one(story, "Box 1 takes no more cards").text.endswith("and has 5.")


@pytest.mark.clause("nsw-pontoon-2024", "13.1")
def test_a_decision_that_is_refused_ends_the_story() -> None:
    story = told(alone("2s 6c 3d Kc 8d", "1 hit", "1 double 30"))
    assert story.violation is not None
    assert story.violation.decision == 1
    assert [step.text for step in story.steps[-3:]] == [
        "ann asks for a card on box 1.",
        "Box 1 gets Kc: 15.",
        'Decision 1 (counted from 0), "1 double 30", is refused: ann can double for at most $25.',
    ]
    assert (story.steps[-1].part, story.steps[-1].clauses) == ("refusal", ("13.1",))


@pytest.mark.clause("nsw-pontoon-2024", "16.1")
def test_a_wager_that_is_refused_ends_the_story_before_the_cards() -> None:
    side = '[[side_wagers]]\nkind = "perfect-pairs"\nbox = 1\nplayer = "ann"\namount = "5"\n'
    story = told(alone("2s 6c 3d Kc 8d", "1 stand") + side)
    assert texts(story, "wagers") == ["ann wagers $25 on box 1."]
    assert texts(story, "refusal") == [
        "A wager is refused: This table does not offer perfect-pairs."
    ]


def test_a_record_that_cannot_be_played_has_no_story() -> None:
    with pytest.raises(MalformedRecord, match="still needs a decision"):
        told(alone("2s 6c 3d Kc 8d"))


def test_cards_that_were_not_dealt_are_named() -> None:
    story = told(alone("9s 6c 9d Kc 8d 2s 3s", "1 stand"))
    assert story.steps[-1].text == "Cards left over: 2s 3s"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_settlement_is_told_with_a_clause_of_the_register(name: str) -> None:
    rng = random.Random(11)
    for _ in range(60):
        record = read_record(random_round(name, rng))
        story, rows = tell(record), settle(record)["settlements"]
        paid = [step for step in story.steps if step.arithmetic and step.part != "result"]
        assert [step.clauses[0] for step in paid] == [row["clause"] for row in rows]
        register = register_of(record.rules.registers)
        for step in story.steps:
            assert all(register.find(clause) for clause in step.clauses)
