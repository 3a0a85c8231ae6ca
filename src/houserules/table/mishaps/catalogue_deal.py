"""Irregularities of the deal and of the round, as the catalogue lists them."""

from typing import Final

from houserules.table import commands as c
from houserules.table.cards.commands import CheckCards
from houserules.table.mishaps import commands as m
from houserules.table.mishaps.catalogue_rows import Row
from houserules.table.office import commands as office

DEAL_ROWS: Final = (
    Row(
        "faced-card",
        "A card lies face up in the shoe or shuffling device.",
        ("faced_card_is_burned", "faced_cards_checked"),
        (m.ReportFacedCard, m.HaveCardsChecked),
        (
            (
                "The card goes to the discard rack and play goes on; this may be before a round.",
                None,
            ),
            (
                "After the round a supervisor may have the rest of the device checked and shuffled.",
                ("faced_cards_checked", "shuffling device"),
            ),
            (
                "After the round a supervisor may have the rest checked and shuffled.",
                ("faced_cards_checked", "shoe or device"),
            ),
        ),
    ),
    Row(
        "card-in-error",
        "A card was drawn that was not due, or came to a place that it was not for.",
        (
            "card_in_error_is_next",
            "unseen_card_is_next",
            "refused_card_leaves",
            "refused_card_is_dealers",
        ),
        (m.ReportCardInError, m.AcceptCard, m.RefuseCard, c.ReportAbsent),
        (
            ("If nobody saw its face it is simply the next card.", None),
            (
                "Else it is offered from the hand that is next; to double or split is to take it.",
                None,
            ),
            (
                "Who refuses gets a second card if one lacks, and no other.",
                ("refused_card_leaves", "two cards"),
            ),
            ("Who refuses gets no other card.", ("refused_card_leaves", "no card")),
            (
                "Who refuses draws on only while the total is too low to stand.",
                ("refused_card_leaves", "the least total"),
            ),
            (
                "If all refuse, it waits for the dealer's hand; if that draws none, it is burned.",
                None,
            ),
        ),
    ),
    Row(
        "card-to-finished-hand",
        "A card was dealt to the dealer's finished hand.",
        ("finished_hand_card_burned", "finished_hand_card_kept"),
        (m.ReportCardInError,),
        (
            ("If its face was seen it goes to the discard rack.", None),
            ("Else it is the first card of the next round, for which wagers may be placed.", None),
        ),
    ),
    Row(
        "empty-round",
        "A round was begun while nobody had a wager.",
        ("round_without_wagers",),
        (m.ReportEmptyRound,),
        (("The round is void; the cards that were seen go to the discard rack.", None),),
    ),
    Row(
        "misdeal",
        "A card was wrongly dealt, placed or entered.",
        (
            "misdeal_is_reconstructed",
            "misdeal_leftovers",
            "misdeal_voids",
            "dealers_hand_put_right",
            "void_takes_insurance",
        ),
        (m.ReportMisdeal, m.ConfirmReconstruction, m.DismissMisdeal, m.VoidMisdeal),
        (
            ("The table proposes the round as it should be from the cards in true order.", None),
            ("Decisions stay as far as they can; what does not hold is decided anew.", None),
            ("Once confirmed, cards and chips lie as if the error had not happened.", None),
            ("Cards left over are dealt next.", ("misdeal_leftovers", "next cards")),
            ("Cards left over are discarded.", ("misdeal_leftovers", "discarded")),
            (
                "If nobody can say the order, the round is void; what players were paid stands.",
                ("misdeal_voids", "the round"),
            ),
            (
                "If nobody can say the order, the affected hands are void; the others stand.",
                ("misdeal_voids", "hands affected"),
            ),
        ),
    ),
    Row(
        "player-absent",
        "The player who decides is away, refuses or takes too long.",
        ("absent_player",),
        (c.ReportAbsent,),
        (
            ("The box gets no further card.", ("absent_player", "stand")),
            ("The box draws until it has 12 or more.", ("absent_player", "draw-to-12")),
        ),
    ),
    Row(
        "insurance-not-offered",
        "The dealer did not offer insurance.",
        ("late_insurance",),
        (m.ReportNotOffered, c.Insure, c.CloseOffers),
        (
            ("Until the dealer's second card insurance is offered now; the round waits.", None),
            ("After that card it is refused.", None),
        ),
    ),
    Row(
        "surrender-not-offered",
        "The dealer did not offer surrender.",
        ("late_surrender",),
        (m.ReportNotOffered, c.Surrender, c.CloseOffers),
        (
            (
                "Before a further card to the player, or the dealer's second card, it is offered now.",
                ("late_surrender", "either"),
            ),
            (
                "Before a further card to the player and the dealer's second card it is offered now.",
                ("late_surrender", "both"),
            ),
            ("A hand that was split or doubled is not surrendered any more.", None),
        ),
    ),
    Row(
        "missing-or-foreign-card",
        "A card is missing, or one was found that does not belong to the decks.",
        (
            "wrong_cards_found",
            "completed_rounds_stand",
            "wrong_cards_void_round",
            "wrong_cards_void_shoe",
            "wrong_cards_notified",
        ),
        (m.ReportWrongCards, CheckCards, m.VerifyDecks, office.GiveNotice),
        (
            ("The round under way is void; what players were paid in it stands.", None),
            ("The shoe is void: the decks are checked and verified, then shuffled.", None),
            ("Notices to Surveillance and an inspector are owed.", None),
        ),
    ),
)
