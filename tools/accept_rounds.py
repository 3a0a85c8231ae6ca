"""Write the expected outputs of the golden rounds: `python -m tools.accept_rounds [RECORD.toml ...]`.

Work the result out by hand first. This plays each record through the table and, where the round is
settled, through the independent twin as well; where the two differ nothing is written. What it
shows is to be compared with the hand result. Without files: every record whose output is missing or
has changed. With --check nothing is written.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from houserules.core.record_keys import MalformedRecord  # noqa: E402
from houserules.rulebook.loader import RULEBOOKS  # noqa: E402
from houserules.table.records.read import read_record  # noqa: E402
from houserules.table.records.report import malformed_output, settle  # noqa: E402
from rounds.golden import Golden, goldens, read_golden, unnamed_clauses  # noqa: E402
from twins.direct import settle as settle_directly  # noqa: E402

Output = dict[str, Any]


def by_table(record: Output) -> Output:
    """Return what the table makes of a record."""
    try:
        return settle(read_record(record))
    except MalformedRecord as error:
        return malformed_output(error)


def difference(record: Output, output: Output) -> str | None:
    """Say where the twin has another opinion on a settled round; its rows may come in any order."""
    if "settlements" not in output:
        return None
    try:
        twin = settle_directly(record)
    except (AssertionError, IndexError, StopIteration) as error:
        return f"the twin cannot play it: {error!r}"
    for key in output.keys() | twin.keys():
        ours, its = output.get(key), twin.get(key)
        if key == "settlements":
            ours, its = sorted(map(json.dumps, ours or ())), sorted(map(json.dumps, its or ()))
        if ours != its:
            return f"{key}\n  table: {ours}\n  twin:  {its}"
    return None


def printed(output: Output) -> str:
    """Print the object with one hand and one settlement a line, for people to read."""
    lines = []
    for key, value in output.items():
        if isinstance(value, list):
            rows = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in value)
            lines.append(f'  "{key}": [\n{rows}\n  ]' if value else f'  "{key}": []')
        else:
            lines.append(f'  "{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def accept(golden: Golden, *, write: bool, show: bool) -> bool:
    """Accept one record's output; False where it is refused."""
    output = by_table(golden.record)
    if problem := difference(golden.record, output):
        print(f"REFUSED {golden.name}: table and twin differ in {problem}")
        return False
    text = printed(output)
    there = golden.output_path
    same = there.exists() and there.read_text("utf-8") == text
    if not same or show:
        print(f"{'same' if same else 'CHANGED' if there.exists() else 'new'}: {golden.name}")
        print(f"{golden.shows}\n{text}")
    if write and not same:
        there.write_text(text, "utf-8")
    return same or write


def main() -> int:
    """Accept the records named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", nargs="*", type=Path, help="records; without any: all")
    parser.add_argument("--check", action="store_true", help="write nothing")
    asked = parser.parse_args()
    chosen = [read_golden(path.resolve()) for path in asked.records] or goldens()
    done = [accept(each, write=not asked.check, show=bool(asked.records)) for each in chosen]
    print(f"{len(done)} records, {done.count(False)} refused or not up to date")
    for name in RULEBOOKS:
        print(f"{name}: enforced, built, named by no record: {' '.join(unnamed_clauses(name))}")
    return int(not all(done))


if __name__ == "__main__":
    raise SystemExit(main())
