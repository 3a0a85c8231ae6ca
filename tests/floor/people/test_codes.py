"""Every "no" has a stable code that the page on people explains."""

import ast
import re
from pathlib import Path

from houserules.floor import people
from houserules.floor.denial import PEOPLE_CODES as CODES

PACKAGE = Path(people.__file__).parent
ROOT = Path(__file__).parents[3]


def said() -> set[str]:
    """Return the codes of the source's own; a refusal that is passed on has its code from elsewhere."""
    calls = [
        node
        for file in PACKAGE.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Denied"
    ]
    return {
        ast.literal_eval(call.args[0])
        for call in calls
        if not isinstance(call.args[0], ast.Attribute)
    }


def test_every_code_is_listed_and_every_listed_code_is_said() -> None:
    assert said() == set(CODES)


def test_the_page_on_people_has_every_code_with_its_words() -> None:
    page = (ROOT / "docs/explanation/people.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([\w.-]+)` \| (.+) \|$", page, re.MULTILINE))
    assert rows == CODES


def test_every_code_is_met_in_a_test() -> None:
    tests = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    assert [code for code in CODES if f'"{code}"' not in tests] == []
