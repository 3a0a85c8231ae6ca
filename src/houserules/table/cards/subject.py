"""The commands of the cards with judge and doer, and their events with the step: for `table.house`."""

from typing import Final

from houserules.table.cards import (
    burn,
    cut,
    cutting_card,
    evolve,
    opening,
    reopening,
    reports,
    shuffle,
)
from houserules.table.cards import commands as c
from houserules.table.cards import commands as r
from houserules.table.cards import events as e
from houserules.table.cards import events as o
from houserules.table.cards import events as re
from houserules.table.cards import opening as replacing
from houserules.table.cards import opening as riffling
from houserules.table.events import BetsClosed
from houserules.table.people.events import PlayerLeft
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
    steps={
        o.TableOpened: evolve.table_opened,
        o.CardsReplaced: evolve.cards_replaced,
        e.CardsChecked: evolve.cards_checked,
        o.CardsSecured: evolve.cards_secured,
        e.CardsPrepared: evolve.cards_prepared,
        o.RiffleAsked: evolve.riffle_asked,
        o.RiffleApproved: evolve.riffle_approved,
        e.ShuffleCalled: evolve.shuffle_called,
        e.ShuffleBecameDue: evolve.shuffle_became_due,
        e.CardsShuffled: evolve.cards_shuffled,
        e.CutDeclined: evolve.cut_declined,
        e.CutPassedOn: evolve.cut_declined,
        e.CardsCut: evolve.cards_cut,
        e.CuttingCardPlaced: evolve.cutting_card_placed,
        e.CardBurned: evolve.card_burned,
        e.CardUnderShoeBurned: evolve.card_under_shoe_burned,
        e.BurnedCardAsked: evolve.burned_card_asked,
        e.BurnedCardShown: evolve.burned_card_shown,
        e.CuttingCardCameOut: evolve.cutting_card_came_out,
        e.BetsReopened: reopening.bets_reopened,
        e.DiscardsIntoDevice: evolve.discards_into_device,
        e.CardKeptUnderShoe: evolve.card_kept_under_shoe,
        re.StepMissed: evolve.step_missed,
        re.CardExposed: evolve.card_exposed,
        re.DiscardsLeftInRack: evolve.discards_left_in_rack,
        re.CardsDropped: evolve.cards_dropped,
        re.CardsVerified: evolve.cards_verified,
        re.CardDamaged: evolve.card_damaged,
        re.DamagedCardReplaced: evolve.damaged_card_replaced,
        re.SourceChanged: evolve.source_changed,
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
    also=((BetsClosed, evolve.bets_closed), (PlayerLeft, evolve.player_left)),
)
