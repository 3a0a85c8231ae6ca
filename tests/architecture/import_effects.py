"""Import every module of ours in a fresh process, and print what one import changed in another module.

python import_effects.py NAME ... imports in the order given. As each module ends, its tables (dicts,
lists, sets) are noted; when all are imported, none may have changed.
"""

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

noted: dict[str, dict[str, str]] = {}


def tables_of(module: ModuleType) -> dict[str, str]:
    """Return the size and the keys or members of each table of a module."""
    return {
        name: f"{len(value)} entries: {sorted(map(_name_of, value))}"
        for name, value in vars(module).items()
        if isinstance(value, dict | list | set) and not name.startswith("__")
    }


def _name_of(entry: Any) -> str:
    return getattr(entry, "__qualname__", None) or type(entry).__name__ + repr(entry)[:40]


class Notes:
    """A finder that lets the others find, and notes the tables of each module of ours as it ends."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] != "houserules":
            return None
        others = [finder for finder in sys.meta_path if finder is not self]
        spec = next(filter(None, (finder.find_spec(name, path, target) for finder in others)), None)
        if spec and spec.loader:
            execute = spec.loader.exec_module

            def execute_and_note(module: ModuleType) -> None:
                execute(module)
                noted[name] = tables_of(module)

            spec.loader.exec_module = execute_and_note  # type: ignore[method-assign]
        return spec


if __name__ == "__main__":
    sys.meta_path.insert(0, Notes())
    for name in sys.argv[1:]:
        importlib.import_module(name)
    for name, before in noted.items():
        after = tables_of(sys.modules[name])
        for table in sorted(before.keys() | after.keys()):
            if before.get(table) != after.get(table):
                print(f"{name}.{table}")
