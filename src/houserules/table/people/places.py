"""Coming to the table, sitting down, leaving."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table.event_builder import EventBuilder
from houserules.table.people.admission import has_open_wager, not_here
from houserules.table.people.commands import ComeToTable, LeaveTable, RequireToVacate
from houserules.table.people.events import PlayerCame, PlayerLeft, PresenceNoted, SeatVacated
from houserules.table.round.wagers import why_not_box
from houserules.table.sign.admissible_wagers import why_not_come_here
from houserules.table.state import Table


def why_not_come(rules: Rulebook, table: Table, command: ComeToTable) -> Refusal | None:
    """There is room at the table; a seat is a box where nobody else sits or is to sit."""
    player, seat = command.player, command.seat
    if seat is not None and (refusal := why_not_box(rules, seat)):
        return refusal
    seated = table.patron_at(seat) if seat is not None else None
    if seated is not None and seated.name != player:
        return Refusal(
            "box.seat-taken",
            rules.wagers.decisions_by_controller,
            f"{seated.name} is seated at box {seat}.",
        )
    return why_not_come_here(rules, table, player, seat)


def come(builder: EventBuilder, command: ComeToTable) -> None:
    """Give a player a place."""
    builder.emit(PlayerCame(command.player, command.seat))


def why_not_leave(rules: Rulebook, table: Table, command: LeaveTable) -> Refusal | None:
    """Nobody leaves who is not there, or whose wagers are in play."""
    if table.patron(command.player) is None:
        return not_here(rules)
    if has_open_wager(table, command.player):
        return Refusal(
            "player.has-wagers",
            rules.wagers.no_handling_after_first_card,
            "You have wagers on the layout. Take them back, or wait until they are settled.",
        )
    return None


def leave(builder: EventBuilder, command: LeaveTable) -> None:
    """Take the player from the table; chips stay in the rack until they are taken."""
    builder.emit(PlayerLeft(command.player))


# A seat held too many rounds without a wager must be given up (S24 20.10, S65 19.9, PJ 17.9).


def note_presence(builder: EventBuilder) -> None:
    """Note who is at the table without a wager in the round that begins."""
    table = builder.table
    if table.source is None or not table.patrons:
        return
    names = [patron.name for patron in table.patrons]
    abstained = tuple([name for name in names if not has_open_wager(table, name)])
    builder.emit(PresenceNoted(abstained, is_full(builder.rules, table)))


def is_full(rules: Rulebook, table: Table) -> bool:
    """Whether every place is in use: somebody sits there, or a wager lies there."""
    boxes = range(1, rules.equipment.boxes.value + 1)
    return all(table.patron_at(number) or table.box(number) for number in boxes)


def why_not_vacate(rules: Rulebook, table: Table, command: RequireToVacate) -> Refusal | None:
    """Only a seat held for so many rounds without a wager while all others were in use."""
    after = require_offered(rules.vacating).vacate_after_rounds
    patron = table.patron(command.player)
    if patron is None:
        return not_here(rules)
    if patron.seat is None:
        return Refusal("seat.none", after.clause, f"{patron.name} has no seat to give up.")
    if not is_full(rules, table):
        return Refusal(
            "seat.others-free", after.clause, "Other seats are free, so nobody has to give one up."
        )
    wagers = has_open_wager(table, patron.name)
    if patron.held >= after.value and not wagers:
        return None
    why = "has a wager now" if wagers else f"has missed {patron.held}"
    return Refusal(
        "seat.not-idle",
        after.clause,
        f"A seat is given up after {after.value} rounds in a row without a wager while "
        f"all other seats are in use. {patron.name} {why}.",
    )


def require_to_vacate(builder: EventBuilder, command: RequireToVacate) -> None:
    """Have the player give up the seat; who stood up may stay at the table."""
    clause = require_offered(builder.rules.vacating).vacate_after_rounds.clause
    patron = builder.table.patron(command.player)
    assert patron is not None and patron.seat is not None
    builder.emit(SeatVacated(patron.name, patron.seat, command.by.name, command.at, clause))
