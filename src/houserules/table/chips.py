"""Chips: they come to a rack, leave it, and must be there to be wagered."""

from houserules.core.money import Cents, dollars
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.commands import BringChips, TakeChips
from houserules.table.course import Course
from houserules.table.events import ChipsBrought, ChipsTaken
from houserules.table.state import Table
from houserules.table.tokens.holding import why_not_tokens


def why_not_bring(rules: Rulebook, table: Table, command: BringChips) -> Refusal | None:
    """Chips may always come; they must be some."""
    if command.amount <= 0:
        return Refusal("chips.none", rules.wagers.wagers_in_chips, "Bring more than nothing.")
    return None


def bring(course: Course, command: BringChips) -> None:
    """Put chips into a rack."""
    course.emit(ChipsBrought(command.player, command.amount))


def why_not_take(rules: Rulebook, table: Table, command: TakeChips) -> Refusal | None:
    """Only what is in the rack can be taken."""
    if command.amount <= 0:
        return Refusal("chips.none", rules.wagers.wagers_in_chips, "Take more than nothing.")
    return why_not_enough(rules, table, command.player, command.amount)


def take(course: Course, command: TakeChips) -> None:
    """Take chips from a rack."""
    course.emit(ChipsTaken(command.player, command.amount))


def why_not_enough(
    rules: Rulebook, table: Table, player: str, amount: Cents, *, tokens: Cents = 0
) -> Refusal | None:
    """A wager is made with chips and tokens that the player has before him (S24 6.2)."""
    if tokens and (refusal := why_not_tokens(rules, table, player, amount=amount, tokens=tokens)):
        return refusal
    held = table.racks.get(player, 0)
    amount -= tokens
    if amount > held:
        return Refusal(
            "chips.short",
            rules.wagers.wagers_in_chips,
            f"{player} has ${dollars(held)} in chips, and this takes ${dollars(amount)}.",
        )
    return None


def unit_of(rules: Rulebook, table: Table) -> Cents:
    """The step in which wagers are made: the sign's unit, or the smallest chip."""
    stated = table.sign.in_force(table.phase) if table.sign else None
    unit = stated.unit if stated else rules.limits.unit.value
    return rules.wagers.smallest_chip.value if unit is None else unit
