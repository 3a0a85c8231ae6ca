"""Who is at the table for `table.house`: commands with judge and doer, events with their step."""

from typing import Final

from houserules.table.people import (
    abstaining,
    devices,
    invalid,
    places,
    player_cards,
    refusing,
    standing,
)
from houserules.table.people import commands as c
from houserules.table.people import events as e
from houserules.table.subject import Subject

PEOPLE: Final = Subject(
    commands={
        c.ComeToTable: (places.why_not_come, places.come),
        c.LeaveTable: (places.why_not_leave, places.leave),
        c.PresentPlayerCard: (player_cards.why_not_present, player_cards.present),
        c.FindWagerInvalid: (invalid.why_not_find_invalid, invalid.find_invalid),
        c.RefuseWager: (refusing.why_not_refuse, refusing.refuse_wager),
        c.FindDeviceUse: (devices.why_not_find_device, devices.find_device),
        c.DeclareWagersVoid: (devices.why_not_void, devices.declare_void),
        c.ExcludeFromGame: (devices.why_not_exclude_from_game, devices.exclude_from_game),
        c.ExcludeFromCasino: (devices.why_not_exclude_from_casino, devices.exclude_from_casino),
        c.DetainPerson: (devices.why_not_detain, devices.detain),
        c.RecordAttendance: (devices.why_not_attend, devices.attend),
        c.RequireToVacate: (abstaining.why_not_vacate, abstaining.require_to_vacate),
    },
    steps={
        e.PlayerCame: places.player_came,
        e.PlayerLeft: places.player_left,
        e.PresenceNoted: abstaining.presence_noted,
        e.SeatVacated: abstaining.seat_vacated,
        e.PlayerCardPresented: player_cards.player_card_presented,
        e.WagersFoundInvalid: invalid.wagers_found_invalid,
        e.WinningsTakenBack: invalid.winnings_taken_back,
        e.WagerRefused: refusing.wager_refused,
        e.DeviceUseFound: standing.device_use_found,
        e.WagersDeclaredVoid: standing.wagers_declared_void,
        e.PersonExcluded: standing.person_excluded,
        e.PersonDetained: standing.person_detained,
        e.OfficerAttended: standing.officer_attended,
    },
    always=frozenset(
        {
            c.ComeToTable,
            c.LeaveTable,
            c.PresentPlayerCard,
            c.FindDeviceUse,
            c.ExcludeFromGame,
            c.ExcludeFromCasino,
            c.DetainPerson,
            c.RecordAttendance,
        }
    ),
)
