"""Whether split hands may be split again at this table, as a Gaming Manager permits (S24 14.9)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.sign.commands import PermitResplit
from houserules.table.sign.events import ResplitPermitted
from houserules.table.sign.orders import no_sign
from houserules.table.state import Table


def may_resplit(rules: Rulebook, table: Table) -> bool:
    """Return whether split hands may be split again in this round: as players knew before it."""
    return may_resplit_next(rules, table.before_round or table)


def may_resplit_next(rules: Rulebook, table: Table) -> bool:
    """Return whether split hands may be split again in a round that begins now."""
    ordered = table.sign.orders.resplit if table.sign else None
    return rules.splitting.resplit.value if ordered is None else ordered


def why_not_permit(rules: Rulebook, table: Table, command: PermitResplit) -> Refusal | None:
    """The sign tells the players, so there must be one (S24 14.9.1)."""
    return no_sign(rules) if table.sign is None else None


def permit(builder: EventBuilder, command: PermitResplit) -> None:
    """Permit splitting again, or end the permission, and tell the players."""
    clause = builder.rules.powers.may_permit_resplit.clause
    builder.emit(ResplitPermitted(command.permitted, clause))
