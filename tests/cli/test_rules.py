"""`houserules rules`: what a person reads, what a program reads, and what is not there."""

import json
import re
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from houserules.cli.rules import rules
from houserules.rulebook.clauses import ClauseRegister, register_of
from houserules.rulebook.loader import RULEBOOKS

app = typer.Typer()
app.command("rules")(rules)

PLAIN = {"FORCE_COLOR": None, "TTY_COMPATIBLE": None, "NO_COLOR": None}
REQUESTS = [
    (),
    *[(name,) for name in RULEBOOKS],
    ("nsw-pontoon-2024", "14.8"),
    ("nsw-pontoon-2024", "21.4"),
    ("--compare", "nsw-pontoon-2024", "nsw-pinkjack-2016"),
]


def run(*arguments: str, width: int = 80, **env: str) -> Result:
    return CliRunner().invoke(app, arguments, env={**PLAIN, "COLUMNS": str(width), **env})


def page(*arguments: str, width: int = 80) -> str:
    """Return what a person reads, with every run of blanks made one."""
    result = run(*arguments, width=width)
    assert (result.exit_code, result.stderr) == (0, "")
    return " ".join(result.stdout.split())


def data(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


@pytest.mark.parametrize("request_", REQUESTS, ids=" ".join)
@pytest.mark.parametrize("width", [80, 120])
def test_a_page_keeps_to_the_width_and_is_plain_in_a_pipe(
    request_: tuple[str, ...], width: int
) -> None:
    lines = run(*request_, width=width).stdout.splitlines()
    assert width - 20 < max(map(len, lines)) <= width
    for line in lines:
        assert line == line.rstrip()
        assert line.isprintable()


@pytest.mark.parametrize("request_", REQUESTS, ids=" ".join)
def test_a_terminal_gets_the_same_words_with_styles(request_: tuple[str, ...]) -> None:
    styled = run(*request_, FORCE_COLOR="1").stdout
    assert "\x1b[1" in styled
    words = re.sub(r"\x1b\[[\d;]*m", "", styled)
    assert [line.rstrip() for line in words.splitlines()] == run(*request_).stdout.splitlines()


def test_without_arguments_the_four_are_listed() -> None:
    text = page(width=120)
    for name in RULEBOOKS:
        assert name in text
    assert "Pontoon 6 to 5 New South Wales, 25 May 2017" in text
    listed = data()["rulebooks"]
    assert [each["rulebook"] for each in listed] == list(RULEBOOKS)
    assert set(listed[0]) == {"rulebook", "title", "edition", "clauses", "planned"}
    assert listed[0]["clauses"] == 464
    assert listed[2]["clauses"] == 188  # 167 and 22, one of them in place of another


def test_a_rulebook_is_printed_section_by_section() -> None:
    lines = run("nsw-pinkjack-2016").stdout.splitlines()
    heads = ["1  Definitions", "9  Subsequent deal", "18  Player rewards and promotional prizes"]
    places = [lines.index(head) for head in heads]
    assert places == sorted(places)
    assert "Readings: how unclear clauses are read" in lines


def test_a_rulebook_shows_clause_kind_enforcer_value_option_and_reading() -> None:
    text = page("nsw-pinkjack-2016", width=120)
    assert "- boxes: 9 (option: 5, 6, 7, 8, 9)" in text
    assert "- suits_you: not offered (option: an amount or not offered)" in text
    assert "- insurance: not in this game" in text
    assert "- equal_totals: lose" in text
    assert "- see reading 8, 9, 38" in text
    assert "recorded" in text and "planned" not in text
    assert "table.round.split" in text
    assert "Does a dealer's Pinkjack spare doubles and splits" in text
    assert "With dealer_pinkjack_counts_as_blackjack = true:" in text
    assert "Clauses: 1.1:blackjack, 1.1:pinkjack, 10.4, 11.6" in text


def test_a_rulebook_shows_only_the_readings_that_concern_it() -> None:
    numbers = [each["number"] for each in data("nsw-pinkjack-2016")["readings"]]
    assert [number for number in numbers if number <= 43] == [
        *(8, 9, 13, 16, 19, 20, 21, 24, 25, 26, 27, 28, 29, 33, 35, 38)
    ]


def test_one_clause_says_what_enforces_it() -> None:
    text = page("nsw-pontoon-2024", "14.8")
    assert text.startswith("nsw-pontoon-2024 14.8 (section 14, Splitting)")
    assert "Kind enforced Carried out by houserules.table.round.split" in text
    assert "resplit: no (option: no, yes)" in text


def test_one_clause_comes_with_its_paragraphs_points_and_readings() -> None:
    assert "Below it 14.9.1" in page("nsw-pontoon-2024", "14.9")
    text = page("nsw-pontoon-2024", "17.1.7")
    assert "Cited for natural_beats_hand, natural_collects_from_double," in text
    assert 'With natural_collects = "original-hand":' in text
    assert "14.5, 14.11, 17.1.7, 17.1.8" in text


def test_a_reading_not_taken_is_told_from_one_that_may_be_chosen() -> None:
    assert "Not read as: The dealer draws to a soft 17" in page("nsw-pinkjack-2016", "12.2")


def test_a_clause_of_the_amendment_names_its_document() -> None:
    assert "Document nz-pontoon-amendment-2009" in page("nz-pontoon", "11.2A")
    assert "Document" not in page("nz-pontoon", "11.2")


def test_a_clause_that_is_not_built_is_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    def unbuilt(documents: tuple[str, ...]) -> ClauseRegister:
        entries = register_of(documents).entries
        return ClauseRegister(tuple(replace(each, by=(), planned=True) for each in entries))

    assert "planned" not in page("nsw-pontoon-6to5-2017", "21.1")
    monkeypatch.setattr(import_module("houserules.rulebook.render"), "register_of", unbuilt)
    assert "Kind recorded, planned: not built yet" in page("nsw-pontoon-6to5-2017", "21.1")


def test_a_number_printed_twice_shows_both() -> None:
    text = page("nsw-pontoon-2024", "21.4")
    assert "21/21.4 (section 21, Tournament play)" in text
    assert "22/21.4 (section 22, Player rewards and promotional prizes)" in text
    found = data("nsw-pontoon-2024", "21.4")["found"]
    assert [each["clause"]["number"] for each in found] == ["21/21.4", "22/21.4"]


def test_a_clause_for_a_program() -> None:
    answer = data("nz-pontoon", "10.4")
    (found,) = answer["found"]
    assert answer["rulebook"] == "nz-pontoon"
    assert answer["asked"] == "10.4"
    assert [each["number"] for each in answer["readings"]] == [43, 44]
    assert answer["readings"][0]["clauses"] == {"nz-pontoon": ["10.4(b)"]}
    assert found["paragraphs"][1]["values"] == [
        {
            "key": "insurance_payable",
            "value": "exactly",
            "shown": "exactly",
            "clause": "10.4(b)",
            "allowed": None,
            "may_be": None,
            "readings": [43],
        }
    ]


def test_a_rulebook_for_a_program() -> None:
    view = data("nz-pontoon")
    assert view["documents"] == ["nz-pontoon", "nz-pontoon-amendment-2009"]
    assert [section["number"] for section in view["sections"]][-4:] == [
        *("16.0", "Amendment", "Appendix", "Order")
    ]
    assert view["sections"][0]["clauses"][1]["number"] == "1.0:coloured-pair"


def test_two_rulebooks_side_by_side() -> None:
    text = page("--compare", "nsw-pontoon-2024", "nsw-pontoon-6to5-2017", width=120)
    assert "pontoon pays 3 to 2 11.1 6 to 5 10.1" in text
    assert "absent player stand 18.10 stand (option: draw-to-12, stand) 17.10.1" in text
    assert "decks" not in text
    other = page("--compare", "nsw-pontoon-2024", "nsw-pinkjack-2016", width=120)
    assert "Insurance in this game 9.1 not in this game 5.3" in other
    assert "pinkjack pays 5 to 1 8.1.1" in other


def test_two_rulebooks_side_by_side_for_a_program() -> None:
    found = data("--compare", "nsw-pontoon-2024", "nsw-pontoon-6to5-2017")
    assert (found["left"], found["right"]) == ("nsw-pontoon-2024", "nsw-pontoon-6to5-2017")
    assert found["differences"][2] == {
        "part": "pontoon",
        "key": "pontoon_pays",
        "left": {
            **{"value": "3 to 2", "shown": "3 to 2", "clause": "11.1"},
            **{"allowed": None, "may_be": None},
        },
        "right": {
            **{"value": "6 to 5", "shown": "6 to 5", "clause": "10.1"},
            **{"allowed": None, "may_be": None},
        },
    }


def test_a_rulebook_beside_itself_has_nothing_to_show() -> None:
    assert page("--compare", "nz-pontoon", "nz-pontoon") == (
        "nz-pontoon and nz-pontoon do not differ in any value."
    )
    assert data("--compare", "nz-pontoon", "nz-pontoon")["differences"] == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("baccarat",), ["no rulebook 'baccarat'", *RULEBOOKS]),
        (("baccarat", "14.8"), ["no rulebook 'baccarat'", *RULEBOOKS]),
        (("--compare", "nz-pontoon", "baccarat"), ["no rulebook 'baccarat'", *RULEBOOKS]),
        (("nsw-pontoon-2024", "14.88"), ["nsw-pontoon-2024 has no clause '14.88'", "14.8, "]),
        (
            ("nz-pontoon", "zzz"),
            ["nz-pontoon has no clause 'zzz'; see houserules rules nz-pontoon"],
        ),
        (
            ("nz-pontoon", "--compare", "nz-pontoon", "nsw-pinkjack-2016"),
            ["--compare takes two rulebooks; 'nz-pontoon' is one too many"],
        ),
    ],
)
def test_what_is_not_there_exits_2_and_names_what_is(
    arguments: tuple[str, ...], expected: list[str]
) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("houserules rules: ")
    for words in expected:
        assert words in result.stderr
    for_a_program = run(*arguments, "--json")
    error = json.loads(for_a_program.stdout)["error"]
    assert (for_a_program.exit_code, for_a_program.stderr) == (2, "")
    assert result.stderr == f"houserules rules: {error['message']}\n"
    assert all(each in error["message"] for each in error["near"])


def test_compare_needs_two() -> None:
    assert run("--compare", "nz-pontoon").exit_code == 2
