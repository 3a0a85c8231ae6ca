"""Irregularities of the deal and of the round, as the catalogue lists them."""

from dataclasses import dataclass
from typing import Final

from houserules.table.cards import commands as cards
from houserules.table.commands import CloseOffers, Insure, ReportAbsent, Surrender
from houserules.table.irregularities import commands
from houserules.table.staff import commands as staff

# The parts of an entry.


@dataclass(frozen=True, slots=True)
class Row:
    """An irregularity for all rulebooks.

    `keys`: of the rulebook, whose clauses say what is done; where none of them provides for it, the first
    leaves no room. A sentence of `table_does` with a key and a value holds only where they are so.
    """

    id: str
    what_happened: str
    keys: tuple[str, ...]
    commands: tuple[type, ...]
    table_does: tuple[tuple[str, tuple[str, object] | None], ...]


DEAL_ROWS: Final = (
    Row(
        "faced-card",
        "A card lies face up in the shoe or shuffling device.",
        ("faced_card_is_burned", "faced_cards_checked"),
        (commands.ReportFacedCard, commands.HaveCardsChecked),
        (
            (
                "The card goes to the discard rack and play continues. It can be reported before a round, too.",
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
        "A card was drawn that was not due, or was dealt to the wrong place.",
        (
            "card_in_error_is_next",
            "unseen_card_is_next",
            "unseen_card_to_dealer",
            "refused_card_leaves",
            "refused_card_binds",
            "refused_card_is_dealers",
        ),
        (commands.ReportCardInError, commands.AcceptCard, commands.RefuseCard, ReportAbsent),
        (
            (
                "If nobody saw its face, it is the next card; if it was dealt to the dealer's hand, it "
                "goes under the shoe as the first card of the next round.",
                ("unseen_card_to_dealer", "first card of the next round"),
            ),
            (
                "If nobody saw its face, it is simply the next card.",
                ("unseen_card_to_dealer", "next card"),
            ),
            (
                "Otherwise it is offered, starting with the next hand. Doubling or splitting takes it.",
                None,
            ),
            (
                "A player who refuses it gets no other card, except a missing second card.",
                ("refused_card_leaves", "two cards"),
            ),
            ("A player who refuses it gets no other card.", ("refused_card_leaves", "no card")),
            (
                "A player who refuses it draws only while the total is too low to stand.",
                ("refused_card_leaves", "the least total"),
            ),
            (
                "This applies to every unfinished hand of the player.",
                ("refused_card_binds", "the player"),
            ),
            ("This applies to that hand only.", ("refused_card_binds", "the hand")),
            (
                "If all refuse, it is kept for the dealer's hand; if that draws no card, it is burned.",
                None,
            ),
        ),
    ),
    Row(
        "card-to-finished-hand",
        "A card was dealt to the dealer's finished hand.",
        ("finished_hand_card_burned", "finished_hand_card_kept"),
        (commands.ReportCardInError,),
        (
            ("If its face was seen, it goes to the discard rack.", None),
            (
                "Otherwise it is the first card of the next round, for which wagers may be placed.",
                None,
            ),
        ),
    ),
    Row(
        "empty-round",
        "A round was started while nobody had a wager.",
        ("round_without_wagers",),
        (commands.ReportEmptyRound,),
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
        (
            commands.ReportMisdeal,
            commands.ConfirmReconstruction,
            commands.DismissMisdeal,
            commands.VoidMisdeal,
        ),
        (
            (
                "From the true order of the cards, the table proposes the round as it should have been.",
                None,
            ),
            ("Decisions stand where they still fit; the others are made again.", None),
            ("Once confirmed, cards and chips are as if the error had not happened.", None),
            ("Cards left over are dealt next.", ("misdeal_leftovers", "next cards")),
            ("Cards left over are discarded.", ("misdeal_leftovers", "discarded")),
            (
                "If nobody knows the order, the round is void; payments already made stand.",
                ("misdeal_voids", "the round"),
            ),
            (
                "If nobody knows the order, the affected hands are void; the others stand.",
                ("misdeal_voids", "hands affected"),
            ),
        ),
    ),
    Row(
        "player-absent",
        "The player who decides is not there to decide.",
        ("absent_player",),
        (ReportAbsent, commands.TakeBackAbsence),
        (
            (
                "The same applies to a player who refuses or takes too long.",
                ("absent_when", "does not decide"),
            ),
            (
                "A player who is present is not absent, however slow.",
                ("absent_when", "not present"),
            ),
            (
                "If nobody sits at the box, the next bettor decides.",
                ("absent_when", "not present"),
            ),
            ("A player who comes back decides again.", ("absent_when", "not present")),
            ("A wrong report can be taken back until the next card.", None),
            ("The box gets no further card.", ("absent_player", "stand")),
            ("The box draws until it has 12 or more.", ("absent_player", "draw-to-12")),
        ),
    ),
    Row(
        "insurance-not-offered",
        "The dealer did not offer insurance.",
        ("late_insurance",),
        (commands.ReportNotOffered, Insure, CloseOffers),
        (
            (
                "Before the dealer's second card, insurance is offered now and the round waits.",
                None,
            ),
            ("After that card it is refused.", None),
        ),
    ),
    Row(
        "surrender-not-offered",
        "The dealer did not offer surrender.",
        ("late_surrender",),
        (commands.ReportNotOffered, Surrender, CloseOffers),
        (
            (
                "Before a further card to the player, or the dealer's second card, it is offered now.",
                ("late_surrender", "either"),
            ),
            (
                "Before a further card to the player and the dealer's second card, it is offered now.",
                ("late_surrender", "both"),
            ),
            ("A hand that was split or doubled can no longer be surrendered.", None),
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
        (commands.ReportWrongCards, cards.CheckCards, commands.VerifyDecks, staff.GiveNotice),
        (
            ("The round under way is void; payments already made in it stand.", None),
            ("The shoe is void: the decks are checked and verified, then shuffled.", None),
            ("Notices to Surveillance and an inspector are owed.", None),
        ),
    ),
)


# Irregularities of the cards before and between rounds.
#
# To list another one, add a `Row` here.


CARD_ROWS: Final = (
    Row(
        "cards-dropped",
        "The dealer dropped or mishandled cards.",
        ("may_report_dropped_cards",),
        (cards.ReportDroppedCards, cards.VerifyCards),
        (("Nothing is dealt until a supervisor has verified that all cards are there.", None),),
    ),
    Row(
        "card-exposed",
        "A card was seen before the cards went into the shoe.",
        ("may_report_exposed_card",),
        (cards.ReportExposedCard,),
        (("The cards are shuffled again.", None),),
    ),
    Row(
        "not-cut",
        "The cards went into play without being cut.",
        ("may_report_not_cut",),
        (cards.ReportNotCut,),
        (("The round is completed; then the cards are shuffled and cut.", None),),
    ),
    Row(
        "no-cutting-card",
        "The cutting card was not put into the shoe.",
        ("may_report_no_cutting_card",),
        (cards.ReportNoCuttingCard,),
        (("The round is completed; then the cards are taken out and shuffled.", None),),
    ),
    Row(
        "not-burned",
        "The first card was not burned.",
        ("may_report_not_burned",),
        (cards.ReportNotBurned,),
        (("Play continues, and that card stays in play.", None),),
    ),
    Row(
        "burned-card",
        "A card was burned that should not have been.",
        ("may_report_burned_card",),
        (cards.ReportBurnedCard,),
        (("It stays burned and is not dealt, even when a round is corrected.", None),),
    ),
    Row(
        "not-shuffled",
        "The cutting card came out and the cards were not shuffled.",
        ("may_report_not_shuffled",),
        (cards.ReportNotShuffled,),
        (("The round is completed; then the cards are shuffled. Rounds before it stand.", None),),
    ),
    Row(
        "discards-not-in-device",
        "The discards were not put into the shuffling device after the initial deal.",
        ("may_report_discards_left",),
        (cards.ReportDiscardsLeft,),
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
        (cards.ReportDamagedCard, cards.ReplaceDamagedCard),
        (("It is replaced when the round is over.", None),),
    ),
)


# Wrong payments and a failed shuffling device.


HOUSE_ROWS: Final = (
    Row(
        "wrong-payment",
        "A wager was paid too much or too little.",
        (
            "wrong_payment_found",
            "wrong_payment_unintended",
            "wrong_payment_put_right",
            "suspected_payment",
            "suspected_payment_put_right",
            "suspected_patron_identified",
            "attempt_is_enough",
            "underpaid_is_reimbursed",
            "overpaid_is_asked_back",
            "wrong_payment_reported_over",
        ),
        (
            staff.ReportWrongPayment,
            staff.RecordEnquiries,
            staff.IdentifyPatron,
            staff.RecordAttempt,
            staff.RectifyPayment,
        ),
        (
            ("The payment is entered in the register, with enquiries and attempts.", None),
            ("Payments above the amount in the clause go into the monthly report.", None),
        ),
    ),
    Row(
        "device-malfunction",
        "The shuffling device fails in the middle of a round.",
        (
            "malfunction_of_device",
            "malfunction_in_round",
            "malfunction_harms_nobody",
            "other_device_is_ready",
            "transfer_is_practicable",
            "cards_are_transferred",
            "damaged_cards_are_removed",
            "undamaged_cards_are_transferred",
            "damaged_cards_are_replaced",
            "game_goes_on_from_device",
            "malfunction_ends_round",
            "wagers_may_be_taken_back",
            "device_is_emptied",
            "cards_for_shoe_are_replaced",
            "cards_for_shoe_are_shuffled",
            "round_is_completed_from_shoe",
            "shoe_stays_in_use",
        ),
        (
            commands.ReportMalfunction,
            commands.TakeWagersBack,
            commands.PlayOn,
            commands.EndReturnOffer,
            commands.ReturnToDevice,
        ),
        (
            (
                "If nobody is disadvantaged and another device is available, the cards go there.",
                None,
            ),
            ("In any case, damaged cards are replaced from a new deck.", None),
            ("If somebody is disadvantaged, the round ends and the wagers are returned.", None),
            (
                "Without another device, each player takes the wagers back or plays on from a shoe.",
                None,
            ),
        ),
    ),
)
