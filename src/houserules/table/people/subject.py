"""Who is at the table for `table.house`: commands with judge and doer, events with their step."""

from typing import Final

from houserules.table.events import RoundVoided
from houserules.table.people import commands as c
from houserules.table.people import (
    debts,
    devices,
    evolve,
    invalid_wagers,
    names,
    places,
    player_cards,
)
from houserules.table.people import events as e
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
    steps={
        e.PlayerCame: places.player_came,
        e.PlayerLeft: places.player_left,
        e.PlayerRenamed: names.player_renamed,
        e.PresenceNoted: abstaining.presence_noted,
        e.PlayerReturned: abstaining.player_returned,
        e.SeatVacated: abstaining.seat_vacated,
        e.PlayerCardPresented: player_cards.player_card_presented,
        e.PlayerCardEnded: player_cards.player_card_ended,
        e.WagersFoundInvalid: invalid_wagers.wagers_found_invalid,
        e.WinningsTakenBack: invalid_wagers.winnings_taken_back,
        e.DebtCollected: debts.debt_collected,
        e.DebtWrittenOff: debts.debt_written_off,
        e.WagerRefused: invalid_wagers.wager_refused,
        e.DeviceUseFound: evolve.device_use_found,
        e.WagersDeclaredVoid: evolve.wagers_declared_void,
        e.PersonExcluded: evolve.person_excluded,
        e.PersonDetained: evolve.person_detained,
        e.OfficerAttended: evolve.officer_attended,
    },
    also=(
        (RoundVoided, abstaining.round_never_began),
        (RoundVoided, invalid_wagers.round_never_began),
    ),
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
