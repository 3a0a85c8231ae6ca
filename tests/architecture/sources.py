"""The source as the architecture tests read it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "houserules"
LAYERS = (
    *("core", "rulebook", "shoe", "table", "rng", "odds", "simulator", "journal", "sheets"),
    *("client", "floor", "web", "cli"),
)
"""Each may import itself and those before it, but for `APART`."""
APART = ("table", "rng", "odds", "simulator", "journal")
"""None of these imports another: three that settle rounds must agree without knowing each other,
and the journal keeps what it is given without knowing what it means."""
PURE = LAYERS[:4]


def modules(*layers: str) -> list[Path]:
    """Give the files of some layers, or of all."""
    folders = [PACKAGE / layer for layer in layers] or [PACKAGE]
    return sorted(file for folder in folders for file in folder.rglob("*.py"))


@cache
def tree(file: Path) -> ast.Module:
    """Parse a file once."""
    return ast.parse(file.read_text("utf-8"), str(file))


def shown(file: Path) -> str:
    """Name a file for a test id or a message."""
    return file.relative_to(PACKAGE).as_posix()


def imports(file: Path) -> Iterator[tuple[int, str]]:
    """Give every import as line and dotted name, those inside functions too."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{shown(file)}:{node.lineno}: relative import"
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"
