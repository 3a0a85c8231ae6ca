"""Write docs/reference/clauses: every clause, how the system stands to it, which tests prove it.

python -m tools.clause_table           write the pages
python -m tools.clause_table --check   exit 1 and name each page that is not up to date, and each
                                       clause that is built and has no test
"""

import argparse
import contextlib
import gc
import io
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Final

import pytest

from houserules.rulebook.clauses import DOCUMENTS, ClauseEntry, register_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from tools.reach import reach_line, unreachable_clauses

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = Path("docs/reference/clauses")
KINDS: Final = ("enforced", "recorded", "shown")
NOTICE: Final = (
    "<!-- written by `python -m tools.clause_table`; change the register, not this page -->"
)

Mark = tuple[str, str, str]
"""A rulebook or document, the number of a clause, and the test that carries it."""


class _Collector:
    """A pytest plugin that notes the clause marks of every test."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Read the marks once every test is known."""
        for item in session.items:
            for mark in item.iter_markers("clause"):
                name, *numbers = map(str, mark.args)
                self.marks += [(name, number, item.nodeid) for number in numbers]


def _marked() -> list[str]:
    """Return the files that speak of clause marks: to collect all others takes half a minute."""
    files = {file: file.read_text("utf-8") for file in sorted((ROOT / "tests").rglob("*.py"))}
    return [
        str(file)
        for file, text in files.items()
        if "mark.clause" in text or "@clauses(" in text  # `tournament.desk` marks for two documents
    ]


def collect_marks() -> list[Mark]:
    """Let pytest find the marked tests without running them."""
    collector, said = _Collector(), io.StringIO()
    gc.disable()  # it would walk thousands of tests again and again
    options = ["--collect-only", "-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = pytest.main([*options, *(_marked() or [str(ROOT / "tests")])], plugins=[collector])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        errors = [line for line in said.getvalue().splitlines() if "::" not in line]
        raise SystemExit("\n".join(["the tests do not collect:", *errors]))
    return sorted(set(collector.marks))


def entries_of(name: str) -> tuple[ClauseEntry, ...]:
    """Return the clauses that a mark may name: those in force in a rulebook, or a document's."""
    if name in RULEBOOKS:
        return register_of(rulebook(name).registers).entries
    return register_of((name,)).entries if name in DOCUMENTS else ()


def tests_by_clause(marks: Iterable[Mark]) -> dict[tuple[str, str], list[str]]:
    """Return the tests of each clause, by document and number."""
    homes = {
        (name, entry.number): (entry.document, entry.number)
        for name in dict.fromkeys((*RULEBOOKS, *DOCUMENTS))
        for entry in entries_of(name)
    }
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, number, test in marks:
        home = homes.get((name, number))
        if home is None:
            raise SystemExit(f"{test}: there is no clause {number} in {name}")
        found[home].append(test)
    return found


def shortened(test: str) -> str:
    """Name a test by its file and itself; of a long name the parameter says more than the function."""
    file, _, name = test.removeprefix("tests/").partition("::")
    function, bracket, parameter = name.partition("[")
    if bracket and len(name) > 60:
        function = function[:20] + "…"
    short = f"{Path(file).with_suffix('')}::{function}{bracket}{parameter}"
    short = short.replace("|", "/").replace("`", "'")
    return short if len(short) <= 100 else short[:99] + "…"


def shown_tests(tests: list[str]) -> str:
    """Return at most three tests, of different functions where there are such, and the count."""
    nth: Counter[str] = Counter()
    ranked = []
    for test in sorted(tests):
        function = test.partition("[")[0]
        ranked.append((nth[function], test))
        nth[function] += 1
    names = [f"`{shortened(test)}`" for _, test in sorted(ranked)[:3]]
    if len(tests) > 3:
        names.append(f"{len(tests)} in all")
    return "<br>".join(names)


def row(entry: ClauseEntry, tests: list[str]) -> str:
    """Return one clause as a line of its table."""
    says = entry.says.replace("|", "\\|")
    if entry.replaced_by:
        says += f" (Replaced: see {entry.replaced_by}.)"
    code = "planned" if entry.planned else ", ".join(f"`{module}`" for module in entry.by)
    return f"| {entry.number} | {says} | {entry.kind} | {code} | {shown_tests(tests)} |"


def page(document: str, tests: dict[tuple[str, str], list[str]]) -> str:
    """Write the page of one document."""
    entries = register_of((document,)).entries
    planned = sum(entry.planned for entry in entries)
    lines = [
        f"# Clauses of {document}",
        NOTICE,
        f"{len(entries)} clauses, {planned} of them planned. What the columns mean is said in the "
        "[overview](../clauses.md).",
    ]
    for (number, title), group in groupby(entries, key=lambda each: (each.section, each.title)):
        rows = [row(entry, tests.get((document, entry.number), [])) for entry in group]
        head = ["| clause | what it says | kind | code | tests |", "|---|---|---|---|---|"]
        lines += [f"## {number} {title}", "\n".join([*head, *rows])]
    return "\n\n".join(lines) + "\n"


def overview() -> str:
    """Write the page with the totals."""
    lines = [
        "# The clauses, counted",
        NOTICE,
        "Every numbered clause, lettered paragraph and definition of the five documents, in our own "
        "words. *Enforced*: the software decides by it. *Recorded*: people do it, the software keeps "
        "the record. *Shown*: conduct that software cannot see. *Planned*: not built yet; the others "
        "name the modules that carry them out (below `houserules.`), and the tests that carry their "
        "mark.",
    ]
    rows = [
        "| document | enforced | recorded | shown | clauses | planned |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    every: list[ClauseEntry] = []
    for document in DOCUMENTS:
        entries = register_of((document,)).entries
        rows.append(_totals(f"[{document}](clauses/{document}.md)", entries))
        every += entries
    return "\n\n".join([*lines, "\n".join([*rows, _totals("all", every)])]) + "\n"


def _totals(name: str, entries: Iterable[ClauseEntry]) -> str:
    """Return one line of totals: per kind those that are built, of all."""
    entries = list(entries)
    cells = []
    for kind in KINDS:
        of_kind = [entry for entry in entries if entry.kind == kind]
        cells.append(f"{sum(not entry.planned for entry in of_kind)} of {len(of_kind)}")
    planned = sum(entry.planned for entry in entries)
    return f"| {name} | {' | '.join(cells)} | {len(entries)} | {planned} |"


def planned_counts() -> dict[str, int]:
    """Return how many clauses of each document are not built yet."""
    return {name: sum(e.planned for e in register_of((name,)).entries) for name in DOCUMENTS}


def planned_line(counts: dict[str, int]) -> str:
    """Return the count that `make test` prints; it fails above zero."""
    each = ", ".join(f"{name} {count}" for name, count in counts.items())
    return f"clauses planned, not built yet: {sum(counts.values())} ({each})"


def unproved_clauses(tests: dict[tuple[str, str], list[str]]) -> list[str]:
    """Return the clauses that are carried out, while no test carries their mark."""
    return [
        f"{document} {entry.number}"
        for document in DOCUMENTS
        for entry in register_of((document,)).entries
        if entry.kind in ("enforced", "recorded")
        and not (entry.planned or entry.replaced_by)
        and (document, entry.number) not in tests
    ]


def pages(tests: dict[tuple[str, str], list[str]]) -> dict[Path, str]:
    """Return every page by its path."""
    written = {FOLDER / f"{document}.md": page(document, tests) for document in DOCUMENTS}
    return {FOLDER.with_suffix(".md"): overview(), **written}


def write_or_check(written: dict[Path, str], *, check: bool, again: str) -> int:
    """Write the pages that differ, or only name them; give the exit code."""
    code = 0
    for path, text in written.items():
        file = ROOT / path
        if file.exists() and file.read_text("utf-8") == text:
            continue
        if check:
            print(f"{path} is not up to date; write it again with `{again}`", file=sys.stderr)
            code = 1
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
            print(f"wrote {path}")
    return code


def main() -> int:
    """Write, check or list."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if something is amiss"
    )
    asked = parser.parse_args()
    tests = tests_by_clause(collect_marks())
    code = write_or_check(pages(tests), check=asked.check, again="python -m tools.clause_table")
    planned = planned_counts()
    print(planned_line(planned))
    print(reach_line())
    unproved = unproved_clauses(tests) if asked.check else []
    if unproved:
        print("clauses that are built and have no test:", *unproved, sep="\n", file=sys.stderr)
    left = asked.check and any(planned.values())
    return code or int(any((unproved, unreachable_clauses(), left)))


if __name__ == "__main__":
    raise SystemExit(main())
