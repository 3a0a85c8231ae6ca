"""Imports point one way, and the pure layers know neither clock, chance, files nor packages."""

import ast
import sys
from pathlib import Path

import pytest

from architecture.sources import APART, LAYERS, PURE, imports, modules, shown, tree

IMPURE = {
    *("asyncio", "concurrent", "ctypes", "datetime", "glob", "http", "io", "logging", "mmap"),
    *("multiprocessing", "os", "pathlib", "platform", "queue", "random", "secrets", "select"),
    *("shelve", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile"),
    *("threading", "time", "urllib", "uuid", "webbrowser", "zoneinfo"),
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}


def layer_of(file: Path) -> str:
    return shown(file).partition("/")[0]


@pytest.mark.parametrize("file", modules(*LAYERS), ids=shown)
def test_imports_point_one_way(file: Path) -> None:
    above = LAYERS[LAYERS.index(layer_of(file)) + 1 :]
    wrong = [
        f"{shown(file)}:{line}: {name}"
        for line, name in imports(file)
        if f"{name}.".startswith(tuple(f"houserules.{layer}." for layer in above))
    ]
    assert not wrong, "a lower layer imports a higher one"


@pytest.mark.parametrize("file", modules(*APART), ids=shown)
def test_implementations_that_check_each_other_are_apart(file: Path) -> None:
    others = tuple(f"houserules.{layer}." for layer in APART if layer != layer_of(file))
    assert [name for _, name in imports(file) if f"{name}.".startswith(others)] == []


def test_every_package_has_its_place_among_the_layers() -> None:
    packages = {layer_of(file) for file in modules() if "/" in shown(file)}
    assert packages == set(LAYERS)


@pytest.mark.parametrize("file", modules(*PURE), ids=shown)
def test_pure_layers_import_nothing_with_effects(file: Path) -> None:
    wrong = [
        f"{shown(file)}:{line}: {name}"
        for line, name in imports(file)
        if (top := name.partition(".")[0]) in IMPURE
        or (top != "houserules" and top not in sys.stdlib_module_names)
        or (top == "importlib" and not _reads_own_data(file, name))
    ]
    assert not wrong, "neither clock, chance and I/O nor other people's packages are for this layer"


def _reads_own_data(file: Path, name: str) -> bool:
    """A rulebook's own TOML files are part of the package, not the outside world."""
    return layer_of(file) == "rulebook" and name == "importlib.resources.files"


@pytest.mark.parametrize("file", modules(*PURE), ids=shown)
def test_pure_layers_call_nothing_with_effects(file: Path) -> None:
    calls = [node for node in ast.walk(tree(file)) if isinstance(node, ast.Call)]
    named = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    assert sorted(named & IMPURE_CALLS) == []
