"""The terms in words: times as people read them, and which play earns entries."""

import json
from pathlib import Path
from typing import Any

import pytest

from houserules.promotion.draw_record import verify_prize_draw
from houserules.promotion.moments import MomentError, moment_words
from houserules.promotion.statement import printed_terms
from houserules.rulebook.loader import rulebook
from promotion.office import Office
from promotion.promotions import BOOKS


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2026-09-01T10:00:00+10:00", "10:00 am, 1 Sep 2026 (UTC+10:00)"),
        ("2026-12-31T00:05:00Z", "12:05 am, 31 Dec 2026 (UTC)"),
        ("2026-02-28T12:00:00-03:30", "12:00 pm, 28 Feb 2026 (UTC-03:30)"),
        ("2026-02-28T23:59:59.5Z", "11:59 pm, 28 Feb 2026 (UTC)"),
    ],
)
def test_a_time_is_written_by_the_clock_it_names(text: str, words: str) -> None:
    assert moment_words(text) == words


def test_what_is_no_time_is_not_written() -> None:
    with pytest.raises(MomentError):
        moment_words("tomorrow")


def items(**given: Any) -> dict[str, str]:
    office = Office(given.pop("book", "nsw-pontoon-6to5-2017")).draft(**given)
    printed = printed_terms(rulebook(office.book), office.state)
    return {
        item["title"]: " ".join(sentence["text"] for sentence in item["sentences"])
        for item in printed
    }


@pytest.mark.parametrize("book", BOOKS)
def test_terms_say_when_entries_close_and_that_nothing_is_earned(book: str) -> None:
    said = items(book=book)
    assert said["Entries close"] == "6:00 pm, 30 Sep 2026 (UTC+10:00)."
    assert said["Date and time of the promotion"] == "8:00 pm, 1 Oct 2026 (UTC+10:00)."
    assert "Entries earned by play" not in said


def test_terms_say_which_play_earns_entries() -> None:
    assert items(criteria={})["Entries earned by play"] == (
        "In Pontoon 6 to 5, each box with a settled wager earns 1 entry. "
        "Rounds of tournaments do not count."
    )
    everything = {
        "rulebooks": ["nsw-pontoon-6to5-2017", "nsw-pinkjack-2016"],
        "tables": ["t1", "t2"],
        "minimum_wager": "25",
        "hand": "suited 7-7-7",
        "from": "2026-09-02T00:00:00Z",
        "until": "2026-09-03T00:00:00Z",
        "hours": "18:00-02:00",
        "entries": 2,
        "most_per_day": 10,
    }
    said = items(criteria=everything, terms__minimum_wager="25")["Entries earned by play"]
    assert said == (
        "In Pontoon 6 to 5 and Pinkjack at t1 and t2, each box with three sevens of one suit earns "
        "2 entries. The initial wager on the box is $25 or more. Rounds count from 12:00 am, 2 Sep "
        "2026 (UTC). Rounds count until 12:00 am, 3 Sep 2026 (UTC). Only rounds settled between "
        "18:00 and 02:00 count. A player earns at most 10 entries per day. Rounds of tournaments "
        "do not count."
    )


def test_the_record_that_the_pages_are_tested_with_is_verified() -> None:
    text = (Path(__file__).parent.parent / "js/prize_draw.js").read_text("utf-8")
    record = json.loads(text.partition("RECORD = ")[2].rstrip(";\n"))
    assert all(check.passed for check in verify_prize_draw(record))
