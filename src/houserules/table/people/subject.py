"""Who is at the table, as a subject: places, Player Cards, refused wagers, devices, debts."""

from typing import Final

from houserules.table.people import commands, debts, devices, invalid_wagers, places, player_cards
from houserules.table.subject import Doer, Judge, Subject

_COMMANDS: Final[dict[type, tuple[Judge, Doer]]] = {
    commands.ComeToTable: (places.why_not_come, places.come),
    commands.LeaveTable: (places.why_not_leave, places.leave),
    commands.PresentPlayerCard: (player_cards.why_not_present, player_cards.present),
    commands.EndPlayerCard: (player_cards.why_not_end, player_cards.end),
    commands.FindWagerInvalid: (invalid_wagers.why_not_find_invalid, invalid_wagers.find_invalid),
    commands.RefuseWager: (invalid_wagers.why_not_refuse, invalid_wagers.refuse_wager),
    commands.FindDeviceUse: (devices.why_not_find_device, devices.find_device),
    commands.DeclareWagersVoid: (devices.why_not_void, devices.declare_void),
    commands.ExcludeFromGame: (devices.why_not_exclude, devices.exclude),
    commands.ExcludeFromCasino: (devices.why_not_exclude, devices.exclude),
    commands.DetainPerson: (devices.why_not_detain, devices.detain),
    commands.RecordAttendance: (devices.why_not_attend, devices.attend),
    commands.CollectDebt: (debts.why_not_collect, debts.collect),
    commands.WriteOffDebt: (debts.why_not_write_off, debts.write_off),
    commands.RequireToVacate: (places.why_not_vacate, places.require_to_vacate),
}
PEOPLE: Final = Subject(
    commands=_COMMANDS, always=frozenset(_COMMANDS) - {commands.RequireToVacate}
)
