"""What keeps tournament conditions from being published, item by item (S65 20.4.2, S24 21.4.2)."""

from collections.abc import Iterable, Iterator

from houserules.core.money import format_money
from houserules.core.refusal import Clause
from houserules.rulebook.schema_tournament import Tournament
from houserules.rulebook.values import NotOffered, require_offered
from houserules.table.session.state import Limits
from houserules.tournament.conditions.document import ConditionFinding, TournamentConditions
from houserules.tournament.conditions.entry_check import (
    buy_back_findings,
    change_findings,
    criteria_findings,
    entry_findings,
    refusal_findings,
    rules_prevail_findings,
    statement_findings,
)
from houserules.tournament.conditions.prize_check import prize_findings
from houserules.tournament.conditions.structure import structure_findings


def why_not_publish(conditions: TournamentConditions) -> tuple[ConditionFinding, ...]:
    """Return everything that is missing or wrong; conditions without a finding may be published."""
    return tuple(
        finding for findings in findings_by_item(conditions).values() for finding in findings
    )


def findings_by_item(
    conditions: TournamentConditions,
) -> dict[Clause, tuple[ConditionFinding, ...]]:
    """Return the findings of each item that the conditions must state, by its clause."""
    part = require_offered(conditions.rules.tournament)
    checks: dict[Clause, Iterable[ConditionFinding]] = {
        part.states_entry_fee: _entry_fee(conditions, part),
        part.states_chips: _chips(conditions, part),
        part.states_minimum_wager: _minimum_wager(conditions, part),
        part.states_limits: _limits(conditions, part),
        part.states_structure: (*_low_limit(conditions), *structure_findings(conditions)),
        part.states_play: _play(conditions, part),
        part.states_buy_back: buy_back_findings(conditions, part.states_buy_back),
        part.states_who_is_eligible: statement_findings(conditions, part.states_who_is_eligible),
        part.states_right_to_refuse: refusal_findings(conditions, part.states_right_to_refuse),
        part.states_selection_criteria: criteria_findings(
            conditions, part.states_selection_criteria
        ),
        part.states_terms_of_entry: entry_findings(conditions, part.states_terms_of_entry),
        part.states_prizes: prize_findings(conditions),
        part.states_rules_prevail: (
            *rules_prevail_findings(conditions, part.states_rules_prevail),
            *change_findings(conditions, part),
        ),
    }
    return {clause: tuple(findings) for clause, findings in checks.items()}


def _low_limit(conditions: TournamentConditions) -> Iterator[ConditionFinding]:
    """Low limit gaming has no tournaments (6.7.1)."""
    low_limit = conditions.rules.low_limit_gaming
    if not isinstance(low_limit, NotOffered) and low_limit.low_limit.value:
        yield ConditionFinding(
            "table.low_limit",
            low_limit.low_limit_tournaments,
            "wrong",
            "There is no tournament play at a low limit table: choose low_limit = false.",
        )


def _entry_fee(conditions: TournamentConditions, part: Tournament) -> Iterator[ConditionFinding]:
    if conditions.entry_fee is None:
        yield ConditionFinding(
            "entry_fee",
            part.states_entry_fee,
            "missing",
            'State the entry fee; "0" if there is none.',
        )


def _chips(conditions: TournamentConditions, part: Tournament) -> Iterator[ConditionFinding]:
    chips, clause = conditions.chips, part.states_chips
    smallest = conditions.rules.wagers.smallest_chip.value
    if chips.method is None:
        yield ConditionFinding(
            "chips.method", clause, "missing", "State whether the chips are allotted or bought."
        )
    if chips.amount is None:
        yield ConditionFinding(
            "chips.amount", clause, "missing", "State how many chips each player starts with."
        )
    elif chips.amount == 0 or chips.amount % smallest:
        yield ConditionFinding(
            "chips.amount",
            clause,
            "wrong",
            f"Issue a multiple of the smallest chip, {format_money(smallest)}.",
        )
    else:
        stages = [conditions.limits_of(stage) for stage in conditions.stages]
        first = [limits[0].minimum for limits in (*stages, conditions.limits) if limits]
        if chips.amount < max(first, default=0):
            yield ConditionFinding(
                "chips.amount",
                part.too_few_chips_eliminates,
                "wrong",
                "Issue at least the minimum wager of the first round, "
                f"{format_money(max(first))}: a player with less is eliminated at once.",
            )
    if chips.method == "bought" and chips.price is None:
        yield ConditionFinding("chips.price", clause, "missing", "State what the chips cost.")
    if chips.method == "bought" and chips.price == 0:
        yield ConditionFinding(
            "chips.price", clause, "wrong", "Chips that are bought cost more than $0."
        )
    if chips.method == "allotted" and chips.price is not None:
        yield ConditionFinding(
            "chips.price", clause, "wrong", "Chips that are allotted have no price; leave it out."
        )
    yield from _ratios(conditions, part)


def _ratios(conditions: TournamentConditions, part: Tournament) -> Iterator[ConditionFinding]:
    """Chips with a cash value are redeemed at the ratio at which they were issued (20.6.9)."""
    chips, clause = conditions.chips, part.chips_redeemed_as_issued
    ratios = {"chips.issued_at": chips.issued_at, "chips.redeemed_at": chips.redeemed_at}
    if chips.cash_value is None:
        yield ConditionFinding(
            "chips.cash_value", clause, "missing", "State whether the chips have a cash value."
        )
        return
    for key, ratio in ratios.items():
        if chips.cash_value and ratio is None:
            yield ConditionFinding(
                key, clause, "missing", 'State the ratio of chips to cash, such as "10 to 1".'
            )
        elif not chips.cash_value and ratio is not None:
            yield ConditionFinding(
                key, clause, "wrong", "Chips without a cash value have no ratio; leave it out."
            )
        elif ratio is not None and ratio.pays == 0:
            yield ConditionFinding(key, clause, "wrong", "A ratio must be more than 0.")
    issued, redeemed = chips.issued_at, chips.redeemed_at
    if not chips.cash_value or issued is None or redeemed is None:
        return
    if issued.pays * redeemed.on != redeemed.pays * issued.on:
        yield ConditionFinding(
            "chips.redeemed_at",
            clause,
            "wrong",
            f"Chips issued at {issued} are redeemed at {issued}, not at {redeemed}.",
        )
    if chips.price and chips.amount and chips.price * issued.pays != chips.amount * issued.on:
        yield ConditionFinding(
            "chips.price",
            clause,
            "wrong",
            f"At {issued}, {format_money(chips.price)} does not buy "
            f"{format_money(chips.amount)} in chips.",
        )


def _minimum_wager(
    conditions: TournamentConditions, part: Tournament
) -> Iterator[ConditionFinding]:
    if conditions.minimum_wager is None:
        yield ConditionFinding(
            "minimum_wager",
            part.states_minimum_wager,
            "missing",
            "State that every round has a minimum wager: minimum_wager = true.",
        )
    elif not conditions.minimum_wager:
        yield ConditionFinding(
            "minimum_wager",
            part.no_wager_disqualifies,
            "wrong",
            "Every player must wager at least the minimum on each round or play a pass card.",
        )


def _limits(conditions: TournamentConditions, part: Tournament) -> Iterator[ConditionFinding]:
    without = [stage for stage in conditions.stages if not stage.limits]
    if not conditions.limits and (without or not conditions.stages):
        yield ConditionFinding(
            "limits",
            part.states_limits,
            "missing",
            "State the minimum and maximum wager from round 1 on.",
        )
    lengths = [stage.rounds for stage in without]
    longest = None if not lengths or None in lengths else max(filter(None, lengths), default=None)
    yield from _limits_of(conditions, part, "limits", conditions.limits, longest)
    for number, stage in enumerate(conditions.stages):
        yield from _limits_of(
            conditions, part, f"stages[{number}].limits", stage.limits, stage.rounds
        )


def _limits_of(
    conditions: TournamentConditions,
    part: Tournament,
    key: str,
    table: tuple[Limits, ...],
    rounds: int | None,
) -> Iterator[ConditionFinding]:
    """Limits begin in round 1 and change in rounds that are played (20.4.2(d), 20.6.15)."""
    clause, smallest = part.states_limits, conditions.rules.wagers.smallest_chip.value
    if table and table[0].from_round != 1:
        yield ConditionFinding(
            f"{key}[0].from_round", clause, "wrong", "The first limits hold from round 1."
        )
    before = 0
    for number, limits in enumerate(table):
        where = f"{key}[{number}]."
        if number and limits.from_round <= before:
            yield ConditionFinding(
                f"{where}from_round",
                part.limits_change_with_notice,
                "wrong",
                f"The next change must be after round {before}.",
            )
        elif number and rounds is not None and limits.from_round > rounds:
            yield ConditionFinding(
                f"{where}from_round",
                part.limits_change_with_notice,
                "wrong",
                f"The limits can change in rounds 2 to {rounds}; there is no round "
                f"{limits.from_round}.",
            )
        before = limits.from_round
        for name, amount in (("minimum", limits.minimum), ("maximum", limits.maximum)):
            if amount == 0 or amount % smallest:
                yield ConditionFinding(
                    f"{where}{name}",
                    clause,
                    "wrong",
                    f"A limit is a multiple of the smallest chip, {format_money(smallest)}.",
                )
        if limits.minimum > limits.maximum:
            yield ConditionFinding(
                f"{where}minimum",
                clause,
                "wrong",
                f"The minimum can be at most the maximum of {format_money(limits.maximum)}.",
            )


def _play(conditions: TournamentConditions, part: Tournament) -> Iterator[ConditionFinding]:
    play, clause = conditions.play, part.states_play
    if play.allocation is None:
        yield ConditionFinding(
            "play.allocation", clause, "missing", "State how tables and boxes are allocated."
        )
    if play.order_of_wagering is None:
        yield ConditionFinding(
            "play.order_of_wagering",
            part.order_of_wagering,
            "missing",
            "State whether players wager in order.",
        )
    if play.deal_from_marker and not play.order_of_wagering:
        yield ConditionFinding(
            "play.deal_from_marker",
            part.deal_from_marker,
            "wrong",
            "There is a marker to deal from only with order_of_wagering = true.",
        )
    allowances = (
        ("pass_cards", play.pass_cards, part.pass_card_instead_of_wager),
        ("undisclosed_wagers", play.undisclosed_wagers, part.undisclosed_wagers),
    )
    for name, count, rule in allowances:
        thing = name.replace("_", " ")
        if count is None:
            yield ConditionFinding(
                f"play.{name}",
                clause,
                "missing",
                f"State how many {thing} each player has, or 0.",
            )
        elif count < 0:
            yield ConditionFinding(
                f"play.{name}", rule, "wrong", f"Each player has 0 or more {thing}."
            )
    if play.wager_seconds is not None and play.wager_seconds < 1:
        yield ConditionFinding(
            "play.wager_seconds",
            part.wager_clock_with_notice,
            "wrong",
            "Allow 1 second or more, or leave the clock out.",
        )
    if play.wager_seconds is not None and play.wager_clock_notice is None:
        yield ConditionFinding(
            "play.wager_clock_notice",
            part.wager_clock_with_notice,
            "missing",
            "State how players are given notice of the wager clock.",
        )
