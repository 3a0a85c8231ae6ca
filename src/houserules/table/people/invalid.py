"""Wagers found invalid before, in and after the hand (S24 17.21)."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_people import PlayerCards
from houserules.rulebook.values import offered
from houserules.table.cards.counting import round_has_begun
from houserules.table.course import Course
from houserules.table.evolve_parts import plays_nothing, rack
from houserules.table.office.returning import (
    players_in_round,
    return_collected,
    take_winnings_back,
)
from houserules.table.people.admission import has_open_wager, not_here
from houserules.table.people.commands import FindWagerInvalid
from houserules.table.people.events import WagersFoundInvalid, WinningsTakenBack
from houserules.table.people.state import InvalidFound
from houserules.table.state import Box, Table, changed
from houserules.table.voiding import void_wagers_of, withdraw_wagers_of


def why_not_find_invalid(
    rules: Rulebook, table: Table, command: FindWagerInvalid
) -> Refusal | None:
    """Wagers of somebody at the table or in the round, once a hand."""
    player = command.player
    if table.phase != "betting" and _found_in_this_hand(table, player):
        return Refusal(
            "invalid-wager.found-already",
            offered(rules.player_cards).invalid_in_hand,
            f"The wagers of {player} in this hand have been found invalid already.",
        )
    if table.source is None or not (table.patron(player) or player in players_in_round(table)):
        return not_here(rules, player)
    return None


def _found_in_this_hand(table: Table, player: str) -> bool:
    this = (player, table.rounds)
    return any((each.player, each.rounds) == this for each in table.people.invalid)


def find_invalid(course: Course, command: FindWagerInvalid) -> None:
    """Hand back, end without winnings, or let stand, by when it is found."""
    part, player = offered(course.rules.player_cards), command.player
    clause = _clause(part, course.table, player)
    in_hand = course.table.phase != "betting"
    course.emit(
        WagersFoundInvalid(
            player,
            command.reason,
            command.plea,
            in_hand,
            command.by.name,
            command.at,
            clause,
        )
    )
    if in_hand:
        _end_in_hand(course, part, player, clause)
    else:
        withdraw_wagers_of(course, player)


def _clause(part: PlayerCards, table: Table, player: str) -> Clause:
    if table.phase != "betting" and round_has_begun(table):
        return part.invalid_in_hand
    if has_open_wager(table, player):
        return part.invalid_before_hand
    return part.invalid_in_earlier_hands


def _end_in_hand(course: Course, part: PlayerCards, player: str, clause: Clause) -> None:
    """No result for what is open; of what was settled in the hand, the winnings go back.

    Open wagers come first: what they put back into the rack is there to give winnings back from.
    """
    if has_open_wager(course.table, player):
        void_wagers_of(course, player, clause)
    if part.invalid_wager_lost.value == "handed back":
        return_collected(course, part.invalid_wager_lost.clause, [player])
    take_winnings_back(course, clause, player)


def wagers_found_invalid(table: Table, event: WagersFoundInvalid) -> Table:
    """After WagersFoundInvalid: kept; without a valid card of one's own, there is none at all."""
    patron = table.patron(event.player)
    card = patron.card.number if patron and patron.card else None
    found = InvalidFound(
        event.player, event.reason, card, event.plea, table.rounds, event.by, event.at, event.clause
    )
    people = changed(table.people, invalid=(*table.people.invalid, found))
    table = changed(table, people=people)
    if event.reason != "for another person":
        patrons = [
            changed(each, card=None) if each.name == event.player else each
            for each in table.patrons
        ]
        table = changed(table, patrons=tuple(patrons))
    if not event.in_hand:
        return table
    boxes = [_without_bonus(box, event.player) for box in table.boxes]
    return changed(table, boxes=tuple(boxes))


def _without_bonus(box: Box, player: str) -> Box:
    """Give the box with the player's wagers as if not made: no bonus of the round hangs on them."""
    sides = [each for each in box.sides if each.player != player or not each.settled]
    return changed(plays_nothing(box, player), sides=tuple(sides))


def winnings_taken_back(table: Table, event: WinningsTakenBack) -> Table:
    """After WinningsTakenBack: from the rack to the float tray; what was not there is kept in mind."""
    people = table.people
    if event.outstanding:
        owing = (*people.outstanding, (event.player, event.outstanding))
        people = changed(people, outstanding=owing)
    return changed(
        table,
        racks=rack(table, event.player, -event.amount),
        float_tray=table.float_tray + event.amount,
        people=people,
    )
