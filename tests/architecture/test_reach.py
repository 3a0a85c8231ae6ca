"""What the register calls enforced or recorded can be reached from outside, not only from a test."""

import ast
from typing import get_args

import pytest
from tools import reach

from architecture.sources import PACKAGE, modules, nodes
from houserules.core.people import Role
from houserules.floor.tables.authority import COMMANDS
from houserules.floor.tournaments import authority as tournament
from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import RULEBOOKS
from houserules.table.session.state import Ground
from houserules.web.pages.staff_desk import orders_for


def test_every_clause_rests_on_code_that_an_entry_point_reaches() -> None:
    missing = {module: names for _, module, names in reach.unreachable_clauses()}
    assert missing == {}


def test_the_judge_of_every_command_is_reached() -> None:
    assert ("houserules.table.round.double", "why_not_double") in reach.reachable()
    assert ("houserules.floor.registers", "REGISTERS") in reach.reachable()
    assert ("houserules.tournament.departures", "why_not_disqualify") in reach.reachable()
    assert ("houserules.table.session.discipline", "why_not_deduct") in reach.reachable()


def test_every_clause_of_tournament_play_is_built() -> None:
    for document, section in (("nsw-pontoon-6to5-2017", "20"), ("nsw-pontoon-2024", "21")):
        clauses = [e for e in register_of((document,)).entries if e.section == section]
        assert len(clauses) > 100
        assert [e.number for e in clauses if e.planned] == []


def test_a_function_that_only_a_test_calls_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    there = reach.modules()["houserules.table.round.double"].definitions
    monkeypatch.setitem(there, "only_for_tests", reach.Definition())
    assert reach.unreachable("table.round.double") == ["only_for_tests"]
    clauses = {entry.number for entry, _, _ in reach.unreachable_clauses()}
    assert "13.1" in clauses


def _offered_by_the_table() -> set[str]:
    """Return the commands that `legal` makes: the players' page shows each of them as a button."""
    return {
        node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        for file in modules("table")
        for node in nodes(file)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name)
    }


def _pages() -> str:
    return "".join(
        file.read_text("utf-8")
        for file in (PACKAGE / "web").rglob("*")
        if file.suffix in (".js", ".html")
    )


def test_every_command_of_a_tournament_is_offered_on_a_page() -> None:
    pages = _pages()
    assert [name for name in tournament.COMMANDS if f'"{name}"' not in pages] == []
    assert [ground for ground in get_args(Ground) if f'"{ground}"' not in pages] == []


def test_every_command_is_offered_on_a_page() -> None:
    orders = {
        order["do"]
        for name in RULEBOOKS
        for role in get_args(Role)
        for order in orders_for(name, role)
    }
    pages, listed = _pages(), _offered_by_the_table()
    nowhere = [
        name
        for name, kind in COMMANDS.items()
        if name not in orders and f'"{name}"' not in pages and kind.__name__ not in listed
    ]
    assert nowhere == []
