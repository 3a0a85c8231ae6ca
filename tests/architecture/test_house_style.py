"""What every module of the source has to keep to."""

import ast
import tomllib
from pathlib import Path

import pytest

from architecture.sources import PURE, ROOT, modules, shown, tree
from houserules.rulebook.clauses import DOCUMENTS, register_of


@pytest.mark.parametrize("file", modules(), ids=shown)
def test_no_module_is_longer_than_400_lines(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= 400


def _floats(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=float() | complex()):
            return True
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return True
        case (
            ast.Call(func=ast.Name(id="float" | "complex")) | ast.Attribute(attr="truediv" | "fsum")
        ):
            return True
    return False


@pytest.mark.parametrize("file", modules(*PURE), ids=shown)
def test_no_float_touches_money(file: Path) -> None:
    found = [getattr(node, "lineno", 0) for node in ast.walk(tree(file)) if _floats(node)]
    assert not found, f"{shown(file)}: float or true division in lines {found}"


@pytest.mark.parametrize("source", ["x = 0.5", "x = y / 2", "x /= 2", "x = float(y)"])
def test_the_search_for_floats_finds_them(source: str) -> None:
    assert any(_floats(node) for node in ast.walk(ast.parse(source)))


@pytest.mark.parametrize("file", modules("table"), ids=shown)
def test_the_engine_does_not_know_which_rulebook_it_plays_by(file: Path) -> None:
    texts = {node.value for node in ast.walk(tree(file)) if isinstance(node, ast.Constant)}
    assert not texts & set(DOCUMENTS)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_register_names_modules_that_are_there(document: str) -> None:
    named = {by for entry in register_of((document,)).entries for by in entry.by}
    there = {shown(file).removesuffix(".py").replace("/", ".") for file in modules()}
    assert named
    assert sorted(named - there) == []


def test_the_package_asks_for_nothing_but_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == []
