"""Debts: what had to go back to the house and was no longer in the rack (readings 49, 60 to 62)."""

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.people.commands import CollectDebt, WriteOffDebt
from houserules.table.people.events import DebtCollected, DebtWrittenOff
from houserules.table.state import Table


def may_take(table: Table, player: str) -> Cents:
    """Return the chips that a player may take from the table: what is owed stays in the rack."""
    return max(0, table.racks.get(player, 0) - table.people.owes(player))


def why_not_collect(rules: Rulebook, table: Table, command: CollectDebt) -> Refusal | None:
    """Part or all of what the player owes, as far as it is in the rack."""
    clause, player = rules.powers.may_collect_debt.clause, command.player
    owes, there = table.people.owes(player), table.racks.get(player, 0)
    if not owes:
        return Refusal("debt.none", clause, f"{player} owes the house nothing.")
    if 0 < command.amount <= min(owes, there):
        return None
    return Refusal(
        "debt.amount",
        clause,
        f"{player} owes {format_money(owes)} and has {format_money(there)} in the rack. "
        f"Enter an amount from $0.01 to {format_money(min(owes, there))}.",
    )


def collect(builder: EventBuilder, command: CollectDebt) -> None:
    """Take the amount from the rack; the oldest debts are settled first."""
    clause = _oldest(builder.table, command.player)
    builder.emit(DebtCollected(command.player, command.amount, command.by.name, command.at, clause))


def why_not_write_off(rules: Rulebook, table: Table, command: WriteOffDebt) -> Refusal | None:
    """Part or all of what the player owes and does not have in the rack, for a reason."""
    clause, player = rules.powers.may_write_off_debt.clause, command.player
    owes, there = table.people.owes(player), table.racks.get(player, 0)
    if not owes:
        return Refusal("debt.none", clause, f"{player} owes the house nothing.")
    if owes <= there:
        return Refusal(
            "debt.in-rack",
            clause,
            f"{player} has {format_money(there)} in the rack. Collect the debt.",
        )
    if not 0 < command.amount <= owes - there:
        return Refusal(
            "debt.amount",
            clause,
            f"{player} owes {format_money(owes)} and has {format_money(there)} in the rack. "
            f"Write off at most {format_money(owes - there)}.",
        )
    if not command.why.strip():
        return Refusal("debt.no-reason", clause, "Say why the debt cannot be collected.")
    return None


def write_off(builder: EventBuilder, command: WriteOffDebt) -> None:
    """Give up the amount; the oldest debts go first."""
    clause = _oldest(builder.table, command.player)
    builder.emit(
        DebtWrittenOff(
            command.player, command.amount, command.why.strip(), command.by.name, command.at, clause
        )
    )


def _oldest(table: Table, player: str) -> Clause:
    """Return the clause of a player's oldest debt."""
    return next(debt.clause for debt in table.people.debts if debt.player == player)
