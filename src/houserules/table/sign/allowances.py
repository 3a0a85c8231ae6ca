"""One player above the maximum, with a sign that shows that player's own limits (S24 7.6)."""

from houserules.core.money import dollars
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.controlling import keep_wagers
from houserules.table.course import Course
from houserules.table.people.admission import not_here
from houserules.table.sign.commands import AllowMore, EndOwnLimits
from houserules.table.sign.events import OwnLimitsSet
from houserules.table.sign.limits import limits_for
from houserules.table.sign.orders import no_sign
from houserules.table.sign.state import OwnLimits
from houserules.table.state import Table, changed


def why_not_allow_more(rules: Rulebook, table: Table, command: AllowMore) -> Refusal | None:
    """Above the stated maximum, with a minimum that is not below the player's (S24 7.6)."""
    if table.sign is None:
        return no_sign(rules)
    if table.source is not None and table.patron(command.player) is None:
        return not_here(rules, command.player)
    stated, chip = table.sign.stated, rules.wagers.smallest_chip.value
    most = stated.most_of_one()
    least = min(limits_for(rules, table, command.player).minimum, stated.minimum)
    within = most < command.maximum and least <= command.minimum <= command.maximum
    if within and command.minimum % chip == 0:
        return None
    return Refusal(
        "limits.own",
        rules.powers.may_allow_more.clause,
        f"A player's own maximum is above ${dollars(most)}, and the minimum from ${dollars(least)} "
        f"up to it in chips of ${dollars(chip)} or more.",
    )


def allow_more(course: Course, command: AllowMore) -> None:
    """Put up a sign with one player's own limits."""
    _set(course, command.player, OwnLimits(command.player, command.minimum, command.maximum))


def why_not_end_own(rules: Rulebook, table: Table, command: EndOwnLimits) -> Refusal | None:
    """Only limits of one's own can end."""
    if table.sign is None or table.sign.own_limits_of(command.player) is None:
        return Refusal(
            "limits.none-own",
            rules.powers.may_allow_more.clause,
            f"{command.player} plays by the limits of the table.",
        )
    return None


def end_own(course: Course, command: EndOwnLimits) -> None:
    """Take the player's own sign away."""
    _set(course, command.player, None)


def _set(course: Course, player: str, limits: OwnLimits | None) -> None:
    before, clause = course.table, course.rules.powers.may_allow_more.clause
    course.emit(OwnLimitsSet(player, limits, clause))
    keep_wagers(course, before)


def own_limits_set(table: Table, event: OwnLimitsSet) -> Table:
    """After OwnLimitsSet."""
    assert table.sign is not None
    others = [each for each in table.sign.own_limits if each.player != event.player]
    own = (*others, event.limits) if event.limits else tuple(others)
    return changed(table, sign=changed(table.sign, own_limits=own))
