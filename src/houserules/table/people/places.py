"""Coming to the table, sitting down, leaving."""

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table.cards.census import round_has_begun
from houserules.table.event_builder import EventBuilder
from houserules.table.people.admission import has_open_wager, not_here
from houserules.table.people.commands import ComeToTable, LeaveTable, RequireToVacate
from houserules.table.people.events import (
    PlayerCame,
    PlayerLeft,
    PlayerReturned,
    PresenceNoted,
    SeatVacated,
)
from houserules.table.people.state import Patron
from houserules.table.round.evolve import the_box, with_box
from houserules.table.round.wagers import why_not_box
from houserules.table.sign.admissible_wagers import why_not_come_here
from houserules.table.state import Box, Table, changed


def why_not_come(rules: Rulebook, table: Table, command: ComeToTable) -> Refusal | None:
    """There is room at the table; a seat is a box where nobody else sits or is to sit."""
    player, seat = command.player, command.seat
    if seat is not None and (refusal := why_not_box(rules, seat)):
        return refusal
    there = table.seated(seat) if seat is not None else None
    if there is not None and there.name != player:
        return Refusal(
            "box.seat-taken",
            rules.wagers.decisions_by_controller,
            f"{there.name} is seated at box {seat}.",
        )
    return why_not_come_here(rules, table, player, seat)


def come(builder: EventBuilder, command: ComeToTable) -> None:
    """Give a player a place."""
    builder.emit(PlayerCame(command.player, command.seat))


def why_not_leave(rules: Rulebook, table: Table, command: LeaveTable) -> Refusal | None:
    """Nobody leaves who is not there, or whose wagers are in play."""
    if table.patron(command.player) is None:
        return not_here(rules, command.player)
    if has_open_wager(table, command.player):
        return Refusal(
            "player.has-wagers",
            rules.wagers.no_handling_after_first_card,
            f"{command.player} has wagers on the layout; they are taken back or settled first.",
        )
    return None


def leave(builder: EventBuilder, command: LeaveTable) -> None:
    """Take the player from the table; chips stay in the rack until they are taken."""
    builder.emit(PlayerLeft(command.player))


def player_came(table: Table, event: PlayerCame) -> Table:
    """After PlayerCame."""
    old = table.patron(event.player)
    if old is None:
        return seated_anew(
            changed(table, patrons=(*table.patrons, Patron(event.player, event.seat)))
        )
    moved = [changed(p, seat=event.seat) if p is old else p for p in table.patrons]
    return seated_anew(changed(table, patrons=tuple(moved)))


def player_left(table: Table, event: PlayerLeft) -> Table:
    """After PlayerLeft."""
    left = [each for each in table.patrons if each.name != event.player]
    return seated_anew(changed(table, patrons=tuple(left)))


def seated_anew(table: Table) -> Table:
    """Return the table with its wagers before the first card marked by who sits where now."""
    if table.source is None or table.phase != "betting":
        return table
    return changed(table, boxes=tuple([_marked(table, box) for box in table.boxes]))


def _marked(table: Table, box: Box) -> Box:
    there = table.seated(box.number)
    name = there.name if there else None
    bettors = [changed(bettor, seated=bettor.player == name) for bettor in box.bettors]
    return changed(box, bettors=tuple(bettors))


# Rounds without a wager, and the seat that is lost by them (S24 20.10, S65 19.9, PJ 17.9).


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
    return all(table.seated(number) or table.box(number) for number in boxes)


def presence_noted(table: Table, event: PresenceNoted) -> Table:
    """After PresenceNoted."""
    patrons = [_after_round(each, event) for each in table.patrons]
    return changed(table, patrons=tuple(patrons))


def round_never_began(table: Table, event: object) -> Table:
    """After RoundVoided or BetsReopened without a card: nobody has missed a round (reading 70)."""
    before = table.before_round
    if before is None or round_has_begun(table):
        return table
    patrons = [_as_before(each, before.patron(each.name)) for each in table.patrons]
    return changed(table, patrons=tuple(patrons))


def _as_before(patron: Patron, before: Patron | None) -> Patron:
    if before is None:
        return changed(patron, missed=0, held=0)
    return changed(patron, missed=before.missed, held=before.held)


def _after_round(patron: Patron, event: PresenceNoted) -> Patron:
    if patron.name not in event.abstained:
        return changed(patron, missed=0, held=0)
    held = patron.held + 1 if event.full and patron.seat is not None else 0
    return changed(patron, missed=patron.missed + 1, held=held)


def why_not_vacate(rules: Rulebook, table: Table, command: RequireToVacate) -> Refusal | None:
    """Only a seat held for so many rounds without a wager while all others were in use."""
    after, patron = (
        require_offered(rules.vacating).vacate_after_rounds,
        table.patron(command.player),
    )
    if patron is None:
        return not_here(rules, command.player)
    if patron.seat is None:
        return Refusal("seat.none", after.clause, f"{patron.name} stands and has no seat.")
    if not is_full(rules, table):
        return Refusal("seat.others-free", after.clause, "Not all other seats are in use.")
    wagers = has_open_wager(table, patron.name)
    if patron.held >= after.value and not wagers:
        return None
    why = "has a wager now" if wagers else f"has let {patron.held} go by"
    return Refusal(
        "seat.not-idle",
        after.clause,
        f"A seat is given up after {after.value} rounds in a row without a wager while all "
        f"other seats are in use; {patron.name} {why}.",
    )


def require_to_vacate(builder: EventBuilder, command: RequireToVacate) -> None:
    """Have the player give up the seat; who stood up may stay at the table."""
    clause = require_offered(builder.rules.vacating).vacate_after_rounds.clause
    patron = builder.table.patron(command.player)
    assert patron is not None and patron.seat is not None
    builder.emit(SeatVacated(patron.name, patron.seat, command.by.name, command.at, clause))


def seat_vacated(table: Table, event: SeatVacated) -> Table:
    """After SeatVacated."""
    patrons = [
        changed(each, seat=None, held=0) if each.name == event.player else each
        for each in table.patrons
    ]
    return changed(table, patrons=tuple(patrons))


def player_returned(table: Table, event: PlayerReturned) -> Table:
    """After PlayerReturned."""
    box = the_box(table, event.box)
    away = tuple([player for player in box.away if player != event.player])
    return changed(table, boxes=with_box(table, changed(box, away=away)))
