"""The codes of the web: all of them are listed, and none is listed that is not used."""

import ast

from architecture.sources import modules, tree
from houserules.floor.denial import CODES as FLOOR
from houserules.floor.denial import PEOPLE_CODES as PEOPLE
from houserules.web.errors import _HTTP, CODES


def used() -> set[str]:
    """Return the codes of every ApiError and of every error said over the WebSocket."""
    found = {"http.error"} | {code for code, _ in _HTTP.values()}
    for file in modules("web"):
        for node in ast.walk(tree(file)):
            match node:
                case ast.Call(
                    func=ast.Name(id="ApiError"), args=[_, ast.Constant(value=str(code)), *_]
                ):
                    found.add(code)
                case ast.Call(func=ast.Name(id="error"), args=[ast.Constant(value=str(code)), *_]):
                    found.add(code)
    return found


def test_every_code_is_explained_and_used() -> None:
    assert used() - set(FLOOR) - set(PEOPLE) <= set(CODES)
    assert set(CODES) <= used()
