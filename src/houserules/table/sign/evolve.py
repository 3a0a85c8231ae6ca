"""The table after events about its sign: limits, orders, restrictions, attendance."""

from dataclasses import replace
from typing import Any, Final

from houserules.table.cards.census import round_has_begun
from houserules.table.cards.events import CardsShuffled
from houserules.table.events import BetsClosed, RoundVoided, TableCleared
from houserules.table.people.events import PlayerLeft
from houserules.table.round.evolve import the_box, with_box
from houserules.table.sign import events
from houserules.table.sign.state import (
    SIDE_WAGERS,
    TO_ONE_BOX,
    TO_THE_MINIMUM,
    Attendance,
    GivenUp,
    Length,
    Restriction,
    Sign,
    Stated,
)
from houserules.table.state import Box, Step, Steps, Table, changed


def with_orders(table: Table, **changes: Any) -> Table:
    """Return the table with other orders."""
    assert table.sign is not None
    orders = changed(table.sign.orders, **changes)
    return changed(table, sign=changed(table.sign, orders=orders))


def without_notices(table: Table, about: str, player: str | None = None) -> Table:
    """Return the table after an order, which uses up the notices about it."""
    left = [n for n in table.staff.notices if (n.about, n.player) != (about, player)]
    return changed(table, staff=changed(table.staff, notices=tuple(left)))


# Limits.


def restate(sign: Sign, stated: Stated) -> Sign:
    """Return the sign with other limits; it remembers the side wagers that it offers no longer."""
    known = (*sign.taken_off, *sign.stated.side_wagers)
    last = {side.kind: side for side in known if stated.side(side.kind) is None}
    return changed(sign, stated=stated, taken_off=tuple(last.values()))


def sign_put_up(table: Table, event: events.SignPutUp) -> Table:
    return changed(table, sign=Sign(event.stated))


def limits_changed(table: Table, event: events.LimitsChanged) -> Table:
    assert table.sign is not None
    sign = changed(
        restate(table.sign, event.stated),
        markers=event.markers,
        announced=event.announced,
        own_limits=event.own_limits,
    )
    return changed(table, sign=sign)


def own_limits_set(table: Table, event: events.OwnLimitsSet) -> Table:
    assert table.sign is not None
    others = [each for each in table.sign.own_limits if each.player != event.player]
    own = (*others, event.limits) if event.limits else tuple(others)
    announced = tuple([each for each in table.sign.announced if each.player != event.player])
    return changed(table, sign=changed(table.sign, own_limits=own, announced=announced))


def player_maximum_set(table: Table, event: events.PlayerMaximumSet) -> Table:
    assert table.sign is not None
    others = [each for each in table.sign.orders.player_maxima if each[0] != event.player]
    own = [] if event.maximum is None else [(event.player, event.maximum)]
    return with_orders(table, player_maxima=(*others, *own))


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
        announced=tuple([each for each in sign.announced if each.player != gone]),
        orders=changed(orders, reserved=reserved, given_up=given_up),
    )
    return changed(table, sign=sign)


def limits_announced(table: Table, event: events.LimitsAnnounced) -> Table:
    assert table.sign is not None
    return changed(table, sign=changed(table.sign, announced=event.announced))


# Restrictions, and orders about boxes and bettors.


ABOUT_LENGTH: Final[dict[Length, str]] = {"further shoes": TO_THE_MINIMUM, "one box": TO_ONE_BOX}


def player_restricted(table: Table, event: events.PlayerRestricted) -> Table:
    """After PlayerRestricted: it takes the place of an old one of its kind, and spends its notice."""
    new = Restriction(event.player, event.length, event.shoe, event.clause)
    table = _with_restrictions(table, event.player, event.length, (new,))
    about = ABOUT_LENGTH.get(event.length)
    return table if about is None else without_notices(table, about, event.player)


def restriction_lifted(table: Table, event: events.RestrictionLifted) -> Table:
    return _with_restrictions(table, event.player, event.length, ())


def _with_restrictions(
    table: Table, player: str, length: Length, new: tuple[Restriction, ...]
) -> Table:
    assert table.sign is not None
    standing = table.sign.orders.restrictions
    left = [r for r in standing if (r.player, r.length) != (player, length)]
    return with_orders(table, restrictions=(*left, *new))


def side_wagers_limited(table: Table, event: events.SideWagersLimited) -> Table:
    table = with_orders(table, side_wagers_beside_own=event.limited)
    return without_notices(table, SIDE_WAGERS) if event.limited else table


def side_wager_confirmed(table: Table, event: events.SideWagerConfirmed) -> Table:
    box, whose = the_box(table, event.box), (event.player, event.kind)
    sides = [changed(s, confirmed=True) if (s.player, s.kind) == whose else s for s in box.sides]
    return changed(table, boxes=with_box(table, changed(box, sides=tuple(sides))))


def box_uncontrolled(table: Table, event: events.BoxUncontrolled) -> Table:
    box = changed(the_box(table, event.box), uncontrolled=event.clause)
    return changed(table, boxes=with_box(table, box))


def wagers_arranged(table: Table, event: events.WagersArranged) -> Table:
    box = the_box(table, event.box)
    bettors = tuple(sorted(box.bettors, key=lambda each: event.players.index(each.player)))
    return changed(table, boxes=with_box(table, changed(box, bettors=bettors)))


def boxes_reserved(table: Table, event: events.BoxesReserved) -> Table:
    assert table.sign is not None
    others = [each for each in table.sign.orders.reserved if each[1] != event.player]
    new = [(box, event.player) for box in event.boxes]
    return with_orders(table, reserved=tuple(sorted([*others, *new])))


def box_given_up(table: Table, event: events.BoxGivenUp) -> Table:
    assert table.sign is not None
    given = GivenUp(event.box, event.player, event.to)
    return with_orders(table, given_up=(*table.sign.orders.given_up, given))


# Who has wagered in which rounds of the shoe.


def round_began(table: Table, event: object) -> Table:
    """After BetsClosed: the round has its limits; count who has wagered in this shoe."""
    if table.sign is None:
        return table
    sign = changed(table.sign, closed_with=table.sign.stated)
    if table.source is not None:
        before, shoe, playing = sign.attendance, shoe_of(table), bettors(table)
        attendance = Attendance(shoe, 1, playing, playing)
        if before.shoe == shoe and before.rounds:
            every = tuple([player for player in before.every if player in playing])
            attendance = replace(before, rounds=before.rounds + 1, every=every)
        sign = changed(sign, attendance=attendance)
    return changed(table, sign=sign)


def round_never_began(table: Table, event: object) -> Table:
    """After RoundVoided or BetsReopened without a card: no round of play, so nobody sat it out (reading 70)."""
    before = table.before_round
    if table.sign is None or before is None or before.sign is None or round_has_begun(table):
        return table
    return changed(table, sign=changed(table.sign, attendance=before.sign.attendance))


def cards_shuffled(table: Table, event: CardsShuffled) -> Table:
    """After CardsShuffled within a round: the shoe is completed with it (S24 18.9, reading 66)."""
    if table.sign is None or event.new_shoe:
        return table
    attendance = replace(table.sign.attendance, refilled=True)
    return changed(table, sign=changed(table.sign, attendance=attendance))


def table_cleared(table: Table, event: TableCleared) -> Table:
    """After TableCleared: restrictions for a shoe end with it, or with the round that completed it."""
    sign = table.sign
    if sign is None or not (sign.attendance.refilled or sign.orders.restrictions):
        return table
    refilled, shoe = sign.attendance.refilled, table.source.shoe if table.source else 0
    left = tuple(
        [
            restriction
            for restriction in sign.orders.restrictions
            if restriction.length != "this shoe" or not (refilled or restriction.shoe < shoe)
        ]
    )
    attendance = Attendance() if refilled else sign.attendance
    sign = changed(sign, attendance=attendance, orders=changed(sign.orders, restrictions=left))
    return changed(table, sign=sign)


def bettors(table: Table) -> tuple[str, ...]:
    """Return everybody with a wager of any kind on the layout."""
    return tuple(dict.fromkeys([name for box in table.boxes for name in players_on(box)]))


def players_on(box: Box) -> list[str]:
    """Return the players with an initial or a side wager on a box."""
    return [*[each.player for each in box.bettors], *[each.player for each in box.sides]]


def shoe_of(table: Table) -> int:
    """Return the number of the shoe in use."""
    assert table.source is not None
    return table.source.shoe


STEPS: Final[Steps] = {
    events.SignPutUp: sign_put_up,
    events.LimitsChanged: limits_changed,
    events.LimitsAnnounced: limits_announced,
    events.OwnLimitsSet: own_limits_set,
    events.PlayerMaximumSet: player_maximum_set,
    events.PlayerRestricted: player_restricted,
    events.RestrictionLifted: restriction_lifted,
    events.SideWagersLimited: side_wagers_limited,
    events.SideWagerConfirmed: side_wager_confirmed,
    events.ResplitPermitted: lambda table, event: with_orders(table, resplit=event.permitted),
    events.BettorsLimited: lambda table, event: with_orders(table, bettors=event.bettors),
    events.PlayersLimited: lambda table, event: with_orders(
        table, players=event.players, one_a_box=event.one_a_box
    ),
    events.BoxesLimited: lambda table, event: with_orders(table, boxes=event.boxes),
    events.BoxUncontrolled: box_uncontrolled,
    events.PatronageReported: lambda table, event: with_orders(table, full_patronage=event.full),
    events.BoxesReserved: boxes_reserved,
    events.BoxGivenUp: box_given_up,
    events.WagersArranged: wagers_arranged,
}

ALSO: Final[tuple[tuple[type, Step], ...]] = (
    (BetsClosed, round_began),
    (RoundVoided, round_never_began),
    (CardsShuffled, cards_shuffled),
    (TableCleared, table_cleared),
    (PlayerLeft, player_left),
)
