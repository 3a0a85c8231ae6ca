"""Other limits at any time; a higher minimum announced, or with markers for players already there (S24 7.5)."""

from houserules.core.money import format_money
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.event_builder import EventBuilder
from houserules.table.people.admission import not_here
from houserules.table.round.box_control import keep_wagers
from houserules.table.sign.announcements import (
    INITIAL,
    binds_everybody,
    is_higher,
    not_higher,
    raised_kinds,
    why_not_higher,
    why_not_higher_for,
)
from houserules.table.sign.commands import (
    AllowMore,
    ChangeLimits,
    EndOwnLimits,
    RaiseMinimum,
    SetPlayerMaximum,
)
from houserules.table.sign.events import LimitsChanged, OwnLimitsSet, PlayerMaximumSet
from houserules.table.sign.evolve import bettors, restate
from houserules.table.sign.limits import limits_for, no_sign
from houserules.table.sign.state import Marker, OwnLimits, Stated
from houserules.table.sign.stated_limits import why_not_stated
from houserules.table.state import Table, changed


def why_not_change(rules: Rulebook, table: Table, command: ChangeLimits) -> Refusal | None:
    """Any limits; a higher minimum only as announced (S24 7.5)."""
    sign = table.sign
    if sign is None:
        return no_sign(rules)
    return why_not_stated(rules, command.stated) or why_not_higher(
        rules, sign, command, raised_kinds(sign, command.stated)
    )


def change(builder: EventBuilder, command: ChangeLimits) -> None:
    """Let the sign state other limits; markers end where the sign has stood for them too."""
    sign, part = builder.table.sign, builder.rules.raising
    assert sign is not None
    markers = [each for each in sign.markers if each.minimum < command.stated.minimum]
    clause = builder.rules.powers.may_change_limits.clause
    if not isinstance(part, NotOffered) and binds_everybody(builder.rules, sign, command):
        clause = part.sign_stands_for_markers.clause if markers else part.sign_stands.clause
        markers = []
    _state(builder, command.stated, tuple(markers), clause)


def why_not_raise(rules: Rulebook, table: Table, command: RaiseMinimum) -> Refusal | None:
    """A higher minimum at once, for players who come later (S24 7.5.1)."""
    sign = table.sign
    if sign is None:
        return no_sign(rules)
    if refusal := why_not_stated(rules, command.stated):
        return refusal
    if command.stated.minimum <= sign.stated.minimum:
        return not_higher(rules, sign.stated.minimum)
    sides = [kind for kind in raised_kinds(sign, command.stated) if kind != INITIAL]
    return why_not_higher(rules, sign, command, sides)


def raise_minimum(builder: EventBuilder, command: RaiseMinimum) -> None:
    """Raise the minimum, and give a marker to everybody who is at the table."""
    table, sign = builder.table, builder.table.sign
    assert sign is not None
    present = dict.fromkeys([*[each.name for each in table.patrons], *bettors(table)])
    unit = sign.stated.unit or builder.rules.wagers.smallest_chip.value
    new = [
        Marker(player, sign.stated.minimum, sign.stated.maximum, unit)
        for player in present
        if sign.marker_of(player) is None
    ]
    clause = builder.rules.markers.minimum_kept
    _state(builder, command.stated, (*sign.markers, *new), clause)


def _state(
    builder: EventBuilder, stated: Stated, markers: tuple[Marker, ...], clause: Clause
) -> None:
    """Change the limits, and take down the signs that have nothing more to say."""
    before, sign = builder.table, builder.table.sign
    assert sign is not None
    after = changed(restate(sign, stated), markers=markers)
    announced = tuple(  # of one player, until it is carried out
        [a for a in sign.announced if a.player is not None or is_higher(after, a.stated)]
    )
    own = tuple([each for each in sign.own_limits if each.maximum > stated.most_of_one()])
    builder.emit(LimitsChanged(stated, markers, announced, own, clause))
    keep_wagers(builder, before)


def place_of(table: Table, player: str) -> int | None:
    """Return the box where a player is: the seat, else the first with a wager (S24 7.5.1.3)."""
    patron = table.patron(player)
    if patron is not None and patron.seat is not None:
        return patron.seat
    return next((box.number for box in table.boxes if box.bettor(player) is not None), None)


# Limits of one player: above the table's maximum (S24 7.6), or a maximum by name (NZ 15.2).


def why_not_allow_more(rules: Rulebook, table: Table, command: AllowMore) -> Refusal | None:
    """Above the stated maximum, with a minimum that is not below the player's (S24 7.6)."""
    if table.sign is None:
        return no_sign(rules)
    if table.source is not None and table.patron(command.player) is None:
        return not_here(rules)
    stated, chip = table.sign.stated, rules.wagers.smallest_chip.value
    most = stated.most_of_one()
    least = min(limits_for(rules, table, command.player).minimum, stated.minimum)
    within = most < command.maximum and least <= command.minimum <= command.maximum
    if within and command.minimum % chip == 0 and command.maximum % chip == 0:
        player, minimum = command.player, command.minimum
        if command.agreed or minimum <= limits_for(rules, table, player).minimum:
            return None
        return why_not_higher_for(rules, table.sign, player, minimum=minimum, at=command.at)
    return Refusal(
        "limits.own",
        rules.powers.may_allow_more.clause,
        f"Choose a maximum above {format_money(most)} and a minimum from "
        f"{format_money(least)} up to it, both multiples of {format_money(chip)}.",
    )


def allow_more(builder: EventBuilder, command: AllowMore) -> None:
    """Put up a sign with one player's own limits."""
    limits = OwnLimits(command.player, command.minimum, command.maximum)
    _set(builder, command.player, limits, agreed=command.agreed)


def why_not_end_own(rules: Rulebook, table: Table, command: EndOwnLimits) -> Refusal | None:
    """Only limits of one's own can end."""
    if table.sign is None or table.sign.own_limits_of(command.player) is None:
        return Refusal(
            "limits.none-own",
            rules.powers.may_allow_more.clause,
            f"{command.player} has no limits of their own.",
        )
    return None


def end_own(builder: EventBuilder, command: EndOwnLimits) -> None:
    """Take the player's own sign away."""
    _set(builder, command.player, None)


def _set(
    builder: EventBuilder, player: str, limits: OwnLimits | None, *, agreed: bool = False
) -> None:
    before, clause = builder.table, builder.rules.powers.may_allow_more.clause
    builder.emit(OwnLimitsSet(player, limits, clause, agreed))
    keep_wagers(builder, before)


def why_not_set_maximum(rules: Rulebook, table: Table, command: SetPlayerMaximum) -> Refusal | None:
    """From the player's minimum up to what one player may have on a box anyway (NZ 15.2)."""
    sign = table.sign
    if sign is None:
        return no_sign(rules)
    if command.maximum is None:
        if sign.orders.maximum_of(command.player) is not None:
            return None
        return Refusal(
            "player-maximum.none",
            rules.powers.may_set_player_maximum.clause,
            f"{command.player} has no maximum of their own.",
        )
    if table.source is not None and table.patron(command.player) is None:
        return not_here(rules)
    least, most = limits_for(rules, table, command.player).minimum, sign.stated.most_of_one()
    chip = rules.wagers.smallest_chip.value
    if least <= command.maximum <= most and command.maximum % chip == 0:
        return None
    return Refusal(
        "player-maximum.amount",
        rules.powers.may_set_player_maximum.clause,
        f"Choose a maximum from {format_money(least)} to {format_money(most)}, in "
        f"multiples of {format_money(chip)}.",
    )


def set_maximum(builder: EventBuilder, command: SetPlayerMaximum) -> None:
    """Show a player's own maximum on the sign, or take it off; what lies on the layout stays."""
    before, clause = builder.table, builder.rules.powers.may_set_player_maximum.clause
    builder.emit(PlayerMaximumSet(command.player, command.maximum, clause))
    keep_wagers(builder, before)
