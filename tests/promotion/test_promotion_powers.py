"""Who may give which command of a promotion, and what each is called."""

from typing import Any

import pytest
from tools.stored_samples import example

from houserules.core.codec import from_data, to_data
from houserules.core.people import Person, Role
from houserules.promotion import commands as c
from houserules.promotion.evolve import STEPS
from houserules.promotion.judge import COMMANDS, promotion_powers
from houserules.rulebook.loader import RULEBOOKS, rulebook
from promotion.office import Office, clauses, number_of
from promotion.promotions import BOOKS


@clauses("1", "2", "4", "10", "11", "12")
def test_each_power_has_the_clause_that_gives_it(book: str) -> None:
    rows = {row.command: row for row in promotion_powers(rulebook(book))}
    for command, number in (
        *(("DraftPromotion", "1"), ("NominateScrutineer", "2"), ("HandOverPrize", "4")),
        *(("RefuseClaim", "10"), ("DecidePromotionDispute", "11"), ("DoubtIntegrity", "12")),
    ):
        assert rows[command].clause == number_of(book, number)
    assert rows["DraftPromotion"].roles == ("Assistant Gaming Manager", "Gaming Manager")
    assert rows["NominateScrutineer"].roles == ("Gaming Manager",)
    assert rows["ClaimPrize"].roles[0] == "player"
    assert all(row.roles and row.what.endswith(".") for row in rows.values())


@pytest.mark.parametrize("book", RULEBOOKS)
def test_nobody_has_a_power_where_there_are_no_promotions(book: str) -> None:
    assert all(bool(row.roles) == (book in BOOKS) for row in promotion_powers(rulebook(book)))


def test_every_command_has_a_name_of_its_own() -> None:
    names = [kind.api_name for kind in COMMANDS]
    assert len(set(names)) == len(names) == 31


@pytest.mark.parametrize("kind", [*COMMANDS, *STEPS], ids=lambda kind: kind.__name__)
def test_commands_and_events_are_data(kind: Any) -> None:
    value = example(kind)
    assert from_data(kind, to_data(value)) == value


@pytest.mark.parametrize("role", ["dealer", "inspector", "Tournament Manager", "cashier", "player"])
def test_other_roles_may_not_start(role: Role) -> None:
    office = Office().draft().send()
    assert office.refusal(c.StartPromotion, Person("x", role), entropy="") == (
        "role.may-not",
        "21.1",
    )
