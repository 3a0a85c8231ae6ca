"""The commands of a session, for `table.registry`."""

from typing import Final

from houserules.table.session import begin, commands, discipline, ending, entries
from houserules.table.session.follow import follow
from houserules.table.subject import Subject

SESSION: Final = Subject(
    commands={
        commands.BeginSession: (begin.why_not_begin, begin.begin),
        commands.PlayPassCard: (entries.why_not_pass, entries.play_pass_card),
        commands.HandInForm: (entries.why_not_form, entries.hand_in_form),
        commands.RecordForm: (entries.why_not_form, entries.hand_in_form),
        commands.ExamineForm: (entries.why_not_examine, entries.examine_form),
        commands.TakeBackEntry: (entries.why_not_take_entry_back, entries.take_entry_back),
        commands.AnnounceWagerClock: (
            discipline.why_not_announce_clock,
            discipline.announce_clock,
        ),
        commands.CallTime: (discipline.why_not_call_time, discipline.call_time),
        commands.DeductForAbsence: (discipline.why_not_deduct, discipline.deduct),
        commands.Disqualify: (discipline.why_not_disqualify, discipline.disqualify),
        commands.RuleOnDispute: (discipline.why_not_rule, discipline.rule),
        commands.ConcludeSession: (ending.why_not_conclude, ending.conclude),
        commands.OrderCount: (ending.why_not_order_count, ending.order_count),
        commands.RecordCount: (ending.why_not_record_count, ending.record_count),
        commands.AnnounceResult: (ending.why_not_announce, ending.announce),
        commands.ReturnChips: (ending.why_not_return, ending.return_chips),
        commands.EndSession: (ending.why_not_end, ending.end),
    },
    always=frozenset(
        {
            commands.AnnounceWagerClock,
            commands.RuleOnDispute,
            commands.OrderCount,
        }
    ),
    afterwards=follow,
)
