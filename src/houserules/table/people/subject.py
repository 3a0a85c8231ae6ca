"""Who is at the table for `table.house`: commands with judge and doer, events with their step."""

from typing import Final

from houserules.table.people import (
    commands,
    debts,
    devices,
    invalid_wagers,
    places,
    player_cards,
)
from houserules.table.subject import Subject

PEOPLE: Final = Subject(
    commands={
        commands.ComeToTable: (places.why_not_come, places.come),
        commands.LeaveTable: (places.why_not_leave, places.leave),
        commands.PresentPlayerCard: (player_cards.why_not_present, player_cards.present),
        commands.EndPlayerCard: (player_cards.why_not_end, player_cards.end),
        commands.FindWagerInvalid: (
            invalid_wagers.why_not_find_invalid,
            invalid_wagers.find_invalid,
        ),
        commands.RefuseWager: (invalid_wagers.why_not_refuse, invalid_wagers.refuse_wager),
        commands.FindDeviceUse: (devices.why_not_find_device, devices.find_device),
        commands.DeclareWagersVoid: (devices.why_not_void, devices.declare_void),
        commands.ExcludeFromGame: (devices.why_not_exclude_from_game, devices.exclude_from_game),
        commands.ExcludeFromCasino: (
            devices.why_not_exclude_from_casino,
            devices.exclude_from_casino,
        ),
        commands.DetainPerson: (devices.why_not_detain, devices.detain),
        commands.RecordAttendance: (devices.why_not_attend, devices.attend),
        commands.CollectDebt: (debts.why_not_collect, debts.collect),
        commands.WriteOffDebt: (debts.why_not_write_off, debts.write_off),
        commands.RequireToVacate: (places.why_not_vacate, places.require_to_vacate),
    },
    always=frozenset(
        {
            commands.ComeToTable,
            commands.LeaveTable,
            commands.PresentPlayerCard,
            commands.EndPlayerCard,
            commands.FindDeviceUse,
            commands.FindWagerInvalid,
            commands.DeclareWagersVoid,
            commands.RefuseWager,
            commands.ExcludeFromGame,
            commands.ExcludeFromCasino,
            commands.DetainPerson,
            commands.RecordAttendance,
            commands.CollectDebt,
            commands.WriteOffDebt,
        }
    ),
)
