"""Whatever happens in a session: chips of both kinds add up, nothing sealed is seen, and it ends."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from typing import Any, get_args

import pytest

from house_rounds import EVERY, Given
from houserules.core.people import Person, Role
from houserules.core.refusal import Refusal
from houserules.floor.tables.event_visibility import visible_events
from houserules.floor.tables.settings import Setting
from houserules.floor.tables.table import FloorTable
from houserules.floor.tables.view import SharedView
from houserules.rulebook.clauses import register_of
from houserules.table.events import Event
from houserules.table.evolve import evolve
from houserules.table.judge import why_not
from houserules.table.session.events import FormHandedIn, FormOpened, SessionEnded, SessionOver
from houserules.table.session.state import Session
from houserules.table.session.views import may_read_form
from houserules.table.state import Table, changed
from houserules.table.views import view_for
from repetitions import repetitions
from session_rounds import OF_A_SESSION, SessionShift, session_shift
from session_table import BOTH

RULEBOOKS = [name for name, _ in BOTH]
ROLES: tuple[Role, ...] = get_args(Role)
shoes = pytest.mark.parametrize("cards", ["real cards", "virtual shoe"])
rulebooks = pytest.mark.parametrize("name", RULEBOOKS)


def run(
    shift: SessionShift, length: int, kinds: Any = OF_A_SESSION, *, disturbed: float
) -> Iterator[Given]:
    """Open the table and go on for so many steps."""
    yield from shift.opening()
    for _ in range(length):
        yield from shift.step(kinds, disturbed=disturbed)


def worth(table: Table) -> int:
    return sum(table.racks.values()) + table.layout() + table.float_tray


def assert_whole(table: Table) -> None:
    """Check the chips of a table: none below zero, and in a session as many as were issued."""
    assert all(held >= 0 for held in table.racks.values())
    if table.session is not None:
        assert worth(table) == table.session.issued
        assert set(table.racks) == {player.name for player in table.session.players_in}
        if table.phase == "betting" and not table.session.is_over:
            assert_able_to_wager(table, table.session)


def assert_able_to_wager(table: Table, session: Session) -> None:
    """Check that whoever has no entry yet can wager the minimum of the round (S65 20.6.13)."""
    for player in session.players_in:
        if session.entry(player.name) is None:
            assert table.racks[player.name] >= session.limits.minimum, player


@rulebooks
@shoes
def test_anything_at_any_moment_of_a_session_loses_no_chip(name: str, cards: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(repetitions(12, 400)):
        shift = session_shift(name, seed, virtual=cards == "virtual shoe")
        kinds, disturbed = (EVERY, 0.3) if seed % 3 == 0 else (OF_A_SESSION, 0.1)
        events: list[Event] = []
        for given in run(shift, 250, kinds, disturbed=disturbed):
            if isinstance(given.outcome, Refusal):
                assert register_of(shift.rules.registers).has(given.outcome.clause)
                continue
            events += given.outcome[0]
            assert_whole(given.outcome[1])
        assert reduce(evolve, events, Table()) == shift.table
        met.update(event.name for event in events)
    for event in (
        *("session.ended", "form.opened", "pass-card.played", "minimum.deducted"),
        *("player.eliminated", "player.disqualified", "round.voided", "session.concluded"),
    ):
        assert met[event], event


@rulebooks
@shoes
def test_every_session_ends(name: str, cards: str) -> None:
    for seed in range(repetitions(6, 200)):
        shift = session_shift(name, f"ends {seed}", virtual=cards == "virtual shoe")
        ended: list[Event] = []
        for given in run(shift, 8_000, disturbed=0.0):
            if isinstance(given.outcome, Refusal):
                continue
            ended += [each for each in given.outcome[0] if isinstance(each, SessionEnded)]
            if ended:
                break
        assert ended, shift.table
        assert shift.table.session is None


def assert_consistent(session: Session) -> None:
    """Check the places of a session that is over: everybody has one but the disqualified."""
    places, players = session.places, {player.name: player for player in session.players}
    assert sorted(taken.player for taken in places) == sorted(
        name for name, player in players.items() if player.disqualified is None
    )
    first = session.conditions.play_off or 1
    for taken in places:
        assert taken.place == first + sum(other.place < taken.place for other in places)
    for better, worse in pairwise(places):
        above, below = players[better.player], players[worse.player]
        assert better.place <= worse.place
        if above.eliminated and below.eliminated:
            assert above.eliminated >= below.eliminated
            assert (above.eliminated == below.eliminated) == (better.place == worse.place)
        elif above.eliminated is None and below.eliminated is None:
            assert better.chips >= worse.chips
            assert (better.chips == worse.chips) == (better.place == worse.place)
        else:
            assert above.eliminated is None and better.place < worse.place


@rulebooks
def test_places_are_consistent_when_a_session_is_over(name: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(repetitions(10, 300)):
        shift = session_shift(name, f"places {seed}", virtual=seed % 2 == 0)
        for given in run(shift, 400, disturbed=0.03):
            session = None if isinstance(given.outcome, Refusal) else given.outcome[1].session
            if session is None or session.ending is None or session.concluded is not None:
                continue
            assert_consistent(session)
            seen[session.ending] += 1
            seen["eliminated"] += any(player.eliminated for player in session.players)
            if session.result is not None:
                goes_on = [taken.player for taken in session.result.places][
                    : session.conditions.advance
                ]
                assert set(session.result.advance) <= set(goes_on)
                seen["announced"] += 1
    assert seen["rounds"] and seen["eliminated"] and seen["announced"], seen


# Nothing undisclosed leaks: with any other form, everybody else sees, reads and may do the same.


def other_content(event: Event, rng: random.Random) -> Event:
    """Return a form that says something else; other events as they are."""
    if not isinstance(event, FormHandedIn):
        return event
    kind, amount = rng.choice(("original", None, "split")), rng.choice((None, 0, 500, 7_777, 10**6))
    return replace(event, kind=kind, amount=amount)


def without_content(table: Table) -> Table:
    return changed(table, log=(), before_round=None)


@rulebooks
def test_with_another_form_everybody_else_sees_the_same(name: str) -> None:
    setting = Setting("t1", "Table 1", name)
    compared = 0
    for seed in range(repetitions(8, 200)):
        shift = session_shift(name, f"sealed {seed}", virtual=False)
        rng = random.Random(seed)
        others: Table | None = None
        for given in run(shift, 200, disturbed=0.02):
            if isinstance(given.outcome, Refusal):
                continue
            for event in given.outcome[0]:
                if isinstance(event, FormOpened | SessionOver):
                    others = None
            if others is None:
                others = given.before
            for event in given.outcome[0]:
                other = other_content(event, rng)
                assert_same_events(setting, event, other)
                others = evolve(others, other)
            if any(isinstance(event, FormOpened) for event in given.outcome[0]):
                others = None
                continue
            table = given.outcome[1]
            if others != table:
                compared += 1
                assert_same_views(shift, setting, table, others)
    assert compared > 100


def outsiders(table: Table) -> Iterator[Person]:
    """Yield everybody who may not read the sealed forms on a table."""
    session = table.session
    sealed = {entry.player for entry in session.entries if entry.form} if session else set()
    for player in session.players if session else ():
        if player.name not in sealed:
            yield Person(player.name, "player")
    for role in ROLES:
        if role in (
            "player",
            "dealer",
            "inspector",
            "Surveillance",
            "Tournament Manager",
            "cashier",
        ):
            yield Person("somebody", role)


def assert_same_events(setting: Setting, event: Event, other: Event) -> None:
    """Check that an event with another form in it is told to others in the same words."""
    if not isinstance(event, FormHandedIn):
        return
    state = FloorTable(setting)
    for role in ROLES:
        person = Person("somebody", role)
        if not may_read_form(setting.rules, person, event.player):
            assert visible_events((event,), state, person) == visible_events(
                (other,), state, person
            )
    assert visible_events((event,), state, None) == visible_events((other,), state, None)


def assert_same_views(shift: SessionShift, setting: Setting, table: Table, other: Table) -> None:
    """Check views, options and refusals of everybody but the player and supervisors."""
    states = [
        FloorTable(replace(setting, dealt_by="dealer with real shoe"), each, dealer="somebody")
        for each in (table, other)
    ]
    shared = [SharedView(state) for state in states]
    assert shared[0].common == shared[1].common
    for person in outsiders(table):
        assert view_for(shift.rules, table, person) == view_for(shift.rules, other, person)
        assert shared[0].mine(person) == shared[1].mine(person), person
    anything = shift.anything()
    sealed = (
        {entry.player for entry in table.session.entries if entry.form} if table.session else set()
    )
    for _ in range(3):
        command = anything.of(shift.rng.choice(EVERY))
        by = getattr(command, "by", None)
        if getattr(command, "player", None) in sealed or (by and by.role in _MAY_READ):
            continue
        assert why_not(shift.rules, table, command) == why_not(shift.rules, other, command), command


_MAY_READ = ("Gaming Supervisor", "casino supervisor", "Assistant Gaming Manager", "Gaming Manager")
