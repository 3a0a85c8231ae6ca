"""The commands behind the stored events of a tournament, so that they can be decided again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, get_args

from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.table.desk import roles_for
from houserules.table.events import Event
from houserules.tournament import commands as c
from houserules.tournament import events as e
from houserules.tournament.event_builder import TournamentEvents
from houserules.tournament.evolve import evolve
from houserules.tournament.judge import carry_out
from houserules.tournament.money import events as money
from houserules.tournament.play import events as play
from houserules.tournament.play.draws import open_draw, open_order, why_not_order
from houserules.tournament.play.results import tie_to_decide
from houserules.tournament.play.seat_draw import entropy_needed
from houserules.tournament.state import TournamentState

Decided = tuple[Event, ...] | Refusal

_FIRST: Final = (
    *(e.TournamentCancelled, play.ResultRecorded, e.EntriesClosed, play.SessionStarted),
    *(play.DrawRevealed, play.DrawCommitted, play.PlacesDecided, e.EntryRefused, e.EntryWithdrawn),
    *(money.PrizePaid, money.PrizeAwarded, play.StageDrawn, play.StageCompleted),
)
"""Which event of a batch tells of its command, if several might."""
_FOLLOW: Final = (
    *(e.EntryLapsed, e.EntrantEliminated, e.TournamentFinished, play.SessionDecided),
    *(play.PlacingsAnnounced, money.ValueAdded, money.ValueReturned, money.BuyInRefunded),
    *(money.BuyBackRefunded, money.ChipsRedeemed, money.ChipsSettled),
)
"""Events that only follow from others of their batch."""


def decided_again(
    rules: Rulebook, state: TournamentState, events: Sequence[Any], at: Moment
) -> Iterator[Decided]:
    """Yield what the commands that can have brought about a batch would bring about now.

    `at` is the time of the batch, for events none of which says the time of its command: the batch
    may have been written in a later second.
    """
    told = _telling(events)
    at = next((event.at for event in events if hasattr(event, "at")), at)
    if isinstance(told, play.DrawCommitted):
        yield _committed(rules, state, told)
    elif isinstance(told, play.DrawRevealed):
        yield _revealed(rules, state, told, at)
    else:
        for command in _commands(rules, state, told, at):
            outcome = carry_out(rules, state, command)
            yield outcome if isinstance(outcome, Refusal) else outcome[0]


def _telling(events: Sequence[Any]) -> Any:
    for kind in _FIRST:
        for event in events:
            if isinstance(event, kind):
                return event
    own = [event for event in events if not isinstance(event, _FOLLOW)]
    return (own or events)[0]


def _committed(rules: Rulebook, state: TournamentState, event: play.DrawCommitted) -> Decided:
    """Decide all of a committed draw but its order, which was secret and is checked when revealed."""
    by = _staff(rules, c.CommitSeatDraw, event.by)
    entropy = bytes(entropy_needed(len(event.entrants))).hex()
    outcome = carry_out(rules, state, c.CommitSeatDraw(by, event.at, entropy))
    if isinstance(outcome, Refusal):
        return outcome
    return tuple(
        replace(each, commitment=event.commitment) if isinstance(each, play.DrawCommitted) else each
        for each in outcome[0]
    )


def _revealed(
    rules: Rulebook, state: TournamentState, event: play.DrawRevealed, at: Moment
) -> Decided:
    """Seat the players by the revealed order, if it is the one that was committed to and cut."""
    draw = open_draw(state)
    if draw is None or draw.cut is None:
        outcome = carry_out(rules, state, c.RevealSeatDraw(_manager(rules), at, entropy=""))
        assert isinstance(outcome, Refusal)
        return outcome
    if refusal := why_not_order(rules, draw, event.order, event.salt):
        return refusal
    builder = TournamentEvents(rules, state, evolve)
    open_order(builder, event.order, event.salt, at=at)
    return tuple(builder.events)


def _staff(rules: Rulebook, kind: type[c.TournamentCommand], name: str) -> Person:
    """Return somebody of that name in a role that may give the command: events have no roles."""
    roles = [role for role in roles_for(rules, kind) if role != "player"]
    return Person(name, roles[0])


def _manager(rules: Rulebook) -> Person:
    return _staff(rules, c.RevealSeatDraw, "house")


def _commands(
    rules: Rulebook, state: TournamentState, event: Any, at: Moment
) -> Iterator[c.TournamentCommand]:
    """Yield the commands that can have brought an event about; where one field is not stored, any."""
    at = getattr(event, "at", at)
    player = getattr(event, "player", "")
    own = Person(player, "player")

    def by(kind: type[c.TournamentCommand]) -> Person:
        return _staff(rules, kind, getattr(event, "by", "house"))

    match event:
        case e.TournamentDrafted():
            yield c.DraftTournament(by(c.DraftTournament), at, event.conditions)
        case e.TournamentPublished():
            plan = (event.starts, event.rounds_per_hour, event.pause_minutes)
            yield c.PublishTournament(by(c.PublishTournament), at, *plan)
        case e.TournamentAmended():
            yield c.AmendTournament(by(c.AmendTournament), at, event.conditions, event.notice)
        case e.StartMoved():
            yield c.MoveStart(by(c.MoveStart), at, event.starts, event.notice)
        case e.TournamentCancelled():
            for ground in get_args(c.CancelGround):
                yield c.CancelTournament(by(c.CancelTournament), at, ground, event.reason)
        case e.EntryApplied():
            yield c.ApplyForEntry(own, at, player, event.form, entitled=True)
        case e.ConditionsGiven():
            yield c.GiveConditions(own, at, player, event.how)
        case e.ConditionsAgreed():
            yield c.AgreeToConditions(own, at, player, event.signature)
        case e.EntryAccepted():
            yield c.AcceptEntry(by(c.AcceptEntry), at, player)
        case e.EntryRefused():
            for ground in get_args(c.RefusalGround):
                yield c.RefuseEntry(by(c.RefuseEntry), at, player, ground, event.reason)
        case e.EntryWithdrawn():
            yield c.WithdrawEntry(own, at, player)
        case e.EntriesClosed():
            yield c.CloseEntries(by(c.CloseEntries), at)
        case e.EntrantDisqualified():
            order = (player, event.ground, event.reason)
            yield c.DisqualifyEntrant(by(c.DisqualifyEntrant), at, *order)
        case e.EntryDisputeRaised():
            yield c.RaiseEntryDispute(own, at, player, event.about)
        case e.EntryDisputeDecided():
            dispute = (event.number, event.says)
            yield c.DecideEntryDispute(by(c.DecideEntryDispute), at, *dispute)
        case _:
            yield from _money_commands(rules, event, at)
            yield from _play_commands(rules, state, event, at)


def _money_commands(rules: Rulebook, event: Any, at: Moment) -> Iterator[c.TournamentCommand]:
    """Yield the commands behind events of fees, chips and prizes."""
    player = getattr(event, "player", "")
    own = Person(player, "player")

    def by(kind: type[c.TournamentCommand]) -> Person:
        return _staff(rules, kind, getattr(event, "by", "house"))

    match event:
        case money.FeePaid():
            yield c.PayEntryFee(own, at, player)
        case money.BoughtBack():
            yield c.BuyBackIn(own, at, player)
        case money.FeeRefunded():
            yield c.ApproveRefund(by(c.ApproveRefund), at, player, "approved")
        case money.PrizeAwarded():
            yield c.AwardPrizes(by(c.AwardPrizes), at)
        case money.PrizePaid():
            yield c.PayPrize(by(c.PayPrize), at, event.place, event.how)
        case money.BuyInPaid():
            yield c.PayBuyIn(own, at, player)


def _play_commands(
    rules: Rulebook, state: TournamentState, event: Any, at: Moment
) -> Iterator[c.TournamentCommand]:
    """Yield the commands behind events of draws, sessions and results."""

    def by(kind: type[c.TournamentCommand]) -> Person:
        return _staff(rules, kind, getattr(event, "by", "house"))

    match event:
        case play.TablesDesignated():
            yield c.DesignateTables(by(c.DesignateTables), at, event.tables)
        case play.DrawCut():
            is_player = event.by in state.entrants
            cutter = Person(event.by, "player") if is_player else by(c.CutSeatDraw)
            yield c.CutSeatDraw(cutter, at, event.position)
        case play.StageDrawn():
            seats = [seat.player for session in event.sessions for seat in session.seats]
            listed = (*seats, *event.byes, *event.left_out)
            yield c.AllotSeats(by(c.AllotSeats), at, listed, event.how)
        case play.StageCompleted():
            yield c.PassStage(by(c.PassStage), at)
        case play.SessionRescheduled():
            moved = (event.session, event.starts, event.table, event.notice)
            yield c.RescheduleSession(by(c.RescheduleSession), at, *moved)
        case play.SessionStarted():
            yield c.StartSession(by(c.StartSession), at, event.session)
        case play.ResultRecorded():
            result = (event.session, event.results, event.rounds)
            session = state.session(event.session)
            if session is not None and session.status == "scheduled":  # nobody had to play it
                yield c.StartSession(by(c.StartSession), at, event.session)
            else:
                yield c.RecordResult(by(c.RecordResult), at, *result)
        case play.PlayOffCalled():
            off = event.play_off
            yield c.CallPlayOff(by(c.CallPlayOff), at, event.session, off.table, off.starts)
        case play.PlacesDecided():
            session = state.session(event.session)
            tie = tie_to_decide(state, session) if session else ()
            tied = {result.player for result in tie}
            placed = sorted(event.results, key=lambda result: result.place or 0)
            order = tuple([each.player for each in placed if each.player in tied])
            yield c.DecidePlaces(by(c.DecidePlaces), at, event.session, order, event.how)
        case _:
            return
