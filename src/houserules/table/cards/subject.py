"""The cards as a subject of the table: opening, shuffle, cut, burn, reports."""

from typing import Final

from houserules.table.cards import burn, commands, cut, cutting_card, opening, reports, shuffle
from houserules.table.subject import Subject

CARDS: Final = Subject(
    commands={
        commands.OpenTable: (opening.why_not_open, opening.open_table),
        commands.CheckCards: (opening.why_not_check, opening.check),
        commands.ConfirmSecured: (opening.why_not_secured, opening.confirm_secured),
        commands.PrepareCards: (opening.why_not_prepare, opening.prepare),
        commands.AskForRiffle: (opening.why_not_ask, opening.ask),
        commands.ApproveRiffle: (opening.why_not_approve, opening.approve),
        commands.ShuffleCards: (shuffle.why_not_shuffle, shuffle.shuffle),
        commands.OrderShuffle: (shuffle.why_not_order, shuffle.order),
        commands.OrderShuffleAfterVacancy: (
            shuffle.why_not_order_after_vacancy,
            shuffle.order_after_vacancy,
        ),
        commands.CutCards: (cut.why_not_cut, cut.cut),
        commands.DeclineCut: (cut.why_not_decline, cut.decline),
        commands.PassCutOn: (cut.why_not_decline, cut.pass_on),
        commands.CutForPlayers: (cut.why_not_cut_for_players, cut.cut_for_players),
        commands.PlaceCuttingCard: (cutting_card.why_not_place, cutting_card.place),
        commands.BurnCard: (burn.why_not_burn, burn.burn),
        commands.AskToSeeBurnedCard: (burn.why_not_ask, burn.ask),
        commands.ShowBurnedCard: (burn.why_not_show, burn.show),
        commands.DrawCuttingCard: (cutting_card.why_not_draw, cutting_card.draw),
        commands.ReplaceCards: (opening.why_not_replace, opening.replace),
        commands.ReportExposedCard: (shuffle.why_not_exposed, shuffle.report_exposed),
        commands.ReportNotCut: (reports.why_not_not_cut, reports.report_not_cut),
        commands.ReportNotBurned: (reports.why_not_not_burned, reports.report_not_burned),
        commands.ReportNotShuffled: (reports.why_not_not_shuffled, reports.report_not_shuffled),
        commands.ReportNoCuttingCard: (
            reports.why_not_no_cutting_card,
            reports.report_no_cutting_card,
        ),
        commands.ReportDiscardsLeft: (reports.why_not_discards_left, reports.report_discards_left),
        commands.ReportBurnedCard: (burn.why_not_report, burn.report),
        commands.ReportDroppedCards: (reports.why_not_dropped, reports.report_dropped),
        commands.VerifyCards: (reports.why_not_verify, reports.verify),
        commands.ReportDamagedCard: (opening.why_not_damaged, opening.report_damaged),
        commands.ReplaceDamagedCard: (opening.why_not_replace_damaged, opening.replace_damaged),
    },
    always=frozenset(
        {
            commands.ReportNotCut,
            commands.ReportNotBurned,
            commands.ReportNotShuffled,
            commands.ReportNoCuttingCard,
            commands.ReportDiscardsLeft,
            commands.ReportBurnedCard,
            commands.ReportDroppedCards,
            commands.VerifyCards,
            commands.ReportDamagedCard,
        }
    ),
)
