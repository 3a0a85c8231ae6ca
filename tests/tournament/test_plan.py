"""The plan of a tournament: tables, byes, who advances, and the timetable."""

from typing import Any

import pytest

from houserules.tournament.conditions.document import ConditionFinding
from houserules.tournament.conditions.report import plan_tournament
from houserules.tournament.conditions.structure import StagePlan, plan_stages
from tournament.conditions import BOTH, MISSING, S65, conditions, document


def plan(entries: int, **changes: Any) -> tuple[StagePlan, ...]:
    plans = plan_stages(conditions(**changes), entries)
    assert not isinstance(plans, ConditionFinding), plans.detail
    return plans


def problem(entries: int, **changes: Any) -> str:
    finding = plan_stages(conditions(**changes), entries)
    assert isinstance(finding, ConditionFinding)
    return finding.detail


def two_stages(**heats: Any) -> list[dict[str, Any]]:
    first = {"kind": "heats", "rounds": 20, "tables": 4, "players_per_table": 7, "advance": 1}
    final = {"kind": "final", "rounds": 20, "tables": 1, "players_per_table": 7}
    return [{**first, **heats}, final]


def test_sixty_entries() -> None:
    heats, repechage, semi_finals, final = plan(60)
    assert heats.sessions == (7, 7, 7, 7, 7, 7, 6, 6, 6)
    assert [len(sitting) for sitting in heats.sittings] == [5, 4]
    assert (heats.byes, heats.advance) == (0, 18)
    assert (repechage.entrants, repechage.sessions, repechage.advance) == (14, (7, 7), 2)
    assert (semi_finals.entrants, semi_finals.sessions) == (20, (7, 7, 6))
    assert (final.entrants, final.sessions, final.advance) == (6, (6,), 3)


@pytest.mark.parametrize(
    ("entries", "sessions"), [(13, (7, 6)), (14, (7, 7)), (15, (5, 5, 5)), (21, (7, 7, 7))]
)
def test_as_few_tables_as_hold_the_players(entries: int, sessions: tuple[int, ...]) -> None:
    assert (
        plan(entries, stages=two_stages(advance=3 if entries < 15 else 2), prizes__places=[])[
            0
        ].sessions
        == sessions
    )


@pytest.mark.parametrize(
    ("entries", "sessions", "byes"), [(27, (7,) * 3, 6), (28, (7,) * 4, 0), (29, (7,) * 4, 1)]
)
def test_byes_go_on_without_playing(entries: int, sessions: tuple[int, ...], byes: int) -> None:
    stages = two_stages(byes=True)
    stages.insert(1, {**stages[0], "kind": "semi-final", "byes": False, "advance": 3})
    heats, semi_final, _ = plan(entries, stages=stages)
    assert (heats.sessions, heats.byes) == (sessions, byes)
    assert semi_final.entrants == byes + len(sessions)


def test_nobody_has_a_bye_at_a_single_short_table() -> None:
    stages = two_stages(byes=True, advance=3)
    assert plan(5, stages=stages)[0].sessions == (5,)


def test_a_repechage_has_at_most_the_eliminated() -> None:
    places = [{"place": 1, "share": "100"}]
    heats, repechage, *_ = plan(11, prizes__places=places)
    assert heats.advance == 4
    assert repechage.entrants == 7
    without_limit = plan(60, stages__1__entrants=MISSING, stages__2__advance=1)
    assert without_limit[1].entrants == 42


def test_the_final_has_seats_for_all_who_reach_it() -> None:
    assert plan(49, stages=two_stages())[-1].entrants == 7
    assert problem(50, stages=two_stages()) == (
        "With 50 entries 8 players reach Final, which has 7 seats: let fewer advance."
    )


def test_a_final_needs_two_players() -> None:
    places = [{"place": 1, "share": "100"}]
    assert plan(8, stages=two_stages(), prizes__places=places)[-1].entrants == 2
    assert "only 1 reaches Final" in problem(7, stages=two_stages())


def test_every_prize_has_a_player_in_the_final() -> None:
    assert plan(15, stages=two_stages())[-1].entrants == 3
    assert problem(14, stages=two_stages()) == (
        "With 14 entries 2 players reach Final, and 3 places have a prize: let more advance or "
        "give fewer prizes."
    )


def test_a_table_eliminates_somebody() -> None:
    assert plan(4, stages=two_stages(advance=3))[0].advance == 3
    assert "nobody is eliminated there" in problem(3, stages=two_stages(advance=3))


@pytest.mark.parametrize(("book", "section"), BOTH)
def test_entries_below_at_and_above_the_limits(book: str, section: str) -> None:
    def findings(entries: int) -> list[tuple[str, str]]:
        output = plan_tournament(document(book), entries, rounds_per_hour=60, pause=15)
        return [(row["key"], row["clause"]) for row in output.get("findings", [])]

    clause = f"{section}.4.2(i)"
    assert findings(20) == [("entry.minimum", clause)]
    assert findings(21) == findings(22) == findings(62) == findings(63) == []
    assert findings(64) == [("entry.maximum", clause)]


def test_an_unfinished_structure_is_not_planned() -> None:
    data = document(stages__0__advance=MISSING)
    output = plan_tournament(data, 60, rounds_per_hour=60, pause=15)
    assert not output["works"]
    assert [row["key"] for row in output["findings"]] == ["stages[0].advance"]


def test_only_the_number_of_entries_that_came_has_to_work() -> None:
    data = document(entry__maximum=70)
    assert plan_tournament(data, 60, rounds_per_hour=60, pause=15)["works"]
    output = plan_tournament(data, 64, rounds_per_hour=60, pause=15)
    assert [row["key"] for row in output["findings"]] == ["stages[3]"]


def test_the_timetable_comes_from_rounds_per_hour() -> None:
    output = plan_tournament(document(S65), 60, rounds_per_hour=45, pause=10)
    times = [(row["stage"], row["begins"], row["ends"]) for row in output["timetable"]]
    assert times == [
        ("Heats", 0, 27),  # 20 rounds at 45 per hour: 26 minutes and 40 seconds
        ("Heats", 37, 64),
        ("Repechage", 74, 104),  # by the clock: 30 minutes
        ("Semi-finals", 114, 141),
        ("Final", 151, 191),
    ]
    assert output["minutes"] == 191
