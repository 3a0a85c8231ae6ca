"""The examples of the documentation run, and print what the pages say they print."""

import contextlib
import doctest
import io
import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from docs.pages import PAGES, ROOT, Block, blocks, name_of
from houserules.cli.main import main
from repetitions import FULL

README = ROOT / "README.md"
PYTHON_PAGES = [page for page in PAGES if any(each.kind == "python" for each in blocks(page))]
CONSOLE_PAGES = [page for page in PAGES if any(each.kind == "console" for each in blocks(page))]
SHIM = f"""#!/bin/sh
exec {shlex.quote(sys.executable)} -c 'from houserules.cli.main import main; main()' "$@"
"""
TERMINAL = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONUTF8": "1"}
OF_THE_SHELL = set("|&;<>()$*?~`#\\")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the tests beside it and `houserules` on the path, as in the repository."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    shim = tmp_path / ".bin" / "houserules"
    shim.parent.mkdir()
    shim.write_text(SHIM)
    shim.chmod(shim.stat().st_mode | stat.S_IXUSR)
    return tmp_path


def save_files(page: Path, folder: Path) -> None:
    for block in blocks(page):
        if block.file:
            (folder / block.file).write_text(block.text, "utf-8")


@pytest.mark.parametrize("page", PYTHON_PAGES, ids=name_of)
def test_python_examples(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_files(page, folder)
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said = io.StringIO()
    for block in blocks(page):
        if block.kind == "python":
            assert ">>>" in block.text, f"{block.where}: write Python as a session with >>>"
            test = doctest.DocTestParser().get_doctest(
                block.text, {}, block.where, str(page), block.line
            )
            test.globs = names  # one session a page
            with contextlib.redirect_stdout(io.StringIO()):
                runner.run(test, out=said.write, clear_globs=False)
    assert runner.failures == 0, said.getvalue()
    assert runner.tries > 0


def commands_of(block: Block) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with the output that is shown."""
    found: list[tuple[str, str]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        else:
            assert found, f"{block.where}: a console block begins with $"
            command, shown = found.pop()
            found.append((command, shown + line.rstrip() + "\n"))
    return found


def run(command: str, *, after: int, apart: bool) -> tuple[int, str]:
    """Return the code that a line ends with and what it prints, after one that ended with `after`."""
    plain = command.startswith("houserules ") and not OF_THE_SHELL & set(command)
    code, printed = run_here(command) if plain and not apart else run_in_shell(command, after=after)
    return code, "\n".join(line.rstrip() for line in printed.splitlines())


def run_here(command: str) -> tuple[int, str]:
    """Run a command in this process: most of the time that a new one takes goes into loading."""
    said = io.BytesIO()
    both = io.TextIOWrapper(said, "utf-8", write_through=True)
    with pytest.MonkeyPatch.context() as patch, Path(os.devnull).open(encoding="utf-8") as nothing:
        patch.setattr(sys, "argv", shlex.split(command))
        patch.setattr(sys, "stdin", nothing)
        patch.setattr(sys, "stdout", both)
        patch.setattr(sys, "stderr", both)
        with pytest.raises(SystemExit) as ended:
            main()
    return int(ended.value.code or 0), said.getvalue().decode()


def run_in_shell(line: str, *, after: int) -> tuple[int, str]:
    """Run a line as its reader does, each command in a process of its own."""
    done = subprocess.run(
        ["sh", "-c", f"(exit {after}); {line}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout


@pytest.fixture
def terminal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder as a terminal shows it that is a hundred wide, without colours."""
    for name, value in TERMINAL.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", f"{folder / '.bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("page", CONSOLE_PAGES, ids=name_of)
def test_console_examples(page: Path, terminal: Path) -> None:
    save_files(page, terminal)
    code, commands = 0, list[str]()
    for block in blocks(page):
        if block.kind != "console" or not block.text.startswith("$ houserules"):
            continue
        for command, shown in commands_of(block):
            apart = page == README and (FULL or not commands)
            commands.append(command)
            code, printed = run(command, after=code, apart=apart)
            assert "Traceback" not in printed, f"{block.where}: {command}\n{printed}"
            if shown:
                both = [f"{text.strip(chr(10))}\n" for text in (shown, printed)]
                same = doctest.OutputChecker().check_output(*both, doctest.ELLIPSIS)
                assert same, f"{block.where}: {command} printed\n{printed}"
            else:
                assert code == 0, f"{block.where}: {command} ended with {code}\n{printed}"


def test_the_readme_has_examples_of_both_kinds() -> None:
    assert README in PYTHON_PAGES
    assert README in CONSOLE_PAGES
