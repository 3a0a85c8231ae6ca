"""The limits in force for one player: the sign's, a marker's, the player's own, a restriction's."""

from dataclasses import dataclass
from math import lcm

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.round.chips import why_not_whole
from houserules.table.sign.evolve import shoe_of
from houserules.table.sign.state import Restriction, Sign
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
    new: tuple[Cents, Cents] | None = None  # beside a marker: the sign's minimum and unit

    def steps(self) -> tuple[tuple[Cents, Cents], ...]:
        """Return each least wager with the step in which wagers go up from it (reading 65)."""
        if self.new is None:
            return ((self.minimum, self.unit),)
        least, unit = self.new
        if unit % self.unit == 0 and (least - self.minimum) % self.unit == 0:
            return ((self.minimum, self.unit),)
        return ((self.minimum, self.unit), self.new)

    def most(self, others: Cents) -> Cents | None:
        """Return the most that the player may have beside what others have on the box."""
        room = None if self.maximum is None else max(0, self.maximum - others)
        bounds = [each for each in (room, self.player_maximum) if each is not None]
        return min(bounds, default=None)


def limits_for(rules: Rulebook, table: Table, player: str) -> InForce:
    """Return the limits that hold for what a player places on any box of this table."""
    sign, chip = table.sign, rules.wagers.smallest_chip.value
    if sign is None:
        limits = rules.limits
        unit = lcm(limits.unit.value or chip, chip)  # no wager that chips cannot make
        return InForce(limits.minimum.value, limits.maximum.value, None, unit)
    stated, marker = sign.stated, sign.marker_of(player)
    minimum, unit = marker.minimum if marker else stated.minimum, stated.unit or chip
    if restriction := restriction_on(table, player):  # the minimum of sign or marker, none between
        step = stated.minimum - minimum or unit
        return InForce(minimum, stated.maximum, stated.minimum, step, restriction.clause)
    if own := sign.own_limits_of(player):  # who may go above a box's maximum shares it with nobody
        shared = stated.maximum if stated.maximum and own.maximum <= stated.maximum else None
        return InForce(own.minimum, shared, own.maximum, unit, own=True)
    most = _most_of(sign, player, minimum)
    if marker is None:
        return InForce(minimum, stated.maximum, most, unit)
    return InForce(minimum, stated.maximum, most, marker.unit or unit, new=(stated.minimum, unit))


def _most_of(sign: Sign, player: str, minimum: Cents) -> Cents | None:
    """Return what one player may have on a box: directed for all, and for this one (NZ 15.2)."""
    for_all, named = sign.stated.player_maximum, sign.orders.maximum_of(player)
    if named is None:
        return for_all
    named = max(named, minimum)  # the minimum may have gone up since
    return named if for_all is None else min(named, for_all)


def others_on(
    rules: Rulebook, table: Table, player: str, *, box: Box | None, seated: bool
) -> Cents:
    """Count what others leave less of a box's maximum to the player (readings 45 and 64).

    Nothing for the seated player, who has first option, nor what lies above the maximum by leave.
    """
    if box is None or (seated and rules.limits.seated_first.value):
        return 0
    others = [bettor for bettor in box.bettors if bettor.player != player]
    if table.sign is not None and table.sign.own_limits:
        others = [b for b in others if limits_for(rules, table, b.player).maximum is not None]
    return sum(bettor.placed for bettor in others)


def why_not_within(
    rules: Rulebook, table: Table, player: str, *, box: Box | None, amount: Cents, seated: bool
) -> Refusal | None:
    """A wager stands between the minimum and the maximum and goes in units (S24 7.1, NZ 15.2)."""
    force = limits_for(rules, table, player)
    others = others_on(rules, table, player, box=box, seated=seated)
    return (
        _why_not_minimum(rules, table, force, amount)
        or _why_not_restricted(force, amount)
        or _why_not_player(rules, force, amount)
        or _why_not_maximum(rules, force, others, amount)
        or why_not_whole(rules, amount)
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
            f"Your own minimum is {format_money(force.minimum)}.",
        )
    lower = [marker.minimum for marker in table.sign.markers] if table.sign else []
    kept = any(minimum <= amount for minimum in lower)  # somebody else may still wager so little
    return Refusal(
        "wager.below-minimum",
        rules.markers.new_minimum_for_newcomers if kept else rules.limits.minimum.clause,
        f"The minimum wager is {format_money(force.minimum)}.",
    )


def _why_not_restricted(force: InForce, amount: Cents) -> Refusal | None:
    most = force.player_maximum
    if force.restricted is None or most is None or amount in (force.minimum, most):
        return None
    return Refusal(
        "wager.restricted",
        force.restricted,
        f"You may wager only the minimum of {format_money(most)}.",
    )


def _why_not_player(rules: Rulebook, force: InForce, amount: Cents) -> Refusal | None:
    most = force.player_maximum
    if most is None or amount <= most:
        return None
    if force.own:
        return Refusal(
            "wager.above-own-maximum",
            rules.powers.may_allow_more.clause,
            f"Your own maximum is {format_money(most)}.",
        )
    return Refusal(
        "wager.above-player-maximum",
        rules.sign.sign_for_players.clause,
        f"You can have at most {format_money(most)} on one box.",
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
        f"The maximum per box is {format_money(most)}"
        + (f", and others have {format_money(others)} on it." if others else "."),
    )


def _why_not_unit(rules: Rulebook, force: InForce, amount: Cents) -> Refusal | None:
    if any(amount >= least and (amount - least) % unit == 0 for least, unit in force.steps()):
        return None
    return Refusal(
        "wager.unit",
        rules.limits.unit.clause,
        f"Above the minimum, wager in steps of {format_money(force.unit)}.",
    )


# Restrictions, and who wagered on which rounds of a shoe.


def has_card_shoe(table: Table) -> bool:
    """Whether the cards come from a card shoe."""
    return table.source is not None and table.source.kind == "card shoe"


def sat_out(rules: Rulebook, table: Table, player: str) -> Clause | None:
    """Return the clause by which a player has sat out in this shoe; None: did not (S24 6.11)."""
    if table.sign is None or not has_card_shoe(table):
        return None
    attendance = table.sign.attendance
    if attendance.shoe != shoe_of(table) or attendance.rounds == 0:
        return None
    if player not in attendance.first:
        return rules.restrictions.sat_out_first_round
    return None if player in attendance.every else rules.restrictions.sat_out_later_round


def restriction_on(table: Table, player: str) -> Restriction | None:
    """Return what holds a player to the minimum now, the farthest-reaching first."""
    if table.sign is None or not table.sign.orders.restrictions:
        return None
    held = [r for r in table.sign.orders.restrictions if r.player == player and holds(table, r)]
    return next((r for r in held if r.length == "one box"), held[0] if held else None)


def holds(table: Table, restriction: Restriction) -> bool:
    """Whether one is in force: not after its shoe, nor while no shoe is in use."""
    if restriction.length == "one box":
        return True
    if not has_card_shoe(table):
        return False
    return restriction.length == "further shoes" or restriction.shoe == shoe_of(table)


def no_sign(rules: Rulebook) -> Refusal:
    """Refuse what needs a sign to stand on."""
    return Refusal("sign.none", rules.limits.minimum.clause, "This table has no sign yet.")
