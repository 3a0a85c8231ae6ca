"""Proposing how a wrongly dealt round is put right, or saying why it cannot be (S24 18.8)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from houserules.core.cards import Card
from houserules.core.money import dollars
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.bases import StaffCommand
from houserules.table.cards.counting import why_not_there
from houserules.table.course import Course
from houserules.table.events import CardDealt, RoundVoided
from houserules.table.evolve import evolve
from houserules.table.mishaps.decisions import is_repeatable
from houserules.table.mishaps.lying import as_it_lay, moves_between
from houserules.table.mishaps.misdeal_events import RoundTakenBack
from houserules.table.mishaps.past import round_of
from houserules.table.mishaps.redealing import redeal
from houserules.table.mishaps.state import Move, Played
from houserules.table.state import Table, changed
from houserules.table.voiding import withdraw_wagers_of


@dataclass(frozen=True)
class Proposal:
    """The table as it would be, what moves, which decisions fall away, which cards are left over."""

    table: Table
    moves: tuple[Move, ...]
    falls_away: tuple[str, ...]
    leftover: tuple[Card, ...]


def why_not_round(rules: Rulebook, table: Table) -> Refusal | None:
    """An error is put right in the round under way, or the one before until the next begins."""
    played = round_of(table)
    clause = rules.misdeal.misdeal_is_reconstructed
    if played is None or not any(isinstance(each, CardDealt) for each in played.log):
        return Refusal(
            "misdeal.no-round",
            clause,
            "No card of a round lies here; an error is notified before the next round begins.",
        )
    if any(isinstance(each, RoundVoided) for each in played.log):
        return Refusal("misdeal.void", clause, "The round is void already.")
    return None


def why_not_put_right(
    rules: Rulebook, table: Table, order: tuple[Card, ...], command: StaffCommand
) -> Refusal | None:
    """Whether the round can be dealt again in this order; there must be a round (`why_not_round`)."""
    played, clause = round_of(table), rules.misdeal.misdeal_is_reconstructed
    assert played is not None
    if not is_repeatable(played.log):
        return Refusal(
            "misdeal.not-repeatable",
            clause,
            "Wagers, cards or offers were put right in this round already; it cannot be redealt.",
        )
    course = Course(rules, table)
    take_back(course, command)
    return (
        _why_not_cards(rules, table, course.table, played)
        or _why_not_order(rules, course.table, order)
        or why_not_chips(rules, course.table)
        or _why_not_same(rules, played, order)
    )


def _why_not_cards(rules: Rulebook, table: Table, taken: Table, played: Played) -> Refusal | None:
    """The cards of a round that was cleared must still be in the discard rack."""
    there = len(table.discards) - len(taken.discards)
    if table.before_round is not None or there == len(_dealt(played.log)):
        return None
    return Refusal(
        "misdeal.cards-gone",
        rules.misdeal.misdeal_is_reconstructed,
        "The cards of the round are not in the discard rack any more.",
    )


def _why_not_order(rules: Rulebook, taken: Table, order: tuple[Card, ...]) -> Refusal | None:
    """Every card must be one that can have left the shoe; a burned card stays burned."""
    for number, card in enumerate(order):
        before = changed(taken, discards=taken.discards + order[:number])
        if refusal := why_not_there(rules, before, card):
            return refusal
    source = taken.source
    if source is not None and source.left + (source.under is not None) < len(order):
        return Refusal(
            "misdeal.too-many",
            rules.irregularities.burned_card_stays,
            f"{source.left} cards can have been dealt; what was burned stays burned.",
        )
    return None


def why_not_chips(rules: Rulebook, after: Table) -> Refusal | None:
    """What was paid must still be before the player, to be taken back."""
    for player, held in (*after.racks.items(), *after.tokens.items()):
        if held < 0:
            return Refusal(
                "misdeal.chips-gone",
                rules.misdeal.misdeal_is_reconstructed,
                f"${dollars(-held)} of what {player} was paid has left the table; "
                "it is brought back first.",
            )
    return None


def why_not_moved(rules: Rulebook, table: Table, do: Callable[[Course], None]) -> Refusal | None:
    """Whether all the chips that an act moves are there at every step of it."""
    course = Course(rules, table)
    do(course)
    for event in course.events:
        table = evolve(table, event)
        if refusal := why_not_chips(rules, table):
            return refusal
    return None


def _why_not_same(rules: Rulebook, played: Played, order: tuple[Card, ...]) -> Refusal | None:
    if _dealt(played.log) != order:
        return None
    return Refusal(
        "misdeal.no-error",
        rules.misdeal.misdeal_is_reconstructed,
        "In this order the cards lie where they should; say how they really left the shoe.",
    )


def _dealt(log: tuple[Any, ...]) -> tuple[Card, ...]:
    return tuple([each.card for each in log if isinstance(each, CardDealt)])


def take_back(course: Course, command: StaffCommand, *, to: int = 1) -> None:
    """Take the round back to its beginning, or as far as told; wagers for the next go first."""
    if course.table.before_round is None:
        for player in _players(course.table):
            withdraw_wagers_of(course, player)
    clause = course.rules.misdeal.misdeal_is_reconstructed
    course.emit(RoundTakenBack(to, command.by.name, command.at, clause))


def _players(table: Table) -> tuple[str, ...]:
    bettors = [bettor.player for box in table.boxes for bettor in box.bettors]
    return tuple(dict.fromkeys([*bettors, *[s.player for b in table.boxes for s in b.sides]]))


def put_right(
    course: Course, order: tuple[Card, ...], command: StaffCommand
) -> tuple[tuple[str, ...], tuple[Card, ...]]:
    """Deal the round again; give the decisions that fell away and the cards that are left over."""
    played = round_of(course.table)
    assert played is not None
    take_back(course, command)
    left = redeal(course, order, played.log)
    return tuple(left.falls_away), tuple(left.cards)


def propose(
    rules: Rulebook, table: Table, order: tuple[Card, ...], command: StaffCommand
) -> Proposal:
    """Give the round as it should have been."""
    course = Course(rules, table)
    falls_away, leftover = put_right(course, order, command)
    moves = tuple(moves_between(as_it_lay(table), course.table))
    return Proposal(course.table, moves, falls_away, leftover)
