"""Irregularities of the cards before and between rounds, as the catalogue lists them.

A further one is one more `Row` here or in `catalogue_deal`.
"""

from typing import Final

from houserules.table.cards import commands as cards
from houserules.table.cards import report_commands as reports
from houserules.table.mishaps.catalogue_rows import Row

CARD_ROWS: Final = (
    Row(
        "cards-dropped",
        "The dealer dropped or mishandled cards.",
        ("may_report_dropped_cards",),
        (reports.ReportDroppedCards, reports.VerifyCards),
        (("Nothing is dealt until a supervisor has verified that all cards are there.", None),),
    ),
    Row(
        "card-exposed",
        "A card was seen before the cards went into the shoe.",
        ("may_report_exposed_card",),
        (reports.ReportExposedCard,),
        (("The cards are shuffled anew.", None),),
    ),
    Row(
        "not-cut",
        "The cards went into play without being cut.",
        ("may_report_not_cut",),
        (reports.ReportNotCut,),
        (("The round is completed; then the cards are shuffled and cut.", None),),
    ),
    Row(
        "no-cutting-card",
        "The cutting card was not put into the shoe.",
        ("may_report_no_cutting_card",),
        (reports.ReportNoCuttingCard,),
        (("The round is completed; then the cards are taken out and shuffled.", None),),
    ),
    Row(
        "not-burned",
        "The first card was not burned.",
        ("may_report_not_burned",),
        (reports.ReportNotBurned,),
        (("Play goes on, and that card stays in play.", None),),
    ),
    Row(
        "burned-card",
        "A card was burned that need not have been.",
        ("may_report_burned_card",),
        (reports.ReportBurnedCard,),
        (("It stays burned: it is not dealt, not even when a round is put right.", None),),
    ),
    Row(
        "not-shuffled",
        "The cutting card came out and the cards were not shuffled.",
        ("may_report_not_shuffled",),
        (reports.ReportNotShuffled,),
        (("The round is completed; then the cards are shuffled. Rounds before it stand.", None),),
    ),
    Row(
        "discards-not-in-device",
        "The discards were not put into the shuffling device after the initial deal.",
        ("may_report_discards_left",),
        (reports.ReportDiscardsLeft,),
        (("They stay in the rack until the next initial deal is complete.", None),),
    ),
    Row(
        "cards-ran-out",
        "There are not enough cards to complete the round.",
        ("cards_ran_out",),
        (cards.ShuffleCards, cards.CutCards),
        (("The discards are shuffled and cut, and the round is completed with them.", None),),
    ),
    Row(
        "card-damaged",
        "A card is damaged.",
        ("may_report_damaged_card",),
        (reports.ReportDamagedCard, reports.ReplaceDamagedCard),
        (("It is replaced when the round is over.", None),),
    ),
)
