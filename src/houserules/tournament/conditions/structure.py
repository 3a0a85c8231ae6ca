"""The structure of a tournament: what the conditions must fix, and the plan for a number of entries."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from houserules.core.refusal import Clause
from houserules.rulebook.values import require_offered
from houserules.tournament.conditions.document import ConditionFinding, Stage, TournamentConditions

MOST_ENTRIES: Final = 10_000
"""More players than any tournament has; the structure is tried for every number of entries."""


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage with a number of players."""

    stage: Stage
    entrants: int
    sessions: tuple[int, ...]  # how many players sit at each table, one session per table
    byes: int
    advance: int  # how many go on from here, byes included; in a final, places with a prize

    @property
    def sittings(self) -> tuple[tuple[int, ...], ...]:
        """The sessions played at the same time, as far as there are tables."""
        tables = self.stage.tables or 1
        return tuple(
            self.sessions[first : first + tables] for first in range(0, len(self.sessions), tables)
        )


@dataclass(frozen=True, slots=True)
class TimetableRow:
    """One sitting: sessions of a stage that begin together, in minutes from the start."""

    stage: str
    sitting: int
    tables: int
    players: int
    begins: int
    ends: int


def stage_findings(conditions: TournamentConditions) -> tuple[ConditionFinding, ...]:
    """Return what is missing or wrong in the stages themselves (20.4.2(e), 20.10.1)."""
    findings = [*_order_findings(conditions)]
    for number, stage in enumerate(conditions.stages):
        findings += _stage_findings(conditions, stage, f"stages[{number}].")
    return tuple(findings)


def structure_findings(conditions: TournamentConditions) -> tuple[ConditionFinding, ...]:
    """Return also whether the stages work with every number of entries that may come."""
    findings, entry = stage_findings(conditions), conditions.entry
    if findings or entry.minimum is None or entry.maximum is None:
        return findings
    for entries in range(max(entry.minimum, 2), min(entry.maximum, MOST_ENTRIES) + 1):
        plan = plan_stages(conditions, entries)
        if isinstance(plan, ConditionFinding):
            return (plan,)
    return ()


def _order_findings(conditions: TournamentConditions) -> Iterator[ConditionFinding]:
    """The stages lead to one final, and a second chance comes after players were eliminated."""
    stages, clause = conditions.stages, require_offered(conditions.rules.tournament)
    structure = clause.states_structure
    if not stages:
        yield ConditionFinding(
            "stages", structure, "missing", "State the stages: one or more, then a final."
        )
        return
    finals = [stage for stage in stages if stage.kind == "final"]
    if len(finals) != 1 or stages[-1].kind != "final":
        yield ConditionFinding(
            "stages", structure, "wrong", "The last stage must be the final, and the only one."
        )
    for number, stage in enumerate(stages):
        before = [other for other in stages[:number] if not other.is_second_chance]
        if stage.is_second_chance and not before:
            yield ConditionFinding(
                f"stages[{number}].kind",
                structure,
                "wrong",
                f"A {stage.kind} session can only follow a stage from which players advance.",
            )
    for name, times in Counter(stage.name for stage in stages).items():
        if times > 1:
            yield ConditionFinding(
                "stages", structure, "wrong", f"{times} stages are named {name}; name each its own."
            )


def _stage_findings(
    conditions: TournamentConditions, stage: Stage, where: str
) -> Iterator[ConditionFinding]:
    part = require_offered(conditions.rules.tournament)
    structure, boxes = part.states_structure, conditions.rules.equipment.boxes.value
    if stage.rounds is None and stage.minutes is None:
        yield ConditionFinding(
            f"{where}rounds", structure, "missing", "State how many rounds or minutes it lasts."
        )
    if stage.rounds is not None and stage.minutes is not None:
        yield ConditionFinding(
            f"{where}minutes",
            structure,
            "wrong",
            "A session ends after a number of rounds or by the clock. State one of the two.",
        )
    seats = stage.players_per_table
    ranges = {
        "rounds": (stage.rounds, 1, None),
        "minutes": (stage.minutes, 1, None),
        "tables": (stage.tables, 1, 1 if stage.kind == "final" else None),
        "players_per_table": (seats, 2, boxes),
        "entrants": (stage.entrants, 2, None),
    }
    for key, (count, least, most) in ranges.items():
        if count is None:
            if key in ("tables", "players_per_table"):
                yield ConditionFinding(
                    f"{where}{key}",
                    structure,
                    "missing",
                    f"State the number: {_range(least, most)}.",
                )
        elif count < least or (most is not None and count > most):
            yield ConditionFinding(
                f"{where}{key}", structure, "wrong", f"{count} is not {_range(least, most)}."
            )
    if stage.entrants is not None and not stage.is_second_chance:
        yield ConditionFinding(
            f"{where}entrants",
            structure,
            "wrong",
            "Only a repechage or catch-up session limits its entrants; leave it out here.",
        )
    if stage.byes and (stage.kind == "final" or stage.is_second_chance):
        yield ConditionFinding(
            f"{where}byes", structure, "wrong", "Byes are possible in heats and semi-finals only."
        )
    yield from _advance_findings(stage, where, part.number_to_advance)


def _advance_findings(stage: Stage, where: str, clause: Clause) -> Iterator[ConditionFinding]:
    """How many go on is fixed before the tournament starts (20.10.1)."""
    key, seats, advance = f"{where}advance", stage.players_per_table, stage.advance
    if stage.kind == "final":
        if advance is not None:
            yield ConditionFinding(
                key, clause, "wrong", "Nobody advances from a final: the prizes name its places."
            )
    elif advance is None:
        yield ConditionFinding(
            key, clause, "missing", "State how many players advance from each table."
        )
    elif advance < 1 or (seats is not None and advance >= seats):
        most = f"1 to {seats - 1}" if seats is not None and seats > 2 else "1"
        yield ConditionFinding(
            key, clause, "wrong", f"{most} of each table may advance, not {advance}."
        )


def _range(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} or more"
    return f"{least} to {most}" if most > least else str(least)


def plan_stages(
    conditions: TournamentConditions, entries: int
) -> tuple[StagePlan, ...] | ConditionFinding:
    """Seat so many entries stage by stage, or say why the structure cannot work with them.

    The stages must be complete: `structure_findings` comes first. Players who advance wait while a
    repechage or catch-up session after their stage adds others to them.
    """
    plans = tuple(_follow_stages(conditions, 0, entries, 0))
    for number, plan in enumerate(plans):
        if problem := _why_not_seats(plan):
            clause = require_offered(conditions.rules.tournament).states_structure
            detail = f"With {entries} entries {problem}"
            return ConditionFinding(f"stages[{number}]", clause, "wrong", detail)
    return plans


def final_has_seats(
    conditions: TournamentConditions, first: int, *, qualified: int, eliminated: int
) -> bool:
    """Whether the final holds everybody who reaches it, if so many play from some stage on."""
    final = [*_follow_stages(conditions, first, qualified, eliminated)][-1]
    return final.entrants <= (final.stage.players_per_table or 1)


def _follow_stages(
    conditions: TournamentConditions, first: int, qualified: int, eliminated: int
) -> Iterator[StagePlan]:
    """Seat stage after stage: so many are qualified before the first, and so many were eliminated."""
    for stage in conditions.stages[first:]:
        if stage.is_second_chance:
            plan = seat_stage(conditions, stage, eliminated)
            qualified, eliminated = qualified + plan.advance, eliminated - plan.advance
        else:
            plan = seat_stage(conditions, stage, qualified)
            qualified, eliminated = plan.advance, qualified - plan.advance
        yield plan


def seat_stage(conditions: TournamentConditions, stage: Stage, players: int) -> StagePlan:
    """Return how so many players are seated; a second chance may have fewer seats than players."""
    if stage.is_second_chance:
        return _seat(stage, min(stage.entrants or players, players), prizes=0)
    return _seat(stage, players, prizes=len(conditions.prizes.places))


def _seat(stage: Stage, entrants: int, *, prizes: int) -> StagePlan:
    """Spread players over as few tables as hold them, as evenly as possible."""
    if stage.kind == "final":
        return StagePlan(stage, entrants, (entrants,), byes=0, advance=prizes)
    seats = stage.players_per_table or 1
    byes = entrants % seats if stage.byes and entrants > seats else 0
    playing = entrants - byes
    tables = -(-playing // seats)
    sessions = tuple(playing // tables + (number < playing % tables) for number in range(tables))
    advance = sum(min(stage.advance or 0, size) for size in sessions)
    return StagePlan(stage, entrants, sessions, byes, byes + advance)


def _why_not_seats(plan: StagePlan) -> str | None:
    """Say what does not work, in words that follow "With 60 entries"."""
    stage, name, seats = plan.stage, plan.stage.name, plan.stage.players_per_table or 1
    if stage.kind == "final":
        if plan.entrants > seats:
            return (
                f"{plan.entrants} players reach {name}, which has {seats} seats: let fewer advance."
            )
        if plan.entrants < 2:
            return f"only {plan.entrants} reaches {name}, and a final needs 2: let more advance."
        if plan.advance > plan.entrants:
            return (
                f"{plan.entrants} players reach {name}, and {plan.advance} places have a prize: "
                "let more advance or give fewer prizes."
            )
    elif plan.sessions and min(plan.sessions) <= (stage.advance or 0):
        return (
            f"a table of {name} has {min(plan.sessions)} and {stage.advance} advance, so nobody is "
            "eliminated there: leave the stage out or let fewer advance."
        )
    return None


def timetable(
    plans: tuple[StagePlan, ...], *, rounds_per_hour: int, pause: int
) -> tuple[TimetableRow, ...]:
    """Return when each sitting begins and ends, with a pause of so many minutes between them."""
    rows: list[TimetableRow] = []
    for plan in plans:
        lasts = plan.stage.minutes or -(-(plan.stage.rounds or 0) * 60 // rounds_per_hour)
        for number, sitting in enumerate(plan.sittings, start=1):
            begins = rows[-1].ends + pause if rows else 0
            rows.append(
                TimetableRow(
                    plan.stage.name, number, len(sitting), sum(sitting), begins, begins + lasts
                )
            )
    return tuple(rows)
