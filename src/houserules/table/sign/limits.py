"""The limits in force for one player: the sign's, a marker's, the player's own, a restriction's."""

from dataclasses import dataclass

from houserules.core.money import Cents, dollars
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.sign.attendance import restriction_on
from houserules.table.sign.state import OwnLimits, Sign, Stated
from houserules.table.state import Box, Table


@dataclass(frozen=True, slots=True)
class InForce:
    """What a player may wager on a box."""

    minimum: Cents
    maximum: Cents | None  # of the box, all its bettors together
    player_maximum: Cents | None  # of this player on it
    unit: Cents
    restricted: Clause | None = None  # by which the player is held to the minimum
    own: bool = False  # the limits are this player's alone

    def most(self, others: Cents) -> Cents | None:
        """Give the most that the player may have beside what others have on the box."""
        room = None if self.maximum is None else max(0, self.maximum - others)
        bounds = [each for each in (room, self.player_maximum) if each is not None]
        return min(bounds, default=None)


def limits_for(rules: Rulebook, table: Table, player: str) -> InForce:
    """Give the limits that hold for what a player places on any box of this table."""
    sign, chip = table.sign, rules.wagers.smallest_chip.value
    if sign is None:
        limits = rules.limits
        return InForce(limits.minimum.value, limits.maximum.value, None, limits.unit.value or chip)
    unit = sign.stated.unit or chip
    if restriction := restriction_on(table, player):
        return _held(sign, player, unit, restriction.clause)
    if own := sign.own_limits_of(player):
        return _own(sign.stated, own, unit)
    marker = sign.marker_of(player)
    minimum = marker.minimum if marker else sign.stated.minimum
    return InForce(minimum, sign.stated.maximum, sign.stated.player_maximum, unit)


def _held(sign: Sign, player: str, unit: Cents, clause: Clause) -> InForce:
    """Hold a player to the minimum: that on the sign, or that of the marker, and none between."""
    stated, marker = sign.stated, sign.marker_of(player)
    least = marker.minimum if marker else stated.minimum
    return InForce(least, stated.maximum, stated.minimum, stated.minimum - least or unit, clause)


def _own(stated: Stated, own: OwnLimits, unit: Cents) -> InForce:
    """Let a player's own sign hold; who may go above the maximum of a box shares it with nobody."""
    most = stated.maximum if stated.maximum and own.maximum <= stated.maximum else None
    return InForce(own.minimum, most, own.maximum, unit, own=True)


def others_on(box: Box | None, player: str) -> Cents:
    """Count what others than the player have on a box."""
    bettors = box.bettors if box else ()
    return sum(bettor.placed for bettor in bettors if bettor.player != player)


def why_not_within(
    rules: Rulebook, table: Table, player: str, *, box: Box | None, amount: Cents
) -> Refusal | None:
    """A wager stands between the minimum and the maximum and goes in units (S24 7.1, NZ 15.2)."""
    force = limits_for(rules, table, player)
    return (
        _why_not_minimum(rules, table, force, amount)
        or _why_not_restricted(force, player, amount)
        or _why_not_player(rules, force, amount)
        or _why_not_maximum(rules, force, others_on(box, player), amount)
        or _why_not_unit(rules, force, amount)
    )


def _why_not_minimum(
    rules: Rulebook, table: Table, force: InForce, amount: Cents
) -> Refusal | None:
    if amount >= force.minimum:
        return None
    if force.own:
        return Refusal(
            "wager.below-minimum",
            rules.powers.may_allow_more.clause,
            f"The minimum on this player's own sign is ${dollars(force.minimum)}.",
        )
    lower = [marker.minimum for marker in table.sign.markers] if table.sign else []
    kept = any(minimum <= amount for minimum in lower)  # somebody else may still wager so little
    return Refusal(
        "wager.below-minimum",
        rules.markers.new_minimum_for_newcomers if kept else rules.limits.minimum.clause,
        f"The minimum is ${dollars(force.minimum)}.",
    )


def _why_not_restricted(force: InForce, player: str, amount: Cents) -> Refusal | None:
    most = force.player_maximum
    if force.restricted is None or most is None or amount in (force.minimum, most):
        return None
    return Refusal(
        "wager.restricted",
        force.restricted,
        f"{player} is held to the minimum of ${dollars(most)}.",
    )


def _why_not_player(rules: Rulebook, force: InForce, amount: Cents) -> Refusal | None:
    most = force.player_maximum
    if most is None or amount <= most:
        return None
    if force.own:
        return Refusal(
            "wager.above-own-maximum",
            rules.powers.may_allow_more.clause,
            f"The maximum on this player's own sign is ${dollars(most)}.",
        )
    return Refusal(
        "wager.above-player-maximum",
        rules.sign.sign_for_players.clause,
        f"One player may have ${dollars(most)} on a box.",
    )


def _why_not_maximum(
    rules: Rulebook, force: InForce, others: Cents, amount: Cents
) -> Refusal | None:
    most = force.maximum
    if most is None or others + amount <= most:
        return None
    return Refusal(
        "wager.above-maximum",
        rules.limits.maximum.clause if not others else rules.limits.maximum_shared,
        f"The maximum of a box is ${dollars(most)}, and ${dollars(others)} is on it.",
    )


def _why_not_unit(rules: Rulebook, force: InForce, amount: Cents) -> Refusal | None:
    if (amount - force.minimum) % force.unit == 0:
        return None
    return Refusal(
        "wager.unit",
        rules.limits.unit.clause,
        f"Above the minimum, wagers go up in steps of ${dollars(force.unit)}.",
    )
