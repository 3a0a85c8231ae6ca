"""The registers of the house: nothing that the documents want recorded falls out of them."""

import ast
from dataclasses import fields
from pathlib import Path
from typing import Final

import houserules
from houserules.floor.promotions.stream import KINDS as PROMOTIONS
from houserules.floor.registers import REGISTERED_EVENTS, REGISTERS
from houserules.floor.stored_events import KINDS
from houserules.floor.tournaments.stream import KINDS as TOURNAMENTS
from houserules.rulebook.clauses import DOCUMENTS, register_of

_SOURCE: Final = Path(houserules.__file__).parent
_FOLLOWS: Final = frozenset(("card.burned", "player.left", "side-wager.displaced"))
"""What a recorded act brings about in the course of play; the act itself is in a register."""


def _made_in(module: str) -> set[str]:
    """The events that a module lets happen."""
    by_class = {kind.__name__: name for name, kind in KINDS.items()}
    tree = ast.parse((_SOURCE / f"{module.replace('.', '/')}.py").read_text("utf-8"))
    called = {
        each.func.id if isinstance(each.func, ast.Name) else each.func.attr
        for each in ast.walk(tree)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name | ast.Attribute)
    }
    return {by_class[name] for name in called if name in by_class}


def test_every_event_of_a_clause_that_is_recorded_stands_in_a_register() -> None:
    modules = {
        module
        for clause in register_of(DOCUMENTS).entries
        if clause.kind == "recorded"
        for module in clause.by
    }
    made = set().union(*(_made_in(each) for each in modules))
    assert {"cards.checked", "cards.verified", "shuffle.called"} <= made
    assert made - REGISTERED_EVENTS.keys() - _FOLLOWS == set()


def test_everything_that_staff_order_or_find_stands_in_a_register() -> None:
    acts = {name for name, kind in KINDS.items() if any(each.name == "by" for each in fields(kind))}
    assert acts - REGISTERED_EVENTS.keys() == set()


def test_an_absent_player_a_late_offer_and_returned_wagers_stand_in_a_register() -> None:
    wanted = "player.absent late-offer.opened returns.decided wager.returned cards.replaced"
    assert set(wanted.split()) - REGISTERED_EVENTS.keys() == set()


def test_registers_list_only_events_that_there_are() -> None:
    there = KINDS.keys() | TOURNAMENTS.keys() | PROMOTIONS.keys()
    assert REGISTERED_EVENTS.keys() - there == set()


def test_everything_about_a_tournament_or_a_promotion_stands_in_a_register() -> None:
    assert (TOURNAMENTS.keys() | PROMOTIONS.keys()) - REGISTERED_EVENTS.keys() == set()


def test_no_event_stands_in_two_registers() -> None:
    assert sum(len(each.events) for each in REGISTERS) == len(REGISTERED_EVENTS)
