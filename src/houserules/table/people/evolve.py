"""The table after events about people: places, Player Cards, refused wagers, devices, debts."""

from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar

from houserules.table.cards.census import round_has_begun
from houserules.table.events import RoundVoided, TableCleared
from houserules.table.people import events
from houserules.table.people.state import (
    Debt,
    Detention,
    DeviceUse,
    Exclusion,
    InvalidFound,
    Patron,
    RefusedWager,
)
from houserules.table.round.evolve import plays_nothing, the_box, with_box
from houserules.table.round.evolve_chips import collect_chips, owing
from houserules.table.staff.state import is_recent
from houserules.table.state import Box, Step, Steps, Table, changed


def _with(table: Table, **changes: Any) -> Table:
    return changed(table, people=changed(table.people, **changes))


def device_use_found(table: Table, event: events.DeviceUseFound) -> Table:
    found = DeviceUse(event.player, event.device, event.by, event.at)
    others = [each for each in table.people.device_users if each.player != event.player]
    return _with(table, device_users=(*others, found))


def wagers_declared_void(table: Table, event: events.WagersDeclaredVoid) -> Table:
    """After WagersDeclaredVoid: no bonus of the round is due on them; what they were follows."""
    return table if table.phase == "betting" else without_bonus(table, event.player)


def person_excluded(table: Table, event: events.PersonExcluded) -> Table:
    exclusion = Exclusion(event.player, event.whence, event.by, event.at, event.clause)
    same = (event.player, event.whence)
    others = [each for each in table.people.excluded if (each.player, each.whence) != same]
    return _with(table, excluded=(*others, exclusion))


def person_detained(table: Table, event: events.PersonDetained) -> Table:
    detention = Detention(event.player, event.by, event.at, event.clause)
    return _with(table, detained=(*table.people.detained, detention))


def officer_attended(table: Table, event: events.OfficerAttended) -> Table:
    """After OfficerAttended: nobody at the table holds the person any more."""
    left = tuple([each for each in table.people.detained if each.player != event.player])
    return _with(table, detained=left)


# Who is at the table.


def _with_patron(table: Table, player: str, **changes: Any) -> Table:
    patrons = [changed(p, **changes) if p.name == player else p for p in table.patrons]
    return changed(table, patrons=tuple(patrons))


def player_came(table: Table, event: events.PlayerCame) -> Table:
    if table.patron(event.player) is not None:
        return mark_seats(_with_patron(table, event.player, seat=event.seat))
    return mark_seats(changed(table, patrons=(*table.patrons, Patron(event.player, event.seat))))


def player_left(table: Table, event: events.PlayerLeft) -> Table:
    left = [patron for patron in table.patrons if patron.name != event.player]
    return mark_seats(changed(table, patrons=tuple(left)))


def mark_seats(table: Table) -> Table:
    """Return the table with its wagers before the first card marked by who sits where now."""
    if table.source is None or table.phase != "betting":
        return table
    return changed(table, boxes=tuple([_mark_seated(table, box) for box in table.boxes]))


def _mark_seated(table: Table, box: Box) -> Box:
    there = table.patron_at(box.number)
    name = there.name if there else None
    bettors = [changed(bettor, seated=bettor.player == name) for bettor in box.bettors]
    return changed(box, bettors=tuple(bettors))


def presence_noted(table: Table, event: events.PresenceNoted) -> Table:
    patrons = []
    for patron in table.patrons:
        if patron.name in event.abstained:
            held = patron.held + 1 if event.full and patron.seat is not None else 0
            patrons.append(changed(patron, missed=patron.missed + 1, held=held))
        else:
            patrons.append(changed(patron, missed=0, held=0))
    return changed(table, patrons=tuple(patrons))


def round_never_began(table: Table, event: object) -> Table:
    """After RoundVoided or BetsReopened without a card: nobody has missed a round (reading 70)."""
    before = table.before_round
    if before is None or round_has_begun(table):
        return table
    patrons = []
    for patron in table.patrons:
        old = before.patron(patron.name) or Patron(patron.name)
        patrons.append(changed(patron, missed=old.missed, held=old.held))
    return changed(table, patrons=tuple(patrons))


def player_returned(table: Table, event: events.PlayerReturned) -> Table:
    box = the_box(table, event.box)
    away = tuple([player for player in box.away if player != event.player])
    return changed(table, boxes=with_box(table, changed(box, away=away)))


Part = TypeVar("Part")


def with_new_name(part: Part, old: str, new: str) -> Part:
    """Return a part of a table, or an event, with one name in the place of another.

    A part that does not have the name in it is returned itself, so that it is seen not to have changed.
    """
    renamed: Part = _rename(part, old, new)
    return renamed


def _rename(part: Any, old: str, new: str) -> Any:
    if isinstance(part, str):
        return new if part == old else part
    if isinstance(part, dict):
        pairs = [(_rename(key, old, new), _rename(value, old, new)) for key, value in part.items()]
        same = all(a is b and c is d for (a, c), (b, d) in zip(pairs, part.items(), strict=True))
        return part if same else dict(pairs)
    if isinstance(part, tuple | frozenset):
        parts = [_rename(member, old, new) for member in part]
        if all(a is b for a, b in zip(parts, part, strict=True)):
            return part
        return type(part)(*parts) if hasattr(part, "_fields") else type(part)(parts)
    if is_dataclass(part) and not isinstance(part, type):
        before = {each.name: getattr(part, each.name) for each in fields(part) if each.init}
        after = {name: _rename(value, old, new) for name, value in before.items()}
        changes = {name: value for name, value in after.items() if value is not before[name]}
        return replace(part, **changes) if changes else part
    return part


# Player Cards, and wagers that were found invalid or refused.


def wagers_found_invalid(table: Table, event: events.WagersFoundInvalid) -> Table:
    """After WagersFoundInvalid: kept; without a valid card of one's own, there is none at all."""
    patron = table.patron(event.player)
    card = patron.card.number if patron and patron.card else None
    found = InvalidFound(
        event.player, event.reason, card, event.plea, table.rounds, event.by, event.at, event.clause
    )
    if not (event.in_hand and is_found_in_this_hand(table, event.player)):  # not dealt again
        table = _with(table, invalid=(*table.people.invalid, found))
    if event.reason in ("no valid card", "another's card"):
        table = _with_patron(table, event.player, card=None)
    return without_bonus(table, event.player) if event.in_hand else table


def is_found_in_this_hand(table: Table, player: str) -> bool:
    this = (player, table.rounds)
    return any((each.player, each.rounds) == this for each in table.people.invalid)


def without_bonus(table: Table, player: str) -> Table:
    """Return the table with the player's wagers as if not made: no bonus of the round is due."""
    boxes = []
    for box in table.boxes:
        sides = [side for side in box.sides if side.player != player or not side.settled]
        boxes.append(changed(plays_nothing(box, player), sides=tuple(sides)))
    return changed(table, boxes=tuple(boxes))


def winnings_taken_back(table: Table, event: events.WinningsTakenBack) -> Table:
    """After WinningsTakenBack: from the rack to the float tray; what was not there is owed."""
    table = collect_chips(table, event.player, event.amount)
    return owing(table, event.player, event.outstanding, event.clause)


def wager_refused(table: Table, event: events.WagerRefused) -> Table:
    """After WagerRefused: it binds in the round that comes, or that has just been begun."""
    before = table.rounds if table.phase == "betting" else table.rounds - 1
    refused = RefusedWager(
        event.player, event.box, event.wager, event.amount, event.reason, before, event.by, event.at
    )
    if refused in table.people.refused:  # its round is dealt again
        return table
    return _with(table, refused=(*table.people.refused, refused))


def refusals_stay(table: Table, event: RoundVoided) -> Table:
    """After RoundVoided without a card: what was refused for it stays refused (reading 70)."""
    if round_has_begun(table) or not table.people.refused:
        return table
    refused = [
        replace(each, before=table.rounds) if each.before == table.rounds - 1 else each
        for each in table.people.refused
    ]
    return _with(table, refused=tuple(refused))


def debt_collected(table: Table, event: events.DebtCollected) -> Table:
    """After DebtCollected: from the rack to the float tray, and off the oldest debts."""
    return collect_chips(debt_written_off(table, event), event.player, event.amount)


def debt_written_off(table: Table, event: events.DebtWrittenOff | events.DebtCollected) -> Table:
    """After DebtWrittenOff: off the oldest debts."""
    left, debts = event.amount, []
    for debt in table.people.debts:
        gone = min(left, debt.amount) if debt.player == event.player else 0
        left -= gone
        if debt.amount > gone:
            debts.append(Debt(debt.player, debt.amount - gone, debt.clause))
    return _with(table, debts=tuple(debts))


# Events that no later decision depends on.


def table_cleared(table: Table, event: TableCleared) -> Table:
    """After TableCleared: put away what no later decision depends on.

    That is the empty racks of people who have left, and the wagers that were refused or found invalid
    too long ago. Another person's card stays refused.
    """
    if table.source is None:
        return table
    here = {patron.name for patron in table.patrons}
    racks = {name: chips for name, chips in table.racks.items() if chips or name in here}
    people = table.people
    if people.refused or people.invalid:
        refused = [each for each in people.refused if is_recent(each.before, table.rounds)]
        invalid = [
            found
            for found in people.invalid
            if found.reason == "another's card" or is_recent(found.rounds, table.rounds)
        ]
        people = changed(people, refused=tuple(refused), invalid=tuple(invalid))
    return changed(table, racks=racks, people=people)


STEPS: Final[Steps] = {
    events.PlayerCame: player_came,
    events.PlayerLeft: player_left,
    events.PlayerRenamed: lambda table, event: with_new_name(table, event.player, event.to),
    events.PresenceNoted: presence_noted,
    events.PlayerReturned: player_returned,
    events.SeatVacated: lambda table, event: _with_patron(table, event.player, seat=None, held=0),
    events.PlayerCardPresented: lambda table, event: _with_patron(
        table, event.player, card=event.card
    ),
    events.PlayerCardEnded: lambda table, event: _with_patron(table, event.player, card=None),
    events.WagersFoundInvalid: wagers_found_invalid,
    events.WinningsTakenBack: winnings_taken_back,
    events.DebtCollected: debt_collected,
    events.DebtWrittenOff: debt_written_off,
    events.WagerRefused: wager_refused,
    events.DeviceUseFound: device_use_found,
    events.WagersDeclaredVoid: wagers_declared_void,
    events.PersonExcluded: person_excluded,
    events.PersonDetained: person_detained,
    events.OfficerAttended: officer_attended,
}

ALSO: Final[tuple[tuple[type, Step], ...]] = (
    (RoundVoided, round_never_began),
    (RoundVoided, refusals_stay),
    (TableCleared, table_cleared),
)
