"""The layouts: one for every diagram of a document, each mark with a clause that exists."""

import pytest

from houserules.rulebook.clauses import register_of
from houserules.rulebook.layouts import LayoutsError, layouts_of, read_layouts
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.values import NotOffered


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_diagram_has_a_layout(name: str) -> None:
    diagrams = [
        entry.number
        for entry in register_of(rulebook(name).registers).entries
        if entry.number.startswith(("diagram:", "appendix:"))
    ]
    drawn = [layout.diagram for layout in layouts_of(rulebook(name))]
    assert [clause for clause in drawn if clause in diagrams] == diagrams


@pytest.mark.parametrize("name", RULEBOOKS)
def test_an_insurance_line_is_drawn_where_the_game_has_insurance(name: str) -> None:
    rules = rulebook(name)
    offered = not isinstance(rules.insurance, NotOffered)
    assert all(("insurance" in layout.marks) == offered for layout in layouts_of(rules))


def test_the_diagrams_of_2024_are_taken_in_the_order_of_print() -> None:
    names = [layout.name for layout in layouts_of(rulebook("nsw-pontoon-2024"))]
    assert names == ["A", "B: Perfect Pairs", "C: Box Seat"]


def test_a_mark_without_a_clause_of_the_register_is_refused() -> None:
    text = '[[layout]]\nrulebook = "nz-pontoon"\ndiagram = "appendix:1"\nname = "1"\nmarks = { boxes = "99.9" }'
    with pytest.raises(LayoutsError, match=r"layouts.toml: nz-pontoon 1: 99.9 is not in the"):
        read_layouts(text)
