"""The decisions of a round, read back from its events as a round record writes them."""

from typing import Any

from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table import commands as c
from houserules.table import events as e
from houserules.table.mishaps.decisions import decision
from houserules.table.records.record import Decision
from houserules.table.state import Table


def command_of(rules: Rulebook, table: Table, event: Any) -> c.Command | None:
    """Give the decision that an event goes back to; `table` is as it was before it.

    None: the event followed from something else, as a surrender that binds all does for the others.
    """
    if isinstance(event, e.WagerSurrendered) and not event.ends_hand and _binds(rules):
        return None
    return decision(event, table)


def _binds(rules: Rulebook) -> bool:
    part = rules.surrender
    return not isinstance(part, NotOffered) and part.surrender_of_others.value == "are bound"


def decision_of(rules: Rulebook, table: Table, event: Any) -> Decision | None:
    """Give the decision in a record that an event goes back to; a "no" is not written."""
    command = command_of(rules, table, event)
    box = table.box(getattr(command, "box", 0))
    if command is None or box is None:
        return None
    player = getattr(command, "player", box.controller)
    by = None if player == box.controller else player
    hand = getattr(command, "hand", None) if box.is_split else None
    match command:
        case c.Insure(amount=amount):
            return Decision(box.number, "insure", amount=amount, player=by)
        case c.Surrender():
            return Decision(box.number, "surrender", player=by)
        case c.Designate(hand=to):
            return Decision(box.number, "designate", designated=to, player=by)
        case c.Double(amount=amount):
            return Decision(box.number, "double", hand, amount, player=by)
        case c.Hit():
            return Decision(box.number, "hit", hand, player=by)
        case c.Stand():
            return Decision(box.number, "stand", hand, player=by)
        case c.Split():
            return Decision(box.number, "split", hand, player=by)
        case c.Forfeit():
            return Decision(box.number, "forfeit", hand, player=by)
        case c.ReportAbsent():
            return Decision(box.number, "absent", hand)
    return None
