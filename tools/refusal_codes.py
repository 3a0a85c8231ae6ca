"""Find every refusal in the source: its code, and what of a rulebook it has its clause from."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from houserules.rulebook.value_text import PART_OF

Source = tuple[Literal["key", "absent part"], str]
"""Where a refusal has its clause from: a key of the rulebook, or a part that is not offered."""


@dataclass(frozen=True, slots=True)
class Found:
    """One place that refuses."""

    code: str
    file: str
    cited: frozenset[Source]  # as far as the source says it outright


@dataclass(frozen=True, slots=True)
class _Scope:
    """A function, and for each of its parameters what one caller hands in."""

    module: ast.Module
    function: ast.FunctionDef
    handed: dict[str, tuple[ast.expr, "_Scope"]]


def find_refusals(folder: Path) -> Iterator[Found]:
    """Yield every refusal of the modules in a folder, in the order of the source."""
    for file in sorted(folder.rglob("*.py")):
        module = ast.parse(file.read_text("utf-8"))
        for function in _functions(module).values():
            for call in _calls(function, "Refusal"):
                for scope in _scopes(module, function):
                    cited = frozenset(_cited(call.args[1], scope))
                    yield Found(_text(call.args[0], scope), file.name, cited)


def _functions(module: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}


def _calls(node: ast.AST, name: str) -> list[ast.Call]:
    return [
        each
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == name
    ]


def _scopes(module: ast.Module, function: ast.FunctionDef) -> list[_Scope]:
    """Return the function once a caller in its module; once, with nothing known, if it has none."""
    names = [argument.arg for argument in function.args.args]
    scopes = []
    for caller in _functions(module).values():
        for call in _calls(caller, function.name):
            outer = _Scope(module, caller, {})
            handed = dict(zip(names, call.args, strict=False))
            handed |= {each.arg: each.value for each in call.keywords if each.arg}
            scopes.append(_Scope(module, function, {k: (v, outer) for k, v in handed.items()}))
    return scopes or [_Scope(module, function, {})]


def _text(node: ast.expr, scope: _Scope) -> str:
    """Return the text of a constant or of an f-string whose parts are handed in."""
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(values):
            return "".join(_text(value, scope) for value in values)
        case ast.FormattedValue(value=value):
            return _text(value, scope)
        case ast.Name(id=name) if name in scope.handed:
            return _text(*scope.handed[name])
    raise SystemExit(f"{scope.function.name}: the code of a refusal must be a text known here")


def _cited(node: ast.expr, scope: _Scope) -> Iterator[Source]:
    """Yield what an expression takes its clause from."""
    match node:
        case ast.Attribute(value=ast.Name("rules") | ast.Attribute(attr="rules"), attr=part):
            yield "absent part", part
        case ast.Attribute(attr=key) if key in PART_OF:
            yield "key", key
        case ast.Attribute(value=value, attr="clause"):
            yield from _cited(value, scope)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _cited(body, scope)
            yield from _cited(orelse, scope)
        case ast.Name(id=name):
            for value in _assigned(name, scope.function):
                yield from _cited(value, scope)
            if name in scope.handed:
                yield from _cited(*scope.handed[name])
        case ast.Call(func=ast.Name(id=name)) if name in _functions(scope.module):
            function = _functions(scope.module)[name]
            for each in ast.walk(function):
                if isinstance(each, ast.Return) and each.value:
                    yield from _cited(each.value, _Scope(scope.module, function, {}))


def _assigned(name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Yield what a function assigns to a name, alone or as one of several."""
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        match node.targets[0], node.value:
            case ast.Name(id=found), value if found == name:
                yield value
            case ast.Tuple(elts=targets), ast.Tuple(elts=values):
                pairs = zip(targets, values, strict=True)
                yield from (v for t, v in pairs if isinstance(t, ast.Name) and t.id == name)
