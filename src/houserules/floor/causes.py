"""Which command stored events go back to, so that it can be decided again.

Orders of staff about irregularities are not decided again: what they were given is not in the events.
"""

from collections.abc import Sequence
from typing import Any, Final

from houserules.floor.round_decisions import command_of
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table import events as e
from houserules.table.cards import report_events as reports
from houserules.table.malfunction import events as malfunction
from houserules.table.mishaps import events as mishaps
from houserules.table.mishaps import misdeal_events as misdeals
from houserules.table.office.events import GameInvalidated, WagerReturned
from houserules.table.people import events as people
from houserules.table.sign.commands import RaiseWager
from houserules.table.sign.events import SideWagerDisplaced, WagerRaised, WagersArranged
from houserules.table.state import Table

_MODULES: Final = {each.__name__ for each in (mishaps, misdeals, malfunction, reports)}
_ORDERS: Final = (
    *(GameInvalidated, WagerReturned, e.RoundVoided, e.ControllerChanged),
    *(people.WagersFoundInvalid, people.WinningsTakenBack, people.WagerRefused),
    *(people.DeviceUseFound, people.WagersDeclaredVoid, people.PersonExcluded),
)
_BEFORE_THE_CARDS: Final = (WagersArranged, e.WagerCutBack)


def is_order(event: Any) -> bool:
    """Whether staff put something right here: what follows is theirs, not a decision of the round."""
    return type(event).__module__ in _MODULES or isinstance(event, _ORDERS)


def cause(rules: Rulebook, table: Table, events: Sequence[Any]) -> c.Command | None:
    """Give the command that the first of these events goes back to; None: none that is known.

    `table` is as it was before it; the events are those that were written together.
    """
    match events[0]:
        case e.WagerPlaced(box, player, amount, seated, tokens):
            return c.PlaceWager(player, box, amount, seated, tokens=tokens)
        case e.SideWagerPlaced(box, player, kind, amount, suit, tokens):
            return c.PlaceSideWager(player, box, kind, amount, suit, tokens)
        case SideWagerDisplaced() if len(events) > 1 and isinstance(events[1], e.SideWagerPlaced):
            return cause(rules, table, events[1:])
        case WagerRaised(box, player, amount, tokens):
            return RaiseWager(player, box, amount, tokens)
        case e.CardDealt(card):
            return c.DealCard(card)
        case e.TableCleared():
            return c.ClearTable()
    if _closes_bets(events):
        return c.CloseBets()
    return command_of(rules, table, events[0])


def _closes_bets(events: Sequence[Any]) -> bool:
    first = next((each for each in events if not isinstance(each, _BEFORE_THE_CARDS)), None)
    return isinstance(first, e.BetsClosed)
