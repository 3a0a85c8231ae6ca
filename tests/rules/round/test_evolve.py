"""`evolve` knows every event by itself, and importing a module changes nothing in another."""

import subprocess
import sys

from houserules.table.evolve import STEPS, evolve
from houserules.table.people.events import PlayerLeft
from houserules.table.state import Table

ALONE = """
import sys
from houserules.table.evolve import STEPS, evolve
from houserules.table.people.events import PlayerLeft
from houserules.table.state import Table

assert evolve(Table(), PlayerLeft("ann")) == Table()
known = sorted(event.name for event in STEPS)
assert "houserules.table.registry" not in sys.modules

import houserules.table.registry
assert sorted(event.name for event in STEPS) == known

from houserules.table.events import Event

def kinds(base):
    for kind in base.__subclasses__():
        yield from kinds(kind)
        if "name" in vars(kind):
            yield kind

missing = [kind.name for kind in kinds(Event) if kind.name not in known]
assert not missing, missing
print(len(known))
"""

QUIET = """
import importlib, pkgutil, sys
import houserules.table

def contents():
    return {
        (name, key): value.copy()
        for name, module in list(sys.modules.items())
        if name.startswith("houserules.")
        for key, value in vars(module).items()
        if type(value) in (dict, list, set) and not key.startswith("__")
    }

offenders = []
for module in pkgutil.walk_packages(houserules.table.__path__, "houserules.table."):
    before = contents()
    importlib.import_module(module.name)
    after = contents()
    offenders += [(module.name, *place) for place in before if after[place] != before[place]]
print(offenders)
"""


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_evolve_works_whatever_else_was_imported() -> None:
    assert evolve(Table(), PlayerLeft("ann")) == Table()
    assert run(ALONE) == str(len(STEPS))


def test_no_module_fills_the_table_of_another() -> None:
    assert run(QUIET) == "[]"
