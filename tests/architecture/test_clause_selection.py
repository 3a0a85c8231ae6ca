"""`pytest --clause` finds the tests of a clause and of its parts, and no others."""

from types import SimpleNamespace
from typing import Any

import pytest

from clause_selection import find_clause, pytest_collection_modifyitems


def _test_of(rulebook: str, *numbers: str) -> Any:
    mark = SimpleNamespace(args=(rulebook, *numbers))
    return SimpleNamespace(iter_markers=lambda name: [mark], numbers=numbers)


def _selected(wanted: str, items: list[Any]) -> list[Any]:
    hook = SimpleNamespace(pytest_deselected=lambda items: None)
    config = SimpleNamespace(getoption=lambda name: [wanted], hook=hook)
    pytest_collection_modifyitems(config, chosen := list(items))  # type: ignore[arg-type]
    return chosen


def test_the_tests_of_a_clause_and_of_its_parts_are_selected() -> None:
    numbers = ["14.8", "14.9.3", "4.8", "18.8", "5.1", "5.1.1"]
    tests = [_test_of("nsw-pontoon-2024", number) for number in numbers]
    assert _selected("nsw-pontoon-2024:14.8", tests) == tests[:1]
    assert _selected("nsw-pontoon-2024:5.1", tests) == tests[4:]
    assert _selected("nsw-pinkjack-2016:4.8", tests) == []


def test_a_clause_of_an_amendment_is_the_rulebooks_own() -> None:
    test = _test_of("nz-pontoon", "1.0:pair")
    assert _selected("nz-pontoon-amendment-2009:1.0:pair", [test]) == [test]


def test_what_is_unknown_is_refused_with_what_is_near() -> None:
    with pytest.raises(pytest.UsageError, match=r"no such clause; near it are 14\.8,"):
        find_clause("nsw-pontoon-2024:14.88")
    with pytest.raises(pytest.UsageError, match="give one of nsw-pontoon-2024, "):
        find_clause("pontoon:14.8")
