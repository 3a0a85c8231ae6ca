"""Find what nothing uses: vulture over the source, with the exceptions that pyproject.toml lists.

What only a test uses counts as unused. Fields of classes are left out: most of them are parts of
formats (events, answers, rulebooks), read by whoever receives them.
"""

import ast
import tomllib
from pathlib import Path
from typing import Any, Final

from vulture import Vulture

ROOT: Final = Path(__file__).resolve().parent.parent


def fields_of_classes(file: Path) -> set[tuple[str, int]]:
    """Return name and line of each annotated field of a class in a file."""
    classes = [node for node in ast.walk(ast.parse(file.read_text())) if type(node) is ast.ClassDef]
    return {
        (statement.target.id, statement.lineno)
        for node in classes
        for statement in node.body
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }


def unused() -> list[str]:
    """Return what nothing uses, each on a line with its place."""
    options: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"][
        "vulture"
    ]
    vulture = Vulture(
        ignore_names=options["ignore_names"], ignore_decorators=options["ignore_decorators"]
    )
    vulture.scavenge([ROOT / path for path in options["paths"]])
    return [
        f"{item.filename.relative_to(ROOT)}:{item.first_lineno}: {item.message}"
        for item in vulture.get_unused_code()
        if (item.name, item.first_lineno) not in fields_of_classes(item.filename)
    ]


if __name__ == "__main__":
    findings = unused()
    print("\n".join([*findings, f"functions, classes and constants unused: {len(findings)}"]))
    raise SystemExit(1 if findings else 0)
