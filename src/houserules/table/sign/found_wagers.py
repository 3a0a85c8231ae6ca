"""Wagers that staff find outside the limits: valid, or cut back to the maximum (S24 7.2, 7.3).

Before bets are closed the wager is placed as it lies. From then on a supervisor reports it, until the
box is decided: every bettor's share, and with it what is doubled, split and insured, is worked out
again (reading 35).
"""

from dataclasses import replace

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.commands import PlaceWager
from houserules.table.event_builder import EventBuilder
from houserules.table.events import AnswersAwaited
from houserules.table.powers import holders
from houserules.table.round import deal
from houserules.table.round.box_control import see_who_may_decide
from houserules.table.round.wagers import place, why_not_place
from houserules.table.sign.commands import ReportFoundWager
from houserules.table.sign.events import WagerFound
from houserules.table.sign.found_in_play import find, stranded_side_wagers, why_not_correct
from houserules.table.sign.limits import limits_for
from houserules.table.state import Awaiting, Table


def _place_command(command: ReportFoundWager) -> PlaceWager:
    return PlaceWager(
        command.player, command.box, command.amount, command.seated, tokens=command.tokens
    )


def why_not_report(rules: Rulebook, table: Table, command: ReportFoundWager) -> Refusal | None:
    """Whatever the limits say; but where the software deals, it has refused such wagers itself."""
    if table.source is not None and table.source.virtual:
        return Refusal(
            "found-wager.virtual",
            rules.powers.may_report_found_wager.clause,
            "Wagers at a virtual shoe are placed in the software, so none can be found later.",
        )
    if table.phase == "betting":
        return why_not_place(rules, table, _place_command(command), found=True)
    return _why_not_by_dealer(rules, command) or why_not_correct(rules, table, command)


def _why_not_by_dealer(rules: Rulebook, command: ReportFoundWager) -> Refusal | None:
    """Once bets are closed, money moves: that takes a supervisor."""
    power, by = rules.powers.may_report_found_wager_in_play, command.by
    who = holders(rules, power.value)
    if by.role in who:
        return None
    return Refusal(
        "role.may-not",
        power.clause,
        f"{by.name} is a {by.role}. After bets are closed, this is for {' or '.join(who)}.",
    )


def report(builder: EventBuilder, command: ReportFoundWager) -> None:
    """Place the wager as it lies, or correct a box in play; a record does not name who found it."""
    if builder.table.phase != "betting":
        _correct(builder, command)
        return
    if builder.table.source is not None:
        clause = _clause(builder, command)
        builder.emit(
            WagerFound(
                command.box, command.player, command.amount, command.by.name, command.at, clause
            )
        )
    place(builder, _place_command(command))


def _clause(builder: EventBuilder, command: ReportFoundWager) -> Clause:
    limits = builder.rules.limits
    below = command.amount < limits_for(builder.rules, builder.table, command.player).minimum
    return limits.below_minimum_is_valid.clause if below else limits.above_maximum_is_cut_back


def _correct(builder: EventBuilder, command: ReportFoundWager) -> None:
    """Let the wager count as it was found, and carry the round on if it waited for somebody."""
    before = builder.table
    found = find(builder.rules, before, command)
    beside = stranded_side_wagers(builder.rules, before, found)
    builder.emit(replace(found, wagers=(*found.wagers, *beside)))
    if found.controller is not None:
        see_who_may_decide(builder, command.box)
        _ask_again(builder, before.awaiting)
    if before.awaiting is not None and builder.table.awaiting is None:
        deal.go_on(builder)


def _ask_again(builder: EventBuilder, awaiting: Awaiting | None) -> None:
    """Ask who decides now about a split ace that may be split again."""
    if awaiting is None or awaiting.question != "split-ace-again":
        return
    box, hand = builder.table.box(awaiting.box), builder.table.hand(awaiting.box, awaiting.hand)
    assert box is not None and box.controller is not None and hand is not None
    if hand.stake_of(box.controller) is not None and box.controller not in awaiting.players:
        builder.emit(
            AnswersAwaited(awaiting.question, box.number, awaiting.hand, (box.controller,))
        )
