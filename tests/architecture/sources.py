"""The source as the architecture tests read it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "houserules"
LAYERS = (
    *("core", "rulebook", "shoe", "table", "rng", "odds", "simulator", "journal"),
    *("analysis", "tournament", "promotion", "carded", "sheets", "client", "floor", "web", "cli"),
)
"""Each may import itself and those before it, except as `APART` says."""
APART = ("table", "rng", "odds", "simulator", "journal")
"""None of these imports another: three that settle rounds must agree without knowing each other,
and the journal stores what it is given without knowing what it means."""
PURE = (*LAYERS[:4], "tournament", "promotion", "carded")


@cache
def modules(*layers: str) -> list[Path]:
    """Return the files of some layers, or of all."""
    folders = [PACKAGE / layer for layer in layers] or [PACKAGE]
    return sorted(file for folder in folders for file in folder.rglob("*.py"))


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"), str(file))


@cache
def nodes(file: Path) -> list[ast.AST]:
    return list(ast.walk(tree(file)))


def short_path(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def layer_of(file: Path) -> str:
    return short_path(file).partition("/")[0]


def module_name(file: Path) -> str:
    """Return the dotted name under which Python imports a file."""
    dotted = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
    return dotted.removesuffix(".__init__")


def imports(file: Path) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of every import, including those inside functions."""
    for node in nodes(file):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{short_path(file)}:{node.lineno}: relative import"
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"
