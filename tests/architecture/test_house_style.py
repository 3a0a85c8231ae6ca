"""What every module of the source has to keep to."""

import ast
import tomllib

from architecture.sources import PURE, ROOT, module_name, modules, nodes, short_path
from houserules.rulebook.clauses import DOCUMENTS, register_of


def test_no_module_is_longer_than_400_lines() -> None:
    lengths = {short_path(file): len(file.read_text("utf-8").splitlines()) for file in modules()}
    assert {path: length for path, length in lengths.items() if length > 400} == {}


def _is_float(node: ast.AST) -> bool:
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


def test_no_float_touches_money() -> None:
    floats = [
        f"{short_path(file)}:{getattr(node, 'lineno', 0)}"
        for file in modules(*PURE)
        for node in nodes(file)
        if _is_float(node)
    ]
    assert floats == [], "float or true division"


def test_the_search_for_floats_finds_them() -> None:
    for source in ("x = 0.5", "x = y / 2", "x /= 2", "x = float(y)"):
        assert any(_is_float(node) for node in ast.walk(ast.parse(source))), source


def test_the_engine_does_not_know_which_rulebook_it_plays_by() -> None:
    named = [
        f"{short_path(file)}:{node.lineno}: {node.value}"
        for file in modules("table")
        for node in nodes(file)
        if isinstance(node, ast.Constant) and node.value in DOCUMENTS
    ]
    assert named == []


def test_the_register_names_modules_that_exist() -> None:
    existing = {module_name(file).removeprefix("houserules.") for file in modules()}
    for document in DOCUMENTS:
        named = {module for entry in register_of((document,)).entries for module in entry.by}
        assert named, document
        assert sorted(named - existing) == [], document


def test_the_package_depends_on_nothing_but_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == []


def test_a_digest_of_sources_covers_subfolders() -> None:
    """Machine code and cached results that outlive a change of the source would go unnoticed."""
    flat = [
        f"{short_path(file)}:{number}"
        for file in modules()
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1)
        if '.glob("*.py")' in line
    ]
    assert flat == [], "use rglob"
