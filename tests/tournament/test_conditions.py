"""What tournament conditions must state, clause by clause (S65 20.3, 20.4.2; S24 21.3, 21.4.2)."""

from typing import Any

import pytest

from houserules.core.record_keys import MalformedRecord
from houserules.rulebook.values import NotOffered
from houserules.tournament.conditions.check import findings_by_item
from houserules.tournament.conditions.reader import read_conditions
from tournament.conditions import BOTH, MISSING, S65, brief, conditions, document, findings

BOOKS = pytest.mark.parametrize(("book", "section"), BOTH)


def of_both(*numbers: str) -> Any:
    """Mark a test with clauses of section 20 (S65) and their peers in section 21 (S24)."""
    peers = [f"21.{number}" for number in numbers]
    twice = ("21.5.3", "21.10.1")  # S24 prints these numbers in two sections
    peers = [f"21/{number}" if number in twice else number for number in peers]

    def mark(test: Any) -> Any:
        test = pytest.mark.clause(S65, *[f"20.{number}" for number in numbers])(test)
        return BOOKS(pytest.mark.clause("nsw-pontoon-2024", *peers)(test))

    return mark


@of_both("4.2")
def test_the_example_can_be_published(book: str, section: str) -> None:
    assert findings(book) == ()


@of_both("4.2", "4.2(h)")
def test_an_empty_document_lacks_every_item(book: str, section: str) -> None:
    data = {"format": "houserules/tournament-1", "rulebook": book, "name": "Cup"}
    by_item = findings_by_item(read_conditions(data))
    letters = ["a", "b", "c", "d", "e", "f", "g", "h)(i", "h)(ii", "h)(iii", "i", "j", "k"]
    assert list(by_item) == [f"{section}.4.2({letter})" for letter in letters]
    assert all(by_item.values())
    assert {finding.state for found in by_item.values() for finding in found} == {"missing"}


@of_both("4.2(a)")
def test_the_entry_fee(book: str, section: str) -> None:
    missing = [("entry_fee", "missing", f"{section}.4.2(a)")]
    assert brief(book, entry_fee=MISSING) == missing
    assert brief(book, entry_fee="0") == []
    assert brief(book, entry_fee="0.01") == []


@of_both("4.2(b)")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"chips__method": MISSING}, [("chips.method", "missing", "4.2(b)")]),
        ({"chips__amount": MISSING}, [("chips.amount", "missing", "4.2(b)")]),
        ({"chips__amount": "0"}, [("chips.amount", "wrong", "4.2(b)")]),
        ({"chips__amount": "999.50"}, [("chips.amount", "wrong", "4.2(b)")]),
        ({"chips__amount": "24"}, [("chips.amount", "wrong", "6.13")]),
        ({"chips__amount": "25"}, []),
        ({"chips__amount": "26"}, []),
        ({"chips__price": "5"}, [("chips.price", "wrong", "4.2(b)")]),
        ({"chips__method": "bought"}, [("chips.price", "missing", "4.2(b)")]),
        ({"chips__method": "bought", "chips__price": "0"}, [("chips.price", "wrong", "4.2(b)")]),
        ({"chips__method": "bought", "chips__price": "100"}, []),
    ],
)
def test_the_chips(
    book: str, section: str, changes: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    found = brief(book, **changes)
    assert found == [(key, state, f"{section}.{clause}") for key, state, clause in expected]


@BOOKS
def test_chips_are_redeemed_at_the_ratio_of_issue(book: str, section: str) -> None:
    clause = f"{section}.6.9"

    def with_value(**chips: Any) -> list[tuple[str, str, str]]:
        start = {"method": "bought", "amount": "1000", "price": "100", "cash_value": True}
        return brief(book, chips={**start, **chips})

    assert with_value(issued_at="10 to 1", redeemed_at="10 to 1") == []
    assert with_value(issued_at="10 to 1", redeemed_at="20 to 2") == []
    for other in ("9 to 1", "11 to 1"):
        assert with_value(issued_at="10 to 1", redeemed_at=other) == [
            ("chips.redeemed_at", "wrong", clause)
        ]
    assert with_value(issued_at="10 to 1", redeemed_at="10 to 1", price="99") == [
        ("chips.price", "wrong", clause)
    ]
    assert with_value() == [
        ("chips.issued_at", "missing", clause),
        ("chips.redeemed_at", "missing", clause),
    ]
    assert with_value(issued_at="0 to 1", redeemed_at="0 to 1", price="100")[0] == (
        "chips.issued_at",
        "wrong",
        clause,
    )
    assert brief(book, chips__issued_at="10 to 1") == [("chips.issued_at", "wrong", clause)]
    assert brief(book, chips__cash_value=MISSING) == [("chips.cash_value", "missing", clause)]


@of_both("4.2(c)")
def test_every_round_has_a_minimum_wager(book: str, section: str) -> None:
    missing = [("minimum_wager", "missing", f"{section}.4.2(c)")]
    assert brief(book, minimum_wager=MISSING) == missing
    assert brief(book, minimum_wager=False) == [("minimum_wager", "wrong", f"{section}.6.4")]


def limits(*rows: tuple[int, str, str]) -> list[dict[str, Any]]:
    return [{"from_round": first, "minimum": low, "maximum": high} for first, low, high in rows]


@of_both("4.2(d)", "6.15")
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([(1, "25", "500"), (30, "50", "500")], []),
        ([(1, "25", "500"), (31, "50", "500")], [("limits[1].from_round", "6.15")]),
        ([(1, "25", "500"), (2, "50", "500")], []),
        ([(1, "25", "500"), (1, "50", "500")], [("limits[1].from_round", "6.15")]),
        ([(2, "25", "500")], [("limits[0].from_round", "4.2(d)")]),
        ([(1, "499", "500")], []),
        ([(1, "500", "500")], []),
        ([(1, "501", "500")], [("limits[0].minimum", "4.2(d)")]),
        ([(1, "0", "500")], [("limits[0].minimum", "4.2(d)")]),
        ([(1, "25", "500.50")], [("limits[0].maximum", "4.2(d)")]),
    ],
)
def test_limits_by_round(
    book: str, section: str, rows: list[tuple[int, str, str]], expected: list[tuple[str, str]]
) -> None:
    found = brief(book, limits=limits(*rows), stages__1__minutes=MISSING, stages__1__rounds=10)
    assert found == [(key, "wrong", f"{section}.{clause}") for key, clause in expected]


@of_both("4.2(d)")
def test_limits_may_differ_by_stage(book: str, section: str) -> None:
    assert brief(book, limits=MISSING) == [("limits", "missing", f"{section}.4.2(d)")]
    own = {f"stages__{number}__limits": limits((1, "10", "100")) for number in range(4)}
    assert brief(book, limits=MISSING, **own) == []
    assert brief(book, stages__0__limits=limits((1, "10", "100"), (21, "20", "100"))) == [
        ("stages[0].limits[1].from_round", "wrong", f"{section}.6.15")
    ]


@of_both("4.2(e)")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"stages": MISSING}, [("stages", "missing")]),
        ({"stages__0__rounds": MISSING}, [("stages[0].rounds", "missing")]),
        ({"stages__0__minutes": 30}, [("stages[0].minutes", "wrong")]),
        ({"stages__0__rounds": 0}, [("stages[0].rounds", "wrong")]),
        ({"stages__0__tables": MISSING}, [("stages[0].tables", "missing")]),
        ({"stages__0__tables": 0}, [("stages[0].tables", "wrong")]),
        ({"stages__0__tables": 1}, []),
        ({"stages__3__tables": 2}, [("stages[3].tables", "wrong")]),
        ({"stages__0__players_per_table": MISSING}, [("stages[0].players_per_table", "missing")]),
        ({"stages__3__players_per_table": 8}, [("stages[3].players_per_table", "wrong")]),
        ({"stages__3__players_per_table": 6}, []),
        ({"stages__3__players_per_table": 1}, [("stages[3].players_per_table", "wrong")]),
        ({"stages__0__entrants": 10}, [("stages[0].entrants", "wrong")]),
        ({"stages__1__entrants": 1}, [("stages[1].entrants", "wrong")]),
        ({"stages__1__byes": True}, [("stages[1].byes", "wrong")]),
        ({"stages__2__name": "Heats"}, [("stages", "wrong")]),
        ({"stages__0__kind": "repechage"}, [("stages[0].kind", "wrong")]),
    ],
)
def test_the_structure(
    book: str, section: str, changes: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    found = [row for row in brief(book, **changes) if row[2] == f"{section}.4.2(e)"]
    wanted = [(key, state, f"{section}.4.2(e)") for key, state in expected]
    assert found[: len(wanted)] == wanted
    assert bool(found) == bool(wanted)


@of_both("4.2(e)")
def test_the_last_stage_is_the_final(book: str, section: str) -> None:
    stages = document()["stages"]
    for wrong in (stages[:3], [*stages, stages[0]], [stages[3], *stages]):
        keys = [(key, state) for key, state, _ in brief(book, stages=wrong)]
        assert ("stages", "wrong") in keys


@of_both("10.1")
def test_how_many_advance_is_fixed_before_the_start(book: str, section: str) -> None:
    clause = f"{section}.10.1"
    assert brief(book, stages__0__advance=MISSING) == [("stages[0].advance", "missing", clause)]
    for wrong in (0, 7):
        assert brief(book, stages__0__advance=wrong) == [("stages[0].advance", "wrong", clause)]
    for allowed in (1, 6):
        assert clause not in [row[2] for row in brief(book, stages__0__advance=allowed)]
    assert brief(book, stages__3__advance=1) == [("stages[3].advance", "wrong", clause)]


@of_both("4.2(e)")
def test_the_structure_works_with_every_number_of_entries(book: str, section: str) -> None:
    for most in (62, 63):
        assert brief(book, entry__maximum=most) == []
    (finding,) = findings(book, entry__maximum=64)
    assert (finding.key, finding.state) == ("stages[3]", "wrong")
    assert finding.clause == f"{section}.4.2(e)"
    assert finding.detail == (
        "With 64 entries 8 players reach Final, which has 7 seats: let fewer advance."
    )


@of_both("4.2(f)")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"play__allocation": MISSING}, [("play.allocation", "missing", "4.2(f)")]),
        ({"play__allocation": "  "}, [("play.allocation", "missing", "4.2(f)")]),
        ({"play__order_of_wagering": MISSING}, [("play.order_of_wagering", "missing", "9.1")]),
        ({"play__deal_from_marker": True}, []),
        (
            {"play__deal_from_marker": True, "play__order_of_wagering": False},
            [("play.deal_from_marker", "wrong", "9.3")],
        ),
        ({"play__pass_cards": MISSING}, [("play.pass_cards", "missing", "4.2(f)")]),
        ({"play__pass_cards": -1}, [("play.pass_cards", "wrong", "7.1")]),
        ({"play__pass_cards": 0}, []),
        ({"play__undisclosed_wagers": MISSING}, [("play.undisclosed_wagers", "missing", "4.2(f)")]),
        ({"play__undisclosed_wagers": -1}, [("play.undisclosed_wagers", "wrong", "8.1")]),
        ({"play__undisclosed_wagers": 0}, []),
        ({"play__wager_seconds": 0}, [("play.wager_seconds", "wrong", "6.11")]),
        ({"play__wager_seconds": 1}, []),
        ({"play__wager_seconds": MISSING, "play__wager_clock_notice": MISSING}, []),
        ({"play__wager_clock_notice": MISSING}, [("play.wager_clock_notice", "missing", "6.11")]),
    ],
)
def test_the_conditions_of_play(
    book: str, section: str, changes: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    found = brief(book, **changes)
    assert found == [(key, state, f"{section}.{clause}") for key, state, clause in expected]


@of_both("4.2(g)")
def test_buy_backs(book: str, section: str) -> None:
    clause = f"{section}.4.2(g)"
    full = {"offered": True, "times": 1, "price": "50", "method": "At the desk", "timing": "Heats"}
    assert brief(book, buy_back=full) == []
    assert brief(book, buy_back={**full, "times": 0}) == [("buy_back.times", "wrong", clause)]
    for key in ("times", "price", "method", "timing"):
        without = {name: value for name, value in full.items() if name != key}
        assert brief(book, buy_back=without) == [(f"buy_back.{key}", "missing", clause)]
        beside = {"offered": False, key: full[key]}
        assert brief(book, buy_back=beside) == [(f"buy_back.{key}", "wrong", clause)]
    assert brief(book, buy_back=MISSING) == [("buy_back.offered", "missing", clause)]


@of_both("4.2(h)", "4.2(h)(i)", "4.2(h)(ii)", "4.2(h)(iii)")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"statement": MISSING}, [("statement", "missing", "(i)")]),
        ({"may_refuse": MISSING}, [("may_refuse", "missing", "(ii)")]),
        ({"refusal_statement": MISSING}, [("refusal_statement", "missing", "(ii)")]),
        ({"may_refuse": False}, [("refusal_statement", "wrong", "(ii)")]),
        ({"may_refuse": False, "refusal_statement": MISSING}, []),
        ({"selects": MISSING}, [("selects", "missing", "(iii)")]),
        ({"selects": True}, [("criteria", "missing", "(iii)")]),
        ({"selects": True, "criteria": "Members of the club"}, []),
        ({"criteria": "Members of the club"}, [("criteria", "wrong", "(iii)")]),
    ],
)
def test_eligibility(
    book: str, section: str, changes: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    found = brief(book, **{f"eligibility__{key}": value for key, value in changes.items()})
    assert found == [
        (f"eligibility.{key}", state, f"{section}.4.2(h){part}") for key, state, part in expected
    ]


@of_both("4.2(i)")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        *[
            ({key: MISSING}, [(key, "missing")])
            for key in ("terms", "withdrawal_hours", "application_form", "minimum", "maximum")
        ],
        ({"withdrawal_hours": -1}, [("withdrawal_hours", "wrong")]),
        ({"withdrawal_hours": 0}, []),
        ({"minimum": 63}, []),
        ({"minimum": 64}, [("maximum", "wrong")]),
        ({"maximum": 10_001}, [("maximum", "wrong")]),
    ],
)
def test_terms_of_entry(
    book: str, section: str, changes: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    found = brief(book, **{f"entry__{key}": value for key, value in changes.items()})
    wanted = [(f"entry.{key}", state, f"{section}.4.2(i)") for key, state in expected]
    assert [row for row in found if row[2] == f"{section}.4.2(i)"] == wanted


@of_both("4.2(i)")
def test_a_tournament_needs_two_players(book: str, section: str) -> None:
    only_final = [{"kind": "final", "rounds": 20, "tables": 1, "players_per_table": 7}]
    prizes = {"payment": "In cash", "places": [{"place": 1, "share": "100"}]}
    entry = {**document()["entry"], "maximum": 7}
    for least, expected in ((1, ["entry.minimum"]), (2, []), (3, [])):
        found = brief(book, stages=only_final, prizes=prizes, entry={**entry, "minimum": least})
        assert [key for key, _, _ in found] == expected


@of_both("4.2(j)")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"payment": MISSING}, [("payment", "missing", "4.2(j)")]),
        ({"places": MISSING}, [("places", "missing", "4.2(j)")]),
        ({"places": [{"place": 2, "share": "100"}]}, [("places", "wrong", "4.2(j)")]),
        ({"places": [{"place": 1}]}, [("places[0]", "wrong", "4.2(j)")]),
        (
            {"places": [{"place": 1, "share": "100"}, {"place": 2, "share": "0"}]},
            [("places[1]", "wrong", "4.2(j)")],
        ),
        ({"places": [{"place": 1, "share": "99.99"}]}, [("places", "wrong", "3.2")]),
        ({"places": [{"place": 1, "share": "100"}]}, []),
        ({"places": [{"place": 1, "share": "100.01"}]}, [("places", "wrong", "3.2")]),
        (
            {"places": [{"place": 1, "share": "100"}, {"place": 2, "amount": "10"}]},
            [("places", "wrong", "3.2")],
        ),
    ],
)
def test_prizes(
    book: str, section: str, changes: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    found = brief(book, **{f"prizes__{key}": value for key, value in changes.items()})
    assert found == [
        (f"prizes.{key}", state, f"{section}.{clause}") for key, state, clause in expected
    ]


@of_both("4.2(j)")
def test_no_more_prizes_than_places_in_the_final(book: str, section: str) -> None:
    def places(count: int) -> list[dict[str, Any]]:
        rest = [{"place": place, "share": "1"} for place in range(2, count + 1)]
        return [{"place": 1, "share": str(101 - count)}, *rest]

    only_final = [{"kind": "final", "rounds": 20, "tables": 1, "players_per_table": 7}]
    entry = {**document()["entry"], "minimum": 7, "maximum": 7}
    shape: dict[str, Any] = {"stages": only_final, "entry": entry, "prizes__guarantee_entries": 7}
    for count in (6, 7):
        assert brief(book, **shape, prizes__places=places(count)) == []
    assert ("prizes.places", "wrong", f"{section}.4.2(j)") in brief(
        book, **shape, prizes__places=places(8)
    )


@of_both("4.2(j)")
def test_amounts_give_the_winners_the_whole_pool(book: str, section: str) -> None:
    """63 fees of $50 and $500 make $3,650; 21 make $1,550."""

    def with_prize(amount: str, guarantee: str) -> list[tuple[str, str, str]]:
        places = [{"place": 1, "amount": amount}]
        return brief(book, prizes__places=places, prizes__guarantee=guarantee)

    assert with_prize("3650", "3650") == []
    assert with_prize("3649.99", "3650") == [("prizes.places", "wrong", f"{section}.3.2")]
    assert with_prize("3650.01", "3650") == [("prizes.guarantee", "missing", f"{section}.3.3")]


@of_both("3.1")
def test_cash_goods_or_services_may_be_added(book: str, section: str) -> None:
    for kind in ("cash", "goods", "services"):
        assert brief(book, prizes__added=[{"kind": kind, "value": "500"}]) == []
    assert brief(book, prizes__added=[{"kind": "credit", "value": "500"}]) == [
        ("prizes.added[0].kind", "wrong", f"{section}.3.1")
    ]
    places = [{"place": 1, "share": "100"}, {"place": 2, "goods": "A weekend for two"}]
    assert brief(book, prizes__places=places) == [("prizes.added", "missing", f"{section}.3.1")]
    goods = [{"kind": "services", "value": "800", "description": "A weekend for two"}]
    assert brief(book, prizes__places=places, prizes__added=goods) == []


@of_both("3.3")
def test_a_guarantee_rests_on_a_number_of_entries(book: str, section: str) -> None:
    clause, key = f"{section}.3.3", "prizes.guarantee_entries"
    assert brief(book, prizes__guarantee_entries=MISSING) == [(key, "missing", clause)]
    for allowed in (1, 62, 63):
        assert brief(book, prizes__guarantee_entries=allowed) == []
    for wrong in (0, 64):
        assert brief(book, prizes__guarantee_entries=wrong) == [(key, "wrong", clause)]
    assert brief(book, prizes__guarantee=MISSING) == [(key, "wrong", clause)]
    assert brief(book, prizes__guarantee="0") == [("prizes.guarantee", "wrong", clause)]
    assert conditions(book).prizes.may_cancel


@of_both("4.2(k)")
def test_the_rules_prevail(book: str, section: str) -> None:
    clause = f"{section}.4.2(k)"
    assert brief(book, rules_prevail=MISSING) == [("rules_prevail", "missing", clause)]
    for text in ("The rules prevail.", "The Tournament Manager runs the tournament."):
        assert brief(book, rules_prevail=text) == [("rules_prevail", "wrong", clause)]


@pytest.mark.clause(S65, "6.7.1")
@pytest.mark.clause("nsw-pontoon-2024", "6.7.1")
@BOOKS
def test_no_tournament_at_a_low_limit_table(book: str, section: str) -> None:
    table = {"smallest_chip": "1", "low_limit": True}
    assert brief(book, table=table) == [("table.low_limit", "wrong", "6.7.1")]
    assert brief(book, table={**table, "low_limit": False}) == []


@of_both("8.2.6")
def test_conditions_choose_what_undisclosed_wagers_follow(book: str, section: str) -> None:
    table = {"smallest_chip": "1", "undisclosed_follows": "the box"}
    part = conditions(book, table=table).rules.tournament
    assert not isinstance(part, NotOffered) and part.undisclosed_follows.value == "the box"
    assert brief(book, table=table) == []
    with pytest.raises(MalformedRecord, match="it takes one of"):
        conditions(book, table={**table, "undisclosed_follows": "the hand"})


@pytest.mark.parametrize("book", ["nz-pontoon", "nsw-pinkjack-2016"])
def test_rulebooks_without_tournaments_are_refused(book: str) -> None:
    with pytest.raises(MalformedRecord, match=f"'{book}' has no tournament play; choose one of"):
        read_conditions(document(book))


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"format": "houserules/session-1"}, "format"),
        ({"rulebook": "bridge"}, "rulebook"),
        ({"name": MISSING}, "name"),
        ({"prize": {}}, "prize"),
        ({"entry_fee": "fifty"}, "entry_fee"),
        ({"entry_fee": 50}, "entry_fee"),
        ({"chips__method": "lent"}, "chips.method"),
        ({"chips__issued_at": "ten"}, "chips.issued_at"),
        ({"stages__0__kind": "quarter-final"}, "stages[0].kind"),
        ({"stages__0__rounds": "20"}, "stages[0].rounds"),
        ({"limits": [{"from_round": 1, "minimum": "25"}]}, "limits[0].maximum"),
        ({"table": {"low_limits": True}}, "table.low_limits"),
    ],
)
def test_malformed_conditions_say_where(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(MalformedRecord) as raised:
        read_conditions(document(**changes))
    assert raised.value.where == where


def test_conditions_are_a_table_of_keys() -> None:
    with pytest.raises(MalformedRecord, match="must be a table of keys, not a list"):
        read_conditions([])


@of_both("4.1")
@pytest.mark.parametrize(
    ("key", "allowed"),
    [
        ("limits", True),
        ("stages[0].limits", True),
        ("play.wager_seconds", True),
        ("prizes.added", True),
        ("prizes", False),
        ("prizes.places", False),
        ("playtime", False),
        ("entry_fee", False),
        ("chips.amount", False),
        ("name", False),
        ("changes", False),
    ],
)
def test_what_may_change_after_publication(
    book: str,
    section: str,
    key: str,
    allowed: bool,  # noqa: FBT001
) -> None:
    expected = [] if allowed else [("changes.keys[0]", "wrong", f"{section}.4.1")]
    assert brief(book, changes={"keys": [key]}) == expected


@of_both("5.3")
def test_notice_is_a_minute_or_more(book: str, section: str) -> None:
    wrong = [("changes.notice_minutes", "wrong", f"{section}.5.3")]
    assert brief(book, changes={"notice_minutes": 0}) == wrong
    assert brief(book, changes={"notice_minutes": 1}) == []


BOUGHT = {"method": "bought", "amount": "1000", "price": "100", "cash_value": False}
BACK = {"offered": True, "times": 1, "price": "20", "method": "desk", "timing": "at once"}


@of_both("3.2")
def test_what_the_pool_includes_beside_the_fees(book: str, section: str) -> None:
    wrong = [("prizes.includes", "wrong", f"{section}.3.2")]
    both = {"prizes__includes": ["buy-ins", "buy-backs"]}
    assert brief(book, **both) == wrong * 2
    assert brief(book, **both, chips=BOUGHT, buy_back=BACK) == []
    cash = {"cash_value": True, "issued_at": "10 to 1", "redeemed_at": "10 to 1"}
    assert brief(book, prizes__includes=["buy-ins"], chips=BOUGHT | cash) == wrong
    amounts = [{"place": 1, "amount": "100000"}]
    given = {"prizes__includes": ["buy-ins"], "prizes__places": amounts, "chips": BOUGHT}
    assert brief(book, **given, prizes__guarantee="100000") == wrong


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"prizes__includes": ["tips"]}, "prizes.includes"),
        ({"changes": {"keys": [1]}}, "changes.keys[0]"),
        ({"changes": {"key": []}}, "changes.key"),
    ],
)
def test_lists_that_cannot_be_read(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(MalformedRecord) as error:
        conditions(**changes)
    assert error.value.where == where
