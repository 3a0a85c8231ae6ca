"""Other limits at any time; a higher minimum announced, or with markers for who is there (S24 7.5)."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.controlling import keep_wagers
from houserules.table.course import Course
from houserules.table.people.events import PlayerLeft
from houserules.table.sign.announcing import (
    INITIAL,
    binds_everybody,
    is_higher,
    not_higher,
    raised_kinds,
    why_not_higher,
)
from houserules.table.sign.attendance import bettors
from houserules.table.sign.commands import ChangeLimits, RaiseMinimum
from houserules.table.sign.events import LimitsChanged
from houserules.table.sign.orders import no_sign
from houserules.table.sign.state import Marker, Stated
from houserules.table.sign.stating import why_not_stated
from houserules.table.state import Table, changed


def why_not_change(rules: Rulebook, table: Table, command: ChangeLimits) -> Refusal | None:
    """Any limits; a higher minimum only as announced (S24 7.5)."""
    sign = table.sign
    if sign is None:
        return no_sign(rules)
    return why_not_stated(rules, command.stated) or why_not_higher(
        rules, sign, command, raised_kinds(sign.stated, command.stated)
    )


def change(course: Course, command: ChangeLimits) -> None:
    """Let the sign state other limits; markers end where the sign has stood for them too."""
    sign, part = course.table.sign, course.rules.raising
    assert sign is not None
    markers = [each for each in sign.markers if each.minimum < command.stated.minimum]
    clause = course.rules.powers.may_change_limits.clause
    if not isinstance(part, NotOffered) and binds_everybody(course.rules, sign, command):
        clause = part.sign_stands_for_markers.clause if markers else part.sign_stands.clause
        markers = []
    _state(course, command.stated, tuple(markers), clause)


def why_not_raise(rules: Rulebook, table: Table, command: RaiseMinimum) -> Refusal | None:
    """A higher minimum at once, for who comes after it (S24 7.5.1)."""
    sign = table.sign
    if sign is None:
        return no_sign(rules)
    if refusal := why_not_stated(rules, command.stated):
        return refusal
    if command.stated.minimum <= sign.stated.minimum:
        return not_higher(rules, sign.stated.minimum)
    sides = [kind for kind in raised_kinds(sign.stated, command.stated) if kind != INITIAL]
    return why_not_higher(rules, sign, command, sides)


def raise_minimum(course: Course, command: RaiseMinimum) -> None:
    """Raise the minimum, and give a marker to everybody who is at the table."""
    table, sign = course.table, course.table.sign
    assert sign is not None
    present = dict.fromkeys([*[each.name for each in table.patrons], *bettors(table)])
    new = [
        Marker(player, sign.stated.minimum, sign.stated.maximum)
        for player in present
        if sign.marker_of(player) is None
    ]
    clause = course.rules.markers.minimum_kept
    _state(course, command.stated, (*sign.markers, *new), clause)


def _state(course: Course, stated: Stated, markers: tuple[Marker, ...], clause: Clause) -> None:
    """Change the limits, and take down the signs that have nothing more to say."""
    before, sign = course.table, course.table.sign
    assert sign is not None
    after = changed(sign, stated=stated, markers=markers)
    announced = tuple([each for each in sign.announced if is_higher(after, each.stated)])
    own = tuple([each for each in sign.own_limits if each.maximum > stated.most_of_one()])
    course.emit(LimitsChanged(stated, markers, announced, own, clause))
    keep_wagers(course, before)


def limits_changed(table: Table, event: LimitsChanged) -> Table:
    """After LimitsChanged."""
    assert table.sign is not None
    sign = changed(
        table.sign,
        stated=event.stated,
        markers=event.markers,
        announced=event.announced,
        own_limits=event.own_limits,
    )
    return changed(table, sign=sign)


def place_of(table: Table, player: str) -> int | None:
    """Give the box where a player is: the seat, else the first with a wager (S24 7.5.1.3)."""
    patron = table.patron(player)
    if patron is not None and patron.seat is not None:
        return patron.seat
    return next((box.number for box in table.boxes if box.bettor(player) is not None), None)


def player_left(table: Table, event: PlayerLeft) -> Table:
    """After PlayerLeft: marker, own limits and boxes kept for the player go (S24 7.5.1.2)."""
    sign = table.sign
    if sign is None:
        return table
    gone, orders = event.player, sign.orders
    reserved = tuple([each for each in orders.reserved if each[1] != gone])
    given_up = tuple([each for each in orders.given_up if gone not in (each.to, each.player)])
    sign = changed(
        sign,
        markers=tuple([each for each in sign.markers if each.player != gone]),
        own_limits=tuple([each for each in sign.own_limits if each.player != gone]),
        orders=changed(orders, reserved=reserved, given_up=given_up),
    )
    return changed(table, sign=sign)
