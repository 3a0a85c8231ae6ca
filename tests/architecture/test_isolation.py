"""Modules stand alone: the pure layers without packages, and every import without side effects."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from architecture.sources import PACKAGE, PURE, imports, module_name, modules
from houserules.cli.app import EXTRAS

SETTLE = """
from houserules.table.records.read import read_record
from houserules.table.records.report import settle
wager = {"box": 1, "player": "ann", "amount": "10", "seated": True}
record = {"format": "houserules/round-1", "rulebook": "nsw-pontoon-2024",
          "cards": "As 7h Kd", "wagers": [wager]}
assert settle(read_record(record))["net"] == {"ann": "15.00"}
"""


def _run_alone(code: str) -> subprocess.CompletedProcess[str]:
    """Run code with the source and the standard library, and no site-packages."""
    path = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n"
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", path + code], capture_output=True, text=True, check=False
    )


def test_the_isolation_has_no_packages() -> None:
    assert "ModuleNotFoundError" in _run_alone("import typer").stderr


def test_every_pure_module_imports_alone() -> None:
    done = _run_alone("\n".join(f"import {module_name(file)}" for file in modules(*PURE)))
    assert done.returncode == 0, done.stderr


def test_a_record_settles_alone() -> None:
    done = _run_alone(SETTLE)
    assert done.returncode == 0, done.stderr


def test_the_command_line_says_what_it_needs() -> None:
    done = _run_alone("from houserules.cli.main import main; main()")
    assert done.returncode == 2
    assert "houserules[terminal]" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("package", "extra"), [("odds", "numbers"), ("simulator", "numbers"), ("client", "client")]
)
def test_a_missing_extra_is_named(package: str, extra: str) -> None:
    done = _run_alone(f"import houserules.{package}")
    assert f"houserules.{package} needs " in done.stderr
    assert f"pip install 'houserules[{extra}]'" in done.stderr


def test_every_library_has_an_extra_to_install() -> None:
    libraries = {name.partition(".")[0] for file in modules() for _, name in imports(file)}
    others = (
        libraries - sys.stdlib_module_names - {"houserules", "typer", "rich", "httpx", "_typeshed"}
    )
    assert others <= set(EXTRAS), "name the extra in houserules.cli.app.EXTRAS"
    assert set(EXTRAS.values()) <= set(_extras())


def _extras() -> dict[str, list[str]]:
    project: dict[str, Any] = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text())
    extras: dict[str, list[str]] = project["project"]["optional-dependencies"]
    return extras


@pytest.mark.parametrize("turned", [False, True], ids=["forwards", "backwards"])
def test_importing_a_module_changes_no_other(turned: bool) -> None:  # noqa: FBT001
    names = sorted((module_name(file) for file in modules()), reverse=turned)
    script = Path(__file__).with_name("import_effects.py")
    done = subprocess.run(
        [sys.executable, str(script), *names], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == []
