"""Irregularities of the deal for `table.house`: commands, events, what deals with each mishap."""

from typing import Final

from houserules.table import commands as table_commands
from houserules.table.cards.commands import CheckCards
from houserules.table.cards.events import CardsShuffled
from houserules.table.facing.commands import ExposeCards
from houserules.table.mishaps import (
    answers,
    card_in_error,
    evolving,
    faced,
    misdeal,
    not_offered,
    taking_back,
    voiding_misdeal,
    wrong_cards,
)
from houserules.table.mishaps import commands as c
from houserules.table.mishaps import events as e
from houserules.table.mishaps import misdeal_events as m
from houserules.table.mishaps.offering import see_to_ready_cards
from houserules.table.subject import Subject

MISHAPS: Final = Subject(
    commands={
        c.ReportFacedCard: (faced.why_not_faced, faced.report_faced),
        c.HaveCardsChecked: (faced.why_not_have_checked, faced.have_checked),
        c.ReportEmptyRound: (faced.why_not_empty_round, faced.report_empty_round),
        c.ReportCardInError: (card_in_error.why_not_in_error, card_in_error.report_in_error),
        c.AcceptCard: (card_in_error.why_not_accept, card_in_error.accept),
        c.RefuseCard: (card_in_error.why_not_asked, card_in_error.refuse),
        c.ReportNotOffered: (not_offered.why_not_not_offered, not_offered.report_not_offered),
        c.ReportMisdeal: (misdeal.why_not_misdeal, misdeal.report_misdeal),
        c.ConfirmReconstruction: (misdeal.why_not_confirm, misdeal.confirm),
        c.DismissMisdeal: (misdeal.why_not_dismiss, misdeal.dismiss),
        c.VoidMisdeal: (voiding_misdeal.why_not_void, voiding_misdeal.void),
        c.ReportWrongCards: (wrong_cards.why_not_wrong_cards, wrong_cards.report_wrong_cards),
        c.VerifyDecks: (wrong_cards.why_not_verify_decks, wrong_cards.verify_decks),
    },
    steps={
        e.IrregularityReported: evolving.irregularity_reported,
        e.CardsSetReady: evolving.cards_set_ready,
        e.ReadyCardUsed: evolving.ready_card_used,
        e.CardOffered: evolving.card_offered,
        e.CardAccepted: evolving.card_accepted,
        e.CardRefused: evolving.card_refused,
        e.CardRefusedByAll: evolving.card_refused_by_all,
        e.LateOfferOpened: evolving.late_offer_opened,
        e.LateOfferClosed: evolving.late_offer_closed,
        e.WrongCardsFound: evolving.wrong_cards_found,
        e.CardsTakenOut: evolving.cards_taken_out,
        e.ShoeDeclaredVoid: evolving.shoe_declared_void,
        e.DecksVerified: evolving.decks_verified,
        m.MisdealReported: evolving.misdeal_reported,
        m.MisdealDismissed: evolving.misdeal_dismissed,
        m.RoundTakenBack: taking_back.round_taken_back,
        m.PaymentTakenBack: evolving.payment_taken_back,
        m.HandsVoided: evolving.hands_voided,
    },
    also=((CardsShuffled, evolving.shuffled_anew),),
    deals_with={
        "card in error": (
            c.AcceptCard,
            c.RefuseCard,
            ExposeCards,
            table_commands.Double,
            table_commands.Split,
            table_commands.ReportAbsent,
        ),
        "late offer": (
            table_commands.Insure,
            table_commands.Surrender,
            table_commands.CloseOffers,
        ),
        "misdeal": (c.ReportMisdeal, c.ConfirmReconstruction, c.DismissMisdeal, c.VoidMisdeal),
        "shoe void": (CheckCards, c.VerifyDecks),
    },
    open_in={
        "card in error": answers.open_to_card,
        "late offer": answers.open_to_late_offer,
        "misdeal": answers.open_to_misdeal,
        "shoe void": answers.open_to_void_shoe,
    },
    afterwards=see_to_ready_cards,
)
