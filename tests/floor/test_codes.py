"""The codes of the floor's own refusals: all of them are listed, and none is listed that is not used."""

import ast

from architecture.sources import modules, tree
from houserules.floor.denial import CODES, PEOPLE_CODES


def used() -> set[str]:
    """Return the codes of every Denied in the floor outside people."""
    found = set()
    for file in modules("floor"):
        if "people" in file.parts:
            continue
        for node in ast.walk(tree(file)):
            match node:
                case ast.Call(func=ast.Name(id="Denied"), args=[ast.Constant(value=str(code)), *_]):
                    found.add(code)
    return found


def test_every_code_is_explained_and_used() -> None:
    assert used() - set(PEOPLE_CODES) <= set(CODES)
    assert set(CODES) <= used()
