"""The commands of the cards with judge and doer, and their events with the step: for `table.house`."""

from typing import Final

from houserules.table.cards import (
    burning,
    cutting,
    cutting_card,
    evolution,
    opening,
    opening_evolution,
    replacing,
    report_evolution,
    reports,
    riffling,
    shuffling,
)
from houserules.table.cards import commands as c
from houserules.table.cards import events as e
from houserules.table.cards import opening_events as o
from houserules.table.cards import report_commands as r
from houserules.table.cards import report_events as re
from houserules.table.events import BetsClosed
from houserules.table.people.events import PlayerLeft
from houserules.table.subject import Subject

CARDS: Final = Subject(
    commands={
        c.OpenTable: (opening.why_not_open, opening.open_table),
        c.CheckCards: (opening.why_not_check, opening.check),
        c.PrepareCards: (opening.why_not_prepare, opening.prepare),
        c.AskForRiffle: (riffling.why_not_ask, riffling.ask),
        c.ApproveRiffle: (riffling.why_not_approve, riffling.approve),
        c.ShuffleCards: (shuffling.why_not_shuffle, shuffling.shuffle),
        c.OrderShuffle: (shuffling.why_not_order, shuffling.order),
        c.OrderShuffleAfterVacancy: (
            shuffling.why_not_order_after_vacancy,
            shuffling.order_after_vacancy,
        ),
        c.CutCards: (cutting.why_not_cut, cutting.cut),
        c.DeclineCut: (cutting.why_not_decline, cutting.decline),
        c.CutForPlayers: (cutting.why_not_cut_for_players, cutting.cut_for_players),
        c.PlaceCuttingCard: (cutting_card.why_not_place, cutting_card.place),
        c.BurnCard: (burning.why_not_burn, burning.burn),
        c.AskToSeeBurnedCard: (burning.why_not_ask, burning.ask),
        c.ShowBurnedCard: (burning.why_not_show, burning.show),
        c.DrawCuttingCard: (cutting_card.why_not_draw, cutting_card.draw),
        c.ReplaceCards: (replacing.why_not_replace, replacing.replace),
        r.ReportExposedCard: (shuffling.why_not_exposed, shuffling.exposed),
        r.ReportNotCut: (reports.why_not_not_cut, reports.not_cut),
        r.ReportNotBurned: (reports.why_not_not_burned, reports.not_burned),
        r.ReportNotShuffled: (reports.why_not_not_shuffled, reports.not_shuffled),
        r.ReportNoCuttingCard: (reports.why_not_no_cutting_card, reports.no_cutting_card),
        r.ReportDiscardsLeft: (reports.why_not_discards_left, reports.discards_left),
        r.ReportBurnedCard: (burning.why_not_report, burning.report),
        r.ReportDroppedCards: (reports.why_not_dropped, reports.dropped),
        r.VerifyCards: (reports.why_not_verify, reports.verify),
        r.ReportDamagedCard: (replacing.why_not_damaged, replacing.damaged),
        r.ReplaceDamagedCard: (replacing.why_not_replace_damaged, replacing.replace_damaged),
    },
    steps={
        o.TableOpened: opening_evolution.table_opened,
        o.CardsReplaced: opening_evolution.cards_replaced,
        e.CardsChecked: opening_evolution.cards_checked,
        e.CardsPrepared: opening_evolution.cards_prepared,
        o.RiffleAsked: opening_evolution.riffle_asked,
        o.RiffleApproved: opening_evolution.riffle_approved,
        e.ShuffleCalled: evolution.shuffle_called,
        e.ShuffleBecameDue: evolution.shuffle_became_due,
        e.CardsShuffled: evolution.cards_shuffled,
        e.CutDeclined: evolution.cut_declined,
        e.CardsCut: evolution.cards_cut,
        e.CuttingCardPlaced: evolution.cutting_card_placed,
        e.CardBurned: evolution.card_burned,
        e.BurnedCardAsked: evolution.burned_card_asked,
        e.BurnedCardShown: evolution.burned_card_shown,
        e.CuttingCardCameOut: evolution.cutting_card_came_out,
        e.DiscardsIntoDevice: evolution.discards_into_device,
        e.CardKeptUnderShoe: evolution.card_kept_under_shoe,
        re.StepMissed: report_evolution.step_missed,
        re.CardExposed: report_evolution.card_exposed,
        re.DiscardsLeftInRack: report_evolution.discards_left_in_rack,
        re.CardsDropped: report_evolution.cards_dropped,
        re.CardsVerified: report_evolution.cards_verified,
        re.CardDamaged: report_evolution.card_damaged,
        re.DamagedCardReplaced: report_evolution.damaged_card_replaced,
        re.SourceChanged: report_evolution.source_changed,
    },
    also=((BetsClosed, evolution.bets_closed), (PlayerLeft, evolution.player_left)),
)
