"""What the product can reach: which functions a command line, a route or a table's command leads to.

A clause that the register calls enforced or recorded names the modules that carry it out. That is worth
nothing if only a test calls them. So every function in those modules must be reachable from an entry
point: a command of `houserules`, a route of the server, or a command that a table of the floor takes.

The graph is made from the source without running it. A definition leads to every definition whose name
it mentions, through imports; a method is reached when its class is and something reachable mentions an
attribute of its name. That errs on the side of "reachable", never on the other.

python -m tools.reach   list what nothing reaches, and the clauses that rest on it; exit 1 if there are any
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from houserules.cli.app import COMMANDS
from houserules.rulebook.clauses import DOCUMENTS, ClauseEntry, register_of

SOURCE: Final = Path(__file__).resolve().parent.parent / "src"
PACKAGE: Final = "houserules"
ON_IMPORT: Final = "<on import>"
"""What a module does when it is imported, beside defining names."""

Node = tuple[str, str]
"""A module, and a name that it defines; a method is `Class.method`."""


@dataclass
class Definition:
    """What one definition mentions: names of its module, and attributes of anything."""

    names: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    imports: dict[str, Node | str] = field(default_factory=dict)  # made inside a function


@dataclass
class Module:
    """A module's definitions and imports; an import is a module's name or a definition of it."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    imports: dict[str, Node | str] = field(default_factory=dict)


@cache
def modules() -> dict[str, Module]:
    """Return every module of the package, by name."""
    files = sorted((SOURCE / PACKAGE).rglob("*.py"))
    names = {_module_name(file): file for file in files}
    return {name: _read(file.read_text("utf-8"), set(names)) for name, file in names.items()}


def _module_name(file: Path) -> str:
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _read(text: str, known: set[str]) -> Module:
    module = Module()
    for statement in ast.parse(text).body:
        match statement:
            case ast.Import() | ast.ImportFrom():
                module.imports |= _imports(statement, known)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                module.definitions[statement.name] = _definition(statement, known)
                for owner in _registered_with(statement):
                    module.definitions.setdefault(owner, Definition()).names.add(statement.name)
            case ast.ClassDef():
                for name, definition in _class(statement, known):
                    module.definitions[name] = definition
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                module.definitions[name] = _merged(
                    module.definitions.get(name), _definition(statement, known)
                )
            case _:
                module.definitions[ON_IMPORT] = _merged(
                    module.definitions.get(ON_IMPORT), _definition(statement, known)
                )
    return module


def _imports(statement: ast.Import | ast.ImportFrom, known: set[str]) -> dict[str, Node | str]:
    if isinstance(statement, ast.Import):
        return {}
    source = statement.module or ""
    if not source.startswith(PACKAGE):
        return {}
    found: dict[str, Node | str] = {}
    for each in statement.names:
        whole = f"{source}.{each.name}"
        found[each.asname or each.name] = whole if whole in known else (source, each.name)
    return found


def _definition(statement: ast.AST, known: set[str]) -> Definition:
    found = Definition()
    nodes = list(ast.walk(statement))
    owners = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        match node:
            case ast.Name(id=name) if id(node) not in owners:
                found.names.add(name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                found.names.add(f"{name}.{attribute}")
                found.attributes.add(attribute)
            case ast.Attribute(attr=attribute):
                found.attributes.add(attribute)
            case ast.Constant(value=str(text)) if text.isidentifier():
                found.attributes.add(text)  # getattr, match classes, forward references
            case ast.MatchClass(kwd_attrs=names):
                found.attributes |= set(names)
            case ast.Import() | ast.ImportFrom():
                found.imports |= _imports(node, known)
    return found


def _class(statement: ast.ClassDef, known: set[str]) -> Iterator[tuple[str, Definition]]:
    """Return the class itself, and each of its methods that has a name of its own."""
    rest = ast.ClassDef(**{**vars(statement), "body": []})
    methods = (ast.FunctionDef, ast.AsyncFunctionDef)
    for part in statement.body:
        if isinstance(part, methods) and not part.name.startswith("__"):
            yield f"{statement.name}.{part.name}", _definition(part, known)
        else:
            rest.body.append(part)
    yield statement.name, _definition(rest, known)


def _registered_with(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Return the routers that a decorator hands the function to."""
    for decorator in function.decorator_list:
        match decorator:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner))):
                yield owner


def _merged(first: Definition | None, second: Definition) -> Definition:
    if first is None:
        return second
    first.names |= second.names
    first.attributes |= second.attributes
    first.imports |= second.imports
    return first


def entry_points() -> Iterator[Node]:
    """Return the functions of the command line; `serve` leads to every route and table command."""
    for entry in COMMANDS.values():
        if entry.function:
            module, _, function = entry.function.rpartition(".")
            yield f"{PACKAGE}.cli.{module}", function
    yield f"{PACKAGE}.cli.main", "main"


@cache
def reachable() -> frozenset[Node]:
    """Return every definition that an entry point leads to."""
    every = modules()
    owners: dict[str, list[Node]] = defaultdict(list)  # methods by name
    for name, module in every.items():
        for each in module.definitions:
            if "." in each:
                owners[each.partition(".")[2]].append((name, each))
    reached: set[Node] = set()
    attributes: set[str] = set()
    todo = list(entry_points())
    while todo:
        node = todo.pop()
        if node in reached or node[0] not in every:
            continue
        reached.add(node)
        definition = every[node[0]].definitions.get(node[1])
        todo.append((node[0], ON_IMPORT))
        if definition is not None:
            todo += _mentioned(node[0], definition)
            for attribute in definition.attributes - attributes:
                attributes.add(attribute)
                todo += [each for each in owners[attribute] if _owner(each) in reached]
        elif node[1] in every[node[0]].imports:
            todo += _target(every[node[0]].imports[node[1]])
        todo += [
            (node[0], each)
            for each in every[node[0]].definitions
            if each.startswith(f"{node[1]}.") and each.partition(".")[2] in attributes
        ]
    return frozenset(reached)


def _owner(method: Node) -> Node:
    return method[0], method[1].partition(".")[0]


def _mentioned(module: str, definition: Definition) -> Iterator[Node]:
    here = modules()[module]
    imports = here.imports | definition.imports
    for name in definition.names:
        first, _, attribute = name.partition(".")
        if first in here.definitions:
            yield module, first
        if first not in imports:
            continue
        target = imports[first]
        if isinstance(target, str) and attribute:
            yield target, attribute
        else:
            yield from _target(target)


def _target(target: Node | str) -> Iterable[Node]:
    """Return what a mention leads to; a module handed on as a whole may be used in any way."""
    if isinstance(target, str):
        return [(target, name) for name in (ON_IMPORT, *modules()[target].definitions)]
    return [target]


def unreachable(module: str) -> list[str]:
    """Return the functions and methods of a module that no entry point leads to."""
    there = modules()[f"{PACKAGE}.{module}"].definitions
    return sorted(
        name
        for name in there
        if name != ON_IMPORT and (f"{PACKAGE}.{module}", name) not in reachable()
    )


def unreachable_clauses() -> list[tuple[ClauseEntry, str, list[str]]]:
    """Return each built clause with a module that has something nothing reaches."""
    return [
        (entry, module, missing)
        for document in DOCUMENTS
        for entry in register_of((document,)).entries
        if entry.kind in ("enforced", "recorded") and not entry.planned
        for module in entry.by
        if (missing := unreachable(module))
    ]


def reach_line() -> str:
    """Return the count that `make test` prints; it must be 0."""
    return f"clauses that rest on code nothing reaches: {len(unreachable_clauses())}"


def main() -> int:
    """List what nothing reaches."""
    by_module = {module: missing for _, module, missing in unreachable_clauses()}
    for module, missing in sorted(by_module.items()):
        print(f"{module}: {', '.join(missing)}")
    print(reach_line())
    return 1 if by_module else 0


if __name__ == "__main__":
    raise SystemExit(main())
