"""Who may give which command of a tournament, and what each is called."""

from typing import Any

import pytest
from tools.stored_samples import example

from houserules.core.codec import from_data, to_data
from houserules.core.people import Person, Role
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.table.desk import right_to
from houserules.tournament import commands as c
from houserules.tournament.evolve import STEPS
from houserules.tournament.judge import COMMANDS, tournament_powers
from tournament.desk import STARTS, Desk, clauses, peer, small


@clauses("1.1:tournament-manager")
def test_the_manager_runs_the_tournament(book: str, section: str) -> None:
    rows = {row.command: row for row in tournament_powers(rulebook(book))}
    assert rows["StartSession"].roles == ("Tournament Manager",)
    assert rows["StartSession"].clause == peer(section, "1.1:tournament-manager")
    assert rows["CancelTournament"].roles == ("Gaming Manager",)
    assert rows["PublishTournament"].roles == ("Tournament Manager", "Gaming Manager")
    assert rows["PayEntryFee"].roles == ("player", "Tournament Manager")
    assert "Tournament Manager" not in rows["CutSeatDraw"].roles
    assert all(row.roles and row.what.endswith(".") for row in rows.values())


@pytest.mark.parametrize("book", RULEBOOKS)
def test_nobody_has_a_power_where_there_are_no_tournaments(book: str) -> None:
    has_tournaments = book in ("nsw-pontoon-2024", "nsw-pontoon-6to5-2017")
    assert all(bool(row.roles) == has_tournaments for row in tournament_powers(rulebook(book)))


def test_every_command_has_a_name_of_its_own() -> None:
    names = [kind.api_name for kind in COMMANDS]
    assert len(set(names)) == len(names) == 32
    assert right_to(rulebook("nsw-pontoon-2024"), c.StartSession) is None
    assert right_to(rulebook("nsw-pontoon-2024"), c.ApplyForEntry) == "21.1.1:tournament"


@pytest.mark.parametrize("kind", [*COMMANDS, *STEPS], ids=lambda kind: kind.__name__)
def test_commands_and_events_are_data(kind: Any) -> None:
    value = example(kind)
    assert from_data(kind, to_data(value)) == value


@pytest.mark.parametrize("role", ["dealer", "Gaming Supervisor", "inspector", "cashier", "player"])
def test_other_roles_may_not_publish(role: Role) -> None:

    desk = Desk()
    desk.give(c.DraftTournament, conditions=small())
    when = {"starts": STARTS, "rounds_per_hour": 40, "pause_minutes": 10}
    refusal = desk.refusal(c.PublishTournament, Person("x", role), **when)
    assert refusal == ("role.may-not", "20.4.1")
