"""`houserules` itself: help by purpose, the version, and what is typed wrong."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner, Result

from houserules import __version__
from houserules.cli.app import COMMANDS, PURPOSES, app


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, prog_name="houserules", env={"COLUMNS": "80"})


def modules_after(code: str) -> set[str]:
    """Run some Python in a new process, and return which of our modules it has loaded."""
    program = f"{code}\nimport sys\nprint(*(name for name in sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return {name for name in done.stderr.split() if name.partition(".")[0] == "houserules"}


def test_help_lists_every_command_under_its_purpose() -> None:
    result = run("--help")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    for purpose, commands in PURPOSES.items():
        section = lines[lines.index(f"{purpose}:") + 1 :]
        section = section[: section.index("")]
        names = [name for name in commands if " " not in name]
        assert [line.split()[0] for line in section] == names


def test_help_imports_no_command() -> None:
    loaded = modules_after(
        "from houserules.cli.app import app\ntry: app(['--help'])\nexcept SystemExit: pass"
    )
    assert {name for name in loaded if name.startswith("houserules.cli.")} == {"houserules.cli.app"}
    assert not any(name.startswith("houserules.rulebook.") for name in loaded)


@pytest.mark.parametrize("name", [name for name, entry in COMMANDS.items() if entry.function])
def test_help_of_a_command_breaks_no_name(name: str) -> None:
    for line in run(*name.split(), "--help").output.splitlines():
        assert not line.endswith("-")
        assert line.isascii()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_has_no_types_of_python(name: str) -> None:
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: houserules {name} ")
    assert "<" not in result.stdout


def test_the_version_is_printed() -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, f"houserules {__version__}\n")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("ruls",), "houserules: no such command: ruls (did you mean rules?). See houserules"),
        (("xyzzy",), "houserules: no such command: xyzzy. See houserules --help."),
        (("verify", "sho"), "houserules verify: no such command: sho (did you mean shoe?)."),
        (("settle", "--jsn"), "houserules settle: no such option: --jsn (did you mean --json?)."),
        (("settle",), "houserules settle: missing argument 'FILE'. See houserules settle --help."),
        (("replay", "t1", "x"), "invalid value for 'ROUND': 'x' is not a whole number."),
    ],
)
def test_what_is_typed_wrong_is_answered_in_one_line(
    arguments: tuple[str, ...], problem: str
) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert problem in result.stderr and result.stderr.count("\n") == 1


def test_a_group_without_a_command_shows_its_help() -> None:
    result = run("verify")
    assert result.exit_code == 2
    assert "journal  Verify that a journal is unaltered" in result.stderr


def test_settle_is_light_until_it_runs() -> None:
    assert len(modules_after("import houserules.cli.settle")) <= 120


def test_the_console_knows_no_round_records() -> None:
    loaded = modules_after("import houserules.cli.render.console")
    assert not [name for name in loaded if name.startswith("houserules.table")]
