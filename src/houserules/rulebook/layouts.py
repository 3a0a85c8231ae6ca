"""The layouts of a rulebook: the diagrams in its document, and what is marked on them."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from houserules.core.refusal import Clause
from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.schema import Rulebook

FILE: Final = "layouts.toml"

Mark = Literal["boxes", "insurance", "inscriptions", "perfect-pairs", "suits-you"]


class LayoutsError(Exception):
    """The layouts do not load; the message names the layout and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One layout cloth."""

    diagram: Clause  # where the document shows or describes it
    name: str
    marks: dict[Mark, Clause]  # what is on it, with the clause that requires it


def layouts_of(rules: Rulebook) -> tuple[Layout, ...]:
    """Return the layouts of a rulebook in the order of its document."""
    return _layouts()[rules.id]


@cache
def _layouts() -> dict[str, tuple[Layout, ...]]:
    return read_layouts(files(__package__).joinpath(FILE).read_text("utf-8"))


def read_layouts(text: str) -> dict[str, tuple[Layout, ...]]:
    """Read the layouts of every rulebook; each mark cites a clause of its register."""
    layouts: dict[str, tuple[Layout, ...]] = dict.fromkeys(RULEBOOKS, ())
    for raw in tomllib.loads(text)["layout"]:
        name = f"{raw['rulebook']} {raw['name']}"
        register = register_of(rulebook(raw["rulebook"]).registers)
        for clause in (raw["diagram"], *raw["marks"].values()):
            if not register.has(clause):
                raise LayoutsError(f"{FILE}: {name}: {clause} is not in the register of clauses")
        layout = Layout(Clause(raw["diagram"]), raw["name"], raw["marks"])
        layouts[raw["rulebook"]] += (layout,)
    return layouts
