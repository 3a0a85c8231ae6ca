"""Putting up a sign: what may stand on it in this game."""

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import PerfectPairs, Rulebook, SuitsYou
from houserules.rulebook.values import NotOffered
from houserules.table.event_builder import EventBuilder
from houserules.table.round.box_control import keep_wagers
from houserules.table.sign.commands import PutUpSign
from houserules.table.sign.events import SignPutUp
from houserules.table.sign.state import SideLimits, Stated
from houserules.table.state import SideKind, Table


def side_part(rules: Rulebook, kind: SideKind) -> PerfectPairs | SuitsYou | NotOffered:
    """Return the part of the rulebook that has the side wager."""
    return rules.perfect_pairs if kind == "perfect-pairs" else rules.suits_you


def stated_by(rules: Rulebook) -> Stated:
    """Return the limits that the operator has chosen for the rulebook, as a sign states them."""
    limits, sides = rules.limits, []
    for part in (rules.perfect_pairs, rules.suits_you):
        if isinstance(part, PerfectPairs) and part.perfect_pairs.value is not None:
            amount = part.perfect_pairs.value
            sides.append(SideLimits("perfect-pairs", amount, amount))
        elif isinstance(part, SuitsYou) and part.suits_you.value is not None:
            sides.append(SideLimits("suits-you", part.suits_you.value, part.suits_you.value))
    return Stated(
        limits.minimum.value, limits.maximum.value, limits.unit.value, side_wagers=tuple(sides)
    )


def why_not_put_up(rules: Rulebook, table: Table, command: PutUpSign) -> Refusal | None:
    """A table has one sign (S24 7.1)."""
    if table.sign is not None:
        return Refusal(
            "sign.up",
            rules.limits.minimum.clause,
            "This table already has a sign. Change its limits instead.",
        )
    return why_not_stated(rules, command.stated)


def why_not_stated(rules: Rulebook, stated: Stated) -> Refusal | None:
    """The amounts make sense, and the document lets them stand on a sign."""
    maxima = [each for each in (stated.maximum, stated.player_maximum) if each is not None]
    least, chip = stated.minimum, rules.wagers.smallest_chip.value
    if least < 1 or least % chip or any(most < least or most % chip for most in maxima):
        return Refusal(
            "sign.amounts",
            rules.limits.minimum.clause,
            f"Choose limits in multiples of {format_money(chip)}, with no maximum below the "
            "minimum.",
        )
    return (
        _why_not_unit(rules, stated.unit)
        or _why_not_maxima(rules, stated)
        or next(filter(None, (_why_not_side(rules, each) for each in stated.side_wagers)), None)
    )


def _why_not_unit(rules: Rulebook, unit: Cents | None) -> Refusal | None:
    chip = rules.wagers.smallest_chip.value
    if unit is None or (unit >= chip and unit % chip == 0):
        return None
    return Refusal(
        "sign.unit",
        rules.limits.unit.clause,
        f"Choose a unit that is a multiple of {format_money(chip)}.",
    )


def _why_not_maxima(rules: Rulebook, stated: Stated) -> Refusal | None:
    """A box's maximum, a player's, or both: as the document has it (S24 7.1, NZ 15.2)."""
    if stated.player_maximum is not None and not rules.sign.sign_for_players.value:
        return Refusal(
            "sign.player-maximum",
            rules.sign.sign_for_players.clause,
            "In this game the sign has a maximum per box but none per player.",
        )
    if stated.maximum is None and stated.player_maximum is None:
        return Refusal(
            "sign.no-maximum",
            rules.limits.maximum.clause,
            "In this game the sign must give a maximum.",
        )
    return None


def _why_not_side(rules: Rulebook, side: SideLimits) -> Refusal | None:
    part = rules.perfect_pairs if side.kind == "perfect-pairs" else rules.suits_you
    if isinstance(part, NotOffered):
        return Refusal("side-wager.none", part.clause, f"This game has no {side.kind} wager.")
    chip = rules.wagers.smallest_chip.value
    if side.least < 1 or side.most < side.least or side.least % chip or side.most % chip:
        return Refusal(
            "sign.side-amount",
            part.perfect_pairs.clause if isinstance(part, PerfectPairs) else part.suits_you.clause,
            f"Choose side wagers in multiples of {format_money(chip)}, with no maximum "
            "below the minimum.",
        )
    if side.most > side.least and not rules.sign.sign_for_kinds.value:
        return Refusal(
            "sign.side-range",
            rules.sign.sign_for_kinds.clause,
            "In this game the sign gives one amount per side wager.",
        )
    return None


def put_up(builder: EventBuilder, command: PutUpSign) -> None:
    """Put a sign up."""
    before = builder.table
    builder.emit(SignPutUp(command.stated))
    keep_wagers(builder, before)
