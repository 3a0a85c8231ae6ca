"""A table that does not add up is locked: nothing is lost, and nothing more is done."""

from houserules.core.people import Moment
from houserules.floor.deciding import Decided
from houserules.floor.happenings import TableLocked
from houserules.floor.house import House
from houserules.floor.standing import Standing, after
from houserules.floor.work import SECOND


def locked(standing: Standing, house: House, why: str, *, at: int) -> Decided:
    """Give the table as it was, locked: what the command would have done is not done."""
    events = (TableLocked(why, Moment(at // SECOND)),)
    return Decided(events, after(standing, events, at=at), house)
