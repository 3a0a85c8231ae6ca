"""What the rules on promotional prizes find, below, at and above every limit."""

from typing import Any

import pytest

from houserules.core.record_keys import MalformedRecord
from houserules.promotion.findings import check_line, check_promotion
from houserules.promotion.moments import MomentError, read_moment
from houserules.promotion.promotion_file import DETAILS
from houserules.promotion.promotion_file import TERMS as REQUIRED
from promotion.promotions import (
    BOOKS,
    CLOSE,
    DRAWN,
    PJ,
    S24,
    S65,
    STARTS,
    TERMS,
    TOLD,
    entry,
    found,
    promotion,
)

EVERY = pytest.mark.parametrize("book", BOOKS)


def prize(kind: str, value: str = "500", **keys: Any) -> dict[str, Any]:
    return {"kind": kind, "description": "as described", "value": value, **keys}


@EVERY
def test_a_complete_promotion_has_no_findings(book: str) -> None:
    assert found(rulebook=book) == []


@EVERY
def test_every_term_is_asked_for_by_its_item(book: str) -> None:
    expected = {(f"7.{item}", f"terms.{key}") for key, item in REQUIRED.items()}
    expected -= {("7.4", "terms.minimum_wager")}  # left out: none is needed
    assert set(found(rulebook=book, terms={})) == {*expected, ("6", "terms.available_at")}
    assert found(rulebook=book, terms={**TERMS, "minimum_wager": " "}) == [
        ("7.4", "terms.minimum_wager")
    ]


@EVERY
def test_details_are_asked_for_item_by_item(book: str) -> None:
    numbers = ("i", "ii", "iii", "iv", "v", "vi")
    for kind_number, (kind, keys) in enumerate(DETAILS.items(), start=1):
        assert found(rulebook=book, prizes=[prize(kind)]) == [
            (f"7.11.{kind_number}({number})", f"prizes[0].details.{key}")
            for number, key in zip(numbers, keys, strict=False)
        ]


@EVERY
def test_forbidden_prizes(book: str) -> None:
    for item, kind in enumerate(("tobacco", "firearm", "weapon"), start=1):
        assert found(rulebook=book, prizes=[prize(kind)]) == [(f"5.{item}", "prizes[0]")]
    assert found(rulebook=book, prizes=[prize("prescribed")]) == [("5.5", "prizes[0]")]
    for litres, findings in (("19.99", []), ("20.0", []), ("20.001", [("5.4", "prizes[0]")])):
        assert found(rulebook=book, prizes=[prize("liquor", litres=litres)]) == findings


def test_prize_money_is_paid_by_the_documents_own_ways() -> None:
    every = ["cash", "cheque", "transfer"]
    for book in (S65, PJ):
        assert found(rulebook=book, prizes=[prize("cash", "10000")]) == []
        assert found(rulebook=book, prizes=[prize("cash", "10000.01")]) == [("4", "prizes[0]")]
        assert found(rulebook=book, prizes=[prize("cash", "10000.01", paid_by=every)]) == []
    assert found(rulebook=S24, prizes=[prize("cash")]) == [("4", "prizes[0]")]
    assert found(rulebook=S24, prizes=[prize("cash", paid_by=["cheque"])]) == []
    assert found(rulebook=S24, prizes=[prize("goods", paid_by=["cash"])]) == [("4", "prizes[0]")]


def test_alternatives_in_money() -> None:
    stated = {"cash_alternative": "400", "stated_in_terms": True}
    for book in BOOKS:
        assert found(rulebook=book, prizes=[prize("goods", **stated)]) == []
        assert found(rulebook=book, prizes=[prize("casino-dollars", **stated)]) == [
            ("3", "prizes[0]")
        ]
    assert found(rulebook=S24, prizes=[prize("slots-dollars", **stated)]) == []
    assert found(rulebook=S65, prizes=[prize("slots-dollars", **stated)]) == [("3", "prizes[0]")]
    assert found(rulebook=S65, prizes=[prize("goods", cash_alternative="400")]) == [
        ("3", "prizes[0]")
    ]
    assert found(rulebook=S24, prizes=[prize("goods", cash_alternative="400")]) == []


@EVERY
def test_the_authority_is_told_24_hours_before_the_start(book: str) -> None:
    in_time = {**TOLD, "at": "2026-08-31T10:00:00+10:00"}
    late = {**TOLD, "at": "2026-08-31T10:00:00.000001+10:00"}
    assert found(rulebook=book, log=[in_time]) == []
    assert found(rulebook=book, log=[late]) == [("9", "log[0]")]
    assert found(rulebook=book, log=[], at="2026-08-31T10:00:00+10:00") == []
    assert found(rulebook=book, log=[]) == [("9", "log")]


def test_amendments_after_the_start_are_approved_and_in_2024_sent_again() -> None:
    amended = entry("terms-amended", "2026-09-02T10:00:00+10:00")
    approved = entry("authority-approved", "2026-09-02T10:00:00+10:00")
    assert found(amended) == [("9.1", "log[1]")]
    assert found(amended, approved) == []
    assert found(amended, approved, amended) == [("9.1", "log[3]")]
    assert found(entry("terms-amended", STARTS)) == []
    day = "2026-09-03T10:00:00+10:00"
    assert found(amended, approved, rulebook=S24, at=day) == []
    later = "2026-09-03T10:00:01+10:00"
    assert found(amended, approved, rulebook=S24, at=later) == [("13.1", "log[1]")]
    sent = entry("authority-told", day)
    assert found(amended, approved, sent, rulebook=S24, at=later) == []


@EVERY
def test_a_draw_has_its_scrutineer_its_time_and_its_notice(book: str) -> None:
    drawn = {"prize": 0, "winner": "Ann"}
    big = {"rulebook": book, "prizes": [prize("goods", "10000.01")]}
    assert found(entry("draw", **drawn), **big) == [("2", "log[1]")]
    assert found(entry("draw", **drawn, scrutineer="Bo"), **big) == []
    assert found(entry("draw", **drawn), rulebook=book, prizes=[prize("goods", "10000")]) == []
    assert found(entry("draw", CLOSE, **drawn), rulebook=book) == []
    assert found(entry("draw", "2026-09-30T17:59:59+10:00", **drawn), rulebook=book) == [
        ("7.6", "log[1]")
    ]
    two_days = "2026-10-03T20:00:00+10:00"
    after = "2026-10-03T20:00:00.5+10:00"
    assert found(entry("draw", **drawn), rulebook=book, at=two_days) == []
    assert found(entry("draw", **drawn), rulebook=book, at=after) == [("8", "log[1]")]
    told = entry("winner-told", two_days, prize=0, by="mail")
    assert found(entry("draw", **drawn), told, rulebook=book, at=after) == []
    pigeon = entry("winner-told", two_days, prize=0, by="pigeon")
    assert found(entry("draw", **drawn), pigeon, rulebook=book, at=after) == [("8", "log[1]")]
    there = {**TERMS, "presence_required": True}
    assert found(entry("draw", **drawn), rulebook=book, at=after, terms=there) == []


def test_no_draw_while_postponed_or_cancelled() -> None:
    drawn = entry("draw", prize=0, winner="Ann")
    earlier = "2026-10-01T19:00:00+10:00"
    assert found(entry("postponed", earlier), drawn) == [("12", "log[2]")]
    assert found(entry("postponed", earlier), entry("resumed", DRAWN), drawn) == []
    assert found(entry("cancelled", earlier), entry("resumed", earlier), drawn) == [
        ("12", "log[3]")
    ]


def test_payments() -> None:
    cash = {"prizes": [prize("cash", "10000.01", paid_by=["cash", "cheque", "transfer"])]}
    paid = {"prize": 0, "by": {"cash": "10000.01"}}
    assert found(entry("prize-paid", **paid), **cash) == [("4", "log[1]")]
    assert found(entry("prize-paid", **paid, chosen=True), **cash) == []
    goods = [prize("goods", cash_alternative="400", stated_in_terms=True)]
    for amount, findings in (("400", []), ("399.99", [("3", "log[1]")])):
        by = {"transfer": amount}
        assert found(entry("prize-paid", prize=0, by=by), prizes=goods) == findings
    assert found(entry("prize-paid", prize=0, by="goods")) == []
    assert found(entry("prize-paid", prize=0, by={"transfer": "500"})) == [("3", "log[1]")]
    assert found(entry("prize-paid", prize=0, by={"cash": "400"}), prizes=goods, rulebook=S24) == [
        ("4", "log[1]")
    ]


@EVERY
def test_refused_claims(book: str) -> None:
    kept = {"claimant": "Ann", "address": "1 Pitt St", "reason": "no entry", "told_at": DRAWN}
    assert found(entry("claim-refused", amount="100.01", **kept), rulebook=book) == []
    without = {key: value for key, value in kept.items() if key != "address"}
    assert found(entry("claim-refused", amount="100.01", **without), rulebook=book) == [
        ("10.1", "log[1]")
    ]
    assert found(entry("claim-refused", amount="100", **without), rulebook=book) == []
    assert found(entry("claim-refused", amount="1"), rulebook=book) == [("10", "log[1]")]


def test_doubts_about_integrity_and_disputes() -> None:
    doubted = entry("integrity-doubted")
    for book, hours in ((S65, 1), (PJ, 1), (S24, 48)):
        limit = f"2026-10-0{1 + (20 + hours) // 24}T{(20 + hours) % 24:02d}:00:00"
        at, late = f"{limit}+10:00", f"{limit}.1+10:00"
        assert found(doubted, rulebook=book, at=at) == []
        assert found(doubted, rulebook=book, at=late) == [("12", "log[1]")]
        assert found(doubted, entry("inspector-told", at), rulebook=book, at=late) == []
        decided = entry("dispute-decided", complaint_right_told=False)
        assert found(decided, rulebook=book) == [("11", "log[1]")]


def test_findings_come_by_clause_and_place() -> None:
    log = [entry("dispute-decided", complaint_right_told=False) for _ in range(11)]
    places = [where for _, where in found(*log)]
    assert places == [f"log[{number}]" for number in range(1, 12)]
    clauses = [clause for clause, _ in found(*log, terms={}, log=[])]
    assert clauses.index("7.2") < clauses.index("7.10") < clauses.index("9")


@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("rulebook", {"rulebook": "nz-pontoon"}),
        ("extra", {"extra": 1}),
        ("name", {"name": " "}),
        ("starts", {"starts": "2026-09-01"}),
        ("prizes", {"prizes": []}),
        ("prizes[0].kind", {"prizes": [{"kind": "pony"}]}),
        ("prizes[0].litres", {"prizes": [prize("liquor")]}),
        ("prizes[0].litres", {"prizes": [prize("goods", litres="1")]}),
        ("prizes[0].details.plans", {"prizes": [prize("goods", details={"plans": "a"})]}),
        ("log[0].event", {"log": [entry("party")]}),
        ("log[0].prize", {"log": [entry("draw", prize=1, winner="Ann")]}),
        ("log[0].winner", {"log": [entry("draw", prize=0)]}),
        ("log[0].by", {"log": [entry("prize-paid", prize=0, by={})]}),
        ("log[0].by.cash", {"log": [entry("prize-paid", prize=0, by={"cash": "0"})]}),
        ("log[0].chosen", {"log": [entry("draw", prize=0, winner="Ann", chosen=True)]}),
    ],
)
def test_malformed_files_say_where(where: str, change: dict[str, Any]) -> None:
    with pytest.raises(MalformedRecord) as error:
        check_promotion({**promotion(), **change})
    assert error.value.where == where


def test_a_line_may_say_at() -> None:
    assert check_line({**promotion(), "at": STARTS}) == {"findings": []}
    with pytest.raises(MalformedRecord) as error:
        check_line({**promotion(), "at": "noon"})
    assert error.value.where == "at"
    with pytest.raises(MalformedRecord):
        check_promotion({**promotion(), "at": STARTS})


def test_times_are_moments() -> None:
    assert read_moment("2026-09-01T10:00:00+10:00") == read_moment("2026-09-01T00:00:00Z")
    assert read_moment("1970-01-01T00:00:00.000001Z") == 1
    assert (
        read_moment("2000-03-01T00:00:00Z") - read_moment("2000-02-29T00:00:00Z") == 86_400_000_000
    )
    for text in (
        *("2026-09-01t10:00:00Z", "2026-09-01T10:00:00z", "2026-09-01T10:00:60Z"),
        *("2026-02-29T10:00:00Z", "1899-12-31T00:00:00Z", "2026-09-01T10:00:00+24:00"),
        *("2026-09-01T10:00:00.1234567Z", "2026-09-01T24:00:00Z", "2026-09-01T10:00:00"),
    ):
        with pytest.raises(MomentError):
            read_moment(text)


def test_goods_are_worth_something() -> None:
    assert found(prizes=[{"kind": "goods"}]) == [
        ("7.11", "prizes[0].description"),
        ("7.11", "prizes[0].value"),
    ]
