"""The conditions as players read them: what each item says, and which clauses it cites."""

import pytest

from houserules.tournament.conditions.check import findings_by_item
from houserules.tournament.conditions.stated_item import NOT_STATED, StatedItem
from houserules.tournament.conditions.statement import printed_items, state_conditions
from tournament.conditions import BOTH, MISSING, S65, conditions


def item(title: str, book: str = S65, **changes: object) -> StatedItem:
    """Return one item of the example with some keys changed."""
    return next(
        each for each in state_conditions(conditions(book, **changes)) if each.title == title
    )


def text(title: str, **changes: object) -> str:
    return " ".join(sentence.text for sentence in item(title, **changes).sentences)


@pytest.mark.parametrize(("book", "section"), BOTH)
def test_every_item_is_there_under_its_clause(book: str, section: str) -> None:
    stated = state_conditions(conditions(book))
    assert [each.clause for each in stated[:-1]] == list(findings_by_item(conditions(book)))
    assert [each["clause"] for each in printed_items(conditions(book))] == [
        *(f"{section}.4.2({letter})" for letter in "abcdefg"),
        *(f"{section}.4.2(h)({number})" for number in ("i", "ii", "iii")),
        *(f"{section}.4.2({letter})" for letter in "ijk"),
        f"{section}.4.1",
    ]
    assert all(each.sentences and each.sentences[0].text != NOT_STATED for each in stated)


def test_an_item_that_is_missing_says_so() -> None:
    assert text("Entry fee", entry_fee=MISSING) == NOT_STATED
    assert text("Limits", limits=MISSING) == NOT_STATED
    assert text("Structure", stages=MISSING) == NOT_STATED
    assert text("Prizes", prizes__places=MISSING) == NOT_STATED
    assert text("The rules prevail", rules_prevail=" ") == NOT_STATED


def test_the_entry_fee() -> None:
    assert text("Entry fee") == ("The entry fee is $50 per player. It goes into the prize pool.")
    assert text("Entry fee", entry_fee="0") == "There is no entry fee."


def test_chips_that_are_bought_name_the_buy_in_and_what_happens_without_it() -> None:
    bought = item(
        "Tournament chips",
        chips={
            "method": "bought",
            "amount": "1000",
            "price": "100",
            "cash_value": True,
            "issued_at": "10 to 1",
            "redeemed_at": "10 to 1",
        },
    )
    words = [each.text for each in bought.sentences]
    assert "buys $1,000 in tournament chips for $100" in words[0]
    assert (bought.sentences[1].clause, "eliminated" in words[1]) == ("20.6.3", True)
    assert words[2].endswith("issued at 10 to 1 and redeemed at 10 to 1.")


def test_limits_by_round_and_by_stage() -> None:
    assert item("Limits").rows == (
        ("all stages", "round 1", "$25", "$500"),
        ("all stages", "round 16", "$50", "$1,000"),
    )
    own = [{"from_round": 1, "minimum": "100", "maximum": "1000"}]
    assert item("Limits", stages__3__limits=own).rows[1:] == (
        ("all other stages", "round 16", "$50", "$1,000"),
        ("Final", "round 1", "$100", "$1,000"),
    )


def test_the_structure_has_a_row_per_stage() -> None:
    rows = item("Structure").rows
    assert [row[0] for row in rows] == ["Heats", "Repechage", "Semi-finals", "Final"]
    assert rows[1][2:] == ("30 minutes", "2", "7", "1")
    assert rows[3][5] == "–", "in a final nobody goes on"
    assert "only full tables are seated" in text("Structure", stages__0__byes=True)
    assert "Repechage: at most 14 players" in text("Structure")


@pytest.mark.parametrize(
    ("count", "words"), [(0, "no pass cards"), (1, "1 pass card "), (2, "2 pass cards")]
)
def test_pass_cards(count: int, words: str) -> None:
    assert words in text("Conditions of play", play__pass_cards=count)


def test_buying_back() -> None:
    assert text("Buy-back") == "An eliminated player cannot buy back."
    offer = {
        "offered": True,
        "times": 1,
        "price": "30",
        "method": "At the cashier.",
        "timing": "Before the semi-finals.",
    }
    assert text("Buy-back", buy_back=offer) == (
        "An eliminated player can buy back up to 1 time, for $30 each. At the cashier. Before the "
        "semi-finals."
    )


def test_the_period_for_withdrawal() -> None:
    assert "until 48 hours before the first session" in text("Terms of entry")
    assert "until 1 hour before" in text("Terms of entry", entry__withdrawal_hours=1)
    assert "until the first session" in text("Terms of entry", entry__withdrawal_hours=0)
    agreed = item("Terms of entry", entry__agreement_in_writing=True)
    assert agreed.sentences[-1].clause == "20.4.3"


def test_prizes_guarantee_and_what_is_added() -> None:
    assert item("Prizes").rows == (
        ("1", "60% of the pool"),
        ("2", "25% of the pool"),
        ("3", "15% of the pool"),
    )
    shares = [{"place": 1, "share": "66.67"}, {"place": 2, "share": "33.33"}]
    assert item("Prizes", prizes__places=shares).rows[0] == ("1", "66.67% of the pool")
    words = text("Prizes")
    assert "The operator adds $500: Sponsor." in words
    assert "at least $2,000 with 40 entries or more" in words
    assert "may cancel" in words
    assert "may cancel" not in text("Prizes", prizes__may_cancel=False)
    assert "all buy-backs" in text("Prizes", prizes__includes=["buy-backs"])


def test_what_may_change() -> None:
    assert text("Changes") == "Nothing in these conditions changes after publication."
    changes = {"keys": ["limits", "play.wager_seconds"], "notice_minutes": 30}
    assert text("Changes", changes=changes) == (
        "After publication, with notice to the players, these may change: the limits, wager "
        "seconds (the conditions of play). Players are told of a new starting time at least 30 "
        "minutes before."
    )
