"""A rulebook as data for a reader, one clause of it, and two rulebooks side by side."""

from dataclasses import fields, replace
from importlib import import_module
from itertools import permutations
from typing import Any

import pytest

from houserules.rulebook.clauses import ClauseRegister, register_of
from houserules.rulebook.compare import Comparison, Difference, Side, compare
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import options, values, vary
from houserules.rulebook.render import (
    Answer,
    ClauseView,
    Found,
    RulebookView,
    SectionView,
    ValueView,
    entries_in_order,
    look_up,
    near,
    whole,
)
from houserules.rulebook.value_text import PARTS
from houserules.rulebook.values import NotOffered

in_every_rulebook = pytest.mark.parametrize("name", RULEBOOKS)
of_every_two = pytest.mark.parametrize(("left", "right"), list(permutations(RULEBOOKS, 2)))


def clauses(name: str) -> list[ClauseView]:
    return [clause for section in whole(rulebook(name)).sections for clause in section.clauses]


def answer(name: str, asked: str) -> Answer:
    found = look_up(rulebook(name), asked)
    assert found is not None
    return found


def numbers(found: tuple[ClauseView, ...]) -> list[str]:
    return [clause.number for clause in found]


@pytest.mark.parametrize(
    ("view", "keys"),
    [
        (RulebookView, "rulebook title edition documents sections readings"),
        (SectionView, "number title clauses"),
        (
            ClauseView,
            "number document section title says kind planned by values points not_offered readings",
        ),
        (ValueView, "key value shown clause allowed may_be readings"),
        (Answer, "rulebook asked found readings"),
        (Found, "clause paragraphs"),
        (Comparison, "left right differences"),
        (Difference, "part key left right"),
        (Side, "value shown clause allowed may_be"),
    ],
)
def test_the_keys_that_programs_read_stay_what_they_are(view: Any, keys: str) -> None:
    assert [field.name for field in fields(view)] == keys.split()


@in_every_rulebook
def test_a_rulebook_has_every_clause_once(name: str) -> None:
    registered = [entry.number for entry in register_of(rulebook(name).registers).entries]
    assert sorted(clause.number for clause in clauses(name)) == sorted(registered)


@in_every_rulebook
def test_a_section_stands_once_with_its_clauses_together(name: str) -> None:
    sections = whole(rulebook(name)).sections
    assert len({section.number for section in sections}) == len(sections)
    for section in sections:
        assert {clause.section for clause in section.clauses} == {section.number}
        assert {clause.title for clause in section.clauses} == {section.title}


@pytest.mark.clause("nz-pontoon", "1", "2", "3", "4", "5")
def test_the_amendment_is_written_into_the_division() -> None:
    rules = rulebook("nz-pontoon")
    order = [entry.number for entry in entries_in_order(rules)]

    def around(number: str) -> list[str]:
        place = order.index(number)
        return order[place - 1 : place + 2]

    assert around("11.2A") == ["11.2", "11.2A", "11.3"]
    assert around("5.6") == ["5.5(b)", "5.6", "5.7"]
    assert around("1.0:coloured-pair") == ["1.0:box", "1.0:coloured-pair", "1.0:hard-total"]
    assert around("15A.1") == ["15.6", "15A.1", "15A.2"]
    assert around("16.1") == ["15A.8", "16.1", "16.2"]
    unnumbered = ["appendix:1", "order:effect", "order:prescription"]
    assert order[-8:] == ["1", "2", "3", "4", "5", *unnumbered]


def test_the_division_keeps_its_own_order_when_it_is_amended() -> None:
    alone = [entry.number for entry in register_of(("nz-pontoon",)).entries]
    amended = [entry.number for entry in entries_in_order(rulebook("nz-pontoon"))]
    assert [number for number in amended if number in alone] == alone


@in_every_rulebook
def test_all_that_a_rulebook_says_hangs_on_its_clause(name: str) -> None:
    rules = rulebook(name)
    given = {value.key: clause.number for clause in clauses(name) for value in clause.values}
    assert given == {key: value.clause for key, value in values(rules)}
    points = {key: clause.number for clause in clauses(name) for key in clause.points}
    out = {part: clause.number for clause in clauses(name) for part in clause.not_offered}
    for part in PARTS:
        content = getattr(rules, part)
        if isinstance(content, NotOffered):
            assert out.pop(part) == content.clause
            continue
        for field in fields(content):
            if field.name not in given:
                assert points.pop(field.name) == getattr(content, field.name)
    assert (points, out) == ({}, {})


@in_every_rulebook
def test_an_option_shows_what_may_be_chosen_and_no_other_value_does(name: str) -> None:
    may = options(rulebook(name))
    for clause in clauses(name):
        for value in clause.values:
            assert (value.allowed is not None) == (value.key in may), value.key
            assert (value.may_be is not None) == (value.key in may), value.key


def test_a_value_is_shown_as_it_is_written_and_in_words() -> None:
    rules = rulebook("nsw-pontoon-2024")
    shown = {value.key: value for clause in clauses(rules.id) for value in clause.values}
    assert shown["decks"] == ValueView("decks", 8, "8", "4.1", (8, 6), "6, 8", ())
    assert shown["resplit"] == ValueView(
        *("resplit", False, "no", "14.8", (False, True), "no, yes", ())
    )
    assert shown["minimum"] == ValueView("minimum", "5.00", "$5", "7.1", "amount", "an amount", ())
    assert shown["perfect_pairs"] == ValueView(
        *("perfect_pairs", "not offered", "not offered", "16.3"),
        *("amount or not offered", "an amount or not offered", (28,)),
    )
    assert shown["pontoon_pays"] == ValueView(
        "pontoon_pays", "3 to 2", "3 to 2", "11.1", None, None, ()
    )


def test_a_clause_shows_what_enforces_it() -> None:
    (found,) = answer("nsw-pontoon-2024", "14.8").found
    clause = found.clause
    assert (clause.kind, clause.planned, clause.by) == ("enforced", False, ("table.round.split",))
    assert [value.key for value in clause.values] == ["resplit"]
    assert found.paragraphs == ()


def test_a_clause_that_is_not_built_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def unbuilt(documents: tuple[str, ...]) -> ClauseRegister:
        entries = register_of(documents).entries
        return ClauseRegister(tuple(replace(each, by=(), planned=True) for each in entries))

    monkeypatch.setattr(import_module("houserules.rulebook.render"), "register_of", unbuilt)
    (found,) = answer("nsw-pontoon-2024", "21.13.1").found
    assert (found.clause.planned, found.clause.by) == (True, ())


def test_a_clause_brings_its_paragraphs_and_their_readings() -> None:
    got = answer("nsw-pontoon-2024", "14.9")
    (found,) = got.found
    assert numbers(found.paragraphs) == ["14.9.1", "14.9.2", "14.9.3", "14.9.4", "14.9.5"]
    assert found.clause.readings == (33,)
    assert [each.number for each in got.readings] == [16, 33, 39]


@pytest.mark.parametrize(
    ("name", "asked", "found"),
    [
        ("nsw-pontoon-2024", "21.4", ["21/21.4", "22/21.4"]),
        ("nsw-pontoon-2024", "22/21.4", ["22/21.4"]),
        ("nsw-pontoon-2024", "6.7", ["6/6.7", "7/6.7"]),
        ("nsw-pontoon-2024", "21.7.2", ["21.7.2"]),
        ("nsw-pontoon-2024", "22/21.7.2", ["21.7.2"]),
        ("nsw-pontoon-2024", "14/14.8", ["14.8"]),
        ("nsw-pontoon-2024", " 14.8. ", ["14.8"]),
        ("nsw-pontoon-2024", "15", ["15.1", "15.2", "15.3", "15.4"]),
        ("nsw-pontoon-2024", "2", ["2.1"]),
        ("nz-pontoon", "2.0", ["2.0"]),
        ("nz-pontoon", "15A", [f"15A.{number}" for number in range(1, 9)]),
        ("nz-pontoon", "4.1(c)(ii)", ["4.1(c)(ii)"]),
        ("nsw-pinkjack-2016", "1.1:pinkjack", ["1.1:pinkjack"]),
    ],
)
def test_a_clause_is_found(name: str, asked: str, found: list[str]) -> None:
    assert [each.clause.number for each in answer(name, asked).found] == found


def test_paragraphs_of_a_number_printed_twice_stay_apart() -> None:
    tournament, prizes = answer("nsw-pontoon-2024", "21.5").found
    assert {clause.section for clause in tournament.paragraphs} == {"21"}
    assert {clause.section for clause in prizes.paragraphs} == {"22"}
    assert numbers(prizes.paragraphs) == [f"22/21.5.{number}" for number in range(1, 6)]
    assert "21.5.6.2" in numbers(tournament.paragraphs)


def test_a_paragraph_of_another_clause_is_not_below() -> None:
    (found,) = answer("nz-pontoon", "16.1").found
    assert found.paragraphs == ()  # 16.10 to 16.12 only begin alike


@pytest.mark.parametrize("asked", ["99.9", "", "14.88", "14.8.1", "22/14.8", "pontoon"])
def test_what_is_not_there_is_not_found(asked: str) -> None:
    assert look_up(rulebook("nsw-pontoon-2024"), asked) is None


@pytest.mark.parametrize(
    ("name", "asked", "first"),
    [
        ("nsw-pontoon-2024", "14.88", "14.8"),
        ("nsw-pontoon-2024", "14.9.6", "14.9.1"),
        ("nsw-pontoon-2024", "Pontoon", "2.1:pontoon"),
        ("nz-pontoon", "13.4(d)", "13.4(a)"),
        ("nz-pontoon", "15A.9", "15A.1"),
    ],
)
def test_what_comes_near_is_named_best_first(name: str, asked: str, first: str) -> None:
    close = near(rulebook(name), asked)
    assert close[0] == first
    assert len(close) <= 5


def test_nothing_comes_near_a_word_from_elsewhere() -> None:
    assert near(rulebook("nz-pontoon"), "zzz") == ()


def differing(left: str, right: str) -> dict[tuple[str, str | None], Difference]:
    found = compare(rulebook(left), rulebook(right)).differences
    return {(each.part, each.key): each for each in found}


@pytest.mark.clause("nsw-pontoon-2024", "11.1", "18.10")
@pytest.mark.clause("nsw-pontoon-6to5-2017", "10.1", "17.10.1")
def test_what_the_two_pontoons_of_new_south_wales_differ_in() -> None:
    found = differing("nsw-pontoon-2024", "nsw-pontoon-6to5-2017")
    assert found["pontoon", "pontoon_pays"] == Difference(
        "pontoon",
        "pontoon_pays",
        Side("3 to 2", "3 to 2", "11.1"),
        Side("6 to 5", "6 to 5", "10.1"),
    )
    assert found["play", "absent_player"] == Difference(
        "play",
        "absent_player",
        Side("stand", "stand", "18.10"),
        Side("stand", "stand", "17.10.1", ("stand", "draw-to-12"), "draw-to-12, stand"),
    )
    assert list(found) == [
        ("sign", "sign_for_players"),
        ("sign", "sign_for_kinds"),
        ("pontoon", "pontoon_pays"),
        ("play", "absent_player"),
        ("wrong_payments", None),
        ("wrong_payments", "wrong_payment_reported_over"),
        ("player_cards", None),
        ("player_cards", "invalid_wager_lost"),
        ("powers", "may_report_payment"),
        ("powers", "may_limit_players"),
        ("powers", "may_find_wager_invalid"),
        ("promotions", "no_alternative_to"),
        ("promotions", "alternative_is_stated"),
        ("promotions", "prize_money_by"),
        ("promotions", "winner_chooses_above"),
        ("promotions", "conversion_is_approved"),
        ("promotions", "amendment_sent_within"),
        ("promotions", "integrity_told_within"),
    ]


ROUND = (
    *("equipment", "wagers", "initial_deal", "insurance", "surrender", "super_bonus", "play"),
    *("doubling", "splitting", "perfect_pairs", "final"),
)


def test_new_zealand_differs_where_its_document_does() -> None:
    found = differing("nsw-pontoon-2024", "nz-pontoon")
    assert [key for part, key in found if part in ROUND and key != "dealt_from"] == [
        *("boxes", "decks", "controls_without_seated", "no_more_bets", "insurance_payable"),
        *("surrender_of_others", "super_bonus_lowest_wager", "bonus_of_others_counts"),
        *(
            "super_bonus_cards_leave",
            "must_draw_below",
            "absent_when",
            "absent_player",
            "double_least",
            "aces_when_doubling",
        ),
        *("others_not_doubling_get", "resplit", "resplit_aces", "others_not_splitting"),
        *("perfect_pairs_for", "natural_collects"),
    ]


def test_a_part_that_one_game_lacks_stands_before_its_values() -> None:
    found = differing("nsw-pontoon-2024", "nsw-pinkjack-2016")
    assert found["insurance", None].left == Side(value=True, shown="in this game", clause="9.1")
    assert found["insurance", None].right == Side(
        value=False, shown="not in this game", clause="5.3"
    )
    assert found["insurance", "insurance_pays"].left == Side("2 to 1", "2 to 1", "17.1.6")
    assert found["insurance", "insurance_pays"].right is None
    assert list(found).index(("insurance", None)) < list(found).index(
        ("insurance", "insurance_pays")
    )
    assert {part for part, key in found if key is None} == {
        *("insurance", "surrender", "pontoon", "bonus_21", "super_bonus", "forfeit"),
        *("perfect_pairs", "blackjack", "five_card_trick", "suits_you", "face_down"),
        *("player_cards", "late_payment", "low_limit_gaming", "late_offers", "wrong_payments"),
        "tournament",
    }


@of_every_two
def test_everything_that_differs_is_shown_and_nothing_else(left: str, right: str) -> None:
    def said(name: str) -> dict[str, object]:
        return {
            key: (value.value, {value.value, *value.alternatives}, value.choice)
            for key, value in values(rulebook(name))
        }

    ours, theirs = said(left), said(right)
    expected = {k for k in ours.keys() | theirs.keys() if ours.get(k) != theirs.get(k)}
    assert {key for _, key in differing(left, right) if key} == expected


@of_every_two
def test_a_comparison_turned_round_is_its_mirror(left: str, right: str) -> None:
    mirrored = {
        at: Difference(each.part, each.key, each.right, each.left)
        for at, each in differing(right, left).items()
    }
    assert differing(left, right) == mirrored


@in_every_rulebook
def test_a_rulebook_does_not_differ_from_itself(name: str) -> None:
    assert compare(rulebook(name), rulebook(name)) == Comparison(name, name, ())


def test_one_changed_value_is_the_only_difference() -> None:
    rules = rulebook("nz-pontoon")
    (found,) = compare(rules, vary(rules, "dealer_stands_on_soft", 17)).differences
    assert (found.part, found.key) == ("dealer", "dealer_stands_on_soft")
