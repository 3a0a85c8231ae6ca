"""A session as people see it: everything but sealed forms is open to all."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from houserules.core.money import Cents
from houserules.core.people import Moment, Person
from houserules.core.refusal import Clause
from houserules.rulebook.schema import Rulebook
from houserules.table.powers import holders
from houserules.table.round.chips import free_chips
from houserules.table.session.ending import is_determined
from houserules.table.session.order import in_turn
from houserules.table.session.rounds import places_taken, session_places
from houserules.table.session.state import Ending, Entry, PlaceTaken, Session, SessionPlayer
from houserules.table.state import Table, changed

EntryKind = Literal["wager", "form", "wager and form", "pass card", "absent"]


@dataclass(frozen=True, slots=True)
class SessionPlayerView:
    """A player of the session: chips, what is left, what they have done before the cards."""

    player: str
    box: int
    state: Literal["in", "eliminated", "disqualified"]
    chips: Cents  # in front of the player; of one who has left: at the last count
    pass_cards: int
    forms: int
    deductions: int
    entry: EntryKind | None
    indicator: bool  # a form that a supervisor has examined
    late: bool
    clause: Clause | None  # by which the player has left
    declared: Clause | None  # by which a disqualified player leaves before the next round


@dataclass(frozen=True, slots=True)
class SessionLimitsView:
    """Limits from a round on."""

    from_round: int
    minimum: Cents
    maximum: Cents


@dataclass(frozen=True, slots=True)
class OpenedFormView:
    """A form after its round: anybody at the table may read it until the next card."""

    player: str
    kind: str | None
    amount: Cents | None
    deemed: Cents | None
    clause: Clause | None


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place; players who share one have the same number."""

    place: int
    player: str
    chips: Cents


@dataclass(frozen=True, slots=True)
class CountView:
    """A player's chips as counted, and as the software has them."""

    player: str
    counted: Cents
    expected: Cents


@dataclass(frozen=True, slots=True)
class SessionView:
    """The session at a table."""

    session: str
    round: int  # that is played or comes next
    rounds: int | None  # None: by the clock, or a play-off
    play_off: bool
    ends: Moment | None  # of a session by the clock
    advance: int
    final: bool
    limits: SessionLimitsView
    next_limits: SessionLimitsView | None
    order_of_wagering: bool
    marker: int | None
    turn: str | None  # whose turn it is to wager
    wager_seconds: int | None
    players: tuple[SessionPlayerView, ...]
    opened: tuple[OpenedFormView, ...]
    cash_value: bool  # of the tournament chips
    allotment: Cents  # what each player started with
    dispute: int | None  # for which the game waits
    determined: bool  # who goes on is certain, so the session may be concluded
    concluded: Literal["clock", "early"] | None
    over: bool
    ending: Ending | None  # why it is over
    count_due: bool
    counts: tuple[CountView, ...]
    standing: tuple[PlaceView, ...]  # after the last round that counted
    places: tuple[PlaceView, ...]
    announced: bool  # the result
    advancing: tuple[str, ...]
    to_play_off: tuple[str, ...]
    returned: bool  # the tournament chips are back in the tray


@dataclass(frozen=True, slots=True)
class FormView:
    """A sealed form, for its player and for supervisors."""

    player: str
    kind: str | None
    amount: Cents | None
    examined: bool


def session_view(table: Table) -> SessionView | None:
    """Return the session as everybody sees it."""
    session = table.session
    if session is None:
        return None
    conditions, turn, result = session.conditions, in_turn(session), session.result
    later = [each for each in conditions.limits if each.from_round > session.round]
    limits = session.limits
    minutes = conditions.minutes
    return SessionView(
        session=session.name,
        round=session.round,
        rounds=conditions.rounds,
        play_off=conditions.play_off is not None,
        ends=None if minutes is None else Moment(session.begun + minutes * 60),
        advance=conditions.advance,
        final=conditions.final,
        limits=SessionLimitsView(limits.from_round, limits.minimum, limits.maximum),
        next_limits=SessionLimitsView(later[0].from_round, later[0].minimum, later[0].maximum)
        if later
        else None,
        order_of_wagering=conditions.order_of_wagering,
        marker=session.marker,
        turn=turn.name if turn and table.phase == "betting" and not session.is_over else None,
        wager_seconds=session.wager_seconds,
        players=tuple([_player(table, session, player) for player in session.players]),
        opened=tuple(
            [
                OpenedFormView(
                    each.player, each.form.kind, each.form.amount, each.deemed, each.clause
                )
                for each in session.opened
            ]
        ),
        cash_value=conditions.cash_value,
        allotment=conditions.chips,
        dispute=table.staff.disputes[0].number if table.staff.disputes else None,
        determined=not session.is_over and is_determined(session),
        concluded=session.concluded,
        over=session.is_over,
        ending=session.ending,
        count_due=session.count_due,
        counts=tuple([CountView(c.player, c.counted, c.expected) for c in session.counts]),
        standing=_places(_standing(table, session)),
        places=_places(result.places if result else session.places),
        announced=result is not None,
        advancing=result.advance if result else (),
        to_play_off=result.play_off if result else (),
        returned=session.returned,
    )


def _standing(table: Table, session: Session) -> tuple[PlaceTaken, ...]:
    """Return the places by the chips of the last round that counted: none lie on the layout."""
    if session.is_over:
        return session.result.places if session.result else session.places
    return places_taken(
        session_places(table, {player.name: player.chips for player in session.players})
    )


def _places(places: Iterable[PlaceTaken]) -> tuple[PlaceView, ...]:
    return tuple([PlaceView(each.place, each.player, each.chips) for each in places])


def _player(table: Table, session: Session, player: SessionPlayer) -> SessionPlayerView:
    entry = session.entry(player.name)
    why = player.disqualified.clause if player.disqualified else None
    return SessionPlayerView(
        player=player.name,
        box=player.box,
        state="disqualified" if why else "in" if player.is_in else "eliminated",
        chips=table.racks.get(player.name, 0) if player.is_in else player.chips,
        pass_cards=player.pass_cards,
        forms=player.forms,
        deductions=player.deductions,
        entry=_kind(entry) if entry else None,
        indicator=entry is not None and entry.examined,
        late=player.name in session.late,
        clause=why,
        declared=next(
            (each.clause for each in session.declared if each.player == player.name), None
        ),
    )


def _kind(entry: Entry) -> EntryKind:
    if entry.pass_card:
        return "pass card"
    if entry.absent:
        return "absent"
    if entry.form is None:
        return "wager"
    return "wager and form" if entry.wager else "form"


def sealed_forms(rules: Rulebook, table: Table, person: Person) -> Iterator[FormView]:
    """Yield the forms that a person may read while they are sealed (20.8.2.1, 20.8.2.5)."""
    for entry in table.session.entries if table.session else ():
        if entry.form is not None and may_read_form(rules, person, entry.player):
            yield FormView(entry.player, entry.form.kind, entry.form.amount, entry.examined)


def may_read_form(rules: Rulebook, person: Person | None, player: str) -> bool:
    """Whether a person may read a player's sealed form: that player, or a supervisor."""
    if person is None:
        return False
    if person.role == "player":
        return person.name == player
    return person.role in holders(rules, rules.powers.may_examine_forms.value)


def without_sealed_forms(table: Table) -> Table:
    """Return the table as if no form were sealed: what a dealer may enter does not tell its amount."""
    session = table.session
    if session is None or table.phase == "betting" or not any(e.form for e in session.entries):
        return table
    entries = tuple([changed(entry, form=None) for entry in session.entries])
    return changed(table, session=changed(session, entries=entries))


def free_chips_of(table: Table, person: Person) -> Cents | None:
    """Return what a player of the session can still stake; None: not for this person."""
    session = table.session
    player = session.player(person.name) if session and person.role == "player" else None
    return free_chips(table, person.name) if player and player.is_in else None
