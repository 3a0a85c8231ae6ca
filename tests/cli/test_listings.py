"""`houserules told`, `powers` and `irregularity`: for people, for programs, and what is not there."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from houserules.cli.app import app
from houserules.rulebook.conduct import MOMENTS
from houserules.rulebook.loader import RULEBOOKS

PLAIN = {"FORCE_COLOR": None, "TTY_COMPATIBLE": None, "NO_COLOR": None, "COLUMNS": "100"}


def run(*arguments: str, width: int = 100) -> Result:
    return CliRunner().invoke(app, arguments, env=PLAIN | {"COLUMNS": str(width)})


def data(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


@pytest.mark.parametrize("command", ["told", "powers", "irregularity"])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_listing_keeps_to_the_width_and_names_the_rulebook(command: str, name: str) -> None:
    result = run(command, name)
    assert (result.exit_code, result.stderr) == (0, "")
    assert name in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 100


@pytest.mark.parametrize("command", ["told", "powers", "irregularity"])
def test_an_unknown_rulebook_is_named_with_those_that_there_are(command: str) -> None:
    result = run(command, "bridge")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "no rulebook 'bridge'" in result.stderr
    assert all(name in result.stderr for name in RULEBOOKS)
    again = run(command, "bridge", "--json")
    assert again.exit_code == 2
    assert "bridge" in json.loads(again.stdout)["error"]["message"]


def test_one_moment_alone() -> None:
    shown = data("told", "nsw-pontoon-2024", "sitting-down")
    assert [each["id"] for each in shown["moments"]] == ["sitting-down"]
    assert "20.2" in [each["clause"] for each in shown["moments"][0]["told"]]


def test_an_unknown_moment_is_named_with_those_that_there_are() -> None:
    result = run("told", "nz-pontoon", "midnight")
    assert result.exit_code == 2
    assert all(moment in result.stderr for moment in MOMENTS)


def test_a_moment_without_words_in_this_rulebook_says_so() -> None:
    assert "nothing to tell" in run("told", "nz-pontoon", "face-down").stdout


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_command_has_its_roles_and_its_clause(name: str) -> None:
    rows = {row["command"]: row for row in data("powers", name)["powers"]}
    assert rows["DealCard"]["roles"] == ["dealer"]
    assert rows["Hit"]["roles"] == ["player"]
    assert all(row["what"].endswith(".") and row["clause"] for row in rows.values())


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_irregularity_has_a_page(name: str) -> None:
    listed = data("irregularity", name)["irregularities"]
    assert len(listed) > 20
    everything = run("irregularity", name, "--all").stdout
    for each in listed:
        page = run("irregularity", name, each["id"])
        assert (page.exit_code, page.stderr) == (0, "")
        assert f"{each['id']}: " in page.stdout
        assert f"{each['id']}: " in everything
        assert each["rules_say"]
        assert bool(each["table_does"]) == bool(each["who_decides"]) == each["provided"]


def test_an_irregularity_says_what_happened_what_the_rules_say_and_who_decides() -> None:
    (faced,) = data("irregularity", "nsw-pontoon-2024", "faced-card")["irregularities"]
    assert faced["what_happened"] == "A card lies face up in the shoe or shuffling device."
    assert [each["clause"] for each in faced["rules_say"]] == ["18.1", "18.1.1"]
    roles = {act["command"]: act["roles"] for act in faced["who_decides"]}
    assert "dealer" in roles["ReportFacedCard"]
    assert "dealer" not in roles["HaveCardsChecked"]


def test_what_a_document_does_not_provide_for_is_said_so() -> None:
    assert "not provided for" in run("irregularity", "nz-pontoon").stdout


def test_an_unknown_irregularity_is_named_with_those_that_there_are() -> None:
    result = run("irregularity", "nz-pontoon", "earthquake")
    assert result.exit_code == 2
    assert "no irregularity 'earthquake'" in result.stderr
    assert "faced-card" in result.stderr


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("nsw-pontoon-2024", {"19.2", "19.3.1", "19.3.2", "19.3.3", "19.4", "19.5.1", "19.5.4"}),
        ("nsw-pinkjack-2016", {"16.2", "16.3.4", "16.4", "16.5.2", "16.5.4", "16.5.6"}),
    ],
)
def test_a_failing_device_has_the_whole_tree_of_clauses(name: str, clauses: set[str]) -> None:
    (device,) = data("irregularity", name, "device-malfunction")["irregularities"]
    assert clauses <= {each["clause"] for each in device["rules_say"]}


@pytest.mark.parametrize("command", ["told", "powers", "irregularity"])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_on_a_phone_words_stay_whole(command: str, name: str) -> None:
    wide = set(run(command, name, width=200).stdout.replace(",", " ").split())
    narrow = run(command, name, width=40).stdout
    assert max(map(len, narrow.splitlines())) <= 40
    words = set(narrow.replace(",", " ").replace(":", " ").split())
    missing = {word for word in wide if word.isalpha() and len(word) < 20} - words
    assert missing <= {"Id", "Command"}, "a word was broken"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_roles_that_give_no_command_are_named(name: str) -> None:
    last = run("powers", name).stdout.splitlines()[-1]
    assert last.startswith("Roles without a command here: ")
    assert "Surveillance" in last
    has_tournaments = name in ("nsw-pontoon-2024", "nsw-pontoon-6to5-2017")
    assert ("Tournament Manager" in last) != has_tournaments
