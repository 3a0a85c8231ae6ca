"""More on a wager that lies there already, before the first card (S24 6.4)."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.event_builder import EventBuilder
from houserules.table.people.admission import why_not_admitted, why_not_again
from houserules.table.round.chips import why_not_enough
from houserules.table.round.wagers import no_wager, why_not_handled_now
from houserules.table.sign.admissible_wagers import why_not_here
from houserules.table.sign.commands import RaiseWager
from houserules.table.sign.events import WagerRaised
from houserules.table.sign.limits import why_not_within
from houserules.table.state import Table


def why_not_raise_wager(rules: Rulebook, table: Table, command: RaiseWager) -> Refusal | None:
    """A wager of one's own, in time, and the whole of it within the limits."""
    box = table.box(command.box)
    bettor = box.bettor(command.player) if box else None
    if refusal := why_not_handled_now(rules, table):
        return refusal
    if bettor is None:
        return no_wager(rules, command.player, command.box)
    if command.amount <= 0:
        return Refusal("chips.none", rules.wagers.wagers_in_chips, "Add an amount above zero.")
    whole = bettor.placed + command.amount
    seated = bettor.seated
    return (
        why_not_admitted(rules, table, command.player)
        or why_not_again(rules, table, command, amount=whole)
        or why_not_here(rules, table, command.player, command.box)
        or why_not_within(rules, table, command.player, box=box, amount=whole, seated=seated)
        or why_not_enough(rules, table, command.player, command.amount, tokens=command.tokens)
    )


def raise_wager(builder: EventBuilder, command: RaiseWager) -> None:
    """Put more on a wager."""
    builder.emit(WagerRaised(command.box, command.player, command.amount, command.tokens))
