"""Who may order what about limits, players and boxes: every role, in every rulebook."""

import pytest

from game_table import NZ, PJ, S24, S65, GameTable
from houserules.core.people import Person
from houserules.table.commands import StaffCommand
from houserules.table.powers import why_not_by
from houserules.table.sign import commands as s
from rules.sign.sign_table import ROLES, START, after, stated
from seated_table import SUPERVISOR

SUPERVISORS = {
    S24: {"Gaming Supervisor", "casino supervisor", "Assistant Gaming Manager", "Gaming Manager"},
    NZ: {"casino supervisor", "Assistant Gaming Manager", "Gaming Manager"},
}
SUPERVISORS |= {S65: SUPERVISORS[S24], PJ: SUPERVISORS[S24]}
LOW = stated("10")
BY = (SUPERVISOR, START)
SUPERVISOR_S: dict[str, tuple[list[StaffCommand], dict[str, str]]] = {
    "limits": (
        [
            s.PutUpSign(*BY, LOW),
            s.ChangeLimits(*BY, LOW),
            s.RaiseMinimum(*BY, LOW),
            s.AnnounceLimits(*BY, LOW, after(20)),
            s.TakeDownAnnouncement(*BY),
        ],
        {S24: "7.5", S65: "6.5", NZ: "15.2", PJ: "6.5"},
    ),
    "more": (
        [s.AllowMore(*BY, "ann", 1, 2), s.EndOwnLimits(*BY, "ann")],
        {S24: "7.6", S65: "6.6", PJ: "6.6"},
    ),
    "player maximum": ([s.SetPlayerMaximum(*BY, "ann", 500)], {NZ: "15.2"}),
    "bettors": ([s.LimitBettors(*BY, 1)], {S24: "6.5", S65: "5.4", NZ: "15.1", PJ: "5.4"}),
    "players": ([s.LimitPlayers(*BY, 1)], {S24: "6.16"}),
    "boxes": (
        [s.LimitBoxes(*BY, 1), s.GiveUpBox(*BY, "ann", 1, "bob")],
        {S24: "6.9", S65: "5.8", NZ: "15.4", PJ: "5.8"},
    ),
    "patronage": ([s.ReportPatronage(*BY, full=True)], {NZ: "15.5"}),
    "reserve": ([s.ReserveBoxes(*BY, "ann", (1,))], {S24: "6.14", S65: "5.13", PJ: "5.13"}),
    "shoe": (
        [s.RestrictForShoe(*BY, "ann"), s.LiftRestriction(*BY, "ann", "this shoe")],
        {S24: "6.11", S65: "5.10", NZ: "5.8", PJ: "5.10"},
    ),
}
MANAGER_S: dict[str, tuple[list[StaffCommand], dict[str, str]]] = {
    "further shoes": (
        [s.RestrictForFurtherShoes(*BY, "ann")],
        {S24: "6.12", S65: "5.11", PJ: "5.11"},
    ),
    "one box": ([s.LimitToOneBox(*BY, "ann")], {S24: "6.13", S65: "5.12", PJ: "5.12"}),
    "resplit": ([s.PermitResplit(*BY)], {S24: "14.9", S65: "13.9"}),
    "side wagers": ([s.LimitSideWagers(*BY)], {S24: "16.4", S65: "15.4", PJ: "13.4"}),
}


def may(name: str, command: StaffCommand) -> set[str]:
    rules = GameTable(name).rules
    persons = [Person("pat", role) for role in ROLES]
    return {person.role for person in persons if not why_not_by(rules, command, person)}


def cited(name: str, command: StaffCommand) -> str:
    refusal = why_not_by(GameTable(name).rules, command, Person("ann", "player"))
    assert refusal is not None
    assert refusal.code == "role.may-not"
    return refusal.clause


def marked(name: str, clauses: dict[str, str]) -> list[pytest.MarkDecorator]:
    return [pytest.mark.clause(name, clauses[name])] if name in clauses else []


@pytest.mark.parametrize(
    ("name", "commands", "clauses"),
    [
        pytest.param(name, *entry, id=f"{name} {what}", marks=marked(name, entry[1]))
        for what, entry in SUPERVISOR_S.items()
        for name in (S24, S65, NZ, PJ)
    ],
)
def test_what_a_casino_supervisor_orders(
    name: str, commands: list[StaffCommand], clauses: dict[str, str]
) -> None:
    for command in commands:
        assert may(name, command) == (SUPERVISORS[name] if name in clauses else set())
        if name in clauses:
            assert cited(name, command) == clauses[name]


@pytest.mark.parametrize(
    ("name", "commands", "clauses"),
    [
        pytest.param(name, *entry, id=f"{name} {what}", marks=marked(name, entry[1]))
        for what, entry in MANAGER_S.items()
        for name in (S24, S65, NZ, PJ)
    ],
)
def test_what_only_a_gaming_manager_orders(
    name: str, commands: list[StaffCommand], clauses: dict[str, str]
) -> None:
    for command in commands:
        assert may(name, command) == ({"Gaming Manager"} if name in clauses else set())
        if name in clauses:
            assert cited(name, command) == clauses[name]
