"""Who used a prohibited device, and what a supervisor may order then (S24 20.2-20.4 and peers)."""

from typing import Final

from houserules.core.refusal import Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import require_offered
from houserules.table.cards.census import round_has_begun
from houserules.table.event_builder import EventBuilder
from houserules.table.people.admission import has_open_wager
from houserules.table.people.commands import (
    DeclareWagersVoid,
    DetainPerson,
    ExcludeFromCasino,
    ExcludeFromGame,
    FindDeviceUse,
    RecordAttendance,
)
from houserules.table.people.events import (
    DeviceUseFound,
    OfficerAttended,
    PersonDetained,
    PersonExcluded,
    PlayerLeft,
    WagersDeclaredVoid,
)
from houserules.table.people.state import Whence
from houserules.table.round.settled_wagers import wager_balances
from houserules.table.round.void import hand_back, return_collected, take_winnings_back
from houserules.table.staff.events import NoticeGiven
from houserules.table.staff.notices import owe
from houserules.table.state import Table

OFFICERS: Final = "inspector or police officer"
DETAINED: Final = "a person detained with a prohibited device"


def why_not_find_device(rules: Rulebook, table: Table, command: FindDeviceUse) -> Refusal | None:
    """A device that is named, and not used in the course of duty."""
    part = require_offered(rules.prohibited_devices)
    if command.duty is not None:
        return Refusal(
            "device.in-duty",
            part.devices_in_duty,
            f"{command.player} used it on duty as {command.duty}, which is allowed.",
        )
    if not command.device.strip():
        return Refusal("device.none", part.devices_prohibited, "Enter which device was used.")
    return None


def find_device(builder: EventBuilder, command: FindDeviceUse) -> None:
    """Record the finding; what is done about it is ordered separately."""
    clause = require_offered(builder.rules.prohibited_devices).devices_prohibited
    builder.emit(
        DeviceUseFound(command.player, command.device, command.by.name, command.at, clause)
    )


def _why_not_found(rules: Rulebook, table: Table, player: str) -> Refusal | None:
    if table.people.used_device(player):
        return None
    return Refusal(
        "device.not-found",
        require_offered(rules.prohibited_devices).device_user_found,
        f"First find that {player} used a device.",
    )


def why_not_void(rules: Rulebook, table: Table, command: DeclareWagersVoid) -> Refusal | None:
    """Wagers of the round of somebody who was found to have used a device, settled or not."""
    if refusal := _why_not_found(rules, table, command.player):
        return refusal
    player = command.player
    settled = any(each.kept for each in wager_balances(table.log) if each.row.player == player)
    if has_open_wager(table, player) or settled:
        return None
    return Refusal(
        "device.no-wagers",
        require_offered(rules.prohibited_devices).device_user_wagers_void,
        f"{player} has no wager in this round, and the results of earlier rounds stand.",
    )


def declare_void(builder: EventBuilder, command: DeclareWagersVoid) -> None:
    """End the person's wagers of the round without a result: open, lost or paid."""
    clause = require_offered(builder.rules.prohibited_devices).device_user_wagers_void
    end_declared_void(
        builder, WagersDeclaredVoid(command.player, command.by.name, command.at, clause)
    )


def end_declared_void(builder: EventBuilder, declared: WagersDeclaredVoid) -> None:
    """End the wagers that were declared void, also when their round is dealt again."""
    clause, player = declared.clause, declared.player
    builder.emit(declared)
    if has_open_wager(builder.table, player):
        hand_back(builder, player, clause)
    return_collected(builder, clause, [player])
    take_winnings_back(builder, clause, player)


def why_not_exclude(
    rules: Rulebook, table: Table, command: ExcludeFromGame | ExcludeFromCasino
) -> Refusal | None:
    """Once, and only a device user; from the casino also after an exclusion from the game."""
    part, player = require_offered(rules.prohibited_devices), command.player
    if refusal := _why_not_found(rules, table, player):
        return refusal
    if isinstance(command, ExcludeFromCasino):
        clause, whence = part.device_user_out_of_casino, " from the casino"
        exclusion = table.people.exclusion(player, "the casino")
    else:
        clause, whence = part.device_user_out_of_game, ""
        exclusion = table.people.exclusion(player)
    if exclusion is None:
        return None
    return Refusal("exclusion.already", clause, f"{player} is already excluded{whence}.")


def exclude(builder: EventBuilder, command: ExcludeFromGame | ExcludeFromCasino) -> None:
    """Take the person from the table; a wager in play, not declared void, is played to its end."""
    part, player = require_offered(builder.rules.prohibited_devices), command.player
    whence: Whence = "the game"
    clause = part.device_user_out_of_game
    if isinstance(command, ExcludeFromCasino):
        whence, clause = "the casino", part.device_user_out_of_casino
    builder.emit(PersonExcluded(player, whence, command.by.name, command.at, clause))
    if not round_has_begun(builder.table) and has_open_wager(builder.table, player):
        hand_back(builder, player, clause)  # a round to come would be further participation
    if builder.table.patron(player) is not None:
        builder.emit(PlayerLeft(player))


def why_not_detain(rules: Rulebook, table: Table, command: DetainPerson) -> Refusal | None:
    """Once, and only who was found to have used a device."""
    if refusal := _why_not_found(rules, table, command.player):
        return refusal
    if table.people.detention(command.player) is None:
        return None
    return Refusal(
        "detention.already",
        require_offered(rules.prohibited_devices).device_user_detained,
        f"{command.player} is already detained.",
    )


def detain(builder: EventBuilder, command: DetainPerson) -> None:
    """Hold the person, and owe a call to the officer who takes over."""
    clause = require_offered(builder.rules.prohibited_devices).device_user_detained
    builder.emit(PersonDetained(command.player, command.by.name, command.at, clause))
    owe(builder, OFFICERS, DETAINED, clause, player=command.player)


def why_not_attend(rules: Rulebook, table: Table, command: RecordAttendance) -> Refusal | None:
    """An officer takes over somebody who is detained."""
    clause = require_offered(rules.prohibited_devices).device_user_detained
    if table.people.detention(command.player) is None:
        return Refusal("detention.none", clause, f"{command.player} is not detained.")
    if not command.name.strip():
        return Refusal("detention.officer", clause, f"Enter which {command.officer} took over.")
    return None


def attend(builder: EventBuilder, command: RecordAttendance) -> None:
    """End the detention at the table: the officer has assumed responsibility."""
    clause = require_offered(builder.rules.prohibited_devices).device_user_detained
    builder.emit(
        OfficerAttended(
            command.player, command.officer, command.name, command.by.name, command.at, clause
        )
    )
    call = (OFFICERS, DETAINED, command.player)
    if any(owed.is_met_by(*call) for owed in builder.table.staff.owed):
        builder.emit(NoticeGiven(*call, command.by.name, command.at))
