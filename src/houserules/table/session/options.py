"""What players of a session may do before the cards, and staff at any time; the judge has not been asked."""

from collections.abc import Iterator

from houserules.core.money import Cents
from houserules.core.people import Moment, Person, Role
from houserules.rulebook.schema import Rulebook
from houserules.table.commands import (
    Command,
    PlaceSideWager,
    PlaceWager,
    WithdrawSideWager,
    WithdrawWager,
)
from houserules.table.round.chips import free_chips
from houserules.table.session.commands import (
    AnnounceResult,
    CallTime,
    ConcludeSession,
    EndSession,
    ExamineForm,
    HandInForm,
    PlayPassCard,
    RecordCount,
    ReturnChips,
    TakeBackEntry,
)
from houserules.table.session.state import Session, SessionPlayer
from houserules.table.sign.commands import RaiseWager
from houserules.table.sign.side_wagers import side_terms
from houserules.table.state import Table

Amounts = tuple[Command, Cents, Cents, Cents]
"""A command with the most in it, the least, the most, and the step between them."""


def entry_options(rules: Rulebook, table: Table, session: Session) -> Iterator[Amounts]:
    """List what each player may put down before the cards, and take back."""
    for player in session.players_in:
        yield from _wagers(table, session, player)
        yield from _perfect_pairs(rules, table, player)
        yield PlayPassCard(player.name), 0, 0, 1
        yield from _form(table, session, player)
        yield TakeBackEntry(player.name), 0, 0, 1


def _wagers(table: Table, session: Session, player: SessionPlayer) -> Iterator[Amounts]:
    limits, held = session.limits, table.racks.get(player.name, 0)
    box = table.box(player.box)
    bettor = box.bettor(player.name) if box else None
    if bettor is not None:
        most = min(limits.maximum, bettor.placed + held) // limits.minimum * limits.minimum
        least = (bettor.placed // limits.minimum + 1) * limits.minimum - bettor.placed
        if most - bettor.placed >= least:
            more = most - bettor.placed
            yield RaiseWager(player.name, player.box, more), least, more, limits.minimum
        yield WithdrawWager(player.name, player.box), 0, 0, 1
        return
    most = min(limits.maximum, held) // limits.minimum * limits.minimum
    if player.name in session.late:
        most = min(most, limits.minimum)
    if most:
        wager = PlaceWager(player.name, player.box, most, seated=True)
        yield wager, limits.minimum, most, limits.minimum


def _perfect_pairs(rules: Rulebook, table: Table, player: SessionPlayer) -> Iterator[Amounts]:
    limits, chip = (
        side_terms(rules, table, "perfect-pairs").limits,
        rules.wagers.smallest_chip.value,
    )
    if limits is None:
        return
    most = min(limits.most, free_chips(table, player.name)) // chip * chip
    if most >= limits.least:
        pairs = PlaceSideWager(player.name, player.box, "perfect-pairs", most)
        yield pairs, limits.least, most, chip
    yield WithdrawSideWager(player.name, player.box, "perfect-pairs"), 0, 0, 1


def _form(table: Table, session: Session, player: SessionPlayer) -> Iterator[Amounts]:
    limits, held = session.limits, table.racks.get(player.name, 0)
    most = min(limits.maximum, held)
    if most >= limits.minimum:
        yield HandInForm(player.name, "original", most), limits.minimum, most, 1


_MANAGER: Role = "Tournament Manager"


def staff_options(rules: Rulebook, table: Table, session: Session) -> Iterator[Command]:
    """List what staff may have to do next in the session, each with a stand-in for the person."""
    dealer, manager = Person("house", "dealer"), Person("house", _MANAGER)
    supervisor, now = Person("supervisor", "Gaming Supervisor"), Moment(0)
    for entry in session.entries:
        if entry.form is not None and not entry.examined:
            yield ExamineForm(supervisor, now, entry.player)
    yield CallTime(dealer, now)
    counts = tuple([(each.name, table.racks.get(each.name, 0)) for each in session.players_in])
    yield RecordCount(dealer, now, counts)
    yield AnnounceResult(manager, now)
    yield ReturnChips(dealer, now)
    yield EndSession(manager, now)
    yield ConcludeSession(manager, now, "early")
