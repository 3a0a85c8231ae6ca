"""Everything that has a name for users is in the reference, and the glossary's names are in the code."""

import ast
import re
import subprocess
import sys
from dataclasses import fields
from functools import cache
from typing import Any

import typer.main

from docs.pages import ROOT
from houserules.analysis import odds_report
from houserules.cli.app import app
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import options
from houserules.sheets.par_tables import KINDS
from houserules.simulator.decisions import Kind, name_of
from houserules.table.evolve import STEPS
from houserules.table.registry import COMMANDS

REFERENCE = ROOT / "docs" / "reference"


def section(page: str, heading: str) -> str:
    """Return the text below a heading of the second rank."""
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


def test_every_event_is_documented() -> None:
    missing = []
    for event in STEPS:
        text = section("events.md", event.name)
        lines = [f"`{event.__name__}`", *(f"| `{field.name}` |" for field in fields(event))]
        missing += [f"{event.name}: {line}" for line in lines if line not in text]
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


def test_every_option_is_documented() -> None:
    for name in RULEBOOKS:
        text = section("options.md", name)
        missing = [option for option in options(rulebook(name)) if f"| `{option}` |" not in text]
        assert missing == [], name


@cache
def commands() -> dict[str, Any]:
    """Return the commands of the command line."""
    return dict(typer.main.get_group(app).commands)


def test_every_command_is_documented() -> None:
    missing = []
    for name, command in commands().items():
        text = section("commands.md", f"houserules {name}")
        for parameter in command.params:
            is_option = parameter.param_type_name == "option"
            spellings = parameter.opts if is_option else [parameter.metavar.strip("[].")]
            missing += [
                f"{name} {spelling}" for spelling in spellings if f"`{spelling}" not in text
            ]
    assert missing == []


def test_the_reference_has_no_command_that_is_not_there() -> None:
    text = (REFERENCE / "commands.md").read_text("utf-8")
    assert set(re.findall(r"^## houserules (\S+)$", text, re.MULTILINE)) == set(commands())


@cache
def names_in_code() -> set[str]:
    """Return every name, attribute, parameter and text of the source."""
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


OF_THE_ROUND = [kind for kind in COMMANDS if kind.__module__ == "houserules.table.commands"]


def test_every_command_around_the_round_is_documented() -> None:
    text = (REFERENCE / "powers.md").read_text("utf-8")
    assert [kind.__name__ for kind in COMMANDS if f"| `{kind.__name__}` |" not in text] == []


def test_every_command_of_the_round_is_explained() -> None:
    text = (ROOT / "docs/explanation/the-round.md").read_text("utf-8")
    assert [kind.__name__ for kind in OF_THE_ROUND if f"`{kind.__name__}`" not in text] == []


def test_every_folder_of_tests_is_explained() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    missing = [f"tests/{name}/" for name in sorted(folders) if f"`tests/{name}/`" not in text]
    assert not missing, "add them to the table of tests in CONTRIBUTING.md"


def test_every_target_of_make_says_what_it_does() -> None:
    lines = (ROOT / "Makefile").read_text("utf-8").splitlines()
    phony = next(line for line in lines if line.startswith(".PHONY: help"))
    described = {line.partition(":")[0] for line in lines if re.match(r"\w+:.*## ", line)}
    assert set(phony.split()[1:]) == described
