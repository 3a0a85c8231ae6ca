"""Who sat out, or whom a Gaming Manager limits, is held to the minimum (S24 6.11-6.13, NZ 5.8)."""

from typing import Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_house import Office
from houserules.rulebook.values import Value
from houserules.table.event_builder import EventBuilder
from houserules.table.powers import why_not_by
from houserules.table.round.box_control import keep_wagers
from houserules.table.sign.commands import (
    LiftRestriction,
    LimitToOneBox,
    RestrictForFurtherShoes,
    RestrictForShoe,
)
from houserules.table.sign.events import PlayerRestricted, RestrictionLifted
from houserules.table.sign.evolve import ABOUT_LENGTH, shoe_of
from houserules.table.sign.limits import has_card_shoe, no_sign, sat_out
from houserules.table.sign.state import Length, Restriction
from houserules.table.staff.notices import was_told_first
from houserules.table.state import Table

Restrict = RestrictForShoe | RestrictForFurtherShoes | LimitToOneBox
_COMMANDS: Final[dict[Length, type[Restrict]]] = {
    "this shoe": RestrictForShoe,
    "further shoes": RestrictForFurtherShoes,
    "one box": LimitToOneBox,
}
_LENGTHS: Final[dict[type, Length]] = {command: length for length, command in _COMMANDS.items()}


def _power(rules: Rulebook, length: Length) -> Value[Office]:
    powers = rules.powers
    return {
        "this shoe": powers.may_restrict_for_shoe,
        "further shoes": powers.may_restrict_for_further_shoes,
        "one box": powers.may_limit_to_one_box,
    }[length]


def why_not_for_shoe(rules: Rulebook, table: Table, command: RestrictForShoe) -> Refusal | None:
    """With a card shoe, somebody who sat out a round of it (S24 6.11, NZ 5.8)."""
    if table.sign is None:
        return no_sign(rules)
    return _why_not_twice(rules, table, command) or _why_not_sat_out(rules, table, command)


def why_not_for_further_shoes(
    rules: Rulebook, table: Table, command: RestrictForFurtherShoes
) -> Refusal | None:
    """As for one shoe, and an inspector was told first (S24 6.12)."""
    if table.sign is None:
        return no_sign(rules)
    return (
        _why_not_twice(rules, table, command)
        or _why_not_sat_out(rules, table, command)
        or _why_not_told(rules, table, command)
    )


def why_not_to_one_box(rules: Rulebook, table: Table, command: LimitToOneBox) -> Refusal | None:
    """Any player, if an inspector was told first (S24 6.13)."""
    if table.sign is None:
        return no_sign(rules)
    return _why_not_twice(rules, table, command) or _why_not_told(rules, table, command)


def _why_not_twice(rules: Rulebook, table: Table, command: Restrict) -> Refusal | None:
    length = _LENGTHS[type(command)]
    if _standing(table, command.player, length) is None:
        return None
    return Refusal(
        "restriction.standing",
        _power(rules, length).clause,
        f"{command.player} is already restricted in this way.",
    )


def _why_not_sat_out(rules: Rulebook, table: Table, command: Restrict) -> Refusal | None:
    clause = _power(rules, _LENGTHS[type(command)]).clause
    if not has_card_shoe(table):
        return Refusal(
            "restriction.no-shoe",
            clause,
            "A player can be restricted for sitting out only while a card shoe is in use.",
        )
    if sat_out(rules, table, command.player) is None:
        return Refusal(
            "restriction.no-ground",
            clause,
            f"{command.player} has not sat out a round of this shoe.",
        )
    return None


def _why_not_told(rules: Rulebook, table: Table, command: Restrict) -> Refusal | None:
    length = _LENGTHS[type(command)]
    if was_told_first(table, "inspector", ABOUT_LENGTH[length], command.player):
        return None
    return Refusal(
        "restriction.not-notified",
        _power(rules, length).clause,
        f"Tell an inspector first, each time: {ABOUT_LENGTH[length]}, {command.player}.",
    )


def restrict(builder: EventBuilder, command: Restrict) -> None:
    """Hold a player to the minimum."""
    length = _LENGTHS[type(command)]
    ground = sat_out(builder.rules, builder.table, command.player)
    clause = _power(builder.rules, length).clause
    if length == "this shoe" and ground is not None:
        clause = ground
    before, shoe = builder.table, _shoe(builder.table)
    builder.emit(PlayerRestricted(command.player, length, shoe, clause))
    keep_wagers(builder, before)


def _shoe(table: Table) -> int:
    return shoe_of(table) if table.source else 0


def _standing(table: Table, player: str, length: Length) -> Restriction | None:
    """Return a restriction of this length that has not run out."""
    for each in table.sign.orders.restrictions if table.sign else ():
        ended = length == "this shoe" and each.shoe != _shoe(table)
        if (each.player, each.length) == (player, length) and not ended:
            return each
    return None


def why_not_lift(rules: Rulebook, table: Table, command: LiftRestriction) -> Refusal | None:
    """Who could order a restriction may end it."""
    ordered = _COMMANDS[command.length](command.by, command.at, command.player)
    if refusal := why_not_by(rules, ordered, command.by):
        return refusal
    if _standing(table, command.player, command.length) is None:
        return Refusal(
            "restriction.none",
            _power(rules, command.length).clause,
            f"{command.player} is not restricted in this way.",
        )
    return None


def lift(builder: EventBuilder, command: LiftRestriction) -> None:
    """End a restriction."""
    builder.emit(RestrictionLifted(command.player, command.length))
