"""Who is at the table for `table.house`: commands with judge and doer, events with their step."""

from typing import Final

from houserules.table.people import commands as c
from houserules.table.people import (
    debts,
    devices,
    invalid_wagers,
    places,
    player_cards,
)
from houserules.table.people import places as abstaining
from houserules.table.subject import Subject

PEOPLE: Final = Subject(
    commands={
        c.ComeToTable: (places.why_not_come, places.come),
        c.LeaveTable: (places.why_not_leave, places.leave),
        c.PresentPlayerCard: (player_cards.why_not_present, player_cards.present),
        c.EndPlayerCard: (player_cards.why_not_end, player_cards.end),
        c.FindWagerInvalid: (invalid_wagers.why_not_find_invalid, invalid_wagers.find_invalid),
        c.RefuseWager: (invalid_wagers.why_not_refuse, invalid_wagers.refuse_wager),
        c.FindDeviceUse: (devices.why_not_find_device, devices.find_device),
        c.DeclareWagersVoid: (devices.why_not_void, devices.declare_void),
        c.ExcludeFromGame: (devices.why_not_exclude_from_game, devices.exclude_from_game),
        c.ExcludeFromCasino: (devices.why_not_exclude_from_casino, devices.exclude_from_casino),
        c.DetainPerson: (devices.why_not_detain, devices.detain),
        c.RecordAttendance: (devices.why_not_attend, devices.attend),
        c.CollectDebt: (debts.why_not_collect, debts.collect),
        c.WriteOffDebt: (debts.why_not_write_off, debts.write_off),
        c.RequireToVacate: (abstaining.why_not_vacate, abstaining.require_to_vacate),
    },
    always=frozenset(
        {
            c.ComeToTable,
            c.LeaveTable,
            c.PresentPlayerCard,
            c.EndPlayerCard,
            c.FindDeviceUse,
            c.FindWagerInvalid,
            c.DeclareWagersVoid,
            c.RefuseWager,
            c.ExcludeFromGame,
            c.ExcludeFromCasino,
            c.DetainPerson,
            c.RecordAttendance,
            c.CollectDebt,
            c.WriteOffDebt,
        }
    ),
)
