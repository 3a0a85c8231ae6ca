"""Chips: they come to a rack, leave it, and must be there to be wagered."""

from typing import Final

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.commands import BringChips, TakeChips
from houserules.table.event_builder import EventBuilder
from houserules.table.events import ChipsBrought, ChipsTaken
from houserules.table.people.debts import may_take
from houserules.table.round.token_shares import why_not_tokens
from houserules.table.session.wagers import reserved_chips
from houserules.table.state import Table

_KEPT: Final = "You have to keep the rest of your chips for the wagers you have made."


def why_not_bring(rules: Rulebook, table: Table, command: BringChips) -> Refusal | None:
    """Chips may always come; they must be some."""
    if command.amount <= 0:
        return Refusal("chips.none", rules.wagers.wagers_in_chips, "Bring an amount above zero.")
    return None


def bring(builder: EventBuilder, command: BringChips) -> None:
    """Put chips into a rack."""
    builder.emit(ChipsBrought(command.player, command.amount))


def why_not_take(rules: Rulebook, table: Table, command: TakeChips) -> Refusal | None:
    """Only what is in the rack can be taken, and what the player owes the house stays there."""
    player = command.player
    if command.amount <= 0:
        return Refusal("chips.none", rules.wagers.wagers_in_chips, "Take an amount above zero.")
    if refusal := why_not_held(rules, table, player, command.amount):
        return refusal
    if command.amount <= may_take(table, player):
        return None
    return Refusal(
        "debt.unpaid",
        next(debt.clause for debt in table.people.debts if debt.player == player),
        f"You owe the house {format_money(table.people.owes(player))}. You can take "
        f"{format_money(may_take(table, player))}; pay the rest to the supervisor first.",
    )


def take(builder: EventBuilder, command: TakeChips) -> None:
    """Take chips from a rack."""
    builder.emit(ChipsTaken(command.player, command.amount))


def why_not_enough(
    rules: Rulebook, table: Table, player: str, amount: Cents, *, tokens: Cents = 0
) -> Refusal | None:
    """A wager is made of whole chips and tokens that the player has (S24 6.2, reading 44)."""
    if tokens and (refusal := why_not_tokens(rules, table, player, amount=amount, tokens=tokens)):
        return refusal
    return why_not_held(rules, table, player, amount - tokens) or why_not_whole(
        rules, amount, tokens=tokens
    )


def why_not_held(rules: Rulebook, table: Table, player: str, amount: Cents) -> Refusal | None:
    """The chips are in the player's rack; in a tournament, none that a sealed form may need."""
    held = table.racks.get(player, 0)
    if amount <= free_chips(table, player):
        return None
    clause, detail = rules.wagers.wagers_in_chips, _KEPT
    if not isinstance(rules.tournament, NotOffered) and table.session is not None:
        clause = rules.tournament.tournament_chips_only
    if amount > held:
        detail = f"You have {format_money(held)} in chips; this needs {format_money(amount)}."
    return Refusal("chips.short", clause, detail)


def free_chips(table: Table, player: str) -> Cents:
    """Return the chips that a player can stake now."""
    held = table.racks.get(player, 0)
    return held if table.session is None else max(0, held - reserved_chips(table, player))


def why_not_without_chips(rules: Rulebook, wager: Cents) -> Refusal | None:
    """A box with nothing but an undisclosed wager is not insured, doubled or split (S65 20.8.2.4)."""
    if wager or isinstance(rules.tournament, NotOffered):
        return None
    return Refusal(
        "wager.undisclosed",
        rules.tournament.undisclosed_beside_wager,
        "You have only an undisclosed wager on this box: you can hit, stand or surrender.",
    )


def why_not_whole(rules: Rulebook, amount: Cents, *, tokens: Cents = 0) -> Refusal | None:
    """The chips at the table, and the tokens by themselves, can make the amount (reading 71)."""
    chip = rules.wagers.smallest_chip.value
    if amount % chip == 0 and tokens % chip == 0:
        return None
    return Refusal(
        "chips.odd-amount",
        rules.wagers.wagers_in_chips,
        f"The smallest chip is {format_money(chip)}. Wager a multiple of it.",
    )


def unit_of(rules: Rulebook, table: Table, player: str) -> Cents:
    """Return the step in which a player wagers: a marker's or the sign's unit, or the smallest chip."""
    stated = table.sign.in_force(table.phase) if table.sign else None
    unit = stated.unit if stated else rules.limits.unit.value
    step = rules.wagers.smallest_chip.value if unit is None else unit
    marker = table.sign.marker_of(player) if table.sign else None
    return min(step, marker.unit) if marker and marker.unit else step
