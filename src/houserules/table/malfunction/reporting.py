"""A shuffling device fails in a round (S24 19, S65 18, PJ 16): what the conditions lead to."""

from collections import Counter

from houserules.core.cards import Card
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_malfunction import Malfunction
from houserules.rulebook.values import offered
from houserules.table.cards.counting import round_has_begun, seen
from houserules.table.course import Course
from houserules.table.malfunction.answering import offer_return
from houserules.table.malfunction.commands import ReportMalfunction
from houserules.table.malfunction.events import DeviceMalfunctioned
from houserules.table.malfunction.sources import go_to_device, go_to_shoe
from houserules.table.office.returning import players_in_round, return_collected
from houserules.table.state import Table
from houserules.table.voiding import void_round


def why_not_report(rules: Rulebook, table: Table, command: ReportMalfunction) -> Refusal | None:
    """A device is in use, and a card of the round has been dealt (S24 19.1.1-19.1.2)."""
    part = offered(rules.malfunction)
    if table.source is None or table.source.kind != "shuffling device":
        return Refusal(
            "malfunction.no-device", part.malfunction_of_device, "No shuffling device is in use."
        )
    if table.phase in ("betting", "over") or not round_has_begun(table):
        return Refusal(
            "malfunction.no-round",
            part.malfunction_in_round,
            "No round is under way for which a card has been dealt; between rounds the device is "
            "simply replaced.",
        )
    return _why_not_damaged(rules, table, command.damaged, table.source.left)


def _why_not_damaged(
    rules: Rulebook, table: Table, damaged: tuple[Card, ...], left: int
) -> Refusal | None:
    """The device can have damaged only cards of the game that are in it."""
    clause, out = offered(rules.malfunction).damaged_cards_are_removed, Counter(seen(table))
    if len(damaged) > left:
        return Refusal(
            "malfunction.damaged-too-many", clause, f"Only {left} cards are in the device."
        )
    if any(card.rank == "T" for card in damaged) and not rules.equipment.tens_in_deck.value:
        return Refusal(
            "malfunction.damaged-foreign",
            rules.equipment.tens_in_deck.clause,
            "The tens are not in this deck.",
        )
    for card, number in Counter(damaged).items():
        there = rules.equipment.decks.value - out[card]
        if number > there:
            return Refusal(
                "malfunction.damaged-too-many",
                clause,
                f"The device has {card} {there} times at most.",
            )
    return None


def report(course: Course, command: ReportMalfunction) -> None:
    """End the round, go on from another device, or ask the players (S24 19.2-19.5)."""
    part = offered(course.rules.malfunction)
    course.emit(
        DeviceMalfunctioned(
            command.harms,
            command.other_device,
            command.practicable,
            command.damaged,
            command.by.name,
            command.at,
            part.malfunction_in_round,
        )
    )
    can_transfer = command.other_device and command.practicable
    if command.harms:
        _end_round(course, part)
    if can_transfer:
        go_to_device(course, command.damaged)
    elif command.harms:
        go_to_shoe(course, command.damaged)
    else:
        offer_return(course, command)


def _end_round(course: Course, part: Malfunction) -> None:
    """Hand back every amount wagered; earlier rounds stand, and so does what was paid (S24 19.4)."""
    if part.malfunction_returns.value == "all but payments":
        players = players_in_round(course.table)
        return_collected(course, part.malfunction_ends_round, players)
    void_round(course, part.malfunction_ends_round)


def device_malfunctioned(table: Table, event: DeviceMalfunctioned) -> Table:
    """After DeviceMalfunctioned: what follows from it is in the events that follow."""
    return table
