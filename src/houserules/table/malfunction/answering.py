"""Each player takes the wagers back or plays on from a card shoe (S24 19.5.1, 19.5.4)."""

from collections.abc import Iterator

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_malfunction import Malfunction
from houserules.rulebook.values import NotOffered, offered
from houserules.table import commands
from houserules.table.course import Course
from houserules.table.malfunction import events as e
from houserules.table.malfunction.commands import (
    EndReturnOffer,
    PlayOn,
    ReportMalfunction,
    TakeWagersBack,
)
from houserules.table.malfunction.sources import go_to_shoe
from houserules.table.malfunction.state import KIND, DeviceMalfunction
from houserules.table.office.returning import collected, players_in_round, return_collected
from houserules.table.state import Table, changed
from houserules.table.voiding import void_wagers_of_all


def offer_return(course: Course, command: ReportMalfunction) -> None:
    """Ask everybody who has something to take back; say which condition is not met."""
    part = offered(course.rules.malfunction)
    clause = part.transfer_is_practicable if command.other_device else part.other_device_is_ready
    what = "The shuffling device has failed, and "
    if command.other_device:
        what += "the cards cannot be transferred to another."
    else:
        what += "no other is at hand."
    players = _concerned(part, course.table)
    course.emit(e.ReturnOffered(players, command.damaged, what, clause))


def _concerned(part: Malfunction, table: Table) -> tuple[str, ...]:
    """Give the players with a wager that is open, or was collected and may come back."""
    there = {stake.player for _, _, hand in table.hands() for stake in hand.open_stakes}
    for box in table.boxes:
        there |= {side.player for side in box.sides if not side.settled}
        there |= {insured.player for insured in box.insurance if not insured.settled}
    if part.malfunction_returns.value == "all but payments":
        there |= {row.player for row in collected(table)}
    return tuple(player for player in players_in_round(table) if player in there)


def why_not_answer(
    rules: Rulebook, table: Table, command: TakeWagersBack | PlayOn
) -> Refusal | None:
    """Only who is asked, and once."""
    part = rules.malfunction
    if isinstance(part, NotOffered):
        return Refusal("return.not-offered", part.clause, "No device can fail here.")
    mishap = table.mishap
    if isinstance(mishap, DeviceMalfunction) and command.player in mishap.waiting:
        return None
    return Refusal(
        "return.not-asked",
        part.wagers_may_be_taken_back,
        f"{command.player} is not asked whether to take wagers back.",
    )


def answer(course: Course, command: TakeWagersBack | PlayOn) -> None:
    """Note the answer; after the last one the round goes on."""
    takes_back = isinstance(command, TakeWagersBack)
    course.emit(e.ReturnAnswered(command.player, takes_back, said=True))
    if not _mishap(course.table).waiting:
        _go_on(course)


def why_not_end(rules: Rulebook, table: Table, command: EndReturnOffer) -> Refusal | None:
    """Only an offer that is open can end."""
    if isinstance(table.mishap, DeviceMalfunction):
        return None
    clause = offered(rules.malfunction).wagers_may_be_taken_back
    return Refusal("return.none", clause, "Nobody is asked anything now.")


def end_offer(course: Course, command: EndReturnOffer) -> None:
    """Let the wagers of everybody who has not answered play on."""
    for player in _mishap(course.table).waiting:
        course.emit(e.ReturnAnswered(player, takes_back=False, said=False))
    _go_on(course)


def _go_on(course: Course) -> None:
    """Hand back what is taken back, and complete the round from a shoe for the others."""
    part = offered(course.rules.malfunction)
    mishap = _mishap(course.table)
    clause = part.wagers_may_be_taken_back
    course.emit(e.ReturnsDecided(mishap.taking, clause))
    go_to_shoe(course, mishap.damaged)
    if mishap.taking:
        if part.malfunction_returns.value == "all but payments":
            return_collected(course, clause, mishap.taking)
        void_wagers_of_all(course, mishap.taking, clause)


def _mishap(table: Table) -> DeviceMalfunction:
    assert isinstance(table.mishap, DeviceMalfunction)
    return table.mishap


def open_answers(rules: Rulebook, table: Table) -> Iterator[commands.Command]:
    """List what is open while players are asked."""
    for player in _mishap(table).waiting:
        yield TakeWagersBack(player)
        yield PlayOn(player)


def return_offered(table: Table, event: e.ReturnOffered) -> Table:
    """After ReturnOffered."""
    mishap = DeviceMalfunction(
        KIND, event.clause, event.what, waiting=event.players, damaged=event.damaged
    )
    return changed(table, mishap=mishap)


def return_answered(table: Table, event: e.ReturnAnswered) -> Table:
    """After ReturnAnswered."""
    mishap = _mishap(table)
    waiting = tuple([player for player in mishap.waiting if player != event.player])
    taking = (*mishap.taking, event.player) if event.takes_back else mishap.taking
    return changed(table, mishap=changed(mishap, waiting=waiting, taking=taking))


def returns_decided(table: Table, event: e.ReturnsDecided) -> Table:
    """After ReturnsDecided."""
    return changed(table, mishap=None)
