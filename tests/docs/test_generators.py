"""The tools that write the generated pages: what they find, and what they refuse to pass."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools import clause_table

from docs.pages import ROOT

MARKED = """
import pytest

@pytest.mark.clause("nsw-pontoon-2024", "14.8")
@pytest.mark.parametrize("total", range(5))
def test_one(total): ...

@pytest.mark.clause("nz-pontoon", "5.6")
def test_other(): ...
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The repository with one small test file in place of the suite."""
    return copied_to(tmp_path)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with its clause tables written; for reading only."""
    folder = copied_to(tmp_path_factory.mktemp("written"))
    done = run(folder, "clause_table")
    assert done.returncode == 0, done.stderr
    return folder


def copied_to(tmp_path: Path) -> Path:
    for name in ("tools", "docs", "pyproject.toml"):
        both = (ROOT / name, tmp_path / name)
        shutil.copytree(*both) if both[0].is_dir() else shutil.copy(*both)
    (tmp_path / "src").symlink_to(ROOT / "src")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_small.py").write_text(MARKED)
    return tmp_path


def run(folder: Path, tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", f"tools.{tool}", *arguments],
        cwd=folder,
        env={key: value for key, value in os.environ.items() if not key.startswith("PYTEST")},
        capture_output=True,
        text=True,
        check=False,
    )


def row(folder: Path, document: str, clause: str) -> str:
    text = (folder / f"docs/reference/clauses/{document}.md").read_text("utf-8")
    return next(line for line in text.splitlines() if line.startswith(f"| {clause} |"))


def test_the_clause_table_names_the_tests_of_a_clause(written: Path) -> None:
    split = row(written, "nsw-pontoon-2024", "14.8")
    assert "`table.round.split`" in split
    assert "`test_small::test_one[0]`" in split and "test_one[3]" not in split
    assert split.endswith("<br>5 in all |")
    assert "test_small" not in row(written, "nsw-pontoon-2024", "14.6")


def test_the_mark_of_a_replaced_clause_is_that_of_its_amendment(written: Path) -> None:
    assert "test_other" in row(written, "nz-pontoon-amendment-2009", "5.6")
    assert "test_other" not in row(written, "nz-pontoon", "5.6")


def test_planned_clauses_are_counted_and_those_without_a_test_are_named(written: Path) -> None:
    checked = run(written, "clause_table", "--check")
    assert checked.stdout.startswith("clauses planned, not built yet:")
    _, reached = checked.stdout.splitlines()
    assert reached == "clauses that rest on code nothing reaches: 0"
    without_a_test = checked.stderr.splitlines()  # all but the two that the small test proves
    assert checked.returncode == 1
    assert "nsw-pontoon-2024 14.6" in without_a_test
    assert "nsw-pontoon-2024 14.8" not in without_a_test
    assert "nz-pontoon-amendment-2009 5.6" not in without_a_test
    assert "nz-pontoon 5.6" not in without_a_test  # replaced by the amendment
    assert "nsw-pontoon-2024 2.1" not in without_a_test  # shown, not decided


@pytest.mark.parametrize(("planned", "code"), [(0, 0), (1, 1)])
def test_a_clause_that_is_planned_fails_the_check(
    planned: int, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = {"nsw-pinkjack-2016": planned, "nz-pontoon": 0}
    nothing: dict[str, object] = {
        "planned_counts": lambda: counts,
        "collect_marks": list,
        "tests_by_clause": lambda marks: {},
        "pages": lambda tests: {},
        "unproved_clauses": lambda tests: [],
    }
    for name, replacement in nothing.items():
        monkeypatch.setattr(clause_table, name, replacement)
    monkeypatch.setattr(sys, "argv", ["clause_table", "--check"])
    assert clause_table.main() == code
    line = f"clauses planned, not built yet: {planned} (nsw-pinkjack-2016 {planned}, nz-pontoon 0)"
    assert capsys.readouterr().out.startswith(line)


@pytest.mark.parametrize(
    ("tool", "page"),
    [("clause_table", "clauses/nz-pontoon.md"), ("reference", "refusals.md")],
)
def test_a_page_that_was_changed_by_hand_is_named(
    written: Path, tmp_path: Path, tool: str, page: str
) -> None:
    copy = shutil.copytree(written, tmp_path / "copy", symlinks=True)
    file = copy / "docs/reference" / page
    file.write_text(file.read_text("utf-8") + "\nby hand\n", "utf-8")
    checked = run(copy, tool, "--check")
    assert checked.returncode == 1
    assert f"docs/reference/{page} is not up to date" in checked.stderr
    assert file.read_text("utf-8").endswith("by hand\n")


def test_a_mark_that_names_no_clause_is_an_error(copy: Path) -> None:
    (copy / "tests/test_small.py").write_text(MARKED.replace('"14.8"', '"14.88"'))
    checked = run(copy, "clause_table", "--check")
    assert checked.returncode == 1
    assert "there is no clause 14.88 in nsw-pontoon-2024" in checked.stderr


def test_tests_that_do_not_collect_are_an_error(copy: Path) -> None:
    (copy / "tests/test_small.py").write_text("import nothing_of_that_name")
    checked = run(copy, "clause_table", "--check")
    assert checked.returncode == 1
    assert "nothing_of_that_name" in checked.stderr


def test_a_refusal_without_a_sentence_is_an_error(copy: Path) -> None:
    file = copy / "tools/sentences.toml"
    file.write_text(file.read_text("utf-8").replace('"box.full"', '"box.filled"'), "utf-8")
    checked = run(copy, "reference", "--check")
    assert checked.returncode == 1
    assert "box.full" in checked.stderr
