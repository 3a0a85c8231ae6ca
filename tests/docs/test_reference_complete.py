"""Everything that has a name for users is in the reference, and the glossary's names are in the code."""

import ast
import re
import subprocess
import sys
from dataclasses import fields
from functools import cache
from typing import Any, get_args

import pytest
import typer.main

from docs.pages import ROOT
from houserules.cli.analysis import odds_report
from houserules.cli.app import app
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import options
from houserules.sheets.par_tables import KINDS
from houserules.simulator.settlement_kinds import Kind, name_of
from houserules.table.commands import Command, PlayerCommand, StaffCommand
from houserules.table.evolve import STEPS
from houserules.table.registry import COMMANDS

REFERENCE = ROOT / "docs" / "reference"


def section(page: str, heading: str) -> str:
    """Give the text below a heading of the second rank."""
    text = (REFERENCE / page).read_text("utf-8")
    _, found, rest = f"\n{text}".partition(f"\n## {heading}\n")
    assert found, f"{page} has no section '{heading}'"
    return rest.partition("\n## ")[0]


def test_generated_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.reference", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("event", sorted(STEPS, key=lambda event: event.name), ids=lambda e: e.name)
def test_every_event_is_documented(event: Any) -> None:
    text = section("events.md", event.name)
    assert f"`{event.__name__}`" in text
    missing = [each.name for each in fields(event) if f"| `{each.name}` |" not in text]
    assert missing == []


def test_event_names_are_unique() -> None:
    names = [event.name for event in STEPS]
    assert len(names) == len(set(names))


def test_every_kind_of_result_is_defined_in_one_place() -> None:
    """`odds`, `simulate` and the PAR sheet know the kinds of the page, and no others."""
    text = (REFERENCE / "results.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    defined = [kind for row in rows for kind in re.findall(r"`([^`]+)`", row)]
    assert len(defined) == len(set(defined))
    assert set(defined) == {name_of(kind) for kind in Kind}
    assert set(defined) == set(odds_report.ORDER) == set(KINDS)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_option_is_documented(name: str) -> None:
    text = section("options.md", name)
    missing = [option for option in options(rulebook(name)) if f"| `{option}` |" not in text]
    assert missing == []


@cache
def commands() -> dict[str, Any]:
    """Give the commands of the command line."""
    return dict(typer.main.get_group(app).commands)


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_is_documented(name: str) -> None:
    text = section("commands.md", f"houserules {name}")
    for parameter in commands()[name].params:
        is_option = parameter.param_type_name == "option"
        names = parameter.opts if is_option else [parameter.metavar.strip("[].")]
        for each in names:
            assert f"`{each}" in text, f"{name}: {each} is not in the reference"


def test_the_reference_has_no_command_that_is_not_there() -> None:
    text = (REFERENCE / "commands.md").read_text("utf-8")
    assert set(re.findall(r"^## houserules (\S+)$", text, re.MULTILINE)) == set(commands())


@cache
def names_in_code() -> set[str]:
    """Give every name, attribute, parameter and text of the source."""
    found: set[str] = set()
    for file in (ROOT / "src").rglob("*.py"):
        found.add(file.stem)
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            for field in ("id", "attr", "name", "arg", "value"):
                name = getattr(node, field, None)
                if isinstance(name, str):
                    found.add(name)
    return found


def test_the_names_of_the_glossary_are_in_the_code() -> None:
    text = (ROOT / "docs/glossary.md").read_text("utf-8")
    rows = re.findall(r"^\| [^|]+ \| [^|]+ \| ([^|]+) \|$", text, re.MULTILINE)
    names = {name for cell in rows for name in re.findall(r"`([^`]+)`", cell)}
    assert len(names) > 100
    assert sorted(names - names_in_code()) == []


OF_THE_ROUND = [kind for kind in get_args(Command) if kind not in (StaffCommand, PlayerCommand)]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_every_command_around_the_round_is_documented(command: type) -> None:
    text = (REFERENCE / "powers.md").read_text("utf-8")
    assert f"| `{command.__name__}` |" in text


@pytest.mark.parametrize("command", OF_THE_ROUND, ids=lambda command: command.__name__)
def test_every_command_of_the_round_is_explained(command: type) -> None:
    text = (ROOT / "docs/explanation/the-round.md").read_text("utf-8")
    assert f"`{command.__name__}`" in text
