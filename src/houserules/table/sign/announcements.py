"""Signs with limits to come, and whether a higher minimum has stood on one long enough (S24 7.5)."""

from houserules.core.money import Cents, format_money
from houserules.core.people import MINUTE, Moment
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_house import Raising
from houserules.rulebook.values import NotOffered, Value
from houserules.table.event_builder import EventBuilder
from houserules.table.sign.commands import (
    AnnounceLimits,
    ChangeLimits,
    RaiseMinimum,
    TakeDownAnnouncement,
)
from houserules.table.sign.events import LimitsAnnounced
from houserules.table.sign.limits import limits_for, no_sign
from houserules.table.sign.state import Announced, Sign, Stated
from houserules.table.sign.stated_limits import why_not_stated
from houserules.table.state import Table

INITIAL = "initial"


def _minima(stated: Stated) -> dict[str, Cents]:
    """Return the least that each kind of wager takes."""
    return {INITIAL: stated.minimum, **{each.kind: each.least for each in stated.side_wagers}}


def raised_kinds(sign: Sign, new: Stated) -> list[str]:
    """Return the kinds of wager that take more than they do, or did when last offered (reading 71)."""
    before = {each.kind: each.least for each in sign.taken_off} | _minima(sign.stated)
    return [kind for kind, least in _minima(new).items() if least > before.get(kind, least)]


def least_minimum(sign: Sign) -> Cents:
    """Return the lowest minimum that somebody still has."""
    return min([sign.stated.minimum, *[each.minimum for each in sign.markers]])


def is_higher(sign: Sign, stated: Stated) -> bool:
    """Whether limits take more from somebody than what stands."""
    return stated.minimum > least_minimum(sign) or bool(raised_kinds(sign, stated))


def why_not_announce(rules: Rulebook, table: Table, command: AnnounceLimits) -> Refusal | None:
    """A sign with a higher minimum and its time, far enough off (S24 7.5, 7.5.2)."""
    sign, part = table.sign, rules.raising
    if sign is None:
        return no_sign(rules)
    if isinstance(part, NotOffered):
        return Refusal(
            "limits.no-notice", part.clause, "In this game a sign cannot announce a higher minimum."
        )
    if refusal := why_not_stated(rules, command.stated):
        return refusal
    if command.player is not None:
        least = limits_for(rules, table, command.player).minimum
        if command.stated.minimum <= least:
            return not_higher(rules, least)
    elif not is_higher(sign, command.stated):
        return not_higher(rules, least_minimum(sign))
    if command.when - command.at < part.sign_stands.value * MINUTE:
        return Refusal(
            "limits.too-soon",
            part.sign_stands.clause,
            f"Announce a time at least {part.sign_stands.value} minutes from now.",
        )
    return None


def not_higher(rules: Rulebook, least: Cents) -> Refusal:
    """Refuse a higher minimum that is none."""
    return Refusal(
        "limits.not-higher",
        rules.markers.minimum_kept,
        f"The minimum is {format_money(least)}. Enter a higher one.",
    )


def announce(builder: EventBuilder, command: AnnounceLimits) -> None:
    """Put up a sign with limits to come, in place of one for the same minima or the same time."""
    assert builder.table.sign is not None
    new = Announced(command.stated, command.when, command.at, command.player)
    others = [
        old
        for old in builder.table.sign.announced
        if old.player != new.player
        or (old.when != new.when and _minima(old.stated) != _minima(new.stated))
    ]
    standing = tuple(sorted([*others, new], key=lambda announced: announced.when))
    builder.emit(LimitsAnnounced(standing, builder.rules.powers.may_change_limits.clause))


def why_not_take_down(
    rules: Rulebook, table: Table, command: TakeDownAnnouncement
) -> Refusal | None:
    """Only what is up can be taken down."""
    if table.sign is not None and any(_is_meant(each, command) for each in table.sign.announced):
        return None
    return Refusal(
        "limits.none-announced",
        rules.powers.may_change_limits.clause,
        "No such change is announced.",
    )


def _is_meant(announced: Announced, command: TakeDownAnnouncement) -> bool:
    return command.when in (None, announced.when)


def take_down(builder: EventBuilder, command: TakeDownAnnouncement) -> None:
    """Take a sign with limits to come down, or every one."""
    assert builder.table.sign is not None
    left = tuple([each for each in builder.table.sign.announced if not _is_meant(each, command)])
    builder.emit(LimitsAnnounced(left, builder.rules.powers.may_change_limits.clause))


def why_not_higher(
    rules: Rulebook, sign: Sign, command: ChangeLimits | RaiseMinimum, raised: list[str]
) -> Refusal | None:
    """Whether signs with these minima have stood long enough, and their times have come."""
    part = rules.raising
    if not raised:
        return None
    if isinstance(part, NotOffered):
        return Refusal(
            "limits.kept",
            rules.markers.minimum_kept,
            "Players at the table keep their minimum. A higher one is only for players who "
            "come later.",
        )
    wanted = _minima(command.stated)
    for kind in raised:
        signs = [a for a in _for_all(sign) if _minima(a.stated).get(kind) == wanted[kind]]
        if refusal := _why_not_due(part, signs, command.at):
            return refusal
    return None


def why_not_higher_for(
    rules: Rulebook, sign: Sign, player: str, *, minimum: Cents, at: Moment
) -> Refusal | None:
    """Whether a sign with this minimum for one player has stood long enough (S24 7.6, reading 64)."""
    part = rules.raising
    assert not isinstance(part, NotOffered)
    signs = [a for a in sign.announced if (a.player, a.stated.minimum) == (player, minimum)]
    if signs:
        return _why_not_due(part, signs, at)
    return Refusal(
        "limits.not-agreed",
        part.sign_stands.clause,
        f"This is a higher minimum for {player}. Record that {player} agrees, or "
        f"announce it {part.sign_stands.value} minutes before.",
    )


def _for_all(sign: Sign) -> list[Announced]:
    """Return what is announced for the whole table."""
    return [each for each in sign.announced if each.player is None]


def _why_not_due(part: Raising, signs: list[Announced], at: Moment) -> Refusal | None:
    stands = part.sign_stands
    if not signs:
        return Refusal(
            "limits.not-announced",
            part.sign_stands.clause,
            f"Announce this minimum first. The sign must stand for {stands.value} minutes.",
        )
    if any(_is_due(each, stands, at) for each in signs):
        return None
    return Refusal(
        "limits.too-soon",
        part.sign_stands.clause,
        f"The sign must stand for {stands.value} minutes and until the time it gives.",
    )


def _is_due(announced: Announced, stands: Value[int], at: Moment) -> bool:
    return at - announced.since >= stands.value * MINUTE and at >= announced.when


def binds_everybody(rules: Rulebook, sign: Sign, command: ChangeLimits) -> bool:
    """Whether this minimum has been announced in good time for players with a marker too (S24 7.5.2)."""
    part = rules.raising
    if isinstance(part, NotOffered):
        return False
    return any(
        each.stated.minimum == command.stated.minimum
        and _is_due(each, part.sign_stands_for_markers, command.at)
        for each in _for_all(sign)
    )
