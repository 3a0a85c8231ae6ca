"""The commands of the cards with judge and doer, and their events with the step: for `table.house`."""

from typing import Final

from houserules.table.cards import (
    burn,
    cut,
    cutting_card,
    opening,
    reports,
    shuffle,
)
from houserules.table.cards import commands as c
from houserules.table.cards import commands as r
from houserules.table.cards import opening as replacing
from houserules.table.cards import opening as riffling
from houserules.table.subject import Subject

CARDS: Final = Subject(
    commands={
        c.OpenTable: (opening.why_not_open, opening.open_table),
        c.CheckCards: (opening.why_not_check, opening.check),
        c.ConfirmSecured: (opening.why_not_secured, opening.confirm_secured),
        c.PrepareCards: (opening.why_not_prepare, opening.prepare),
        c.AskForRiffle: (riffling.why_not_ask, riffling.ask),
        c.ApproveRiffle: (riffling.why_not_approve, riffling.approve),
        c.ShuffleCards: (shuffle.why_not_shuffle, shuffle.shuffle),
        c.OrderShuffle: (shuffle.why_not_order, shuffle.order),
        c.OrderShuffleAfterVacancy: (
            shuffle.why_not_order_after_vacancy,
            shuffle.order_after_vacancy,
        ),
        c.CutCards: (cut.why_not_cut, cut.cut),
        c.DeclineCut: (cut.why_not_decline, cut.decline),
        c.PassCutOn: (cut.why_not_decline, cut.pass_on),
        c.CutForPlayers: (cut.why_not_cut_for_players, cut.cut_for_players),
        c.PlaceCuttingCard: (cutting_card.why_not_place, cutting_card.place),
        c.BurnCard: (burn.why_not_burn, burn.burn),
        c.AskToSeeBurnedCard: (burn.why_not_ask, burn.ask),
        c.ShowBurnedCard: (burn.why_not_show, burn.show),
        c.DrawCuttingCard: (cutting_card.why_not_draw, cutting_card.draw),
        c.ReplaceCards: (replacing.why_not_replace, replacing.replace),
        r.ReportExposedCard: (shuffle.why_not_exposed, shuffle.exposed),
        r.ReportNotCut: (reports.why_not_not_cut, reports.not_cut),
        r.ReportNotBurned: (reports.why_not_not_burned, reports.not_burned),
        r.ReportNotShuffled: (reports.why_not_not_shuffled, reports.not_shuffled),
        r.ReportNoCuttingCard: (reports.why_not_no_cutting_card, reports.no_cutting_card),
        r.ReportDiscardsLeft: (reports.why_not_discards_left, reports.discards_left),
        r.ReportBurnedCard: (burn.why_not_report, burn.report),
        r.ReportDroppedCards: (reports.why_not_dropped, reports.dropped),
        r.VerifyCards: (reports.why_not_verify, reports.verify),
        r.ReportDamagedCard: (replacing.why_not_damaged, replacing.damaged),
        r.ReplaceDamagedCard: (replacing.why_not_replace_damaged, replacing.replace_damaged),
    },
    always=frozenset(
        {
            r.ReportNotCut,
            r.ReportNotBurned,
            r.ReportNotShuffled,
            r.ReportNoCuttingCard,
            r.ReportDiscardsLeft,
            r.ReportBurnedCard,
            r.ReportDroppedCards,
            r.VerifyCards,
            r.ReportDamagedCard,
        }
    ),
)
