"""The table after findings and orders about people: devices, exclusions, detentions."""

from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar

from houserules.table.cards.census import round_has_begun
from houserules.table.events import RoundVoided, TableCleared
from houserules.table.people.events import (
    DebtCollected,
    DebtWrittenOff,
    DeviceUseFound,
    OfficerAttended,
    PersonDetained,
    PersonExcluded,
    PlayerCame,
    PlayerCardEnded,
    PlayerCardPresented,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    PresenceNoted,
    SeatVacated,
    WagerRefused,
    WagersDeclaredVoid,
    WagersFoundInvalid,
    WinningsTakenBack,
)
from houserules.table.people.state import (
    Debt,
    Detention,
    DeviceUse,
    Exclusion,
    InvalidFound,
    Patron,
    PlayerCard,
    RefusedWager,
)
from houserules.table.round.evolve import plays_nothing, rack, the_box, with_box
from houserules.table.round.evolve_chips import owing
from houserules.table.staff.state import is_recent
from houserules.table.state import Box, Step, Steps, Table, changed


def device_use_found(table: Table, event: DeviceUseFound) -> Table:
    found = DeviceUse(event.player, event.device, event.by, event.at)
    others = [each for each in table.people.device_users if each.player != event.player]
    people = changed(table.people, device_users=(*others, found))
    return changed(table, people=people)


def wagers_declared_void(table: Table, event: WagersDeclaredVoid) -> Table:
    """After WagersDeclaredVoid: no bonus of the round is due on them; what they were follows."""
    return table if table.phase == "betting" else without_bonus(table, event.player)


def person_excluded(table: Table, event: PersonExcluded) -> Table:
    exclusion = Exclusion(event.player, event.whence, event.by, event.at, event.clause)
    same = (event.player, event.whence)
    others = [each for each in table.people.excluded if (each.player, each.whence) != same]
    people = changed(table.people, excluded=(*others, exclusion))
    return changed(table, people=people)


def person_detained(table: Table, event: PersonDetained) -> Table:
    detention = Detention(event.player, event.by, event.at, event.clause)
    people = changed(table.people, detained=(*table.people.detained, detention))
    return changed(table, people=people)


def officer_attended(table: Table, event: OfficerAttended) -> Table:
    """After OfficerAttended: nobody at the table holds the person any more."""
    left = tuple([each for each in table.people.detained if each.player != event.player])
    return changed(table, people=changed(table.people, detained=left))


# Who is at the table.


def player_came(table: Table, event: PlayerCame) -> Table:
    old = table.patron(event.player)
    if old is None:
        return mark_seats(
            changed(table, patrons=(*table.patrons, Patron(event.player, event.seat)))
        )
    moved = [changed(p, seat=event.seat) if p is old else p for p in table.patrons]
    return mark_seats(changed(table, patrons=tuple(moved)))


def player_left(table: Table, event: PlayerLeft) -> Table:
    left = [each for each in table.patrons if each.name != event.player]
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


def presence_noted(table: Table, event: PresenceNoted) -> Table:
    patrons = [_after_round(each, event) for each in table.patrons]
    return changed(table, patrons=tuple(patrons))


def _after_round(patron: Patron, event: PresenceNoted) -> Patron:
    if patron.name not in event.abstained:
        return changed(patron, missed=0, held=0)
    held = patron.held + 1 if event.full and patron.seat is not None else 0
    return changed(patron, missed=patron.missed + 1, held=held)


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


def seat_vacated(table: Table, event: SeatVacated) -> Table:
    patrons = [
        changed(each, seat=None, held=0) if each.name == event.player else each
        for each in table.patrons
    ]
    return changed(table, patrons=tuple(patrons))


def player_returned(table: Table, event: PlayerReturned) -> Table:
    box = the_box(table, event.box)
    away = tuple([player for player in box.away if player != event.player])
    return changed(table, boxes=with_box(table, changed(box, away=away)))


Part = TypeVar("Part")


def player_renamed(table: Table, event: PlayerRenamed) -> Table:
    return with_new_name(table, event.player, event.to)


def with_new_name(part: Part, old: str, new: str) -> Part:
    """Return a part of a table, or an event, with one name in the place of another.

    A part that does not have the name in it is returned itself, so that it is seen not to have changed.
    """
    found: Part = _rename(part, old, new)
    return found


def _rename(part: Any, old: str, new: str) -> Any:
    if isinstance(part, str):
        return new if part == old else part
    if isinstance(part, dict):
        pairs = [(_rename(key, old, new), _rename(one, old, new)) for key, one in part.items()]
        same = all(a is b and c is d for (a, c), (b, d) in zip(pairs, part.items(), strict=True))
        return part if same else dict(pairs)
    if isinstance(part, tuple | frozenset):
        parts = [_rename(one, old, new) for one in part]
        if all(a is b for a, b in zip(parts, part, strict=True)):
            return part
        return type(part)(*parts) if hasattr(part, "_fields") else type(part)(parts)
    if is_dataclass(part) and not isinstance(part, type):
        before = {each.name: getattr(part, each.name) for each in fields(part) if each.init}
        after = {name: _rename(one, old, new) for name, one in before.items()}
        changes = {name: one for name, one in after.items() if one is not before[name]}
        return replace(part, **changes) if changes else part
    return part


# Player Cards, and wagers that were found invalid or refused.


def player_card_presented(table: Table, event: PlayerCardPresented) -> Table:
    return _with_card(table, event.player, event.card)


def player_card_ended(table: Table, event: PlayerCardEnded) -> Table:
    return _with_card(table, event.player, None)


def _with_card(table: Table, player: str, card: PlayerCard | None) -> Table:
    patrons = [changed(each, card=card) if each.name == player else each for each in table.patrons]
    return changed(table, patrons=tuple(patrons))


def wagers_found_invalid(table: Table, event: WagersFoundInvalid) -> Table:
    """After WagersFoundInvalid: kept; without a valid card of one's own, there is none at all."""
    patron = table.patron(event.player)
    card = patron.card.number if patron and patron.card else None
    found = InvalidFound(
        event.player, event.reason, card, event.plea, table.rounds, event.by, event.at, event.clause
    )
    if not (event.in_hand and is_found_in_this_hand(table, event.player)):  # not dealt again
        people = changed(table.people, invalid=(*table.people.invalid, found))
        table = changed(table, people=people)
    if event.reason in ("no valid card", "another's card"):
        patrons = [
            changed(each, card=None) if each.name == event.player else each
            for each in table.patrons
        ]
        table = changed(table, patrons=tuple(patrons))
    if not event.in_hand:
        return table
    return without_bonus(table, event.player)


def is_found_in_this_hand(table: Table, player: str) -> bool:
    this = (player, table.rounds)
    return any((each.player, each.rounds) == this for each in table.people.invalid)


def without_bonus(table: Table, player: str) -> Table:
    """Return the table with the player's wagers as if not made: no bonus of the round is due."""
    return changed(table, boxes=tuple([_without_bonus(box, player) for box in table.boxes]))


def _without_bonus(box: Box, player: str) -> Box:
    sides = [each for each in box.sides if each.player != player or not each.settled]
    return changed(plays_nothing(box, player), sides=tuple(sides))


def winnings_taken_back(table: Table, event: WinningsTakenBack) -> Table:
    """After WinningsTakenBack: from the rack to the float tray; what was not there is owed."""
    table = changed(
        table,
        racks=rack(table, event.player, -event.amount),
        float_tray=table.float_tray + event.amount,
    )
    return owing(table, event.player, event.outstanding, event.clause)


def wager_refused(table: Table, event: WagerRefused) -> Table:
    """After WagerRefused: it binds in the round that comes, or that has just been begun."""
    before = table.rounds if table.phase == "betting" else table.rounds - 1
    refused = RefusedWager(
        event.player,
        event.box,
        event.wager,
        event.amount,
        event.reason,
        before,
        event.by,
        event.at,
    )
    if refused in table.people.refused:  # its round is dealt again
        return table
    people = changed(table.people, refused=(*table.people.refused, refused))
    return changed(table, people=people)


def refusals_stay(table: Table, event: RoundVoided) -> Table:
    """After RoundVoided without a card: what was refused for it stays refused (reading 70)."""
    if round_has_begun(table) or not table.people.refused:
        return table
    refused = [
        replace(each, before=table.rounds) if each.before == table.rounds - 1 else each
        for each in table.people.refused
    ]
    return changed(table, people=changed(table.people, refused=tuple(refused)))


def debt_collected(table: Table, event: DebtCollected) -> Table:
    """After DebtCollected: from the rack to the float tray, and off the oldest debts."""
    return changed(
        debt_written_off(table, event),
        racks=rack(table, event.player, -event.amount),
        float_tray=table.float_tray + event.amount,
    )


def debt_written_off(table: Table, event: DebtWrittenOff | DebtCollected) -> Table:
    """After DebtWrittenOff: off the oldest debts."""
    left, debts = event.amount, []
    for debt in table.people.debts:
        gone = min(left, debt.amount) if debt.player == event.player else 0
        left -= gone
        if debt.amount > gone:
            debts.append(Debt(debt.player, debt.amount - gone, debt.clause))
    return changed(table, people=changed(table.people, debts=tuple(debts)))


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
        invalid = [each for each in people.invalid if _still_matters(each, table.rounds)]
        people = changed(people, refused=tuple(refused), invalid=tuple(invalid))
    return changed(table, racks=racks, people=people)


def _still_matters(found: InvalidFound, rounds: int) -> bool:
    return found.reason == "another's card" or is_recent(found.rounds, rounds)


STEPS: Final[Steps] = {
    PlayerCame: player_came,
    PlayerLeft: player_left,
    PlayerRenamed: player_renamed,
    PresenceNoted: presence_noted,
    PlayerReturned: player_returned,
    SeatVacated: seat_vacated,
    PlayerCardPresented: player_card_presented,
    PlayerCardEnded: player_card_ended,
    WagersFoundInvalid: wagers_found_invalid,
    WinningsTakenBack: winnings_taken_back,
    DebtCollected: debt_collected,
    DebtWrittenOff: debt_written_off,
    WagerRefused: wager_refused,
    DeviceUseFound: device_use_found,
    WagersDeclaredVoid: wagers_declared_void,
    PersonExcluded: person_excluded,
    PersonDetained: person_detained,
    OfficerAttended: officer_attended,
}

ALSO: Final[tuple[tuple[type, Step], ...]] = (
    (RoundVoided, round_never_began),
    (RoundVoided, refusals_stay),
    (TableCleared, table_cleared),
)
