"""What the conditions must state about entering, buying back and who prevails (20.4.2(g) to (k))."""

from collections.abc import Iterator
from typing import Final

from houserules.core.refusal import Clause
from houserules.rulebook.schema_tournament import Tournament
from houserules.tournament.conditions.document import (
    ConditionFinding,
    TournamentConditions,
    covers,
)
from houserules.tournament.conditions.structure import MOST_ENTRIES


def buy_back_findings(
    conditions: TournamentConditions, clause: Clause
) -> Iterator[ConditionFinding]:
    buy_back = conditions.buy_back
    details = {
        "times": (buy_back.times, "State how often a player may buy back."),
        "price": (buy_back.price, "State what a buy-back costs."),
        "method": (buy_back.method, "State how a player buys back."),
        "timing": (buy_back.timing, "State when a player may buy back."),
    }
    if buy_back.offered is None:
        yield ConditionFinding(
            "buy_back.offered", clause, "missing", "State whether eliminated players may buy back."
        )
    for key, (value, detail) in details.items():
        if buy_back.offered and value is None:
            yield ConditionFinding(f"buy_back.{key}", clause, "missing", detail)
        elif buy_back.offered is False and value is not None:
            yield ConditionFinding(
                f"buy_back.{key}", clause, "wrong", "Leave it out, or offer the buy-back."
            )
    if buy_back.offered and buy_back.times is not None and buy_back.times < 1:
        yield ConditionFinding(
            "buy_back.times", clause, "wrong", "A buy-back is offered 1 time or more."
        )


def statement_findings(
    conditions: TournamentConditions, clause: Clause
) -> Iterator[ConditionFinding]:
    if conditions.eligibility.statement is None:
        yield ConditionFinding(
            "eligibility.statement",
            clause,
            "missing",
            "State that only people allowed into the casino and allowed to gamble can enter.",
        )


def refusal_findings(
    conditions: TournamentConditions, clause: Clause
) -> Iterator[ConditionFinding]:
    reserved, statement = (
        conditions.eligibility.may_refuse,
        conditions.eligibility.refusal_statement,
    )
    if reserved is None:
        yield ConditionFinding(
            "eligibility.may_refuse",
            clause,
            "missing",
            "Say whether the operator keeps the right to refuse any application.",
        )
    elif reserved and statement is None:
        yield ConditionFinding(
            "eligibility.refusal_statement",
            clause,
            "missing",
            "State that the casino operator may refuse any application.",
        )
    elif not reserved and statement is not None:
        yield ConditionFinding(
            "eligibility.refusal_statement",
            clause,
            "wrong",
            "Leave it out, or reserve the right with may_refuse = true.",
        )


def criteria_findings(
    conditions: TournamentConditions, clause: Clause
) -> Iterator[ConditionFinding]:
    selects, criteria = conditions.eligibility.selects, conditions.eligibility.criteria
    if selects is None:
        yield ConditionFinding(
            "eligibility.selects",
            clause,
            "missing",
            "Say whether entrants are selected by criteria.",
        )
    elif selects and criteria is None:
        yield ConditionFinding(
            "eligibility.criteria", clause, "missing", "State the selection criteria."
        )
    elif not selects and criteria is not None:
        yield ConditionFinding(
            "eligibility.criteria", clause, "wrong", "Leave them out, or write selects = true."
        )


def entry_findings(conditions: TournamentConditions, clause: Clause) -> Iterator[ConditionFinding]:
    entry = conditions.entry
    required = {
        "terms": (entry.terms, "State the terms of entry."),
        "withdrawal_hours": (
            entry.withdrawal_hours,
            "State until how many hours before the start a player may withdraw without penalty.",
        ),
        "application_form": (entry.application_form, "Include the application form."),
        "minimum": (entry.minimum, "State the minimum number of players."),
        "maximum": (entry.maximum, "State the maximum number of players."),
    }
    for key, (value, detail) in required.items():
        if value is None:
            yield ConditionFinding(f"entry.{key}", clause, "missing", detail)
    if entry.withdrawal_hours is not None and entry.withdrawal_hours < 0:
        yield ConditionFinding("entry.withdrawal_hours", clause, "wrong", "It must be 0 or more.")
    if entry.minimum is not None and entry.minimum < 2:
        yield ConditionFinding(
            "entry.minimum", clause, "wrong", "A tournament needs 2 players or more."
        )
    least = entry.minimum or 2
    if entry.maximum is not None and not least <= entry.maximum <= MOST_ENTRIES:
        yield ConditionFinding(
            "entry.maximum", clause, "wrong", f"The maximum may be {least} to {MOST_ENTRIES}."
        )


def rules_prevail_findings(
    conditions: TournamentConditions, clause: Clause
) -> Iterator[ConditionFinding]:
    """The statement names the Tournament Manager and says that the rules prevail (20.4.2(k))."""
    text = (conditions.rules_prevail or "").lower()
    if not text or "tournament manager" not in text or "prevail" not in text:
        yield ConditionFinding(
            "rules_prevail",
            clause,
            "wrong" if text else "missing",
            "State that the Tournament Manager conducts the tournament in accordance with the "
            "conditions and the rules of the game, and that the rules prevail if they differ.",
        )


CHANGEABLE: Final = (
    *("limits", "stages", "play", "eligibility", "entry", "prizes.payment", "prizes.added"),
    "rules_prevail",
)
"""What the conditions may list as open to change; never the fee, the chips or the prizes of places."""


def change_findings(
    conditions: TournamentConditions, part: Tournament
) -> Iterator[ConditionFinding]:
    """Conditions that players have read change only as they say themselves (20.4.1, 20.5.3)."""
    changes = conditions.changes
    for number, key in enumerate(changes.keys):
        if not covers(CHANGEABLE, key):
            yield ConditionFinding(
                f"changes.keys[{number}]",
                part.conditions_are_published,
                "wrong",
                f"{key} cannot change after publication. What may: {', '.join(CHANGEABLE)}.",
            )
    if changes.notice_minutes is not None and changes.notice_minutes < 1:
        yield ConditionFinding(
            "changes.notice_minutes",
            part.start_moved_with_notice,
            "wrong",
            "Give 1 minute of notice or more, or leave it out.",
        )
