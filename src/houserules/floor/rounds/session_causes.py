"""The orders of staff behind the stored events of a session, so that they can be decided again."""

from typing import Any, Final

from houserules.core.people import Person
from houserules.rulebook.schema import Rulebook
from houserules.table.commands import StaffCommand
from houserules.table.powers import holders, power_of
from houserules.table.session import commands as c
from houserules.table.session import events as e

FOLLOWS: Final = (
    *(e.SessionRoundBegan, e.SessionRoundCounted, e.PlayerEliminated, e.PlayerDisqualified),
    *(e.SessionOver, e.FormOpened, e.UndisclosedWagerSettled, e.MinimumDeducted),
    *(e.WagerAdjusted, e.FormPlays),
)
"""What only follows from a command: none of it is the first event of a batch."""


def session_cause(rules: Rulebook, event: Any) -> Any:
    """Return the command of staff or a player behind an event of a session; None: another event."""
    at: Any = getattr(event, "at", 0)

    def by(kind: type[StaffCommand]) -> Person:
        """Return the person who gave it, in a role that may: events have no roles."""
        power = power_of(rules, kind)
        assert power is not None
        return Person(event.by, holders(rules, power.value)[0])

    match event:
        case e.SessionBegun():
            session = (event.session, event.conditions, event.players)
            return c.BeginSession(by(c.BeginSession), at, *session)
        case e.WagerClockAnnounced(seconds=seconds):
            return c.AnnounceWagerClock(by(c.AnnounceWagerClock), at, seconds)
        case e.WageringTimeCalled():
            return c.CallTime(by(c.CallTime), at)
        case e.FormExamined(player=player):
            return c.ExamineForm(by(c.ExamineForm), at, player)
        case e.EntryTakenBack(player=player):
            return c.TakeBackEntry(player)
        case e.AbsenceEntered(player=player):
            return c.DeductForAbsence(by(c.DeductForAbsence), at, player)
        case e.DisqualificationDeclared(player=player, ground=ground):
            return c.Disqualify(by(c.Disqualify), at, player, ground)
        case e.SessionConcluded(why=why, agreed=agreed):
            return c.ConcludeSession(by(c.ConcludeSession), at, why, agreed)
        case e.CountOrdered():
            return c.OrderCount(by(c.OrderCount), at)
        case e.ChipsCounted(counts=counts):
            counted = tuple([(each.player, each.counted) for each in counts])
            return c.RecordCount(by(c.RecordCount), at, counted)
        case e.SessionResultAnnounced():
            by_count = _is_by_count(event)
            return c.AnnounceResult(by(c.AnnounceResult), at, by_count=by_count)
        case e.TournamentChipsReturned(missing=missing):
            return c.ReturnChips(by(c.ReturnChips), at, missing)
        case e.SessionEnded():
            return c.EndSession(by(c.EndSession), at)
    return None


def _is_by_count(event: e.SessionResultAnnounced) -> bool:
    """Whether the places have the chips of a count that differs from the software's."""
    chips = {each.player: each.chips for each in event.result.places}
    return any(
        each.counted != each.expected and chips.get(each.player) == each.counted
        for each in event.result.counts
    )
