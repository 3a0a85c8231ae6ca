"""A tournament as one person sees it: what everybody may know, their own entry, and for staff the rest."""

from json import loads
from typing import Final, Literal

from houserules.core.money import Cents
from houserules.core.people import MINUTE, Moment, Person, Role
from houserules.rulebook.schema import Rulebook
from houserules.tournament import commands
from houserules.tournament.agenda import due_steps
from houserules.tournament.conditions.document import (
    ConditionFinding,
    PlacePrize,
    TournamentConditions,
)
from houserules.tournament.conditions.structure import plan_stages, timetable
from houserules.tournament.entries import entered
from houserules.tournament.event_builder import conditions_of
from houserules.tournament.judge import why_not
from houserules.tournament.ledger import POOL
from houserules.tournament.money.prizes import divide_pool, guaranteed_pool
from houserules.tournament.play.seat_draw import draw_record
from houserules.tournament.state import StageProgress, TournamentSession, TournamentState
from houserules.tournament.view_types import (
    BracketSeat,
    BracketSession,
    BracketStage,
    MyEntry,
    MySeat,
    PlannedSitting,
    PrizeView,
    StaffView,
    TournamentView,
)

STAFF: Final[tuple[Role, ...]] = (
    "Tournament Manager",
    "Gaming Manager",
    "Assistant Gaming Manager",
    "inspector",
)
"""Who sees applications, payments and disputes of others."""


def tournament_view(
    rules: Rulebook, state: TournamentState, person: Person | None
) -> TournamentView | None:
    """Return what a person may see; None: nothing yet, as the conditions are not published.

    `person` is None for a spectator who is not signed in.
    """
    is_staff = person is not None and person.role in STAFF
    if state.phase == "new" or (state.version == 0 and not is_staff):
        return None
    conditions = conditions_of(state)
    pool = _pool(state, conditions)
    entries = len(entered(state)) if state.phase == "entries" else _entries(state)
    return TournamentView(
        name=state.name,
        rulebook=rules.id,
        phase=state.phase,
        reason=state.reason,
        conditions=loads(state.document),
        version=state.version,
        starts=state.starts,
        withdraw_until=state.withdraw_until,
        entries=entries,
        minimum=conditions.entry.minimum,
        maximum=conditions.entry.maximum,
        pool=pool,
        tables=state.tables,
        timetable=_timetable(state, conditions, entries),
        stages=_stages(state, conditions),
        placings=state.placings,
        prizes=_prizes(state, conditions.prizes.places, pool),
        notices=state.notices,
        may=_own_commands(rules, state, person),
        mine=None if person is None else _mine(state, conditions, person.name),
        staff=_staff(state) if is_staff else None,
    )


def _entries(state: TournamentState) -> int:
    """Return how many entered, whatever has become of them since."""
    out = ("applied", "refused", "lapsed")
    return sum(entrant.status not in out for entrant in state.entrants.values())


def _pool(state: TournamentState, conditions: TournamentConditions) -> Cents:
    """Return the prize pool with what the operator adds; once prizes are awarded, their sum."""
    if state.prizes:
        return sum(prize.amount for prize in state.prizes)
    cash = state.ledger.balance(POOL) + conditions.prizes.added_cash
    return max(cash, guaranteed_pool(conditions, state))


def _prizes(
    state: TournamentState, places: tuple[PlacePrize, ...], pool: Cents
) -> tuple[PrizeView, ...]:
    if state.prizes:
        return tuple(
            PrizeView(prize.place, prize.amount, prize.goods, prize.player, prize.is_paid)
            for prize in state.prizes
        )
    if not places:
        return ()
    return tuple(
        PrizeView(prize.place, amount, prize.goods, None, is_paid=False)
        for prize, amount in zip(places, divide_pool(pool, places), strict=True)
    )


# The bracket.


def _timetable(
    state: TournamentState, conditions: TournamentConditions, entries: int
) -> tuple[PlannedSitting, ...]:
    """Plan for the entries so far, and for the minimum while there are fewer."""
    if state.starts is None or state.stages:
        return ()
    plans = plan_stages(conditions, max(entries, conditions.entry.minimum or 0))
    if isinstance(plans, ConditionFinding):
        return ()
    rows = timetable(plans, rounds_per_hour=state.rounds_per_hour, pause=state.pause_minutes)
    return tuple(
        PlannedSitting(
            row.stage,
            row.sitting,
            row.tables,
            row.players,
            Moment(state.starts + row.begins * MINUTE),
            Moment(state.starts + row.ends * MINUTE),
        )
        for row in rows
    )


def _stages(state: TournamentState, conditions: TournamentConditions) -> tuple[BracketStage, ...]:
    begun = {stage.number: stage for stage in state.stages}
    return tuple(
        _stage(state, begun[number])
        if number in begun
        else BracketStage(stage.name, stage.kind, "to come", (), (), (), None)
        for number, stage in enumerate(conditions.stages)
    )


def _stage(state: TournamentState, stage: StageProgress) -> BracketStage:
    playing: Literal["being drawn", "being played"] = (
        "being played" if stage.is_drawn else "being drawn"
    )
    return BracketStage(
        stage.name,
        stage.kind,
        "complete" if stage.is_complete else playing,
        tuple(_session(each) for each in state.sessions if each.stage == stage.number),
        stage.byes,
        stage.advanced,
        draw_record(state.name, stage.name, stage.draw) if stage.draw else None,
    )


def _session(session: TournamentSession) -> BracketSession:
    return BracketSession(
        session.number,
        session.sitting,
        session.table,
        session.starts,
        session.status,
        tuple(_seat(session, seat.player, seat.box) for seat in session.seats),
        session.advance,
        session.advanced,
        session.play_off_of,
    )


def _seat(session: TournamentSession, player: str, box: int) -> BracketSeat:
    result = session.result_of(player)
    if result is None:
        return BracketSeat(box, player, None, None, None)
    return BracketSeat(box, player, result.chips, result.place, result.outcome)


# A person's own part.


def _mine(state: TournamentState, conditions: TournamentConditions, player: str) -> MyEntry | None:
    entrant = state.entrants.get(player)
    if entrant is None:
        return None
    open_entry = state.phase == "entries" and entrant.status in ("applied", "accepted")
    is_in = entrant.status in ("applied", "accepted", "eliminated")
    return MyEntry(
        status=entrant.status,
        has_copy=entrant.copy_of == state.version,
        agreement_due=is_in
        and conditions.entry.agreement_in_writing
        and entrant.agreed_to != state.version,
        fee_due=(conditions.entry_fee or 0) if open_entry and entrant.paid is None else 0,
        reason=entrant.reason,
        clause=entrant.clause,
        seat=_my_seat(state, conditions, player) if is_in else None,
        disputes=tuple(dispute for dispute in state.disputes if dispute.player == player),
    )


def _my_seat(
    state: TournamentState, conditions: TournamentConditions, player: str
) -> MySeat | None:
    for session in state.sessions:
        seat = session.seat_of(player)
        if seat is None or session.status not in ("scheduled", "running"):
            continue
        unpaid = session.play_off_of is None and player not in session.bought_in
        due = (conditions.chips.price or 0) if unpaid and session.status == "scheduled" else 0
        return MySeat(session.number, session.table, seat.box, session.starts, session.status, due)
    return None


def _own_commands(
    rules: Rulebook, state: TournamentState, person: Person | None
) -> tuple[str, ...]:
    """Return what a player can do for themselves, asked of the judge with words that would do."""
    if person is None or person.role != "player":
        return ()
    by, at, name = person, Moment(0), person.name
    samples: tuple[commands.TournamentCommand, ...] = (
        commands.ApplyForEntry(by, at, name, form="form", entitled=True),
        commands.GiveConditions(by, at, name, how="page"),
        commands.AgreeToConditions(by, at, name, signature=name),
        commands.PayEntryFee(by, at, name),
        commands.WithdrawEntry(by, at, name),
        commands.CutSeatDraw(by, at, position=0),
        commands.PayBuyIn(by, at, name),
        commands.BuyBackIn(by, at, name),
        commands.RaiseEntryDispute(by, at, name, about="entry"),
    )
    return tuple(each.api_name for each in samples if why_not(rules, state, each) is None)


def _staff(state: TournamentState) -> StaffView:
    return StaffView(
        tuple(state.entrants.values()), state.disputes, state.ledger.balances, due_steps(state)
    )
