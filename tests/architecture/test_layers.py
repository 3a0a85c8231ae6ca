"""Imports point one way, and the pure layers know neither clock, chance, files nor packages."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.import_cycles import find_cycles

from architecture.sources import APART, LAYERS, PURE, imports, layer_of, modules, nodes, short_path

IMPURE = {
    *("asyncio", "concurrent", "ctypes", "datetime", "glob", "http", "io", "logging", "mmap"),
    *("multiprocessing", "os", "pathlib", "platform", "queue", "random", "secrets", "select"),
    *("shelve", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile"),
    *("threading", "time", "urllib", "uuid", "webbrowser", "zoneinfo"),
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}


def _imports_from(file: Path, layers: tuple[str, ...]) -> Iterator[str]:
    prefixes = tuple(f"houserules.{layer}." for layer in layers)
    for line, name in imports(file):
        if f"{name}.".startswith(prefixes):
            yield f"{short_path(file)}:{line}: {name}"


def test_every_package_has_its_place_among_the_layers() -> None:
    packages = {layer_of(file) for file in modules() if "/" in short_path(file)}
    assert packages == set(LAYERS)


def test_imports_point_one_way() -> None:
    upward = [
        offence
        for file in modules(*LAYERS)
        for offence in _imports_from(file, LAYERS[LAYERS.index(layer_of(file)) + 1 :])
    ]
    assert upward == [], "a lower layer imports a higher one"


def test_implementations_that_check_each_other_are_apart() -> None:
    crossing = [
        offence
        for file in modules(*APART)
        for offence in _imports_from(file, tuple(set(APART) - {layer_of(file)}))
    ]
    assert crossing == []


def test_pure_layers_import_nothing_with_effects() -> None:
    effects = [
        f"{short_path(file)}:{line}: {name}"
        for file in modules(*PURE)
        for line, name in imports(file)
        if (top := name.partition(".")[0]) in IMPURE
        or (top != "houserules" and top not in sys.stdlib_module_names)
        or (top == "importlib" and not _reads_own_data(file, name))
    ]
    assert effects == [], "pure layers take no clock, chance, I/O or third-party package"


def _reads_own_data(file: Path, name: str) -> bool:
    """A rulebook's own TOML files are part of the package, not the outside world."""
    return layer_of(file) == "rulebook" and name == "importlib.resources.files"


def test_pure_layers_call_nothing_with_effects() -> None:
    calls = [
        f"{short_path(file)}:{node.lineno}: {node.func.id}()"
        for file in modules(*PURE)
        for node in nodes(file)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in IMPURE_CALLS
    ]
    assert calls == []


def test_a_circle_of_imports_is_found() -> None:
    assert find_cycles({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert find_cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]
    assert find_cycles({"a": {"a"}}) == [["a"]]
