"""What `houserules tournament check` and `tournament plan` print as JSON."""

from collections.abc import Iterable
from typing import Any

from houserules.core.money import format_money
from houserules.core.refusal import Clause
from houserules.rulebook.values import require_offered
from houserules.tournament.conditions.check import findings_by_item, why_not_publish
from houserules.tournament.conditions.document import ConditionFinding, Stage, TournamentConditions
from houserules.tournament.conditions.reader import read_conditions
from houserules.tournament.conditions.structure import (
    StagePlan,
    plan_stages,
    stage_findings,
    timetable,
)

Output = dict[str, Any]


def check_conditions(data: object) -> Output:
    """Return every item of a conditions document: given, missing or wrong; raises MalformedRecord."""
    conditions = read_conditions(data)
    by_item = findings_by_item(conditions)
    statements = _statements(conditions)
    items = [
        {
            "clause": _print_clause(clause),
            "item": statements[clause][0],
            "state": _state(findings),
            "given": " ".join(statements[clause][1].split()),
            "findings": [_finding(finding) for finding in findings],
        }
        for clause, findings in by_item.items()
    ]
    return {
        "rulebook": conditions.rules.id,
        "name": conditions.name,
        "complete": not why_not_publish(conditions),
        "items": items,
    }


def find_plan(
    conditions: TournamentConditions, entries: int
) -> tuple[tuple[StagePlan, ...], tuple[ConditionFinding, ...]]:
    """Return the stages with so many entries, or what keeps them from being played."""
    findings = (*_why_not_entries(conditions, entries), *stage_findings(conditions))
    plans = plan_stages(conditions, entries) if not findings else ()
    return ((), (plans,)) if isinstance(plans, ConditionFinding) else (plans, findings)


def why_not_played(conditions: TournamentConditions) -> tuple[ConditionFinding, ...]:
    """Return what is missing or wrong of what a session is played with: chips, limits, wagering."""
    part, by_item = require_offered(conditions.rules.tournament), findings_by_item(conditions)
    items = (part.states_chips, part.states_limits, part.states_play)
    return tuple(finding for item in items for finding in by_item[item])


def why_not_works(
    conditions: TournamentConditions, entries: int, findings: Iterable[ConditionFinding]
) -> Output:
    """Return the output of a plan that does not work."""
    return {
        **_header(conditions, entries),
        "works": False,
        "findings": [_finding(finding) for finding in findings],
    }


def _header(conditions: TournamentConditions, entries: int) -> Output:
    return {"rulebook": conditions.rules.id, "name": conditions.name, "entries": entries}


def plan_tournament(data: object, entries: int, *, rounds_per_hour: int, pause: int) -> Output:
    """Return the plan for a number of entries, or why there is none; raises MalformedRecord."""
    conditions = read_conditions(data)
    plans, findings = find_plan(conditions, entries)
    if findings:
        return why_not_works(conditions, entries, findings)
    rows = timetable(plans, rounds_per_hour=rounds_per_hour, pause=pause)
    return {
        **_header(conditions, entries),
        "works": True,
        "stages": [_stage(plan) for plan in plans],
        "timetable": [
            {
                "stage": row.stage,
                "sitting": row.sitting,
                "tables": row.tables,
                "players": row.players,
                "begins": row.begins,
                "ends": row.ends,
            }
            for row in rows
        ],
        "minutes": rows[-1].ends,
    }


def _why_not_entries(conditions: TournamentConditions, entries: int) -> Iterable[ConditionFinding]:
    """The conditions fix how many players there may be (20.4.2(i))."""
    clause = require_offered(conditions.rules.tournament).states_terms_of_entry
    least, most = conditions.entry.minimum, conditions.entry.maximum
    if least is not None and entries < least:
        yield ConditionFinding(
            "entry.minimum",
            clause,
            "wrong",
            f"The tournament needs at least {least} entries; there are {entries}.",
        )
    if most is not None and entries > most:
        yield ConditionFinding(
            "entry.maximum",
            clause,
            "wrong",
            f"The tournament takes at most {most} entries; there are {entries}.",
        )


def _stage(plan: StagePlan) -> Output:
    stage = plan.stage
    return {
        "name": stage.name,
        "kind": stage.kind,
        "entrants": plan.entrants,
        "sessions": list(plan.sessions),
        "tables": min(stage.tables or 1, len(plan.sessions)),
        "sittings": len(plan.sittings),
        "rounds": stage.rounds,
        "minutes": stage.minutes,
        "byes": plan.byes,
        "advance_per_table": stage.advance,
        "advance": plan.advance,
    }


def _state(findings: tuple[ConditionFinding, ...]) -> str:
    states = {finding.state for finding in findings}
    return "wrong" if "wrong" in states else "missing" if states else "given"


def _finding(finding: ConditionFinding) -> Output:
    return {
        "key": finding.key,
        "clause": _print_clause(finding.clause),
        "state": finding.state,
        "message": finding.detail,
    }


def _print_clause(clause: Clause) -> str:
    """Print a clause as its document does: a number printed twice has its section in the register."""
    return clause.rpartition("/")[2]


def _statements(conditions: TournamentConditions) -> dict[Clause, tuple[str, str]]:
    """Return each item with its title and what the conditions state about it, in a few words."""
    part = require_offered(conditions.rules.tournament)
    fee, eligibility, entry = conditions.entry_fee, conditions.eligibility, conditions.entry
    play, prizes = conditions.play, conditions.prizes
    limits = [
        f"{format_money(row.minimum)} to {format_money(row.maximum)} from round {row.from_round}"
        for row in conditions.limits
    ]
    wagering = (
        _words("in order", flag=play.order_of_wagering),
        _count(play.pass_cards, "pass card"),
        _count(play.undisclosed_wagers, "undisclosed wager"),
        f"{play.wager_seconds} seconds per wager" if play.wager_seconds else "",
    )
    pool = (
        _count(len(prizes.places), "prize") if prizes.places else "",
        f"{format_money(prizes.guarantee)} guaranteed" if prizes.guarantee else "",
        "may be cancelled" if prizes.may_cancel else "",
    )
    numbers = (
        "" if None in (entry.minimum, entry.maximum) else f"{entry.minimum} to {entry.maximum}"
    )
    return {
        part.states_entry_fee: ("Entry fee", "" if fee is None else format_money(fee)),
        part.states_chips: ("Tournament chips", _chips(conditions)),
        part.states_minimum_wager: (
            "Minimum wager",
            _words("compulsory", flag=conditions.minimum_wager),
        ),
        part.states_limits: ("Limits", "; ".join(limits)),
        part.states_structure: ("Structure", "; ".join(map(_describe, conditions.stages))),
        part.states_play: ("Conditions of play", "; ".join(filter(None, wagering))),
        part.states_buy_back: ("Buy-back", _words("offered", flag=conditions.buy_back.offered)),
        part.states_who_is_eligible: ("Who is eligible", eligibility.statement or ""),
        part.states_right_to_refuse: (
            "Right to refuse",
            eligibility.refusal_statement or _words("reserved", flag=eligibility.may_refuse),
        ),
        part.states_selection_criteria: (
            "Selection criteria",
            eligibility.criteria or _words("used", flag=eligibility.selects),
        ),
        part.states_terms_of_entry: ("Terms of entry", f"{numbers} players" if numbers else ""),
        part.states_prizes: ("Prizes", "; ".join(filter(None, pool))),
        part.states_rules_prevail: ("Rules prevail", conditions.rules_prevail or ""),
    }


def _chips(conditions: TournamentConditions) -> str:
    chips = conditions.chips
    if chips.amount is None or chips.method is None:
        return ""
    text = f"{format_money(chips.amount)} {chips.method}"
    return f"{text}, {chips.issued_at} cash" if chips.issued_at else text


def _describe(stage: Stage) -> str:
    length = f"{stage.minutes} min" if stage.minutes else f"{stage.rounds} rounds"
    return f"{stage.name}: {length}"


def _words(text: str, *, flag: bool | None) -> str:
    return "" if flag is None else text if flag else f"not {text}"


def _count(number: int | None, thing: str) -> str:
    return "" if number is None else f"{number} {thing}{'' if number == 1 else 's'}"
