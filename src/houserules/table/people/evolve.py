"""The table after findings and orders about people: devices, exclusions, detentions."""

from houserules.table.people.events import (
    DeviceUseFound,
    OfficerAttended,
    PersonDetained,
    PersonExcluded,
    WagersDeclaredVoid,
)
from houserules.table.people.invalid_wagers import without_bonus
from houserules.table.people.state import Detention, DeviceUse, Exclusion
from houserules.table.state import Table, changed


def device_use_found(table: Table, event: DeviceUseFound) -> Table:
    """After DeviceUseFound."""
    found = DeviceUse(event.player, event.device, event.by, event.at)
    people = changed(table.people, device_users=(*table.people.device_users, found))
    return changed(table, people=people)


def wagers_declared_void(table: Table, event: WagersDeclaredVoid) -> Table:
    """After WagersDeclaredVoid: no bonus of the round is due on them; what they were follows."""
    return table if table.phase == "betting" else without_bonus(table, event.player)


def person_excluded(table: Table, event: PersonExcluded) -> Table:
    """After PersonExcluded."""
    exclusion = Exclusion(event.player, event.whence, event.by, event.at, event.clause)
    people = changed(table.people, excluded=(*table.people.excluded, exclusion))
    return changed(table, people=people)


def person_detained(table: Table, event: PersonDetained) -> Table:
    """After PersonDetained."""
    detention = Detention(event.player, event.by, event.at, event.clause)
    people = changed(table.people, detained=(*table.people.detained, detention))
    return changed(table, people=people)


def officer_attended(table: Table, event: OfficerAttended) -> Table:
    """After OfficerAttended: nobody at the table holds the person any more."""
    left = tuple([each for each in table.people.detained if each.player != event.player])
    return changed(table, people=changed(table.people, detained=left))
